// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag of block scope between blocks.
#include <cstdio>
#include <cuda/atomic>
__global__ void k(int *p, int *f, int *o) {
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(*f);
  if (blockIdx.x == 0) {
    *p = 1; //! racecheck RAW write
    flag.store(1, cuda::memory_order_release);
  } else {
    while (!flag.load(cuda::memory_order_acquire)) {}
    *o = *p; //! racecheck RAW read
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 12); cudaMemset(p, 0, 12);
  k<<<2, 1>>>(p, p + 1, p + 2);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
