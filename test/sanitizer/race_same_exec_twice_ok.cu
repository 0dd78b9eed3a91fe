// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of one graph instance come one after the other, whatever their streams.
#include <cstdio>
__global__ void w(int *p) { p[threadIdx.x] += 1; }
int main() { int *p; cudaMalloc(&p, 128); cudaMemset(p, 0, 128); cudaDeviceSynchronize(); cudaStream_t a, b; cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking); cudaGraph_t g; cudaGraphExec_t e;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal); w<<<1, 32, 0, a>>>(p); cudaStreamEndCapture(a, &g); cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, a); cudaGraphLaunch(e, b);
  printf("%d\n", cudaDeviceSynchronize()); cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaFree(p); }
