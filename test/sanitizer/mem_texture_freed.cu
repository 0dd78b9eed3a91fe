// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of a texture is freed while the texture lives.
#include <cstdio>
__global__ void k(cudaTextureObject_t t, int *o) {
  o[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x); //! memcheck oob global read 4 x32
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 128); cudaMalloc(&o, 128); cudaMemset(p, 0, 128);
  cudaResourceDesc r{}; cudaTextureDesc d{}; cudaTextureObject_t t;
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = cudaCreateChannelDesc<int>();
  r.res.linear.sizeInBytes = 128;
  cudaCreateTextureObject(&t, &r, &d, 0);
  k<<<1, 32>>>(t, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
  k<<<1, 32>>>(t, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(t);
  cudaFree(o);
}
