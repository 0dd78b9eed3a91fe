// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A memset in a kernel that is one byte too long: a loop of the compiler's, at the line of the call.
#include <cstdio>
#include <cstring>
__global__ void k(char *p, int bytes) {
  memset(p, 0, bytes); //! memcheck oob global write 1 x1
}
int main() {
  char *p;
  cudaMalloc(&p, 500);
  k<<<1, 1>>>(p, 501);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
