// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eigenvalues of sparse matrices (cuSOLVER's manual: csreigvsi by shift and inverse, csreigs counts
// those in a box).
#include "cusolver/sparse/Sparse.h"

namespace anywarp::cusolver {
namespace {

template <typename T> using R = Real<Number<T>>;

template <typename N> Real<N> length(const std::vector<N> &x) {
  Real<N> sum = 0;
  for (const N &value : x)
    sum += realPart(value * conjugate(value));
  return std::sqrt(sum);
}

/// Inverse iteration: the eigenvalue next to `shift`, and its vector.
template <typename T>
cusolverStatus_t inverseIteration(const Csr<T> &csr, Number<T> shift, const T *start, int most,
                                  R<T> tolerance, T *value, T *vector) {
  using N = Number<T>;
  SparseMatrix<N> a;
  if (!a.read(csr))
    return CUSOLVER_STATUS_INVALID_VALUE;
  const int n = csr.m;
  SparseMatrix<N> shifted = a;
  shifted.shiftDiagonal(shift);
  SparseLu<N> lu;
  lu.factor(shifted, 1.0);
  if (lu.singularRow(0) >= 0) { // the shift is an eigenvalue: move beside it
    const N beside = std::numeric_limits<R<T>>::epsilon() * (R<T>(1) + std::abs(shift)) * 16;
    shifted.shiftDiagonal(-beside);
    shift -= beside;
    lu.factor(shifted, 1.0);
  }
  std::vector<N> x(num(start), num(start) + n), y(n), product(n);
  N found = shift;
  R<T> size = length(x);
  if (!(size > 0))
    return CUSOLVER_STATUS_INVALID_VALUE;
  for (N &element : x)
    element /= size;
  for (int round = 0; round < most; ++round) {
    lu.solve(x.data(), y.data());
    size = length(y);
    if (!(size > 0) || !std::isfinite(size))
      return CUSOLVER_STATUS_INTERNAL_ERROR;
    for (int i = 0; i < n; ++i)
      x[i] = y[i] / size;
    a.multiply(x.data(), product.data());
    found = N(0);
    for (int i = 0; i < n; ++i)
      found += conjugate(x[i]) * product[i];
    for (int i = 0; i < n; ++i)
      y[i] = product[i] - found * x[i];
    if (length(y) <= tolerance)
      break;
  }
  *num(value) = found;
  std::copy_n(x.data(), n, num(vector));
  return CUSOLVER_STATUS_SUCCESS;
}

template <typename T>
cusolverStatus_t csreigvsiHost(cusolverSpHandle_t, int n, int count, cusparseMatDescr_t descriptor,
                               const T *values, const int *rows, const int *columns, T shift,
                               const T *start, int most, R<T> tolerance, T *value, T *vector) {
  return inverseIteration<T>({n, n, count, values, rows, columns, baseOf(descriptor)}, *num(&shift),
                             start, most, tolerance, value, vector);
}
template <typename T>
cusolverStatus_t csreigvsi(cusolverSpHandle_t handle, int n, int count,
                           cusparseMatDescr_t descriptor, const T *values, const int *rows,
                           const int *columns, T shift, const T *start, int most, R<T> tolerance,
                           T *value, T *vector) {
  const Csr<T> csr{n, n, count, values, rows, columns, baseOf(descriptor)};
  const Number<T> mu = *num(&shift);
  return runAndWait(handle, "csreigvsi", [=] {
    return inverseIteration<T>(csr, mu, start, most, tolerance, value, vector);
  });
}

/// Counts by LAPACK's geev of the full matrix.
template <typename T, typename C>
cusolverStatus_t csreigsHost(cusolverSpHandle_t, int n, int count, cusparseMatDescr_t descriptor,
                             const T *values, const int *rows, const int *columns, C low, C high,
                             int *found) {
  using N = Number<T>;
  SparseMatrix<N> a;
  if (!a.read(Csr<T>{n, n, count, values, rows, columns, baseOf(descriptor)}))
    return CUSOLVER_STATUS_INVALID_VALUE;
  std::vector<N> full(size_t(n) * n, N(0)), w(2 * size_t(n) + 1);
  for (int i = 0; i < n; ++i)
    for (const Entry<N> &entry : a.rows[i])
      full[i + size_t(entry.column) * n] += entry.value;
  std::vector<Real<N>> rwork(2 * size_t(n) + 1);
  const int ld = std::max(n, 1);
  const auto call = [&](N *work, int size) {
    return lapack::geev<N>('N', 'N', n, full.data(), ld, w.data(), nullptr, 1, nullptr, 1, work,
                           size, rwork.data());
  };
  std::vector<N> work(wanted<N>(call));
  if (call(work.data(), int(work.size())))
    return CUSOLVER_STATUS_INTERNAL_ERROR;
  *found = 0;
  for (int i = 0; i < n; ++i) {
    double real, imaginary;
    if constexpr (lapack::kIsComplex<N>)
      real = w[i].real(), imaginary = w[i].imag();
    else
      real = w[i], imaginary = w[n + i];
    *found += real >= low.x && real <= high.x && imaginary >= low.y && imaginary <= high.y;
  }
  return CUSOLVER_STATUS_SUCCESS;
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_SparseEigen
#include "cusolver/Entries.inc"
