// __grid_constant__ parameters: addresses, identity over threads, templates, structures handed on by pointer and reference
#include <cstdio>
struct Big { int a[40]; double d; __host__ __device__ int sum() const { int s = 0; for (int v : a) s += v; return s + int(d); } };
struct Pair { const int *p; float f[3]; };
__device__ const Big *seen[2];
__device__ __noinline__ int through(const Big *b, int i) { return b->a[i % 40] + b->sum(); }
__device__ __noinline__ int byref(const Big &b, int i) { return b.a[(i * 7) % 40]; }
__global__ void k(const __grid_constant__ Big b, const __grid_constant__ Pair q, int plain, int *o) {
  int t = threadIdx.x + blockIdx.x * blockDim.x; o[t * 6] = through(&b, t); o[t * 6 + 1] = byref(b, t); o[t * 6 + 2] = q.p[t % 4] + int(q.f[t % 3]);
  o[t * 6 + 3] = __isGridConstant(&b) + 2 * __isGridConstant(&q.f[1]) + 4 * __isGridConstant(&plain) + 8 * __isGlobal(&b) + 16 * __isLocal(&b);
  if (t == 0) seen[0] = &b; if (t == 70) seen[1] = &b;
  o[t * 6 + 4] = (int)((const char *)&q - (const char *)&b); o[t * 6 + 5] = plain;
}
template <class T, int N> struct Arr { T v[N]; };
template <class T, int N> __global__ void tk(const __grid_constant__ Arr<T, N> x, T *o) { const T *p = x.v; for (int i = threadIdx.x; i < N; i += blockDim.x) o[i] = p[N - 1 - i] * T(2); }
__global__ void viaAsm(const __grid_constant__ Big b, int *o) { unsigned long long p; asm("cvta.to.param.u64 %0, %1;" : "=l"(p) : "l"(&b)); int v; asm("ld.param.s32 %0, [%1+12];" : "=r"(v) : "l"(p)); *o = v; }
int main() { Big b; for (int i = 0; i < 40; ++i) b.a[i] = i * i; b.d = 3.75; int *o; cudaMallocManaged(&o, 1 << 14); o[2000] = 10; o[2001] = 20; o[2002] = 30; o[2003] = 40; Pair q{o + 2000, {1.5f, 2.5f, 3.5f}};
  k<<<2, 64>>>(b, q, 77, o); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int t : {0, 1, 63, 64, 127}) { for (int j = 0; j < 6; ++j) printf("%d ", o[t * 6 + j]); printf("\n"); }
  const Big *s[2]; cudaMemcpyFromSymbol(s, seen, sizeof s); printf("same address %d\n", s[0] == s[1]);
  Arr<double, 5> x{{1, 2, 3, 4, 5.5}}; double *d; cudaMallocManaged(&d, 64); tk<<<1, 3>>>(x, d); cudaDeviceSynchronize(); for (int i = 0; i < 5; ++i) printf("%g ", d[i]); printf("\n");
  Arr<short, 3> y{{7, 8, 9}}; short *e; cudaMallocManaged(&e, 64); tk<short, 3><<<1, 8>>>(y, e); cudaDeviceSynchronize(); printf("%d %d %d\n", e[0], e[1], e[2]); viaAsm<<<1, 1>>>(b, o); printf("%s ", cudaGetErrorName(cudaDeviceSynchronize())); printf("%d\n", o[0]); }
