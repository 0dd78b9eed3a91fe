// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries, attributes and limits that succeed.
#include <cstdio>
__global__ void k(int *p) { if (p) *p = 1; }
int main() {
  int n, v; size_t s; cudaFuncAttributes f; cudaPointerAttributes q; int h;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 128, 0); cudaFuncGetAttributes(&f, k); cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0);
  cudaDeviceGetLimit(&s, cudaLimitStackSize); cudaPointerGetAttributes(&q, &h); cudaStreamQuery(0); cudaGetLastError();
  k<<<1, 1>>>(nullptr);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
