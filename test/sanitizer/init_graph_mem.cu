// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph's memory is read before anything is written.
#include <cstdio>
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! initcheck uninit global read 4 x16
int main() {
  int *o; void *p; cudaStream_t s; cudaGraph_t g; cudaGraphExec_t e;
  cudaMalloc(&o, 64); cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 64, s);
  k<<<1, 16, 0, s>>>((int *)p, o);
  cudaFreeAsync(p, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaStreamDestroy(s); cudaFree(o);
}
