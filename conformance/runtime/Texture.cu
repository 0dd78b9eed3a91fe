// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects: what kernels read, descriptors that come back, errors. Expectations
// follow the CUDA guide and the results recorded on an H200; the program itself has not run there
// yet.
#include "Check.h"

#include <vector>

template <class T>
__global__ void row(cudaTextureObject_t texture, T *out, float first, float step) {
  out[threadIdx.x] = tex2D<T>(texture, first + step * threadIdx.x, 0.5f);
}
__global__ void fetch(cudaTextureObject_t texture, float4 *out) {
  out[threadIdx.x] = tex1Dfetch<float4>(texture, (int)threadIdx.x - 1);
}
__global__ void gather(cudaTextureObject_t texture, float4 *out) {
  out[0] = tex2Dgather<float4>(texture, 1.0f, 1.0f, 1);
}
__global__ void levels(cudaTextureObject_t texture, float *out) {
  const float2 none = {0, 0}, two = {0.5f, 0};
  out[0] = tex2DLod<float>(texture, 0.5f, 0.5f, 0);
  out[1] = tex2DLod<float>(texture, 0.5f, 0.5f, 1);
  out[2] = tex2DLod<float>(texture, 0.5f, 0.5f, 0.5f);
  out[3] = tex2DGrad<float>(texture, 0.5f, 0.5f, two, none); // two texels of the first level
}
__global__ void plusOne(cudaSurfaceObject_t surface, int width) {
  const int x = threadIdx.x;
  if (x >= width)
    return;
  ushort2 v = surf2Dread<ushort2>(surface, x * 4, 1);
  v.x += 1, v.y += 2;
  surf2Dwrite(v, surface, x * 4, 1);
}

static cudaResourceDesc resourceOf(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

static cudaTextureDesc reading(cudaTextureReadMode mode, cudaTextureFilterMode filter,
                               int normalized) {
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  how.filterMode = how.mipmapFilterMode = filter;
  how.readMode = mode;
  how.normalizedCoords = normalized;
  return how;
}

static float *results;
static std::vector<float> take(int count) {
  std::vector<float> host(count);
  OK(cudaMemcpy(host.data(), results, count * sizeof(float), cudaMemcpyDeviceToHost));
  return host;
}

static void formats() {
  const short shorts[4] = {-32768, -16384, 0, 32767};
  cudaChannelFormatDesc shortDesc = cudaCreateChannelDesc<short>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &shortDesc, 4, 1));
  OK(cudaMemcpy2DToArray(array, 0, 0, shorts, 8, 8, 1, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = resourceOf(array);
  cudaTextureDesc how = reading(cudaReadModeNormalizedFloat, cudaFilterModePoint, 0);
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  row<float><<<1, 4>>>(texture, results, 0.5f, 1);
  std::vector<float> seen = take(4);
  CHECK(seen[0] == -1 && seen[1] == -16384 / 32767.f && seen[2] == 0 && seen[3] == 1);
  OK(cudaDestroyTextureObject(texture));
  how.readMode = cudaReadModeElementType;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  row<short><<<1, 4>>>(texture, reinterpret_cast<short *>(results), 0.5f, 1);
  seen = take(2);
  CHECK(!std::memcmp(seen.data(), shorts, 8));
  OK(cudaDestroyTextureObject(texture));
  how.filterMode = cudaFilterModeLinear;
  EXPECT(cudaErrorInvalidFilterSetting,
         cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  OK(cudaFreeArray(array));

  // Filtered bytes: 43819 / 65535 lies between 170 and 171.
  const unsigned char bytes[2] = {170, 171};
  cudaChannelFormatDesc byteDesc = cudaCreateChannelDesc<unsigned char>();
  OK(cudaMallocArray(&array, &byteDesc, 2, 1));
  OK(cudaMemcpy2DToArray(array, 0, 0, bytes, 2, 2, 1, cudaMemcpyHostToDevice));
  resource = resourceOf(array);
  how = reading(cudaReadModeNormalizedFloat, cudaFilterModeLinear, 1);
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  row<float><<<1, 1>>>(texture, results, 0.5f, 0);
  CHECK(take(1)[0] == 43819 / 65535.f);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
}

static void linearMemory() {
  float4 *memory, host[3] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  OK(cudaMalloc(&memory, sizeof host));
  OK(cudaMemcpy(memory, host, sizeof host, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float4>();
  resource.res.linear.sizeInBytes = 2 * sizeof(float4);
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  fetch<<<1, 4>>>(texture, reinterpret_cast<float4 *>(results));
  std::vector<float> seen = take(16);
  for (int i = 0; i < 16; ++i)
    EQUAL(i < 4 || i >= 12 ? 0 : i - 3, seen[i]);
  cudaResourceDesc back;
  OK(cudaGetTextureObjectResourceDesc(&back, texture));
  CHECK(back.resType == cudaResourceTypeLinear && back.res.linear.devPtr == memory &&
        back.res.linear.sizeInBytes == 32 && back.res.linear.desc.w == 32);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFree(memory));
}

static void gathered() {
  const float2 texels[4] = {{0, 10}, {1, 11}, {2, 12}, {3, 13}};
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float2>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &desc, 2, 2, cudaArrayTextureGather));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels, 16, 16, 2, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = resourceOf(array);
  cudaTextureDesc how = reading(cudaReadModeElementType, cudaFilterModePoint, 0);
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  gather<<<1, 1>>>(texture, reinterpret_cast<float4 *>(results));
  std::vector<float> seen = take(4);
  CHECK(seen[0] == 12 && seen[1] == 13 && seen[2] == 11 && seen[3] == 10);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
}

static void mipmaps() {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  OK(cudaMallocMipmappedArray(&mipmap, &desc, make_cudaExtent(4, 4, 0), 2));
  for (unsigned i = 0; i < 2; ++i) {
    cudaArray_t level;
    OK(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    std::vector<float> texels(16, i ? 3.f : 1.f);
    const size_t side = 4 >> i;
    OK(cudaMemcpy2DToArray(level, 0, 0, texels.data(), side * 4, side * 4, side,
                           cudaMemcpyHostToDevice));
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc how = reading(cudaReadModeElementType, cudaFilterModeLinear, 1);
  how.maxMipmapLevelClamp = 1;
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  levels<<<1, 1>>>(texture, results);
  std::vector<float> seen = take(4);
  CHECK(seen[0] == 1 && seen[1] == 3 && seen[2] == 2 && seen[3] == 3);
  cudaTextureDesc back;
  OK(cudaGetTextureObjectTextureDesc(&back, texture));
  CHECK(back.maxMipmapLevelClamp == 1 && back.normalizedCoords &&
        back.filterMode == cudaFilterModeLinear);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeMipmappedArray(mipmap));
  OK(cudaFreeMipmappedArray(nullptr));
}

static void surfaces() {
  const ushort2 texels[2][3] = {{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {65535, 12}}};
  ushort2 seen[2][3];
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<ushort2>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &desc, 3, 2, cudaArraySurfaceLoadStore));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels, 12, 12, 2, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = resourceOf(array), back;
  cudaSurfaceObject_t surface;
  OK(cudaCreateSurfaceObject(&surface, &resource));
  plusOne<<<1, 32>>>(surface, 3);
  OK(cudaMemcpy2DFromArray(seen, 12, array, 0, 0, 12, 2, cudaMemcpyDeviceToHost));
  CHECK(!std::memcmp(seen[0], texels[0], 12));
  for (int x = 0; x < 3; ++x) {
    EQUAL((texels[1][x].x + 1) & 65535, seen[1][x].x);
    EQUAL(texels[1][x].y + 2, seen[1][x].y);
  }
  OK(cudaGetSurfaceObjectResourceDesc(&back, surface));
  CHECK(back.res.array.array == array);
  OK(cudaDestroySurfaceObject(surface));
  resource = resourceOf(nullptr);
  EXPECT(cudaErrorInvalidResourceHandle, cudaCreateSurfaceObject(&surface, &resource));
  OK(cudaFreeArray(array));
}

int main() {
  OK(cudaMalloc(&results, 4096));
  formats();
  linearMemory();
  gathered();
  mipmaps();
  surfaces();
  OK(cudaFree(results));
  return finish("Texture");
}
