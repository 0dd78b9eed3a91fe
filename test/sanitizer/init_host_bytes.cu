// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host copies 16 bytes of which a kernel wrote 13: where all is bytes there is no padding.
#include <cstdio>
__global__ void fill(char *p) { p[threadIdx.x] = 'a'; }
int main() {
  char *p, h[16];
  cudaMalloc(&p, sizeof h);
  fill<<<1, 13>>>(p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost); //! initcheck api-uninit cudaMemcpy read 16
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
