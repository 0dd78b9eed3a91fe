// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of one stream is used in another between two events.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main() { int *p; cudaStream_t a, b; cudaEvent_t e; cudaEventCreate(&e); cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking); cudaMallocAsync(&p, 128, a); cudaEventRecord(e, a); cudaStreamWaitEvent(b, e); k<<<1, 32, 0, b>>>(p); cudaEventRecord(e, b); cudaStreamWaitEvent(a, e); cudaFreeAsync(p, a); printf("%d\n", cudaDeviceSynchronize()); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaEventDestroy(e); }
