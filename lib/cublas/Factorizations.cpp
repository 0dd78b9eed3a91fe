// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorisations of many small matrices, and what uses them: LAPACK for each matrix.
#include <algorithm>
#include <numeric>

#include "blas/Lanes.h"
#include "cublas/Context.h"

namespace anywarp::cublas {
namespace {

using blas::call;
using blas::Int;

/// One matrix after the other, several in a block.
template <typename T> struct Batch {
  Int m = 0, n = 0, columns = 0; ///< columns: of right-hand sides
  Int lda = 0, ldb = 0;
  cublasOperation_t trans = CUBLAS_OP_N;
  T *const *a = nullptr;
  T *const *b = nullptr;
  const Int *readPivots = nullptr;
  Int *pivots = nullptr, *info = nullptr;
  int64_t batches = 0, members = 0; ///< of one block
};

template <typename T, void (*one)(const Batch<T> &, int64_t)>
void eachBody(const Batch<T> &p, library::Block block) {
  const int64_t first = int64_t(block.index) * p.members;
  for (int64_t i = first; i < std::min(first + p.members, p.batches); ++i)
    one(p, i);
}
/// So many matrices of an order make a block worth its start.
int64_t membersFor(int64_t n) {
  return std::clamp<int64_t>((1 << 18) / std::max<int64_t>(n * n * n, 1), 1, 1024);
}
template <typename T, void (*one)(const Batch<T> &, int64_t)>
cublasStatus_t each(cublasHandle_t h, const char *name, Batch<T> p) {
  p.members = membersFor(p.n);
  return launch<eachBody<T, one>>(h, name, ceilDiv(p.batches, p.members), p);
}

/// What a step of LU takes from the columns behind column k.
template <typename T> void eliminate(Int n, T *a, Int lda, Int k) {
  const T *column = a + int64_t(k) * lda;
  for (Int j = k + 1; j < n; ++j) {
    T *other = a + int64_t(j) * lda;
    const T factor = other[k];
    for (Int i = k + 1; i < n; ++i)
      other[i] -= blas::multiply(column[i], factor);
  }
}
/// LU without exchanging rows; the first zero on the diagonal, from 1, or 0.
template <typename T> Int factorPlain(Int n, T *a, Int lda) {
  Int info = 0;
  for (Int k = 0; k < n; ++k) {
    const T pivot = a[k + int64_t(k) * lda];
    if (pivot == T(0)) {
      info = info ? info : k + 1;
      continue;
    }
    for (Int i = k + 1; i < n; ++i)
      a[i + int64_t(k) * lda] /= pivot;
    eliminate(n, a, lda, k);
  }
  return info;
}
/// LU with exchanged rows. The pivot of complex columns has the greatest modulus (seen): LAPACK's
/// has the greatest sum of parts.
template <typename T> void factorPivoted(Int n, T *a, Int lda, Int *pivots, Int *info) {
  if constexpr (!blas::kIsComplex<T>) {
    call<"getrf", T>(n, n, a, lda, pivots, info);
  } else {
    *info = 0;
    for (Int k = 0; k < n; ++k) {
      T *column = a + int64_t(k) * lda;
      const T *best = std::max_element(column + k, column + n, [](const T &x, const T &y) {
        return std::abs(x) < std::abs(y); // norm leaves the range of T
      });
      const Int row = Int(best - column);
      pivots[k] = row + 1;
      if (*best == T(0)) {
        *info = *info ? *info : k + 1;
        continue;
      }
      for (Int j = 0; row != k && j < n; ++j)
        std::swap(a[k + int64_t(j) * lda], a[row + int64_t(j) * lda]);
      const T inverse = T(1) / column[k];
      for (Int i = k + 1; i < n; ++i)
        column[i] = blas::multiply(column[i], inverse);
      eliminate(n, a, lda, k);
    }
  }
}
/// Pivots that exchange nothing, for LAPACK.
const Int *pivotsOr(const Int *pivots, Int *none, Int n) {
  if (pivots)
    return pivots;
  for (Int i = 0; i < n; ++i)
    none[i] = i + 1;
  return none;
}

template <typename T> void factorOne(const Batch<T> &p, int64_t i) {
  if (p.pivots)
    factorPivoted(p.n, p.a[i], p.lda, p.pivots + i * p.n, p.info + i);
  else
    p.info[i] = factorPlain(p.n, p.a[i], p.lda);
}
template <typename T> void factorBody(const Batch<T> &p, library::Block block) {
  const int64_t first = int64_t(block.index) * p.members;
  const int64_t count = std::min(p.members, p.batches - first);
  blas::factorLuInLanes(p.n, p.a + first, p.lda, p.pivots + first * p.n, p.info + first, count,
                        p.batches - first - count);
}
template <typename T>
cublasStatus_t getrfBatched(cublasHandle_t h, int n, T *const *a, int lda, int *pivots, int *info,
                            int count) {
  using X = Number<T>;
  if (!n)
    return CUBLAS_STATUS_SUCCESS;
  Batch<X> p{.n = n, .lda = lda, .a = out(a), .pivots = pivots, .info = info, .batches = count};
  if constexpr (!blas::kIsComplex<X>)
    if (pivots && n <= blas::kMostInLanes) {
      p.members = ceilDiv(membersFor(n), blas::kLanes<X>) * blas::kLanes<X>;
      return launch<factorBody<X>>(h, "cublas_getrf_lanes", ceilDiv(p.batches, p.members), p);
    }
  return each<X, factorOne<X>>(h, "cublas_getrf", p);
}

template <typename T> void copyMatrix(const T *from, Int ldFrom, T *to, Int ldTo, Int n) {
  for (int64_t j = 0; j < n; ++j)
    std::copy_n(from + j * ldFrom, n, to + j * ldTo);
}
template <typename T> void invertFactors(Int n, T *c, Int ldc, const Int *pivots, Int *info) {
  const Int size = n * 16;
  auto *work = static_cast<T *>(__builtin_alloca(size_t(size) * sizeof(T)));
  call<"getri", T>(n, c, ldc, pivots, work, size, info);
}
/// The inverse of singular factors: infinities and NaNs, as substitution gives them (seen).
template <typename T>
void invertSingular(Int n, const T *lu, Int lda, const Int *pivots, T *c, Int ldc) {
  auto *row = static_cast<Int *>(__builtin_alloca(size_t(n) * sizeof(Int)));
  std::iota(row, row + n, 0);
  for (Int i = 0; i < n; ++i)
    std::swap(row[i], row[pivots[i] - 1]);
  for (Int j = 0; j < n; ++j) {
    T *x = c + int64_t(j) * ldc;
    for (Int i = 0; i < n; ++i)
      x[i] = T(row[i] == j ? 1 : 0);
    for (Int k = 0; k < n; ++k)
      for (Int i = k + 1; i < n; ++i)
        x[i] -= blas::multiply(lu[i + int64_t(k) * lda], x[k]);
    for (Int k = n - 1; k >= 0; --k) {
      x[k] /= lu[k + int64_t(k) * lda];
      for (Int i = 0; i < k; ++i)
        x[i] -= blas::multiply(lu[i + int64_t(k) * lda], x[k]);
    }
  }
}
template <typename T> void invertOne(const Batch<T> &p, int64_t i) {
  auto *none = static_cast<Int *>(__builtin_alloca(size_t(p.n) * sizeof(Int)));
  const Int *pivots = pivotsOr(p.readPivots ? p.readPivots + i * p.n : nullptr, none, p.n);
  copyMatrix<T>(p.a[i], p.lda, p.b[i], p.ldb, p.n);
  invertFactors(p.n, p.b[i], p.ldb, pivots, p.info + i);
  if (p.info[i] > 0 && p.a[i] != p.b[i])
    invertSingular(p.n, p.a[i], p.lda, pivots, p.b[i], p.ldb);
}
template <typename T>
cublasStatus_t getriBatched(cublasHandle_t h, int n, const T *const *a, int lda, const int *pivots,
                            T *const *c, int ldc, int *info, int count) {
  using X = Number<T>;
  if (!n)
    return CUBLAS_STATUS_SUCCESS;
  return each<X, invertOne<X>>(h, "cublas_getri",
                               {.n = n,
                                .lda = lda,
                                .ldb = ldc,
                                .a = const_cast<X *const *>(in(a)),
                                .b = out(c),
                                .readPivots = pivots,
                                .info = info,
                                .batches = count});
}

template <typename T> void factorAndInvertOne(const Batch<T> &p, int64_t i) {
  Int pivots[32];
  copyMatrix<T>(p.a[i], p.lda, p.b[i], p.ldb, p.n);
  factorPivoted(p.n, p.b[i], p.ldb, pivots, p.info + i);
  if (p.info[i] == 0)
    invertFactors(p.n, p.b[i], p.ldb, pivots, p.info + i);
}
template <typename T>
cublasStatus_t matinvBatched(cublasHandle_t h, int n, const T *const *a, int lda, T *const *inverse,
                             int ldInverse, int *info, int count) {
  using X = Number<T>;
  if (!n)
    return CUBLAS_STATUS_SUCCESS;
  return each<X, factorAndInvertOne<X>>(h, "cublas_matinv",
                                        {.n = n,
                                         .lda = lda,
                                         .ldb = ldInverse,
                                         .a = const_cast<X *const *>(in(a)),
                                         .b = out(inverse),
                                         .info = info,
                                         .batches = count});
}

/// The number of the first wrong parameter, negative, goes to *info in host memory.
struct Check {
  bool isWrong;
  int parameter;
};
cublasStatus_t firstWrong(int *info, std::initializer_list<Check> checks) {
  if (!info)
    return CUBLAS_STATUS_INVALID_VALUE;
  *info = 0;
  for (const Check &check : checks)
    if (check.isWrong) {
      *info = -check.parameter;
      return CUBLAS_STATUS_INVALID_VALUE;
    }
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T> void solveOne(const Batch<T> &p, int64_t i) {
  Int info;
  auto *none = static_cast<Int *>(__builtin_alloca(size_t(p.n) * sizeof(Int)));
  call<"getrs", T>(letter(p.trans), p.n, p.columns, p.a[i], p.lda,
                   pivotsOr(p.readPivots ? p.readPivots + i * p.n : nullptr, none, p.n), p.b[i],
                   p.ldb, &info);
}
template <typename T>
cublasStatus_t getrsBatched(cublasHandle_t h, cublasOperation_t trans, int n, int nrhs,
                            const T *const *a, int lda, const int *pivots, T *const *b, int ldb,
                            int *info, int count) {
  using X = Number<T>;
  if (cublasStatus_t status = firstWrong(info, {{!isOperation(trans), 1},
                                                {n < 0, 2},
                                                {nrhs < 0, 3},
                                                {lda < atLeastOne(n), 5},
                                                {ldb < atLeastOne(n), 8}}))
    return status;
  if (count < 0 || (count == 0 && pivots)) // (seen)
    return CUBLAS_STATUS_EXECUTION_FAILED;
  if (!n || !nrhs || !count)
    return CUBLAS_STATUS_SUCCESS;
  return each<X, solveOne<X>>(h, "cublas_getrs",
                              {.n = n,
                               .columns = nrhs,
                               .lda = lda,
                               .ldb = ldb,
                               .trans = trans,
                               .a = const_cast<X *const *>(in(a)),
                               .b = out(b),
                               .readPivots = pivots,
                               .batches = count});
}

template <typename T> void orthogonalOne(const Batch<T> &p, int64_t i) {
  const Int size = p.n * 16;
  auto *work = static_cast<T *>(__builtin_alloca(size_t(size) * sizeof(T)));
  Int info;
  call<"geqrf", T>(p.m, p.n, p.a[i], p.lda, p.b[i], work, size, &info);
}
template <typename T>
cublasStatus_t geqrfBatched(cublasHandle_t h, int m, int n, T *const *a, int lda, T *const *tau,
                            int *info, int count) {
  using X = Number<T>;
  if (cublasStatus_t status =
          firstWrong(info, {{m < 0, 1}, {n < 0, 2}, {lda < atLeastOne(m), 4}, {count < 0, 7}}))
    return status;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  return each<X, orthogonalOne<X>>(
      h, "cublas_geqrf",
      {.m = m, .n = n, .lda = lda, .a = out(a), .b = out(tau), .batches = count});
}

template <typename T> void leastSquaresOne(const Batch<T> &p, int64_t i) {
  const Int size = (p.m + std::max(p.n, p.columns)) * 16;
  auto *work = static_cast<T *>(__builtin_alloca(size_t(size) * sizeof(T)));
  Int info;
  call<"gels", T>('N', p.m, p.n, p.columns, p.a[i], p.lda, p.b[i], p.ldb, work, size, &info);
  if (p.info)
    p.info[i] = info;
}
template <typename T>
cublasStatus_t gelsBatched(cublasHandle_t h, cublasOperation_t trans, int m, int n, int nrhs,
                           T *const *a, int lda, T *const *c, int ldc, int *info, int *infos,
                           int count) {
  using X = Number<T>;
  // *info of a negative m is -1 (seen).
  if (cublasStatus_t status = firstWrong(info, {{m < 0, 1},
                                                {n < 0, 3},
                                                {nrhs < 0, 4},
                                                {lda < atLeastOne(m), 5},
                                                {ldc < atLeastOne(m), 8},
                                                {count < 0, 8}}))
    return status;
  if (!count) // before the operation (seen)
    return CUBLAS_STATUS_SUCCESS;
  if (trans != CUBLAS_OP_N)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  if (m < n)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return each<X, leastSquaresOne<X>>(h, "cublas_gels",
                                     {.m = m,
                                      .n = n,
                                      .columns = nrhs,
                                      .lda = lda,
                                      .ldb = ldc,
                                      .a = out(a),
                                      .b = out(c),
                                      .info = infos,
                                      .batches = count});
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Factorizations
#include "cublas/Entries.inc"
