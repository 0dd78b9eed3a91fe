// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fence of system scope tells the host nothing by itself: no word says that it was passed.
#include <cstdio>
__global__ void k(int *data) {
  data[threadIdx.x] = threadIdx.x; //! racecheck RAW write
  __threadfence_system();
}
int main() {
  int *data, sum = 0;
  cudaMallocHost(&data, 256);
  for (int i = 0; i < 64; ++i)
    data[i] = 0;
  k<<<1, 64>>>(data);
  for (int i = 0; i < 64; ++i)
    sum += data[i]; //? racecheck RAW read
  cudaDeviceSynchronize();
  printf("%d\n", sum > 100000);
  cudaFreeHost(data);
}
