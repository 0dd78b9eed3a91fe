// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texels of an array that nobody wrote.
#include <cstdio>
__global__ void k(cudaTextureObject_t t, float *o) {
  o[threadIdx.x] = tex2D<float>(t, threadIdx.x, 0); //! initcheck uninit texture read 4
}
int main() {
  float *o;
  cudaArray_t a;
  auto c = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &c, 64, 4); cudaMalloc(&o, 256);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  k<<<1, 64>>>(t, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(t);
  cudaFreeArray(a); cudaFree(o);
}
