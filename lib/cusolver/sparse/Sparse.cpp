// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles of the sparse part, and its linear systems (cuSOLVER's manual: csrlsvlu, csrlsvqr,
// csrlsvchol, csrlsqvqr).
#include "cusolver/sparse/Sparse.h"

#include <dlfcn.h>

#define EIGEN_MPL2_ONLY
#include <Eigen/SparseQR>

#include "library/Handles.h"

namespace anywarp::cusolver {

namespace {

auto &handles = *new library::Handles<Sparse, ::cusolverSpContext>;

template <typename R> using Ask = R (*)(cusparseMatDescr_t);
/// cuSPARSE is loaded where there is a descriptor; not always for all to see.
void *findInCusparse(const char *symbol) {
  if (void *found = ::dlsym(RTLD_DEFAULT, symbol))
    return found;
  for (const char *name : {"libcusparse.so.12", "libcusparse.so.11", "libcusparse.so"})
    if (void *library = ::dlopen(name, RTLD_LAZY | RTLD_NOLOAD))
      if (void *found = ::dlsym(library, symbol))
        return found;
  return nullptr;
}

} // namespace

int baseOf(cusparseMatDescr_t descriptor) {
  static const auto ask =
      reinterpret_cast<Ask<cusparseIndexBase_t>>(findInCusparse("cusparseGetMatIndexBase"));
  return ask && descriptor ? int(ask(descriptor)) : 0;
}
bool isGeneral(cusparseMatDescr_t descriptor) {
  static const auto ask =
      reinterpret_cast<Ask<cusparseMatrixType_t>>(findInCusparse("cusparseGetMatType"));
  return descriptor && (!ask || ask(descriptor) == CUSPARSE_MATRIX_TYPE_GENERAL);
}

bool isLive(cusolverSpHandle_t handle) { return handles.find(handle); }
cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle) {
  if (const cusolverStatus_t status = ready())
    return status;
  *handle = handles.add(std::make_unique<Sparse>());
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
  handles.remove(handle);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream) {
  handles.find(handle)->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream) {
  *stream = handles.find(handle)->stream;
  return CUSOLVER_STATUS_SUCCESS;
}

namespace {

template <typename T> using R = Real<Number<T>>;

template <typename T>
cusolverStatus_t csrlsvluHost(cusolverSpHandle_t, int n, int count, cusparseMatDescr_t descriptor,
                              const T *values, const int *rows, const int *columns, const T *b,
                              R<T> tolerance, int reorder, T *x, int *singularity) {
  return solveSparse<T>(Method::Lu, {n, n, count, values, rows, columns, baseOf(descriptor)}, b,
                        tolerance, reorder, x, singularity);
}
template <typename T>
cusolverStatus_t csrlsvqrHost(cusolverSpHandle_t, int n, int count, cusparseMatDescr_t descriptor,
                              const T *values, const int *rows, const int *columns, const T *b,
                              R<T> tolerance, int reorder, T *x, int *singularity) {
  return solveSparse<T>(Method::Qr, {n, n, count, values, rows, columns, baseOf(descriptor)}, b,
                        tolerance, reorder, x, singularity);
}
template <typename T>
cusolverStatus_t csrlsvcholHost(cusolverSpHandle_t, int n, int count, cusparseMatDescr_t descriptor,
                                const T *values, const int *rows, const int *columns, const T *b,
                                R<T> tolerance, int reorder, T *x, int *singularity) {
  return solveSparse<T>(Method::Cholesky, {n, n, count, values, rows, columns, baseOf(descriptor)},
                        b, tolerance, reorder, x, singularity);
}
template <typename T>
cusolverStatus_t csrlsvqr(cusolverSpHandle_t handle, int n, int count,
                          cusparseMatDescr_t descriptor, const T *values, const int *rows,
                          const int *columns, const T *b, R<T> tolerance, int reorder, T *x,
                          int *singularity) {
  const Csr<T> csr{n, n, count, values, rows, columns, baseOf(descriptor)};
  return runAndWait(handle, "csrlsvqr", [=] {
    return solveSparse<T>(Method::Qr, csr, b, tolerance, reorder, x, singularity);
  });
}
template <typename T>
cusolverStatus_t csrlsvchol(cusolverSpHandle_t handle, int n, int count,
                            cusparseMatDescr_t descriptor, const T *values, const int *rows,
                            const int *columns, const T *b, R<T> tolerance, int reorder, T *x,
                            int *singularity) {
  const Csr<T> csr{n, n, count, values, rows, columns, baseOf(descriptor)};
  return runAndWait(handle, "csrlsvchol", [=] {
    // Rows it cannot pass count from 1, unlike all others (seen).
    return solveSparse<T>(Method::Cholesky, csr, b, tolerance, reorder, x, singularity, 1);
  });
}

/// Least squares with the rank that the tolerance leaves: A(:, p) = Q R by Eigen.
template <typename T>
cusolverStatus_t csrlsqvqrHost(cusolverSpHandle_t, int m, int n, int count,
                               cusparseMatDescr_t descriptor, const T *values, const int *rows,
                               const int *columns, const T *b, R<T> tolerance, int *rank, T *x,
                               int *p, R<T> *norm) {
  using N = Number<T>;
  SparseMatrix<N> a;
  if (m < n || !a.read(Csr<T>{m, n, count, values, rows, columns, baseOf(descriptor)}))
    return CUSOLVER_STATUS_INVALID_VALUE;
  std::vector<Eigen::Triplet<N>> entries;
  for (int i = 0; i < m; ++i)
    for (const Entry<N> &entry : a.rows[i])
      entries.emplace_back(i, entry.column, entry.value);
  Eigen::SparseMatrix<N, Eigen::ColMajor, int> matrix(m, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  matrix.makeCompressed();
  Eigen::SparseQR<Eigen::SparseMatrix<N, Eigen::ColMajor, int>, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(std::max(tolerance, std::numeric_limits<R<T>>::min())); // 0 never counts
  qr.compute(matrix);
  if (qr.info() != Eigen::Success)
    return CUSOLVER_STATUS_INTERNAL_ERROR;
  using Vector = Eigen::Matrix<N, Eigen::Dynamic, 1>;
  const Vector right = Eigen::Map<const Vector>(num(b), m);
  const Vector found = qr.solve(right);
  std::copy_n(found.data(), n, num(x));
  *rank = int(qr.rank());
  *norm = (matrix * found - right).norm();
  if (p)
    std::copy_n(qr.colsPermutation().indices().data(), n, p);
  return CUSOLVER_STATUS_SUCCESS;
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_SparseSolve
#include "cusolver/Entries.inc"
