// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products in registers, in tiles and by dot products against sums in their order.
#include "blas/Small.h"
#include "blas/ShortProducts.h"

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

template <typename T>
void checkSmall(int m, int n, int k, char opA, char opB, T alpha, T beta, bool hasNext = false) {
  const bool transA = opA != 'N', transB = opB != 'N';
  const int lda = (transA ? k : m) + 1, ldb = (transB ? n : k) + 2, ldc = m + 3;
  unsigned imaginary = 5;
  const auto number = [&](int x) {
    if constexpr (kIsComplex<T>)
      return T(Real<T>(x), Real<T>(int((imaginary = imaginary * 1664525u + 7u) >> 24) % 9 - 4));
    else
      return T(x);
  };
  const auto a = numbers<T>(size_t(lda) * (transA ? m : k), 1, number);
  const auto b = numbers<T>(size_t(ldb) * (transB ? k : n), 2, number);
  auto c = numbers<T>(size_t(ldc) * n, 3, number);
  auto want = c;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      T sum = 0;
      for (int q = 0; q < k; ++q) {
        const T x = a[transA ? q + i * lda : i + q * lda],
                y = b[transB ? j + q * ldb : q + j * ldb];
        sum += multiply(opA == 'C' ? conjugate(x) : x, opB == 'C' ? conjugate(y) : y);
      }
      T &element = want[i + j * ldc];
      element = multiply(alpha, sum) + multiply(beta, element);
    }
  multiplySmall(SmallProduct<T>{m,
                                n,
                                k,
                                alpha,
                                beta,
                                {a.data(), lda, hasNext ? a.data() : nullptr, transA, opA == 'C'},
                                {b.data(), ldb, hasNext ? b.data() : nullptr, transB, opB == 'C'},
                                {c.data(), ldc, hasNext ? c.data() : nullptr}});
  EXPECT_EQ(c, want) << m << ' ' << n << ' ' << k << ' ' << opA << opB;
}
TEST(Small, multiplies) {
  if (!hasSmall())
    GTEST_SKIP() << "no AVX-512";
  for (int size : {1, 7, 8, 15, 16, 33, 49, 64})
    for (int other : {1, 5, 14, 64})
      for (char a : {'N', 'T', 'C'})
        for (char b : {'N', 'T', 'C'}) {
          checkSmall<float>(size, other, 9, a, b, 2, 0);
          checkSmall<double>(size, other, 9, a, b, 2, 3, true);
          checkSmall<double>(other, size, 64, a, b, 1, 1);
          checkSmall<Complex>(size, other, 9, a, b, {2, 1}, {0, 3});
          checkSmall<Complex>(other, size, 33, a, b, {1, 0}, 0, true);
          checkSmall<DoubleComplex>(size, other, 7, a, b, {0, 2}, {3, -1});
        }
}
TEST(Small, readsNoResultForBetaZero) {
  if (!hasSmall())
    GTEST_SKIP() << "no AVX-512";
  const DoubleComplex one[] = {1.0};
  DoubleComplex c[] = {std::numeric_limits<double>::quiet_NaN()};
  multiplySmall(SmallProduct<DoubleComplex>{1, 1, 1, 1.0, 0.0, {one, 1}, {one, 1}, {c, 1}});
  EXPECT_EQ(c[0], DoubleComplex(1.0));
}

template <typename T, typename S, typename F>
bool productsAgree(ShortProducts how, int m, int n, int k, bool isOuterDown,
                   const std::vector<T> &a, const std::vector<T> &b, const F &value) {
  std::vector<S> got(size_t(m) * n, S(-1));
  const Strip<T> x{a.data(), isOuterDown ? 1 : k, isOuterDown ? m : 1};
  const Strip<T> y{b.data(), isOuterDown ? k : 1, isOuterDown ? 1 : n};
  if (!multiplyShort(how, x, y, m, n, k, got.data()))
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

class ShortProductsTest : public testing::TestWithParam<ShortProducts> {
protected:
  void SetUp() override {
    if (!hasBytes_ && !hasBfloat16_)
      GTEST_SKIP() << "the processor has no such instructions";
  }
  const bool hasBytes_ = hasShortProducts<int8_t>(GetParam()),
             hasBfloat16_ = hasShortProducts<Bfloat16>(GetParam());
};
TEST_P(ShortProductsTest, multiply) {
  for (auto [m, n, k] : {std::tuple{16, 16, 32}, {33, 70, 65}, {64, 32, 1100}, {17, 129, 1537}})
    for (bool isOuterDown : {false, true}) {
      const auto bytes = [](int x) { return int8_t(x * 31); };
      EXPECT_TRUE(!hasBytes_ ||
                  (productsAgree<int8_t, int32_t>(GetParam(), m, n, k, isOuterDown,
                                                  numbers<int8_t>(size_t(m) * k, 1, bytes),
                                                  numbers<int8_t>(size_t(n) * k, 2, bytes),
                                                  [](int8_t x) { return int32_t(x); })));
      const auto brain = [](int x) { return toBfloat16(float(x)); };
      EXPECT_TRUE(!hasBfloat16_ ||
                  (productsAgree<Bfloat16, float>(GetParam(), m, n, k, isOuterDown,
                                                  numbers<Bfloat16>(size_t(m) * k, 1, brain),
                                                  numbers<Bfloat16>(size_t(n) * k, 2, brain),
                                                  [](Bfloat16 x) { return toFloat(x); })));
    }
}
TEST_P(ShortProductsTest, extremeIntegers) {
  const std::vector<int8_t> low(16 * 64, -128), high(16 * 64, 127);
  for (const auto *a : {&low, &high})
    for (const auto *b : {&low, &high})
      EXPECT_TRUE(!hasBytes_ ||
                  (productsAgree<int8_t, int32_t>(GetParam(), 16, 16, 64, false, *a, *b,
                                                  [](int8_t x) { return int32_t(x); })));
}
TEST_P(ShortProductsTest, refuseSubnormalNumbers) {
  if (!hasBfloat16_)
    GTEST_SKIP() << "no bfloat16";
  std::vector<Bfloat16> a(16 * 32, toBfloat16(1.0f));
  a[77] = {0x0003};
  std::vector<float> sums(16 * 16);
  const Strip<Bfloat16> strip{a.data(), 32, 1};
  EXPECT_FALSE(multiplyShort(GetParam(), strip, strip, 16, 16, 32, sums.data()));
}
INSTANTIATE_TEST_SUITE_P(Each, ShortProductsTest,
                         testing::Values(ShortProducts::Dots, ShortProducts::Tiles));

} // namespace
} // namespace anywarp::blas
