// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two blocks take turns by a volatile word and fences.
#include <cstdio>
__device__ volatile int turn; __device__ int data;
__global__ void k(int *o) { if (threadIdx.x) return; for (int i = 0; i < 6; ++i) { while (turn != (int)(i * 2 + blockIdx.x)) ; __threadfence(); data += i; __threadfence(); turn = i * 2 + blockIdx.x + 1; } if (blockIdx.x == 1) o[0] = data; }
int main() { int *o; cudaMalloc(&o, 128); k<<<2, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
