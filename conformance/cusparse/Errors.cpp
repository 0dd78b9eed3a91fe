// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What descriptors accept and refuse, and the errors of operations. All statuses are seen.
#include "Sparse.h"

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;
constexpr auto kUnsupported = CUSPARSE_STATUS_NOT_SUPPORTED;
constexpr auto kOk = CUSPARSE_STATUS_SUCCESS;
constexpr auto k16 = CUSPARSE_INDEX_16U, k32 = CUSPARSE_INDEX_32I, k64 = CUSPARSE_INDEX_64I;
constexpr auto kZero = CUSPARSE_INDEX_BASE_ZERO;
constexpr auto kFloat = CUDA_R_32F;
static char memory[4096];
static void *const p = memory;

static void checkManagement() {
  EXPECT(kInvalid, cusparseCreate(nullptr));
  EXPECT(kOk, cusparseDestroy(nullptr));
  int number;
  EXPECT(kInvalid, cusparseGetVersion(nullptr, &number));
  EXPECT(kInvalid, cusparseGetProperty(MAJOR_VERSION, nullptr));
  EXPECT(kInvalid, cusparseGetProperty(libraryPropertyType(9), &number));
  EXPECT(kInvalid, cusparseSetStream(nullptr, nullptr));
  EXPECT(kInvalid, cusparseSetPointerMode(nullptr, CUSPARSE_POINTER_MODE_HOST));
  EQUAL(std::string("CUSPARSE_STATUS_ZERO_PIVOT"),
        std::string(cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT)));
  EQUAL(std::string("kernel launch failure"),
        std::string(cusparseGetErrorString(CUSPARSE_STATUS_EXECUTION_FAILED)));
  EQUAL(std::string("unrecognized error code"),
        std::string(cusparseGetErrorString(cusparseStatus_t(77))));
  static std::string heard;
  static int level = 0;
  EXPECT(kOk, cusparseLoggerSetCallback([](int l, const char *function, const char *) {
           level = l;
           heard = function;
         }));
  EXPECT(kOk, cusparseLoggerSetLevel(1));
  EXPECT(kInvalid, cusparseSetStream(nullptr, nullptr));
  EQUAL(std::string("cusparseSetStream"), heard.substr(0, 17));
  EQUAL(1, level);
  EXPECT(kOk, cusparseLoggerSetCallback(nullptr));
  EXPECT(kInvalid, cusparseLoggerSetLevel(9));
  EXPECT(kOk, cusparseLoggerSetLevel(0));
  EXPECT(kOk, cusparseLoggerSetMask(99));
  EXPECT(kInvalid, cusparseLoggerOpenFile("/nonexistent/file"));
  EXPECT(kOk, cusparseLoggerForceDisable());
}

static void checkOldDescriptors() {
  cusparseMatDescr_t d;
  EXPECT(kInvalid, cusparseCreateMatDescr(nullptr));
  EXPECT(kOk, cusparseDestroyMatDescr(nullptr));
  EXPECT(kOk, cusparseCreateMatDescr(&d));
  EXPECT(kInvalid, cusparseSetMatType(d, cusparseMatrixType_t(7)));
  EXPECT(CUSPARSE_STATUS_NOT_INITIALIZED, cusparseSetMatType(nullptr, cusparseMatrixType_t(0)));
  EXPECT(kInvalid, cusparseSetMatFillMode(d, cusparseFillMode_t(3)));
  EXPECT(kInvalid, cusparseSetMatDiagType(d, cusparseDiagType_t(3)));
  EXPECT(kInvalid, cusparseSetMatIndexBase(d, cusparseIndexBase_t(3)));
  EXPECT(kOk, cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
  EQUAL(CUSPARSE_MATRIX_TYPE_SYMMETRIC, cusparseGetMatType(d));
  EQUAL(-1, int(cusparseGetMatType(nullptr)));
  EXPECT(kOk, cusparseDestroyMatDescr(d));
  EXPECT(kOk, cusparseDestroyCsrilu02Info(nullptr));
  EXPECT(kOk, cusparseDestroyCsric02Info(nullptr));
  EXPECT(kOk, cusparseDestroyBsrsv2Info(nullptr));
  EXPECT(kOk, cusparseDestroyColorInfo(nullptr));
  EXPECT(kOk, cusparseDestroyPruneInfo(nullptr));
  EXPECT(kOk, cusparseDestroyCsru2csrInfo(nullptr));
}

static void checkVectors() {
  cusparseSpVecDescr_t s;
  const auto make = [&](int64_t size, int64_t nnz, cusparseIndexType_t type,
                        cusparseIndexBase_t base, cudaDataType value) {
    s = nullptr;
    const cusparseStatus_t status = cusparseCreateSpVec(&s, size, nnz, p, p, type, base, value);
    if (!status)
      EXPECT(kOk, cusparseDestroySpVec(s));
    return status;
  };
  EXPECT(kOk, make(10, 3, k32, kZero, kFloat));
  EXPECT(kOk, make(0, 0, k32, kZero, kFloat));
  EXPECT(kOk, make(10, 3, k16, kZero, kFloat));
  EXPECT(kInvalid, make(-1, 3, k32, kZero, kFloat));
  EXPECT(kInvalid, make(10, -1, k32, kZero, kFloat));
  EXPECT(kInvalid, make(10, 11, k32, kZero, kFloat));
  EXPECT(kInvalid, make(10, 3, cusparseIndexType_t(7), kZero, kFloat));
  EXPECT(kInvalid, make(10, 3, k32, cusparseIndexBase_t(5), kFloat));
  EXPECT(kInvalid, make(10, 3, k32, kZero, cudaDataType(77)));
  EXPECT(kInvalid, cusparseCreateSpVec(nullptr, 10, 3, p, p, k32, kZero, kFloat));
  EXPECT(kOk, cusparseDestroySpVec(nullptr));
  cusparseDnVecDescr_t v;
  EXPECT(kInvalid, cusparseCreateDnVec(&v, -1, p, kFloat));
  EXPECT(kInvalid, cusparseCreateDnVec(nullptr, 1, p, kFloat));
  for (int type = 0; type < 34; ++type) {
    const bool isKnown = type <= 6 || type == 10 || type == 14 || type == 15;
    EXPECT(isKnown ? kOk : kInvalid, cusparseCreateDnVec(&v, 10, nullptr, cudaDataType(type)));
    if (isKnown)
      EXPECT(kOk, cusparseDestroyDnVec(v));
  }
  EXPECT(kOk, cusparseDestroyDnVec(nullptr));
  cusparseDnMatDescr_t m;
  const auto dense = [&](int64_t rows, int64_t cols, int64_t ld, cusparseOrder_t order) {
    const cusparseStatus_t status = cusparseCreateDnMat(&m, rows, cols, ld, p, kFloat, order);
    if (!status)
      EXPECT(kOk, cusparseDestroyDnMat(m));
    return status;
  };
  EXPECT(kInvalid, dense(4, 6, 3, CUSPARSE_ORDER_COL));
  EXPECT(kOk, dense(4, 6, 4, CUSPARSE_ORDER_COL));
  EXPECT(kInvalid, dense(4, 6, 5, CUSPARSE_ORDER_ROW));
  EXPECT(kInvalid, dense(4, 6, 6, cusparseOrder_t(3)));
  EXPECT(kOk, dense(4, 0, 0, CUSPARSE_ORDER_ROW));
  EXPECT(kInvalid, dense(-1, 6, 6, CUSPARSE_ORDER_ROW));
  EXPECT(kOk, cusparseCreateDnMat(&m, 4, 6, 6, p, kFloat, CUSPARSE_ORDER_ROW));
  EXPECT(kInvalid, cusparseDnMatSetStridedBatch(m, 0, 0));
  EXPECT(kInvalid, cusparseDnMatSetStridedBatch(m, 2, 23));
  EXPECT(kOk, cusparseDnMatSetStridedBatch(m, 2, 24));
  EXPECT(kOk, cusparseDnMatSetStridedBatch(m, 2, 0));
  EXPECT(kOk, cusparseDestroyDnMat(m));
}

static cusparseSpMatDescr_t last = nullptr;
/// Destroys what the call made.
static cusparseStatus_t done(cusparseStatus_t status) {
  if (!status)
    EXPECT(kOk, cusparseDestroySpMat(last));
  return status;
}
static void checkMatrices() {
  const auto csr = [&](int64_t rows, int64_t cols, int64_t nnz, cusparseIndexType_t o,
                       cusparseIndexType_t i) {
    return done(cusparseCreateCsr(&last, rows, cols, nnz, p, p, p, o, i, kZero, kFloat));
  };
  EXPECT(kOk, csr(4, 6, 9, k32, k32));
  EXPECT(kOk, csr(4, 6, 9, k64, k64));
  EXPECT(kOk, csr(4, 6, 9, k16, k16));
  EXPECT(kUnsupported, csr(4, 6, 9, k64, k32));
  EXPECT(kUnsupported, csr(4, 6, 9, k32, k64));
  EXPECT(kUnsupported, csr(4, 6, 9, k16, k32));
  EXPECT(kInvalid, csr(4, 6, 9, cusparseIndexType_t(0), k32));
  EXPECT(kInvalid, csr(4, 6, 25, k32, k32));
  EXPECT(kInvalid, csr(-4, 6, 9, k32, k32));
  EXPECT(kOk, csr(4, 0, 0, k32, k32));
  const auto ell = [&](int64_t rows, int64_t block, int64_t cols) {
    return done(cusparseCreateBlockedEll(&last, rows, 8, block, cols, p, p, k32, kZero, kFloat));
  };
  EXPECT(kOk, ell(8, 2, 4));
  EXPECT(kOk, ell(8, 2, 0));
  EXPECT(kInvalid, ell(8, 3, 6));
  EXPECT(kInvalid, ell(8, 2, 3));
  EXPECT(kInvalid, ell(8, 2, 10));
  EXPECT(kInvalid, ell(8, 0, 4));
  EXPECT(kInvalid, ell(0, 2, 4));
  EXPECT(kInvalid, ell(7, 2, 4));
  const auto bsr = [&](int64_t nnz, int64_t rows, int64_t cols, cusparseIndexType_t o,
                       cusparseIndexType_t i, int order) {
    return done(cusparseCreateBsr(&last, 4, 4, nnz, rows, cols, p, p, p, o, i, kZero, kFloat,
                                  cusparseOrder_t(order)));
  };
  EXPECT(kOk, bsr(3, 2, 2, k32, k32, 1));
  EXPECT(kInvalid, bsr(17, 2, 2, k32, k32, 1));
  EXPECT(kInvalid, bsr(3, 2, 3, k32, k32, 1));
  EXPECT(kUnsupported, bsr(3, 2, 2, k64, k32, 1));
  EXPECT(kInvalid, bsr(3, 0, 2, k32, k32, 1));
  EXPECT(kInvalid, bsr(3, 2, 2, k32, k32, 0));
  const auto sell = [&](int64_t nnz, int64_t values, int64_t slice, cusparseIndexType_t o) {
    return done(
        cusparseCreateSlicedEll(&last, 8, 8, nnz, values, slice, p, p, p, o, k32, kZero, kFloat));
  };
  EXPECT(kOk, sell(5, 16, 2, k32));
  EXPECT(kInvalid, sell(5, 3, 2, k32));
  EXPECT(kOk, sell(5, 16, 0, k32));
  EXPECT(kUnsupported, sell(5, 16, 2, k64));

  cusparseSpMatDescr_t m;
  EXPECT(kOk, cusparseCreateCsr(&m, 4, 6, 9, p, p, p, k32, k32, kZero, kFloat));
  EXPECT(kOk, cusparseCsrSetStridedBatch(m, 2, 5, 9));
  EXPECT(kInvalid, cusparseCsrSetStridedBatch(m, 2, 4, 9));
  EXPECT(kOk, cusparseCsrSetStridedBatch(m, 2, 0, 9));
  EXPECT(kInvalid, cusparseCsrSetStridedBatch(m, 2, 5, 8));
  EXPECT(kInvalid, cusparseCsrSetStridedBatch(m, 0, 5, 9));
  EXPECT(kInvalid, cusparseCooSetStridedBatch(m, 2, 9));
  EXPECT(kInvalid, cusparseCscSetPointers(m, p, p, p));
  EXPECT(kInvalid, cusparseCooSetPointers(m, p, p, p));
  EXPECT(kOk, cusparseCsrSetPointers(m, p, nullptr, nullptr));
  int value = 9;
  EXPECT(kOk, cusparseSpMatSetAttribute(m, CUSPARSE_SPMAT_FILL_MODE, &value, 4));
  EXPECT(kInvalid, cusparseSpMatSetAttribute(m, CUSPARSE_SPMAT_FILL_MODE, &value, 8));
  EXPECT(kInvalid, cusparseSpMatSetAttribute(m, CUSPARSE_SPMAT_FILL_MODE, nullptr, 4));
  EXPECT(kInvalid, cusparseSpMatSetAttribute(m, cusparseSpMatAttribute_t(5), &value, 4));
  EXPECT(kInvalid, cusparseSpMatGetAttribute(m, CUSPARSE_SPMAT_FILL_MODE, &value, 1));
  int64_t rows, cols;
  EXPECT(kInvalid, cusparseSpMatGetSize(m, &rows, &cols, nullptr));
  EXPECT(kOk, cusparseDestroySpMat(m));
  EXPECT(kOk, cusparseDestroySpMat(nullptr));
  cusparseFormat_t format;
  EXPECT(kInvalid, cusparseSpMatGetFormat(nullptr, &format));
  cusparseSpGEMMDescr_t product;
  int64_t count = 7;
  EXPECT(kInvalid, cusparseSpGEMM_createDescr(nullptr));
  EXPECT(kOk, cusparseSpGEMM_createDescr(&product));
  EXPECT(kOk, cusparseSpGEMM_getNumProducts(product, &count));
  EQUAL(0, count);
  EXPECT(kInvalid, cusparseSpGEMM_getNumProducts(nullptr, &count));
  EXPECT(kOk, cusparseSpGEMM_destroyDescr(product));
  EXPECT(kOk, cusparseSpGEMM_destroyDescr(nullptr));
  EXPECT(kOk, cusparseSpSV_destroyDescr(nullptr));
  EXPECT(kOk, cusparseSpSM_destroyDescr(nullptr));
}

static void checkOperations(cusparseHandle_t h) {
  const Full a = sparse(5, 4, 3, 50, false);
  const Sparse m = make(a, CUSPARSE_FORMAT_CSR, kFloat);
  const Vector x(kFloat, std::vector<Number>(4)), y(kFloat, std::vector<Number>(5));
  const Vector wide(CUDA_R_64F, std::vector<Number>(4));
  const float one = 1;
  size_t size;
  const auto sized = [&](cusparseHandle_t handle, cusparseOperation_t op, const Vector &from,
                         const Vector &to, cudaDataType compute, cusparseSpMVAlg_t algorithm) {
    return cusparseSpMV_bufferSize(handle, op, &one, m.descr, from.descr, &one, to.descr, compute,
                                   algorithm, &size);
  };
  const auto byDefault = CUSPARSE_SPMV_ALG_DEFAULT;
  EXPECT(kOk, sized(h, kN, x, y, kFloat, byDefault));
  EXPECT(kInvalid, sized(nullptr, kN, x, y, kFloat, byDefault));
  EXPECT(kInvalid, sized(h, kC, y, x, kFloat, byDefault));
  EXPECT(kInvalid, sized(h, kN, x, y, kFloat, CUSPARSE_SPMV_COO_ALG1));
  EXPECT(kUnsupported, sized(h, kN, x, y, CUDA_R_64F, byDefault));
  EXPECT(kUnsupported, sized(h, kN, wide, y, kFloat, byDefault));
  EXPECT(kInvalid, sized(h, kN, y, x, kFloat, byDefault));
  EXPECT(kInvalid, sized(h, cusparseOperation_t(3), x, y, kFloat, byDefault));
  double *q = nullptr;
  EXPECT(kInvalid, cusparseDgtsvInterleavedBatch_bufferSizeExt(h, 5, 8, q, q, q, q, 2, &size));
  EXPECT(kOk, cusparseDgtsv2_bufferSizeExt(h, 2, 1, q, q, q, q, 1, &size));
}

int main() {
  checkManagement();
  checkOldDescriptors();
  checkVectors();
  checkMatrices();
  Handle h;
  checkOperations(h);
  return failures != 0;
}
