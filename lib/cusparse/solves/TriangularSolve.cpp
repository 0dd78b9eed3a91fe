// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSpSV and cusparseSpSM. The analysis copies the values, as NVIDIA's does: a later change
// of the matrix counts only through updateMatrix. Substitution runs row after row; blocks share out
// the right-hand sides.
#include "cusparse/Api.h"
#include "cusparse/Registry.h"
#include "cusparse/solves/Substitution.h"

namespace anywarp::cusparse {

/// What an analysis keeps.
struct Analysis {
  bool isDone = false;
  bool hasDiagonal = false; ///< given by an update: it counts even where the matrix has a unit one
  /// What SpSV solves, whatever is asked then (seen).
  cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseSpMatDescr matrix{}; ///< as it was given
  Matrix rows{};               ///< by rows, with copied values in the buffer
  void *buffer = nullptr;
};

} // namespace anywarp::cusparse

struct cusparseSpSVDescr : anywarp::cusparse::Analysis {};
struct cusparseSpSMDescr : anywarp::cusparse::Analysis {};

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;
constexpr auto kUnsupported = CUSPARSE_STATUS_NOT_SUPPORTED;
using Types = FloatTypes;

struct Diagonal {
  Matrix a;
  const void *values;
};
template <typename T, typename I> void replaceDiagonal(const Diagonal &p, library::Block block) {
  const I *offsets = static_cast<const I *>(p.a.offsets);
  const I *columns = static_cast<const I *>(p.a.indices);
  T *values = static_cast<T *>(const_cast<void *>(p.a.values));
  const Span rows = spanOf(block, p.a.rows);
  for (int64_t row = rows.begin; row < rows.end; ++row)
    for (int64_t i = offsets[row] - p.a.base; i < offsets[row + 1] - p.a.base; ++i)
      if (int64_t(columns[i]) - p.a.base == row)
        values[i] = static_cast<const T *>(p.values)[row];
}

bool isKnown(cusparseConstSpMatDescr_t a, bool takesSliced) {
  return a->format == CUSPARSE_FORMAT_CSR || a->format == CUSPARSE_FORMAT_COO ||
         (takesSliced && a->format == CUSPARSE_FORMAT_SLICED_ELLPACK);
}
cusparseStatus_t checkMatrix(cusparseOperation_t op, cusparseConstSpMatDescr_t a,
                             cudaDataType compute, bool takesSliced) {
  if (a->rows != a->cols || (isConjugate(op) && !isComplex(a->valueType)))
    return kInvalid;
  if (!isKnown(a, takesSliced) || a->indexType == CUSPARSE_INDEX_16U || a->batchCount > 1 ||
      !Types::has(a->valueType, compute, compute, compute))
    return kUnsupported;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t check(cusparseOperation_t op, cusparseConstSpMatDescr_t a,
                       cusparseConstDnVecDescr_t x, cusparseConstDnVecDescr_t y,
                       cudaDataType compute) {
  if (!isKnown(a, /*takesSliced=*/true))
    return kUnsupported;
  if (x->size != a->rows || y->size != a->rows)
    return kInvalid;
  if (cusparseStatus_t status = checkMatrix(op, a, compute, /*takesSliced=*/true))
    return status;
  return x->valueType == compute && y->valueType == compute ? CUSPARSE_STATUS_SUCCESS
                                                            : kUnsupported;
}
cusparseStatus_t check(cusparseOperation_t opA, cusparseOperation_t opB,
                       cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                       cusparseConstDnMatDescr_t c, cudaDataType compute) {
  if (!isKnown(a, /*takesSliced=*/false)) // comes first (seen)
    return kUnsupported;
  if (rowsOf(b, opB) != a->rows || c->rows != a->rows || colsOf(b, opB) != c->cols)
    return kInvalid;
  if (isConjugate(opB) && !isComplex(b->valueType))
    return kUnsupported;
  if (cusparseStatus_t status = checkMatrix(opA, a, compute, /*takesSliced=*/false))
    return status;
  return b->valueType == compute && c->valueType == compute && b->batchCount == 1 &&
                 c->batchCount == 1
             ? CUSPARSE_STATUS_SUCCESS
             : kUnsupported;
}

/// The copied values lie behind what toCsr takes.
void *carve(Carver &carver, cusparseConstSpMatDescr_t a) {
  carveCsr(carver, a, /*isTransposed=*/false);
  return carver.take(a->nnz * int64_t(sizeOf(a->valueType)));
}
size_t bufferSizeOf(cusparseConstSpMatDescr_t a) {
  Carver carver;
  (void)carve(carver, a);
  return std::max<size_t>(carver.size(), 256);
}

/// Stores `values`, in the order of the matrix's format, as those of the analysis.
void keepValues(Work &work, Analysis &analysis, void *values) {
  analysis.matrix.values = values;
  Carver carver(analysis.buffer);
  analysis.rows = toCsr(work, carver, &analysis.matrix, /*isTransposed=*/false);
  if (analysis.rows.values != values)
    return; // converted, which copied them
  Carver place(analysis.buffer);
  void *copy = carve(place, &analysis.matrix);
  const size_t size = size_t(analysis.matrix.nnz) * sizeOf(analysis.matrix.valueType);
  if (work.ok() && size)
    work.fail(statusOf(library::cu().cuMemcpyDtoDAsync(reinterpret_cast<CUdeviceptr>(copy),
                                                       reinterpret_cast<CUdeviceptr>(values), size,
                                                       work.stream())));
  analysis.rows.values = copy;
}
cusparseStatus_t analyse(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, Analysis &analysis,
                         void *buffer) {
  if (!buffer && a->nnz)
    return kInvalid;
  Work work(handle);
  analysis.matrix = *a;
  analysis.buffer = buffer;
  keepValues(work, analysis, a->values);
  analysis.isDone = work.ok();
  return work;
}
cusparseStatus_t updateValues(cusparseHandle_t handle, Analysis &analysis, void *values,
                              bool isDiagonal) {
  if (!analysis.isDone || !values)
    return kInvalid;
  Work work(handle);
  if (!isDiagonal) {
    keepValues(work, analysis, values);
    return work;
  }
  const Diagonal p{analysis.rows, values};
  Types::choose(analysis.matrix.valueType, analysis.matrix.valueType, analysis.matrix.valueType,
                analysis.matrix.valueType, [&]<typename T>(Combination<T, T, T, T>) {
                  chooseIndex(analysis.matrix.indexType, [&]<typename I>(Tag<I>) {
                    work.run<replaceDiagonal<T, I>>("cusparse_replaceDiagonal",
                                                    blocksFor(p.a.nnz + p.a.rows), p);
                  });
                });
  return work;
}
cusparseStatus_t solve(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpMatDescr_t a,
                       const Analysis &analysis, Substitution p) {
  if (!analysis.isDone)
    return CUSPARSE_STATUS_NOT_INITIALIZED; // (seen)
  if (analysis.matrix.rows != a->rows || analysis.matrix.valueType != a->valueType)
    return kInvalid;
  Work work(handle);
  p.a = analysis.rows;
  p.isUpper = a->fill == CUSPARSE_FILL_MODE_UPPER;
  p.isUnit = a->diagonal == CUSPARSE_DIAG_TYPE_UNIT && !analysis.hasDiagonal;
  p.isTransposed = isTransposed(op);
  p.isConjugate = isConjugate(op);
  launchSubstitution(work, a->valueType, a->indexType, p);
  return work;
}

} // namespace

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr) { return create(descr); }
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr) { return destroy(descr); }
/// Vectors and type of the sums are looked at by the solution only (seen).
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t, cusparseOperation_t opA, const void *,
                                         cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                         cusparseSpSVDescr_t, size_t *bufferSize) {
  if (cusparseStatus_t status = checkMatrix(opA, matA, matA->valueType, /*takesSliced=*/true))
    return status;
  *bufferSize = bufferSizeOf(matA);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
                                       const void *, cusparseConstSpMatDescr_t matA,
                                       cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                       cudaDataType, cusparseSpSVAlg_t,
                                       cusparseSpSVDescr_t spsvDescr, void *externalBuffer) {
  if (cusparseStatus_t status = checkMatrix(opA, matA, matA->valueType, /*takesSliced=*/true))
    return status;
  spsvDescr->op = opA;
  spsvDescr->hasDiagonal = false;
  return analyse(handle, matA, *spsvDescr, externalBuffer);
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    const void *alpha, cusparseConstSpMatDescr_t matA,
                                    cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                    cudaDataType computeType, cusparseSpSVAlg_t,
                                    cusparseSpSVDescr_t spsvDescr) {
  if (cusparseStatus_t status = check(opA, matA, vecX, vecY, computeType))
    return status;
  Substitution p{};
  p.b = {vecX->values, 1, 0};
  p.x = {vecY->values, 1, 0};
  p.columns = 1;
  p.alpha = Scalar(handle, alpha, sizeOf(computeType));
  return solve(handle, spsvDescr->op, matA, *spsvDescr, p);
}
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t spsvDescr,
                                           void *newValues, cusparseSpSVUpdate_t updatePart) {
  if (updatePart == CUSPARSE_SPSV_UPDATE_DIAGONAL)
    spsvDescr->hasDiagonal = true; // (seen)
  return updateValues(handle, *spsvDescr, newValues, updatePart == CUSPARSE_SPSV_UPDATE_DIAGONAL);
}

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr) { return create(descr); }
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr) { return destroy(descr); }
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void *,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t,
                                         cudaDataType computeType, cusparseSpSMAlg_t,
                                         cusparseSpSMDescr_t, size_t *bufferSize) {
  // C and how the types go together are looked at later (seen).
  if (!isKnown(matA, /*takesSliced=*/false))
    return kUnsupported;
  if (!Types::has(computeType, computeType, computeType, computeType)) // of SpSM only (seen)
    return kUnsupported;
  if (rowsOf(matB, opB) != matA->rows)
    return kInvalid;
  if (isConjugate(opB) && !isComplex(matB->valueType))
    return kUnsupported;
  if (cusparseStatus_t status = checkMatrix(opA, matA, matA->valueType, /*takesSliced=*/false))
    return status;
  *bufferSize = bufferSizeOf(matA);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
                                       cusparseOperation_t opB, const void *alpha,
                                       cusparseConstSpMatDescr_t matA,
                                       cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                                       cudaDataType computeType, cusparseSpSMAlg_t alg,
                                       cusparseSpSMDescr_t spsmDescr, void *externalBuffer) {
  // C and the types are looked at by the solution only (seen).
  size_t size;
  if (cusparseStatus_t status = cusparse::cusparseSpSM_bufferSize(
          handle, opA, opB, alpha, matA, matB, matC, computeType, alg, spsmDescr, &size))
    return status;
  return analyse(handle, matA, *spsmDescr, externalBuffer);
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    cusparseOperation_t opB, const void *alpha,
                                    cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                                    cusparseDnMatDescr_t matC, cudaDataType computeType,
                                    cusparseSpSMAlg_t, cusparseSpSMDescr_t spsmDescr) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, computeType))
    return status;
  Substitution p{};
  p.b = denseOf(matB, opB);
  p.x = denseOf(matC, CUSPARSE_OPERATION_NON_TRANSPOSE);
  p.columns = matC->cols;
  p.alpha = Scalar(handle, alpha, sizeOf(computeType));
  p.isConjugateB = isConjugate(opB);
  return solve(handle, opA, matA, *spsmDescr, p);
}
cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t spsmDescr,
                                           void *newValues, cusparseSpSMUpdate_t updatePart) {
  return updateValues(handle, *spsmDescr, newValues, updatePart == CUSPARSE_SPSM_UPDATE_DIAGONAL);
}

} // namespace anywarp::cusparse
