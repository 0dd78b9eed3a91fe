// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays: formats, what they tell of themselves, copies that follow their rows.
#include "Check.h"

static char host[4096], back[4096];

int main() {
  for (int i = 0; i < 4096; ++i)
    host[i] = char(i * 7 + i / 256);
  cudaArray_t array, small;
  cudaChannelFormatDesc float4Desc = cudaCreateChannelDesc<float4>(), seen;
  cudaExtent extent;
  unsigned flags = 9;
  OK(cudaMallocArray(&array, &float4Desc, 8, 4));
  OK(cudaArrayGetInfo(&seen, &extent, &flags, array));
  EQUAL(32, seen.x);
  EQUAL(32, seen.w);
  EQUAL(cudaChannelFormatKindFloat, seen.f);
  EQUAL(8, extent.width);
  EQUAL(4, extent.height);
  EQUAL(0, extent.depth);
  EQUAL(0, flags);
  OK(cudaArrayGetInfo(nullptr, nullptr, nullptr, array));
  EXPECT(cudaErrorInvalidResourceHandle, cudaArrayGetInfo(&seen, &extent, &flags, nullptr));
  EXPECT(cudaErrorInvalidResourceHandle, cudaGetChannelDesc(&seen, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMallocArray(&small, nullptr, 8, 4));
  EXPECT(cudaErrorInvalidValue, cudaMallocArray(nullptr, &float4Desc, 8, 4));
  cudaChannelFormatDesc bad = {7, 0, 0, 0, cudaChannelFormatKindFloat};
  EXPECT(cudaErrorInvalidChannelDescriptor, cudaMallocArray(&small, &bad, 8, 4));
  OK(cudaFreeArray(nullptr));

  // Rows of 128 bytes: 256 bytes from column 16 on end in the third row.
  OK(cudaMemcpy2DToArray(array, 0, 0, host, 128, 128, 4, cudaMemcpyHostToDevice));
  OK(cudaMemcpyToArray(array, 16, 0, host + 1000, 256, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DFromArray(back, 128, array, 0, 0, 128, 4, cudaMemcpyDeviceToHost));
  CHECK(!std::memcmp(back, host, 16));
  CHECK(!std::memcmp(back + 16, host + 1000, 256));
  CHECK(!std::memcmp(back + 272, host + 272, 512 - 272));
  OK(cudaMemcpyFromArray(back, array, 100, 1, 200, cudaMemcpyDeviceToHost));
  CHECK(!std::memcmp(back, host + 1000 + 228 - 16, 272 - 228));
  CHECK(!std::memcmp(back + 44, host + 272, 156));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToArray(array, 0, 0, host, 4096, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DToArray(array, 0, 0, host, 128, 0, 4, cudaMemcpyHostToDevice));
  // An array is the device's (seen).
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2DToArray(array, 0, 0, host, 128, 128, 4, cudaMemcpyDeviceToHost));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2DFromArray(back, 128, array, 0, 0, 128, 4, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpyToArray(array, 0, 0, host, 128, cudaMemcpyDeviceToHost));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpyFromArray(back, array, 0, 0, 128, cudaMemcpyHostToHost));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2DArrayToArray(array, 0, 0, array, 0, 2, 64, 1, cudaMemcpyHostToDevice));
  // One row needs no pitch.
  OK(cudaMemcpy2DToArray(array, 0, 3, host + 1000, 0, 64, 1, cudaMemcpyHostToDevice));
  OK(cudaMemcpyFromArray(back, array, 0, 3, 64, cudaMemcpyDeviceToHost));
  CHECK(!std::memcmp(back, host + 1000, 64));
  OK(cudaMemcpy2DToArray(array, 0, 3, host + 384, 0, 64, 1, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DToArray(array, 0, 0, host, 128, 128, 5, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidPitchValue,
         cudaMemcpy2DToArray(array, 0, 0, host, 32, 64, 2, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaMemcpy2DToArray(nullptr, 0, 0, host, 64, 64, 1, cudaMemcpyHostToDevice));

  // Boxes count elements where an array takes part, and elements of one size only.
  cudaArray_t ints, shorts;
  cudaChannelFormatDesc intDesc = cudaCreateChannelDesc<int>();
  cudaChannelFormatDesc shortDesc = cudaCreateChannelDesc<short>();
  OK(cudaMallocArray(&ints, &intDesc, 8, 8));
  OK(cudaMallocArray(&shorts, &shortDesc, 8, 8));
  OK(cudaMemcpy2DToArray(ints, 0, 0, host, 32, 32, 8, cudaMemcpyHostToDevice));
  cudaMemcpy3DParms parms = {};
  parms.srcArray = ints;
  parms.dstArray = shorts;
  parms.extent = make_cudaExtent(4, 4, 1);
  parms.kind = cudaMemcpyDeviceToDevice;
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3D(&parms));
  parms.dstArray = nullptr;
  parms.dstPtr = make_cudaPitchedPtr(back, 16, 16, 4);
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3D(&parms)); // host memory is not the device's
  parms.kind = cudaMemcpyDeviceToHost;
  parms.srcPos = make_cudaPos(2, 1, 0);
  OK(cudaMemcpy3D(&parms));
  CHECK(!std::memcmp(back, host + 32 + 8, 16));
  CHECK(!std::memcmp(back + 48, host + 4 * 32 + 8, 16));
  parms.srcPtr = make_cudaPitchedPtr(host, 16, 16, 4);
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3D(&parms)); // two sources
  OK(cudaMemcpy2DArrayToArray(shorts, 0, 0, ints, 0, 0, 16, 4, cudaMemcpyDeviceToDevice));
  OK(cudaMemcpyArrayToArray(shorts, 0, 0, ints, 4, 1, 40, cudaMemcpyDeviceToDevice));
  OK(cudaMemcpyFromArray(back, shorts, 0, 0, 40, cudaMemcpyDeviceToHost));
  CHECK(!std::memcmp(back, host + 36, 40));
  OK(cudaFreeArray(array));
  OK(cudaFreeArray(ints));
  OK(cudaFreeArray(shorts));
  return finish("Array");
}
