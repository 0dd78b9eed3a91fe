// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Children begin, and give back the memory of their parameters, while other blocks of the parent launch more.
//flags -rdc=true -lcudadevrt
#include <cstdio>
__global__ void child(int *o, int i) { o[i] = i; }
__global__ void parent(int *o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  child<<<1, 1, 0, cudaStreamFireAndForget>>>(o, i);
  if (threadIdx.x == 0)
    for (long long start = clock64(); clock64() - start < 400000000;)
      ;
}
int main() {
  int *o;
  cudaMalloc(&o, 1024); cudaMemset(o, 0, 1024);
  parent<<<4, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
