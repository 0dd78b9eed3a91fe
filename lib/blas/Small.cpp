// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of the result lies in registers: up to four vectors of rows, several columns. An element
// is one sum along k by fused operations, whatever block it is in; of complex numbers two, of the
// products with real and with imaginary parts of B. A batch is as fast as memory brings its
// operands, so lines of a later product are asked for in each step of the sums.
#include "blas/Small.h"

#include "library/Processor.h"

#if defined(__x86_64__)
#include <algorithm>
#include <immintrin.h>

#define AW_AVX512 [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,prfchw")]]

namespace anywarp::blas {
namespace {

template <typename R> struct Lanes;
template <> struct Lanes<float> {
  using V = __m512;
  using M = __mmask16;
  static constexpr int64_t kCount = 16;
  AW_AVX512 AW_EVERYWHERE static V load(M m, const float *p) { return _mm512_maskz_loadu_ps(m, p); }
  AW_AVX512 AW_EVERYWHERE static void store(float *p, M m, V v) { _mm512_mask_storeu_ps(p, m, v); }
  AW_AVX512 AW_EVERYWHERE static V all(float x) { return _mm512_set1_ps(x); }
  AW_AVX512 AW_EVERYWHERE static V add(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
  AW_AVX512 AW_EVERYWHERE static V times(V a, V b) { return _mm512_mul_ps(a, b); }
  AW_AVX512 AW_EVERYWHERE static V swapped(V a) { return _mm512_permute_ps(a, 0xb1); }
  /// a b, less c in even lanes, plus c in odd ones.
  AW_AVX512 AW_EVERYWHERE static V turn(V a, V b, V c) { return _mm512_fmaddsub_ps(a, b, c); }
  AW_AVX512 AW_EVERYWHERE static V turnBack(V a, V b, V c) { return _mm512_fmsubadd_ps(a, b, c); }
};
template <> struct Lanes<double> {
  using V = __m512d;
  using M = __mmask8;
  static constexpr int64_t kCount = 8;
  AW_AVX512 AW_EVERYWHERE static V load(M m, const double *p) {
    return _mm512_maskz_loadu_pd(m, p);
  }
  AW_AVX512 AW_EVERYWHERE static void store(double *p, M m, V v) { _mm512_mask_storeu_pd(p, m, v); }
  AW_AVX512 AW_EVERYWHERE static V all(double x) { return _mm512_set1_pd(x); }
  AW_AVX512 AW_EVERYWHERE static V add(V a, V b, V c) { return _mm512_fmadd_pd(a, b, c); }
  AW_AVX512 AW_EVERYWHERE static V times(V a, V b) { return _mm512_mul_pd(a, b); }
  AW_AVX512 AW_EVERYWHERE static V swapped(V a) { return _mm512_permute_pd(a, 0x55); }
  AW_AVX512 AW_EVERYWHERE static V turn(V a, V b, V c) { return _mm512_fmaddsub_pd(a, b, c); }
  AW_AVX512 AW_EVERYWHERE static V turnBack(V a, V b, V c) { return _mm512_fmsubadd_pd(a, b, c); }
};

/// How many numbers of type T a vector holds.
template <typename T> constexpr int64_t kInVector = 64 / int64_t(sizeof(T));
/// Columns of a block of so many vectors: all sums, a column of A and a factor fit in registers.
template <typename T> constexpr int64_t columnsFor(int vectors) {
  constexpr int64_t kReal[] = {8, 8, 8, 6}, kTwoSums[] = {8, 6, 4, 3};
  return (kIsComplex<T> ? kTwoSums : kReal)[vectors - 1];
}

/// Memory that is asked for piece by piece.
struct Ahead {
  const char *at = nullptr;
  int64_t step = 0; ///< bytes between two requests
};

template <typename T> struct Product {
  using R = Real<T>;
  int64_t k;
  T alpha, beta;
  const R *a;
  int64_t stepA; ///< from a column to the next
  const R *b;
  int64_t stepK, stepJ; ///< element (k, j) of op(B) at k * stepK + j * stepJ
  bool isConjugatedB;
  R *c;
  int64_t stepC;
  Ahead aheadA, aheadB, aheadC;
};

/// alpha times a vector of numbers of type T.
template <typename T> AW_AVX512 AW_EVERYWHERE auto scaled(T alpha, typename Lanes<Real<T>>::V v) {
  using L = Lanes<Real<T>>;
  if constexpr (kIsComplex<T>)
    return L::turn(v, L::all(alpha.real()), L::times(L::swapped(v), L::all(alpha.imag())));
  else
    return L::times(L::all(alpha), v);
}

/// `count` rows from `row` on, at most kVectors vectors; kColumns columns from `column` on.
template <typename T, int kVectors, int kColumns>
AW_AVX512 void multiplyBlock(Product<T> &p, int64_t row, int64_t count, int64_t column) {
  using R = Real<T>;
  using L = Lanes<R>;
  using V = typename L::V;
  constexpr int64_t kParts = kIsComplex<T> ? 2 : 1;
  typename L::M masks[kVectors];
  for (int v = 0; v < kVectors; ++v) {
    const int64_t left = std::clamp<int64_t>(count * kParts - v * L::kCount, 0, L::kCount);
    masks[v] = typename L::M((1U << left) - 1);
  }
  V sums[kColumns][kVectors] = {}, turned[kColumns][kIsComplex<T> ? kVectors : 1] = {};
  const R *a = p.a + row * kParts, *b = p.b + column * p.stepJ;
  Ahead aheadA = p.aheadA, aheadB = p.aheadB, aheadC = p.aheadC;
  for (int64_t k = 0; k < p.k; ++k, a += p.stepA, b += p.stepK) {
    __builtin_prefetch(aheadA.at);
    __builtin_prefetch(aheadB.at);
    __builtin_prefetch(aheadC.at, 1);
    for (Ahead *ahead : {&aheadA, &aheadB, &aheadC})
      ahead->at += ahead->step;
    V rows[kVectors];
    for (int v = 0; v < kVectors; ++v)
      rows[v] = L::load(masks[v], a + v * L::kCount);
    for (int j = 0; j < kColumns; ++j) {
      const V factor = L::all(b[j * p.stepJ]);
      for (int v = 0; v < kVectors; ++v)
        sums[j][v] = L::add(rows[v], factor, sums[j][v]);
      if constexpr (kIsComplex<T>) {
        const V imaginary = L::all(b[j * p.stepJ + 1]);
        for (int v = 0; v < kVectors; ++v)
          turned[j][v] = L::add(rows[v], imaginary, turned[j][v]);
      }
    }
  }
  p.aheadA = aheadA, p.aheadB = aheadB, p.aheadC = aheadC;
  for (int j = 0; j < kColumns; ++j)
    for (int v = 0; v < kVectors; ++v) {
      R *to = p.c + row * kParts + v * L::kCount + (column + j) * p.stepC;
      V sum = sums[j][v];
      if constexpr (kIsComplex<T>) {
        const V other = L::swapped(turned[j][v]), one = L::all(1);
        sum = p.isConjugatedB ? L::turnBack(sum, one, other) : L::turn(sum, one, other);
      }
      V value = scaled(p.alpha, sum);
      if (p.beta != T(0)) {
        const V old = L::load(masks[v], to);
        if constexpr (kIsComplex<T>)
          value = L::add(scaled(p.beta, old), L::all(1), value);
        else
          value = L::add(L::all(p.beta), old, value);
      }
      L::store(to, masks[v], value);
    }
}
template <typename T, int kVectors>
AW_AVX512 void multiplyRows(Product<T> &p, int64_t row, int64_t count, int64_t n) {
  constexpr int kColumns = columnsFor<T>(kVectors);
  int64_t j = 0;
  for (; j + kColumns <= n; j += kColumns)
    multiplyBlock<T, kVectors, kColumns>(p, row, count, j);
  for (; j + 2 <= n; j += 2)
    multiplyBlock<T, kVectors, 2>(p, row, count, j);
  if (j < n)
    multiplyBlock<T, kVectors, 1>(p, row, count, j);
}

/// Blocks of the result.
template <typename T> int64_t blocksOf(int64_t m, int64_t n) {
  int64_t blocks = 0;
  for (int64_t left = (m + kInVector<T> - 1) / kInVector<T>; left > 0; left -= 4) {
    const int64_t columns = columnsFor<T>(int(std::min<int64_t>(left, 4)));
    blocks += n / columns + (n % columns + 1) / 2;
  }
  return blocks;
}

/// `next` of a matrix of so many stored columns, in as many pieces as there are steps.
template <typename T> Ahead aheadOf(const SmallMatrix<T> &m, int64_t columns, int64_t steps) {
  if (!m.next)
    return {};
  return {reinterpret_cast<const char *>(m.next), m.ld * columns * int64_t(sizeof(T)) / steps};
}

template <typename T> void multiply(const SmallProduct<T> &s) {
  using R = Real<T>;
  constexpr int64_t kParts = kIsComplex<T> ? 2 : 1, kMost = 4 * kInVector<T>;
  const int64_t m = s.m, n = s.n, steps = blocksOf<T>(m, n) * s.k;
  const T *a = s.a.data;
  int64_t lda = s.a.ld;
  alignas(64) R parts[kMostSmall * kMostSmall * kParts]; // no T: those would be set to zero
  if (s.a.isTransposed) {
    auto *plain = reinterpret_cast<T *>(parts);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t k = 0; k < s.k; ++k)
        plain[i + k * m] = s.a.isConjugated ? conjugate(a[k + i * lda]) : a[k + i * lda];
    a = plain;
    lda = m;
  }
  const int64_t along = s.b.ld * kParts;
  Product<T> p{s.k,
               s.alpha,
               s.beta,
               reinterpret_cast<const R *>(a),
               lda * kParts,
               reinterpret_cast<const R *>(s.b.data),
               s.b.isTransposed ? along : kParts,
               s.b.isTransposed ? kParts : along,
               s.b.isConjugated,
               reinterpret_cast<R *>(const_cast<T *>(s.c.data)),
               s.c.ld * kParts,
               aheadOf(s.a, s.a.isTransposed ? m : s.k, steps),
               aheadOf(s.b, s.b.isTransposed ? s.k : n, steps),
               aheadOf(s.c, n, steps)};
  for (int64_t row = 0; row < m; row += kMost) {
    const int64_t count = std::min(kMost, m - row);
    switch ((count + kInVector<T> - 1) / kInVector<T>) {
    case 1:
      multiplyRows<T, 1>(p, row, count, n);
      break;
    case 2:
      multiplyRows<T, 2>(p, row, count, n);
      break;
    case 3:
      multiplyRows<T, 3>(p, row, count, n);
      break;
    default:
      multiplyRows<T, 4>(p, row, count, n);
    }
  }
}

} // namespace

bool hasSmall() { return library::kProcessor == library::Processor::Avx512; }

void multiplySmall(const SmallProduct<float> &product) { multiply(product); }
void multiplySmall(const SmallProduct<double> &product) { multiply(product); }
void multiplySmall(const SmallProduct<Complex> &product) { multiply(product); }
void multiplySmall(const SmallProduct<DoubleComplex> &product) { multiply(product); }

} // namespace anywarp::blas

#else

namespace anywarp::blas {
bool hasSmall() { return false; }
void multiplySmall(const SmallProduct<float> &) {}
void multiplySmall(const SmallProduct<double> &) {}
void multiplySmall(const SmallProduct<Complex> &) {}
void multiplySmall(const SmallProduct<DoubleComplex> &) {}
} // namespace anywarp::blas

#endif
