// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors of vectors and dense matrices. Arrays may be null, as seen.
#include "cusparse/Api.h"
#include "cusparse/Registry.h"
#include "cusparse/Run.h"

namespace anywarp::cusparse {
namespace {
constexpr auto kOk = CUSPARSE_STATUS_SUCCESS;
constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;
} // namespace

cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *spVecDescr, int64_t size,
                                          int64_t nnz, const void *indices, const void *values,
                                          cusparseIndexType_t idxType, cusparseIndexBase_t idxBase,
                                          cudaDataType valueType) {
  if (size < 0 || nnz < 0 || nnz > size || !isValid(idxType) || !isValid(idxBase) ||
      !sizeOf(valueType))
    return kInvalid;
  return create(spVecDescr,
                cusparseSpVecDescr{size, nnz, const_cast<void *>(indices),
                                   const_cast<void *>(values), idxType, idxBase, valueType});
}
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *spVecDescr, int64_t size, int64_t nnz,
                                     void *indices, void *values, cusparseIndexType_t idxType,
                                     cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return cusparse::cusparseCreateConstSpVec(const_cast<cusparseConstSpVecDescr_t *>(spVecDescr),
                                            size, nnz, indices, values, idxType, idxBase,
                                            valueType);
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr) {
  return destroy(spVecDescr);
}
cusparseStatus_t cusparseConstSpVecGet(cusparseConstSpVecDescr_t spVecDescr, int64_t *size,
                                       int64_t *nnz, const void **indices, const void **values,
                                       cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase,
                                       cudaDataType *valueType) {
  *size = spVecDescr->size;
  *nnz = spVecDescr->nnz;
  *indices = spVecDescr->indices;
  *values = spVecDescr->values;
  *idxType = spVecDescr->indexType;
  *idxBase = spVecDescr->base;
  *valueType = spVecDescr->valueType;
  return kOk;
}
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t spVecDescr, int64_t *size, int64_t *nnz,
                                  void **indices, void **values, cusparseIndexType_t *idxType,
                                  cusparseIndexBase_t *idxBase, cudaDataType *valueType) {
  return cusparse::cusparseConstSpVecGet(spVecDescr, size, nnz, const_cast<const void **>(indices),
                                         const_cast<const void **>(values), idxType, idxBase,
                                         valueType);
}
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t spVecDescr,
                                           cusparseIndexBase_t *idxBase) {
  *idxBase = spVecDescr->base;
  return kOk;
}
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t spVecDescr, void **values) {
  *values = spVecDescr->values;
  return kOk;
}
cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t spVecDescr,
                                             const void **values) {
  *values = spVecDescr->values;
  return kOk;
}
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t spVecDescr, void *values) {
  spVecDescr->values = values;
  return kOk;
}

cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *dnVecDescr, int64_t size,
                                          const void *values, cudaDataType valueType) {
  if (size < 0 || !sizeOf(valueType))
    return kInvalid;
  return create(dnVecDescr, cusparseDnVecDescr{size, const_cast<void *>(values), valueType});
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *dnVecDescr, int64_t size, void *values,
                                     cudaDataType valueType) {
  return cusparse::cusparseCreateConstDnVec(const_cast<cusparseConstDnVecDescr_t *>(dnVecDescr),
                                            size, values, valueType);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr) {
  return destroy(dnVecDescr);
}
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t dnVecDescr, int64_t *size,
                                       const void **values, cudaDataType *valueType) {
  *size = dnVecDescr->size;
  *values = dnVecDescr->values;
  *valueType = dnVecDescr->valueType;
  return kOk;
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t dnVecDescr, int64_t *size, void **values,
                                  cudaDataType *valueType) {
  return cusparse::cusparseConstDnVecGet(dnVecDescr, size, const_cast<const void **>(values),
                                         valueType);
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t dnVecDescr, void **values) {
  *values = dnVecDescr->values;
  return kOk;
}
cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t dnVecDescr,
                                             const void **values) {
  *values = dnVecDescr->values;
  return kOk;
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t dnVecDescr, void *values) {
  dnVecDescr->values = values;
  return kOk;
}

cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *dnMatDescr, int64_t rows,
                                          int64_t cols, int64_t ld, const void *values,
                                          cudaDataType valueType, cusparseOrder_t order) {
  if (rows < 0 || cols < 0 || !sizeOf(valueType) || !isValid(order) ||
      ld < (order == CUSPARSE_ORDER_COL ? rows : cols))
    return kInvalid;
  return create(dnMatDescr,
                cusparseDnMatDescr{rows, cols, ld, const_cast<void *>(values), valueType, order});
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols,
                                     int64_t ld, void *values, cudaDataType valueType,
                                     cusparseOrder_t order) {
  return cusparse::cusparseCreateConstDnMat(const_cast<cusparseConstDnMatDescr_t *>(dnMatDescr),
                                            rows, cols, ld, values, valueType, order);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t dnMatDescr) {
  return destroy(dnMatDescr);
}
cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t dnMatDescr, int64_t *rows,
                                       int64_t *cols, int64_t *ld, const void **values,
                                       cudaDataType *type, cusparseOrder_t *order) {
  *rows = dnMatDescr->rows;
  *cols = dnMatDescr->cols;
  *ld = dnMatDescr->ld;
  *values = dnMatDescr->values;
  *type = dnMatDescr->valueType;
  *order = dnMatDescr->order;
  return kOk;
}
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t dnMatDescr, int64_t *rows, int64_t *cols,
                                  int64_t *ld, void **values, cudaDataType *type,
                                  cusparseOrder_t *order) {
  return cusparse::cusparseConstDnMatGet(dnMatDescr, rows, cols, ld,
                                         const_cast<const void **>(values), type, order);
}
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t dnMatDescr, void **values) {
  *values = dnMatDescr->values;
  return kOk;
}
cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t dnMatDescr,
                                             const void **values) {
  *values = dnMatDescr->values;
  return kOk;
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t dnMatDescr, void *values) {
  dnMatDescr->values = values;
  return kOk;
}
/// Stride 0: all matrices are the same array.
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr, int batchCount,
                                              int64_t batchStride) {
  const int64_t lines =
      dnMatDescr->order == CUSPARSE_ORDER_COL ? dnMatDescr->cols : dnMatDescr->rows;
  if (batchCount <= 0 || (batchCount > 1 && batchStride && batchStride < dnMatDescr->ld * lines))
    return kInvalid;
  dnMatDescr->batchCount = batchCount;
  dnMatDescr->batchStride = batchStride;
  return kOk;
}
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr, int *batchCount,
                                              int64_t *batchStride) {
  *batchCount = dnMatDescr->batchCount;
  *batchStride = dnMatDescr->batchStride;
  return kOk;
}

} // namespace anywarp::cusparse
