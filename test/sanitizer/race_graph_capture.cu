// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two captured streams are joined only behind both kernels.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
__global__ void rd(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck RAW read
int main() {
  int *p; cudaEvent_t fork, join; cudaGraph_t g; cudaGraphExec_t x;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&fork); cudaEventCreate(&join); cudaMalloc(&p, 512); cudaMemset(p, 0, 512); cudaDeviceSynchronize();
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, a); cudaStreamWaitEvent(b, fork, 0);
  wr<<<1, 64, 0, a>>>(p);
  rd<<<1, 64, 0, b>>>(p, p + 64);
  cudaEventRecord(join, b); cudaStreamWaitEvent(a, join, 0);
  cudaStreamEndCapture(a, &g);
  cudaGraphInstantiate(&x, g, 0);
  cudaGraphLaunch(x, a);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(x); cudaGraphDestroy(g); cudaEventDestroy(fork); cudaEventDestroy(join);
  cudaStreamDestroy(a); cudaStreamDestroy(b); cudaFree(p);
}
