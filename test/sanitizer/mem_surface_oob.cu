// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A surface write outside that traps.
#include <cstdio>
__global__ void k(cudaSurfaceObject_t s) {
  surf2Dwrite(1.0f, s, threadIdx.x * 4, 8); //! memcheck oob surface write 4
}
int main() {
  cudaArray_t a;
  auto d = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &d, 32, 8, cudaArraySurfaceLoadStore);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaSurfaceObject_t s;
  cudaCreateSurfaceObject(&s, &r);
  k<<<1, 32>>>(s);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroySurfaceObject(s); cudaFreeArray(a);
}
