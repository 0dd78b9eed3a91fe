// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of each kind that is never freed.
#include <cstdio>
int main() {
  void *p; int *m; void *h; size_t pitch; cudaPitchedPtr q; void *a; cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocManaged(&m, 400); //! leak cudaMallocManaged 400
  cudaHostAlloc(&h, 128, 0); //! leak cudaHostAlloc 128
  cudaMallocPitch(&p, &pitch, 100, 8); //! leak cudaMallocPitch
  cudaMalloc3D(&q, make_cudaExtent(64, 4, 4)); //! leak cudaMalloc3D
  cudaMallocAsync(&a, 64, s); //! leak cudaMallocAsync 64
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(s);
}
