// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The event is recorded before the kernel that it ought to wait for.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
__global__ void rd(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck RAW read
int main() {
  int *p; cudaEvent_t e;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&e); cudaMalloc(&p, 512); cudaMemset(p, 0, 512); cudaDeviceSynchronize();
  cudaEventRecord(e, a);
  wr<<<1, 64, 0, a>>>(p);
  cudaStreamWaitEvent(b, e, 0);
  rd<<<1, 64, 0, b>>>(p, p + 64);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaEventDestroy(e); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaFree(p);
}
