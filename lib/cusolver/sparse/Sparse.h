// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the sparse functions share: the handle, descriptors, reading of arrays.
#pragma once

#include "cusolver/sparse/SparseOrder.h"

namespace anywarp::cusolver {

struct Sparse {
  CUstream stream = nullptr;
};
inline CUstream streamOf(cusolverSpHandle_t handle) {
  return reinterpret_cast<Sparse *>(handle)->stream;
}

/// 0 or 1: from which number the descriptor counts. cuSPARSE tells, which made it.
int baseOf(cusparseMatDescr_t descriptor);

/// One of A x = b's ways, for data in memory that this thread reads.
enum class Method { Lu, Qr, Cholesky };

/// The solution, and the first singular row or column, or -1. A row that Cholesky's method cannot
/// pass counts from `firstBroken`. INVALID_VALUE: it is no matrix.
template <typename T>
cusolverStatus_t solveSparse(Method method, const Csr<T> &csr, const T *b, double tolerance,
                             int reorder, T *x, int *singularity, int firstBroken = 0) {
  using N = Number<T>;
  if (reorder < 0 || reorder > 3) { // none, symrcm, symamd, metisnd
    *singularity = 0;               // (seen)
    return CUSOLVER_STATUS_INVALID_VALUE;
  }
  SparseMatrix<N> a;
  if (!a.read(csr))
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (method == Method::Cholesky)
    a = mirrored(a);
  std::vector<int> order = orderingOf(reorder, graphOf(a));
  if (reorder)
    a = a.permuted(order);
  if (method == Method::Cholesky) { // which counts in the order of its elimination (seen)
    const std::vector<int> last = postorder(graphOf(a)), first = order;
    a = a.permuted(last);
    for (int i = 0; i < csr.n; ++i)
      order[i] = first[last[i]];
  }
  std::vector<N> right(csr.m), left(csr.n);
  for (int i = 0; i < csr.m; ++i)
    right[i] = num(b)[order[i]];
  if (method == Method::Lu) {
    SparseLu<N> lu;
    lu.factor(a, 1.0);
    *singularity = lu.singularRow(tolerance);
    if (*singularity >= 0) { // the first column that depends on those before it (seen)
      SparseLu<N> columns;
      columns.factor(a.transposed(), 1.0);
      const int column = columns.singularRow(tolerance);
      *singularity = column >= 0 ? column : *singularity;
    }
    lu.solve(right.data(), left.data());
  } else if (method == Method::Qr) {
    SparseQr<N> qr;
    qr.factor(a);
    *singularity = qr.singularColumn(tolerance);
    qr.solve(right.data(), left.data());
  } else {
    SparseCholesky<N> cholesky;
    *singularity = cholesky.factor(a);
    if (*singularity >= 0) {
      *singularity += firstBroken;
      return CUSOLVER_STATUS_SUCCESS;
    }
    for (int i = 0; i < csr.n && *singularity < 0; ++i)
      if (cholesky.diagonal[i] <= tolerance)
        *singularity = i;
    cholesky.solve(right.data(), left.data());
  }
  for (int i = 0; i < csr.n; ++i)
    num(x)[order[i]] = left[i];
  return CUSOLVER_STATUS_SUCCESS;
}

/// work() = status in the stream; the call waits for it, as its results are in host memory.
template <typename F>
cusolverStatus_t runAndWait(cusolverSpHandle_t handle, const char *name, const F &work) {
  if (library::isCapturing(streamOf(handle)))
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  cusolverStatus_t found = CUSOLVER_STATUS_SUCCESS;
  const cusolverStatus_t status =
      run(streamOf(handle), name, [work, result = &found] { *result = work(); });
  if (status)
    return status;
  const cusolverStatus_t waited = statusOf(library::synchronize(streamOf(handle)));
  return waited ? waited : found;
}

} // namespace anywarp::cusolver
