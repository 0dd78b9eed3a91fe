// functions of the compiler in kernels: bit counts, floating point, memory, hints
#include <cstdio>
__global__ void k(long long *o, int x, double d, float f, unsigned long long u) {
  int n = 0;
#define S(e) o[n++] = (long long)(e);
  S(__builtin_popcount(x)) S(__builtin_popcountll(u)) S(__builtin_clz(x)) S(__builtin_clzll(u)) S(__builtin_ffs(x)) S(__builtin_ffsll(u)) S(__builtin_abs(-x)) S(__builtin_labs(-(long)x)) S(__builtin_fabs(-d) * 100) S(__builtin_fabsf(-f) * 100) S(__builtin_sqrt(d) * 1e6) S(__builtin_sqrtf(f) * 1e3f) S(__builtin_floor(-d)) S(__builtin_ceilf(f)) S(__builtin_trunc(-d)) S(__builtin_fma(d, d, 1.) * 1000) S(__builtin_fmax(d, 9.)) S(__builtin_fmin(d, 9.)) S(__builtin_copysign(d, -1.) * 10) S(__builtin_isnan(d)) S(__builtin_isinf(d / 0.)) S(__builtin_signbit(-d)) S(__double_as_longlong(__builtin_inf())) S(__float_as_int(__builtin_huge_valf())) S(__builtin_expect(x, 3)) S(__builtin_constant_p(5)) S(__builtin_isfinite(f)) S(__builtin_pow(d, 2.) * 100) S(__builtin_exp2(3.)) S(__builtin_rint(2.5)) S(__builtin_round(2.5)) S(__builtin_ldexp(d, 3)) S(__builtin_sinf(f) * 100)
  o[99] = n;
}
__global__ void m(int *o) { int a[8], b[8]; for (int i = 0; i < 8; ++i) a[i] = i * i + threadIdx.x; __builtin_memcpy(b, a, sizeof a); __builtin_memset(a, 0xff, 12); int s = 0; for (int i = 0; i < 8; ++i) s = s * 3 + a[i] + b[i]; o[threadIdx.x] = s; if (o == nullptr) __builtin_unreachable(); }
int main() { long long *o; int *p; cudaMallocManaged(&o, 800); cudaMallocManaged(&p, 128); k<<<1, 1>>>(o, 0x00f0c430, 7.25, 2.5f, 0x00ff00000f0f0000ull); m<<<1, 32>>>(p); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < o[99]; ++i) printf("%lld%c", o[i], i % 8 == 7 ? '\n' : ' '); puts(""); for (int i = 0; i < 32; ++i) printf("%d ", p[i]); puts(""); }
