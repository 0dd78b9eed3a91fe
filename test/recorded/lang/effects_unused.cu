// functions with an effect whose result nobody uses: atomics of all kinds and scopes, stores, votes, shuffles, copies, printf
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
typedef unsigned long long ull; typedef long long ll;
struct alignas(16) Wide { ull a, b; };
template <class T> __global__ void arithmetic(T *p, T x) {
  atomicAdd(p, x); atomicAdd_block(p + 1, x); atomicAdd_system(p + 2, x); atomicExch(p + 3, x); atomicExch_block(p + 4, x);
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) if constexpr (T(0.5) == T(0)) { atomicMin(p + 5, x); atomicMax(p + 6, x); atomicAnd(p + 7, x); atomicOr(p + 8, x); atomicXor(p + 9, x); atomicCAS(p + 10, T(0), x); atomicMin_block(p + 11, x); atomicOr_system(p + 12, x); atomicCAS_system(p + 13, T(0), x); }
}
__global__ void counters(unsigned *p) { atomicInc(p, 5u); atomicDec(p + 1, 7u); atomicSub(p + 2, 3u); atomicInc_block(p + 3, 100u); atomicDec_system(p + 4, 9u); atomicSub((int *)p + 5, 3); }
__global__ void vectors(float2 *a, float4 *b, __half2 *c, __half *d, __nv_bfloat162 *e, __nv_bfloat16 *f, unsigned short *g, Wide *h) {
  atomicAdd(a, make_float2(1, 2)); atomicAdd(b, make_float4(1, 2, 3, 4)); atomicAdd(c, __floats2half2_rn(1, 2)); atomicAdd(d, __half(3)); atomicAdd(e, __floats2bfloat162_rn(1, 2)); atomicAdd(f, __nv_bfloat16(3.f)); atomicCAS(g, (unsigned short)0, (unsigned short)9); Wide w = {5, 6}, z = {0, 0}; atomicExch(h, w); atomicCAS(h + 1, z, w);
  atomicAdd_block(a + 1, make_float2(1, 2)); atomicAdd_system(b + 1, make_float4(1, 2, 3, 4));
}
__global__ void stores(int *p, float4 *q, double *d) { __stcg(p, 1); __stcs(p + 1, 2); __stwb(p + 2, 3); __stwt(p + 3, 4); __stcg(q, make_float4(1, 2, 3, 4)); __stwt(d, 2.5); __stcs((short *)(p + 4), short(5)); memcpy(p + 5, p, 8); memset(p + 7, 1, 4); }
__global__ void warps(int *p) {
  int t = threadIdx.x; __shared__ int s[64], c; if (t == 0) c = 0; __syncthreads(); s[t] = t; __syncthreads_count(t & 1); p[t] = s[63 - t]; __syncthreads_or(0); s[t] = 2 * t; __syncthreads_and(1); p[64 + t] = s[(t + 1) % 64]; __syncwarp();
  volatile int *v = s; v[t] = 7 * t; __ballot_sync(~0u, t); p[128 + t] = v[t ^ 1]; __shfl_sync(~0u, t, 0); v[t] = 9 * t; __all_sync(~0u, 1); p[192 + t] = v[t ^ 2]; __any_sync(~0u, 0); v[t] = t; __match_any_sync(~0u, t); p[256 + t] = v[t ^ 3]; __reduce_add_sync(~0u, t); atomicAdd(&c, 1); __nanosleep(20); __syncthreads(); if (t == 0) p[320] = c; clock(); clock64();
}
__global__ void copies(int *p) { __shared__ alignas(16) int s[32]; int t = threadIdx.x; __pipeline_memcpy_async(s + t, p + t, 4); __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads(); p[32 + t] = s[31 - t]; }
__global__ void prints() { printf("one %d\n", 1); printf("two\n"); if (printf("three\n") < -9) printf("never\n"); }
__global__ void builtins(int *p, ull *q, float *f) { __nv_atomic_fetch_add(p, 5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); __nv_atomic_fetch_max(p + 1, 9, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM); int e = 0, d = 4; __nv_atomic_compare_exchange(p + 2, &e, &d, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); __nv_atomic_fetch_xor(q, 0xffull, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); __nv_atomic_fetch_add(f, 1.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); __nv_atomic_add(p + 3, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); }
template <class T> void one(const char *n, T x) { T *p; cudaMallocManaged(&p, 256); for (int i = 0; i < 16; ++i) p[i] = 0; p[5] = p[7] = p[11] = T(100); arithmetic<<<1, 1>>>(p, x); printf("%s %s:", n, cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 14; ++i) printf(" %g", double(p[i])); printf("\n"); cudaFree(p); }
int main() {
  one<int>("int", -7); one<unsigned>("unsigned", 7); one<ull>("ull", 70); one<float>("float", 2.5f);
  unsigned *c; cudaMallocManaged(&c, 4096); memset(c, 0, 4096); counters<<<1, 3>>>(c); cudaDeviceSynchronize(); printf("counters %u %u %d %u %u %d\n", c[0], c[1], int(c[2]), c[3], c[4], int(c[5]));
  char *v; cudaMallocManaged(&v, 4096); memset(v, 0, 4096); vectors<<<1, 2>>>((float2 *)v, (float4 *)(v + 64), (__half2 *)(v + 128), (__half *)(v + 160), (__nv_bfloat162 *)(v + 192), (__nv_bfloat16 *)(v + 224), (unsigned short *)(v + 256), (Wide *)(v + 288)); printf("vectors %s", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 96; ++i) if (unsigned w = ((unsigned *)v)[i]) printf(" %d:%x", i, w); printf("\n");
  int *s; cudaMallocManaged(&s, 4096); memset(s, 0, 4096); stores<<<1, 1>>>(s, (float4 *)(s + 16), (double *)(s + 32)); cudaDeviceSynchronize(); for (int i = 0; i < 34; ++i) printf(" %x", s[i]); printf("\n");
  memset(s, 0, 4096); warps<<<1, 64>>>(s); cudaDeviceSynchronize(); int sum = 0; for (int i = 0; i < 321; ++i) sum = sum * 31 + s[i]; printf("warps %d %d %d\n", sum, s[64], s[320]);
  for (int i = 0; i < 64; ++i) s[i] = i * i; copies<<<1, 32>>>(s); cudaDeviceSynchronize(); for (int i = 32; i < 64; ++i) printf(" %d", s[i]); printf("\n"); prints<<<1, 1>>>(); cudaDeviceSynchronize();
  memset(s, 0, 4096); builtins<<<1, 2>>>(s, (ull *)(s + 8), (float *)(s + 12)); printf("builtins %s", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 14; ++i) printf(" %x", s[i]); printf("\n");
}
