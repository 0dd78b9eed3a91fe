// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread launches a kernel that reads what other threads of its block write, with no barrier before the launch.
//flags -rdc=true -lcudadevrt
#include <cstdio>
__global__ void child(const int *p, int *o) {
  o[threadIdx.x] = p[threadIdx.x]; //! racecheck RAW read
}
__global__ void parent(int *p, int *o) {
  p[threadIdx.x] = threadIdx.x; //! racecheck RAW write
  if (threadIdx.x == 0)
    child<<<1, 64>>>(p, o);
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  parent<<<1, 64>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
