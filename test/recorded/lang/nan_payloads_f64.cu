// NaNs of f64 operations, quiet and signalling, two of them where it is settled which one stays; conversions of NaNs between all widths
#include <cstdio>
#include <cmath>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef unsigned long long ull;
#define D __longlong_as_double
#define L __double_as_longlong
#define F __uint_as_float
#define U __float_as_uint
__global__ void two(const ull *in, ull *o) {
  int t = threadIdx.x; double a = D(in[t / 8]), b = D(in[t % 8]); ull *p = o + t;
#define PUT(e) *p = L(e); p += 64
  PUT(a + b); PUT(a - b); PUT(b - a); PUT(a * b); PUT(a / b); PUT(__dadd_ru(a, b)); PUT(__dmul_rz(a, b)); PUT(fma(a, b, 1.0)); PUT(fma(1.5, a, b)); PUT(fma(a, 2.0, b)); PUT(fma(-a, b, a)); PUT(fmin(a, b)); PUT(fmax(a, b)); PUT(copysign(a, b)); PUT(a + 1.0); PUT(1.0 - a); PUT(a * -2.0); PUT(__dsqrt_rn(a)); PUT(__drcp_rn(a)); PUT(fdim(a, b)); PUT(a < b ? a : b); PUT(rint(a)); PUT(floor(a)); PUT(trunc(a)); PUT(double(float(a))); PUT(-a + b);
}
__global__ void conversions(const ull *in, unsigned *o) {
  int t = threadIdx.x; double a = D(in[t]); unsigned *p = o + t;
#define OUT(e) *p = e; p += 8
  OUT(U(float(a))); OUT(__half_as_ushort(__double2half(a))); OUT(__bfloat16_as_ushort(__double2bfloat16(a))); OUT(U(__double2float_rz(a))); OUT(int(a)); OUT(unsigned(a)); OUT(unsigned(ull((long long)a) >> 32)); OUT(__double2hiint(a));
}
__global__ void narrow(const unsigned *in, unsigned *o) {
  int t = threadIdx.x; float a = F(in[t]); unsigned *p = o + t; __half h = __ushort_as_half(in[t] >> 16 | (in[t] & 1)); __nv_bfloat16 b = __ushort_as_bfloat16(in[t] >> 16 | (in[t] & 1)); __half2 hh = __float22half2_rn(make_float2(a, 1)); __nv_bfloat162 bb = __float22bfloat162_rn(make_float2(a, 1));
  OUT(__half_as_ushort(__float2half(a))); OUT(__half_as_ushort(__float2half_rz(a))); OUT(__bfloat16_as_ushort(__float2bfloat16(a))); OUT(__bfloat16_as_ushort(__float2bfloat16_rz(a))); OUT(__bfloat16_as_ushort(__float2bfloat16_ru(a))); OUT(__half_as_ushort(hh.x)); OUT(__bfloat16_as_ushort(bb.x));
  OUT(U(__half2float(h))); OUT(U(__bfloat162float(b))); OUT(__half_as_ushort(__hadd(h, h))); OUT(__bfloat16_as_ushort(__hadd(b, b))); OUT(__half_as_ushort(__hfma(h, h, h))); OUT(__bfloat16_as_ushort(__hfma(b, b, b))); OUT(__half_as_ushort(__hmin(h, __half(1)))); OUT(__half_as_ushort(__hmin_nan(h, __half(1)))); OUT(__bfloat16_as_ushort(__hmax_nan(b, __nv_bfloat16(1.f)))); OUT(__half_as_ushort(-h)); OUT(__half_as_ushort(__habs(h))); OUT(__half_as_ushort(hrint(h))); OUT(__bfloat16_as_ushort(hfloor(b))); OUT(__half_as_ushort(hsqrt(h))); OUT(U(a + 1)); OUT(U(fmaf(a, a, a))); OUT(U(fminf(a, 1))); OUT(U(rintf(a))); OUT(U(float(double(a)))); OUT(unsigned(L(double(a)) >> 32)); OUT(unsigned(L(double(a)))); OUT(U(-a)); OUT(U(fabsf(a))); OUT(__half_as_ushort(__hmul(h, __half(2)))); OUT(__bfloat16_as_ushort(__hmul(b, b))); OUT(__bfloat16_as_ushort(__hsub(b, __nv_bfloat16(1.f)))); OUT(__bfloat16_as_ushort(__hdiv(b, b))); OUT(__half_as_ushort(__hdiv(h, h)));
}
int main() {
  ull in[8] = {0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000123, 0xfff4000000000456, 0x3ff0000000000000, 0x7ff0000000000000, 0x7fffffffffffffff, 0}; unsigned f[8] = {0x7fc00000, 0xffc00001, 0x7f800123, 0xffa00456, 0x3f800000, 0x7f800000, 0x7fffffff, 0xff800001};
  ull *i, *o; unsigned *g; cudaMallocManaged(&i, 64); cudaMallocManaged(&o, 64 * 8 * 32); cudaMallocManaged(&g, 4096); unsigned *fi = (unsigned *)(o + 1900);
  for (int k = 0; k < 8; ++k) i[k] = in[k]; two<<<1, 64>>>(i, o); cudaDeviceSynchronize(); for (int e : {2, 4, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25}) { printf("two %d:", e); for (int t = 0; t < 64; ++t) printf(" %llx", o[e * 64 + t]); printf("\n"); }
  conversions<<<1, 8>>>(i, g); cudaDeviceSynchronize(); for (int e = 0; e < 8; ++e) { printf("conversion %d:", e); for (int t = 0; t < 8; ++t) printf(" %x", g[e * 8 + t]); printf("\n"); }
  for (int k = 0; k < 8; ++k) fi[k] = f[k]; narrow<<<1, 8>>>(fi, g); cudaDeviceSynchronize(); for (int e = 0; e < 35; ++e) { printf("narrow %d:", e); for (int t = 0; t < 8; ++t) printf(" %x", g[e * 8 + t]); printf("\n"); }
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
