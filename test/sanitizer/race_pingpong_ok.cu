// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two blocks take turns by a word that each stores to.
#include <cstdio>
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> turn; __device__ int data;
__global__ void k(int *o) { if (threadIdx.x) return; for (int i = 0; i < 6; ++i) { while (turn.load(cuda::memory_order_acquire) != (int)(i * 2 + blockIdx.x)) ; data += i; turn.store(i * 2 + blockIdx.x + 1, cuda::memory_order_release); } if (blockIdx.x == 1) o[0] = data; }
int main() { int *o; cudaMalloc(&o, 128); k<<<2, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
