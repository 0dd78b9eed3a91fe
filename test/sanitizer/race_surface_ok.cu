// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier is between the write of a row and its read; other rows are each thread's own.
#include <cstdio>
__global__ void k(cudaSurfaceObject_t surface, int *o) {
  int i = threadIdx.x;
  surf2Dwrite(i, surface, i * 4, 0);
  surf2Dwrite(i, surface, i * 4, 1);
  __syncthreads();
  surf2Dwrite(i, surface, i * 4, 1);
  o[i] = surf2Dread<int>(surface, (i ^ 32) * 4, 0) + surf2Dread<int>(surface, i * 4, 1);
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &format, 64, 4, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  k<<<1, 64>>>(surface, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroySurfaceObject(surface); cudaFreeArray(array); cudaFree(o);
}
