// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each row of a pitched texture is written by a kernel that fetches the others.
#include <cstdio>
__global__ void k(cudaTextureObject_t t, float *p, int pitch, int row) {
  p[row * pitch + threadIdx.x] = 1 + tex2D<float>(t, threadIdx.x + .5f, row - .5f);
}
int main() {
  float *p;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, 64, 4);
  cudaMemset2D(p, pitch, 0, 64, 4);
  cudaResourceDesc r{};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = p;
  r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  r.res.pitch2D.width = 16;
  r.res.pitch2D.height = 4;
  r.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc d{};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, 0);
  for (int row = 1; row < 4; ++row)
    k<<<1, 16>>>(t, p, pitch / 4, row);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(t); cudaFree(p);
}
