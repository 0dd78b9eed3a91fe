// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two streams of a kernel launch kernels that write the same memory.
//flags -rdc=true -lcudadevrt
#include <cstdio>
__global__ void one(int *p) {
  p[threadIdx.x] = 1; //! racecheck WAW write
}
__global__ void two(int *p) {
  p[threadIdx.x] = 2; //! racecheck WAW write
}
__global__ void parent(int *p) {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  one<<<1, 32, 0, a>>>(p);
  two<<<1, 32, 0, b>>>(p);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
int main() {
  int *p;
  cudaMalloc(&p, 256); cudaMemset(p, 0, 256);
  parent<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
