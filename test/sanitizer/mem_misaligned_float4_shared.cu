// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A float4 read of shared memory at a multiple of 8.
#include <cstdio>
__global__ void k(float *p, int at) {
  __shared__ alignas(16) float s[68];
  s[threadIdx.x] = s[threadIdx.x + 34] = 1;
  __syncthreads();
  float4 v = *reinterpret_cast<float4 *>(s + at + 4 * (threadIdx.x % 8)); //! memcheck misaligned shared read 16
  p[threadIdx.x] = v.x + v.y + v.z + v.w;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 34>>>((float *)p, 2);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
