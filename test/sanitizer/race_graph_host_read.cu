// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host reads managed memory of a launched graph without waiting.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] += 1; } //! racecheck RAW write
int main() {
  int *p; cudaMallocManaged(&p, 128); for (int i = 0; i < 32; ++i) p[i] = 0; cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 32, 0, s>>>(p); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s); int v = *(volatile int *)(p + 3); printf("%d %s\n", v >= 0, cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaStreamDestroy(s); cudaFree(p);
}
