/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Complex numbers for C and C++, on host and device. Division and absolute value scale by the larger
   part first, so that neither overflows while its result does not. */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#ifndef __CUDACC_RTC__
#include <math.h>
#endif

#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#if defined(__cplusplus)
extern "C" {
#endif

#define AW_COMPLEX __host__ __device__ static __inline__

AW_COMPLEX float cuCrealf(cuFloatComplex x) { return x.x; }
AW_COMPLEX float cuCimagf(cuFloatComplex x) { return x.y; }

AW_COMPLEX cuFloatComplex make_cuFloatComplex(float r, float i) {
  cuFloatComplex z;
  z.x = r;
  z.y = i;
  return z;
}

AW_COMPLEX cuFloatComplex cuConjf(cuFloatComplex x) { return make_cuFloatComplex(x.x, -x.y); }

AW_COMPLEX cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y) {
  return make_cuFloatComplex(x.x + y.x, x.y + y.y);
}

AW_COMPLEX cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y) {
  return make_cuFloatComplex(x.x - y.x, x.y - y.y);
}

AW_COMPLEX cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y) {
  return make_cuFloatComplex((x.x * y.x) - (x.y * y.y), (x.x * y.y) + (x.y * y.x));
}

AW_COMPLEX cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y) {
  const float scale = 1.0f / (fabsf(y.x) + fabsf(y.y));
  const float ar = x.x * scale, ai = x.y * scale, br = y.x * scale, bi = y.y * scale;
  const float inverse = 1.0f / ((br * br) + (bi * bi));
  return make_cuFloatComplex(((ar * br) + (ai * bi)) * inverse, ((ai * br) - (ar * bi)) * inverse);
}

AW_COMPLEX float cuCabsf(cuFloatComplex x) {
  const float a = fabsf(x.x), b = fabsf(x.y);
  const float larger = a > b ? a : b, smaller = a > b ? b : a;
  const float ratio = smaller / larger;
  /* Zero, infinity and NaN have no ratio. */
  if (larger == 0.0f || larger > 3.402823466e38f || smaller > 3.402823466e38f)
    return a + b;
  return larger * sqrtf(1.0f + ratio * ratio);
}

AW_COMPLEX double cuCreal(cuDoubleComplex x) { return x.x; }
AW_COMPLEX double cuCimag(cuDoubleComplex x) { return x.y; }

AW_COMPLEX cuDoubleComplex make_cuDoubleComplex(double r, double i) {
  cuDoubleComplex z;
  z.x = r;
  z.y = i;
  return z;
}

AW_COMPLEX cuDoubleComplex cuConj(cuDoubleComplex x) { return make_cuDoubleComplex(x.x, -x.y); }

AW_COMPLEX cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y) {
  return make_cuDoubleComplex(x.x + y.x, x.y + y.y);
}

AW_COMPLEX cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y) {
  return make_cuDoubleComplex(x.x - y.x, x.y - y.y);
}

AW_COMPLEX cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y) {
  return make_cuDoubleComplex((x.x * y.x) - (x.y * y.y), (x.x * y.y) + (x.y * y.x));
}

AW_COMPLEX cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y) {
  const double scale = 1.0 / (fabs(y.x) + fabs(y.y));
  const double ar = x.x * scale, ai = x.y * scale, br = y.x * scale, bi = y.y * scale;
  const double inverse = 1.0 / ((br * br) + (bi * bi));
  return make_cuDoubleComplex(((ar * br) + (ai * bi)) * inverse, ((ai * br) - (ar * bi)) * inverse);
}

AW_COMPLEX double cuCabs(cuDoubleComplex x) {
  const double a = fabs(x.x), b = fabs(x.y);
  const double larger = a > b ? a : b, smaller = a > b ? b : a;
  const double ratio = smaller / larger;
  /* Zero, infinity and NaN have no ratio. */
  if (larger == 0.0 || larger > 1.79769313486231570e+308 || smaller > 1.79769313486231570e+308)
    return a + b;
  return larger * sqrt(1.0 + ratio * ratio);
}

AW_COMPLEX cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }

AW_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) {
  return make_cuDoubleComplex((double)c.x, (double)c.y);
}

AW_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) {
  return make_cuFloatComplex((float)c.x, (float)c.y);
}

/* x * y + d */
AW_COMPLEX cuComplex cuCfmaf(cuComplex x, cuComplex y, cuComplex d) {
  const float r = (x.x * y.x) + d.x, i = (x.x * y.y) + d.y;
  return make_cuComplex(-(x.y * y.y) + r, (x.y * y.x) + i);
}

AW_COMPLEX cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d) {
  const double r = (x.x * y.x) + d.x, i = (x.x * y.y) + d.y;
  return make_cuDoubleComplex(-(x.y * y.y) + r, (x.y * y.x) + i);
}

#undef AW_COMPLEX

#if defined(__cplusplus)
}
#endif

#endif
