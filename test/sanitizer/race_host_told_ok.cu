// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A running kernel polls a word of managed memory, which the host sets behind the data.
#include <cstdio>
#include <cuda/atomic>
__global__ void k(const int *data, int *flag, int *out) {
  if (threadIdx.x == 0)
    while (!cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).load(cuda::memory_order_acquire)) {
    }
  __syncthreads();
  out[threadIdx.x] = data[63 - threadIdx.x];
}
int main() {
  int *data, *flag, *out, first;
  cudaMallocManaged(&data, 256);
  cudaMallocManaged(&flag, 4);
  cudaMalloc(&out, 256);
  *flag = 0;
  k<<<1, 64>>>(data, flag, out);
  for (int i = 0; i < 64; ++i)
    data[i] = i;
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
  cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", first);
  cudaFree(data);
  cudaFree(flag);
  cudaFree(out);
}
