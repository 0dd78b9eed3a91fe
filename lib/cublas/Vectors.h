// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Level 1 over any element type: the bodies, and the calls that launch them. Sums run over chunks
// of a fixed size: the chunks' sums are added in their order. X: an element as stored.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "cublas/Context.h"
#include "library/Processor.h"

namespace anywarp::cublas {

constexpr int64_t kVectorChunk = 1 << 15;
constexpr int64_t kLanes = 16; ///< running sums of one chunk

/// Sums of floats are kept in double, which holds every square of a float.
template <typename X> struct SumOf {
  using Type = double;
};
template <> struct SumOf<Complex> {
  using Type = DoubleComplex;
};
template <> struct SumOf<DoubleComplex> {
  using Type = DoubleComplex;
};
template <typename X> using Sum = typename SumOf<X>::Type;

template <typename X> auto wide(X x) { return blas::widen(x); }

template <typename X> Real<Sum<X>> sizeOf1(X x) {
  const auto w = wide(x);
  if constexpr (blas::kIsComplex<X>)
    return std::fabs(double(w.real())) + std::fabs(double(w.imag()));
  else
    return std::fabs(double(w));
}

// Element-wise routines.

template <typename P, void (*each)(const P &, int64_t, int64_t)>
void inChunks(const P &p, library::Block block) {
  const int64_t first = int64_t(block.index) * p.chunk;
  each(p, first, std::min(first + p.chunk, p.n));
}
/// A target that is one element again and again is the work of one block.
inline int64_t chunkOf(int64_t n, bool isOneElement) { return isOneElement ? n : kVectorChunk; }

template <typename X, typename A> struct ScalWork {
  int64_t n, chunk;
  Value<A> alpha;
  Vector<X> x;
};
template <typename X, typename A>
void scalChunk(const ScalWork<X, A> &p, int64_t first, int64_t last) {
  const auto alpha = wide(p.alpha.get());
  for (int64_t i = first; i < last; ++i)
    if constexpr (blas::kIsComplex<X> && !blas::kIsComplex<A>)
      p.x[i] = {p.x[i].real() * alpha, p.x[i].imag() * alpha};
    else
      p.x[i] = blas::narrow<X>(blas::multiply(blas::Wide<X>(alpha), wide(p.x[i])));
}
template <typename X, typename A>
cublasStatus_t scalWith(cublasHandle_t handle, int64_t n, Value<A> alpha, X *x, int64_t incx) {
  using W = ScalWork<X, A>;
  if (n <= 0 || incx <= 0)
    return CUBLAS_STATUS_SUCCESS;
  return launch<inChunks<W, scalChunk<X, A>>>(handle, "cublas_scal", ceilDiv(n, kVectorChunk),
                                              W{n, kVectorChunk, alpha, {x, incx}});
}

template <typename X, typename A> struct PairWork {
  int64_t n, chunk;
  Value<A> alpha;
  Vector<const X> x;
  Vector<X> y;
};
template <typename X, typename A>
void axpyChunk(const PairWork<X, A> &p, int64_t first, int64_t last) {
  const auto alpha = blas::Wide<X>(wide(p.alpha.get()));
  if (alpha == blas::Wide<X>(0))
    return;
  if (p.x.inc == 1 && p.y.inc == 1) {
    const X *x = p.x.p;
    X *y = p.y.p;
    for (int64_t i = first; i < last; ++i)
      y[i] = blas::narrow<X>(blas::multiply(alpha, wide(x[i])) + wide(y[i]));
    return;
  }
  for (int64_t i = first; i < last; ++i)
    p.y[i] = blas::narrow<X>(blas::multiply(alpha, wide(p.x[i])) + wide(p.y[i]));
}
template <typename X, typename A>
void copyChunk(const PairWork<X, A> &p, int64_t first, int64_t last) {
  if (p.x.inc == 1 && p.y.inc == 1)
    std::copy(p.x.p + first, p.x.p + last, p.y.p + first);
  else
    for (int64_t i = first; i < last; ++i)
      p.y[i] = p.x[i];
}
template <auto chunk, typename X, typename A>
cublasStatus_t pairwise(cublasHandle_t handle, const char *name, int64_t n, Value<A> alpha,
                        const X *x, int64_t incx, X *y, int64_t incy) {
  using W = PairWork<X, A>;
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  const int64_t size = chunkOf(n, incy == 0);
  return launch<inChunks<W, chunk>>(handle, name, ceilDiv(n, size),
                                    W{n, size, alpha, vectorOf(x, n, incx), vectorOf(y, n, incy)});
}

/// Both vectors change: swap, rot, rotm. C: c and s, or the parameters of rotm.
template <typename X, typename C> struct TurnWork {
  int64_t n, chunk;
  Vector<X> x, y;
  C with;
};
struct NoValue {};
template <typename X> void swapChunk(const TurnWork<X, NoValue> &p, int64_t first, int64_t last) {
  for (int64_t i = first; i < last; ++i)
    std::swap(p.x[i], p.y[i]);
}
template <typename R, typename S> struct Rotation {
  Value<R> c;
  Value<S> s;
};
/// x' = c x + s y, y' = c y - conj(s) x.
template <typename X, typename R, typename S>
void rotChunk(const TurnWork<X, Rotation<R, S>> &p, int64_t first, int64_t last) {
  using W = blas::Wide<X>;
  const auto c = W(wide(p.with.c.get())), s = W(wide(p.with.s.get()));
  for (int64_t i = first; i < last; ++i) {
    const W x = wide(p.x[i]), y = wide(p.y[i]);
    p.x[i] = blas::narrow<X>(blas::multiply(c, x) + blas::multiply(s, y));
    p.y[i] = blas::narrow<X>(blas::multiply(c, y) - blas::multiply(blas::conjugate(s), x));
  }
}
/// The five numbers of rotm: a flag and H by columns.
template <typename X> struct Modified {
  X value[5];
  const X *device;
};
template <typename X, typename P>
void rotmChunk(const TurnWork<X, Modified<P>> &p, int64_t first, int64_t last) {
  using W = blas::Wide<X>;
  const P *param = p.with.device ? p.with.device : p.with.value;
  const W flag = W(wide(param[0]));
  if (flag != W(-1) && flag != W(0) && flag != W(1)) // others than -2, too (seen)
    return;
  const bool isDiagonalOne = flag == W(0), isOffDiagonalOne = flag == W(1);
  const W h11 = isDiagonalOne ? W(1) : W(wide(param[1])),
          h22 = isDiagonalOne ? W(1) : W(wide(param[4]));
  const W h21 = isOffDiagonalOne ? W(-1) : W(wide(param[2])),
          h12 = isOffDiagonalOne ? W(1) : W(wide(param[3]));
  for (int64_t i = first; i < last; ++i) {
    const W x = wide(p.x[i]), y = wide(p.y[i]);
    p.x[i] = blas::narrow<X>(h11 * x + h12 * y);
    p.y[i] = blas::narrow<X>(h21 * x + h22 * y);
  }
}
template <auto chunk, typename X, typename C>
cublasStatus_t turn(cublasHandle_t handle, const char *name, int64_t n, X *x, int64_t incx, X *y,
                    int64_t incy, const C &with) {
  using W = TurnWork<X, C>;
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  const int64_t size = chunkOf(n, incx == 0 || incy == 0);
  return launch<inChunks<W, chunk>>(handle, name, ceilDiv(n, size),
                                    W{n, size, vectorOf(x, n, incx), vectorOf(y, n, incy), with});
}

// Sums.

/// A sum over elements: term(i) for [first, last), in running sums that processors keep in vectors.
template <typename S, typename F> AW_EVERYWHERE S sumOf(int64_t first, int64_t last, F &&term) {
  // Arrays of numbers stay in memory, and their sums scalar: LLVM sees the loop's vector too late.
  using Vector [[gnu::vector_size(kLanes * sizeof(double))]] = double;
  std::conditional_t<std::is_same_v<S, double>, Vector, std::array<S, kLanes>> lanes{};
  int64_t i = first;
  for (; i + kLanes <= last; i += kLanes) {
    auto terms = lanes;
    for (int64_t l = 0; l < kLanes; ++l)
      terms[l] = term(i + l);
    if constexpr (std::is_same_v<S, double>)
      lanes += terms;
    else
      for (int64_t l = 0; l < kLanes; ++l)
        lanes[l] += terms[l];
  }
  for (int64_t l = 0; i < last; ++i, ++l)
    lanes[l] += term(i);
  for (int64_t half = kLanes / 2; half; half /= 2)
    for (int64_t l = 0; l < half; ++l)
      lanes[l] += lanes[l + half];
  return lanes[0];
}

/// K: what is summed. K::Sum, K::sum(first, last), and K::store(Sum total) of the whole.
template <typename K> struct SumWork {
  K what;
  int64_t n, chunk;
  typename K::Sum *parts; ///< null: one chunk
  int64_t count;
};
template <typename K> void sumChunk(const SumWork<K> &p, library::Block block) {
  const int64_t first = int64_t(block.index) * p.chunk;
  const int64_t last = std::min(first + p.chunk, p.n);
  typename K::Sum sum{};
  library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA { sum = p.what.sum(first, last); });
  if (p.parts)
    p.parts[block.index] = sum;
  else
    p.what.store(sum);
}
template <typename K> void sumParts(const SumWork<K> &p, library::Block) {
  auto total = p.parts[0];
  for (int64_t i = 1; i < p.count; ++i)
    total = K::add(total, p.parts[i]);
  p.what.store(total);
}
template <typename K>
cublasStatus_t reduce(cublasHandle_t handle, const char *name, int64_t n, const K &what) {
  const int64_t count = std::max<int64_t>(ceilDiv(n, kVectorChunk), 1);
  SumWork<K> work{what, std::max<int64_t>(n, 0), kVectorChunk, nullptr, count};
  if (count == 1)
    return finishResult(handle, launch<sumChunk<K>>(handle, name, 1, work));
  library::Scratch scratch(handle->stream, size_t(count) * sizeof(typename K::Sum));
  if (scratch.result() != CUDA_SUCCESS)
    return statusOf(scratch.result());
  work.parts = scratch.get<typename K::Sum>();
  cublasStatus_t status = launch<sumChunk<K>>(handle, name, count, work);
  if (status == CUBLAS_STATUS_SUCCESS)
    status = launch<sumParts<K>>(handle, name, 1, work);
  return finishResult(handle, status);
}

template <typename X, typename R, bool isConjugated> struct Dot {
  using Sum = cublas::Sum<X>;
  Vector<const X> x, y;
  R *result;
  AW_EVERYWHERE Sum sum(int64_t first, int64_t last) const {
    auto term = [](X a, X b) AW_EVERYWHERE_LAMBDA {
      return blas::multiply(Sum(isConjugated ? blas::conjugate(wide(a)) : wide(a)), Sum(wide(b)));
    };
    if (x.inc == 1 && y.inc == 1)
      return sumOf<Sum>(first, last,
                        [&](int64_t i) AW_EVERYWHERE_LAMBDA { return term(x.p[i], y.p[i]); });
    return sumOf<Sum>(first, last,
                      [&](int64_t i) AW_EVERYWHERE_LAMBDA { return term(x[i], y[i]); });
  }
  static Sum add(Sum a, Sum b) { return a + b; }
  /// A complex sum is multiplied by one, so that an infinity spreads (seen).
  void store(Sum total) const {
    *result = blas::narrow<R>(blas::Wide<R>(total));
    if constexpr (blas::kIsComplex<R>)
      *result = blas::multiply(*result, R(1));
  }
};

template <typename X, typename R> struct Asum {
  using Sum = double;
  Vector<const X> x;
  R *result;
  AW_EVERYWHERE Sum sum(int64_t first, int64_t last) const {
    if (x.inc == 1)
      return sumOf<Sum>(first, last,
                        [&](int64_t i) AW_EVERYWHERE_LAMBDA { return sizeOf1(x.p[i]); });
    return sumOf<Sum>(first, last, [&](int64_t i) AW_EVERYWHERE_LAMBDA { return sizeOf1(x[i]); });
  }
  static Sum add(Sum a, Sum b) { return a + b; }
  void store(Sum total) const { *result = blas::narrow<R>(total); }
};

/// The sum of squares as scale² · sum: squares of doubles may leave the range.
struct Squares {
  double scale, sum;
};
template <typename X, typename R> struct Nrm2 {
  using Sum = Squares;
  Vector<const X> x;
  R *result;
  bool hasInfinity(int64_t first, int64_t last) const {
    for (int64_t i = first; i < last; ++i)
      if (std::isinf(sizeOf1(x[i])))
        return true;
    return false;
  }
  AW_EVERYWHERE Sum sum(int64_t first, int64_t last) const {
    auto square = [](X value, double factor) AW_EVERYWHERE_LAMBDA {
      if constexpr (blas::kIsComplex<X>) {
        const double a = double(value.real()) * factor, b = double(value.imag()) * factor;
        return a * a + b * b;
      } else {
        const double a = double(wide(value)) * factor;
        return a * a;
      }
    };
    auto squares = [&](double factor) AW_EVERYWHERE_LAMBDA {
      if (x.inc == 1)
        return sumOf<double>(
            first, last, [&](int64_t i) AW_EVERYWHERE_LAMBDA { return square(x.p[i], factor); });
      return sumOf<double>(first, last,
                           [&](int64_t i) AW_EVERYWHERE_LAMBDA { return square(x[i], factor); });
    };
    const double plain = squares(1);
    // Infinity hides NaN in single precision (seen).
    if (!std::is_same_v<Real<blas::Wide<X>>, double>)
      return {1, std::isnan(plain) && hasInfinity(first, last)
                     ? std::numeric_limits<double>::infinity()
                     : plain};
    if ((plain > 0x1p-900 && plain < 0x1p1000))
      return {1, plain};
    double largest = 0;
    for (int64_t i = first; i < last; ++i) {
      const double size = double(sizeOf1(x[i]));
      if (!(size <= largest))
        largest = size;
    }
    if (largest == 0 || !std::isfinite(largest) || std::isnan(plain))
      return {1, std::isnan(plain) ? plain : largest};
    const int exponent = std::max(std::ilogb(largest), -1000);
    return {std::ldexp(1.0, exponent), squares(std::ldexp(1.0, -exponent))};
  }
  static Sum add(Sum a, Sum b) {
    if (!std::is_same_v<Real<blas::Wide<X>>, double>) // one scale
      return {1, std::isinf(a.sum) ? a.sum : std::isinf(b.sum) ? b.sum : a.sum + b.sum};
    if (a.scale < b.scale)
      std::swap(a, b);
    const double ratio = b.scale / a.scale;
    return {a.scale, a.sum + b.sum * ratio * ratio};
  }
  /// Subnormal lengths are told as 0 (seen).
  void store(Sum total) const {
    const double length = total.scale * std::sqrt(total.sum);
    if constexpr (std::is_floating_point_v<R>)
      *result = length < std::numeric_limits<R>::min() ? R(0) : R(length);
    else
      *result = blas::narrow<R>(length);
  }
};

/// The first of the largest (or smallest) elements; NaNs are passed over (seen).
struct Extreme {
  double size;
  int64_t index; ///< from 0; -1: none
};
/// NaN and, for the smallest, infinity are no candidates: the answer is 1 where there are no others
/// (seen), 0 where there are no elements.
template <typename X, typename I, bool isLargest> struct Find {
  using Sum = Extreme;
  Vector<const X> x;
  I *result;
  Sum sum(int64_t first, int64_t last) const {
    // A largest number is larger than 0: a NaN before zeros is the first (seen).
    constexpr double kNone = isLargest ? 0 : std::numeric_limits<double>::infinity();
    Sum best{kNone, first < last ? 0 : -1};
    for (int64_t i = first; i < last; ++i)
      best = add(best, {double(sizeOf1(x[i])), i});
    return best;
  }
  static Sum add(Sum a, Sum b) {
    if (b.index < 0 || b.size != b.size)
      return a;
    return a.index < 0 || (isLargest ? b.size > a.size : b.size < a.size) ? b : a;
  }
  void store(Sum total) const { *result = I(total.index + 1); }
};

} // namespace anywarp::cublas
