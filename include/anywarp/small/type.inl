// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classes of one format of at most 8 bits: one number, two, four. Included once for each format
// with these macros, which it takes back:
//   AW_S, AW_S2, AW_S4          the classes
//   AW_STORE, AW_STORE2, _4     their storage
//   AW_WIDTH                    bits from one number to the next within a storage
//   AW_ENCODE(double or float)  the code of a number
//   AW_ENCODE_DOUBLE(double)    the same for what float cannot hold
//   AW_ENCODE2(x, y)            two floats at once, where there is something better than one by one
//   AW_TO_HALF(code)            the bits of an f16 number
//   AW_TO_FLOAT(code)
//   AW_NONZERO(code)

#ifndef AW_ENCODE2
#define AW_ENCODE2(x, y) __pack(AW_ENCODE(x), AW_ENCODE(y))
#endif

struct __align__(1) AW_S {
  AW_STORE __x;

  AW_S() = default;
  explicit __host__ __device__ AW_S(const __half f) : __x(AW_ENCODE(float(f))) {}
  explicit __host__ __device__ AW_S(const __nv_bfloat16 f) : __x(AW_ENCODE(float(f))) {}
  explicit __host__ __device__ AW_S(const float f) : __x(AW_ENCODE(f)) {}
  explicit __host__ __device__ AW_S(const double f) : __x(AW_ENCODE_DOUBLE(f)) {}
#define AW_FROM(type)                                                                              \
  explicit __host__ __device__ AW_S(const type value) : __x(AW_ENCODE_DOUBLE(::anywarp::exact_or_odd(value))) {}
  AW_FROM(unsigned short)
  AW_FROM(unsigned int)
  AW_FROM(unsigned long)
  AW_FROM(unsigned long long)
  AW_FROM(short)
  AW_FROM(int)
  AW_FROM(long)
  AW_FROM(long long)
#undef AW_FROM

  explicit __host__ __device__ operator __half() const { return __half(::anywarp::raw_of<__half_raw>(AW_TO_HALF(__x))); }
  explicit __host__ __device__ operator float() const { return AW_TO_FLOAT(__x); }
  explicit __host__ __device__ operator __nv_bfloat16() const { return __nv_bfloat16(AW_TO_FLOAT(__x)); }
  explicit __host__ __device__ operator double() const { return double(AW_TO_FLOAT(__x)); }
#define AW_TO(type)                                                                                \
  explicit __host__ __device__ operator type() const {                                             \
    return ::anywarp::to_integer<type>(AW_TO_FLOAT(__x), ::anywarp::rounding_zero);               \
  }
  AW_TO(unsigned char)
  AW_TO(unsigned short)
  AW_TO(unsigned int)
  AW_TO(unsigned long)
  AW_TO(unsigned long long)
  AW_TO(signed char)
  AW_TO(char)
  AW_TO(short)
  AW_TO(int)
  AW_TO(long)
  AW_TO(long long)
#undef AW_TO
  explicit __host__ __device__ operator bool() const { return AW_NONZERO(__x); }
};

/// The first number is in the low bits.
struct __align__(sizeof(AW_STORE2)) AW_S2 {
  AW_STORE2 __x;

  AW_S2() = default;
  explicit __host__ __device__ AW_S2(const __half2 f) : __x(AW_ENCODE2(float(f.x), float(f.y))) {}
  explicit __host__ __device__ AW_S2(const __nv_bfloat162 f)
      : __x(AW_ENCODE2(float(f.x), float(f.y))) {}
  explicit __host__ __device__ AW_S2(const float2 f) : __x(AW_ENCODE2(f.x, f.y)) {}
  explicit __host__ __device__ AW_S2(const double2 f) : __x(__pack(AW_ENCODE_DOUBLE(f.x), AW_ENCODE_DOUBLE(f.y))) {}

  explicit __host__ __device__ operator __half2() const {
    return __half2(::anywarp::raw2_of<__half2_raw>(AW_TO_HALF(__at(0)), AW_TO_HALF(__at(1))));
  }
  explicit __host__ __device__ operator float2() const {
    return make_float2(AW_TO_FLOAT(__at(0)), AW_TO_FLOAT(__at(1)));
  }
#ifdef AW_TO_BFLOAT
  explicit __host__ __device__ operator __nv_bfloat162() const {
    return __nv_bfloat162(::anywarp::raw2_of<__nv_bfloat162_raw>(AW_TO_BFLOAT(__at(0)), AW_TO_BFLOAT(__at(1))));
  }
#endif

  static __host__ __device__ AW_STORE2 __pack(unsigned x, unsigned y) { return AW_STORE2(x | y << AW_WIDTH); }
  __host__ __device__ AW_STORE __at(int i) const { return AW_STORE(__x >> i * AW_WIDTH & ((1u << AW_WIDTH) - 1)); }
};

struct __align__(sizeof(AW_STORE4)) AW_S4 {
  AW_STORE4 __x;

  AW_S4() = default;
  explicit __host__ __device__ AW_S4(const __half2 low, const __half2 high) : __x(__pack(AW_S2(low), AW_S2(high))) {}
  explicit __host__ __device__ AW_S4(const __nv_bfloat162 low, const __nv_bfloat162 high)
      : __x(__pack(AW_S2(low), AW_S2(high))) {}
#define AW_FROM(four, two)                                                                         \
  explicit __host__ __device__ AW_S4(const four f)                                                 \
      : __x(__pack(AW_S2(make_##two(f.x, f.y)), AW_S2(make_##two(f.z, f.w)))) {}
  AW_FROM(float4, float2)
  AW_FROM(double4, double2)
  AW_FROM(double4_16a, double2)
  AW_FROM(double4_32a, double2)
#undef AW_FROM

  explicit __host__ __device__ operator float4() const {
    AW_S2 low, high;
    low.__x = AW_STORE2(__x);
    high.__x = AW_STORE2(__x >> 2 * AW_WIDTH);
    float2 a = low.operator float2(), b = high.operator float2();
    return make_float4(a.x, a.y, b.x, b.y);
  }

  static __host__ __device__ AW_STORE4 __pack(AW_S2 low, AW_S2 high) {
    return AW_STORE4(AW_STORE4(low.__x) | AW_STORE4(high.__x) << 2 * AW_WIDTH);
  }
};

#undef AW_S
#undef AW_S2
#undef AW_S4
#undef AW_STORE
#undef AW_STORE2
#undef AW_STORE4
#undef AW_WIDTH
#undef AW_ENCODE
#undef AW_ENCODE_DOUBLE
#undef AW_ENCODE2
#undef AW_TO_HALF
#undef AW_TO_FLOAT
#undef AW_NONZERO
#undef AW_TO_BFLOAT
