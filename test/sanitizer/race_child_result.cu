// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel reads what a kernel writes that it launched: nothing makes it wait for that.
//flags -rdc=true -lcudadevrt
#include <cstdio>
__global__ void child(int *p) {
  p[threadIdx.x] = 1; //! racecheck RAW write
}
__global__ void parent(int *p, int *o) {
  if (threadIdx.x == 0)
    child<<<1, 32>>>(p);
  __syncthreads();
  o[threadIdx.x] = p[threadIdx.x]; //! racecheck RAW read
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  parent<<<1, 32>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
