// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy takes over which bytes were never written.
#include <cstdio>
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! initcheck uninit global read 4 x8
int main() { int *p, *q, *o; cudaStream_t s; cudaStreamCreate(&s); cudaMallocAsync(&p, 256, s); cudaMallocAsync(&q, 256, s); cudaMallocAsync(&o, 128, s); cudaMemsetAsync(p, 0, 96, s); cudaMemcpyAsync(q, p, 256, cudaMemcpyDeviceToDevice, s); k<<<1, 32, 0, s>>>(q, o); cudaFreeAsync(p, s); cudaFreeAsync(q, s); cudaFreeAsync(o, s); printf("%d\n", cudaStreamSynchronize(s)); cudaStreamDestroy(s); }
