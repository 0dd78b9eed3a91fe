// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function in one stream writes pinned memory that another stream's kernel reads.
#include <atomic>
#include <cstdio>
std::atomic<bool> isLaunched{false};
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck RAW read
void CUDART_CB fill(void *p) {
  while (!isLaunched) {}
  for (int i = 0; i < 32; ++i) ((volatile int *)p)[i] = i;
}
int main() {
  int *p, *o; cudaStream_t a, b; cudaHostAlloc(&p, 128, 0); cudaMalloc(&o, 128);
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  for (int i = 0; i < 32; ++i) p[i] = 0;
  k<<<1, 32, 0, b>>>(p, o);
  cudaDeviceSynchronize();
  cudaLaunchHostFunc(a, fill, p);
  k<<<1, 32, 0, b>>>(p, o);
  isLaunched = true;
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFreeHost(p); cudaFree(o); cudaStreamDestroy(a); cudaStreamDestroy(b);
}
