// fire-and-forget and tail launches: what they see of the parent's memory, all blocks of it, and of each other, nested
#include <cstdio>
#include <cuda_device_runtime_api.h>
__device__ int log_[64], at; __device__ int data[4096];
__device__ void note(int v) { int i = atomicAdd(&at, 1); if (i < 64) log_[i] = v; }
__global__ void leaf(int v, int *sum, int n) { int s = 0; for (int i = threadIdx.x; i < n; i += blockDim.x) s += data[i]; atomicAdd(sum, s); __syncthreads(); if (threadIdx.x == 0) note(v * 1000); }
__global__ void setAll(int v, int n) { for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) data[i] = v; }
__global__ void parent(int *sums, int mode) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i == 0) {
    if (mode == 0) leaf<<<1, 64, 0, cudaStreamTailLaunch>>>(1, sums, 4096);
    if (mode == 1) { setAll<<<4, 64, 0, cudaStreamFireAndForget>>>(5, 4096); leaf<<<1, 64, 0, cudaStreamTailLaunch>>>(2, sums + 1, 4096); leaf<<<1, 64, 0, cudaStreamTailLaunch>>>(3, sums + 2, 4096); }
    if (mode == 2) { setAll<<<4, 64, 0, cudaStreamTailLaunch>>>(7, 4096); leaf<<<1, 64, 0, cudaStreamTailLaunch>>>(4, sums + 3, 4096); setAll<<<4, 64, 0, cudaStreamTailLaunch>>>(9, 4096); leaf<<<1, 64, 0, cudaStreamTailLaunch>>>(5, sums + 4, 4096); }
  }
  if (mode != 1) { for (int k = 0; k < 200; ++k) __nanosleep(100); data[i] = mode == 0 ? 3 : 1; }
}
__global__ void nested(int depth, int id) { if (threadIdx.x == 0) { note(id * 10 + depth); if (depth) { nested<<<1, 32, 0, cudaStreamTailLaunch>>>(depth - 1, id); if (depth == 2) nested<<<1, 32, 0, cudaStreamFireAndForget>>>(0, id + 5); } } }
__global__ void chain(int n) { if (threadIdx.x == 0) { data[0] = data[0] * 3 + n; if (n > 0) chain<<<1, 32, 0, cudaStreamTailLaunch>>>(n - 1); } }
__global__ void named(int *sums) { if (threadIdx.x == 0) { cudaStream_t s; printf("create %d\n", cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)); setAll<<<2, 64, 0, s>>>(2, 4096); leaf<<<1, 64, 0, s>>>(6, sums + 5, 4096); printf("destroy %d last %d\n", cudaStreamDestroy(s), cudaGetLastError()); } }
__global__ void grid(int *sums) { __shared__ int before; if (threadIdx.x == 0) before = blockIdx.x; __syncthreads(); if (threadIdx.x == 0) leaf<<<1, 32, 0, cudaStreamFireAndForget>>>(before, sums + 6 + blockIdx.x, 64); }
int main() {
  int *s; cudaMallocManaged(&s, 256); memset(s, 0, 256); auto done = [&](const char *what) { cudaError_t e = cudaDeviceSynchronize(); int n, l[64], z = 0; cudaMemcpyFromSymbol(&n, at, 4); cudaMemcpyFromSymbol(l, log_, sizeof l); printf("%s %s:", what, cudaGetErrorName(e)); for (int i = 0; i < n && i < 64; ++i) printf(" %d", l[i]); cudaMemcpyToSymbol(at, &z, 4); printf(" |"); for (int i = 0; i < 12; ++i) printf(" %d", s[i]); printf("\n"); };
  parent<<<16, 256>>>(s, 0); done("tail sees all blocks"); parent<<<16, 256>>>(s, 1); done("tails see what was fired"); parent<<<16, 256>>>(s, 2); done("tails in order");
  nested<<<1, 32>>>(2, 1); cudaDeviceSynchronize(); { int n, z = 0; cudaMemcpyFromSymbol(&n, at, 4); printf("nested %d\n", n); cudaMemcpyToSymbol(at, &z, 4); }
  int one = 1; cudaMemcpyToSymbol(data, &one, 4); chain<<<1, 32>>>(6); leaf<<<1, 32>>>(7, s + 10, 1); done("next in the stream sees the chain"); named<<<1, 32>>>(s); done("a stream of its own");
  setAll<<<1, 64>>>(1, 4096); grid<<<4, 32>>>(s); cudaDeviceSynchronize(); printf("grid %d %d %d %d\n", s[6], s[7], s[8], s[9]);
  cudaEvent_t e; cudaEventCreate(&e); cudaStream_t a; cudaStreamCreate(&a); one = 1; cudaMemcpyToSymbol(data, &one, 4); chain<<<1, 32, 0, a>>>(4); cudaEventRecord(e, a); cudaEventSynchronize(e); int v; cudaMemcpyFromSymbol(&v, data, 4); printf("event behind the chain %d\n", v);
}
