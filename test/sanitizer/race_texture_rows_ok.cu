// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One stream's kernel writes a row of an array, another stream's kernel reads another row of it by a texture that filters.
#include <cstdio>
__global__ void write(cudaSurfaceObject_t s) { surf2Dwrite<float>(1.f, s, threadIdx.x * 4, 0); }
__global__ void read(cudaTextureObject_t t, float *o) { o[threadIdx.x] = tex2D<float>(t, (threadIdx.x + .5f) / 32, 2.5f / 4); }
int main() {
  cudaArray_t a;
  auto channels = cudaCreateChannelDesc<float>();
  cudaMallocArray(&a, &channels, 32, 4, cudaArraySurfaceLoadStore);
  static float zeros[128];
  cudaMemcpy2DToArray(a, 0, 0, zeros, 128, 128, 4, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = a;
  cudaSurfaceObject_t s;
  cudaCreateSurfaceObject(&s, &resource);
  cudaTextureDesc how{};
  how.filterMode = cudaFilterModeLinear;
  how.normalizedCoords = 1;
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &resource, &how, nullptr);
  float *o;
  cudaMalloc(&o, 128);
  cudaStream_t x, y;
  cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  write<<<1, 32, 0, x>>>(s);
  read<<<1, 32, 0, y>>>(t, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(x); cudaStreamDestroy(y);
  cudaDestroySurfaceObject(s); cudaDestroyTextureObject(t); cudaFreeArray(a); cudaFree(o);
}
