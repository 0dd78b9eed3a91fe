// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of matrices (cudaDataType) and their conversions: half and bfloat16 round to
// the nearest, ties to even; 8-bit and 4-bit floats saturate to their largest value; integers too.
#pragma once

#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "library_types.h"

namespace anywarp::blas {

using Complex = std::complex<float>;
using DoubleComplex = std::complex<double>;

template <typename T> inline constexpr bool kIsComplex = false;
template <typename R> inline constexpr bool kIsComplex<std::complex<R>> = true;

template <typename T> struct RealOf {
  using Type = T;
};
template <typename R> struct RealOf<std::complex<R>> {
  using Type = R;
};
/// float of float and of complex<float>.
template <typename T> using Real = typename RealOf<T>::Type;

// Products of complex numbers without the C standard's repair of infinities, as BLAS has them.
template <typename T> inline T multiply(T a, T b) {
  if constexpr (kIsComplex<T>)
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  else
    return T(a * b);
}
template <typename T> inline T conjugate(T a) {
  if constexpr (kIsComplex<T>)
    return std::conj(a);
  else
    return a;
}

/// A float of 16 bits or fewer, as it lies in memory.
struct Half {
  uint16_t bits;
};
struct Bfloat16 {
  uint16_t bits;
};
template <int exponentBits, int mantissaBits, bool hasInfinity> struct Float8 {
  uint8_t bits;
};
using E4M3 = Float8<4, 3, false>;
using E5M2 = Float8<5, 2, true>;
struct E8M0 {
  uint8_t bits;
};

inline float toFloat(Half value) {
  const uint32_t bits = (value.bits & 0x7fffu) << 13;
  uint32_t result = std::bit_cast<uint32_t>(std::bit_cast<float>(bits) * 0x1p112f);
  result |= (value.bits & 0x7c00) == 0x7c00 ? 0x7f800000u : 0u;
  return std::bit_cast<float>(result | (value.bits & 0x8000u) << 16);
}
inline Half toHalf(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value), size = bits & 0x7fffffff;
  const uint32_t normal = (size - (112u << 23) + 0xfff + (size >> 13 & 1)) >> 13;
  // Adding 0.5 leaves the subnormal's bits at the lower end, rounded by the processor.
  const uint32_t subnormal =
      std::bit_cast<uint32_t>(std::bit_cast<float>(size) + 0.5f) - std::bit_cast<uint32_t>(0.5f);
  uint32_t result = size < 0x38800000 ? subnormal : normal;
  result = size >= 0x477ff000 ? 0x7c00 : result;
  result = size > 0x7f800000 ? 0x7fff : result;
  return {uint16_t(result | (bits >> 16 & 0x8000))};
}
inline float toFloat(Bfloat16 value) { return std::bit_cast<float>(uint32_t(value.bits) << 16); }
inline Bfloat16 toBfloat16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return {uint16_t((bits & 0x7fffffff) > 0x7f800000 ? 0x7fff : rounded)};
}
/// The 19 bits of a tensor core's 32-bit input, ties to even (seen in products).
inline float toTf32(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  return (bits & 0x7f800000) == 0x7f800000
             ? value
             : std::bit_cast<float>((bits + 0xfff + (bits >> 13 & 1)) & 0xffffe000);
}
template <int e, int m, bool infinity> float toFloat(Float8<e, m, infinity> value) {
  constexpr int kBias = (1 << (e - 1)) - 1;
  const int exponent = value.bits >> m & ((1 << e) - 1), mantissa = value.bits & ((1 << m) - 1);
  const float sign = value.bits & 0x80 ? -1.0f : 1.0f;
  if (infinity && exponent == (1 << e) - 1)
    return mantissa ? std::numeric_limits<float>::quiet_NaN()
                    : sign * std::numeric_limits<float>::infinity();
  if (!infinity && (value.bits & 0x7f) == 0x7f)
    return std::numeric_limits<float>::quiet_NaN();
  return sign * (exponent ? std::ldexp(float(mantissa + (1 << m)), exponent - kBias - m)
                          : std::ldexp(float(mantissa), 1 - kBias - m));
}
template <typename F8> F8 toFloat8(float value);
template <int e, int m, bool infinity>
inline Float8<e, m, infinity> roundTo(float value, Float8<e, m, infinity>) {
  constexpr int kBias = (1 << (e - 1)) - 1;
  constexpr uint8_t kLargest = infinity ? uint8_t((((1 << e) - 2) << m) | ((1 << m) - 1)) : 0x7e;
  const uint8_t sign = std::signbit(value) ? 0x80 : 0;
  if (value != value)
    return {0x7f};
  const float size = std::fabs(value);
  int exponent = size > 0 ? std::ilogb(size) : -1000;
  if (std::isinf(size))
    return {uint8_t(sign | kLargest)};
  exponent = exponent < 1 - kBias ? 1 - kBias : exponent;
  const long steps = std::lrint(std::ldexp(size, m - exponent)); // of the last place
  const long bits = (long(exponent + kBias - 1) << m) + steps;
  return {uint8_t(sign | (bits > kLargest ? kLargest : bits))};
}
template <typename F8> F8 toFloat8(float value) { return roundTo(value, F8{}); }
inline float toFloat(E8M0 value) { return std::ldexp(1.0f, int(value.bits) - 127); }

/// A stored element as a number to calculate with, and back.
template <typename T> inline auto widen(T value) {
  if constexpr (std::is_same_v<T, std::complex<int8_t>>)
    return Complex(value.real(), value.imag());
  else if constexpr (std::is_class_v<T> && !kIsComplex<T>)
    return toFloat(value);
  else
    return value;
}
template <typename T> using Wide = decltype(widen(T{}));

template <typename T, typename V> inline T narrow(V value) {
  if constexpr (std::is_same_v<T, std::complex<int8_t>>)
    return {narrow<int8_t>(value.real()), narrow<int8_t>(value.imag())};
  else if constexpr (std::is_same_v<T, Half>)
    return toHalf(float(value));
  else if constexpr (std::is_same_v<T, Bfloat16>)
    return toBfloat16(float(value));
  else if constexpr (std::is_class_v<T> && !kIsComplex<T>)
    return toFloat8<T>(float(value));
  else if constexpr (std::is_integral_v<T> && std::is_floating_point_v<V>) {
    constexpr V low = V(std::numeric_limits<T>::min()), high = V(std::numeric_limits<T>::max());
    return value != value  ? T(0)
           : value <= low  ? std::numeric_limits<T>::min()
           : value >= high ? std::numeric_limits<T>::max()
                           : T(std::nearbyint(value));
  } else if constexpr (std::is_integral_v<T> && std::is_integral_v<V> && sizeof(T) < sizeof(V)) {
    constexpr V low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return T(value < low ? low : value > high ? high : value);
  } else
    return T(value);
}

/// Calls f(T{}) with the C++ type of a cudaDataType; false: it is none that is stored here.
template <typename F> bool withType(cudaDataType type, F &&f) {
  switch (type) {
  case CUDA_R_16F:
    f(Half{});
    return true;
  case CUDA_R_16BF:
    f(Bfloat16{});
    return true;
  case CUDA_R_32F:
    f(float{});
    return true;
  case CUDA_R_64F:
    f(double{});
    return true;
  case CUDA_C_32F:
    f(Complex{});
    return true;
  case CUDA_C_64F:
    f(DoubleComplex{});
    return true;
  case CUDA_R_8I:
    f(int8_t{});
    return true;
  case CUDA_R_32I:
    f(int32_t{});
    return true;
  case CUDA_R_8F_E4M3:
    f(E4M3{});
    return true;
  case CUDA_R_8F_E5M2:
    f(E5M2{});
    return true;
  case CUDA_C_8I:
    f(std::complex<int8_t>{});
    return true;
  default:
    return false;
  }
}

template <typename T> inline constexpr cudaDataType kDataType = CUDA_C_4U; // of no matrix
template <> inline constexpr cudaDataType kDataType<Half> = CUDA_R_16F;
template <> inline constexpr cudaDataType kDataType<Bfloat16> = CUDA_R_16BF;
template <> inline constexpr cudaDataType kDataType<float> = CUDA_R_32F;
template <> inline constexpr cudaDataType kDataType<double> = CUDA_R_64F;
template <> inline constexpr cudaDataType kDataType<Complex> = CUDA_C_32F;
template <> inline constexpr cudaDataType kDataType<DoubleComplex> = CUDA_C_64F;

/// Bytes of an element; 0: not stored here.
inline size_t sizeOf(cudaDataType type) {
  size_t size = 0;
  withType(type, [&](auto t) { size = sizeof(t); });
  return size;
}

} // namespace anywarp::blas
