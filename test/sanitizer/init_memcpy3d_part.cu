// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 3D copy leaves the last slice out.
#include <cstdio>
__global__ void k(const int *q, int *p) { p[threadIdx.x] = q[threadIdx.x]; } //! initcheck uninit global read 4 x16
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  int *q, h[64] = {};
  cudaMalloc(&q, 256);
  cudaMemcpy3DParms c{}; c.srcPtr = make_cudaPitchedPtr(h, 16, 4, 4); c.dstPtr = make_cudaPitchedPtr(q, 16, 4, 4);
  c.extent = make_cudaExtent(16, 4, 3); c.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&c);
  k<<<1, 64>>>(q, p);
  cudaFree(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
