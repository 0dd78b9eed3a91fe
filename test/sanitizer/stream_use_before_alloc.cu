// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Another stream uses memory without an order with its allocation.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; } //! memcheck-stream use-before-alloc global write 4 x16
int main() {
  cudaStream_t a, b; int *p;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaMallocAsync(&p, 64, a);
  k<<<1, 16, 0, b>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFreeAsync(p, a);
  cudaStreamSynchronize(a);
  cudaStreamDestroy(a); cudaStreamDestroy(b);
}
