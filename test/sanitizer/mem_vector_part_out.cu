// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last float4 lies half outside: 6 of 10 floats.
#include <cstdio>
__global__ void k(const float4 *q, float *p) {
  float4 v = q[threadIdx.x]; //! memcheck oob global read 16 x1
  p[threadIdx.x] = v.x + v.y + v.z + v.w;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  float4 *q;
  cudaMalloc(&q, 40); cudaMemset(q, 0, 40);
  k<<<1, 3>>>(q, (float *)p);
  cudaFree(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
