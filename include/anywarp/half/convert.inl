// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions to and from a 16-bit format, and moving its numbers in and out of pairs.

#define AW_MODES(X, ...)                                                                           \
  X(_rn, nearest, __VA_ARGS__)                                                                     \
  X(_rz, zero, __VA_ARGS__)                                                                        \
  X(_rd, down, __VA_ARGS__)                                                                        \
  X(_ru, up, __VA_ARGS__)

AW_HD AW_T AW_NAME(__float2, )(float a) { return AW_T(a); }
AW_HD AW_T AW_NAME(__double2, )(double a) { return AW_T(a); }
AW_HD float AW_NAME(__, 2float)(AW_T a) { return a.__value(); }

#define AW_FLOAT(suffix, mode, unused)                                                             \
  AW_HD AW_T AW_NAME(__float2, suffix)(float a) {                                                  \
    return AW_T::__from_bits(::anywarp::narrow< ::anywarp::rounding_##mode>(AW_FORMAT(), a));        \
  }
AW_MODES(AW_FLOAT, )
#undef AW_FLOAT

#define AW_INTEGER(suffix, mode, word, type)                                                       \
  AW_HD AW_T AW_PASTE(__##word##2, AW_WORD, suffix)(type a) {                                      \
    return AW_T::__from_bits(::anywarp::narrow< ::anywarp::rounding_##mode>(AW_FORMAT(), ::anywarp::exact_or_odd(a)));\
  }                                                                                                \
  AW_HD type AW_PASTE(__, AW_WORD, 2##word##suffix)(AW_T a) {                                      \
    return ::anywarp::to_integer<type>(a.__value(), ::anywarp::rounding_##mode);                    \
  }
AW_MODES(AW_INTEGER, int, int)
AW_MODES(AW_INTEGER, uint, unsigned int)
AW_MODES(AW_INTEGER, short, short)
AW_MODES(AW_INTEGER, ushort, unsigned short)
AW_MODES(AW_INTEGER, ll, long long)
AW_MODES(AW_INTEGER, ull, unsigned long long)
#undef AW_INTEGER
#undef AW_MODES
AW_HD signed char AW_NAME(__, 2char_rz)(AW_T a) {
  return ::anywarp::to_integer<signed char>(a.__value(), ::anywarp::rounding_zero);
}
AW_HD unsigned char AW_NAME(__, 2uchar_rz)(AW_T a) {
  return ::anywarp::to_integer<unsigned char>(a.__value(), ::anywarp::rounding_zero);
}

AW_HD short AW_NAME(__, _as_short)(AW_T a) { return short(a.__x); }
AW_HD unsigned short AW_NAME(__, _as_ushort)(AW_T a) { return a.__x; }
AW_HD AW_T AW_NAME(__short_as_, )(short a) { return AW_T::__from_bits((unsigned short)a); }
AW_HD AW_T AW_NAME(__ushort_as_, )(unsigned short a) { return AW_T::__from_bits(a); }

// Pairs.
AW_HD AW_T2 AW_NAME2(make_, )(AW_T x, AW_T y) { return AW_T2(x, y); }
AW_HD AW_T2 AW_NAME2(__halves2, )(AW_T x, AW_T y) { return AW_T2(x, y); }
AW_HD AW_T2 AW_NAME2__(AW_NAME(__, 2), AW_WORD, )(AW_T a) { return AW_T2(a, a); }
AW_HD AW_T2 AW_NAME2(__float2, _rn)(float a) { return AW_T2(AW_T(a), AW_T(a)); }
AW_HD AW_T2 AW_NAME2(__floats2, _rn)(float a, float b) { return AW_T2(AW_T(a), AW_T(b)); }
AW_HD AW_T2 AW_NAME2(__float22, _rn)(float2 a) { return AW_T2(AW_T(a.x), AW_T(a.y)); }
AW_HD float2 AW_NAME2(__, 2float2)(AW_T2 a) { return make_float2(a.x.__value(), a.y.__value()); }
AW_HD float __low2float(AW_T2 a) { return a.x.__value(); }
AW_HD float __high2float(AW_T2 a) { return a.y.__value(); }
AW_HD AW_T AW_NAME(__low2, )(AW_T2 a) { return a.x; }
AW_HD AW_T AW_NAME(__high2, )(AW_T2 a) { return a.y; }
AW_HD AW_T2 AW_NAME2(__low2, )(AW_T2 a) { return AW_T2(a.x, a.x); }
AW_HD AW_T2 AW_NAME2(__high2, )(AW_T2 a) { return AW_T2(a.y, a.y); }
AW_HD AW_T2 AW_NAME2(__lows2, )(AW_T2 a, AW_T2 b) { return AW_T2(a.x, b.x); }
AW_HD AW_T2 AW_NAME2(__highs2, )(AW_T2 a, AW_T2 b) { return AW_T2(a.y, b.y); }
AW_HD AW_T2 __lowhigh2highlow(AW_T2 a) { return AW_T2(a.y, a.x); }
