// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic and comparison of a 16-bit format. One operation in float, rounded once more, gives the
// correctly rounded result for + - * / (24 >= 2 * 11 + 2 bits).

// On the device a NaN becomes the canonical one.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define AW_SIGN(name, ptx, op, mask)                                                               \
  AW_HD AW_T name(AW_T a) {                                                                        \
    AW_T r;                                                                                        \
    asm(ptx "." AW_PTX " %0, %1;" : "=h"(r.__x) : "h"(a.__x));                                     \
    return r;                                                                                      \
  }                                                                                                \
  AW_HD AW_T2 name##2(AW_T2 a) {                                                                   \
    unsigned r;                                                                                    \
    asm(ptx "." AW_PTX "x2 %0, %1;" : "=r"(r) : "r"(a.__bits()));                                  \
    return AW_T2::__from_bits(r);                                                                  \
  }
#else
#define AW_SIGN(name, ptx, op, mask)                                                               \
  AW_HD AW_T name(AW_T a) { return AW_T::__from_bits(a.__x op mask); }                             \
  AW_HD AW_T2 name##2(AW_T2 a) { return AW_T2(name(a.x), name(a.y)); }
#endif
AW_SIGN(__hneg, "neg", ^, 0x8000)
AW_SIGN(__habs, "abs", &, 0x7FFF)
#undef AW_SIGN
AW_HD bool __hisnan(AW_T a) { return (a.__x & 0x7FFF) > AW_FORMAT::infinity; }
AW_HD int __hisinf(AW_T a) {
  return (a.__x & 0x7FFF) != AW_FORMAT::infinity ? 0 : a.__x & 0x8000 ? -1 : 1;
}
/// NaN becomes 0.
AW_HD AW_T AW_NAME(__aw_saturate_, )(AW_T a) {
  return __hisnan(a) || (a.__x & 0x8000) ? AW_T::__from_bits(0)
         : a.__value() > 1.0f            ? AW_T(1.0f)
                                         : a;
}

// Two operands. On the device one instruction from AW_ADD_ARCH on; the forms with _rn never take
// part in a contraction.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= AW_ADD_ARCH
#define AW_BINARY(name, ptx, op)                                                                   \
  AW_HD AW_T name(AW_T a, AW_T b) {                                                                \
    AW_T r;                                                                                        \
    asm(ptx "." AW_PTX " %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));                     \
    return r;                                                                                      \
  }                                                                                                \
  AW_HD AW_T2 name##2(AW_T2 a, AW_T2 b) {                                                          \
    unsigned r;                                                                                    \
    asm(ptx "." AW_PTX "x2 %0, %1, %2;" : "=r"(r) : "r"(a.__bits()), "r"(b.__bits()));             \
    return AW_T2::__from_bits(r);                                                                  \
  }                                                                                                \
  AW_HD AW_T name##_rn(AW_T a, AW_T b) {                                                           \
    AW_T r;                                                                                        \
    asm(ptx ".rn." AW_PTX " %0, %1, %2;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x));                  \
    return r;                                                                                      \
  }                                                                                                \
  AW_HD AW_T2 name##2_rn(AW_T2 a, AW_T2 b) {                                                       \
    unsigned r;                                                                                    \
    asm(ptx ".rn." AW_PTX "x2 %0, %1, %2;" : "=r"(r) : "r"(a.__bits()), "r"(b.__bits()));          \
    return AW_T2::__from_bits(r);                                                                  \
  }
#else
#define AW_BINARY(name, ptx, op)                                                                   \
  AW_HD AW_T name(AW_T a, AW_T b) { return AW_T(a.__value() op b.__value()); }                     \
  AW_HD AW_T2 name##2(AW_T2 a, AW_T2 b) { return AW_T2(name(a.x, b.x), name(a.y, b.y)); }          \
  AW_HD AW_T name##_rn(AW_T a, AW_T b) { return name(a, b); }                                      \
  AW_HD AW_T2 name##2_rn(AW_T2 a, AW_T2 b) { return name##2(a, b); }
#endif
AW_BINARY(__hadd, "add", +)
AW_BINARY(__hsub, "sub", -)
AW_BINARY(__hmul, "mul", *)
#undef AW_BINARY

#define AW_SATURATED(name)                                                                         \
  AW_HD AW_T name##_sat(AW_T a, AW_T b) { return AW_NAME(__aw_saturate_, )(name(a, b)); }          \
  AW_HD AW_T2 name##2_sat(AW_T2 a, AW_T2 b) {                                                      \
    return AW_T2(name##_sat(a.x, b.x), name##_sat(a.y, b.y));                                      \
  }
AW_SATURATED(__hadd)
AW_SATURATED(__hsub)
AW_SATURATED(__hmul)
#undef AW_SATURATED

AW_HD AW_T __hdiv(AW_T a, AW_T b) { return AW_T(a.__value() / b.__value()); }
AW_HD AW_T2 __h2div(AW_T2 a, AW_T2 b) { return AW_T2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }

AW_HD AW_T __hfma(AW_T a, AW_T b, AW_T c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= AW_FMA_ARCH
  AW_T r;
  asm("fma.rn." AW_PTX " %0, %1, %2, %3;" : "=h"(r.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
  return r;
#else
  return AW_T(::anywarp::exact_or_odd_fma(a.__value(), b.__value(), c.__value()));
#endif
}
AW_HD AW_T2 __hfma2(AW_T2 a, AW_T2 b, AW_T2 c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= AW_FMA_ARCH
  unsigned r;
  asm("fma.rn." AW_PTX "x2 %0, %1, %2, %3;"
      : "=r"(r)
      : "r"(a.__bits()), "r"(b.__bits()), "r"(c.__bits()));
  return AW_T2::__from_bits(r);
#else
  return AW_T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
#endif
}
AW_HD AW_T __hfma_sat(AW_T a, AW_T b, AW_T c) { return AW_NAME(__aw_saturate_, )(__hfma(a, b, c)); }
AW_HD AW_T2 __hfma2_sat(AW_T2 a, AW_T2 b, AW_T2 c) {
  return AW_T2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
/// Negative results become 0; NaN stays.
AW_HD AW_T __hfma_relu(AW_T a, AW_T b, AW_T c) {
  AW_T r = __hfma(a, b, c);
  return __hisnan(r) ? AW_T::__from_bits(0x7FFF) : r.__x & 0x8000 ? AW_T::__from_bits(0) : r;
}
AW_HD AW_T2 __hfma2_relu(AW_T2 a, AW_T2 b, AW_T2 c) {
  return AW_T2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
/// Complex multiply and add: (a.x + i a.y) (b.x + i b.y) + c.
AW_HD AW_T2 __hcmadd(AW_T2 a, AW_T2 b, AW_T2 c) {
  AW_T real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
  return AW_T2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}
AW_HD AW_T2 __hisnan2(AW_T2 a) { return AW_T2(AW_T(float(__hisnan(a.x))), AW_T(float(__hisnan(a.y)))); }

// Comparisons: false when a NaN takes part; the forms with u are true then.
#define AW_COMPARE(name, op)                                                                       \
  AW_HD bool __h##name(AW_T a, AW_T b) {                                                           \
    return !__hisnan(a) && !__hisnan(b) && a.__value() op b.__value();                             \
  }                                                                                                \
  AW_HD bool __h##name##u(AW_T a, AW_T b) {                                                        \
    return __hisnan(a) || __hisnan(b) || a.__value() op b.__value();                               \
  }                                                                                                \
  AW_HD AW_T2 __h##name##2(AW_T2 a, AW_T2 b) {                                                     \
    return AW_T2(AW_T(float(__h##name(a.x, b.x))), AW_T(float(__h##name(a.y, b.y))));              \
  }                                                                                                \
  AW_HD AW_T2 __h##name##u2(AW_T2 a, AW_T2 b) {                                                    \
    return AW_T2(AW_T(float(__h##name##u(a.x, b.x))), AW_T(float(__h##name##u(a.y, b.y))));        \
  }                                                                                                \
  AW_HD bool __hb##name##2(AW_T2 a, AW_T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }\
  AW_HD bool __hb##name##u2(AW_T2 a, AW_T2 b) {                                                    \
    return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);                                       \
  }                                                                                                \
  AW_HD unsigned __h##name##2_mask(AW_T2 a, AW_T2 b) {                                             \
    return (__h##name(a.x, b.x) ? 0xFFFFu : 0u) | (__h##name(a.y, b.y) ? 0xFFFF0000u : 0u);        \
  }                                                                                                \
  AW_HD unsigned __h##name##u2_mask(AW_T2 a, AW_T2 b) {                                            \
    return (__h##name##u(a.x, b.x) ? 0xFFFFu : 0u) | (__h##name##u(a.y, b.y) ? 0xFFFF0000u : 0u);  \
  }
AW_COMPARE(eq, ==)
AW_COMPARE(ne, !=)
AW_COMPARE(lt, <)
AW_COMPARE(le, <=)
AW_COMPARE(gt, >)
AW_COMPARE(ge, >=)
#undef AW_COMPARE

// Of a NaN and a number the number wins, except in the _nan forms. -0 is less than +0.
#define AW_EXTREME(name, less)                                                                     \
  AW_HD AW_T name(AW_T a, AW_T b) {                                                                \
    if (__hisnan(a))                                                                               \
      return __hisnan(b) ? AW_T::__from_bits(0x7FFF) : b;                                          \
    if (__hisnan(b))                                                                               \
      return a;                                                                                    \
    bool isLess = a.__value() < b.__value() ||                                                     \
                  (a.__value() == b.__value() && (a.__x & 0x8000) > (b.__x & 0x8000));             \
    return isLess == less ? a : b;                                                                 \
  }                                                                                                \
  AW_HD AW_T name##_nan(AW_T a, AW_T b) {                                                          \
    return __hisnan(a) || __hisnan(b) ? AW_T::__from_bits(0x7FFF) : name(a, b);                    \
  }                                                                                                \
  AW_HD AW_T2 name##2(AW_T2 a, AW_T2 b) { return AW_T2(name(a.x, b.x), name(a.y, b.y)); }          \
  AW_HD AW_T2 name##2_nan(AW_T2 a, AW_T2 b) {                                                      \
    return AW_T2(name##_nan(a.x, b.x), name##_nan(a.y, b.y));                                      \
  }
AW_EXTREME(__hmin, true)
AW_EXTREME(__hmax, false)
#undef AW_EXTREME

// Operators.
#define AW_OPERATOR(op, name)                                                                      \
  AW_HD AW_T operator op(const AW_T &a, const AW_T &b) { return name(a, b); }                      \
  AW_HD AW_T &operator op##=(AW_T &a, const AW_T &b) { return a = name(a, b); }
AW_OPERATOR(+, __hadd)
AW_OPERATOR(-, __hsub)
AW_OPERATOR(*, __hmul)
AW_OPERATOR(/, __hdiv)
#undef AW_OPERATOR
#define AW_OPERATOR(op, name)                                                                      \
  AW_HD AW_T2 operator op(const AW_T2 &a, const AW_T2 &b) { return name(a, b); }                   \
  AW_HD AW_T2 &operator op##=(AW_T2 &a, const AW_T2 &b) { return a = name(a, b); }
AW_OPERATOR(+, __hadd2)
AW_OPERATOR(-, __hsub2)
AW_OPERATOR(*, __hmul2)
AW_OPERATOR(/, __h2div)
#undef AW_OPERATOR
#define AW_OPERATOR(op, name)                                                                      \
  AW_HD bool operator op(const AW_T &a, const AW_T &b) { return __h##name(a, b); }                 \
  AW_HD bool operator op(const AW_T2 &a, const AW_T2 &b) { return __hb##name##2(a, b); }
AW_OPERATOR(==, eq)
AW_OPERATOR(!=, neu)
AW_OPERATOR(<, lt)
AW_OPERATOR(<=, le)
AW_OPERATOR(>, gt)
AW_OPERATOR(>=, ge)
#undef AW_OPERATOR
AW_HD AW_T operator+(const AW_T &a) { return a; }
AW_HD AW_T operator-(const AW_T &a) { return __hneg(a); }
AW_HD AW_T2 operator+(const AW_T2 &a) { return a; }
AW_HD AW_T2 operator-(const AW_T2 &a) { return __hneg2(a); }
AW_HD AW_T &operator++(AW_T &a) { return a = __hadd(a, AW_T(1.0f)); }
AW_HD AW_T &operator--(AW_T &a) { return a = __hsub(a, AW_T(1.0f)); }
AW_HD AW_T operator++(AW_T &a, int) {
  AW_T old = a;
  ++a;
  return old;
}
AW_HD AW_T operator--(AW_T &a, int) {
  AW_T old = a;
  --a;
  return old;
}
AW_HD AW_T2 &operator++(AW_T2 &a) { return a = __hadd2(a, AW_T2(AW_T(1.0f), AW_T(1.0f))); }
AW_HD AW_T2 &operator--(AW_T2 &a) { return a = __hsub2(a, AW_T2(AW_T(1.0f), AW_T(1.0f))); }
