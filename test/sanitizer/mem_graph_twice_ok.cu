// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph allocates, uses and frees its memory; two launches of it are under way at once.
#include <cstdio>
__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void use(int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; }
int main() {
  cudaStream_t s; cudaGraph_t g; cudaGraphExec_t e; int *p, *o;
  cudaMalloc(&o, 128);
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 128, s);
  fill<<<1, 32, 0, s>>>(p);
  use<<<1, 32, 0, s>>>(p, o);
  cudaFreeAsync(p, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  for (int i = 0; i < 4; ++i)
    cudaGraphLaunch(e, s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaStreamDestroy(s); cudaFree(o);
}
