// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A release by an atomic addition, then a relaxed store of the same thread: one release pattern.
#include <cstdio>
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> f; __device__ int data;
__global__ void k(int *o) { if (threadIdx.x) return; if (blockIdx.x == 0) { data = 3; f.fetch_add(1, cuda::memory_order_release); f.store(2, cuda::memory_order_relaxed); } else { while (f.load(cuda::memory_order_acquire) != 2) ; o[0] = data; } }
int main() { int *o; cudaMalloc(&o, 128); k<<<2, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
