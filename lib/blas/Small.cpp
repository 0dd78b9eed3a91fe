// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of the result lies in registers: up to four vectors of rows, several columns. An element
// is one sum along k by fused operations, whatever block it is in.
#include "blas/Small.h"

#include "library/Processor.h"

#if defined(__x86_64__)
#include <algorithm>
#include <immintrin.h>

#define AW_AVX512 [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]]

namespace anywarp::blas {
namespace {

template <typename T> struct Lanes;
template <> struct Lanes<float> {
  using V = __m512;
  using M = __mmask16;
  static constexpr int64_t kCount = 16;
  AW_AVX512 AW_EVERYWHERE static V load(M m, const float *p) { return _mm512_maskz_loadu_ps(m, p); }
  AW_AVX512 AW_EVERYWHERE static void store(float *p, M m, V v) { _mm512_mask_storeu_ps(p, m, v); }
  AW_AVX512 AW_EVERYWHERE static void stream(float *p, V v) { _mm512_stream_ps(p, v); }
  AW_AVX512 AW_EVERYWHERE static V all(float x) { return _mm512_set1_ps(x); }
  AW_AVX512 AW_EVERYWHERE static V add(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
  AW_AVX512 AW_EVERYWHERE static V times(V a, V b) { return _mm512_mul_ps(a, b); }
};
template <> struct Lanes<double> {
  using V = __m512d;
  using M = __mmask8;
  static constexpr int64_t kCount = 8;
  AW_AVX512 AW_EVERYWHERE static V load(M m, const double *p) {
    return _mm512_maskz_loadu_pd(m, p);
  }
  AW_AVX512 AW_EVERYWHERE static void store(double *p, M m, V v) { _mm512_mask_storeu_pd(p, m, v); }
  AW_AVX512 AW_EVERYWHERE static void stream(double *p, V v) { _mm512_stream_pd(p, v); }
  AW_AVX512 AW_EVERYWHERE static V all(double x) { return _mm512_set1_pd(x); }
  AW_AVX512 AW_EVERYWHERE static V add(V a, V b, V c) { return _mm512_fmadd_pd(a, b, c); }
  AW_AVX512 AW_EVERYWHERE static V times(V a, V b) { return _mm512_mul_pd(a, b); }
};

template <typename T> struct Product {
  int64_t k;
  T alpha, beta;
  const T *a;
  int64_t lda;
  const T *b;
  int64_t stepK, stepJ; ///< element (k, j) of op(B) at k * stepK + j * stepJ
  T *c;
  int64_t ldc;
  bool isStreamed;
};

/// `count` rows from `row` on, at most kVectors vectors; kColumns columns from `column` on.
template <typename T, int kVectors, int kColumns>
AW_AVX512 void multiplyBlock(const Product<T> &p, int64_t row, int64_t count, int64_t column) {
  using L = Lanes<T>;
  typename L::M masks[kVectors];
  for (int v = 0; v < kVectors; ++v) {
    const int64_t left = std::clamp<int64_t>(count - v * L::kCount, 0, L::kCount);
    masks[v] = typename L::M((1U << left) - 1);
  }
  typename L::V sums[kColumns][kVectors] = {};
  const T *a = p.a + row, *b = p.b + column * p.stepJ;
  for (int64_t k = 0; k < p.k; ++k, a += p.lda, b += p.stepK) {
    typename L::V rows[kVectors];
    for (int v = 0; v < kVectors; ++v)
      rows[v] = L::load(masks[v], a + v * L::kCount);
    for (int j = 0; j < kColumns; ++j) {
      const typename L::V factor = L::all(b[j * p.stepJ]);
      for (int v = 0; v < kVectors; ++v)
        sums[j][v] = L::add(rows[v], factor, sums[j][v]);
    }
  }
  const typename L::V alpha = L::all(p.alpha), beta = L::all(p.beta);
  for (int j = 0; j < kColumns; ++j)
    for (int v = 0; v < kVectors; ++v) {
      T *to = p.c + row + v * L::kCount + (column + j) * p.ldc;
      typename L::V value = L::times(alpha, sums[j][v]);
      if (p.beta != T(0))
        value = L::add(beta, L::load(masks[v], to), value);
      if (p.isStreamed && masks[v] == typename L::M(-1) &&
          reinterpret_cast<uintptr_t>(to) % 64 == 0)
        L::stream(to, value);
      else
        L::store(to, masks[v], value);
    }
}
template <typename T, int kVectors>
AW_AVX512 void multiplyRows(const Product<T> &p, int64_t row, int64_t count, int64_t n) {
  constexpr int kColumns = kVectors == 4 ? 6 : 8;
  int64_t j = 0;
  for (; j + kColumns <= n; j += kColumns)
    multiplyBlock<T, kVectors, kColumns>(p, row, count, j);
  for (; j + 2 <= n; j += 2)
    multiplyBlock<T, kVectors, 2>(p, row, count, j);
  if (j < n)
    multiplyBlock<T, kVectors, 1>(p, row, count, j);
}

template <typename T>
void multiply(bool isTransposedA, bool isTransposedB, int64_t m, int64_t n, Product<T> p) {
  T plain[kMostSmall * kMostSmall];
  if (isTransposedA) {
    for (int64_t i = 0; i < m; ++i)
      for (int64_t k = 0; k < p.k; ++k)
        plain[i + k * m] = p.a[k + i * p.lda];
    p.a = plain;
    p.lda = m;
  }
  p.stepK = isTransposedB ? p.stepJ : 1;
  p.stepJ = isTransposedB ? 1 : p.stepJ;
  constexpr int64_t kMost = 4 * Lanes<T>::kCount;
  for (int64_t row = 0; row < m; row += kMost) {
    const int64_t count = std::min(kMost, m - row);
    switch ((count + Lanes<T>::kCount - 1) / Lanes<T>::kCount) {
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
  if (p.isStreamed)
    _mm_sfence();
}

} // namespace

bool hasSmall() { return library::kProcessor == library::Processor::Avx512; }

void multiplySmall(bool isTransposedA, bool isTransposedB, int64_t m, int64_t n, int64_t k,
                   float alpha, const float *a, int64_t lda, const float *b, int64_t ldb,
                   float beta, float *c, int64_t ldc, bool isStreamed) {
  multiply<float>(isTransposedA, isTransposedB, m, n,
                  {k, alpha, beta, a, lda, b, 0, ldb, c, ldc, isStreamed});
}
void multiplySmall(bool isTransposedA, bool isTransposedB, int64_t m, int64_t n, int64_t k,
                   double alpha, const double *a, int64_t lda, const double *b, int64_t ldb,
                   double beta, double *c, int64_t ldc, bool isStreamed) {
  multiply<double>(isTransposedA, isTransposedB, m, n,
                   {k, alpha, beta, a, lda, b, 0, ldb, c, ldc, isStreamed});
}

} // namespace anywarp::blas

#else

namespace anywarp::blas {
bool hasSmall() { return false; }
void multiplySmall(bool, bool, int64_t, int64_t, int64_t, float, const float *, int64_t,
                   const float *, int64_t, float, float *, int64_t, bool) {}
void multiplySmall(bool, bool, int64_t, int64_t, int64_t, double, const double *, int64_t,
                   const double *, int64_t, double, double *, int64_t, bool) {}
} // namespace anywarp::blas

#endif
