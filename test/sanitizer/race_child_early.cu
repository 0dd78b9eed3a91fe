// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel writes behind a launch what the launched kernel reads.
//flags -rdc=true -lcudadevrt
#include <cstdio>
__global__ void child(const int *p, int *o) {
  o[threadIdx.x] = p[threadIdx.x]; //! racecheck RAW read
}
__global__ void parent(int *p, int *o) {
  child<<<1, 32>>>(p, o);
  for (int i = 0; i < 32; ++i)
    p[i] = i; //! racecheck RAW write
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  parent<<<1, 1>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
