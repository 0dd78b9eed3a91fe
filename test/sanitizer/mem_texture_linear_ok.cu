// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear textures past their ends and pitched ones to their last texel.
#include <cstdio>
__global__ void k(cudaTextureObject_t a, cudaTextureObject_t b, float *p) {
  p[threadIdx.x] = tex1Dfetch<float>(a, threadIdx.x - 8) + tex2D<float>(b, threadIdx.x + .5f, 3.5f);
}
int main() {
  float *q, *p; size_t pitch; char *w; cudaTextureObject_t a, b;
  cudaMalloc(&q, 64); cudaMemset(q, 0, 64); cudaMalloc(&p, 128); cudaMallocPitch(&w, &pitch, 128, 4); cudaMemset2D(w, pitch, 0, 128, 4);
  cudaResourceDesc r{}; cudaTextureDesc t{};
  r.resType = cudaResourceTypeLinear; r.res.linear.devPtr = q; r.res.linear.desc = cudaCreateChannelDesc<float>(); r.res.linear.sizeInBytes = 64;
  cudaCreateTextureObject(&a, &r, &t, nullptr);
  r = {}; r.resType = cudaResourceTypePitch2D; r.res.pitch2D.devPtr = w; r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  r.res.pitch2D.width = 32; r.res.pitch2D.height = 4; r.res.pitch2D.pitchInBytes = pitch;
  cudaCreateTextureObject(&b, &r, &t, nullptr);
  k<<<1, 32>>>(a, b, p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(a); cudaDestroyTextureObject(b); cudaFree(q); cudaFree(p); cudaFree(w);
}
