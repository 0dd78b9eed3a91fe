// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surface accesses outside that are clamped or left out.
#include <cstdio>
__global__ void k(cudaSurfaceObject_t s, float *o) {
  surf2Dwrite(1.0f, s, threadIdx.x * 4, 8, cudaBoundaryModeZero);
  float v;
  surf2Dread(&v, s, threadIdx.x * 4, -1, cudaBoundaryModeClamp);
  surf2Dwrite(v, s, threadIdx.x * 4, 0);
  o[threadIdx.x] = v;
}
int main() {
  cudaArray_t a;
  float *o, h[256] = {};
  auto d = cudaCreateChannelDesc<float>();
  cudaMalloc(&o, 128);
  cudaMallocArray(&a, &d, 32, 8, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(a, 0, 0, h, 128, 128, 8, cudaMemcpyHostToDevice);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaSurfaceObject_t s;
  cudaCreateSurfaceObject(&s, &r);
  k<<<1, 32>>>(s, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroySurfaceObject(s); cudaFreeArray(a); cudaFree(o);
}
