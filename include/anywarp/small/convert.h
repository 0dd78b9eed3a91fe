// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The formats of 8, 6 and 4 bits: rounding a number to their bits and back. Every source converts
// to double exactly first, except 64-bit integers, which are far out of range where they do not.
#ifndef ANYWARP_SMALL_CONVERT_H
#define ANYWARP_SMALL_CONVERT_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "anywarp/half/convert.h" // a program may bring NVIDIA's 16-bit headers
#include "device_types.h"

namespace anywarp {

/// Which code stands for infinity and for NaN; a format without them has its largest number there.
struct e4m3_format {
  static constexpr int bits = 8, mantissa = 3, bias = 7;
  static constexpr unsigned largest = 0x7E, infinity = 0x7F, nan = 0x7F;
};
struct e5m2_format {
  static constexpr int bits = 8, mantissa = 2, bias = 15;
  static constexpr unsigned largest = 0x7B, infinity = 0x7C, nan = 0x7F;
};
struct e2m3_format {
  static constexpr int bits = 6, mantissa = 3, bias = 1;
  static constexpr unsigned largest = 0x1F, infinity = 0x1F, nan = 0x1F;
};
struct e3m2_format {
  static constexpr int bits = 6, mantissa = 2, bias = 3;
  static constexpr unsigned largest = 0x1F, infinity = 0x1F, nan = 0x1F;
};
struct e2m1_format {
  static constexpr int bits = 4, mantissa = 1, bias = 1;
  static constexpr unsigned largest = 7, infinity = 7, nan = 7;
};

/// The code nearest to `value`, ties to even. Beyond the range: the largest number or infinity.
template <class Format>
__host__ __device__ inline unsigned char encode(double value, bool saturates) {
  uint64_t word;
  __builtin_memcpy(&word, &value, 8);
  unsigned sign = unsigned(word >> 63) << (Format::bits - 1);
  uint64_t magnitude = word & 0x7FFFFFFFFFFFFFFFull;
  if (magnitude > 0x7FF0000000000000ull)
    return Format::nan;
  unsigned code =
      magnitude >> 52 == 0 ? 0 : round_magnitude<Format>(magnitude, rounding_nearest, false);
  if (magnitude == 0x7FF0000000000000ull || code > Format::largest)
    code = saturates ? Format::largest : Format::infinity;
  return (unsigned char)(sign | code);
}

// 8-bit formats have instructions from sm_89 on: pairs, ties to even, saturating.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#define AW_FP8_PAIR(format, name)                                                                  \
  __device__ __forceinline__ unsigned short encode_pair(format, float x, float y) {                \
    unsigned short bits;                                                                           \
    asm("cvt.rn.satfinite." name "x2.f32 %0, %1, %2;" : "=h"(bits) : "f"(y), "f"(x));              \
    return bits;                                                                                   \
  }                                                                                                \
  __device__ __forceinline__ unsigned decode_pair(format, unsigned short bits) {                   \
    unsigned halves;                                                                               \
    asm("cvt.rn.f16x2." name "x2 %0, %1;" : "=r"(halves) : "h"(bits));                             \
    return halves;                                                                                 \
  }
AW_FP8_PAIR(e4m3_format, "e4m3")
AW_FP8_PAIR(e5m2_format, "e5m2")
#undef AW_FP8_PAIR
#endif

/// The f16 number with the value of a code: exact. NaN becomes the canonical one.
template <class Format> __host__ __device__ inline unsigned short decode(unsigned char code) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  if constexpr (Format::bits == 8)
    return (unsigned short)decode_pair(Format(), code);
#endif
  constexpr unsigned signBit = 1u << (Format::bits - 1), implicit = 1u << Format::mantissa;
  unsigned magnitude = code & (signBit - 1), sign = code & signBit ? 0x8000u : 0u;
  unsigned field = magnitude >> Format::mantissa, fraction = magnitude & (implicit - 1);
  if (magnitude > Format::largest)
    return magnitude == Format::infinity && Format::infinity != Format::nan
               ? (unsigned short)(sign | 0x7C00)
               : (unsigned short)0x7FFF;
  if (field == 0 && fraction != 0 && Format::bias < 15) {
    // Subnormal here, but not in f16.
    field = 1;
    while (!(fraction & implicit)) {
      fraction <<= 1;
      --field;
    }
    fraction &= implicit - 1;
  } else if (field == 0) {
    return (unsigned short)(sign | fraction << (10 - Format::mantissa));
  }
  return (unsigned short)(sign | (field + 15 - Format::bias) << 10 |
                          fraction << (10 - Format::mantissa));
}

/// e8m0, a power of two without sign: code c is 2^(c - 127), 255 is NaN. Only rounding towards zero
/// and towards positive infinity exist; the sign of the source does not count.
__host__ __device__ inline unsigned char encode_e8m0(double value, bool saturates, bool up) {
  uint64_t word;
  __builtin_memcpy(&word, &value, 8);
  uint64_t magnitude = word & 0x7FFFFFFFFFFFFFFFull;
  if (magnitude > 0x7FF0000000000000ull)
    return 255;
  if (magnitude == 0x7FF0000000000000ull)
    return saturates ? 254 : 255;
  int code = int(magnitude >> 52) - 1023 + 127 + (up && (magnitude & 0xFFFFFFFFFFFFFull));
  code = magnitude >> 52 == 0 || code < 0 ? 0 : code;
  int highest = up && !saturates ? 255 : 254;
  return (unsigned char)(code > highest ? highest : code);
}
__host__ __device__ inline unsigned short decode_e8m0(unsigned char code) {
  return code == 255 ? (unsigned short)0x7FFF
         : code == 0 ? (unsigned short)0x0040
                     : (unsigned short)(code << 7);
}

/// A float, half or bfloat16 (all given as float).
template <class Format>
__host__ __device__ inline unsigned char encode_float(float value, bool saturates) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  if constexpr (Format::bits == 8)
    if (saturates)
      return (unsigned char)encode_pair(Format(), value, 0.0f);
#endif
  return encode<Format>(value, saturates);
}

__host__ __device__ inline float float_of(__half_raw x) { return widen(half_format(), x.x); }
__host__ __device__ inline float float_of(__nv_bfloat16_raw x) {
  return widen(bfloat_format(), x.x);
}
template <class Raw> __host__ __device__ inline Raw raw_of(unsigned short bits) {
  Raw raw;
  raw.x = bits;
  return raw;
}
template <class Raw> __host__ __device__ inline Raw raw2_of(unsigned short x, unsigned short y) {
  Raw raw;
  raw.x = x;
  raw.y = y;
  return raw;
}

__host__ __device__ inline void parts_of(double2 v, double &x, double &y) {
  x = v.x;
  y = v.y;
}
__host__ __device__ inline void parts_of(float2 v, float &x, float &y) {
  x = v.x;
  y = v.y;
}
template <class Raw2, class Raw> __host__ __device__ inline void parts_of(Raw2 v, Raw &x, Raw &y) {
  x.x = v.x;
  y.x = v.y;
}

} // namespace anywarp

#endif
