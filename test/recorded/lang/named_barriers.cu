// Barriers by number: producers and consumers, barriers that reduce, parts of a block.
#include <cstdio>
__device__ __forceinline__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__global__ void producerConsumer(int *out) { // 2 producer warps, 2 consumer warps, double buffer
  __shared__ int buf[2][64];
  int w = threadIdx.x / 32, t = threadIdx.x % 64; bool producer = w < 2;
  int sum = 0;
  for (int it = 0; it < 10; ++it) {
    int b = it & 1;
    if (producer) { if (it >= 2) sync(3 + b, 128); buf[b][t] = it * 100 + t; __threadfence_block(); arrive(1 + b, 128); }
    else { sync(1 + b, 128); sum += buf[b][63 - t] * (it + 1); if (it < 8) arrive(3 + b, 128); }
  }
  if (!producer) out[blockIdx.x * 64 + t] = sum;
}
__global__ void reds(int *o) {
  int t = threadIdx.x, p = t % 3 == 0, r; unsigned c;
  o[t * 4] = __syncthreads_count(p); o[t * 4 + 1] = __syncthreads_and(t < 1000); o[t * 4 + 2] = __syncthreads_or(t == 77);
  asm volatile("{ .reg .pred q, s; setp.ne.s32 q, %1, 0; barrier.cta.red.popc.aligned.u32 %0, 5, q; }" : "=r"(c) : "r"(p)); (void)r;
  o[t * 4 + 3] = c;
}
int main() {
  int *o; cudaMallocManaged(&o, 1 << 16);
  producerConsumer<<<2, 128>>>(o); printf("%s ", cudaGetErrorName(cudaDeviceSynchronize())); long s = 0; for (int i = 0; i < 128; ++i) s += o[i] * (long)(i + 1); printf("%ld %d %d\n", s, o[0], o[127]);
  reds<<<1, 100>>>(o); printf("%s", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 100; i += 33) printf(" [%d %d %d %d]", o[i * 4], o[i * 4 + 1], o[i * 4 + 2], o[i * 4 + 3]); puts("");
}
