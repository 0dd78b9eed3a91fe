// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel writes all rows of pitched memory but the first, which is a halo; then a texture reads them.
#include <cstdio>
__global__ void fill(float *p, size_t pitch) { ((float *)((char *)p + pitch * (threadIdx.y + 1)))[threadIdx.x] = 1; }
__global__ void k(cudaTextureObject_t t, float *o) { o[threadIdx.x] = tex2D<float>(t, threadIdx.x, 2); }
int main() {
  float *o, *p;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, 64 * sizeof(float), 4); cudaMalloc(&o, 256);
  fill<<<1, dim3(64, 3)>>>(p, pitch);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = p;
  r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  r.res.pitch2D.width = 64;
  r.res.pitch2D.height = 4;
  r.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  k<<<1, 64>>>(t, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(t);
  cudaFree(p); cudaFree(o);
}
