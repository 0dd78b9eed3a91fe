// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Incomplete LU and Cholesky: within the pattern the product of the factors is the matrix. Zero
// pivots: seen, the query after the analysis tells missing entries only.
#include "Sparse.h"

static cusparseMatDescr_t descriptor(int base) {
  cusparseMatDescr_t d;
  OK(cusparseCreateMatDescr(&d));
  OK(cusparseSetMatIndexBase(d, cusparseIndexBase_t(base)));
  return d;
}
/// Dominant by its diagonal, with a symmetric pattern; Hermitian if asked.
static Full matrix(int n, bool complex, bool hermitian) {
  Full a = sparse(n, n, 12, 12, complex);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      if (a(i, j) != 0.0 || a(j, i) != 0.0) {
        if (a(i, j) == 0.0)
          a(i, j) = 1;
        a(j, i) = hermitian ? std::conj(a(i, j)) : a(j, i) == 0.0 ? Number(-1) : a(j, i);
      }
    a(i, i) = 24;
  }
  return a;
}
/// The worst difference of L U and A within the pattern of A.
static double residual(const Full &a, const Full &lower, const Full &upper, bool lowerOnly) {
  const Full product = multiply(lower, upper);
  double worst = 0;
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      if (a(i, j) != 0.0 && (!lowerOnly || j <= i))
        worst = std::max(worst, std::abs(product(i, j) - a(i, j)));
  return worst;
}
static Full unpack(const Rows &r, int n, int base, const std::vector<Number> &values) {
  Full f = full(n, n);
  for (size_t k = 0; k < r.columns.size(); ++k)
    f(int(r.rows[k]) - base, int(r.columns[k]) - base) = values[k];
  return f;
}
static void split(const Full &f, bool cholesky, Full &lower, Full &upper) {
  lower = upper = full(f.rows, f.cols);
  for (int i = 0; i < f.rows; ++i)
    for (int j = 0; j < f.cols; ++j)
      if (cholesky) {
        if (j <= i) {
          lower(i, j) = f(i, j);
          upper(j, i) = std::conj(f(i, j));
        }
      } else if (j < i) {
        lower(i, j) = f(i, j);
      } else {
        upper(i, j) = f(i, j);
        if (i == j)
          lower(i, i) = 1;
      }
}

static void checkRows(cusparseHandle_t h, int base) {
  const int n = 40;
  const auto type = CUDA_C_64F;
  using T = cuDoubleComplex;
  const auto policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
  for (bool cholesky : {false, true}) {
    const Full a = matrix(n, true, cholesky);
    const Rows r = compress(a, base);
    const Sparse m = make(a, CUSPARSE_FORMAT_CSR, type, base);
    const cusparseMatDescr_t descr = descriptor(base);
    const int nnz = int(m.stored);
    T *values = m.values.get<T>();
    int *offsets = m.offsets.get<int>(), *columns = m.columns.get<int>(), bytes, position;
    if (cholesky) {
      csric02Info_t info;
      OK(cusparseCreateCsric02Info(&info));
      OK(cusparseZcsric02_bufferSize(h, n, nnz, descr, values, offsets, columns, info, &bytes));
      const Device buffer(bytes);
      OK(cusparseZcsric02_analysis(h, n, nnz, descr, values, offsets, columns, info, policy,
                                   buffer.get()));
      OK(cusparseZcsric02(h, n, nnz, descr, values, offsets, columns, info, policy, buffer.get()));
      OK(cusparseXcsric02_zeroPivot(h, info, &position));
      OK(cusparseDestroyCsric02Info(info));
    } else {
      csrilu02Info_t info;
      OK(cusparseCreateCsrilu02Info(&info));
      OK(cusparseZcsrilu02_bufferSize(h, n, nnz, descr, values, offsets, columns, info, &bytes));
      const Device buffer(bytes);
      OK(cusparseZcsrilu02_analysis(h, n, nnz, descr, values, offsets, columns, info, policy,
                                    buffer.get()));
      OK(cusparseZcsrilu02(h, n, nnz, descr, values, offsets, columns, info, policy, buffer.get()));
      OK(cusparseXcsrilu02_zeroPivot(h, info, &position));
      OK(cusparseDestroyCsrilu02Info(info));
    }
    EQUAL(-1, position);
    Full lower, upper;
    split(unpack(r, n, base, m.values.read(type, nnz)), cholesky, lower, upper);
    CHECK(residual(a, lower, upper, cholesky) < 1e-12);
    OK(cusparseDestroyMatDescr(descr));
  }
}

static void checkBlocks(cusparseHandle_t h, cusparseDirection_t direction) {
  const int n = 24, mb = n / kBlock, base = 1;
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  const auto order = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  for (bool cholesky : {false, true}) {
    const Full a = matrix(n, false, cholesky);
    const Sparse m = make(a, CUSPARSE_FORMAT_BSR, CUDA_R_64F, base, CUSPARSE_INDEX_32I, order);
    const cusparseMatDescr_t descr = descriptor(base);
    const int nnzb = int(m.stored) / (kBlock * kBlock);
    auto *values = m.values.get<double>();
    int *offsets = m.offsets.get<int>(), *columns = m.columns.get<int>(), bytes, position;
    if (cholesky) {
      bsric02Info_t info;
      OK(cusparseCreateBsric02Info(&info));
      OK(cusparseDbsric02_bufferSize(h, direction, mb, nnzb, descr, values, offsets, columns,
                                     kBlock, info, &bytes));
      const Device buffer(bytes);
      OK(cusparseDbsric02_analysis(h, direction, mb, nnzb, descr, values, offsets, columns, kBlock,
                                   info, policy, buffer.get()));
      OK(cusparseDbsric02(h, direction, mb, nnzb, descr, values, offsets, columns, kBlock, info,
                          policy, buffer.get()));
      OK(cusparseXbsric02_zeroPivot(h, info, &position));
      OK(cusparseDestroyBsric02Info(info));
    } else {
      bsrilu02Info_t info;
      OK(cusparseCreateBsrilu02Info(&info));
      OK(cusparseDbsrilu02_bufferSize(h, direction, mb, nnzb, descr, values, offsets, columns,
                                      kBlock, info, &bytes));
      const Device buffer(bytes);
      OK(cusparseDbsrilu02_analysis(h, direction, mb, nnzb, descr, values, offsets, columns, kBlock,
                                    info, policy, buffer.get()));
      OK(cusparseDbsrilu02(h, direction, mb, nnzb, descr, values, offsets, columns, kBlock, info,
                           policy, buffer.get()));
      OK(cusparseXbsrilu02_zeroPivot(h, info, &position));
      OK(cusparseDestroyBsrilu02Info(info));
    }
    const Dense d(full(n, n), CUDA_R_64F, CUSPARSE_ORDER_ROW);
    size_t size;
    OK(cusparseSparseToDense_bufferSize(h, m.descr, d.descr, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                                        &size));
    const Device buffer(size);
    OK(cusparseSparseToDense(h, m.descr, d.descr, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                             buffer.get()));
    Full f = full(n, n), lower, upper;
    const std::vector<Number> got = d.values.read(CUDA_R_64F, size_t(d.ld) * n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        f(i, j) = got[size_t(i) * d.ld + j];
    split(f, cholesky, lower, upper);
    CHECK(residual(a, lower, upper, cholesky) < 1e-12);
    OK(cusparseDestroyMatDescr(descr));
  }
}

static void checkPivots(cusparseHandle_t h) {
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  for (int base : {0, 1}) {
    // A stored zero at (2, 2); then the same without an entry at (1, 1).
    std::vector<int> offsets{0, 1, 2, 3}, columns{0, 1, 2};
    std::vector<double> values{4, 2, 0};
    for (bool isMissing : {false, true}) {
      if (isMissing) {
        offsets = {0, 1, 2, 3};
        columns = {0, 0, 2};
        values = {4, 2, 1};
      }
      auto shifted = [&](std::vector<int> v) {
        for (int &x : v)
          x += base;
        return v;
      };
      const Device o(shifted(offsets)), c(shifted(columns)), v(values);
      const cusparseMatDescr_t descr = descriptor(base);
      csrilu02Info_t info;
      OK(cusparseCreateCsrilu02Info(&info));
      size_t size;
      OK(cusparseDcsrilu02_bufferSizeExt(h, 3, 3, descr, v.get<double>(), o.get<int>(),
                                         c.get<int>(), info, &size));
      const Device buffer(size);
      OK(cusparseDcsrilu02_analysis(h, 3, 3, descr, v.get<double>(), o.get<int>(), c.get<int>(),
                                    info, policy, buffer.get()));
      int position = 9;
      EXPECT(isMissing ? CUSPARSE_STATUS_ZERO_PIVOT : CUSPARSE_STATUS_SUCCESS,
             cusparseXcsrilu02_zeroPivot(h, info, &position));
      EQUAL(isMissing ? 1 + base : -1, position);
      if (!isMissing) {
        OK(cusparseDcsrilu02(h, 3, 3, descr, v.get<double>(), o.get<int>(), c.get<int>(), info,
                             policy, buffer.get()));
        EXPECT(CUSPARSE_STATUS_ZERO_PIVOT, cusparseXcsrilu02_zeroPivot(h, info, &position));
        EQUAL(2 + base, position);
        // Replaced, it is none.
        double tolerance = 1e-8, value = 0.5;
        OK(cusparseDcsrilu02_numericBoost(h, info, 1, &tolerance, &value));
        const Device fresh(values);
        OK(cusparseDcsrilu02(h, 3, 3, descr, fresh.get<double>(), o.get<int>(), c.get<int>(), info,
                             policy, buffer.get()));
        OK(cusparseXcsrilu02_zeroPivot(h, info, &position));
        EQUAL(0.5, fresh.read<double>(3)[2]);
      }
      OK(cusparseDestroyCsrilu02Info(info));
      OK(cusparseDestroyMatDescr(descr));
    }
  }
}

int main() {
  Handle h;
  checkRows(h, 0);
  checkRows(h, 1);
  checkBlocks(h, CUSPARSE_DIRECTION_ROW);
  checkBlocks(h, CUSPARSE_DIRECTION_COLUMN);
  checkPivots(h);
  return failures != 0;
}
