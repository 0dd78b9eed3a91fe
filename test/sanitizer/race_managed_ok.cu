// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host waits for the stream, an event or by a query before it touches managed memory.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] += threadIdx.x; }
int main() {
  int *p, sum = 0; cudaEvent_t e;
  cudaEventCreate(&e); cudaMallocManaged(&p, 256);
  for (int i = 0; i < 64; ++i) p[i] = i;
  wr<<<1, 64>>>(p);
  cudaStreamSynchronize(0);
  sum += p[1]; p[1] = 0;
  wr<<<1, 64>>>(p);
  cudaEventRecord(e);
  cudaEventSynchronize(e);
  sum += p[2]; p[2] = 0;
  wr<<<1, 64>>>(p);
  while (cudaStreamQuery(0) == cudaErrorNotReady) {}
  sum += p[3];
  printf("%d %s\n", sum, cudaGetErrorName(cudaDeviceSynchronize()));
  cudaEventDestroy(e); cudaFree(p);
}
