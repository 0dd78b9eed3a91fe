// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host function in the stream fills pinned memory before the copy; the host waits for an event before it reads.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] += 1; }
static void fill(void *h) { for (int i = 0; i < 64; ++i) ((int *)h)[i] = i; }
int main() {
  int *p, *h; cudaMalloc(&p, 256); cudaMallocHost(&h, 256); cudaStream_t s; cudaStreamCreate(&s); cudaEvent_t e; cudaEventCreate(&e);
  for (int i = 0; i < 3; ++i) {
    cudaLaunchHostFunc(s, fill, h);
    cudaMemcpyAsync(p, h, 256, cudaMemcpyHostToDevice, s);
    k<<<1, 64, 0, s>>>(p);
    cudaMemcpyAsync(h, p, 256, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(e, s); cudaEventSynchronize(e);
    if (h[3] != 4) return 1;
  }
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(s); cudaEventDestroy(e); cudaFree(p); cudaFreeHost(h);
}
