// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable gets a copy of memory of which nobody wrote the second half; some of that is then written.
#include <cstdio>
__device__ int table[64];
__global__ void read(int *o) {
  o[threadIdx.x] = table[threadIdx.x]; //! initcheck uninit read 4 x31
}
__global__ void write() { table[63] = 1; }
int main() {
  int *p, *o;
  cudaMalloc(&p, 256);
  cudaMalloc(&o, 256);
  cudaMemset(p, 0, 128);
  cudaMemcpyToSymbol(table, p, 256, 0, cudaMemcpyDeviceToDevice);
  write<<<1, 1>>>();
  read<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
