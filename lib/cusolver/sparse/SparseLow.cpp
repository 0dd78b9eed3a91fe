// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse factorizations in steps, in host and in device memory, and batched QR (cuSOLVER's header
// cusolverSp_LOWLEVEL_PREVIEW.h; manual: csrqrBatched).
#include <tuple>

#include "cusolver/sparse/Sparse.h"
#include "library/Handles.h"

namespace anywarp::cusolver {
namespace {

template <typename N> struct Factors {
  SparseMatrix<N> a;
  SparseLu<N> lu;
  SparseQr<N> qr;
  SparseCholesky<N> cholesky;
  int bad = -1; ///< of Cholesky: the row that stopped it
};
/// An info object: what was read and factored, for each type of numbers.
struct FactorInfo {
  int rows = -1,
      count = -1;          ///< LU, Cholesky: what was analysed; sizes are told of that only (seen)
  bool isFactored = false; ///< QR: csrqrFactor came after csrqrSetup
  std::tuple<Factors<float>, Factors<double>, Factors<std::complex<float>>,
             Factors<std::complex<double>>>
      all;
  template <typename T> Factors<Number<T>> &of() { return std::get<Factors<Number<T>>>(all); }
};

auto &luInfos = *new library::Handles<FactorInfo, ::csrluInfoHost>;
auto &qrHostInfos = *new library::Handles<FactorInfo, ::csrqrInfoHost>;
auto &qrInfos = *new library::Handles<FactorInfo, ::csrqrInfo>;
auto &choleskyHostInfos = *new library::Handles<FactorInfo, ::csrcholInfoHost>;
auto &choleskyInfos = *new library::Handles<FactorInfo, ::csrcholInfo>;
FactorInfo &object(csrluInfoHost_t info) { return *luInfos.find(info); }
FactorInfo &object(csrqrInfoHost_t info) { return *qrHostInfos.find(info); }
FactorInfo &object(csrqrInfo_t info) { return *qrInfos.find(info); }
FactorInfo &object(csrcholInfoHost_t info) { return *choleskyHostInfos.find(info); }
FactorInfo &object(csrcholInfo_t info) { return *choleskyInfos.find(info); }

} // namespace

bool isLive(csrluInfoHost_t info) { return luInfos.find(info); }
bool isLive(csrqrInfoHost_t info) { return qrHostInfos.find(info); }
bool isLive(csrqrInfo_t info) { return qrInfos.find(info); }
bool isLive(csrcholInfoHost_t info) { return choleskyHostInfos.find(info); }
bool isLive(csrcholInfo_t info) { return choleskyInfos.find(info); }

/// Work in streams may still use an object of the device forms: its end waits for the device.
#define AW_SPARSE_INFO(Name, Type, table, wait)                                                    \
  cusolverStatus_t cusolverSpCreate##Name(Type *info) {                                            \
    *info = table.add(std::make_unique<FactorInfo>());                                             \
    return CUSOLVER_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  cusolverStatus_t cusolverSpDestroy##Name(Type info) {                                            \
    if (!info) /* (seen) */                                                                        \
      return CUSOLVER_STATUS_SUCCESS;                                                              \
    if (wait)                                                                                      \
      (void)library::cu().cuCtxSynchronize();                                                      \
    table.remove(info);                                                                            \
    return CUSOLVER_STATUS_SUCCESS;                                                                \
  }
AW_SPARSE_INFO(CsrluInfoHost, csrluInfoHost_t, luInfos, false)
AW_SPARSE_INFO(CsrqrInfoHost, csrqrInfoHost_t, qrHostInfos, false)
AW_SPARSE_INFO(CsrqrInfo, csrqrInfo_t, qrInfos, true)
AW_SPARSE_INFO(CsrcholInfoHost, csrcholInfoHost_t, choleskyHostInfos, false)
AW_SPARSE_INFO(CsrcholInfo, csrcholInfo_t, choleskyInfos, true)
#undef AW_SPARSE_INFO

namespace {

template <typename T> using R = Real<Number<T>>;
constexpr auto kBad = CUSOLVER_STATUS_INVALID_VALUE;
constexpr auto kOk = CUSOLVER_STATUS_SUCCESS;

/// Factors live in memory of our own; the buffer holds a vector.
template <typename T> cusolverStatus_t sizes(int m, int n, int count, size_t *data, size_t *work) {
  *data = size_t(std::max(count, 0)) * 2 * sizeof(Entry<Number<T>>);
  *work = (size_t(std::max(m, 0)) + std::max(n, 0) + 1) * sizeof(T);
  return kOk;
}
bool isPattern(int m, int n, int count, const int *rows, const int *columns, int base) {
  SparseMatrix<float> pattern;
  return pattern.read(Csr<float>{m, n, count, nullptr, rows, columns, base});
}

} // namespace

// LU in host memory: rows are exchanged, columns stay (seen). It is the transposed factorization of
// the columns, A^T = L' U'.

cusolverStatus_t cusolverSpXcsrluAnalysisHost(cusolverSpHandle_t, int n, int count,
                                              cusparseMatDescr_t descriptor, const int *rows,
                                              const int *columns, csrluInfoHost_t info) {
  if (!isPattern(n, n, count, rows, columns, baseOf(descriptor)))
    return kBad;
  object(info).rows = n, object(info).count = count;
  return kOk;
}

namespace {
template <typename T>
cusolverStatus_t csrluBufferInfoHost(cusolverSpHandle_t, int n, int count, cusparseMatDescr_t,
                                     const T *, const int *, const int *, csrluInfoHost_t info,
                                     size_t *data, size_t *work) {
  if (object(info).rows != n || object(info).count != count)
    return kBad;
  return sizes<T>(n, n, count, data, work);
}
template <typename T>
cusolverStatus_t csrluFactorHost(cusolverSpHandle_t, int n, int count,
                                 cusparseMatDescr_t descriptor, const T *values, const int *rows,
                                 const int *columns, csrluInfoHost_t info, R<T> threshold, void *) {
  Factors<Number<T>> &factors = object(info).of<T>();
  if (!factors.a.read(Csr<T>{n, n, count, values, rows, columns, baseOf(descriptor)}))
    return kBad;
  factors.lu.factor(factors.a.transposed(), threshold);
  return kOk;
}
template <typename T>
cusolverStatus_t csrluZeroPivotHost(cusolverSpHandle_t, csrluInfoHost_t info, R<T> tolerance,
                                    int *position) {
  *position = object(info).of<T>().lu.singularRow(tolerance);
  return kOk;
}
template <typename T>
cusolverStatus_t csrluSolveHost(cusolverSpHandle_t, int n, const T *b, T *x, csrluInfoHost_t info,
                                void *) {
  const SparseLu<Number<T>> &lu = object(info).of<T>().lu;
  if (int(lu.pivot.size()) != n)
    return kBad;
  lu.solveTransposed(num(b), num(x));
  return kOk;
}
/// The numbers that the last factorization left, whatever their type.
template <typename N> bool count(const Factors<N> &factors, int *lower, int *upper) {
  if (factors.lu.pivot.empty())
    return false;
  // U has the rows of L' and the diagonal; L has the rest of U'.
  *upper = int(factors.lu.pivot.size());
  *lower = 0;
  for (const SparseRow<N> &row : factors.lu.lower)
    *upper += int(row.size());
  for (const SparseRow<N> &row : factors.lu.upper)
    *lower += int(row.size()) - 1;
  return true;
}
template <typename N>
void write(const std::vector<SparseRow<N>> &matrix, int base, N *values, int *rows, int *columns) {
  int next = 0;
  for (size_t i = 0; i < matrix.size(); ++i) {
    rows[i] = next + base;
    SparseRow<N> row = matrix[i];
    SparseMatrix<N>::sort(row);
    for (const Entry<N> &entry : row) {
      values[next] = entry.value;
      columns[next++] = entry.column + base;
    }
  }
  rows[matrix.size()] = next + base;
}
/// (P A)(i, j) = A(p(i), j) = (L U)(i, j). The unit diagonal of L is not among its entries (seen).
template <typename T>
cusolverStatus_t csrluExtractHost(cusolverSpHandle_t, int *p, int *q, cusparseMatDescr_t lower,
                                  T *valuesL, int *rowsL, int *columnsL, cusparseMatDescr_t upper,
                                  T *valuesU, int *rowsU, int *columnsU, csrluInfoHost_t info,
                                  void *) {
  using N = Number<T>;
  const SparseLu<N> &lu = object(info).of<T>().lu;
  const int n = int(lu.pivot.size());
  if (!n)
    return kBad;
  std::vector<int> step(n);
  for (int i = 0; i < n; ++i) {
    step[lu.pivot[i]] = i;
    p[i] = lu.pivot[i];
    q[i] = i;
  }
  // A^T = L' U' = (L' D) (D^-1 U'), whose second factor has the unit diagonal.
  std::vector<SparseRow<N>> l(n), u(n);
  for (int k = 0; k < n; ++k) {
    const N diagonal = lu.upper[k][0].value;
    u[k].push_back({k, diagonal});
    for (size_t e = 1; e < lu.upper[k].size(); ++e)
      l[step[lu.upper[k][e].column]].push_back({k, lu.upper[k][e].value / diagonal});
    for (const Entry<N> &entry : lu.lower[k])
      u[entry.column].push_back({k, entry.value * lu.upper[entry.column][0].value});
  }
  write(l, baseOf(lower), num(valuesL), rowsL, columnsL);
  write(u, baseOf(upper), num(valuesU), rowsU, columnsU);
  return kOk;
}
} // namespace

cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t, int *lower, int *upper,
                                         csrluInfoHost_t info) {
  const bool found =
      std::apply([&](const auto &...factors) { return (count(factors, lower, upper) || ...); },
                 object(info).all);
  return found ? kOk : kBad;
}

// QR and Cholesky. `at`: does the work at once, or in the handle's stream.

namespace {

struct AtOnce {
  static constexpr int kFirst = 0;
  explicit AtOnce(cusolverSpHandle_t) {}
  template <typename F> cusolverStatus_t operator()(const char *, const F &work) const {
    return work();
  }
  template <typename F> cusolverStatus_t wait(const char *, const F &work) const { return work(); }
};
struct InStream {
  static constexpr int kFirst = 1;
  cusolverSpHandle_t handle;
  explicit InStream(cusolverSpHandle_t handle) : handle(handle) {}
  template <typename F> cusolverStatus_t operator()(const char *name, const F &work) const {
    return run(streamOf(handle), name, [work] { (void)work(); });
  }
  template <typename F> cusolverStatus_t wait(const char *name, const F &work) const {
    return runAndWait(handle, name, work);
  }
};

/// values - shift on the diagonal.
template <typename T, typename At>
cusolverStatus_t setUp(const At &at, const Csr<T> &csr, Number<T> shift, FactorInfo &info) {
  info.isFactored = false;
  return at.wait("csrqrSetup", [=, factors = &info.of<T>()] {
    if (!factors->a.read(csr))
      return kBad;
    if (shift != Number<T>(0))
      factors->a.shiftDiagonal(shift);
    return kOk;
  });
}
/// True: csrqrSetup has read a matrix of that size.
template <typename T> bool isSetUp(FactorInfo &info, int m, int n) {
  const SparseMatrix<Number<T>> &a = info.of<T>().a;
  return a.m() == m && a.n == n;
}
template <typename T, typename At>
cusolverStatus_t factorQr(const At &at, const T *b, T *x, FactorInfo &info) {
  info.isFactored = true;
  return at("csrqrFactor", [=, factors = &info.of<T>()] {
    factors->qr.factor(factors->a);
    if (b && x)
      factors->qr.solve(num(b), num(x));
    return kOk;
  });
}
template <typename T, typename At>
cusolverStatus_t solveQr(const At &at, const T *b, T *x, FactorInfo &info) {
  return at("csrqrSolve", [=, factors = &info.of<T>()] {
    factors->qr.solve(num(b), num(x));
    return kOk;
  });
}
template <typename T, typename At>
cusolverStatus_t pivotQr(const At &at, R<T> tolerance, int *position, FactorInfo &info) {
  if (!info.isFactored)
    return kBad;
  return at.wait("csrqrZeroPivot", [=, factors = &info.of<T>()] {
    *position = factors->qr.singularColumn(tolerance);
    return kOk;
  });
}
template <typename T, typename At>
cusolverStatus_t factorCholesky(const At &at, const Csr<T> &csr, FactorInfo &info) {
  return at.wait("csrcholFactor", [=, factors = &info.of<T>()] {
    if (!factors->a.read(csr))
      return kBad;
    factors->bad = factors->cholesky.factor(factors->a);
    return kOk;
  });
}
/// In host memory the position counts from 0, in device memory from 1 (seen).
template <typename T, typename At>
cusolverStatus_t pivotCholesky(const At &at, R<T> tolerance, int *position, FactorInfo &info) {
  return at.wait("csrcholZeroPivot", [=, factors = &info.of<T>()] {
    int found = factors->bad;
    const auto &diagonal = factors->cholesky.diagonal;
    for (size_t i = 0; i < diagonal.size() && found < 0; ++i)
      if (diagonal[i] <= tolerance)
        found = int(i);
    *position = found < 0 ? -1 : found + At::kFirst;
    return kOk;
  });
}
template <typename T, typename At>
cusolverStatus_t solveCholesky(const At &at, int n, const T *b, T *x, FactorInfo &info) {
  if (int(info.of<T>().cholesky.diagonal.size()) != n)
    return kBad; // csrcholFactor waits: what it found is known
  return at("csrcholSolve", [=, factors = &info.of<T>()] {
    factors->cholesky.solve(num(b), num(x));
    return kOk;
  });
}

// The rows' forms: the same for host and device.
#define AW_QR_FORMS(suffix, Info, At)                                                              \
  template <typename T>                                                                            \
  cusolverStatus_t csrqrBufferInfo##suffix(cusolverSpHandle_t, int m, int n, int count,            \
                                           cusparseMatDescr_t, const T *, const int *,             \
                                           const int *, Info, size_t *data, size_t *work) {        \
    return sizes<T>(m, n, count, data, work);                                                      \
  }                                                                                                \
  template <typename T>                                                                            \
  cusolverStatus_t csrqrSetup##suffix(cusolverSpHandle_t handle, int m, int n, int count,          \
                                      cusparseMatDescr_t descriptor, const T *values,              \
                                      const int *rows, const int *columns, T shift, Info info) {   \
    const Csr<T> csr{m, n, count, values, rows, columns, baseOf(descriptor)};                      \
    return setUp<T>(At(handle), csr, *num(&shift), object(info));                                  \
  }                                                                                                \
  template <typename T>                                                                            \
  cusolverStatus_t csrqrFactor##suffix(cusolverSpHandle_t handle, int m, int n, int, T *b, T *x,   \
                                       Info info, void *) {                                        \
    if (!isSetUp<T>(object(info), m, n))                                                           \
      return kBad;                                                                                 \
    return factorQr<T>(At(handle), b, x, object(info));                                            \
  }                                                                                                \
  template <typename T>                                                                            \
  cusolverStatus_t csrqrZeroPivot##suffix(cusolverSpHandle_t handle, Info info, R<T> tolerance,    \
                                          int *position) {                                         \
    return pivotQr<T>(At(handle), tolerance, position, object(info));                              \
  }                                                                                                \
  template <typename T>                                                                            \
  cusolverStatus_t csrqrSolve##suffix(cusolverSpHandle_t handle, int m, int n, T *b, T *x,         \
                                      Info info, void *) {                                         \
    if (!isSetUp<T>(object(info), m, n))                                                           \
      return kBad;                                                                                 \
    return solveQr<T>(At(handle), b, x, object(info));                                             \
  }
#define AW_CHOLESKY_FORMS(suffix, Info, At)                                                        \
  template <typename T>                                                                            \
  cusolverStatus_t csrcholBufferInfo##suffix(cusolverSpHandle_t, int n, int count,                 \
                                             cusparseMatDescr_t, const T *, const int *,           \
                                             const int *, Info info, size_t *data, size_t *work) { \
    if (object(info).rows != n || object(info).count != count)                                     \
      return kBad;                                                                                 \
    return sizes<T>(n, n, count, data, work);                                                      \
  }                                                                                                \
  template <typename T>                                                                            \
  cusolverStatus_t csrcholFactor##suffix(cusolverSpHandle_t handle, int n, int count,              \
                                         cusparseMatDescr_t descriptor, const T *values,           \
                                         const int *rows, const int *columns, Info info, void *) { \
    const Csr<T> csr{n, n, count, values, rows, columns, baseOf(descriptor)};                      \
    return factorCholesky<T>(At(handle), csr, object(info));                                       \
  }                                                                                                \
  template <typename T>                                                                            \
  cusolverStatus_t csrcholZeroPivot##suffix(cusolverSpHandle_t handle, Info info, R<T> tolerance,  \
                                            int *position) {                                       \
    return pivotCholesky<T>(At(handle), tolerance, position, object(info));                        \
  }                                                                                                \
  template <typename T>                                                                            \
  cusolverStatus_t csrcholSolve##suffix(cusolverSpHandle_t handle, int n, const T *b, T *x,        \
                                        Info info, void *) {                                       \
    return solveCholesky<T>(At(handle), n, b, x, object(info));                                    \
  }
AW_QR_FORMS(Host, csrqrInfoHost_t, AtOnce)
AW_QR_FORMS(, csrqrInfo_t, InStream)
AW_CHOLESKY_FORMS(Host, csrcholInfoHost_t, AtOnce)
AW_CHOLESKY_FORMS(, csrcholInfo_t, InStream)
#undef AW_QR_FORMS
#undef AW_CHOLESKY_FORMS

template <typename T>
cusolverStatus_t csrcholDiag(cusolverSpHandle_t handle, csrcholInfo_t info, R<T> *diagonal) {
  return run(streamOf(handle), "csrcholDiag", [=, factors = &object(info).of<T>()] {
    const auto &found = factors->cholesky.diagonal;
    std::copy(found.begin(), found.end(), diagonal);
  });
}

/// The batch's matrices have one pattern; values, b and x follow each other.
template <typename T>
cusolverStatus_t csrqrBufferInfoBatched(cusolverSpHandle_t, int m, int n, int count,
                                        cusparseMatDescr_t, const T *, const int *, const int *,
                                        int, csrqrInfo_t, size_t *data, size_t *work) {
  return sizes<T>(m, n, count, data, work);
}
template <typename T>
cusolverStatus_t csrqrsvBatched(cusolverSpHandle_t handle, int m, int n, int count,
                                cusparseMatDescr_t descriptor, const T *values, const int *rows,
                                const int *columns, const T *b, T *x, int batch, csrqrInfo_t,
                                void *) {
  using N = Number<T>;
  return run(streamOf(handle), "csrqrsvBatched", batch,
             [=, base = baseOf(descriptor)](library::Block block) {
               const uint64_t i = block.index;
               SparseMatrix<N> a;
               if (!a.read(Csr<T>{m, n, count, values + i * count, rows, columns, base}))
                 return;
               SparseQr<N> qr;
               qr.factor(a);
               qr.solve(num(b) + i * m, num(x) + i * n);
             });
}

} // namespace

cusolverStatus_t cusolverSpXcsrqrAnalysisHost(cusolverSpHandle_t, int m, int n, int count,
                                              cusparseMatDescr_t descriptor, const int *rows,
                                              const int *columns, csrqrInfoHost_t) {
  return isPattern(m, n, count, rows, columns, baseOf(descriptor)) ? kOk : kBad;
}
cusolverStatus_t cusolverSpXcsrqrAnalysis(cusolverSpHandle_t handle, int m, int n, int count,
                                          cusparseMatDescr_t descriptor, const int *rows,
                                          const int *columns, csrqrInfo_t) {
  return runAndWait(handle, "csrqrAnalysis", [=, base = baseOf(descriptor)] {
    return isPattern(m, n, count, rows, columns, base) ? kOk : kBad;
  });
}
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int count,
                                                 cusparseMatDescr_t descriptor, const int *rows,
                                                 const int *columns, csrqrInfo_t info) {
  return cusolver::cusolverSpXcsrqrAnalysis(handle, m, n, count, descriptor, rows, columns, info);
}
cusolverStatus_t cusolverSpXcsrcholAnalysisHost(cusolverSpHandle_t, int n, int count,
                                                cusparseMatDescr_t descriptor, const int *rows,
                                                const int *columns, csrcholInfoHost_t info) {
  if (!isPattern(n, n, count, rows, columns, baseOf(descriptor)))
    return kBad;
  object(info).rows = n, object(info).count = count;
  return kOk;
}
cusolverStatus_t cusolverSpXcsrcholAnalysis(cusolverSpHandle_t handle, int n, int count,
                                            cusparseMatDescr_t descriptor, const int *rows,
                                            const int *columns, csrcholInfo_t info) {
  object(info).rows = n, object(info).count = count;
  return runAndWait(handle, "csrcholAnalysis", [=, base = baseOf(descriptor)] {
    return isPattern(n, n, count, rows, columns, base) ? kOk : kBad;
  });
}

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_SparseLow
#define AW_ENTRIES_SparseBatched
#include "cusolver/Entries.inc"
