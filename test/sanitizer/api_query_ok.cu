// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries of unfinished work are no errors.
#include <cstdio>
__global__ void k() {}
int main() {
  cudaStream_t s; cudaEvent_t e;
  cudaStreamCreate(&s); cudaEventCreate(&e);
  k<<<1, 1, 0, s>>>();
  cudaEventRecord(e, s);
  while (cudaStreamQuery(s) == cudaErrorNotReady) {}
  while (cudaEventQuery(e) == cudaErrorNotReady) {}
  cudaEventDestroy(e); cudaStreamDestroy(s);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
