// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel reads what a kernel of another stream writes.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
__global__ void rd(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck RAW read
int main() {
  cudaStream_t a, b; int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  cudaDeviceSynchronize();
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  wr<<<1, 64, 0, a>>>(p);
  rd<<<1, 64, 0, b>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(a); cudaStreamDestroy(b);
  cudaFree(p); cudaFree(o);
}
