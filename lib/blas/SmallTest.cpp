// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products in registers and in a processor's tiles against sums in their order.
#include "blas/Small.h"
#include "blas/Tiles.h"

#include <gtest/gtest.h>
#include <vector>

namespace anywarp::blas {
namespace {

/// Whole numbers from -4 to 4: sums are exact.
template <typename T, typename F> std::vector<T> numbers(size_t count, unsigned seed, const F &of) {
  std::vector<T> v(count);
  for (T &x : v)
    x = of(int((seed = seed * 1664525u + 1013904223u) >> 24) % 9 - 4);
  return v;
}

template <typename T> void checkSmall(int m, int n, int k, bool transA, bool transB, T beta) {
  const int lda = (transA ? k : m) + 1, ldb = (transB ? n : k) + 2, ldc = m + 3;
  const auto plain = [](int x) { return T(x); };
  const auto a = numbers<T>(size_t(lda) * (transA ? m : k), 1, plain);
  const auto b = numbers<T>(size_t(ldb) * (transB ? k : n), 2, plain);
  auto c = numbers<T>(size_t(ldc) * n, 3, plain);
  auto want = c;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      T sum = 0;
      for (int q = 0; q < k; ++q)
        sum += a[transA ? q + i * lda : i + q * lda] * b[transB ? j + q * ldb : q + j * ldb];
      want[i + j * ldc] = 2 * sum + beta * want[i + j * ldc];
    }
  multiplySmall(transA, transB, m, n, k, T(2), a.data(), lda, b.data(), ldb, beta, c.data(), ldc,
                m % 2 == 0);
  EXPECT_EQ(c, want) << m << ' ' << n << ' ' << k << ' ' << transA << transB;
}
TEST(Small, multiplies) {
  if (!hasSmall())
    GTEST_SKIP() << "no AVX-512";
  for (int size : {1, 7, 8, 15, 16, 33, 49, 64})
    for (int other : {1, 5, 14, 64})
      for (int trans = 0; trans < 4; ++trans) {
        checkSmall<float>(size, other, 9, trans & 1, trans & 2, 0);
        checkSmall<double>(size, other, 9, trans & 1, trans & 2, 3);
        checkSmall<double>(other, size, 64, trans & 1, trans & 2, 1);
      }
}

template <typename T, typename S, typename F>
bool tilesAgree(int m, int n, int k, bool isOuterDown, const std::vector<T> &a,
                const std::vector<T> &b, const F &value) {
  std::vector<S> got(size_t(m) * n, S(-1));
  const Strip<T> x{a.data(), isOuterDown ? 1 : k, isOuterDown ? m : 1};
  const Strip<T> y{b.data(), isOuterDown ? k : 1, isOuterDown ? 1 : n};
  if (!multiplyTiles(x, y, m, n, k, got.data()))
    return false;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      S sum = 0;
      for (int q = 0; q < k; ++q)
        sum += S(value(a[i * x.outerStep + q * x.innerStep])) *
               S(value(b[j * y.outerStep + q * y.innerStep]));
      if (got[i + size_t(j) * m] != sum)
        return false;
    }
  return true;
}
TEST(Tiles, multiply) {
  if (!hasTiles())
    GTEST_SKIP() << "no AMX";
  for (auto [m, n, k] : {std::tuple{16, 16, 32}, {33, 70, 65}, {64, 32, 1100}, {17, 129, 1537}})
    for (bool isOuterDown : {false, true}) {
      const auto bytes = [](int x) { return int8_t(x * 31); };
      EXPECT_TRUE((tilesAgree<int8_t, int32_t>(
          m, n, k, isOuterDown, numbers<int8_t>(size_t(m) * k, 1, bytes),
          numbers<int8_t>(size_t(n) * k, 2, bytes), [](int8_t x) { return int32_t(x); })));
      const auto brain = [](int x) { return toBfloat16(float(x)); };
      EXPECT_TRUE((tilesAgree<Bfloat16, float>(
          m, n, k, isOuterDown, numbers<Bfloat16>(size_t(m) * k, 1, brain),
          numbers<Bfloat16>(size_t(n) * k, 2, brain), [](Bfloat16 x) { return toFloat(x); })));
    }
}
TEST(Tiles, refuseSubnormalNumbers) {
  if (!hasTiles())
    GTEST_SKIP() << "no AMX";
  std::vector<Bfloat16> a(16 * 32, toBfloat16(1.0f));
  a[77] = {0x0003};
  std::vector<float> sums(16 * 16);
  const Strip<Bfloat16> strip{a.data(), 32, 1};
  EXPECT_FALSE(multiplyTiles(strip, strip, 16, 16, 32, sums.data()));
}

} // namespace
} // namespace anywarp::blas
