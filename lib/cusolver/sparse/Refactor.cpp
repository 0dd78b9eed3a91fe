// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusolverRf: LU factorizations of matrices with one pattern, without pivoting, for known
// permutations (cuSOLVER's manual, "Refactorization").
//
// B(i, j) = A(P(i), Q(j)) = (L U)(i, j). Both factors lie in one matrix M by rows. By columns (CSC)
// the arrays describe A', so the lower factor is U', the upper one L', and P and Q change places.
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "cusolver/Dense.h"
#include "library/Handles.h"

namespace anywarp::cusolver {
namespace {

constexpr auto kOk = CUSOLVER_STATUS_SUCCESS;
constexpr auto kBad = CUSOLVER_STATUS_INVALID_VALUE;
constexpr auto kNotReady = CUSOLVER_STATUS_NOT_INITIALIZED; // of a call that is too early

/// Device memory that lives with its object.
template <typename T> class DeviceArray {
public:
  DeviceArray() = default;
  DeviceArray(const DeviceArray &) = delete;
  ~DeviceArray() { release(); }
  bool allocate(size_t count) {
    release();
    CUdeviceptr address = 0;
    if (library::cu().cuMemAlloc(&address, std::max<size_t>(count, 1) * sizeof(T)))
      return false;
    data_ = reinterpret_cast<T *>(address);
    return true;
  }
  T *data() const { return data_; }

private:
  void release() {
    if (data_)
      (void)library::cu().cuMemFree(reinterpret_cast<CUdeviceptr>(data_));
    data_ = nullptr;
  }
  T *data_ = nullptr;
};

/// M and how to factor it: what bodies need.
struct Bundle {
  int n = 0, count = 0;
  int *rows = nullptr, *columns = nullptr, *diagonal = nullptr; ///< positions of the diagonal
  bool isUnitUpper = false, isTransposed = false;
  double zero = 0, boost = 0;
};

struct Refactorization {
  cusolverRfMatrixFormat_t format = CUSOLVERRF_MATRIX_FORMAT_CSR;
  cusolverRfUnitDiagonal_t unit = CUSOLVERRF_UNIT_DIAGONAL_STORED_L;
  cusolverRfFactorization_t factorAlgorithm = CUSOLVERRF_FACTORIZATION_ALG0;
  cusolverRfTriangularSolve_t solveAlgorithm = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  cusolverRfResetValuesFastMode_t fastMode = CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF;
  bool isAnalyzed = false, isFactored = false, wasBoosted = false;
  int batch = 0; ///< 0: not set up
  Bundle bundle;
  DeviceArray<int> rows, columns, diagonal;
  DeviceArray<double> values; ///< of each matrix of the batch
  std::vector<int> zeroPivots;
};
auto &handles = *new library::Handles<Refactorization, ::cusolverRfCommon>;
Refactorization &of(cusolverRfHandle_t handle) { return *handles.find(handle); }

/// A sparse matrix as it was handed over, from 0.
struct Arrays {
  int count;
  const int *rows, *columns;
  bool isValid(int n) const {
    if (count < 0 || !rows || !columns || rows[0] != 0 || rows[n] != count)
      return false;
    for (int i = 0; i < n; ++i)
      if (rows[i + 1] < rows[i])
        return false;
    for (int k = 0; k < count; ++k)
      if (columns[k] < 0 || columns[k] >= n)
        return false;
    return true;
  }
};

bool isPermutation(int n, const int *order) {
  std::vector<char> seen(n, 0);
  for (int i = 0; i < n; ++i) {
    if (order[i] < 0 || order[i] >= n || seen[order[i]])
      return false;
    seen[order[i]] = 1;
  }
  return true;
}

/// The pattern of M from those of the factors.
cusolverStatus_t setPattern(Refactorization &object, int n, Arrays lower, Arrays upper) {
  std::vector<std::vector<int>> pattern(n);
  int count = 0;
  for (int i = 0; i < n; ++i) {
    std::vector<int> &row = pattern[i];
    for (const Arrays &part : {lower, upper})
      row.insert(row.end(), part.columns + part.rows[i], part.columns + part.rows[i + 1]);
    row.push_back(i);
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    count += int(row.size());
  }
  if (!object.rows.allocate(n + 1) || !object.columns.allocate(count) ||
      !object.diagonal.allocate(n) || !object.values.allocate(size_t(count) * object.batch))
    return CUSOLVER_STATUS_ALLOC_FAILED;
  Bundle &bundle = object.bundle;
  bundle.n = n, bundle.count = count;
  bundle.rows = object.rows.data(), bundle.columns = object.columns.data();
  bundle.diagonal = object.diagonal.data();
  int next = 0;
  for (int i = 0; i < n; ++i) {
    bundle.rows[i] = next;
    for (int column : pattern[i]) {
      if (column == i)
        bundle.diagonal[i] = next;
      bundle.columns[next++] = column;
    }
  }
  bundle.rows[n] = next;
  object.zeroPivots.assign(object.batch, -1);
  return kOk;
}

/// The values of A to their places in M. False: A has an element that M has no place for.
bool place(const Bundle &bundle, const int *rows, const int *columns, const double *values,
           const int *p, const int *q, double *into) {
  const int *rowOrder = bundle.isTransposed ? q : p, *columnOrder = bundle.isTransposed ? p : q;
  std::vector<int> where(bundle.n);
  for (int j = 0; j < bundle.n; ++j)
    where[columnOrder[j]] = j;
  std::fill_n(into, bundle.count, 0.0);
  for (int i = 0; i < bundle.n; ++i) {
    const int *begin = bundle.columns + bundle.rows[i], *end = bundle.columns + bundle.rows[i + 1];
    for (int k = rows[rowOrder[i]]; k < rows[rowOrder[i] + 1]; ++k) {
      const int *found = std::lower_bound(begin, end, where[columns[k]]);
      if (found == end || *found != where[columns[k]])
        return false;
      into[found - bundle.columns] += values[k];
    }
  }
  return true;
}

/// Factors M in place. The first row with a zero pivot, or -1.
int factor(const Bundle &bundle, double *m, bool *wasBoosted) {
  int zero = -1;
  std::vector<double> work(bundle.n, 0.0);
  for (int i = 0; i < bundle.n; ++i) {
    const int begin = bundle.rows[i], end = bundle.rows[i + 1], diagonal = bundle.diagonal[i];
    for (int k = begin; k < end; ++k)
      work[bundle.columns[k]] = m[k];
    for (int k = begin; k < diagonal; ++k) {
      const int row = bundle.columns[k];
      double &factor = work[row];
      if (!bundle.isUnitUpper)
        factor /= m[bundle.diagonal[row]];
      for (int e = bundle.diagonal[row] + 1; e < bundle.rows[row + 1]; ++e)
        work[bundle.columns[e]] -= factor * m[e];
    }
    double &pivot = work[i];
    if (std::abs(pivot) <= bundle.zero) {
      if (bundle.boost > 0) {
        pivot = pivot < 0 ? -bundle.boost : bundle.boost;
        *wasBoosted = true;
      } else if (zero < 0) {
        zero = i;
      }
    }
    for (int k = begin; k < end; ++k) {
      const int column = bundle.columns[k];
      m[k] = bundle.isUnitUpper && column > i ? work[column] / pivot : work[column];
    }
    // Elements outside the pattern are dropped, as they may appear here only.
    for (int k = begin; k < diagonal; ++k)
      for (int e = bundle.diagonal[bundle.columns[k]] + 1; e < bundle.rows[bundle.columns[k] + 1];
           ++e)
        work[bundle.columns[e]] = 0;
    for (int k = begin; k < end; ++k)
      work[bundle.columns[k]] = 0;
  }
  return zero;
}

/// L U w = y or, transposed, (L U)' w = y, in place.
void solveFactors(const Bundle &b, const double *m, double *y) {
  const int n = b.n;
  if (!b.isTransposed) {
    for (int i = 0; i < n; ++i) {
      for (int k = b.rows[i]; k < b.diagonal[i]; ++k)
        y[i] -= m[k] * y[b.columns[k]];
      if (b.isUnitUpper)
        y[i] /= m[b.diagonal[i]];
    }
    for (int i = n; i-- > 0;) {
      for (int k = b.diagonal[i] + 1; k < b.rows[i + 1]; ++k)
        y[i] -= m[k] * y[b.columns[k]];
      if (!b.isUnitUpper)
        y[i] /= m[b.diagonal[i]];
    }
    return;
  }
  for (int i = 0; i < n; ++i) {
    if (!b.isUnitUpper)
      y[i] /= m[b.diagonal[i]];
    for (int k = b.diagonal[i] + 1; k < b.rows[i + 1]; ++k)
      y[b.columns[k]] -= m[k] * y[i];
  }
  for (int i = n; i-- > 0;) {
    if (b.isUnitUpper)
      y[i] /= m[b.diagonal[i]];
    for (int k = b.rows[i]; k < b.diagonal[i]; ++k)
      y[b.columns[k]] -= m[k] * y[i];
  }
}

/// work(index) for each matrix of the batch, in the default stream; the call waits.
template <typename F> cusolverStatus_t forEach(int batch, const char *name, const F &work) {
  if (library::isCapturing(nullptr))
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  const cusolverStatus_t status =
      run(nullptr, name, batch, [work](library::Block block) { work(int(block.index)); });
  return status ? status : statusOf(library::synchronize(nullptr));
}

cusolverStatus_t setUp(cusolverRfHandle_t handle, int batch, int n, Arrays a, Arrays lower,
                       Arrays upper, const int *p, const int *q) {
  if (n < 1 || batch < 1 || !p || !q || !a.isValid(n) || !lower.isValid(n) || !upper.isValid(n) ||
      !isPermutation(n, p) || !isPermutation(n, q))
    return kBad;
  if (library::ensureContext())
    return CUSOLVER_STATUS_INTERNAL_ERROR;
  Refactorization &object = of(handle);
  object.batch = batch;
  object.isAnalyzed = object.isFactored = object.wasBoosted = false;
  const bool isByColumns = object.format == CUSOLVERRF_MATRIX_FORMAT_CSC;
  const bool isUnitU = object.unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U ||
                       object.unit == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
  object.bundle.isTransposed = isByColumns;
  object.bundle.isUnitUpper = isByColumns != isUnitU;
  const cusolverStatus_t status =
      setPattern(object, n, isByColumns ? upper : lower, isByColumns ? lower : upper);
  if (status)
    object.batch = 0;
  return status;
}

cusolverStatus_t reset(cusolverRfHandle_t handle, int batch, int n, const int *rows,
                       const int *columns, const double *single, const double *const *several,
                       const int *p, const int *q) {
  Refactorization &object = of(handle);
  if (!object.batch)
    return kNotReady;
  if (n != object.bundle.n || batch != object.batch)
    return kBad;
  std::vector<char> fits(batch, 0);
  const cusolverStatus_t status =
      forEach(batch, "rfResetValues",
              [=, bundle = object.bundle, m = object.values.data(), result = fits.data()](int i) {
                result[i] = place(bundle, rows, columns, several ? several[i] : single, p, q,
                                  m + size_t(i) * bundle.count);
              });
  if (status)
    return status;
  object.isFactored = false;
  return std::count(fits.begin(), fits.end(), 0) ? kBad : kOk;
}

cusolverStatus_t analyze(cusolverRfHandle_t handle) {
  if (!of(handle).batch)
    return kNotReady;
  of(handle).isAnalyzed = true;
  return kOk;
}

cusolverStatus_t refactor(cusolverRfHandle_t handle) {
  Refactorization &object = of(handle);
  if (!object.batch || !object.isAnalyzed)
    return kNotReady;
  std::vector<char> boosted(object.batch, 0);
  const cusolverStatus_t status =
      forEach(object.batch, "rfRefactor",
              [bundle = object.bundle, m = object.values.data(), zeros = object.zeroPivots.data(),
               marks = boosted.data()](int i) {
                bool wasBoosted = false;
                zeros[i] = factor(bundle, m + size_t(i) * bundle.count, &wasBoosted);
                marks[i] = wasBoosted;
              });
  if (status)
    return status;
  object.isFactored = true;
  object.wasBoosted = std::count(boosted.begin(), boosted.end(), 1) > 0;
  return kOk;
}

cusolverStatus_t solve(cusolverRfHandle_t handle, const int *p, const int *q, int nrhs,
                       double *work, int ldt, double *single, double *const *several, int ldx) {
  Refactorization &object = of(handle);
  const int n = object.bundle.n;
  if (nrhs < 1 || ldt < n || ldx < n || !work) // comes first (seen)
    return kBad;
  if (!object.isFactored)
    return kNotReady;
  return forEach(object.batch, "rfSolve",
                 [=, bundle = object.bundle, m = object.values.data()](int i) {
                   double *x = several ? several[i] : single;
                   double *mine = work + size_t(i) * ldt * nrhs;
                   for (int j = 0; j < nrhs; ++j) {
                     double *right = x + size_t(j) * ldx, *y = mine + size_t(j) * ldt;
                     for (int k = 0; k < n; ++k)
                       y[k] = right[p[k]];
                     solveFactors(bundle, m + size_t(i) * bundle.count, y);
                     for (int k = 0; k < n; ++k)
                       right[q[k]] = y[k];
                   }
                 });
}

template <typename T> T *allocated(const std::vector<T> &from) {
  T *memory = static_cast<T *>(std::malloc(std::max<size_t>(1, from.size()) * sizeof(T)));
  if (memory)
    std::copy(from.begin(), from.end(), memory);
  return memory;
}

} // namespace

bool isLive(cusolverRfHandle_t handle) { return handles.find(handle); }

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *handle) {
  if (library::ensureContext())
    return kNotReady;
  *handle = handles.add(std::make_unique<Refactorization>());
  return kOk;
}
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle) {
  handles.remove(handle);
  return kOk;
}
cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t *format,
                                           cusolverRfUnitDiagonal_t *unit) {
  *format = of(handle).format;
  *unit = of(handle).unit;
  return kOk;
}
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t format,
                                           cusolverRfUnitDiagonal_t unit) {
  if (unsigned(format) > CUSOLVERRF_MATRIX_FORMAT_CSC ||
      unsigned(unit) > CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U)
    return kBad;
  of(handle).format = format;
  of(handle).unit = unit;
  return kOk;
}
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero,
                                                double boost) {
  if (zero < 0 || boost < 0) // (seen)
    return kBad;
  of(handle).bundle.zero = zero;
  of(handle).bundle.boost = boost;
  return kOk;
}
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double *zero,
                                                double *boost) {
  *zero = of(handle).bundle.zero;
  *boost = of(handle).bundle.boost;
  return kOk;
}
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                 cusolverRfNumericBoostReport_t *report) {
  *report =
      of(handle).wasBoosted ? CUSOLVERRF_NUMERIC_BOOST_USED : CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
  return kOk;
}
/// There is one algorithm each: the choice is kept.
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factor,
                                   cusolverRfTriangularSolve_t solve) {
  // The only pairs that are refused, of known and unknown values (seen).
  if (solve == CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 && factor != CUSOLVERRF_FACTORIZATION_ALG0)
    return kBad;
  of(handle).factorAlgorithm = factor;
  of(handle).solveAlgorithm = solve;
  return kOk;
}
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t *factor,
                                   cusolverRfTriangularSolve_t *solve) {
  *factor = of(handle).factorAlgorithm;
  *solve = of(handle).solveAlgorithm;
  return kOk;
}
cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t *mode) {
  *mode = of(handle).fastMode;
  return kOk;
}
cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t mode) {
  if (unsigned(mode) > CUSOLVERRF_RESET_VALUES_FAST_MODE_ON)
    return kBad;
  of(handle).fastMode = mode;
  return kOk;
}

/// The factors' values of M are those of A's factorization: they are computed anew.
cusolverStatus_t cusolverRfSetupHost(int n, int countA, int *rowsA, int *columnsA, double *valuesA,
                                     int countL, int *rowsL, int *columnsL, double *, int countU,
                                     int *rowsU, int *columnsU, double *, int *p, int *q,
                                     cusolverRfHandle_t handle) {
  if (!valuesA)
    return kBad;
  const cusolverStatus_t status = setUp(handle, 1, n, {countA, rowsA, columnsA},
                                        {countL, rowsL, columnsL}, {countU, rowsU, columnsU}, p, q);
  if (status)
    return status;
  return reset(handle, 1, n, rowsA, columnsA, valuesA, nullptr, p, q);
}
/// Device memory of a CPU device is memory of this process; what the null stream does comes first.
cusolverStatus_t cusolverRfSetupDevice(int n, int countA, int *rowsA, int *columnsA,
                                       double *valuesA, int countL, int *rowsL, int *columnsL,
                                       double *valuesL, int countU, int *rowsU, int *columnsU,
                                       double *valuesU, int *p, int *q, cusolverRfHandle_t handle) {
  if (CUresult result = library::synchronize(nullptr))
    return statusOf(result);
  return cusolver::cusolverRfSetupHost(n, countA, rowsA, columnsA, valuesA, countL, rowsL, columnsL,
                                       valuesL, countU, rowsU, columnsU, valuesU, p, q, handle);
}
cusolverStatus_t cusolverRfResetValues(int n, int, int *rows, int *columns, double *values, int *p,
                                       int *q, cusolverRfHandle_t handle) {
  return reset(handle, 1, n, rows, columns, values, nullptr, p, q);
}
/// Nothing to analyse is no failure (seen).
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle) {
  return of(handle).batch ? analyze(handle) : kOk;
}
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle) {
  if (const cusolverStatus_t status = refactor(handle))
    return status;
  return of(handle).zeroPivots[0] >= 0 ? CUSOLVER_STATUS_ZERO_PIVOT : kOk;
}
cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int *p, int *q, int nrhs, double *work,
                                 int ldt, double *x, int ldx) {
  return solve(handle, p, q, nrhs, work, ldt, x, nullptr, ldx);
}

cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int *count,
                                                      int **rows, int **columns, double **values) {
  Refactorization &object = of(handle);
  if (!object.batch)
    return kNotReady;
  *count = object.bundle.count;
  *rows = object.bundle.rows;
  *columns = object.bundle.columns;
  *values = object.values.data();
  return kOk;
}
/// The program gives the arrays back by free().
cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle, int *count,
                                                     int **rows, int **columns, double **values) {
  Refactorization &object = of(handle);
  if (!object.batch)
    return kNotReady;
  const Bundle &b = object.bundle;
  *count = b.count;
  *rows = allocated(std::vector<int>(b.rows, b.rows + b.n + 1));
  *columns = allocated(std::vector<int>(b.columns, b.columns + b.count));
  *values = allocated(std::vector<double>(object.values.data(), object.values.data() + b.count));
  return *rows && *columns && *values ? kOk : CUSOLVER_STATUS_ALLOC_FAILED;
}
/// As they were given: a unit diagonal is written where the format stores it.
cusolverStatus_t cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int *countL,
                                                   int **rowsL, int **columnsL, double **valuesL,
                                                   int *countU, int **rowsU, int **columnsU,
                                                   double **valuesU) {
  Refactorization &object = of(handle);
  if (!object.batch)
    return kNotReady;
  const Bundle &b = object.bundle;
  const double *m = object.values.data();
  const bool isStored = object.unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_L ||
                        object.unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U;
  struct Part {
    std::vector<int> rows{0}, columns;
    std::vector<double> values;
  } lower, upper;
  for (int i = 0; i < b.n; ++i) {
    for (int k = b.rows[i]; k < b.rows[i + 1]; ++k) {
      if (k == b.diagonal[i])
        for (Part *part : {&lower, &upper}) {
          const bool isUnit = (part == &upper) == b.isUnitUpper;
          if (isUnit && !isStored)
            continue;
          part->columns.push_back(i);
          part->values.push_back(isUnit ? 1.0 : m[k]);
        }
      else {
        Part &part = b.columns[k] < i ? lower : upper;
        part.columns.push_back(b.columns[k]);
        part.values.push_back(m[k]);
      }
    }
    lower.rows.push_back(int(lower.columns.size()));
    upper.rows.push_back(int(upper.columns.size()));
  }
  if (b.isTransposed) // by columns: the lower factor of A' is U'
    std::swap(lower, upper);
  *countL = int(lower.columns.size());
  *rowsL = allocated(lower.rows), *columnsL = allocated(lower.columns);
  *valuesL = allocated(lower.values);
  *countU = int(upper.columns.size());
  *rowsU = allocated(upper.rows), *columnsU = allocated(upper.columns);
  *valuesU = allocated(upper.values);
  return *rowsL && *columnsL && *valuesL && *rowsU && *columnsU && *valuesU
             ? kOk
             : CUSOLVER_STATUS_ALLOC_FAILED;
}

cusolverStatus_t cusolverRfBatchSetupHost(int batch, int n, int countA, int *rowsA, int *columnsA,
                                          double **valuesA, int countL, int *rowsL, int *columnsL,
                                          double *, int countU, int *rowsU, int *columnsU, double *,
                                          int *p, int *q, cusolverRfHandle_t handle) {
  if (!valuesA)
    return kBad;
  const cusolverStatus_t status = setUp(handle, batch, n, {countA, rowsA, columnsA},
                                        {countL, rowsL, columnsL}, {countU, rowsU, columnsU}, p, q);
  if (status)
    return status;
  return reset(handle, batch, n, rowsA, columnsA, nullptr, valuesA, p, q);
}
cusolverStatus_t cusolverRfBatchResetValues(int batch, int n, int, int *rows, int *columns,
                                            double **values, int *p, int *q,
                                            cusolverRfHandle_t handle) {
  return values ? reset(handle, batch, n, rows, columns, nullptr, values, p, q) : kBad;
}
cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t handle) { return analyze(handle); }
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle) { return refactor(handle); }
cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int *p, int *q, int nrhs,
                                      double *work, int ldt, double **x, int ldx) {
  return x ? solve(handle, p, q, nrhs, work, ldt, nullptr, x, ldx) : kBad;
}
cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int *position) {
  const std::vector<int> &zeros = of(handle).zeroPivots;
  if (!of(handle).isFactored || !position)
    return of(handle).isFactored ? kBad : kNotReady;
  std::copy(zeros.begin(), zeros.end(), position);
  return std::any_of(zeros.begin(), zeros.end(), [](int i) { return i >= 0; })
             ? CUSOLVER_STATUS_ZERO_PIVOT
             : kOk;
}

} // namespace anywarp::cusolver
