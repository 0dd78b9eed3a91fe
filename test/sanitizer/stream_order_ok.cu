// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events order the use of stream-ordered memory.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main() {
  cudaStream_t a, b; int *p; cudaEvent_t e, f;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&e); cudaEventCreate(&f);
  cudaMallocAsync(&p, 64, a);
  cudaEventRecord(e, a);
  cudaStreamWaitEvent(b, e);
  k<<<1, 16, 0, b>>>(p);
  cudaEventRecord(f, b);
  cudaStreamWaitEvent(a, f);
  cudaFreeAsync(p, a);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaEventDestroy(e); cudaEventDestroy(f);
  cudaStreamDestroy(a); cudaStreamDestroy(b);
}
