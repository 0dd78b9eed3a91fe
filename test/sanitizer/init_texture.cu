// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texels of linear memory that nobody wrote.
#include <cstdio>
__global__ void k(cudaTextureObject_t t, float *o) {
  o[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); //! initcheck uninit texture read 4
}
int main() {
  float *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = cudaCreateChannelDesc<float>();
  r.res.linear.sizeInBytes = 256;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  k<<<1, 64>>>(t, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(t);
  cudaFree(p); cudaFree(o);
}
