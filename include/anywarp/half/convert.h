// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding a double to a 16-bit format in software, for the host and where the device has no
// instruction. Every source (float, int, long long within range) converts to double exactly first.
#ifndef ANYWARP_HALF_CONVERT_H
#define ANYWARP_HALF_CONVERT_H

#ifndef __CUDACC_RTC__ // whose prelude has size_t
#include <stddef.h>
#endif

#include "anywarp/integers.h"

#define AW_HD static __host__ __device__ __forceinline__

namespace anywarp {

enum rounding { rounding_nearest, rounding_zero, rounding_down, rounding_up };

struct half_format {
  static constexpr int mantissa = 10, bias = 15;
  static constexpr uint16_t infinity = 0x7C00;
};
struct bfloat_format {
  static constexpr int mantissa = 7, bias = 127;
  static constexpr uint16_t infinity = 0x7F80;
};

/// The bits of Format, without sign, for the magnitude of a normal double: to nearest even, or towards
/// zero unless `away`. What is beyond the range simply carries on into further exponents.
template <class Format>
__host__ __device__ inline unsigned round_magnitude(uint64_t magnitude, rounding mode, bool away) {
  int exponent = int(magnitude >> 52) - 1023;
  uint64_t fraction = (magnitude & 0xFFFFFFFFFFFFFull) | 1ull << 52;
  // The weight of the last kept bit: mantissa bits below the value, or fixed for subnormals.
  int lowest = exponent < 1 - Format::bias ? 1 - Format::bias : exponent;
  int shift = 52 - Format::mantissa + (lowest - exponent);
  uint64_t kept = shift > 63 ? 0 : fraction >> shift;
  uint64_t rest = shift > 63 ? 1 : fraction & ((1ull << shift) - 1);
  uint64_t half = shift > 63 ? 2 : 1ull << (shift - 1);
  bool up = mode == rounding_nearest ? rest > half || (rest == half && (kept & 1)) : away && rest;
  kept += up;
  // The hidden bit carries into the exponent field.
  return unsigned(kept + (uint64_t(lowest + Format::bias - 1) << Format::mantissa));
}

template <class Format>
__host__ __device__ inline uint16_t round_double(double value, rounding mode) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, 8);
  uint16_t sign = uint16_t(bits >> 48 & 0x8000);
  uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFFull;
  if (magnitude > 0x7FF0000000000000ull)
    return 0x7FFF;
  bool away = mode == rounding_up ? !sign : mode == rounding_down ? sign != 0 : false;
  if (magnitude == 0x7FF0000000000000ull)
    return sign | Format::infinity;
  if (magnitude >> 52 == 0) // zero, or far below both formats
    return sign | uint16_t(magnitude && away);
  unsigned result = round_magnitude<Format>(magnitude, mode, away);
  if (result >= Format::infinity)
    return uint16_t(sign | (mode == rounding_nearest || away ? Format::infinity : Format::infinity - 1));
  return sign | uint16_t(result);
}

/// A double that rounds to any smaller format as the integer itself does: the bits that it has no room
/// for are kept in its last one.
template <class Int> __host__ __device__ inline double exact_or_odd(Int value) {
  if (sizeof(Int) < 8)
    return double(value);
  bool negative = value < 0;
  unsigned long long magnitude = negative ? 0ull - (unsigned long long)value : (unsigned long long)value;
  if (magnitude >> 53)
    magnitude = (magnitude & ~0xFFFull) | (magnitude & 0xFFFull ? 0x1000ull : 0);
  return negative ? -double(magnitude) : double(magnitude);
}

/// Exact.
__host__ __device__ inline float widen(half_format, uint16_t bits) {
#if defined(__CUDA_ARCH__)
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
#else
  uint32_t sign = uint32_t(bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
  uint32_t out;
  if (exponent == 31) {
    out = sign | 0x7F800000u | fraction << 13 | (fraction ? 0x400000u : 0);
  } else if (exponent) {
    out = sign | (exponent + 112) << 23 | fraction << 13;
  } else {
    float magnitude = float(fraction) * 5.9604644775390625e-8f; // 2^-24
    __builtin_memcpy(&out, &magnitude, 4);
    out |= sign;
  }
  float value;
  __builtin_memcpy(&value, &out, 4);
  return value;
#endif
}
__host__ __device__ inline float widen(bfloat_format, uint16_t bits) {
  uint32_t word = uint32_t(bits) << 16;
  float value;
  __builtin_memcpy(&value, &word, 4);
  return value;
}

/// a b + c as a double that rounds to any smaller format as the exact value does. The product is exact
/// already; what the sum loses is kept in its last bit.
__host__ __device__ inline double exact_or_odd_fma(float a, float b, float c) {
  double product = double(a) * double(b), sum = product + double(c);
  if (!(__builtin_fabs(sum) < __builtin_huge_val()))
    return sum;
  double part = sum - product, error = (product - (sum - part)) + (double(c) - part);
  long long bits;
  __builtin_memcpy(&bits, &sum, 8);
  if (error != 0 && !(bits & 1))
    bits += (error > 0) == (sum > 0) ? 1 : -1;
  __builtin_memcpy(&sum, &bits, 8);
  return sum;
}

#if defined(__CUDA_ARCH__)
template <rounding Mode> __device__ __forceinline__ uint16_t narrow(half_format, float value) {
  uint16_t bits;
  if constexpr (Mode == rounding_nearest)
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  else if constexpr (Mode == rounding_zero)
    asm("cvt.rz.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  else if constexpr (Mode == rounding_down)
    asm("cvt.rm.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  else
    asm("cvt.rp.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
template <rounding Mode> __device__ __forceinline__ uint16_t narrow(bfloat_format, float value) {
#if __CUDA_ARCH__ >= 800
  if constexpr (Mode == rounding_nearest) {
    uint16_t bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
  }
#endif
  return round_double<bfloat_format>(double(value), Mode);
}
template <rounding Mode> __device__ __forceinline__ uint16_t narrow(half_format, double value) {
  uint16_t bits;
  if constexpr (Mode == rounding_nearest)
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
  else if constexpr (Mode == rounding_zero)
    asm("cvt.rz.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
  else if constexpr (Mode == rounding_down)
    asm("cvt.rm.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
  else
    asm("cvt.rp.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
  return bits;
}
template <rounding Mode> __device__ __forceinline__ uint16_t narrow(bfloat_format, double value) {
  if (value != value) { // of a double, and in device code alone, a NaN stays what it is (seen)
    float single = float(value);
    uint32_t bits;
    __builtin_memcpy(&bits, &single, 4);
    return uint16_t(bits >> 16);
  }
  return round_double<bfloat_format>(value, Mode);
}
#else
template <rounding Mode, class Format>
__host__ __device__ inline uint16_t narrow(Format, double value) {
  return round_double<Format>(value, Mode);
}
#endif

/// Rounds to an integer of type Int as PTX's cvt does: NaN gives 0 or, in 64 bits, the sign bit alone;
/// too large values the nearest end.
template <class Int> __host__ __device__ inline Int to_integer(float value, rounding mode) {
  float whole = mode == rounding_nearest ? __builtin_rintf(value)
                : mode == rounding_zero  ? __builtin_truncf(value)
                : mode == rounding_down  ? __builtin_floorf(value)
                                          : __builtin_ceilf(value);
  constexpr bool isSigned = Int(-1) < Int(0);
  constexpr int bits = int(sizeof(Int)) * 8 - isSigned;
  constexpr float end = float(1ull << (bits - 1)) * 2.0f; // 2^bits
  constexpr Int highest = Int(~0ull >> (64 - bits));
  if (whole != whole)
    return sizeof(Int) == 8 ? Int(1ull << 63) : Int(0);
  if (whole >= end)
    return highest;
  if (isSigned ? whole < -end : whole <= 0.0f)
    return isSigned ? Int(-highest - 1) : Int(0);
  return Int(whole);
}

} // namespace anywarp

#endif
