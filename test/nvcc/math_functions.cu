// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function of the guide's mathematical appendix is there on the device and needs nothing that
// is not: the PTX declares no function.
// RUN: nvcc -arch=sm_80 -ptx %s -o - | FileCheck %s --implicit-check-not=".extern .func"
// CHECK: .entry one_argument
extern "C" __global__ void one_argument(double *d, float *f) {
#define F(name) *d = name(*d), *f = name##f(*f), *f = name(*f);
#define FUNCTIONS                                                                                  \
  F(acos) F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(ceil) F(cos) F(cosh) F(cospi)       \
  F(cyl_bessel_i0) F(cyl_bessel_i1) F(erf) F(erfc) F(erfcinv) F(erfcx) F(erfinv) F(exp) F(exp10)   \
  F(exp2) F(expm1) F(fabs) F(floor) F(j0) F(j1) F(lgamma) F(log) F(log10) F(log1p) F(log2) F(logb) \
  F(nearbyint) F(normcdf) F(normcdfinv) F(rcbrt) F(rint) F(round) F(rsqrt) F(sin) F(sinh) F(sinpi) \
  F(sqrt) F(tan) F(tanh) F(tgamma) F(trunc) F(y0) F(y1)
  FUNCTIONS
}
// CHECK: .entry more_arguments
extern "C" __global__ void more_arguments(double *d, float *f, int *n) {
#define G(name) *d = name(d[1], d[2]), *f = name##f(f[1], f[2]), *f = name(f[1], f[2]);
  G(atan2) G(copysign) G(fdim) G(fmax) G(fmin) G(fmod) G(hypot) G(nextafter) G(pow) G(remainder)
  G(rhypot)
  *d = fma(d[1], d[2], d[3]), *f = fmaf(f[1], f[2], f[3]), *f = fdividef(f[1], f[2]);
  *d = frexp(d[1], n), *f = frexpf(f[1], n), *d = modf(d[1], d), *f = modff(f[1], f);
  *n = ilogb(*d) + ilogbf(*f), *d = jn(*n, *d), *f = jnf(*n, *f), *d = yn(*n, *d), *f = ynf(*n, *f);
  *d = ldexp(*d, *n), *f = ldexpf(*f, *n), *d = scalbn(*d, *n), *f = scalbnf(*f, *n);
  *d = scalbln(*d, *n), *f = scalblnf(*f, *n), *d = remquo(*d, d[1], n), *f = remquof(*f, f[1], n);
  *n = llrint(*d) + llrintf(*f) + llround(*d) + llroundf(*f) + lrint(*d) + lrintf(*f) + lround(*d) + lroundf(*f);
  *d = nan("12"), *f = nanf("0x12"), *d = norm(*n, d), *f = normf(*n, f), *d = rnorm(*n, d), *f = rnormf(*n, f);
  *d = norm3d(*d, *d, *d) + norm4d(*d, *d, *d, *d) + rnorm3d(*d, *d, *d) + rnorm4d(*d, *d, *d, *d);
  *f = norm3df(*f, *f, *f) + norm4df(*f, *f, *f, *f) + rnorm3df(*f, *f, *f) + rnorm4df(*f, *f, *f, *f);
  sincos(*d, d, d + 1), sincosf(*f, f, f + 1), sincospi(*d, d, d + 1), sincospif(*f, f, f + 1);
  *n = isfinite(*d) + isinf(*d) + isnan(*d) + signbit(*d) + isfinite(*f) + isinf(*f) + isnan(*f) + signbit(*f);
  // The names of double take float as well.
  *f = fma(*f, *f, *f), *f = frexp(*f, n), *f = modf(*f, f + 1), *n = ilogb(*f), *f = ldexp(*f, 3);
  *f = scalbn(*f, 2) + scalbln(*f, 2), *f = remquo(*f, f[1], n), sincos(*f, f, f + 1), sincospi(*f, f, f + 1);
  *n = llrint(*f) + llround(*f) + lrint(*f) + lround(*f), *f = fdivide(*f, f[1]), *f = abs(*f), *d = abs(*d);
  *d = max(*d, d[1]) + min(*d, d[1]), *f = max(*f, f[1]) + min(*f, f[1]), *d = fdivide(*d, d[1]);
}
// CHECK: .entry single_intrinsics
extern "C" __global__ void single_intrinsics(float *f) {
#define R(name, ...) *f = name##_rd(__VA_ARGS__), *f = name##_rn(__VA_ARGS__), *f = name##_ru(__VA_ARGS__), *f = name##_rz(__VA_ARGS__);
  R(__fadd, *f, f[1]) R(__fdiv, *f, f[1]) R(__fmaf, *f, f[1], f[2]) R(__fmul, *f, f[1])
  R(__frcp, *f) R(__fsqrt, *f) R(__fsub, *f, f[1])
  R(__fmaf_ieee, *f, f[1], f[2])
  *f = __cosf(*f) + __exp10f(*f) + __expf(*f) + __fdividef(*f, f[1]) + __frsqrt_rn(*f) + __log10f(*f);
  *f = __log2f(*f) + __logf(*f) + __powf(*f, f[1]) + __saturatef(*f) + __sinf(*f) + __tanf(*f) + __tanhf(*f);
  __sincosf(*f, f, f + 1);
}
// CHECK: .entry double_intrinsics
extern "C" __global__ void double_intrinsics(double *f) {
  R(__dadd, *f, f[1]) R(__ddiv, *f, f[1]) R(__fma, *f, f[1], f[2]) R(__dmul, *f, f[1])
  R(__drcp, *f) R(__dsqrt, *f) R(__dsub, *f, f[1])
}
// CHECK: .entry integers
extern "C" __global__ void integers(int *i, unsigned *u, long long *l, unsigned long long *w) {
  *u = __brev(*u) + __byte_perm(*u, u[1], u[2]) + __clz(*i) + __ffs(*i) + __popc(*u) + __clzll(*l) + __ffsll(*l) + __popcll(*w);
  *w = __brevll(*w) + __umul64hi(*w, w[1]) + __mul64hi(*l, l[1]);
  *u = __fns(*u, *u, *i) + __funnelshift_l(*u, u[1], *u) + __funnelshift_lc(*u, u[1], *u) + __funnelshift_r(*u, u[1], *u) + __funnelshift_rc(*u, u[1], *u);
  *i = __hadd(*i, i[1]) + __mul24(*i, i[1]) + __mulhi(*i, i[1]) + __rhadd(*i, i[1]) + __sad(*i, i[1], *u);
  *u = __uhadd(*u, u[1]) + __umul24(*u, u[1]) + __umulhi(*u, u[1]) + __urhadd(*u, u[1]) + __usad(*u, u[1], *u);
  *i = __dp2a_lo(*i, *i, *i) + __dp2a_hi(*i, *i, *i) + __dp4a(*i, *i, *i), *u = __dp2a_lo(*u, *u, *u) + __dp2a_hi(*u, *u, *u) + __dp4a(*u, *u, *u);
  *u = __nv_bswap16(*u) + __nv_bswap32(*u), *w = __nv_bswap64(*w);
  *i = abs(*i) + max(*i, i[1]) + min(*i, i[1]), *l = llabs(*l) + llmax(*l, l[1]) + llmin(*l, l[1]), *l = labs(*l);
  *u = umax(*u, u[1]) + umin(*u, u[1]), *w = ullmax(*w, w[1]) + ullmin(*w, w[1]);
}
// CHECK: .entry conversions
extern "C" __global__ void conversions(double *d, float *f, int *i, unsigned *u, long long *l, unsigned long long *w) {
#define C(name, x) name##_rd(x) + name##_rn(x) + name##_ru(x) + name##_rz(x)
  *f = C(__double2float, *d) + C(__int2float, *i) + C(__uint2float, *u) + C(__ll2float, *l) + C(__ull2float, *w);
  *i = C(__double2int, *d) + C(__float2int, *f), *u = C(__double2uint, *d) + C(__float2uint, *f);
  *l = C(__double2ll, *d) + C(__float2ll, *f), *w = C(__double2ull, *d) + C(__float2ull, *f);
  *d = C(__ll2double, *l) + C(__ull2double, *w) + __int2double_rn(*i) + __uint2double_rn(*u) + __hiloint2double(*i, i[1]);
  *i = __double2hiint(*d) + __double2loint(*d) + __float_as_int(*f), *u = __float_as_uint(*f);
  *l = __double_as_longlong(*d), *f = __int_as_float(*i) + __uint_as_float(*u), *d = __longlong_as_double(*l);
}
// CHECK: .entry simd
extern "C" __global__ void simd(unsigned *u) {
#define S1(name) *u = name##2(*u), *u = name##4(*u);
#define S2(name) *u = name##2(*u, u[1]), *u = name##4(*u, u[1]);
  S1(__vabs) S1(__vabsss) S1(__vneg) S1(__vnegss) S2(__vabsdiffs) S2(__vabsdiffu) S2(__vadd) S2(__vaddss)
  S2(__vaddus) S2(__vavgs) S2(__vavgu) S2(__vcmpeq) S2(__vcmpges) S2(__vcmpgeu) S2(__vcmpgts) S2(__vcmpgtu)
  S2(__vcmples) S2(__vcmpleu) S2(__vcmplts) S2(__vcmpltu) S2(__vcmpne) S2(__vhaddu) S2(__vmaxs) S2(__vmaxu)
  S2(__vmins) S2(__vminu) S2(__vsads) S2(__vsadu) S2(__vseteq) S2(__vsetges) S2(__vsetgeu) S2(__vsetgts)
  S2(__vsetgtu) S2(__vsetles) S2(__vsetleu) S2(__vsetlts) S2(__vsetltu) S2(__vsetne) S2(__vsub) S2(__vsubss)
  S2(__vsubus)
}
// CHECK: .entry fused
extern "C" __global__ void fused(int *i, unsigned *u, bool *b) {
#define V3(name) *i = __vi##name##_s32(*i, i[1], i[2]), *u = __vi##name##_u32(*u, u[1], u[2]);     \
  *u = __vi##name##_s16x2(*u, u[1], u[2]) + __vi##name##_u16x2(*u, u[1], u[2]);
#define VR(name)                                                                                   \
  *i = __vi##name##_s32_relu(*i, i[1], i[2]), *u = __vi##name##_s16x2_relu(*u, u[1], u[2]);
  V3(max3) V3(min3) V3(addmax) V3(addmin) VR(max3) VR(min3) VR(addmax) VR(addmin)
  *i = __vimax_s32_relu(*i, i[1]) + __vimin_s32_relu(*i, i[1]);
  *u = __vimax_s16x2_relu(*u, u[1]) + __vimin_s16x2_relu(*u, u[1]);
  *i = __vibmax_s32(*i, i[1], b) + __vibmin_s32(*i, i[1], b);
  *u = __vibmax_u32(*u, u[1], b) + __vibmin_u32(*u, u[1], b);
  *u = __vibmax_s16x2(*u, u[1], b, b + 1) + __vibmin_u16x2(*u, u[1], b, b + 1);
}
