// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of matrices: stored types and the types that sums are computed in.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cusparse.h"

namespace anywarp::cusparse {

/// A complex number without the special cases of std::complex's product and quotient.
template <typename R> struct Complex {
  R re, im;
};
using Half = _Float16;
/// bfloat16: the upper half of a float.
struct Brain {
  uint16_t bits;
};
inline Brain operator-(Brain x) { return {uint16_t(x.bits ^ 0x8000)}; }
inline bool operator==(Brain a, Brain b);

template <typename T> inline constexpr bool kIsComplex = false;
template <typename R> inline constexpr bool kIsComplex<Complex<R>> = true;

template <typename R> Complex<R> operator+(Complex<R> a, Complex<R> b) {
  return {a.re + b.re, a.im + b.im};
}
template <typename R> Complex<R> operator-(Complex<R> a, Complex<R> b) {
  return {a.re - b.re, a.im - b.im};
}
template <typename R> Complex<R> operator-(Complex<R> a) { return {-a.re, -a.im}; }
template <typename R> Complex<R> operator*(Complex<R> a, Complex<R> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
/// Scaled, so that squares neither overflow nor vanish (Smith).
template <typename R> Complex<R> operator/(Complex<R> a, Complex<R> b) {
  if (std::abs(b.re) >= std::abs(b.im)) {
    const R q = b.im / b.re, d = b.re + b.im * q;
    return {(a.re + a.im * q) / d, (a.im - a.re * q) / d};
  }
  const R q = b.re / b.im, d = b.re * q + b.im;
  return {(a.re * q + a.im) / d, (a.im * q - a.re) / d};
}
template <typename R> bool operator==(Complex<R> a, Complex<R> b) {
  return a.re == b.re && a.im == b.im;
}

inline float toFloat(Brain x) {
  const uint32_t bits = uint32_t(x.bits) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline bool operator==(Brain a, Brain b) { return toFloat(a) == toFloat(b); }
/// Rounds to the nearest, ties to even; a NaN stays one.
inline Brain toBrain(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  if (value != value)
    return {uint16_t(bits >> 16 | 0x40)};
  return {uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

/// A value in another type. A real number becomes a complex one; never the reverse.
template <typename To, typename From> To convert(From value) {
  if constexpr (std::is_same_v<To, From>)
    return value;
  else if constexpr (kIsComplex<From>)
    return {convert<decltype(To::re)>(value.re), convert<decltype(To::re)>(value.im)};
  else if constexpr (kIsComplex<To>)
    return {convert<decltype(To::re)>(value), convert<decltype(To::re)>(0.0f)};
  else if constexpr (std::is_same_v<From, Brain>)
    return convert<To>(toFloat(value));
  else if constexpr (std::is_same_v<To, Brain>)
    return toBrain(float(value));
  else
    return static_cast<To>(value);
}

template <typename T> T conjugate(T value) { return value; }
template <typename R> Complex<R> conjugate(Complex<R> value) { return {value.re, -value.im}; }
template <typename T> T conjugateIf(T value, bool condition) {
  if constexpr (kIsComplex<T>)
    return condition ? conjugate(value) : value;
  return value;
}

template <typename T> bool isZero(T value) { return value == T{}; }
template <typename T> auto magnitude(T value) {
  if constexpr (kIsComplex<T>)
    return std::hypot(value.re, value.im);
  else
    return std::abs(value);
}

/// The type in which this room computes with values of a public type.
template <typename T> struct ValueOf {
  using type = T;
};
template <> struct ValueOf<cuComplex> {
  using type = Complex<float>;
};
template <> struct ValueOf<cuDoubleComplex> {
  using type = Complex<double>;
};
template <> struct ValueOf<__half> {
  using type = Half;
};
template <typename T> using Value = typename ValueOf<T>::type;
template <typename T> const Value<T> *values(const T *pointer) {
  return reinterpret_cast<const Value<T> *>(pointer);
}
template <typename T> Value<T> *values(T *pointer) { return reinterpret_cast<Value<T> *>(pointer); }

/// The enumerator of a stored type.
template <typename T> inline constexpr int kTypeOf = -1;
template <> inline constexpr int kTypeOf<float> = CUDA_R_32F;
template <> inline constexpr int kTypeOf<double> = CUDA_R_64F;
template <> inline constexpr int kTypeOf<Half> = CUDA_R_16F;
template <> inline constexpr int kTypeOf<Brain> = CUDA_R_16BF;
template <> inline constexpr int kTypeOf<int8_t> = CUDA_R_8I;
template <> inline constexpr int kTypeOf<int32_t> = CUDA_R_32I;
template <> inline constexpr int kTypeOf<Complex<Half>> = CUDA_C_16F;
template <> inline constexpr int kTypeOf<Complex<Brain>> = CUDA_C_16BF;
template <> inline constexpr int kTypeOf<Complex<float>> = CUDA_C_32F;
template <> inline constexpr int kTypeOf<Complex<double>> = CUDA_C_64F;

/// Bytes of a value; 0: no type of cuSPARSE.
inline size_t sizeOf(cudaDataType type) {
  switch (int(type)) {
  case CUDA_R_8I:
    return 1;
  case CUDA_R_16F:
  case CUDA_R_16BF:
    return 2;
  case CUDA_R_32F:
  case CUDA_R_32I:
  case CUDA_C_16F:
  case CUDA_C_16BF:
    return 4;
  case CUDA_R_64F:
  case CUDA_C_32F:
    return 8;
  case CUDA_C_64F:
    return 16;
  }
  return 0;
}
inline bool isComplex(cudaDataType type) {
  return type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_32F || type == CUDA_C_64F;
}

template <typename T> struct Tag {
  using type = T;
};

/// One combination of types that an operation offers: matrix, other operand, result, sums.
template <typename A, typename X, typename Y, typename C> struct Combination {
  using a = A;
  using x = X;
  using y = Y;
  using c = C;
  static bool matches(cudaDataType ta, cudaDataType tx, cudaDataType ty, cudaDataType tc) {
    return ta == kTypeOf<A> && tx == kTypeOf<X> && ty == kTypeOf<Y> && tc == kTypeOf<C>;
  }
};
template <typename T> using Uniform = Combination<T, T, T, T>;
template <typename... Cs> struct Combinations {
  /// use(Cs{}) for the one that matches; false if none does.
  template <typename Use>
  static bool choose(cudaDataType a, cudaDataType x, cudaDataType y, cudaDataType c, Use use) {
    return ((Cs::matches(a, x, y, c) && (use(Cs{}), true)) || ...);
  }
  static bool has(cudaDataType a, cudaDataType x, cudaDataType y, cudaDataType c) {
    return (Cs::matches(a, x, y, c) || ...);
  }
};

/// use(Tag<T>{}) for the type; false if it is not among Ts.
template <typename... Ts, typename Use> bool chooseType(cudaDataType type, Use use) {
  return ((type == kTypeOf<Ts> && (use(Tag<Ts>{}), true)) || ...);
}
/// use(Tag<unsigned integer or Wide of that size>{}).
struct Wide {
  uint64_t words[2];
};
template <typename Use> void chooseSize(size_t size, Use use) {
  switch (size) {
  case 1:
    return use(Tag<uint8_t>{});
  case 2:
    return use(Tag<uint16_t>{});
  case 4:
    return use(Tag<uint32_t>{});
  case 8:
    return use(Tag<uint64_t>{});
  default:
    return use(Tag<Wide>{});
  }
}
template <typename Use> void chooseIndex(cusparseIndexType_t type, Use use) {
  if (type == CUSPARSE_INDEX_64I)
    use(Tag<int64_t>{});
  else
    use(Tag<int32_t>{});
}

} // namespace anywarp::cusparse
