// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs recorded on an H100 showed where the manual leaves it open: halves that are fused,
// levels of mipmaps.
#include "Check.h"

#include <cmath>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void fused(__half *h, __half2 *p) {
  h[3] = h[0] * h[0] - h[1];
  h[4] = __hsub_rn(__hmul_rn(h[0], h[0]), h[1]);
  p[0] = p[1] - p[2] * p[2];
}

/// A product that only a sum uses is not rounded: (1 + 2^-10)^2 - (1 + 2^-9) is 2^-20.
static void halves() {
  __half *h;
  __half2 *p;
  OK(cudaMallocManaged(&h, 32));
  OK(cudaMallocManaged(&p, 32));
  h[0] = __ushort_as_half(0x3c01);
  h[1] = __ushort_as_half(0x3c02);
  p[1] = __halves2half2(h[1], h[1]);
  p[2] = __halves2half2(h[0], h[0]);
  fused<<<1, 1>>>(h, p);
  OK(cudaDeviceSynchronize());
  EQUAL(0x0010, __half_as_ushort(h[3]));
  EQUAL(0, __half_as_ushort(h[4]));
  EQUAL(0x8010, __half_as_ushort(__low2half(p[0])));
  EQUAL(0x8010, __half_as_ushort(__high2half(p[0])));
  EQUAL(0xff, __nv_cvt_double_to_fp8(-std::nan(""), __NV_SATFINITE, __NV_E4M3));
  EQUAL(0xfe, __nv_cvt_double_to_fp8(-std::nan(""), __NV_NOSAT, __NV_E5M2));
  OK(cudaFree(h));
  OK(cudaFree(p));
}

__global__ void fetch(cudaTextureObject_t texture, float *out) {
  out[0] = tex2D<float>(texture, 0.5f, 0.5f);
  out[1] = tex2DLod<float>(texture, 0.5f, 0.5f, 0);
}

static void textures() {
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  OK(cudaMallocMipmappedArray(&mipmap, &floats, make_cudaExtent(2, 2, 0), 2));
  for (unsigned i = 0; i < 2; ++i) {
    cudaArray_t level;
    OK(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    const float value[4] = {10.f + i, 10.f + i, 10.f + i, 10.f + i};
    OK(cudaMemcpy2DToArray(level, 0, 0, value, 8, 8u >> i, 2u >> i, cudaMemcpyHostToDevice));
  }
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeMipmappedArray;
  what.res.mipmap.mipmap = mipmap;
  cudaTextureDesc how = {};
  how.normalizedCoords = 1;
  how.mipmapLevelBias = 1;
  how.maxMipmapLevelClamp = 1;
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &what, &how, nullptr));
  float *out;
  OK(cudaMallocManaged(&out, 8));
  fetch<<<1, 1>>>(texture, out);
  OK(cudaDeviceSynchronize());
  EQUAL(10, out[0]); // the bias is for levels that are named
  EQUAL(11, out[1]);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeMipmappedArray(mipmap));
  OK(cudaFree(out));

  const cudaChannelFormatDesc words = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &words, 8, 1));
  what = {};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = array;
  how = {};
  how.filterMode = cudaFilterModeLinear;
  cudaResourceViewDesc view = {};
  view.format = cudaResViewFormatFloat1;
  view.width = 8;
  view.height = 1;
  EXPECT(cudaErrorInvalidFilterSetting, cudaCreateTextureObject(&texture, &what, &how, &view));
  OK(cudaFreeArray(array));
}

int main() {
  halves();
  textures();
  return finish("RecordedValues");
}
