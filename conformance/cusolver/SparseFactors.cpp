// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizations of sparse matrices in steps, and refactorization.
#include "SparseMatrices.h"

#include <algorithm>
#include <cusolverRf.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

template <typename T> static void steps() {
  const int side = 5, n = side * side;
  const Csr<T> a(grid<T>(side, false)), s(grid<T>(side, true));
  const Matrix x = random<T>(n, 1, 4);
  T *b = (a.full * x).template device<T>(), *c = (s.full * x).template device<T>(),
    *out = memory<T>(n), zero;
  narrow(zero, 0);
  size_t data = 0, work = 0;
  int position = -9;
  auto good = [&] {
    WAIT();
    EQUAL(-1, position);
    CHECK(near<T>(Matrix::from(out, n, 1, n), x, 1e3));
    std::fill_n(reinterpret_cast<char *>(out), n * sizeof(T), 0);
    position = -9;
  };
  csrluInfoHost_t lu;
  OK(cusolverSpCreateCsrluInfoHost(&lu));
  OK(cusolverSpXcsrluAnalysisHost(h, n, a.count, descriptor, a.rows, a.columns, lu));
  OK(SP(csrluBufferInfoHost)(h, n, a.count, descriptor, a.values, a.rows, a.columns, lu, &data,
                             &work));
  std::vector<char> buffer(work + 1);
  OK(SP(csrluFactorHost)(h, n, a.count, descriptor, a.values, a.rows, a.columns, lu, 1,
                         buffer.data()));
  OK(SP(csrluZeroPivotHost)(h, lu, 0, &position));
  OK(SP(csrluSolveHost)(h, n, b, out, lu, buffer.data()));
  good();
  int countL = 0, countU = 0;
  OK(cusolverSpXcsrluNnzHost(h, &countL, &countU, lu));
  std::vector<int> p(n), q(n), rowsL(n + 1), rowsU(n + 1), columnsL(countL), columnsU(countU);
  std::vector<T> valuesL(countL), valuesU(countU);
  OK(SP(csrluExtractHost)(h, p.data(), q.data(), descriptor, valuesL.data(), rowsL.data(),
                          columnsL.data(), descriptor, valuesU.data(), rowsU.data(),
                          columnsU.data(), lu, buffer.data()));
  Matrix l(n, n), u(n, n), permuted(n, n);
  for (int i = 0; i < n; ++i) {
    for (int k = rowsL[i]; k < rowsL[i + 1]; ++k)
      l(i, columnsL[k]) = wide(valuesL[k]);
    for (int k = rowsU[i]; k < rowsU[i + 1]; ++k)
      u(i, columnsU[k]) = wide(valuesU[k]);
    CHECK(l(i, i) == Z(0)); // seen: the unit diagonal is not stored
    l(i, i) = Z(1);
    for (int j = 0; j < n; ++j) {
      permuted(i, j) = a.full(p[i], q[j]);
      CHECK(j <= i || l(i, j) == Z(0));
      CHECK(j >= i || u(i, j) == Z(0));
    }
  }
  CHECK(near<T>(l * u, permuted));
  OK(cusolverSpDestroyCsrluInfoHost(lu));

  csrqrInfoHost_t qrHost;
  OK(cusolverSpCreateCsrqrInfoHost(&qrHost));
  OK(cusolverSpXcsrqrAnalysisHost(h, n, n, a.count, descriptor, a.rows, a.columns, qrHost));
  OK(SP(csrqrBufferInfoHost)(h, n, n, a.count, descriptor, a.values, a.rows, a.columns, qrHost,
                             &data, &work));
  OK(SP(csrqrSetupHost)(h, n, n, a.count, descriptor, a.values, a.rows, a.columns, zero, qrHost));
  OK(SP(csrqrFactorHost)(h, n, n, a.count, nullptr, nullptr, qrHost, buffer.data()));
  OK(SP(csrqrZeroPivotHost)(h, qrHost, 0, &position));
  OK(SP(csrqrSolveHost)(h, n, n, b, out, qrHost, buffer.data()));
  good();
  EXPECT(CUSOLVER_STATUS_INVALID_VALUE,
         SP(csrqrSolveHost)(h, n + 1, n, b, out, qrHost, buffer.data()));
  // The first two equations have many solutions: one of them is found.
  const int two = a.rows[2] - a.rows[0];
  OK(SP(csrqrSetupHost)(h, 2, n, two, descriptor, a.values, a.rows, a.columns, zero, qrHost));
  OK(SP(csrqrFactorHost)(h, 2, n, two, nullptr, nullptr, qrHost, buffer.data()));
  OK(SP(csrqrSolveHost)(h, 2, n, b, out, qrHost, buffer.data()));
  for (int i = 0; i < 2; ++i) {
    auto rest = wide(b[i]);
    for (int k = a.rows[i] - a.rows[0]; k < a.rows[i + 1] - a.rows[0]; ++k)
      rest -= wide(a.values[k]) * wide(out[a.columns[k] - a.rows[0]]);
    CHECK(std::abs(rest) < 1e-3);
  }
  OK(cusolverSpDestroyCsrqrInfoHost(qrHost));
  csrqrInfo_t qr;
  OK(cusolverSpCreateCsrqrInfo(&qr));
  OK(cusolverSpXcsrqrAnalysis(h, n, n, a.count, descriptor, a.rows, a.columns, qr));
  OK(SP(csrqrBufferInfo)(h, n, n, a.count, descriptor, a.values, a.rows, a.columns, qr, &data,
                         &work));
  char *device = memory<char>(work);
  OK(SP(csrqrSetup)(h, n, n, a.count, descriptor, a.values, a.rows, a.columns, zero, qr));
  OK(SP(csrqrFactor)(h, n, n, a.count, nullptr, nullptr, qr, device));
  OK(SP(csrqrZeroPivot)(h, qr, 0, &position));
  OK(SP(csrqrSolve)(h, n, n, b, out, qr, device));
  good();
  // A batch of two: A and 2 A.
  T *values = memory<T>(2 * a.count), *bs = memory<T>(2 * n), *xs = memory<T>(2 * n);
  for (int k = 0; k < 2 * a.count; ++k)
    narrow(values[k], wide(a.values[k % a.count]) * double(1 + k / a.count));
  for (int i = 0; i < 2 * n; ++i)
    bs[i] = b[i % n];
  OK(cusolverSpXcsrqrAnalysisBatched(h, n, n, a.count, descriptor, a.rows, a.columns, qr));
  OK(SP(csrqrBufferInfoBatched)(h, n, n, a.count, descriptor, values, a.rows, a.columns, 2, qr,
                                &data, &work));
  OK(SP(csrqrsvBatched)(h, n, n, a.count, descriptor, values, a.rows, a.columns, bs, xs, 2, qr,
                        memory<char>(work)));
  WAIT();
  CHECK(near<T>(Matrix::from(xs, n, 1, n), x, 1e3));
  for (int i = 0; i < n; ++i)
    narrow(xs[n + i], wide(xs[n + i]) * 2.0);
  CHECK(near<T>(Matrix::from(xs + n, n, 1, n), x, 1e3));
  OK(cusolverSpDestroyCsrqrInfo(qr));

  csrcholInfoHost_t choleskyHost;
  OK(cusolverSpCreateCsrcholInfoHost(&choleskyHost));
  OK(cusolverSpXcsrcholAnalysisHost(h, n, s.count, descriptor, s.rows, s.columns, choleskyHost));
  OK(SP(csrcholBufferInfoHost)(h, n, s.count, descriptor, s.values, s.rows, s.columns, choleskyHost,
                               &data, &work));
  OK(SP(csrcholFactorHost)(h, n, s.count, descriptor, s.values, s.rows, s.columns, choleskyHost,
                           buffer.data()));
  OK(SP(csrcholZeroPivotHost)(h, choleskyHost, 0, &position));
  OK(SP(csrcholSolveHost)(h, n, c, out, choleskyHost, buffer.data()));
  good();
  OK(cusolverSpDestroyCsrcholInfoHost(choleskyHost));
  csrcholInfo_t cholesky;
  OK(cusolverSpCreateCsrcholInfo(&cholesky));
  OK(cusolverSpXcsrcholAnalysis(h, n, s.count, descriptor, s.rows, s.columns, cholesky));
  OK(SP(csrcholBufferInfo)(h, n, s.count, descriptor, s.values, s.rows, s.columns, cholesky, &data,
                           &work));
  OK(SP(csrcholFactor)(h, n, s.count, descriptor, s.values, s.rows, s.columns, cholesky, device));
  OK(SP(csrcholZeroPivot)(h, cholesky, 0, &position));
  OK(SP(csrcholSolve)(h, n, c, out, cholesky, device));
  good();
  Real<T> *diagonal = memory<Real<T>>(n);
  OK(SP(csrcholDiag)(h, cholesky, diagonal));
  WAIT();
  CHECK(std::abs(diagonal[0] * diagonal[0] - 5) < 100 * epsilon<T>);
  OK(cusolverSpDestroyCsrcholInfo(cholesky));
}

/// Factors without pivots of a matrix whose rows and columns are permuted; refactors others.
static void refactorization(cusolverRfMatrixFormat_t format, cusolverRfUnitDiagonal_t unit) {
  const bool byColumns = format == CUSOLVERRF_MATRIX_FORMAT_CSC;
  const bool isUnitU =
      unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U || unit == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
  const bool isStored =
      unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_L || unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U;
  const int n = 12;
  std::vector<int> p(n), q(n);
  for (int i = 0; i < n; ++i)
    p[i] = (5 * i + 2) % n, q[i] = (7 * i + 1) % n;
  Matrix b(n, n), a(n, n); // b(i, j) = a(p(i), q(j)), banded
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - 2); j < std::min(n, i + 2); ++j)
      b(i, j) = i == j ? 8 : 1 + (i + 2 * j) % 3;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a(p[i], q[j]) = b(i, j);
  Matrix l = identity(n), u = b;
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      l(i, k) = u(i, k) / u(k, k);
      for (int j = 0; j < n; ++j)
        u(i, j) = j <= k ? Z(0) : u(i, j) - l(i, k) * u(k, j);
    }
  if (isUnitU)
    for (int k = 0; k < n; ++k) {
      const Z d = u(k, k);
      for (int i = 0; i < n; ++i)
        l(i, k) *= d, u(k, i) /= d;
    }
  if (!isStored)
    for (int k = 0; k < n; ++k)
      (isUnitU ? u : l)(k, k) = 0;
  auto given = [&](const Matrix &m) { return Csr<double>(byColumns ? m.transposed() : m); };
  const Csr<double> ca = given(a), cl = given(l), cu = given(u);
  cusolverRfHandle_t rf;
  OK(cusolverRfCreate(&rf));
  OK(cusolverRfSetMatrixFormat(rf, format, unit));
  OK(cusolverRfAnalyze(rf)); // nothing to analyse is no failure (seen)
  OK(cusolverRfSetupHost(n, ca.count, ca.rows, ca.columns, ca.values, cl.count, cl.rows, cl.columns,
                         cl.values, cu.count, cu.rows, cu.columns, cu.values, p.data(), q.data(),
                         rf));
  OK(cusolverRfAnalyze(rf));
  int *dp = memory<int>(n), *dq = memory<int>(n);
  std::copy(p.begin(), p.end(), dp), std::copy(q.begin(), q.end(), dq);
  double *work = memory<double>(2 * n);
  for (int round = 0; round < 2; ++round) {
    for (int k = 0; k < ca.count; ++k)
      ca.values[k] *= 1 + 0.1 * round * (k % 3);
    Matrix now(n, n);
    for (int i = 0; i < n; ++i)
      for (int k = ca.rows[i]; k < ca.rows[i + 1]; ++k)
        (byColumns ? now(ca.columns[k], i) : now(i, ca.columns[k])) = ca.values[k];
    OK(cusolverRfResetValues(n, ca.count, ca.rows, ca.columns, ca.values, dp, dq, rf));
    OK(cusolverRfRefactor(rf));
    const Matrix x = random<double>(n, 1, 5);
    double *rhs = (now * x).device<double>();
    OK(cusolverRfSolve(rf, dp, dq, 1, work, n, rhs, n));
    WAIT();
    CHECK(near<double>(Matrix::from(rhs, n, 1, n), x, 1e3));
    if (round)
      continue;
    // The factors of the first matrix are the ones that were given.
    int countL, countU, *rowsL, *columnsL, *rowsU, *columnsU;
    double *valuesL, *valuesU;
    OK(cusolverRfExtractSplitFactorsHost(rf, &countL, &rowsL, &columnsL, &valuesL, &countU, &rowsU,
                                         &columnsU, &valuesU));
    Matrix foundL(n, n), foundU(n, n);
    for (int i = 0; i < n; ++i) {
      for (int k = rowsL[i]; k < rowsL[i + 1]; ++k)
        (byColumns ? foundL(columnsL[k], i) : foundL(i, columnsL[k])) = valuesL[k];
      for (int k = rowsU[i]; k < rowsU[i + 1]; ++k)
        (byColumns ? foundU(columnsU[k], i) : foundU(i, columnsU[k])) = valuesU[k];
    }
    CHECK(near<double>(foundL, l));
    CHECK(near<double>(foundU, u));
    for (void *array : {(void *)rowsL, (void *)columnsL, (void *)valuesL, (void *)rowsU,
                        (void *)columnsU, (void *)valuesU})
      std::free(array);
  }
  OK(cusolverRfDestroy(rf));
  // A batch.
  OK(cusolverRfCreate(&rf));
  OK(cusolverRfSetMatrixFormat(rf, format, unit));
  double *other = memory<double>(ca.count);
  for (int k = 0; k < ca.count; ++k)
    other[k] = 2 * ca.values[k];
  double **both = memory<double *>(2), **xs = memory<double *>(2);
  both[0] = ca.values, both[1] = other;
  OK(cusolverRfBatchSetupHost(2, n, ca.count, ca.rows, ca.columns, both, cl.count, cl.rows,
                              cl.columns, cl.values, cu.count, cu.rows, cu.columns, cu.values,
                              p.data(), q.data(), rf));
  OK(cusolverRfBatchAnalyze(rf));
  OK(cusolverRfBatchResetValues(2, n, ca.count, ca.rows, ca.columns, both, dp, dq, rf));
  OK(cusolverRfBatchRefactor(rf));
  int positions[2] = {-9, -9};
  OK(cusolverRfBatchZeroPivot(rf, positions));
  EQUAL(-1, positions[0]);
  EQUAL(-1, positions[1]);
  const Matrix rhs = random<double>(n, 1, 5);
  xs[0] = rhs.device<double>(), xs[1] = rhs.device<double>();
  OK(cusolverRfBatchSolve(rf, dp, dq, 1, memory<double>(4 * n), n, xs, n));
  WAIT();
  for (int i = 0; i < n; ++i)
    CHECK(std::abs(xs[0][i] - 2 * xs[1][i]) < 1e-12);
  OK(cusolverRfDestroy(rf));
}

int main() {
  OK(cusolverSpCreate(&h));
  cusparseCreateMatDescr(&descriptor);
  forAllTypes([]<typename T>(T) { steps<T>(); });
  for (auto format : {CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC})
    for (auto unit : {CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U,
                      CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U})
      refactorization(format, unit);
  OK(cusolverSpDestroy(h));
  return failures != 0;
}
