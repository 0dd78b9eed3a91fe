// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that are one PTX instruction: arithmetic with a rounding mode, conversions, and the
// approximations behind the fast intrinsics. NVPTX only.
#include "Machine.h"

namespace anywarp::libdevice {

/// -ftz=true of the program that this is linked into.
AW_INLINE bool flushes() { return __nvvm_reflect("__CUDA_FTZ"); }

// The four rounding modes: CUDA's suffix, PTX's suffix.
#define AW_MODES(M) M(rn, rn) M(rz, rz) M(rd, rm) M(ru, rp)

#define AW_ARITHMETIC(cuda, ptx)                                                                   \
  AW_MATH float __nv_fadd_##cuda(float a, float b) {                                               \
    return flushes() ? __nvvm_add_##ptx##_ftz_f(a, b) : __nvvm_add_##ptx##_f(a, b);                \
  }                                                                                                \
  AW_MATH float __nv_fsub_##cuda(float a, float b) {                                               \
    return flushes() ? __nvvm_add_##ptx##_ftz_f(a, -b) : __nvvm_add_##ptx##_f(a, -b);              \
  }                                                                                                \
  AW_MATH float __nv_fmul_##cuda(float a, float b) {                                               \
    return flushes() ? __nvvm_mul_##ptx##_ftz_f(a, b) : __nvvm_mul_##ptx##_f(a, b);                \
  }                                                                                                \
  AW_MATH float __nv_fmaf_##cuda(float a, float b, float c) {                                      \
    return flushes() ? __nvvm_fma_##ptx##_ftz_f(a, b, c) : __nvvm_fma_##ptx##_f(a, b, c);          \
  }                                                                                                \
  AW_MATH float __nv_fmaf_ieee_##cuda(float a, float b, float c) {                                 \
    return __nvvm_fma_##ptx##_f(a, b, c);                                                          \
  }                                                                                                \
  AW_MATH float __nv_fdiv_##cuda(float a, float b) {                                               \
    return flushes() ? __nvvm_div_##ptx##_ftz_f(a, b) : __nvvm_div_##ptx##_f(a, b);                \
  }                                                                                                \
  AW_MATH float __nv_frcp_##cuda(float a) {                                                        \
    return flushes() ? __nvvm_rcp_##ptx##_ftz_f(a) : __nvvm_rcp_##ptx##_f(a);                      \
  }                                                                                                \
  AW_MATH float __nv_fsqrt_##cuda(float a) {                                                       \
    return flushes() ? __nvvm_sqrt_##ptx##_ftz_f(a) : __nvvm_sqrt_##ptx##_f(a);                    \
  }                                                                                                \
  AW_MATH double __nv_dadd_##cuda(double a, double b) { return __nvvm_add_##ptx##_d(a, b); }       \
  AW_MATH double __nv_dsub_##cuda(double a, double b) { return __nvvm_add_##ptx##_d(a, -b); }      \
  AW_MATH double __nv_dmul_##cuda(double a, double b) { return __nvvm_mul_##ptx##_d(a, b); }       \
  AW_MATH double __nv_fma_##cuda(double a, double b, double c) {                                   \
    return __nvvm_fma_##ptx##_d(a, b, c);                                                          \
  }                                                                                                \
  AW_MATH double __nv_ddiv_##cuda(double a, double b) { return __nvvm_div_##ptx##_d(a, b); }       \
  AW_MATH double __nv_drcp_##cuda(double a) { return __nvvm_rcp_##ptx##_d(a); }                    \
  AW_MATH double __nv_dsqrt_##cuda(double a) { return __nvvm_sqrt_##ptx##_d(a); }
AW_MODES(AW_ARITHMETIC)
#undef AW_ARITHMETIC

// LLVM 19 takes the .rz forms of the conversion builtins for its own conversions: those to integers are
// undefined where CUDA's saturate, those from integers round to nearest. Hence assembly for .rz.
#define AW_CONVERT(name, ptx, to, toRegister, from, fromRegister)                                  \
  AW_MATH to name(from a) {                                                                        \
    to result;                                                                                     \
    asm(ptx " %0, %1;" : "=" toRegister(result) : fromRegister(a));                                \
    return result;                                                                                 \
  }

// From floating point: a float is flushed first where the program says so.
#define AW_FROM_FLOAT(cuda, ptx)                                                                   \
  AW_MATH int __nv_float2int_##cuda(float a) {                                                     \
    return flushes() ? __nvvm_f2i_##ptx##_ftz(a) : __nvvm_f2i_##ptx(a);                            \
  }                                                                                                \
  AW_MATH uint32_t __nv_float2uint_##cuda(float a) {                                               \
    return flushes() ? __nvvm_f2ui_##ptx##_ftz(a) : __nvvm_f2ui_##ptx(a);                          \
  }                                                                                                \
  AW_MATH int64_t __nv_float2ll_##cuda(float a) {                                                  \
    return flushes() ? __nvvm_f2ll_##ptx##_ftz(a) : __nvvm_f2ll_##ptx(a);                          \
  }                                                                                                \
  AW_MATH uint64_t __nv_float2ull_##cuda(float a) {                                                \
    return flushes() ? __nvvm_f2ull_##ptx##_ftz(a) : __nvvm_f2ull_##ptx(a);                        \
  }                                                                                                \
  AW_MATH int __nv_double2int_##cuda(double a) { return __nvvm_d2i_##ptx(a); }                     \
  AW_MATH uint32_t __nv_double2uint_##cuda(double a) { return __nvvm_d2ui_##ptx(a); }              \
  AW_MATH int64_t __nv_double2ll_##cuda(double a) { return __nvvm_d2ll_##ptx(a); }                 \
  AW_MATH uint64_t __nv_double2ull_##cuda(double a) { return __nvvm_d2ull_##ptx(a); }
AW_FROM_FLOAT(rn, rn)
AW_FROM_FLOAT(rd, rm)
AW_FROM_FLOAT(ru, rp)
#undef AW_FROM_FLOAT
AW_CONVERT(__nv_float2int_rz, "cvt.rzi.s32.f32", int, "r", float, "f")
AW_CONVERT(__nv_float2uint_rz, "cvt.rzi.u32.f32", uint32_t, "r", float, "f")
AW_CONVERT(__nv_float2ll_rz, "cvt.rzi.s64.f32", int64_t, "l", float, "f")
AW_CONVERT(__nv_float2ull_rz, "cvt.rzi.u64.f32", uint64_t, "l", float, "f")
AW_CONVERT(__nv_double2int_rz, "cvt.rzi.s32.f64", int, "r", double, "d")
AW_CONVERT(__nv_double2uint_rz, "cvt.rzi.u32.f64", uint32_t, "r", double, "d")
AW_CONVERT(__nv_double2ll_rz, "cvt.rzi.s64.f64", int64_t, "l", double, "d")
AW_CONVERT(__nv_double2ull_rz, "cvt.rzi.u64.f64", uint64_t, "l", double, "d")
#define AW_NARROW(cuda, ptx)                                                                       \
  AW_MATH float __nv_double2float_##cuda(double a) {                                               \
    return flushes() ? __nvvm_d2f_##ptx##_ftz(a) : __nvvm_d2f_##ptx(a);                            \
  }
AW_MODES(AW_NARROW)
#undef AW_NARROW

#define AW_FROM_INTEGER(cuda, ptx)                                                                 \
  AW_MATH float __nv_int2float_##cuda(int a) { return __nvvm_i2f_##ptx(a); }                       \
  AW_MATH float __nv_uint2float_##cuda(uint32_t a) { return __nvvm_ui2f_##ptx(a); }                \
  AW_MATH float __nv_ll2float_##cuda(int64_t a) { return __nvvm_ll2f_##ptx(a); }                   \
  AW_MATH float __nv_ull2float_##cuda(uint64_t a) { return __nvvm_ull2f_##ptx(a); }                \
  AW_MATH double __nv_ll2double_##cuda(int64_t a) { return __nvvm_ll2d_##ptx(a); }                 \
  AW_MATH double __nv_ull2double_##cuda(uint64_t a) { return __nvvm_ull2d_##ptx(a); }
AW_FROM_INTEGER(rn, rn)
AW_FROM_INTEGER(rd, rm)
AW_FROM_INTEGER(ru, rp)
AW_CONVERT(__nv_int2float_rz, "cvt.rz.f32.s32", float, "f", int, "r")
AW_CONVERT(__nv_uint2float_rz, "cvt.rz.f32.u32", float, "f", uint32_t, "r")
AW_CONVERT(__nv_ll2float_rz, "cvt.rz.f32.s64", float, "f", int64_t, "l")
AW_CONVERT(__nv_ull2float_rz, "cvt.rz.f32.u64", float, "f", uint64_t, "l")
AW_CONVERT(__nv_ll2double_rz, "cvt.rz.f64.s64", double, "d", int64_t, "l")
AW_CONVERT(__nv_ull2double_rz, "cvt.rz.f64.u64", double, "d", uint64_t, "l")
#undef AW_FROM_INTEGER
#undef AW_CONVERT
#undef AW_MODES
AW_MATH double __nv_int2double_rn(int a) { return a; }
AW_MATH double __nv_uint2double_rn(uint32_t a) { return a; }

AW_MATH float __nv_half2float(unsigned short bits) {
  float value;
  asm("{ .reg .f16 h; mov.b16 h, %1; cvt.f32.f16 %0, h; }" : "=f"(value) : "h"(bits));
  return value;
}
AW_MATH unsigned short __nv_float2half_rn(float value) {
  unsigned short bits;
  asm("{ .reg .f16 h; cvt.rn.f16.f32 h, %1; mov.b16 %0, h; }" : "=h"(bits) : "f"(value));
  return bits;
}

AW_MATH double __nv_sqrt(double a) { return __nvvm_sqrt_rn_d(a); }
/// libNVVM answers by -prec-sqrt; nvcc's headers choose themselves, and who does not know says 0.
AW_MATH float __nv_sqrtf(float a) {
  if (__nvvm_reflect("__AW_APPROXIMATE_SQRT"))
    return flushes() ? __nvvm_sqrt_approx_ftz_f(a) : __nvvm_sqrt_approx_f(a);
  return __builtin_sqrtf(a);
}
AW_MATH float __nv_rsqrtf(float a) { return flushes() ? __nvvm_rsqrt_approx_ftz_f(a) : __nvvm_rsqrt_approx_f(a); }
AW_MATH double __nv_rsqrt(double a) {
  // One step from the quotient of correctly rounded operations: within 1 ulp of the true value.
  double s = __nvvm_sqrt_rn_d(a), y = 1 / s;
  double e = __builtin_fma(-s, s, a) * y * 0.5; // sqrt(a) = s + e
  double value = __builtin_fma(-e * y, y, y);
  return a > 0x1p-1000 && a < kInf ? value : y;
}
AW_MATH float __nv_frsqrt_rn(float a) { return float(1 / __nvvm_sqrt_rn_d(double(a))); }
AW_MATH double __nv_rcp64h(double a) { return __nvvm_rcp_approx_ftz_d(a); }

// Opaque to the optimizer, as they are in NVIDIA's libdevice. A product by 1 that is known to be 0
// can make a divisor known to be 0 or 1, and C++ excludes the 0; on a GPU the program divides by it.
AW_MATH int __nv_mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
AW_MATH uint32_t __nv_umulhi(uint32_t a, uint32_t b) { return __nvvm_mulhi_ui(a, b); }
AW_MATH int64_t __nv_mul64hi(int64_t a, int64_t b) { return __nvvm_mulhi_ll(a, b); }
AW_MATH uint64_t __nv_umul64hi(uint64_t a, uint64_t b) { return __nvvm_mulhi_ull(a, b); }

AW_MATH float __nv_fast_sinf(float a) { return flushes() ? __nvvm_sin_approx_ftz_f(a) : __nvvm_sin_approx_f(a); }
AW_MATH float __nv_fast_cosf(float a) { return flushes() ? __nvvm_cos_approx_ftz_f(a) : __nvvm_cos_approx_f(a); }
AW_MATH void __nv_fast_sincosf(float a, float *sine, float *cosine) {
  *sine = __nv_fast_sinf(a);
  *cosine = __nv_fast_cosf(a);
}
AW_MATH float __nv_fast_fdividef(float a, float b) {
  return flushes() ? __nvvm_div_approx_ftz_f(a, b) : __nvvm_div_approx_f(a, b);
}
AW_MATH float __nv_fast_tanf(float a) { return __nv_fast_fdividef(__nv_fast_sinf(a), __nv_fast_cosf(a)); }
AW_INLINE float exp2Approximate(float a) { return flushes() ? __nvvm_ex2_approx_ftz_f(a) : __nvvm_ex2_approx_f(a); }
AW_MATH float __nv_fast_log2f(float a) { return flushes() ? __nvvm_lg2_approx_ftz_f(a) : __nvvm_lg2_approx_f(a); }
AW_MATH float __nv_fast_logf(float a) { return __nv_fast_log2f(a) * 0x1.62e430p-1f; }
AW_MATH float __nv_fast_log10f(float a) { return __nv_fast_log2f(a) * 0x1.344136p-2f; }
AW_MATH float __nv_fast_expf(float a) { return exp2Approximate(a * 0x1.715476p+0f); }
AW_MATH float __nv_fast_exp10f(float a) { return exp2Approximate(a * 0x1.a934f0p+1f); }
AW_MATH float __nv_fast_powf(float a, float b) { return exp2Approximate(b * __nv_fast_log2f(a)); }

} // namespace anywarp::libdevice
