// fp8, fp6, fp4 and e8m0 conversions from half, bfloat16, float and double, saturating or not, and back
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_fp6.h>
#include <cuda_fp4.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
template <class T> static uint64_t hash(const std::vector<T> &v) { uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
template <class F> __global__ void run(unsigned *out, F f) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = f(i); }
template <class F> static void test(const char *name, F f) { const int n = 65536; static unsigned *d = nullptr; if (!d) CK(cudaMalloc(&d, n * 4)); run<<<n / 256, 256>>>(d, f); std::vector<unsigned> v(n); CK(cudaMemcpy(v.data(), d, n * 4, cudaMemcpyDeviceToHost)); printf("%s %016llx %x %x %x %x\n", name, (unsigned long long)hash(v), v[1], v[0x3c00], v[0x7c00], v[0xfbff]); }
#define F32(i) __uint_as_float((i) << 16 | ((i) * 40503u & 0xffff))
int main() {
  test("e4m3 sat half", [] __device__(unsigned i) { __half_raw r; r.x = i; return (unsigned)__nv_cvt_halfraw_to_fp8(r, __NV_SATFINITE, __NV_E4M3); });
  test("e4m3 nosat half", [] __device__(unsigned i) { __half_raw r; r.x = i; return (unsigned)__nv_cvt_halfraw_to_fp8(r, __NV_NOSAT, __NV_E4M3); });
  test("e5m2 sat half", [] __device__(unsigned i) { __half_raw r; r.x = i; return (unsigned)__nv_cvt_halfraw_to_fp8(r, __NV_SATFINITE, __NV_E5M2); });
  test("e5m2 nosat half", [] __device__(unsigned i) { __half_raw r; r.x = i; return (unsigned)__nv_cvt_halfraw_to_fp8(r, __NV_NOSAT, __NV_E5M2); });
  test("e4m3 sat float", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_fp8(F32(i), __NV_SATFINITE, __NV_E4M3); });
  test("e4m3 nosat float", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_fp8(F32(i), __NV_NOSAT, __NV_E4M3); });
  test("e5m2 sat float", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_fp8(F32(i), __NV_SATFINITE, __NV_E5M2); });
  test("e5m2 nosat float", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_fp8(F32(i), __NV_NOSAT, __NV_E5M2); });
  test("e4m3 double", [] __device__(unsigned i) { return (unsigned)__nv_cvt_double_to_fp8((double)F32(i) * 1.00000001, __NV_SATFINITE, __NV_E4M3); });
  test("e5m2 bf16", [] __device__(unsigned i) { __nv_bfloat16_raw r; r.x = i; return (unsigned)__nv_cvt_bfloat16raw_to_fp8(r, __NV_SATFINITE, __NV_E5M2); });
  test("e4m3 bf16", [] __device__(unsigned i) { __nv_bfloat16_raw r; r.x = i; return (unsigned)__nv_cvt_bfloat16raw_to_fp8(r, __NV_NOSAT, __NV_E4M3); });
  test("e4m3 to half", [] __device__(unsigned i) { return (unsigned)__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)i, __NV_E4M3).x; });
  test("e5m2 to half", [] __device__(unsigned i) { return (unsigned)__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)i, __NV_E5M2).x; });
  test("e4m3x2 float2", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float2_to_fp8x2(make_float2(F32(i), F32(i * 3)), __NV_SATFINITE, __NV_E4M3); });
  test("e5m2x2 half2", [] __device__(unsigned i) { __half2_raw r; r.x = i; r.y = i * 7; return (unsigned)__nv_cvt_halfraw2_to_fp8x2(r, __NV_SATFINITE, __NV_E5M2); });
  test("class e4m3", [] __device__(unsigned i) { __nv_fp8_e4m3 x(F32(i)); float f = float(x); return __float_as_uint(f == f ? f : 0.f); });
  test("class e5m2 int", [] __device__(unsigned i) { __nv_fp8_e5m2 x((int)i - 32768); return (unsigned)(int)x; });
  test("class e4m3 bool", [] __device__(unsigned i) { __nv_fp8_e4m3 x; x.__x = i; return (unsigned)(bool)x + 2 * (unsigned)(unsigned char)x; });
  test("class e4m3x4", [] __device__(unsigned i) { __nv_fp8x4_e4m3 x(make_float4(F32(i), F32(i * 3), F32(i * 5), F32(i * 7))); unsigned u; memcpy(&u, &x, 4); return u; });
  test("e3m2 float", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_fp6(F32(i), __NV_E3M2, cudaRoundNearest); });
  test("e2m3 float", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_fp6(F32(i), __NV_E2M3, cudaRoundNearest); });
  test("e3m2 half", [] __device__(unsigned i) { __half_raw r; r.x = i; return (unsigned)__nv_cvt_halfraw_to_fp6(r, __NV_E3M2, cudaRoundNearest); });
  test("e2m3 to half", [] __device__(unsigned i) { return (unsigned)__nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)i, __NV_E2M3).x; });
  test("e3m2 to half", [] __device__(unsigned i) { return (unsigned)__nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)i, __NV_E3M2).x; });
  test("e2m1 float", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_fp4(F32(i), __NV_E2M1, cudaRoundNearest); });
  test("e2m1x2 float2", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float2_to_fp4x2(make_float2(F32(i), F32(i * 3)), __NV_E2M1, cudaRoundNearest); });
  test("e2m1 bf16", [] __device__(unsigned i) { __nv_bfloat16_raw r; r.x = i; return (unsigned)__nv_cvt_bfloat16raw_to_fp4(r, __NV_E2M1, cudaRoundNearest); });
  test("e2m1 to half", [] __device__(unsigned i) { return (unsigned)__nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)i, __NV_E2M1).x; });
  test("e8m0 float zero", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_e8m0(F32(i), __NV_SATFINITE, cudaRoundZero); });
  test("e8m0 float up", [] __device__(unsigned i) { return (unsigned)__nv_cvt_float_to_e8m0(F32(i), __NV_NOSAT, cudaRoundPosInf); });
  test("e8m0 to bf16", [] __device__(unsigned i) { return (unsigned)__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)i).x; });
}
