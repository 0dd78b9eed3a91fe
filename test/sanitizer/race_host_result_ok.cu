// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host waits for an event before it reads what a copy brings; other memory it uses meanwhile.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main() {
  int *p, *h, *other; cudaEvent_t e;
  cudaMalloc(&p, 128); cudaMallocHost(&h, 128); cudaMallocHost(&other, 128);
  cudaEventCreate(&e);
  k<<<1, 32>>>(p);
  cudaMemcpyAsync(h, p, 128, cudaMemcpyDeviceToHost);
  cudaEventRecord(e);
  for (int i = 0; i < 32; ++i) other[i] = i;
  cudaEventSynchronize(e);
  printf("%d\n", h[5] + other[2]);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaEventDestroy(e); cudaFree(p); cudaFreeHost(h); cudaFreeHost(other);
}
