// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same behind an event, a wait of the host, and in one stream.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void rd(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; }
int main() {
  cudaStream_t a, b; int *p, *o; cudaEvent_t e;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  cudaDeviceSynchronize();
  cudaEventCreate(&e);
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  wr<<<1, 64, 0, a>>>(p);
  cudaEventRecord(e, a);
  cudaStreamWaitEvent(b, e);
  rd<<<1, 64, 0, b>>>(p, o);
  cudaStreamSynchronize(b);
  wr<<<1, 64, 0, a>>>(p);
  cudaStreamSynchronize(a);
  rd<<<1, 64>>>(p, o);
  wr<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(a); cudaStreamDestroy(b); cudaEventDestroy(e);
  cudaFree(p); cudaFree(o);
}
