// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy of rectangles whose last row ends past the target.
#include <cstdio>
int main() {
  char *p, h[64 * 8] = {};
  cudaMalloc(&p, 64 * 7 + 32);
  cudaError_t e = cudaMemcpy2D(p, 64, h, 64, 48, 8, cudaMemcpyHostToDevice); //! memcheck api cudaErrorInvalidValue
  printf("%s\n", cudaGetErrorName(e));
  cudaGetLastError();
  cudaFree(p);
}
