// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread of another warp reads by a texture what this kernel writes.
#include <cstdio>
__global__ void k(cudaTextureObject_t texture, int *p, int *o) {
  int i = threadIdx.x;
  p[i] = i; //! racecheck RAW write
  o[i] = tex1Dfetch<int>(texture, i ^ 32); //! racecheck RAW read
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {p, cudaCreateChannelDesc<int>(), 256};
  cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  k<<<1, 64>>>(texture, p, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(texture); cudaFree(p); cudaFree(o);
}
