// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of 16, 8, 6 and 4 bits. Of the small ones every code becomes the value that its format
// defines, on the host and on the device; values between two codes go to the nearer one, ties to
// the even code; what is too large saturates or not, as asked for. All results are rounded once.
#include "check.h"
#include <cmath>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

/// The value of a code by the definition: (-1)^s 2^(e - bias) 1.m, or 2^(1 - bias) 0.m where e is
/// 0.
static double valueOf(int code, int exponentBits, int mantissaBits, int bias) {
  int mantissa = code & ((1 << mantissaBits) - 1),
      exponent = code >> mantissaBits & ((1 << exponentBits) - 1);
  double magnitude =
      exponent ? std::ldexp(double((1 << mantissaBits) + mantissa), exponent - bias - mantissaBits)
               : std::ldexp(double(mantissa), 1 - bias - mantissaBits);
  return code >> (exponentBits + mantissaBits) & 1 ? -magnitude : magnitude;
}

/// For each code: its value as float, and the codes of what lies below, at and above the middle
/// between it and the next code.
struct Result {
  float value;
  unsigned char below, middle, above;
};
template <class T> __host__ __device__ Result resultOf(int code) {
  T number, next;
  number.__x = (unsigned char)code;
  next.__x = (unsigned char)(code + 1);
  Result r;
  r.value = float(number);
  float middle = (float(number) + float(next)) / 2, step = (float(next) - float(number)) / 64;
  r.below = T(middle - step).__x;
  r.middle = T(middle).__x;
  r.above = T(double(middle + step)).__x;
  return r;
}
template <class T> __global__ void results(Result *r) {
  r[threadIdx.x] = resultOf<T>(int(threadIdx.x));
}

static void expect(bool holds, const char *name, int code, const char *what) {
  if (holds)
    return;
  std::printf("%s %d: %s\n", name, code, what);
  std::exit(1);
}

template <class T>
void test(const char *name, int exponentBits, int mantissaBits, int bias, int largest) {
  Result *r;
  CHECK(cudaMallocManaged(&r, 256 * sizeof(Result)));
  results<T><<<1, 256>>>(r);
  CHECK(cudaDeviceSynchronize());
  int sign = 1 << (exponentBits + mantissaBits);
  for (int code = 0; code < 2 * sign; ++code) {
    if ((code & (sign - 1)) > largest)
      continue;
    Result host = resultOf<T>(code);
    double value = valueOf(code, exponentBits, mantissaBits, bias);
    expect(r[code].value == value && host.value == value, name, code, "value");
    expect(std::signbit(r[code].value) == (code & sign ? true : false), name, code, "sign");
    if ((code & (sign - 1)) == largest)
      continue;
    for (Result x : {r[code], host}) {
      expect(x.below == code, name, code, "below the middle");
      expect(x.middle == (code & 1 ? code + 1 : code), name, code, "the middle");
      expect(x.above == code + 1, name, code, "above the middle");
    }
  }
  CHECK(cudaFree(r));
}

__global__ void limits(unsigned char *out, float huge, float nan, float three) {
  out[0] = __nv_cvt_float_to_fp8(huge, __NV_SATFINITE, __NV_E4M3);
  out[1] = __nv_cvt_float_to_fp8(huge, __NV_NOSAT, __NV_E4M3);
  out[2] = __nv_cvt_float_to_fp8(-huge, __NV_SATFINITE, __NV_E5M2);
  out[3] = __nv_cvt_float_to_fp8(-huge, __NV_NOSAT, __NV_E5M2);
  out[4] = __nv_cvt_float_to_fp8(nan, __NV_SATFINITE, __NV_E4M3);
  out[5] = __nv_cvt_float_to_fp6(huge, __NV_E3M2, cudaRoundNearest);
  out[6] = __nv_cvt_float_to_fp4(-huge, __NV_E2M1, cudaRoundNearest);
  out[7] = __nv_cvt_float_to_e8m0(three, __NV_SATFINITE, cudaRoundZero);
  out[8] = __nv_cvt_float_to_e8m0(three, __NV_SATFINITE, cudaRoundPosInf);
  out[9] = __nv_fp4x2_e2m1(make_float2(three, -1.0f)).__x;
  __nv_fp8x4_e4m3 four(make_float4(1.0f, 2.0f, three, -4.0f));
  float4 back = float4(four);
  out[10] = (unsigned char)(back.x + back.y + back.z - back.w);
  out[11] = (unsigned char)(int)__nv_fp8_e5m2(huge > three ? 7.0f : 0.0f);
}

/// Half way between two numbers, and a little more that a sum in double loses.
__host__ __device__ void roundedOnce(unsigned short *out, float quietNan) {
  unsigned long long tie = (1ull << 60) + (1ull << 52);
  out[0] = __bfloat16_as_ushort(__ull2bfloat16_rn(tie));
  out[1] = __bfloat16_as_ushort(__ull2bfloat16_rn(tie + 1));
  out[2] = (unsigned short)((unsigned long long)__half2ll_rz(__half(quietNan)) >> 48);
  out[3] = (unsigned short)(__half2int_rz(__half(quietNan)) >> 16);
}
__global__ void roundedOnceThere(unsigned short *out, float quietNan) {
  roundedOnce(out, quietNan);
  __nv_bfloat16 a = __ushort_as_bfloat16(0x3f83), b = __ushort_as_bfloat16(0x3fc0);
  out[4] = __bfloat16_as_ushort(__hfma(a, b, __ushort_as_bfloat16(0)));
  out[5] = __bfloat16_as_ushort(__hfma(a, b, __ushort_as_bfloat16(0x0380)));
}

int main() {
  unsigned short host[4], *device;
  const unsigned short once[6] = {0x5d80, 0x5d81, 0x8000, 0, 0x3fc4, 0x3fc5};
  CHECK(cudaMallocManaged(&device, sizeof once));
  roundedOnce(host, NAN);
  roundedOnceThere<<<1, 1>>>(device, NAN);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 6; ++i)
    expect((i > 3 || host[i] == once[i]) && device[i] == once[i], "rounded once", i, "bits");
  CHECK(cudaFree(device));

  test<__nv_fp8_e4m3>("e4m3", 4, 3, 7, 0x7e);
  test<__nv_fp8_e5m2>("e5m2", 5, 2, 15, 0x7b);
  test<__nv_fp6_e2m3>("e2m3", 2, 3, 1, 0x1f);
  test<__nv_fp6_e3m2>("e3m2", 3, 2, 3, 0x1f);
  test<__nv_fp4_e2m1>("e2m1", 2, 1, 1, 0x7);

  unsigned char *out;
  CHECK(cudaMallocManaged(&out, 12));
  limits<<<1, 1>>>(out, 1e9f, NAN, 3.0f);
  CHECK(cudaDeviceSynchronize());
  const unsigned char expected[12] = {0x7e, 0x7f, 0xfb, 0xfc, 0x7f, 0x1f,
                                      0xf,  0x80, 0x81, 0xa5, 10,   7};
  for (int i = 0; i < 12; ++i)
    expect(out[i] == expected[i], "limit", i, "code");
  CHECK(cudaFree(out));
  std::printf("small_floats: ok\n");
}
