// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A surface write outside an array in trap mode.
#include <cstdio>
__global__ void k(cudaSurfaceObject_t s) {
  surf2Dwrite(1.f, s, (threadIdx.x + 1) * 4, 2, cudaBoundaryModeTrap); //! memcheck oob surface write
}
int main() {
  cudaArray_t a; cudaSurfaceObject_t s; auto d = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &d, 32, 4, cudaArraySurfaceLoadStore);
  cudaResourceDesc r{}; r.resType = cudaResourceTypeArray; r.res.array.array = a;
  cudaCreateSurfaceObject(&s, &r);
  k<<<1, 32>>>(s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroySurfaceObject(s); cudaFreeArray(a);
}
