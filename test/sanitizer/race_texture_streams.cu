// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One stream's kernel writes the memory of a texture that another stream's kernel reads.
#include <cstdio>
__global__ void write(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
__global__ void read(cudaTextureObject_t texture, int *o) {
  o[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x); //! racecheck RAW read
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
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  write<<<1, 64, 0, a>>>(p);
  read<<<1, 64, 0, b>>>(texture, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(a); cudaStreamDestroy(b);
  cudaDestroyTextureObject(texture); cudaFree(p); cudaFree(o);
}
