// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An event is recorded again in another stream before it is waited for.
#include <cstdio>
__global__ void w(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
__global__ void r(const int *p, int *o) { o[threadIdx.x] = p[31 - threadIdx.x]; } //! racecheck RAW read
int main() { int *p, *o; cudaMalloc(&p, 128); cudaMalloc(&o, 128); cudaMemset(p, 0, 128); cudaDeviceSynchronize(); cudaStream_t a, b, c; cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking); cudaEvent_t e; cudaEventCreate(&e);
  w<<<1, 32, 0, a>>>(p); cudaEventRecord(e, a); cudaEventRecord(e, c); cudaStreamWaitEvent(b, e); r<<<1, 32, 0, b>>>(p, o);
  printf("%d\n", cudaDeviceSynchronize()); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaStreamDestroy(c); cudaEventDestroy(e); cudaFree(p); cudaFree(o); }
