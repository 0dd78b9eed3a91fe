// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classes of a 16-bit format: AW_T (one number), AW_T2 (two in 32 bits), and their raw forms.
// Included by cuda_fp16.h and cuda_bf16.h with the AW_ macros set.

#define AW_PASTE_(a, b, c) a##b##c
#define AW_PASTE(a, b, c) AW_PASTE_(a, b, c)
#define AW_RAW AW_PASTE(AW_T, _raw, )
#define AW_RAW2 AW_PASTE(AW_T2, _raw, )
/// AW_NAME(__float2, _rn) is __float2half_rn; AW_NAME2 has half2 for half.
#define AW_NAME(before, after) AW_PASTE(before, AW_WORD, after)
#define AW_NAME2_(before, word, after) before##word##2##after
#define AW_NAME2__(before, word, after) AW_NAME2_(before, word, after)
#define AW_NAME2(before, after) AW_NAME2__(before, AW_WORD, after)

struct AW_OTHER;

struct alignas(2) AW_RAW {
  unsigned short x;
};
struct alignas(4) AW_RAW2 {
  unsigned short x, y;
};

struct alignas(2) AW_T {
  unsigned short __x;

  AW_T() = default;
  /// Of the other 16-bit format, to nearest; cuda_bf16.h defines both.
  explicit __host__ __device__ AW_T(const AW_OTHER value);
  __host__ __device__ constexpr AW_T(const AW_RAW &raw) : __x(raw.x) {}
  __host__ __device__ AW_T &operator=(const AW_RAW &raw) {
    __x = raw.x;
    return *this;
  }
  // By way of the raw form volatile objects can be read and written, too.
  __host__ __device__ volatile AW_T &operator=(const AW_RAW &raw) volatile {
    __x = raw.x;
    return *this;
  }
  __host__ __device__ volatile AW_T &operator=(const volatile AW_RAW &raw) volatile {
    __x = raw.x;
    return *this;
  }
  __host__ __device__ operator AW_RAW() const {
    AW_RAW raw = {__x};
    return raw;
  }
  __host__ __device__ operator AW_RAW() const volatile {
    AW_RAW raw = {__x};
    return raw;
  }
  __host__ __device__ static AW_T __from_bits(unsigned short bits) {
    AW_T value;
    value.__x = bits;
    return value;
  }

  template <class Number> static __host__ __device__ unsigned short __rounded(Number value) {
    return ::anywarp::narrow< ::anywarp::rounding_nearest>(AW_FORMAT(), value);
  }
#define AW_FROM(type, exact)                                                                       \
  __host__ __device__ AW_T(const type value) : __x(__rounded(exact(value))) {}
  AW_FROM(float, float)
  AW_FROM(double, double)
  AW_FROM(short, float)
  AW_FROM(unsigned short, float)
  AW_FROM(int, double)
  AW_FROM(unsigned int, double)
  AW_FROM(long, ::anywarp::exact_or_odd)
  AW_FROM(unsigned long, ::anywarp::exact_or_odd)
  AW_FROM(long long, ::anywarp::exact_or_odd)
  AW_FROM(unsigned long long, ::anywarp::exact_or_odd)
#undef AW_FROM

  __host__ __device__ float __value() const { return ::anywarp::widen(AW_FORMAT(), __x); }
  __host__ __device__ operator float() const { return __value(); }
  __host__ __device__ constexpr operator bool() const { return (__x & 0x7FFF) != 0; }
#define AW_TO(type)                                                                                \
  __host__ __device__ operator type() const {                                                      \
    return ::anywarp::to_integer<type>(__value(), ::anywarp::rounding_zero);                      \
  }
  AW_TO(signed char)
  AW_TO(unsigned char)
  AW_TO(char)
  AW_TO(short)
  AW_TO(unsigned short)
  AW_TO(int)
  AW_TO(unsigned int)
  AW_TO(long)
  AW_TO(unsigned long)
  AW_TO(long long)
  AW_TO(unsigned long long)
#undef AW_TO
#define AW_SET(type)                                                                               \
  __host__ __device__ AW_T &operator=(const type value) {                                          \
    __x = AW_T(value).__x;                                                                         \
    return *this;                                                                                  \
  }
  AW_SET(float)
  AW_SET(double)
  AW_SET(short)
  AW_SET(unsigned short)
  AW_SET(int)
  AW_SET(unsigned int)
  AW_SET(long long)
  AW_SET(unsigned long long)
#undef AW_SET
};

struct alignas(4) AW_T2 {
  AW_T x, y;

  AW_T2() = default;
  __host__ __device__ AW_T2(const AW_T &a, const AW_T &b) : x(a), y(b) {}
  __host__ __device__ AW_T2(const AW_RAW2 &raw)
      : x(AW_T::__from_bits(raw.x)), y(AW_T::__from_bits(raw.y)) {}
  // No assignment of the raw form, which this constructor does: `a = {x, y}` would be ambiguous.
  __host__ __device__ operator AW_RAW2() const {
    AW_RAW2 raw = {x.__x, y.__x};
    return raw;
  }
  __host__ __device__ unsigned __bits() const { return x.__x | unsigned(y.__x) << 16; }
  __host__ __device__ static AW_T2 __from_bits(unsigned bits) {
    return AW_T2(AW_T::__from_bits((unsigned short)bits), AW_T::__from_bits((unsigned short)(bits >> 16)));
  }
};
