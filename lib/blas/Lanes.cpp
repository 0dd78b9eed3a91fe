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
    int i = 0;
    for (; i + kCount <= count; i += kCount) {
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
    for (int l = 0; l < kCount; ++l)
      for (int k = i; k < count; ++k)
        elements[k * kCount + l] = a[l][first + k];
  }
  /// The reverse, of the lanes whose bits are set.
  AW_EVERYWHERE void store(size_t first, int count, const V *from, unsigned lanes) const {
    int i = 0;
    for (; i + kCount <= count; i += kCount) {
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
    for (int l = 0; l < kCount; ++l)
      for (int k = i; k < count && lanes >> l & 1; ++k)
        a[l][first + k] = elements[k * kCount + l];
  }
  AW_EVERYWHERE void loadAll(V *to) const {
    if (lda == n)
      return load(0, n * n, to);
    for (int j = 0; j < n; ++j)
      load(size_t(j) * lda, n, to + j * n);
  }
  AW_EVERYWHERE void storeAll(const V *from, unsigned lanes) const {
    if (lda == n)
      return store(0, n * n, from, lanes);
    for (int j = 0; j < n; ++j)
      store(size_t(j) * lda, n, from + j * n, lanes);
  }
};

/// One triangle, in whole vectors where columns are long: what else lies in them is read, too.
template <typename T>
AW_EVERYWHERE void loadTriangle(const Group<T> &group, bool isLower, typename Lane<T>::V *to) {
  constexpr int kCount = Lane<T>::kCount;
  const int n = group.n;
  if (n < 2 * kCount)
    return group.loadAll(to);
  for (int j = 0; j < n; ++j) {
    const int first = isLower ? j / kCount * kCount : 0;
    const int end = isLower ? n : std::min(n, (j / kCount + 1) * kCount);
    group.load(first + size_t(j) * group.lda, end - first, to + first + j * n);
  }
}

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
constexpr int kPanel = 4; ///< columns that are worked on together

/// kColumns columns from `c` on less the products of four from `l` on, rows `first` on; factors[q]
/// are those of column q.
template <typename T, int kColumns>
AW_EVERYWHERE void lessFour(int n, int first, const typename Lane<T>::V *l, Steps at,
                            const typename Lane<T>::V (*factors)[4], typename Lane<T>::V *c) {
  using V = typename Lane<T>::V;
#pragma clang loop unroll_count(2)
  for (int i = first; i < n; ++i) {
    const V *p = l + i * at.row;
    const V l0 = p[0], l1 = p[at.column], l2 = p[2 * at.column], l3 = p[3 * at.column];
#pragma clang loop unroll(full)
    for (int q = 0; q < kColumns; ++q) {
      V &x = c[q * at.column + i * at.row];
      x = x - l0 * factors[q][0] - l1 * factors[q][1] - l2 * factors[q][2] - l3 * factors[q][3];
    }
  }
}
template <typename T>
AW_EVERYWHERE void lessFour(int n, int first, const typename Lane<T>::V *l, Steps at, int columns,
                            const typename Lane<T>::V (*factors)[4], typename Lane<T>::V *c) {
  if (columns == kPanel)
    return lessFour<T, kPanel>(n, first, l, at, factors, c);
  for (int q = 0; q < columns; ++q)
    lessFour<T, 1>(n, first, l, at, factors + q, c + q * at.column);
}
/// The same of one column.
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
AW_EVERYWHERE void exchange(int n, int row, const typename Lane<T>::M &where,
                            typename Lane<T>::V *m) {
  constexpr int kCount = Lane<T>::kCount;
  T *elements = reinterpret_cast<T *>(m);
  for (int l = 0; l < kCount; ++l) {
    const int other = int(where[l]);
    if (other != row)
      for (int j = 0; j < n; ++j)
        std::swap(elements[(row + j * n) * kCount + l], elements[(other + j * n) * kCount + l]);
  }
}

/// The lanes that are done. `pivots`: n of each lane, lane by lane.
template <typename T>
AW_EVERYWHERE unsigned factorLu(int n, typename Lane<T>::V *m, int (*pivots)[kMostInLanes]) {
  using V = typename Lane<T>::V;
  using M = typename Lane<T>::M;
  constexpr T kLargest = std::numeric_limits<T>::max();
  M isDone = M{} - 1;
  for (int start = 0; start < n; start += kPanel) {
    const int width = std::min(kPanel, n - start);
    for (int k = 0; k < start; k += 4) { // four rows of U, and what they take from those below
      V factors[kPanel][4];
      for (int q = 0; q < width; ++q) {
        V *c = m + (start + q) * n + k;
#pragma clang loop unroll(full)
        for (int r = 0; r < 4; ++r) {
#pragma clang loop unroll(full)
          for (int i = r + 1; i < 4; ++i)
            c[i] -= m[(k + r) * n + k + i] * c[r];
          factors[q][r] = c[r];
        }
      }
      lessFour<T>(n, k + 4, m + k * n, {n, 1}, width, factors, m + start * n);
    }
    for (int j = start; j < start + width; ++j) {
      V *c = m + j * n;
      for (int k = start; k < j; ++k)
        lessOne<T>(n, k + 1, m + k * n, {n, 1}, c[k], c);
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
      exchange<T>(n, j, where, m);
      for (int l = 0; l < Lane<T>::kCount; ++l)
        pivots[l][j] = int(where[l]) + 1;
      const V pivot = c[j];
      for (int i = j + 1; i < n; ++i)
        c[i] /= pivot;
    }
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

/// Of the triangle below the diagonal, as `at` sees it. What is above changes, too.
template <typename T>
AW_EVERYWHERE unsigned factorCholesky(int n, typename Lane<T>::V *m, Steps at) {
  using V = typename Lane<T>::V;
  using M = typename Lane<T>::M;
  M isDone = M{} - 1;
  for (int start = 0; start < n; start += kPanel) {
    const int width = std::min(kPanel, n - start);
    for (int k = 0; k < start; k += 4) {
      V factors[kPanel][4];
      for (int q = 0; q < width; ++q)
#pragma clang loop unroll(full)
        for (int r = 0; r < 4; ++r)
          factors[q][r] = m[(k + r) * at.column + (start + q) * at.row];
      lessFour<T>(n, start, m + k * at.column, at, width, factors, m + start * at.column);
    }
    for (int j = start; j < start + width; ++j) {
      V *c = m + j * at.column;
      for (int k = start; k < j; ++k)
        lessOne<T>(n, j, m + k * at.column, at, m[k * at.column + j * at.row], c);
      V root = c[j * at.row];
      isDone &= (root > T(0)) & (root <= std::numeric_limits<T>::max());
      squareRoots<T>(root);
      c[j * at.row] = root;
      const V inverse = T(1) / root; // as LAPACK
      for (int i = j + 1; i < n; ++i)
        c[i * at.row] *= inverse;
    }
  }
  return bitsOf<T>(isDone);
}

/// Groups of kCount; the rest, if it is less than half of one, goes to `single`.
template <typename T, typename Together, typename Single>
void forGroups(int n, T *const *a, int lda, int64_t count, const Together &together,
               const Single &single) {
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
      done = together(group, first, (1U << here) - 1);
    }
    for (int l = 0; l < here; ++l)
      if (!(done >> l & 1))
        single(first + l);
  }
}

template <typename T>
void luInLanes(int n, T *const *a, int lda, int *pivots, int *info, int64_t count) {
  using V = typename Lane<T>::V;
  auto *m = static_cast<V *>(__builtin_alloca_with_align(size_t(n) * n * sizeof(V), 512));
  forGroups<T>(
      n, a, lda, count,
      [=](const Group<T> &group, int64_t first, unsigned lanes) {
        int found[Lane<T>::kCount][kMostInLanes];
        unsigned done = 0;
        library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA {
          group.loadAll(m);
          done = factorLu<T>(n, m, found) & lanes;
          group.storeAll(m, done);
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
void choleskyInLanes(char uplo, int n, T *const *a, int lda, int *info, int64_t count) {
  using V = typename Lane<T>::V;
  auto *m = static_cast<V *>(__builtin_alloca_with_align(size_t(n) * n * sizeof(V), 512));
  const bool isLower = uplo == 'L' || uplo == 'l';
  forGroups<T>(
      n, a, lda, count,
      [=](const Group<T> &group, int64_t first, unsigned lanes) {
        unsigned done = 0;
        library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA {
          loadTriangle<T>(group, isLower, m);
          done = factorCholesky<T>(n, m, isLower ? Steps{n, 1} : Steps{1, n}) & lanes;
          for (int j = 0; j < n; ++j) { // the other triangle is not written
            const int row = isLower ? j : 0;
            group.store(row + size_t(j) * lda, isLower ? n - j : j + 1, m + row + j * n, done);
          }
        });
        for (int l = 0; l < Lane<T>::kCount; ++l)
          if (done >> l & 1)
            info[first + l] = 0;
        return done;
      },
      [=](int64_t i) { call<"potrf", T>(uplo, n, a[i], lda, info + i); });
}

} // namespace

void factorLuInLanes(int n, float *const *a, int lda, int *pivots, int *info, int64_t count) {
  luInLanes<float>(n, a, lda, pivots, info, count);
}
void factorLuInLanes(int n, double *const *a, int lda, int *pivots, int *info, int64_t count) {
  luInLanes<double>(n, a, lda, pivots, info, count);
}
void factorCholeskyInLanes(char uplo, int n, float *const *a, int lda, int *info, int64_t count) {
  choleskyInLanes<float>(uplo, n, a, lda, info, count);
}
void factorCholeskyInLanes(char uplo, int n, double *const *a, int lda, int *info, int64_t count) {
  choleskyInLanes<double>(uplo, n, a, lda, info, count);
}

} // namespace anywarp::blas
