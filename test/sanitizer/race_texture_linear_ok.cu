// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels before and after write what a texture reads; the kernel itself writes behind it in the same allocation.
#include <cstdio>
__global__ void write(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void k(cudaTextureObject_t texture, int *p, int *o) {
  int i = threadIdx.x;
  p[64 + i] = i;
  __syncthreads();
  o[i] = tex1Dfetch<int>(texture, i ^ 32) + p[64 + (i ^ 32)];
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 512); cudaMalloc(&o, 256); cudaMemset(p, 0, 512);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {p, cudaCreateChannelDesc<int>(), 256};
  cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  write<<<1, 64>>>(p);
  k<<<1, 64>>>(texture, p, o);
  write<<<1, 64>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(texture); cudaFree(p); cudaFree(o);
}
