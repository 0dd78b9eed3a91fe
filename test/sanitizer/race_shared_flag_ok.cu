// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag in shared memory with release and acquire.
#include <cstdio>
#include <cuda/atomic>
__global__ void k(int *o) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> f(flag);
  if (threadIdx.x == 0) {
    data = 42;
    f.store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (!f.load(cuda::memory_order_acquire)) {}
    *o = data;
  }
}
int main() {
  int *o;
  cudaMalloc(&o, 4);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
