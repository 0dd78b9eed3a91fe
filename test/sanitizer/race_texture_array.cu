// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One stream's kernel writes an array by a surface that another stream's kernel reads by a texture.
#include <cstdio>
__global__ void write(cudaSurfaceObject_t s) { surf2Dwrite<float>(1.f, s, threadIdx.x * 4, 0); } //! racecheck RAW write
__global__ void read(cudaTextureObject_t t, float *o) {
  o[threadIdx.x] = tex2D<float>(t, threadIdx.x + .5f, .5f); //! racecheck RAW read
}
int main() {
  cudaArray_t a;
  auto channels = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &channels, 32, 4, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = a;
  cudaSurfaceObject_t s;
  cudaCreateSurfaceObject(&s, &resource);
  cudaTextureDesc how{};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &resource, &how, nullptr);
  float *o;
  cudaMalloc(&o, 128);
  cudaStream_t x, y;
  cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking);
  write<<<1, 32, 0, x>>>(s);
  read<<<1, 32, 0, y>>>(t, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(x); cudaStreamDestroy(y);
  cudaDestroySurfaceObject(s); cudaDestroyTextureObject(t); cudaFreeArray(a); cudaFree(o);
}
