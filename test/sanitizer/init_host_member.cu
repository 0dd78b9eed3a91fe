// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host copies structures of which a kernel left a member out.
#include <cstdio>
struct Point { float x, y, z; int kind; };
__global__ void fill(Point *p) { p[threadIdx.x].x = 1, p[threadIdx.x].y = 2, p[threadIdx.x].kind = 3; }
int main() {
  Point *p, h[2];
  cudaMalloc(&p, sizeof h);
  fill<<<1, 2>>>(p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost); //! initcheck api-uninit cudaMemcpy read 32
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
