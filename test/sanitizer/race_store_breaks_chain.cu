// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A relaxed store of another thread comes between release and acquire: it belongs to no release pattern.
#include <cstdio>
#include <cuda/atomic>
__device__ int data; __device__ cuda::atomic<int, cuda::thread_scope_device> f;
__global__ void k(int *o) { if (threadIdx.x) return;
  if (blockIdx.x == 0) { data = 5; //! racecheck RAW write
    f.store(1, cuda::memory_order_release); }
  else if (blockIdx.x == 1) { while (f.load(cuda::memory_order_relaxed) != 1) ; f.store(2, cuda::memory_order_relaxed); }
  else { while (f.load(cuda::memory_order_acquire) != 2) ; o[0] = data; } } //! racecheck RAW read
int main() { int *o; cudaMalloc(&o, 128); k<<<3, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
