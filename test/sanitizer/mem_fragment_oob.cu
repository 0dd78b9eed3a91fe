// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wmma.load of a matrix that is one row too short.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half *p, float *o) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::load_matrix_sync(a, p, 16); //? memcheck oob global read
  o[threadIdx.x] = float(a.x[0]); 
}
int main() {
  half *p; float *o;
  cudaMalloc(&p, 480); cudaMalloc(&o, 128); cudaMemset(p, 0, 480);
  k<<<1, 32>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
