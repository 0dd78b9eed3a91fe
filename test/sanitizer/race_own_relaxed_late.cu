// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is written between a release and a relaxed store of the same thread is not released.
#include <cstdio>
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> f; __device__ int data;
__global__ void k(int *o) { if (threadIdx.x) return; if (blockIdx.x == 0) { f.store(1, cuda::memory_order_release); data = 3; //! racecheck RAW write
    f.store(2, cuda::memory_order_relaxed); } else { while (f.load(cuda::memory_order_acquire) != 2) ;
    o[0] = data; } } //! racecheck RAW read
int main() { int *o; cudaMalloc(&o, 128); k<<<2, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
