// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two kernels of a graph have no order between them.
#include <cstdio>
__global__ void a(int *p) { p[threadIdx.x] = 1; } //! racecheck RAW write
__global__ void b(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck RAW read
int main() {
  int *p, *o; cudaGraph_t g; cudaGraphExec_t e; cudaGraphNode_t n[2];
  cudaMalloc(&p, 128); cudaMalloc(&o, 128); cudaMemset(p, 0, 128);
  cudaGraphCreate(&g, 0);
  void *one[] = {&p}, *two[] = {&p, &o};
  cudaKernelNodeParams q = {};
  q.gridDim = dim3(1); q.blockDim = dim3(32);
  q.func = (void *)a; q.kernelParams = one;
  cudaGraphAddKernelNode(&n[0], g, nullptr, 0, &q);
  q.func = (void *)b; q.kernelParams = two;
  cudaGraphAddKernelNode(&n[1], g, nullptr, 0, &q);
  cudaGraphInstantiate(&e, g, 0);
  cudaGraphLaunch(e, 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(e); cudaGraphDestroy(g);
  cudaFree(p); cudaFree(o);
}
