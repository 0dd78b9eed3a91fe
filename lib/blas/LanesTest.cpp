// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of the factors against the matrices; what LAPACK has rules for against LAPACK.
#include "blas/Lanes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "blas/Backend.h"

namespace anywarp::blas {
namespace {

template <typename T> struct Matrices {
  int n, lda;
  std::vector<T> data;
  std::vector<T *> each;
  Matrices(int n, int lda, int count) : n(n), lda(lda), data(size_t(lda) * n * count) {
    unsigned seed = unsigned(n * 100 + count);
    for (T &x : data)
      x = T((seed = seed * 1664525u + 1013904223u) >> 8) / T(1 << 24) - T(0.5);
    for (int k = 0; k < count; ++k)
      each.push_back(data.data() + size_t(lda) * n * k);
  }
  Matrices(const Matrices &other) : n(other.n), lda(other.lda), data(other.data) {
    for (size_t k = 0; k < other.each.size(); ++k)
      each.push_back(data.data() + size_t(lda) * n * k);
  }
  T &operator()(int k, int i, int j) { return each[size_t(k)][i + size_t(j) * lda]; }
};
template <typename T> double tolerance(int n) {
  return 8 * n * double(std::numeric_limits<T>::epsilon());
}

template <typename T> void checkLu(int n, int lda, int count) {
  Matrices<T> a(n, lda, count), lu(a);
  std::vector<int> pivots(size_t(n) * count), info(size_t(count), -1);
  factorLuInLanes(n, lu.each.data(), lda, pivots.data(), info.data(), count);
  double worst = 0;
  for (int k = 0; k < count; ++k) {
    ASSERT_EQ(info[size_t(k)], 0);
    for (int i = 0; i < n; ++i) { // A with its rows exchanged
      const int other = pivots[size_t(k * n + i)] - 1;
      ASSERT_TRUE(other >= i && other < n);
      for (int j = 0; j < n; ++j)
        std::swap(a(k, i, j), a(k, other, j));
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = j >= i ? lu(k, i, j) : 0;
        for (int q = 0; q < std::min(i, j + 1); ++q)
          sum += double(lu(k, i, q)) * lu(k, q, j);
        worst = std::max(worst, std::abs(sum - a(k, i, j)));
        if (j < i)
          EXPECT_LE(std::abs(lu(k, i, j)), T(1));
      }
    for (int j = 0; j < n; ++j)
      for (int i = n; i < lda; ++i)
        ASSERT_EQ(lu(k, i, j), a(k, i, j)); // between columns
  }
  EXPECT_LT(worst, tolerance<T>(n)) << n << ' ' << count;
}
template <typename T> void checkCholesky(char uplo, int n, int lda, int count) {
  Matrices<T> a(n, lda, count);
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < n; ++i)
      a(k, i, i) += T(n);
  Matrices<T> l(a);
  std::vector<int> info(size_t(count), -1);
  factorCholeskyInLanes(uplo, n, l.each.data(), lda, info.data(), count);
  double worst = 0;
  for (int k = 0; k < count; ++k) {
    ASSERT_EQ(info[size_t(k)], 0);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < lda; ++i) {
        if (i >= n || (uplo == 'L' ? i < j : i > j)) {
          ASSERT_EQ(l(k, i, j), a(k, i, j)); // not written
          continue;
        }
        double sum = 0;
        for (int q = 0; q <= std::min(i, j); ++q)
          sum += uplo == 'L' ? double(l(k, i, q)) * l(k, j, q) : double(l(k, q, i)) * l(k, q, j);
        worst = std::max(worst, std::abs(sum - a(k, i, j)));
      }
  }
  EXPECT_LT(worst, n * tolerance<T>(n)) << uplo << n << ' ' << count;
}
template <typename T> void checkAll() {
  for (int n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 50, 64})
    for (int count : {1, 8, 16, 21, 40}) {
      checkLu<T>(n, n, count);
      checkLu<T>(n, n + 3, count);
      for (char uplo : {'L', 'U'}) {
        checkCholesky<T>(uplo, n, n, count);
        checkCholesky<T>(uplo, n, n + 1, count);
      }
    }
}
TEST(Lanes, floats) {
  if (isAvailable())
    checkAll<float>();
}
TEST(Lanes, doubles) {
  if (isAvailable())
    checkAll<double>();
}

/// Of 16 matrices some are not regular, not positive, or not finite.
template <typename T> void checkSpecial(char uplo) {
  constexpr int kOrder = 6, kCount = 16;
  Matrices<T> a(kOrder, kOrder, kCount);
  for (int k = 0; k < kCount; ++k)
    for (int i = 0; i < kOrder; ++i)
      a(k, i, i) += T(kOrder);
  const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  for (int j = 0; j < kOrder; ++j)
    a(3, j, 2) = 0, a(5, 4, j) = a(5, j, 4) = j == 4 ? nan : 0;
  a(7, 3, 3) = -1, a(8, 0, 0) = infinity, a(9, 5, 5) = nan, a(11, 2, 1) = a(11, 1, 2) = nan;
  Matrices<T> ours(a), theirs(a);
  std::vector<int> pivots(kOrder * kCount), other(pivots), info(kCount, -1), otherInfo(info);
  if (uplo) {
    factorCholeskyInLanes(uplo, kOrder, ours.each.data(), kOrder, info.data(), kCount);
    for (int k = 0; k < kCount; ++k)
      call<"potrf", T>(uplo, kOrder, theirs.each[size_t(k)], kOrder, &otherInfo[size_t(k)]);
  } else {
    factorLuInLanes(kOrder, ours.each.data(), kOrder, pivots.data(), info.data(), kCount);
    for (int k = 0; k < kCount; ++k)
      call<"getrf", T>(kOrder, kOrder, theirs.each[size_t(k)], kOrder, &other[size_t(k) * kOrder],
                       &otherInfo[size_t(k)]);
  }
  EXPECT_EQ(info, otherInfo);
  for (int k : {3, 5, 7, 8, 9, 11})
    for (int i = 0; i < kOrder * kOrder; ++i) {
      const T x = ours.each[size_t(k)][i], y = theirs.each[size_t(k)][i];
      if (info[size_t(k)] || x != x || y != y)
        EXPECT_TRUE(x == y || (x != x && y != y)) << k << ' ' << i << ' ' << x << ' ' << y;
    }
}
TEST(Lanes, specialOnesAreLapacks) {
  if (!isAvailable())
    return;
  for (char uplo : {'\0', 'L', 'U'}) {
    checkSpecial<float>(uplo);
    checkSpecial<double>(uplo);
  }
}

/// The other triangle may be somebody else's: here it cannot be written. Columns are two pages less
/// an element apart. In each the triangles meet where a page begins, and no page has both.
template <typename T> void factorBesidePages(char uplo, int n) {
  const bool isLower = uplo == 'L';
  const size_t page = size_t(sysconf(_SC_PAGESIZE)), bytes = (size_t(n) * 2 + 2) * page;
  const size_t lda = 2 * page / sizeof(T) - 1;
  auto *all = static_cast<char *>(
      mmap(nullptr, bytes * kLanes<T>, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(all, MAP_FAILED);
  std::vector<T *> a;
  for (size_t l = 0; l < kLanes<T>; ++l) {
    char *start = all + l * bytes + page - (isLower ? 0 : sizeof(T));
    a.push_back(reinterpret_cast<T *>(start));
    for (size_t j = 0; j < size_t(n); ++j) {
      for (size_t i = 0; i < size_t(n); ++i)
        a[l][i + j * lda] = i == j ? T(n + 1) : T(1);
      char *border = start + (j * lda + j + (isLower ? 0 : 1)) * sizeof(T);
      ASSERT_EQ(reinterpret_cast<uintptr_t>(border) % page, 0u);
      ASSERT_EQ(mprotect(isLower ? border - page : border, page, PROT_READ), 0);
    }
  }
  std::vector<int> info(kLanes<T>, -1);
  factorCholeskyInLanes(uplo, n, a.data(), int(lda), info.data(), kLanes<T>);
  for (size_t l = 0; l < kLanes<T>; ++l) {
    EXPECT_EQ(info[l], 0);
    EXPECT_EQ(a[l][0], std::sqrt(T(n + 1)));
  }
  munmap(all, bytes * kLanes<T>);
}
TEST(Lanes, theOtherTriangleIsNotWritten) {
  for (char uplo : {'L', 'U'})
    for (int n : {1, 5, 16, 20, 33, 40}) {
      factorBesidePages<float>(uplo, n);
      factorBesidePages<double>(uplo, n);
    }
}

} // namespace
} // namespace anywarp::blas
