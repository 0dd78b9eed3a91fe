// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of a pool and of a graph is given back.
#include <cstdio>
int main() {
  int *p; cudaStream_t s; cudaGraph_t g; cudaGraphExec_t e;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 128, s);
  cudaMemsetAsync(p, 0, 128, s);
  cudaFreeAsync(p, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s); cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaStreamDestroy(s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
