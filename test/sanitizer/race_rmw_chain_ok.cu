// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A relaxed atomic of another thread comes between release and acquire: the release is observed through it.
#include <cstdio>
#include <cuda/atomic>
__device__ int data; __device__ cuda::atomic<int, cuda::thread_scope_device> f;
__global__ void k(int *o) { if (threadIdx.x) return;
  if (blockIdx.x == 0) { data = 5; f.store(1, cuda::memory_order_release); }
  else if (blockIdx.x == 1) { int e = 1; while (!f.compare_exchange_weak(e, 2, cuda::memory_order_relaxed)) e = 1; }
  else { while (f.load(cuda::memory_order_acquire) != 2) ; o[0] = data; } }
int main() { int *o; cudaMalloc(&o, 128); k<<<3, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
