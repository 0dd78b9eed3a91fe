// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of the older interface: gemvi, bsrmv, bsrxmv, bsrmm; sparse vectors of all types;
// compression.
#include "Sparse.h"

static cusparseMatDescr_t descriptor(int base) {
  cusparseMatDescr_t d;
  OK(cusparseCreateMatDescr(&d));
  OK(cusparseSetMatIndexBase(d, cusparseIndexBase_t(base)));
  return d;
}

/// A conjugated matrix is refused (seen).
static void checkGemvi(cusparseHandle_t h, cusparseOperation_t op, int base) {
  const int m = 12, n = 9, lda = m + 1;
  const auto type = CUDA_C_32F;
  using T = cuComplex;
  Full a = full(m, n);
  a.at = integers(a.at.size(), 1, true);
  std::vector<Number> stored(size_t(lda) * n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      stored[size_t(j) * lda + i] = a(i, j);
  const Full f = operate(a, op);
  std::vector<int> at{1, 4, 7};
  const std::vector<Number> x = integers(at.size(), 2, true), y = integers(f.rows, 3, true);
  std::vector<int> shifted = at;
  for (int &i : shifted)
    i += base;
  const Device dA(type, stored), dX(type, x), dY(type, y), dAt(shifted);
  const T alpha{2, 1}, beta{-1, 0};
  int size;
  OK(cusparseCgemvi_bufferSize(h, op, m, n, int(at.size()), &size));
  const Device buffer(size);
  const auto run = [&](cusparseOperation_t chosen) {
    return cusparseCgemvi(h, chosen, m, n, &alpha, dA.get<T>(), lda, int(at.size()), dX.get<T>(),
                          dAt.get<int>(), &beta, dY.get<T>(), cusparseIndexBase_t(base),
                          buffer.get());
  };
  EXPECT(CUSPARSE_STATUS_INVALID_VALUE, run(kC));
  OK(run(op));
  std::vector<Number> want(f.rows);
  for (int i = 0; i < f.rows; ++i) {
    Number sum = 0;
    for (size_t k = 0; k < at.size(); ++k)
      sum += f(i, at[k]) * x[k];
    want[i] = Number(2, 1) * sum - y[i];
  }
  CHECK(dY.read(type, f.rows) == want);
}

static void checkBlocks(cusparseHandle_t h, cusparseDirection_t direction) {
  const int rows = 18, cols = 12, columns = 5, mb = rows / kBlock, nb = cols / kBlock;
  const Full a = sparse(rows, cols, 9, 20, false);
  const Sparse m =
      make(a, CUSPARSE_FORMAT_BSR, CUDA_R_64F, 1, CUSPARSE_INDEX_32I,
           direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const int nnzb = int(m.stored) / (kBlock * kBlock);
  const cusparseMatDescr_t descr = descriptor(1);
  auto *values = m.values.get<double>();
  const int *offsets = m.offsets.get<int>(), *indices = m.columns.get<int>();
  const double alpha = 3, beta = -2;
  const std::vector<Number> x = integers(cols, 4, false), y = integers(rows, 5, false);
  const Device dX(CUDA_R_64F, x), dY(CUDA_R_64F, y), dMasked(CUDA_R_64F, y);
  OK(cusparseDbsrmv(h, direction, kN, mb, nb, nnzb, &alpha, descr, values, offsets, indices, kBlock,
                    dX.get<double>(), &beta, dY.get<double>()));
  // Block rows 2 and 5 only, the latter without its last block.
  std::vector<int> begins = m.offsets.read<int>(mb + 1), ends(begins.begin() + 1, begins.end());
  begins.pop_back();
  const bool isShort = ends[4] > begins[4];
  if (isShort)
    --ends[4];
  const int dropped = isShort ? m.columns.read<int>(nnzb)[ends[4] - 1] - 1 : -1;
  const Device dMask(std::vector<int>{2, 5}), dBegins(begins), dEnds(ends);
  OK(cusparseDbsrxmv(h, direction, kN, 2, mb, nb, nnzb, &alpha, descr, values, dMask.get<int>(),
                     dBegins.get<int>(), dEnds.get<int>(), indices, kBlock, dX.get<double>(), &beta,
                     dMasked.get<double>()));
  std::vector<Number> want(rows), masked(rows);
  for (int i = 0; i < rows; ++i) {
    Number sum = 0, part = 0;
    for (int j = 0; j < cols; ++j) {
      sum += a(i, j) * x[j];
      if (!(i / kBlock == 4 && j / kBlock == dropped))
        part += a(i, j) * x[j];
    }
    want[i] = 3.0 * sum - 2.0 * y[i];
    masked[i] = i / kBlock == 1 || i / kBlock == 4 ? 3.0 * part - 2.0 * y[i] : y[i];
  }
  CHECK(dY.read(CUDA_R_64F, rows) == want);
  CHECK(dMasked.read(CUDA_R_64F, rows) == masked);
  for (cusparseOperation_t transB : {kN, kT}) {
    Full b = full(cols, columns), c = full(rows, columns);
    b.at = integers(b.at.size(), 6, false);
    c.at = integers(c.at.size(), 7, false);
    const Dense dB(operate(b, transB), CUDA_R_64F, CUSPARSE_ORDER_COL),
        dC(c, CUDA_R_64F, CUSPARSE_ORDER_COL);
    OK(cusparseDbsrmm(h, direction, kN, transB, mb, columns, nb, nnzb, &alpha, descr, values,
                      offsets, indices, kBlock, dB.values.get<double>(), dB.ld, &beta,
                      dC.values.get<double>(), dC.ld));
    Full product = multiply(a, b);
    for (size_t i = 0; i < product.at.size(); ++i)
      product.at[i] = 3.0 * product.at[i] - 2.0 * c.at[i];
    CHECK(dC.holds(product));
  }
  OK(cusparseDestroyMatDescr(descr));
}

static void checkVectors(cusparseHandle_t h, cudaDataType type, cudaDataType compute,
                         cusparseIndexType_t index, int base) {
  const bool complex = isComplex(type);
  const std::vector<int64_t> at{9, 2, 5, 14};
  std::vector<int64_t> shifted = at;
  for (int64_t &i : shifted)
    i += base;
  const std::vector<Number> xs = integers(at.size(), 1, complex), ys = integers(16, 2, complex);
  const Device where = indices(index, shifted), values(type, xs);
  const Vector y(type, ys);
  cusparseSpVecDescr_t x;
  OK(cusparseCreateSpVec(&x, 16, int64_t(at.size()), where.get(), values.get(), index,
                         cusparseIndexBase_t(base), type));
  const Factor two(compute, 2), three(compute, 3);
  std::vector<Number> wantX = xs, wantY = ys;
  if (type != CUDA_R_8I) {
    OK(cusparseRot(h, two, three, x, y.descr));
    for (size_t k = 0; k < at.size(); ++k) {
      const Number old = wantX[k];
      wantX[k] = 2.0 * old + 3.0 * wantY[at[k]];
      wantY[at[k]] = 2.0 * wantY[at[k]] - 3.0 * old;
    }
    CHECK(values.read(type, at.size()) == wantX && y.read() == wantY);
    OK(cusparseAxpby(h, three, x, two, y.descr));
    for (Number &v : wantY)
      v *= 2;
    for (size_t k = 0; k < at.size(); ++k)
      wantY[at[k]] += 3.0 * wantX[k];
    CHECK(y.read() == wantY);
  }
  Device result(16);
  size_t size;
  OK(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_DEVICE));
  for (cusparseOperation_t op : {kN, kC}) {
    if (op == kC && !complex)
      continue;
    OK(cusparseSpVV_bufferSize(h, op, x, y.descr, result.get(), compute, &size));
    const Device buffer(size);
    OK(cusparseSpVV(h, op, x, y.descr, result.get(), compute, buffer.get()));
    Number sum = 0;
    for (size_t k = 0; k < at.size(); ++k)
      sum += (op == kC ? std::conj(wantX[k]) : wantX[k]) * wantY[at[k]];
    CHECK(result.read(compute, 1)[0] == sum);
  }
  OK(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST));
  OK(cusparseGather(h, y.descr, x));
  for (size_t k = 0; k < at.size(); ++k)
    wantX[k] = wantY[at[k]];
  CHECK(values.read(type, at.size()) == wantX);
  const Vector empty(type, std::vector<Number>(16));
  OK(cusparseScatter(h, x, empty.descr));
  std::vector<Number> scattered(16);
  for (size_t k = 0; k < at.size(); ++k)
    scattered[at[k]] = wantX[k];
  CHECK(empty.read() == scattered);
  OK(cusparseDestroySpVec(x));
}

/// Entries that are not above the tolerance go; all are positive here, see what is seen of others.
static void checkCompression(cusparseHandle_t h) {
  Full a = sparse(8, 11, 3, 40, false);
  for (size_t i = 0; i < a.at.size(); ++i)
    a.at[i] = a.at[i] == 0.0 ? 0.0 : double(i % 5 + 1);
  const Rows r = compress(a, 0);
  const Sparse m = make(a, CUSPARSE_FORMAT_CSR, CUDA_R_32F);
  const cusparseMatDescr_t descr = descriptor(0);
  const Device perRow(8 * 4), offsets(9 * 4);
  int nnz = 0;
  OK(cusparseSnnz_compress(h, 8, descr, m.values.get<float>(), m.offsets.get<int>(),
                           perRow.get<int>(), &nnz, 2.5f));
  const Device columns(size_t(nnz) * 4), values(size_t(nnz) * 4);
  OK(cusparseScsr2csr_compress(h, 8, 11, descr, m.values.get<float>(), m.columns.get<int>(),
                               m.offsets.get<int>(), int(m.stored), perRow.get<int>(),
                               values.get<float>(), columns.get<int>(), offsets.get<int>(), 2.5f));
  std::vector<int> wantOffsets{0}, wantColumns;
  std::vector<float> want;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 11; ++j)
      if (a(i, j).real() > 2.5) {
        wantColumns.push_back(j);
        want.push_back(float(a(i, j).real()));
      }
    wantOffsets.push_back(int(want.size()));
  }
  EQUAL(want.size(), size_t(nnz));
  CHECK(offsets.read<int>(9) == wantOffsets);
  CHECK(columns.read<int>(nnz) == wantColumns);
  CHECK(values.read<float>(nnz) == want);
  OK(cusparseDestroyMatDescr(descr));
}

int main() {
  Handle h;
  for (cusparseOperation_t op : {kN, kT})
    for (int base : {0, 1})
      checkGemvi(h, op, base);
  checkBlocks(h, CUSPARSE_DIRECTION_ROW);
  checkBlocks(h, CUSPARSE_DIRECTION_COLUMN);
  for (cusparseIndexType_t index : {CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I})
    for (int base : {0, 1}) {
      for (cudaDataType type : {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F})
        checkVectors(h, type, type, index, base);
      for (cudaDataType type : {CUDA_R_16F, CUDA_R_16BF})
        checkVectors(h, type, CUDA_R_32F, index, base);
      checkVectors(h, CUDA_R_8I, CUDA_R_32I, index, base);
    }
  checkCompression(h);
  return failures != 0;
}
