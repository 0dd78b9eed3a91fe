// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Incomplete factorisations without fill-in, in place: LU and Cholesky of CSR and block matrices.
// That of a block matrix is that of its entries, as blocks are full. Rows are sorted.
#include "cusparse/Api.h"
#include "cusparse/Legacy.h"
#include "cusparse/solves/Pivots.h"

namespace anywarp::cusparse {
namespace {

/// Small pivots become `value` (numericBoost); a copy of what the program said.
struct BoostParams {
  bool isOn = false;
  Scalar tolerance, value;
};
struct Factorisation {
  Matrix a;
  Pivots *pivots;
  int *places;        ///< of each column in the row under way; -1
  int64_t *diagonals; ///< where each row keeps its diagonal; -1
  BoostParams boost;
};

/// Rows of entries of a block matrix.
template <typename T> class Entries {
public:
  explicit Entries(const Matrix &a)
      : offsets_(static_cast<const int *>(a.offsets)),
        columns_(static_cast<const int *>(a.indices)),
        values_(static_cast<T *>(const_cast<void *>(a.values))), base_(a.base), size_(a.blockRows),
        isByColumns_(a.isBlockByColumns) {}
  int64_t length(int64_t row) const {
    return int64_t(offsets_[row / size_ + 1] - offsets_[row / size_]) * size_;
  }
  int64_t column(int64_t row, int64_t i) const {
    return (columns_[offsets_[row / size_] - base_ + i / size_] - base_) * size_ + i % size_;
  }
  T &value(int64_t row, int64_t i) const {
    const int64_t block = offsets_[row / size_] - base_ + i / size_, r = row % size_, c = i % size_;
    return values_[block * size_ * size_ + (isByColumns_ ? c * size_ + r : r * size_ + c)];
  }

private:
  const int *offsets_, *columns_;
  T *values_;
  int64_t base_, size_;
  bool isByColumns_;
};

void report(const Factorisation &p, int64_t row) {
  if (p.pivots->row < 0)
    p.pivots->row = int(row / p.a.blockRows + p.a.base);
}
/// Notes where a row's columns and diagonal are; false: it has no diagonal.
template <typename T> bool openRow(const Factorisation &p, const Entries<T> &a, int64_t row) {
  p.diagonals[row] = -1;
  for (int64_t i = 0, count = a.length(row); i < count; ++i) {
    const int64_t column = a.column(row, i);
    p.places[column] = int(i);
    if (column == row)
      p.diagonals[row] = i;
  }
  if (p.diagonals[row] < 0)
    report(p, row);
  return p.diagonals[row] >= 0;
}
template <typename T> void closeRow(const Factorisation &p, const Entries<T> &a, int64_t row) {
  for (int64_t i = 0, count = a.length(row); i < count; ++i)
    p.places[a.column(row, i)] = -1;
}

/// Row after row: L has a unit diagonal (Saad, Iterative Methods, algorithm 10.4).
template <typename T> void factoriseLu(const Factorisation &p, library::Block) {
  const Entries<T> a(p.a);
  p.pivots->row = -1;
  std::fill_n(p.places, p.a.rows, -1);
  for (int64_t row = 0; row < p.a.rows; ++row) {
    const bool hasDiagonal = openRow(p, a, row);
    for (int64_t i = 0, count = a.length(row); i < count; ++i) {
      const int64_t k = a.column(row, i);
      if (k >= row)
        break;
      if (p.diagonals[k] < 0)
        continue;
      T &factor = a.value(row, i);
      factor = factor / a.value(k, p.diagonals[k]);
      for (int64_t j = p.diagonals[k] + 1, end = a.length(k); j < end; ++j)
        if (const int place = p.places[a.column(k, j)]; place >= 0)
          a.value(row, place) = a.value(row, place) - factor * a.value(k, j);
    }
    if (hasDiagonal) {
      T &pivot = a.value(row, p.diagonals[row]);
      if (p.boost.isOn && magnitude(pivot) < p.boost.tolerance.get<double>()) // seen
        pivot = p.boost.value.get<T>();
      if (isZero(pivot))
        report(p, row);
    }
    closeRow(p, a, row);
  }
}

/// Of a Hermitian matrix, of which the lower triangle is read and written.
template <typename T> void factoriseCholesky(const Factorisation &p, library::Block) {
  const Entries<T> a(p.a);
  p.pivots->row = -1;
  std::fill_n(p.places, p.a.rows, -1);
  for (int64_t row = 0; row < p.a.rows; ++row) {
    const bool hasDiagonal = openRow(p, a, row);
    for (int64_t i = 0, count = a.length(row); i < count; ++i) {
      const int64_t column = a.column(row, i);
      if (column > row)
        break;
      if (p.diagonals[column] < 0)
        continue;
      // Minus the products of what both rows have left of the column.
      T &entry = a.value(row, i);
      for (int64_t j = 0; j < p.diagonals[column]; ++j)
        if (const int place = p.places[a.column(column, j)]; place >= 0)
          entry = entry - a.value(row, place) * conjugate(a.value(column, j));
      if (column < row)
        entry = entry / a.value(column, p.diagonals[column]);
    }
    if (hasDiagonal) {
      T &pivot = a.value(row, p.diagonals[row]);
      const auto square = [&] {
        if constexpr (kIsComplex<T>)
          return pivot.re;
        else
          return pivot;
      }();
      if (!(square > 0))
        report(p, row);
      pivot = convert<T>(std::sqrt(square));
    }
    closeRow(p, a, row);
  }
}

struct FactorBuffer {
  FactorBuffer(void *buffer, int64_t rows) {
    Carver carver(buffer);
    places = carver.take<int>(rows);
    diagonals = carver.take<int64_t>(rows);
    size = std::max<size_t>(carver.size(), 256);
  }
  int *places;
  int64_t *diagonals;
  size_t size;
};

template <typename T>
cusparseStatus_t analyse(cusparseHandle_t handle, const cusparseSpMatDescr &a,
                         const cusparseMatDescr_t descr, Pivots &pivots) {
  if (cusparseStatus_t status = requireGeneral(descr))
    return status;
  Work work(handle);
  launchPivotCheck<T>(work, a, pivots, /*numeric=*/false);
  return work;
}
template <auto body>
cusparseStatus_t factorise(cusparseHandle_t handle, const cusparseSpMatDescr &a,
                           const cusparseMatDescr_t descr, Pivots &pivots, const BoostParams &boost,
                           void *pBuffer) {
  if (cusparseStatus_t status = requireGeneral(descr))
    return status;
  if (!pivots.isAnalysed)
    return CUSPARSE_STATUS_INTERNAL_ERROR; // (seen)
  Work work(handle);
  Buffer given(work, pBuffer, FactorBuffer(nullptr, a.rows).size);
  const FactorBuffer b(given.get(), a.rows);
  pivots.stream = work.stream();
  work.run<body>("cusparse_factorise", 1, {matrixOf(&a), &pivots, b.places, b.diagonals, boost});
  return work;
}
template <typename Info, typename T>
cusparseStatus_t setBoost(cusparseHandle_t handle, Info info, int enable, const double *tol,
                          const T *value) {
  if (enable && (!tol || !value))
    return CUSPARSE_STATUS_INVALID_VALUE;
  Boost &boost = info->boost;
  boost.isOn = enable;
  if (!enable)
    return CUSPARSE_STATUS_SUCCESS;
  boost.isDevice = handle->pointerMode == CUSPARSE_POINTER_MODE_DEVICE;
  boost.deviceTolerance = tol;
  boost.deviceValue = value;
  if (!boost.isDevice) {
    boost.tolerance = *tol;
    std::memcpy(boost.value, value, sizeof *value);
  }
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T> BoostParams boostOf(const Boost &boost) {
  BoostParams p;
  cusparseContext mode;
  mode.pointerMode = boost.isDevice ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST;
  if ((p.isOn = boost.isOn)) {
    p.tolerance = Scalar(&mode, boost.isDevice ? boost.deviceTolerance : &boost.tolerance, 8);
    p.value = Scalar(&mode, boost.isDevice ? boost.deviceValue : boost.value, sizeof(T));
  }
  return p;
}

/// CSR is a block matrix with blocks of one entry.
template <typename T>
cusparseSpMatDescr entriesOf(int m, int nnz, const cusparseMatDescr_t descr, const T *values,
                             const int *offsets, const int *columns) {
  return blockMatrix(values, offsets, columns, m, m, nnz, 1, 1, CUSPARSE_DIRECTION_ROW, descr);
}

} // namespace

cusparseStatus_t tellPivot(cusparseHandle_t handle, Pivots &pivots, int *position) {
  if (!pivots.isAnalysed)
    return CUSPARSE_STATUS_INVALID_VALUE; // (seen)
  Work work(handle);
  if (!work.wait().ok())
    return work;
  if (pivots.stream != handle->stream)
    if (cusparseStatus_t status = Work(pivots.stream).wait())
      return status;
  const int row = pivots.row;
  *position = row; // device memory too is the host's on CPU devices
  return row < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                             int *position) {
  return tellPivot(handle, *info, position);
}
cusparseStatus_t cusparseXbsrilu02_zeroPivot(cusparseHandle_t handle, bsrilu02Info_t info,
                                             int *position) {
  return tellPivot(handle, *info, position);
}
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info,
                                            int *position) {
  return tellPivot(handle, *info, position);
}
cusparseStatus_t cusparseXbsric02_zeroPivot(cusparseHandle_t handle, bsric02Info_t info,
                                            int *position) {
  return tellPivot(handle, *info, position);
}

namespace {

template <typename T>
cusparseStatus_t csrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t info, int enable,
                                       double *tol, T *value) {
  return setBoost(handle, info, enable, tol, value);
}
template <typename T>
cusparseStatus_t bsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t info, int enable,
                                       double *tol, T *value) {
  return setBoost(handle, info, enable, tol, value);
}

// The forms of LU and of Cholesky differ in their info only.
#define AW_CSR(NAME, INFO, BODY, BOOST)                                                            \
  template <typename T>                                                                            \
  cusparseStatus_t NAME##_bufferSize(cusparseHandle_t, int m, int, const cusparseMatDescr_t descr, \
                                     T *, const int *, const int *, INFO, int *size) {             \
    *size = int(FactorBuffer(nullptr, m).size);                                                    \
    return requireGeneral(descr); /* (seen) */                                                     \
  }                                                                                                \
  template <typename T>                                                                            \
  cusparseStatus_t NAME##_bufferSizeExt(cusparseHandle_t, int m, int, const cusparseMatDescr_t,    \
                                        T *, const int *, const int *, INFO, size_t *size) {       \
    *size = FactorBuffer(nullptr, m).size;                                                         \
    return CUSPARSE_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  template <typename T>                                                                            \
  cusparseStatus_t NAME##_analysis(                                                                \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, const T *values,    \
      const int *offsets, const int *columns, INFO info, cusparseSolvePolicy_t policy, void *) {   \
    info->policy = policy;                                                                         \
    return analyse<T>(handle, entriesOf(m, nnz, descr, values, offsets, columns), descr, *info);   \
  }                                                                                                \
  template <typename T>                                                                            \
  cusparseStatus_t NAME(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr,   \
                        T *values, const int *offsets, const int *columns, INFO info,              \
                        cusparseSolvePolicy_t policy, void *buffer) {                              \
    if (info->policy != policy)                                                                    \
      return CUSPARSE_STATUS_INTERNAL_ERROR; /* (seen) */                                          \
    return factorise<BODY<Value<T>>>(handle, entriesOf(m, nnz, descr, values, offsets, columns),   \
                                     descr, *info, BOOST, buffer);                                 \
  }
#define AW_BSR(NAME, INFO, BODY, BOOST, READ)                                                      \
  template <typename T>                                                                            \
  cusparseStatus_t NAME##_bufferSize(cusparseHandle_t, cusparseDirection_t, int mb, int,           \
                                     const cusparseMatDescr_t descr, T *, const int *,             \
                                     const int *, int size, INFO, int *bytes) {                    \
    *bytes = int(FactorBuffer(nullptr, int64_t(mb) * size).size);                                  \
    return requireGeneral(descr);                                                                  \
  }                                                                                                \
  template <typename T>                                                                            \
  cusparseStatus_t NAME##_bufferSizeExt(cusparseHandle_t, cusparseDirection_t, int mb, int,        \
                                        const cusparseMatDescr_t, T *, const int *, const int *,   \
                                        int size, INFO, size_t *bytes) {                           \
    *bytes = FactorBuffer(nullptr, int64_t(mb) * size).size;                                       \
    return CUSPARSE_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  template <typename T>                                                                            \
  cusparseStatus_t NAME##_analysis(cusparseHandle_t handle, cusparseDirection_t direction, int mb, \
                                   int nnzb, const cusparseMatDescr_t descr, READ *values,         \
                                   const int *offsets, const int *columns, int size, INFO info,    \
                                   cusparseSolvePolicy_t policy, void *) {                         \
    info->policy = policy;                                                                         \
    return analyse<T>(                                                                             \
        handle, blockMatrix(values, offsets, columns, mb, mb, nnzb, size, size, direction, descr), \
        descr, *info);                                                                             \
  }                                                                                                \
  template <typename T>                                                                            \
  cusparseStatus_t NAME(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb,  \
                        const cusparseMatDescr_t descr, T *values, const int *offsets,             \
                        const int *columns, int size, INFO info, cusparseSolvePolicy_t policy,     \
                        void *buffer) {                                                            \
    if (info->policy != policy)                                                                    \
      return CUSPARSE_STATUS_INVALID_VALUE; /* (seen) */                                           \
    return factorise<BODY<Value<T>>>(                                                              \
        handle, blockMatrix(values, offsets, columns, mb, mb, nnzb, size, size, direction, descr), \
        descr, *info, BOOST, buffer);                                                              \
  }
AW_CSR(csrilu02, csrilu02Info_t, factoriseLu, boostOf<T>(info->boost))
AW_CSR(csric02, csric02Info_t, factoriseCholesky, BoostParams{})
AW_BSR(bsrilu02, bsrilu02Info_t, factoriseLu, boostOf<T>(info->boost), T)
AW_BSR(bsric02, bsric02Info_t, factoriseCholesky, BoostParams{}, const T)
#undef AW_CSR
#undef AW_BSR

} // namespace

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Preconditioners
#include "cusparse/Entries.inc"
