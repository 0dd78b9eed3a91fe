// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host polls a volatile flag, which the kernel sets behind fences of system scope.
#include <cstdio>
__global__ void k(int *data, volatile int *flag) {
  data[threadIdx.x] = threadIdx.x;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    *flag = 1;
  }
}
int main() {
  int *data, *flag, sum = 0;
  cudaMallocHost(&data, 256);
  cudaMallocHost(&flag, 4);
  *flag = 0;
  k<<<1, 64>>>(data, flag);
  while (*(volatile int *)flag == 0) {
  }
  __sync_synchronize();
  for (int i = 0; i < 64; ++i)
    sum += data[i];
  printf("%d\n", sum);
  cudaDeviceSynchronize();
  cudaFreeHost(data);
  cudaFreeHost(flag);
}
