// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag that is read relaxed does not order the data.
#include <cstdio>
#include <cuda/atomic>
__global__ void k(int *p) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(p[32]);
  if (blockIdx.x == 0) {
    p[0] = 1; //! racecheck RAW write
    flag.store(1, cuda::memory_order_release);
  } else {
    while (!flag.load(cuda::memory_order_relaxed)) {}
    p[64] = p[0]; //! racecheck RAW read
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<2, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
