// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The matrices of a group are transposed into an array whose vectors hold one element of each, and
// factored there by columns (J. J. Dongarra et al., "Implementing linear algebra algorithms for
// dense matrices on a vector pipeline machine", 1984). What LAPACK has rules for (zero and negative
// pivots, NaNs, infinities) is left to LAPACK: such a lane is not written back.
#include "blas/Lanes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "blas/Backend.h"
#include "library/Processor.h"

namespace anywarp::blas {
namespace {

template <typename T> struct Lane {
  static constexpr int kCount = kLanes<T>;
  typedef T V __attribute__((vector_size(64)));
  using Word = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  typedef Word M __attribute__((vector_size(64))); ///< of a comparison: 0 or -1
};

// No function returns a vector: how one does depends on the processor.

template <typename T>
AW_EVERYWHERE void magnitude(const typename Lane<T>::V &x, typename Lane<T>::V &result) {
  using M = typename Lane<T>::M;
  result = (typename Lane<T>::V)((M)x & std::numeric_limits<typename Lane<T>::Word>::max());
}

/// The upper halves, interleaved, or the lower ones.
template <bool isUpper, typename V, size_t... I>
AW_EVERYWHERE void interleave(const V &a, const V &b, V &result, std::index_sequence<I...>) {
  constexpr size_t kHalf = isUpper ? sizeof...(I) / 2 : 0;
  result = __builtin_shufflevector(a, b, (I / 2 + kHalf + (I % 2 ? sizeof...(I) : 0))...);
}
/// Rows become columns, by as many perfect shuffles as a lane's number has bits.
template <typename T> AW_EVERYWHERE void transpose(typename Lane<T>::V *rows) {
  using V = typename Lane<T>::V;
  constexpr int kCount = Lane<T>::kCount;
  constexpr auto kAll = std::make_index_sequence<size_t(kCount)>();
#pragma clang loop unroll(full)
  for (int step = 1; step < kCount; step *= 2) {
    V next[kCount];
#pragma clang loop unroll(full)
    for (int i = 0; i < kCount / 2; ++i) {
      interleave<false>(rows[i], rows[i + kCount / 2], next[2 * i], kAll);
      interleave<true>(rows[i], rows[i + kCount / 2], next[2 * i + 1], kAll);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < kCount; ++i)
      rows[i] = next[i];
  }
}

/// The matrices of one group; missing ones repeat the first.
template <typename T> struct Group {
  using V = typename Lane<T>::V;
  static constexpr int kCount = Lane<T>::kCount;
  T *a[kCount];
  int n, lda;

  /// `count` elements from `first` on of each matrix: to[i] has element i of each.
  AW_EVERYWHERE void load(size_t first, int count, V *to) const {
    for (int start = 0; start < count && count >= kCount; start += kCount) {
      const int i = std::min(start, count - kCount); // the last vectors may overlap
      V rows[kCount];
#pragma clang loop unroll(full)
      for (int l = 0; l < kCount; ++l)
        __builtin_memcpy(&rows[l], a[l] + first + i, sizeof(V));
      transpose<T>(rows);
#pragma clang loop unroll(full)
      for (int l = 0; l < kCount; ++l)
        to[i + l] = rows[l];
    }
    T *elements = reinterpret_cast<T *>(to);
    for (int l = 0; l < kCount && count < kCount; ++l)
      for (int k = 0; k < count; ++k)
        elements[k * kCount + l] = a[l][first + k];
  }
  /// The reverse, of the lanes whose bits are set.
  AW_EVERYWHERE void store(size_t first, int count, const V *from, unsigned lanes) const {
    for (int start = 0; start < count && count >= kCount; start += kCount) {
      const int i = std::min(start, count - kCount);
      V rows[kCount];
#pragma clang loop unroll(full)
      for (int l = 0; l < kCount; ++l)
        rows[l] = from[i + l];
      transpose<T>(rows);
#pragma clang loop unroll(full)
      for (int l = 0; l < kCount; ++l)
        if (lanes >> l & 1)
          __builtin_memcpy(a[l] + first + i, &rows[l], sizeof(V));
    }
    const T *elements = reinterpret_cast<const T *>(from);
    for (int l = 0; l < kCount && count < kCount; ++l)
      for (int k = 0; k < count && lanes >> l & 1; ++k)
        a[l][first + k] = elements[k * kCount + l];
  }
};
/// Between columns of the lanes' array: an odd number for long ones, which would else lie in a few
/// sets of the first cache.
inline int distanceFor(int n) { return n < 32 ? n : n | 1; }

/// What is wanted of each matrix.
enum class Part : uint8_t { All, Lower, Upper };
/// Rows of a column that are loaded: of triangles whole vectors, where columns are long.
struct Rows {
  int first, end;
};
template <typename T> Rows rowsOf(int n, Part part, int column) {
  constexpr int kCount = Lane<T>::kCount;
  if (n < 2 * kCount || part == Part::All)
    return {0, n};
  if (part == Part::Lower)
    return {std::min(column / kCount * kCount, n - kCount), n};
  return {0, std::min(n, (column / kCount + 1) * kCount)};
}
/// Calls with the first element of each run in a matrix, its length, and where it is in the lanes'
/// array, whose columns are ld vectors apart. `rowsOf` tells the rows of a column.
template <typename T, typename RowsOf, typename Each>
AW_EVERYWHERE void forRuns(const Group<T> &group, int ld, const RowsOf &rowsOf, const Each &each) {
  const int n = group.n;
  bool isOne = group.lda == n && ld == n;
  for (int j = 0; j < n && isOne; ++j)
    isOne = rowsOf(j).first == 0 && rowsOf(j).end == n;
  for (int j = 0; j < (isOne ? 1 : n); ++j) {
    const Rows rows = rowsOf(j);
    each(size_t(rows.first) + size_t(j) * group.lda, isOne ? n * n : rows.end - rows.first,
         rows.first + j * ld);
  }
}
template <typename T>
AW_EVERYWHERE void load(const Group<T> &group, Part part, typename Lane<T>::V *to, int ld) {
  forRuns(
      group, ld, [&](int column) { return rowsOf<T>(group.n, part, column); },
      [&](size_t first, int count, int place)
          AW_EVERYWHERE_LAMBDA { group.load(first, count, to + place); });
}
template <typename T>
AW_EVERYWHERE void store(const Group<T> &group, Part part, const typename Lane<T>::V *from, int ld,
                         unsigned lanes) {
  forRuns(
      group, ld,
      [&](int column) { // the other triangle may be somebody else's
        return Rows{part == Part::Lower ? column : 0, part == Part::Upper ? column + 1 : group.n};
      },
      [&](size_t first, int count, int place)
          AW_EVERYWHERE_LAMBDA { group.store(first, count, from + place, lanes); });
}

/// Asks for the next group's matrices line by line, while one is worked on: requests in a row would
/// hold up each other.
template <typename T> class Ahead {
public:
  Ahead(const T *const *next, int count, Part part, int n, int lda)
      : next_(next), count_(count), part_(part), n_(n), lda_(lda) {
    startColumn(0);
  }
  AW_EVERYWHERE void fetch() {
    if (column_ == n_)
      return;
    __builtin_prefetch(reinterpret_cast<const char *>(next_[matrix_]) + at_, 0, 2);
    if (++matrix_ < count_)
      return;
    matrix_ = 0;
    if ((at_ += 64) >= end_)
      startColumn(column_ + 1);
  }

private:
  [[gnu::noinline]] void startColumn(int column) {
    column_ = count_ ? column : n_;
    const Rows rows = rowsOf<T>(n_, part_, column);
    at_ = (size_t(column) * lda_ + rows.first) * sizeof(T);
    end_ = (size_t(column) * lda_ + rows.end) * sizeof(T);
  }

  const T *const *const next_;
  const int count_;
  const Part part_;
  const int n_, lda_;
  int column_ = 0, matrix_ = 0;
  size_t at_ = 0, end_ = 0; ///< bytes from the start of each matrix
};

template <typename T> AW_EVERYWHERE unsigned bitsOf(const typename Lane<T>::M &isSet) {
  unsigned bits = 0;
  for (int l = 0; l < Lane<T>::kCount; ++l)
    bits |= unsigned(isSet[l] != 0) << l;
  return bits;
}

/// Where the elements are: element i of column k at k * column + i * row.
struct Steps {
  int column, row;
};
constexpr int kPanel = 8; ///< columns that are worked on together
constexpr int kPart = 4;  ///< columns of a panel whose products come one by one

/// A block of some rows and columns at `c` less the product of the rows of `l` and of the factors.
/// The factor of column q and depth k is at k * deep + q * wide. The sums are in registers.
struct FactorSteps {
  int deep, wide;
};
template <typename T, int kRows, int kColumns>
AW_EVERYWHERE void lessBlock(int depth, const typename Lane<T>::V *l, Steps at,
                             const typename Lane<T>::V *factors, FactorSteps to,
                             typename Lane<T>::V *c, Ahead<T> &ahead) {
  using V = typename Lane<T>::V;
  V sums[kRows][kColumns];
#pragma clang loop unroll(full)
  for (int r = 0; r < kRows; ++r)
#pragma clang loop unroll(full)
    for (int q = 0; q < kColumns; ++q)
      sums[r][q] = c[q * at.column + r * at.row];
  for (int k = 0; k < depth; ++k, l += at.column, factors += to.deep) {
#pragma clang loop unroll(full)
    for (int line = 0; line < kColumns / 4; ++line)
      ahead.fetch();
#pragma clang loop unroll(full)
    for (int q = 0; q < kColumns; ++q) {
      const V factor = factors[q * to.wide];
#pragma clang loop unroll(full)
      for (int r = 0; r < kRows; ++r)
        sums[r][q] -= l[r * at.row] * factor;
    }
  }
#pragma clang loop unroll(full)
  for (int r = 0; r < kRows; ++r)
#pragma clang loop unroll(full)
    for (int q = 0; q < kColumns; ++q)
      c[q * at.column + r * at.row] = sums[r][q];
}
/// The same of any number of rows, and at most so many columns.
template <typename T, int kMostColumns>
AW_EVERYWHERE void lessProducts(int rows, int columns, int depth, const typename Lane<T>::V *l,
                                Steps at, const typename Lane<T>::V *factors, FactorSteps to,
                                typename Lane<T>::V *c, Ahead<T> &ahead) {
  constexpr int kRows = 2;
  int i = 0;
  for (; kMostColumns == kPanel && i + kRows <= rows && columns == kPanel; i += kRows)
    lessBlock<T, kRows, kPanel>(depth, l + i * at.row, at, factors, to, c + i * at.row, ahead);
  for (; i < rows; ++i) {
    int q = 0;
    for (; q + kPart <= columns; q += kPart)
      lessBlock<T, 1, kPart>(depth, l + i * at.row, at, factors + q * to.wide, to,
                             c + i * at.row + q * at.column, ahead);
    for (; q < columns; ++q)
      lessBlock<T, 1, 1>(depth, l + i * at.row, at, factors + q * to.wide, to,
                         c + i * at.row + q * at.column, ahead);
  }
}
/// One column less a part of another.
template <typename T>
AW_EVERYWHERE void lessOne(int n, int first, const typename Lane<T>::V *l, Steps at,
                           const typename Lane<T>::V &factor, typename Lane<T>::V *c) {
  const typename Lane<T>::V f = factor;
#pragma clang loop unroll_count(4)
  for (int i = first; i < n; ++i)
    c[i * at.row] -= l[i * at.row] * f;
}

/// Exchanges rows `row` and where[lane] of each matrix.
template <typename T>
AW_EVERYWHERE void exchange(int n, int ld, int row, const typename Lane<T>::M &where,
                            typename Lane<T>::V *m) {
  constexpr int kCount = Lane<T>::kCount;
  T *elements = reinterpret_cast<T *>(m);
  for (int l = 0; l < kCount; ++l) {
    const int other = int(where[l]);
    if (other != row)
      for (int j = 0; j < n; ++j)
        std::swap(elements[(row + j * ld) * kCount + l], elements[(other + j * ld) * kCount + l]);
  }
}

/// Four rows of U from `row` on in some columns at `panel`, whose rows above are done.
template <typename T>
AW_EVERYWHERE void rowsOfUpper(int ld, const typename Lane<T>::V *m, int row, int columns,
                               typename Lane<T>::V *panel) {
  for (int q = 0; q < columns; ++q) {
    typename Lane<T>::V *c = panel + q * ld + row;
#pragma clang loop unroll(full)
    for (int r = 0; r < 4; ++r)
#pragma clang loop unroll(full)
      for (int i = r + 1; i < 4; ++i)
        c[i] -= m[(row + r) * ld + row + i] * c[r];
  }
}
/// The lanes that are done. `pivots`: n of each lane, lane by lane.
template <typename T>
AW_EVERYWHERE unsigned factorLu(int n, int ld, typename Lane<T>::V *m, int (*pivots)[kMostInLanes],
                                Ahead<T> &ahead) {
  using V = typename Lane<T>::V;
  using M = typename Lane<T>::M;
  constexpr T kLargest = std::numeric_limits<T>::max();
  const Steps at{ld, 1};
  M isDone = M{} - 1;
  for (int j = 0; j < n; ++j) {
    const int start = j / kPanel * kPanel, part = j / kPart * kPart;
    V *c = m + j * ld;
    if (j == start) { // all columns before the panel
      const int width = std::min(kPanel, n - start);
      for (int k = 0; k < start; k += 4) {
        lessProducts<T, kPanel>(4, width, k, m + k, at, c, {1, ld}, c + k, ahead);
        rowsOfUpper<T>(ld, m, k, width, c);
      }
      lessProducts<T, kPanel>(n - start, width, start, m + start, at, c, {1, ld}, c + start, ahead);
    } else if (j == part) { // those of the panel
      const int width = std::min(kPart, n - part);
      rowsOfUpper<T>(ld, m, start, width, c);
      lessProducts<T, kPart>(n - part, width, kPart, m + start * ld + part, at, c + start, {1, ld},
                             c + part, ahead);
    }
    for (int k = part; k < j; ++k)
      lessOne<T>(n, k + 1, m + k * ld, at, c[k], c);
    V best, x;
    magnitude<T>(c[j], best);
    M where = M{} + j;
    isDone &= best <= kLargest;
    for (int i = j + 1; i < n; ++i) {
      magnitude<T>(c[i], x);
      const M isBetter = x > best;
      isDone &= x <= kLargest;
      best = isBetter ? x : best;
      where = isBetter ? M{} + i : where;
    }
    isDone &= best > T(0);
    exchange<T>(n, ld, j, where, m);
    for (int l = 0; l < Lane<T>::kCount; ++l)
      pivots[l][j] = int(where[l]) + 1;
    const V pivot = c[j];
    for (int i = j + 1; i < n; ++i)
      c[i] /= pivot;
  }
  return bitsOf<T>(isDone);
}

template <typename T> AW_EVERYWHERE void squareRoots(typename Lane<T>::V &x) {
#if __has_builtin(__builtin_elementwise_sqrt)
  x = __builtin_elementwise_sqrt(x);
#else
  for (int l = 0; l < Lane<T>::kCount; ++l)
    x[l] = std::sqrt(x[l]);
#endif
}

/// Of the triangle below the diagonal, as `at` sees it. What is above stays.
template <typename T>
AW_EVERYWHERE unsigned factorCholesky(int n, typename Lane<T>::V *m, Steps at, Ahead<T> &ahead) {
  using V = typename Lane<T>::V;
  using M = typename Lane<T>::M;
  M isDone = M{} - 1;
  V above[kPanel * (kPanel - 1) / 2]; // the panel's diagonal block
  for (int j = 0; j < n; ++j) {
    const int start = j / kPanel * kPanel, part = j / kPart * kPart;
    const int width = std::min(kPanel, n - start);
    V *corner = m + start * (at.column + at.row), *c = m + j * at.column;
    if (j == start) {
      for (int q = 1, i = 0; q < width; ++q)
        for (int r = 0; r < q; ++r)
          above[i++] = corner[q * at.column + r * at.row];
      lessProducts<T, kPanel>(n - start, width, start, m + start * at.row, at, m + start * at.row,
                              {at.column, at.row}, corner, ahead);
    } else if (j == part) {
      const V *factors = m + start * at.column + part * at.row;
      lessProducts<T, kPart>(n - part, std::min(kPart, n - part), kPart, factors, at, factors,
                             {at.column, at.row}, c + part * at.row, ahead);
    }
    for (int k = part; k < j; ++k)
      lessOne<T>(n, j, m + k * at.column, at, m[k * at.column + j * at.row], c);
    V root = c[j * at.row];
    isDone &= (root > T(0)) & (root <= std::numeric_limits<T>::max());
    squareRoots<T>(root);
    c[j * at.row] = root;
    const V inverse = T(1) / root; // as LAPACK
    for (int i = j + 1; i < n; ++i)
      c[i * at.row] *= inverse;
    if (j == start + width - 1)
      for (int q = 1, i = 0; q < width; ++q)
        for (int r = 0; r < q; ++r)
          corner[q * at.column + r * at.row] = above[i++];
  }
  return bitsOf<T>(isDone);
}

/// Groups of kCount; the rest, if it is less than half of one, goes to `single`.
template <typename T, typename Together, typename Single>
void forGroups(int n, T *const *a, int lda, int64_t count, int64_t following, Part part,
               const Together &together, const Single &single) {
  constexpr int kCount = Lane<T>::kCount;
  for (int64_t first = 0; first < count; first += kCount) {
    const int here = int(std::min<int64_t>(kCount, count - first));
    unsigned done = 0;
    if (2 * here >= kCount) {
      Group<T> group;
      for (int l = 0; l < kCount; ++l)
        group.a[l] = a[first + (l < here ? l : 0)];
      group.n = n;
      group.lda = lda;
      const int next = int(std::min<int64_t>(kCount, count + following - first - here));
      done =
          together(group, first, (1U << here) - 1, Ahead<T>(a + first + here, next, part, n, lda));
    }
    for (int l = 0; l < here; ++l)
      if (!(done >> l & 1))
        single(first + l);
  }
}

template <typename T>
void luInLanes(int n, T *const *a, int lda, int *pivots, int *info, int64_t count,
               int64_t following) {
  using V = typename Lane<T>::V;
  const int ld = distanceFor(n);
  auto *m = static_cast<V *>(__builtin_alloca_with_align(size_t(n) * ld * sizeof(V), 512));
  forGroups<T>(
      n, a, lda, count, following, Part::All,
      [=](const Group<T> &group, int64_t first, unsigned lanes, Ahead<T> ahead) {
        int found[Lane<T>::kCount][kMostInLanes];
        unsigned done = 0;
        library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA {
          load<T>(group, Part::All, m, ld);
          done = factorLu<T>(n, ld, m, found, ahead) & lanes;
          store<T>(group, Part::All, m, ld, done);
        });
        for (int l = 0; l < Lane<T>::kCount; ++l)
          if (done >> l & 1) {
            std::copy_n(found[l], n, pivots + (first + l) * n);
            info[first + l] = 0;
          }
        return done;
      },
      [=](int64_t i) { call<"getrf", T>(n, n, a[i], lda, pivots + i * n, info + i); });
}

template <typename T>
void choleskyInLanes(char uplo, int n, T *const *a, int lda, int *info, int64_t count,
                     int64_t following) {
  using V = typename Lane<T>::V;
  const int ld = distanceFor(n);
  auto *m = static_cast<V *>(__builtin_alloca_with_align(size_t(n) * ld * sizeof(V), 512));
  const bool isLower = uplo == 'L' || uplo == 'l';
  const Part part = isLower ? Part::Lower : Part::Upper;
  forGroups<T>(
      n, a, lda, count, following, part,
      [=](const Group<T> &group, int64_t first, unsigned lanes, Ahead<T> ahead) {
        unsigned done = 0;
        library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA {
          load<T>(group, part, m, ld);
          done = factorCholesky<T>(n, m, isLower ? Steps{ld, 1} : Steps{1, ld}, ahead) & lanes;
          store<T>(group, part, m, ld, done);
        });
        for (int l = 0; l < Lane<T>::kCount; ++l)
          if (done >> l & 1)
            info[first + l] = 0;
        return done;
      },
      [=](int64_t i) { call<"potrf", T>(uplo, n, a[i], lda, info + i); });
}

} // namespace

void factorLuInLanes(int n, float *const *a, int lda, int *pivots, int *info, int64_t count,
                     int64_t following) {
  luInLanes<float>(n, a, lda, pivots, info, count, following);
}
void factorLuInLanes(int n, double *const *a, int lda, int *pivots, int *info, int64_t count,
                     int64_t following) {
  luInLanes<double>(n, a, lda, pivots, info, count, following);
}
void factorCholeskyInLanes(char uplo, int n, float *const *a, int lda, int *info, int64_t count,
                           int64_t following) {
  choleskyInLanes<float>(uplo, n, a, lda, info, count, following);
}
void factorCholeskyInLanes(char uplo, int n, double *const *a, int lda, int *info, int64_t count,
                           int64_t following) {
  choleskyInLanes<double>(uplo, n, a, lda, info, count, following);
}

} // namespace anywarp::blas
