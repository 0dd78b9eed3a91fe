// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy of rectangles reads a row that nobody wrote.
#include <cstdio>
int main() {
  char *p, h[1024]; size_t pitch;
  cudaMallocPitch(&p, &pitch, 64, 8);
  cudaMemset2D(p, pitch, 0, 64, 7);
  cudaMemcpy2D(h, 64, p, pitch, 64, 8, cudaMemcpyDeviceToHost); //! initcheck api-uninit cudaMemcpy2D read 64
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
