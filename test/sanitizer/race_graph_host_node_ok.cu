// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels and a function of the program take turns in a graph on managed memory.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] += 1; }
void CUDART_CB f(void *p) { ((int *)p)[3] += 5; }
int main() {
  int *p; cudaMallocManaged(&p, 128); for (int i = 0; i < 32; ++i) p[i] = 0; cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 32, 0, s>>>(p); cudaLaunchHostFunc(s, f, p); k<<<1, 32, 0, s>>>(p); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s); cudaGraphLaunch(e, s); cudaStreamSynchronize(s); printf("%d %s\n", p[3], cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaStreamDestroy(s); cudaFree(p);
}
