// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures and surfaces over arrays, mipmapped arrays, linear and pitched memory, on two threads at
// once: what they tell again, and the descriptions of which no object is made.
#include "Check.h"

__global__ void readAll(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, int(threadIdx.x));
}
__global__ void writeAll(cudaSurfaceObject_t surface) {
  surf2Dwrite(float(threadIdx.x), surface, int(threadIdx.x) * 4, 0);
}

constexpr size_t kWidth = 64, kHeight = 4;

static cudaResourceDesc ofArray(cudaArray_t array) {
  cudaResourceDesc desc{};
  desc.resType = cudaResourceTypeArray;
  desc.res.array.array = array;
  return desc;
}
static cudaResourceDesc ofLinear(void *memory, size_t bytes) {
  cudaResourceDesc desc{};
  desc.resType = cudaResourceTypeLinear;
  desc.res.linear.devPtr = memory;
  desc.res.linear.desc = cudaCreateChannelDesc<float>();
  desc.res.linear.sizeInBytes = bytes;
  return desc;
}
static cudaResourceDesc ofPitched(void *memory, size_t pitch) {
  cudaResourceDesc desc{};
  desc.resType = cudaResourceTypePitch2D;
  desc.res.pitch2D.devPtr = memory;
  desc.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  desc.res.pitch2D.width = kWidth;
  desc.res.pitch2D.height = kHeight;
  desc.res.pitch2D.pitchInBytes = pitch;
  return desc;
}

static void textures(cudaArray_t array, cudaMipmappedArray_t mipmap, float *memory, size_t pitch) {
  cudaTextureObject_t object = 0;
  cudaTextureDesc plain{}, seenTexture{};
  cudaResourceDesc resource = ofArray(array), seen{};
  plain.addressMode[0] = cudaAddressModeBorder;
  plain.maxAnisotropy = 3;
  OK(cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  OK(cudaGetTextureObjectResourceDesc(&seen, object));
  CHECK(seen.resType == cudaResourceTypeArray && seen.res.array.array == array);
  OK(cudaGetTextureObjectTextureDesc(&seenTexture, object));
  EQUAL(cudaAddressModeBorder, seenTexture.addressMode[0]);
  EQUAL(3, seenTexture.maxAnisotropy);
  OK(cudaDestroyTextureObject(object));

  resource = ofLinear(memory, kWidth * 4);
  plain = {};
  OK(cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  OK(cudaGetTextureObjectResourceDesc(&seen, object));
  CHECK(seen.resType == cudaResourceTypeLinear && seen.res.linear.devPtr == memory);
  EQUAL(kWidth * 4, seen.res.linear.sizeInBytes);
  EQUAL(32, seen.res.linear.desc.x);
  float in[kWidth], out[kWidth] = {}, *answer = nullptr;
  for (size_t i = 0; i < kWidth; ++i)
    in[i] = float(i) * 3;
  OK(cudaMemcpy(memory, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMalloc(&answer, sizeof out));
  readAll<<<1, kWidth>>>(object, answer);
  OK(cudaMemcpy(out, answer, sizeof out, cudaMemcpyDeviceToHost));
  CHECK(!std::memcmp(in, out, sizeof in));
  OK(cudaFree(answer));
  OK(cudaDestroyTextureObject(object));

  resource = ofPitched(memory, pitch);
  OK(cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  OK(cudaGetTextureObjectResourceDesc(&seen, object));
  CHECK(seen.resType == cudaResourceTypePitch2D && seen.res.pitch2D.pitchInBytes == pitch);
  EQUAL(kHeight, seen.res.pitch2D.height);
  OK(cudaDestroyTextureObject(object));
  resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc normalized{};
  normalized.normalizedCoords = 1;
  OK(cudaCreateTextureObject(&object, &resource, &normalized, nullptr));
  OK(cudaGetTextureObjectResourceDesc(&seen, object));
  CHECK(seen.resType == cudaResourceTypeMipmappedArray && seen.res.mipmap.mipmap == mipmap);
  OK(cudaDestroyTextureObject(object));

  resource = ofArray(array);
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(nullptr, &resource, &plain, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, nullptr, &plain, nullptr));
  EXPECT(onNvidia() ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue, // which is documented
         cudaCreateTextureObject(&object, &resource, nullptr, nullptr));
  resource = ofArray(nullptr);
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  resource = ofLinear(nullptr, kWidth * 4);
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  resource = ofLinear(memory + 1, 4); // not aligned
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  size_t texels = 0;
  OK(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &resource.res.linear.desc, 0));
  resource = ofLinear(memory, texels * 4);
  OK(cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  OK(cudaDestroyTextureObject(object));
  resource = ofLinear(memory, (texels + 1) * 4);
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  resource = ofLinear(memory, kWidth * 4);
  resource.res.linear.desc = {7, 0, 0, 0, cudaChannelFormatKindSigned};
  EXPECT(cudaErrorInvalidChannelDescriptor,
         cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  resource = ofPitched(memory, pitch + 1);
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  int most = 0;
  OK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxTexture2DLinearPitch, 0));
  resource = ofPitched(memory, size_t(most) / 32 * 32 + 32);
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  OK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxTexture2DLinearWidth, 0));
  resource = ofPitched(memory, pitch);
  resource.res.pitch2D.width = size_t(most) + 1;
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  OK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxTexture2DLinearHeight, 0));
  resource = ofPitched(memory, pitch);
  resource.res.pitch2D.height = size_t(most) + 1;
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  resource = ofArray(array);
  resource.resType = cudaResourceType(9);
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, nullptr));
  resource = ofArray(array);
  cudaTextureDesc wrong{};
  wrong.readMode = cudaReadModeNormalizedFloat; // floats are no fractions
  EXPECT(cudaErrorInvalidNormSetting, cudaCreateTextureObject(&object, &resource, &wrong, nullptr));
  cudaResourceViewDesc view{};
  view.format = cudaResViewFormatFloat2; // of another size
  view.width = kWidth;
  view.height = kHeight;
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(&object, &resource, &plain, &view));

  EXPECT(cudaErrorInvalidValue, cudaGetTextureObjectResourceDesc(&seen, 0));
  EXPECT(cudaErrorInvalidValue, cudaGetTextureObjectTextureDesc(&seenTexture, 0));
  OK(cudaDestroyTextureObject(0));
}

static void surfaces(cudaArray_t array, cudaArray_t plainArray, float *memory) {
  cudaSurfaceObject_t object = 0;
  cudaResourceDesc resource = ofArray(array), seen{};
  OK(cudaCreateSurfaceObject(&object, &resource));
  OK(cudaGetSurfaceObjectResourceDesc(&seen, object));
  CHECK(seen.resType == cudaResourceTypeArray && seen.res.array.array == array);
  writeAll<<<1, kWidth>>>(object);
  float out[kWidth] = {};
  OK(cudaMemcpy2DFromArray(out, sizeof out, array, 0, 0, sizeof out, 1, cudaMemcpyDeviceToHost));
  CHECK(out[0] == 0 && out[kWidth - 1] == float(kWidth - 1));
  OK(cudaDestroySurfaceObject(object));
  EXPECT(cudaErrorInvalidValue, cudaCreateSurfaceObject(nullptr, &resource));
  EXPECT(cudaErrorInvalidValue, cudaCreateSurfaceObject(&object, nullptr));
  resource = ofArray(nullptr);
  EXPECT(cudaErrorInvalidResourceHandle, cudaCreateSurfaceObject(&object, &resource));
  resource = ofArray(plainArray);
  OK(cudaCreateSurfaceObject(&object, &resource)); // seen: though not made for surfaces
  OK(cudaDestroySurfaceObject(object));
  resource = ofLinear(memory, kWidth * 4);
  EXPECT(cudaErrorInvalidValue, cudaCreateSurfaceObject(&object, &resource));
  resource.res.linear.desc = {7, 0, 0, 0, cudaChannelFormatKindSigned};
  EXPECT(cudaErrorInvalidChannelDescriptor, cudaCreateSurfaceObject(&object, &resource));
  EXPECT(cudaErrorInvalidValue, cudaGetSurfaceObjectResourceDesc(&seen, 0));
  OK(cudaDestroySurfaceObject(0));
}

/// What an array tells, and that nothing tells it of none.
static void arrays(cudaArray_t array, cudaMipmappedArray_t mipmap) {
  cudaChannelFormatDesc desc{};
  cudaExtent extent{};
  unsigned flags = 0;
  OK(cudaArrayGetInfo(&desc, &extent, &flags, array));
  EQUAL(32, desc.x);
  EQUAL(kWidth, extent.width);
  EQUAL(kHeight, extent.height);
  EQUAL(cudaArraySurfaceLoadStore, flags);
  OK(cudaGetChannelDesc(&desc, array));
  EQUAL(cudaChannelFormatKindFloat, desc.f);
  cudaArray_t level = nullptr;
  OK(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
  OK(cudaArrayGetInfo(nullptr, &extent, nullptr, level));
  EQUAL(kWidth / 2, extent.width);
  EQUAL(kHeight / 2, extent.height);
  size_t width = 0;
  OK(cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, 0));
  EQUAL(1 << 30, width); // seen, though the attribute is a quarter of it
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &desc, 0));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, 99));
  desc = {};
  EXPECT(cudaErrorInvalidChannelDescriptor, cudaDeviceGetTexture1DLinearMaxWidth(&width, &desc, 0));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetTexture1DLinearMaxWidth(&width, nullptr, 0));
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int) {
    cudaArray_t array = nullptr, plain = nullptr;
    cudaMipmappedArray_t mipmap = nullptr;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    float *memory = nullptr;
    size_t pitch = 0;
    OK(cudaMallocArray(&array, &desc, kWidth, kHeight, cudaArraySurfaceLoadStore));
    OK(cudaMallocArray(&plain, &desc, kWidth, kHeight));
    OK(cudaMallocMipmappedArray(&mipmap, &desc, make_cudaExtent(kWidth, kHeight, 0), 2));
    OK(cudaMallocPitch(&memory, &pitch, kWidth * 4, kHeight));
    textures(array, mipmap, memory, pitch);
    surfaces(array, plain, memory);
    arrays(array, mipmap);
    OK(cudaFree(memory));
    OK(cudaFreeArray(array));
    OK(cudaFreeArray(plain));
    OK(cudaFreeMipmappedArray(mipmap));
  });
  return finish("ObjectErrors");
}
