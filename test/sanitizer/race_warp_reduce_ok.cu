// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same with __syncwarp between read and write.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i; s[i + 32] = 0;
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    int v = s[i + d];
    __syncwarp();
    s[i] += v;
    __syncwarp();
  }
  p[i] = s[0];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
