// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel fetches by a texture of pitched rows what its other threads write.
#include <cstdio>
__global__ void k(cudaTextureObject_t t, float *p, int pitch, float *o) {
  int x = threadIdx.x, y = threadIdx.y;
  p[y * pitch + x] = x + y; //! racecheck RAW write
  o[y * 16 + x] = tex2D<float>(t, 15 - x + .5f, y + .5f); //! racecheck RAW read
}
int main() {
  float *p, *o;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, 64, 4);
  cudaMalloc(&o, 1024);
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
  k<<<1, dim3(16, 4)>>>(t, p, pitch / 4, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroyTextureObject(t); cudaFree(p); cudaFree(o);
}
