// __int128 in device code: arithmetic, shifts, division, comparisons, conversion, in parameters and memory
#include <cstdio>
typedef __int128 i128; typedef unsigned __int128 u128;
__host__ __device__ unsigned long long hi(u128 x) { return (unsigned long long)(x >> 64); }
__host__ __device__ unsigned long long lo(u128 x) { return (unsigned long long)x; }
struct S { int a; u128 b; char c; };
__global__ void k(u128 a, i128 b, S s, u128 *o, int n) {
  int i = 0;
  o[i++] = a + (u128)b; o[i++] = a - (u128)b; o[i++] = a * (u128)b; o[i++] = a / 1234567891011ull; o[i++] = a % 1234567891011ull; o[i++] = a / (u128)3 / (a >> 70); o[i++] = (u128)(b / -7); o[i++] = (u128)(b % -7);
  for (int s = 0; s < 128; s += 21) { o[i++] = a << s; o[i++] = a >> s; o[i++] = (u128)(b >> s); }
  o[i++] = s.b + s.a + s.c; o[i++] = (u128)sizeof(S) << 8 | alignof(S); o[i++] = (u128)(double)a; o[i++] = (u128)(i128)(double)b; o[i++] = (u128)((double)n * 1e28); o[i++] = b < 0; o[i++] = (u128)b > a; o[i++] = ~a & (u128)b ^ (a | 5);
  double d = (double)a; float f = (float)b; printf("%.17g %.9g %d\n", d, f, n); u128 fact = 1; for (int j = 1; j <= 33; ++j) fact *= j; o[i++] = fact; o[i++] = __umul64hi((unsigned long long)a, 12345); o[n - 1] = i;
}
int main() { u128 a = ((u128)0x123456789abcdef0ull << 64) | 0xfedcba9876543210ull; i128 b = -(i128)(((u128)77 << 64) | 99); S s = {3, a * 5, 'x'}; u128 *o; cudaMallocManaged(&o, 64 * 16); for (int i = 0; i < 64; ++i) o[i] = 0; k<<<1, 1>>>(a, b, s, o, 64); cudaError_t e = cudaDeviceSynchronize(); int n = (int)o[63]; for (int i = 0; i < n; ++i) printf("%d %016llx%016llx\n", i, hi(o[i]), lo(o[i])); printf("%s %d\n", cudaGetErrorName(e), n); }
