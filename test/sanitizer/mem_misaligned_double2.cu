// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A double2 at an address that is a multiple of 8 only.
#include <cstdio>
__global__ void k(double *p) {
  reinterpret_cast<double2 *>(p + 1)[threadIdx.x] = double2{1, 2}; //! memcheck misaligned global write 16 x8
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 8>>>((double *)p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
