// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host polls a flag in pinned memory while the kernel runs, and then reads what was released with it.
#include <cstdio>
#include <cuda/atomic>
__global__ void k(int *data, int *flag) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}
int main() {
  int *data, *flag, sum = 0;
  cudaHostAlloc(&data, 256, cudaHostAllocMapped);
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
  *flag = 0;
  k<<<1, 64>>>(data, flag);
  cuda::atomic_ref<int, cuda::thread_scope_system> seen(*flag);
  while (!seen.load(cuda::memory_order_acquire)) {
  }
  for (int i = 0; i < 64; ++i)
    sum += data[i];
  printf("%d %s\n", sum, cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFreeHost(data); cudaFreeHost(flag);
}
