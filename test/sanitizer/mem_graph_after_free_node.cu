// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel node behind the node that frees the graph's memory.
#include <cstdio>
__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void use(int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! memcheck oob global read 4 x32
int main() {
  cudaStream_t s; cudaGraph_t g; cudaGraphExec_t e; int *p, *o;
  cudaMalloc(&o, 128);
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 128, s);
  fill<<<1, 32, 0, s>>>(p);
  cudaFreeAsync(p, s);
  use<<<1, 32, 0, s>>>(p, o);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaStreamDestroy(s); cudaFree(o);
}
