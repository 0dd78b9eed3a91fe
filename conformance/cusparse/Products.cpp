// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SpMV, SpMM and SDDMM in all formats, operations, orders, bases, index types and types of values
// that the manual lists, against products of dense matrices.
#include "Sparse.h"

struct Types {
  cudaDataType a, x, y, compute;
};
static const Types kTypes[] = {
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F},
    {CUDA_C_16F, CUDA_C_16F, CUDA_C_16F, CUDA_C_32F},
    {CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF, CUDA_C_32F},
};
static const cusparseFormat_t kFormats[] = {
    CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC,         CUSPARSE_FORMAT_COO,
    CUSPARSE_FORMAT_BSR, CUSPARSE_FORMAT_BLOCKED_ELL, CUSPARSE_FORMAT_SLICED_ELLPACK};

static void checkVector(cusparseHandle_t h, const Types &t, cusparseFormat_t format,
                        cusparseOperation_t op, int base, cusparseIndexType_t index, Number alpha,
                        Number beta) {
  const bool complex = isComplex(t.compute);
  const Full a = sparse(30, 21, 5, 15, isComplex(t.a));
  const Sparse m = make(a, format, t.a, base, index, CUSPARSE_ORDER_COL);
  const Full f = operate(a, op);
  const std::vector<Number> x = integers(f.cols, 2, isComplex(t.x)),
                            y = integers(f.rows, 3, complex);
  const Vector vx(t.x, x), vy(t.y, y);
  const Factor al(t.compute, alpha), be(t.compute, beta);
  size_t size = 0;
  OK(cusparseSpMV_bufferSize(h, op, al, m.descr, vx.descr, be, vy.descr, t.compute,
                             CUSPARSE_SPMV_ALG_DEFAULT, &size));
  const Device buffer(size);
  OK(cusparseSpMV_preprocess(h, op, al, m.descr, vx.descr, be, vy.descr, t.compute,
                             CUSPARSE_SPMV_ALG_DEFAULT, buffer.get()));
  OK(cusparseSpMV(h, op, al, m.descr, vx.descr, be, vy.descr, t.compute, CUSPARSE_SPMV_ALG_DEFAULT,
                  buffer.get()));
  std::vector<Number> want(f.rows);
  for (int i = 0; i < f.rows; ++i) {
    Number sum = 0;
    for (int j = 0; j < f.cols; ++j)
      sum += f(i, j) * x[j];
    want[i] = alpha * sum + beta * y[i];
  }
  if (vy.read() != want) {
    std::printf("SpMV types %d %d %d %d format %d op %d base %d index %d: wrong\n", t.a, t.x, t.y,
                t.compute, format, op, base, index);
    ++failures;
  }
}

static void checkMatrix(cusparseHandle_t h, const Types &t, cusparseFormat_t format,
                        cusparseOperation_t opA, cusparseOperation_t opB, int orders, int base) {
  const bool complex = isComplex(t.a);
  const int columns = 11;
  const Full a = sparse(30, 21, 7, 12, complex);
  const Sparse m = make(a, format, t.a, base);
  const Full f = operate(a, opA);
  Full b = opB == kN ? full(f.cols, columns) : full(columns, f.cols);
  b.at = integers(b.at.size(), 8, complex);
  Full c = full(f.rows, columns);
  c.at = integers(c.at.size(), 9, complex);
  const Dense db(b, t.x, orders & 1 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Dense dc(c, t.y, orders & 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Factor al(t.compute, 2), be(t.compute, -1);
  size_t size = 0;
  if (format == CUSPARSE_FORMAT_BLOCKED_ELL && t.a == CUDA_R_8I &&
      bool(orders & 1) != (opB != kN)) { // seen on an H200
    EXPECT(CUSPARSE_STATUS_NOT_SUPPORTED,
           cusparseSpMM_bufferSize(h, opA, opB, al, m.descr, db.descr, be, dc.descr, t.compute,
                                   CUSPARSE_SPMM_ALG_DEFAULT, &size));
    return;
  }
  OK(cusparseSpMM_bufferSize(h, opA, opB, al, m.descr, db.descr, be, dc.descr, t.compute,
                             CUSPARSE_SPMM_ALG_DEFAULT, &size));
  const Device buffer(size);
  OK(cusparseSpMM(h, opA, opB, al, m.descr, db.descr, be, dc.descr, t.compute,
                  CUSPARSE_SPMM_ALG_DEFAULT, buffer.get()));
  Full want = multiply(f, operate(b, opB));
  for (size_t i = 0; i < want.at.size(); ++i)
    want.at[i] = 2.0 * want.at[i] - c.at[i];
  if (!dc.holds(want)) {
    std::printf("SpMM types %d %d %d %d format %d op %d %d orders %d base %d: wrong\n", t.a, t.x,
                t.y, t.compute, format, opA, opB, orders, base);
    ++failures;
  }
}

static void checkSampled(cusparseHandle_t h, cudaDataType type, cusparseFormat_t format,
                         cusparseOperation_t opA, cusparseOperation_t opB, int orders) {
  const bool complex = isComplex(type);
  Full a = opA == kN ? full(12, 7) : full(7, 12), b = opB == kN ? full(7, 15) : full(15, 7);
  a.at = integers(a.at.size(), 1, complex);
  b.at = integers(b.at.size(), 2, complex);
  const Full c = sparse(12, 15, 3, 30, complex);
  const Sparse m = make(c, format, type, 1);
  const Dense da(a, type, orders & 1 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Dense db(b, type, orders & 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Factor al(type, 3), be(type, 2);
  size_t size = 0;
  if (format == CUSPARSE_FORMAT_BSR) { // of a size that is not supported (seen)
    static_assert(kBlock == 3);
    if (cusparseSDDMM_bufferSize(h, opA, opB, al, da.descr, db.descr, be, m.descr, type,
                                 CUSPARSE_SDDMM_ALG_DEFAULT,
                                 &size) != CUSPARSE_STATUS_NOT_SUPPORTED)
      ++failures;
    return;
  }
  OK(cusparseSDDMM_bufferSize(h, opA, opB, al, da.descr, db.descr, be, m.descr, type,
                              CUSPARSE_SDDMM_ALG_DEFAULT, &size));
  const Device buffer(size);
  OK(cusparseSDDMM_preprocess(h, opA, opB, al, da.descr, db.descr, be, m.descr, type,
                              CUSPARSE_SDDMM_ALG_DEFAULT, buffer.get()));
  OK(cusparseSDDMM(h, opA, opB, al, da.descr, db.descr, be, m.descr, type,
                   CUSPARSE_SDDMM_ALG_DEFAULT, buffer.get()));
  const Full p = multiply(operate(a, opA), operate(b, opB));
  std::vector<Number> want;
  for (int i = 0; i < c.rows; ++i)
    for (int j = 0; j < c.cols; ++j)
      if (c(i, j) != 0.0)
        want.push_back(3.0 * p(i, j) + 2.0 * c(i, j));
  if (m.values.read(type, want.size()) != want || size_t(m.stored) != want.size()) {
    std::printf("SDDMM type %d format %d op %d %d orders %d: wrong\n", type, format, opA, opB,
                orders);
    ++failures;
  }
}

/// Matrices of a batch with strides of their own.
static void checkBatch(cusparseHandle_t h) {
  constexpr int kCount = 3, kRows = 6, kCols = 5, kColumns = 4;
  const auto type = CUDA_R_64F;
  const Full a = sparse(kRows, kCols, 4, 40, false);
  const Rows r = compress(a, 0);
  const auto nnz = int64_t(r.columns.size());
  std::vector<int> offsets, columns;
  std::vector<Number> values, b = integers(kCount * kCols * kColumns, 5, false);
  for (int i = 0; i < kCount; ++i) {
    for (int64_t x : r.offsets)
      offsets.push_back(int(x));
    for (int64_t x : r.columns)
      columns.push_back(int(x));
    for (Number x : r.values)
      values.push_back(x * double(i + 1));
  }
  const Device dOffsets(offsets), dColumns(columns), dValues(type, values), dB(type, b),
      dC(kCount * kRows * kColumns * 8);
  cusparseSpMatDescr_t m;
  cusparseDnMatDescr_t mb, mc;
  OK(cusparseCreateCsr(&m, kRows, kCols, nnz, dOffsets.get(), dColumns.get(), dValues.get(),
                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
  OK(cusparseCsrSetStridedBatch(m, kCount, kRows + 1, nnz));
  OK(cusparseCreateDnMat(&mb, kCols, kColumns, kCols, dB.get(), type, CUSPARSE_ORDER_COL));
  OK(cusparseDnMatSetStridedBatch(mb, kCount, kCols * kColumns));
  OK(cusparseCreateDnMat(&mc, kRows, kColumns, kRows, dC.get(), type, CUSPARSE_ORDER_COL));
  OK(cusparseDnMatSetStridedBatch(mc, kCount, kRows * kColumns));
  const Factor one(type, 1), zero(type, 0);
  size_t size;
  OK(cusparseSpMM_bufferSize(h, kN, kN, one, m, mb, zero, mc, type, CUSPARSE_SPMM_CSR_ALG1, &size));
  const Device buffer(size);
  OK(cusparseSpMM(h, kN, kN, one, m, mb, zero, mc, type, CUSPARSE_SPMM_CSR_ALG1, buffer.get()));
  const std::vector<Number> c = dC.read(type, kCount * kRows * kColumns);
  for (int batch = 0; batch < kCount; ++batch)
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kColumns; ++j) {
        Number sum = 0;
        for (int k = 0; k < kCols; ++k)
          sum += double(batch + 1) * a(i, k) * b[batch * kCols * kColumns + j * kCols + k];
        CHECK(c[batch * kRows * kColumns + j * kRows + i] == sum);
      }
  OK(cusparseDestroySpMat(m));
  OK(cusparseDestroyDnMat(mb));
  OK(cusparseDestroyDnMat(mc));
}

/// Formats in blocks have plain products only, and not all types (seen).
static bool isOffered(cusparseFormat_t format, cusparseOperation_t op, const Types &t) {
  if (format == CUSPARSE_FORMAT_BLOCKED_ELL)
    return op == kN && !isComplex(t.a) && !(t.a == CUDA_R_8I && t.compute == CUDA_R_32F);
  return format != CUSPARSE_FORMAT_BSR || (op == kN && t.a != CUDA_C_16F && t.a != CUDA_C_16BF);
}

/// What is not offered is refused.
static void checkRefusals(cusparseHandle_t h) {
  const Full a = sparse(30, 21, 5, 15, false);
  const Vector x(CUDA_R_32F, integers(30, 2, false)), y(CUDA_R_32F, integers(21, 3, false));
  const Factor one(CUDA_R_32F, 1);
  size_t size = 0;
  const Sparse blocks = make(a, CUSPARSE_FORMAT_BSR, CUDA_R_32F, 0);
  EXPECT(CUSPARSE_STATUS_NOT_SUPPORTED,
         cusparseSpMV_bufferSize(h, kT, one, blocks.descr, x.descr, one, y.descr, CUDA_R_32F,
                                 CUSPARSE_SPMV_ALG_DEFAULT, &size));
  const Sparse triangle = make(a, CUSPARSE_FORMAT_CSR, CUDA_R_32F, 0);
  const cusparseFillMode_t upper = CUSPARSE_FILL_MODE_UPPER;
  OK(cusparseSpMatSetAttribute(triangle.descr, CUSPARSE_SPMAT_FILL_MODE,
                               const_cast<cusparseFillMode_t *>(&upper), sizeof upper));
  EXPECT(CUSPARSE_STATUS_NOT_SUPPORTED,
         cusparseSpMV_bufferSize(h, kT, one, triangle.descr, x.descr, one, y.descr, CUDA_R_32F,
                                 CUSPARSE_SPMV_ALG_DEFAULT, &size));
}

int main() {
  Handle h;
  checkRefusals(h);
  for (const Types &t : kTypes)
    for (cusparseFormat_t format : kFormats)
      for (cusparseOperation_t op : {kN, kT, kC}) {
        if (op == kC && !isComplex(t.a))
          continue;
        if (format != CUSPARSE_FORMAT_BLOCKED_ELL && !(format == CUSPARSE_FORMAT_BSR && op != kN)) {
          for (int base : {0, 1})
            checkVector(h, t, format, op, base, CUSPARSE_INDEX_32I, 2, -1);
          checkVector(h, t, format, op, 0, CUSPARSE_INDEX_64I, 3, 0);
        }
        if (format != CUSPARSE_FORMAT_SLICED_ELLPACK && isOffered(format, op, t))
          for (int orders = 0; orders < 4; ++orders)
            for (cusparseOperation_t opB : {kN, kT})
              checkMatrix(h, t, format, op, opB, orders, orders & 1);
      }
  for (cusparseFormat_t format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO})
    for (cusparseOperation_t op : {kN, kT}) {
      checkVector(h, {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F}, format, op, 0,
                  CUSPARSE_INDEX_32I, {1, 2}, {0, -1});
      checkVector(h, {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F}, format, op, 1,
                  CUSPARSE_INDEX_32I, {1, 2}, {0, -1});
    }
  for (cudaDataType type : {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F})
    for (cusparseFormat_t format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_BSR})
      for (cusparseOperation_t opA : {kN, kT})
        for (cusparseOperation_t opB : {kN, kT})
          for (int orders = 0; orders < 4; ++orders)
            checkSampled(h, type, format, opA, opB, orders);
  checkBatch(h);
  return failures != 0;
}
