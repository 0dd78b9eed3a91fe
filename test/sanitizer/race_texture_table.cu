// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of textures in memory: the kernel writes what is behind one of them.
#include <cstdio>
__global__ void k(const cudaTextureObject_t *table, float *g, float *o) {
  g[threadIdx.x] = threadIdx.x; //! racecheck RAW write
  o[threadIdx.x] = tex1Dfetch<float>(table[0], 63 - threadIdx.x); //! racecheck RAW read
}
int main() {
  float *g, *o;
  cudaMalloc(&g, 256); cudaMalloc(&o, 256);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {g, cudaCreateChannelDesc<float>(), 256};
  cudaTextureDesc how{};
  cudaTextureObject_t texture, *table;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaMalloc(&table, sizeof texture);
  cudaMemcpy(table, &texture, sizeof texture, cudaMemcpyHostToDevice);
  k<<<1, 64>>>(table, g, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(texture); cudaFree(g); cudaFree(o); cudaFree(table);
}
