// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A memset node, a copy node and a kernel of a graph, in order.
#include <cstdio>
__global__ void k(const int *p, const int *q, int *o) { o[threadIdx.x] = p[threadIdx.x] + q[threadIdx.x]; }
int main() {
  int *p, *q, *o; cudaStream_t s; cudaGraph_t g; cudaGraphExec_t e;
  static int h[32];
  cudaStreamCreate(&s);
  cudaMalloc(&p, 128); cudaMalloc(&q, 128); cudaMalloc(&o, 128);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(p, 0, 128, s);
  cudaMemcpyAsync(q, h, 128, cudaMemcpyHostToDevice, s);
  k<<<1, 32, 0, s>>>(p, q, o);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(e); cudaGraphDestroy(g); cudaStreamDestroy(s);
  cudaFree(p); cudaFree(q); cudaFree(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
