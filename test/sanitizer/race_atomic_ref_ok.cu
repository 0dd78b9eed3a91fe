// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag that is stored with release and loaded with acquire.
#include <cstdio>
#include <cuda/atomic>
__global__ void k(int *flag, int *data, int *o) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    f.store(1, cuda::memory_order_release);
  } else {
    while (!f.load(cuda::memory_order_acquire)) {}
    *o = *data;
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 12); cudaMemset(p, 0, 12);
  k<<<2, 1>>>(p, p + 1, p + 2);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
