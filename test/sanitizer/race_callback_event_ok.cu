// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function in one stream writes pinned memory that another stream's kernel reads behind an event.
#include <cstdio>
__global__ void read(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; }
static void fill(void *p) { for (int i = 0; i < 32; ++i) ((volatile int *)p)[i] = i; }
int main() {
  int *p, *o; cudaStream_t a, b; cudaEvent_t e; cudaHostAlloc(&p, 128, 0); cudaMalloc(&o, 128); cudaEventCreate(&e);
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  for (int i = 0; i < 3; ++i) {
    cudaLaunchHostFunc(a, fill, p);
    cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0);
    read<<<1, 32, 0, b>>>(p, o);
    cudaEventRecord(e, b); cudaStreamWaitEvent(a, e, 0);
  }
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFreeHost(p); cudaFree(o); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaEventDestroy(e);
}
