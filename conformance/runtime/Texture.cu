// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects: what kernels read, descriptors that come back, errors.
#include <initializer_list>

#include "Textures.h"

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
/// What is not sparse is all there.
__global__ void residents(cudaTextureObject_t texture, float2 *out, int *count) {
  bool is[4] = {};
  const float2 none = {0, 0};
  out[0] = tex2D<float2>(texture, 0.5f, 1.5f, &is[0]);
  tex2DLod<float2>(&out[1], texture, 1.5f, 0.5f, 0, &is[1]);
  out[2] = tex2DGrad<float2>(texture, 1.5f, 1.5f, none, none, &is[2]);
  const float4 four = tex2Dgather<float4>(texture, 1.0f, 1.0f, &is[3], 1);
  out[3] = {four.x, four.w};
  *count = is[0] + is[1] + is[2] + is[3];
}
__global__ void plusOne(cudaSurfaceObject_t surface, int width) {
  const int x = threadIdx.x;
  if (x >= width)
    return;
  ushort2 v = surf2Dread<ushort2>(surface, x * 4, 1);
  v.x += 1, v.y += 2;
  surf2Dwrite(v, surface, x * 4, 1);
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

/// One row of floats 1 … 4, read at 16 places from -4 on.
static void addressModes() {
  const float texels[4] = {1, 2, 3, 4}, border = 9;
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &desc, 4, 1));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels, 16, 16, 1, cudaMemcpyHostToDevice));
  const cudaResourceDesc resource = resourceOf(array);
  for (int mode = cudaAddressModeWrap; mode <= cudaAddressModeBorder; ++mode)
    for (int normalized = 0; normalized < 2; ++normalized) {
      cudaTextureDesc how = reading(cudaReadModeElementType, cudaFilterModePoint, normalized);
      how.addressMode[0] = cudaTextureAddressMode(mode);
      how.borderColor[0] = border;
      cudaTextureObject_t texture;
      OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
      row<float>
          <<<1, 16>>>(texture, results, normalized ? -3.5f / 4 : -3.5f, normalized ? 0.25f : 1);
      std::vector<float> seen = take(16);
      for (int i = 0; i < 16; ++i) {
        const int at = i - 4, clamped = at < 0 ? 0 : at > 3 ? 3 : at;
        const int wrapped = i % 4, mirrored = i / 4 % 2 ? wrapped : 3 - wrapped;
        const float expected = mode == cudaAddressModeBorder ? (at == clamped ? texels[at] : border)
                               : mode == cudaAddressModeClamp || !normalized ? texels[clamped]
                               : mode == cudaAddressModeWrap                 ? texels[wrapped]
                                                                             : texels[mirrored];
        EQUAL(expected, seen[i]);
      }
      OK(cudaDestroyTextureObject(texture));
    }
  OK(cudaFreeArray(array));
}

/// The sRGB curve has about 8 bits; alpha is not bent.
static void srgb() {
  std::vector<uchar4> texels(256);
  for (int i = 0; i < 256; ++i)
    texels[i] = make_uchar4(i, i, i, i);
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &desc, 256, 1));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), 1024, 1024, 1, cudaMemcpyHostToDevice));
  const cudaResourceDesc resource = resourceOf(array);
  for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    cudaTextureDesc how = reading(cudaReadModeNormalizedFloat, filter, 0);
    how.sRGB = 1;
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    const bool isBetween = filter == cudaFilterModeLinear;
    row<float4><<<1, 256>>>(texture, reinterpret_cast<float4 *>(results), isBetween ? 1 : 0.5f, 1);
    std::vector<float> seen = take(1024);
    if (isBetween) {
      CHECK(seen[4] == 15 / 32768.f && seen[7] == 386 / 65535.f);
    } else {
      CHECK(seen[4] == 5 / 16384.f && seen[7] == 1 / 255.f);
      CHECK(seen[4 * 50] == 524 / 16384.f && seen[4 * 100 + 2] == 2080 / 16384.f);
      CHECK(seen[4 * 200 + 1] == 9472 / 16384.f && seen[4 * 255] == 1);
    }
    OK(cudaDestroyTextureObject(texture));
  }
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
  int count, *countPlace = reinterpret_cast<int *>(results + 16);
  residents<<<1, 1>>>(texture, reinterpret_cast<float2 *>(results), countPlace);
  seen = take(8);
  CHECK(seen[0] == 2 && seen[1] == 12 && seen[2] == 1 && seen[3] == 11 && seen[4] == 3);
  CHECK(seen[5] == 13 && seen[6] == 12 && seen[7] == 10);
  OK(cudaMemcpy(&count, countPlace, sizeof count, cudaMemcpyDeviceToHost));
  EQUAL(4, count);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
}

/// What the runtime itself refuses.
static void settings() {
  auto create = [](const cudaChannelFormatDesc &desc, int mode, int filter) {
    cudaArray_t array;
    OK(cudaMallocArray(&array, &desc, 8, 8));
    const cudaResourceDesc resource = resourceOf(array);
    const cudaTextureDesc how =
        reading(cudaTextureReadMode(mode), cudaTextureFilterMode(filter), 0);
    cudaTextureObject_t texture;
    const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    if (!error)
      OK(cudaDestroyTextureObject(texture));
    else
      EQUAL(error, cudaGetLastError());
    OK(cudaFreeArray(array));
    return error;
  };
  for (int filter = 0; filter < 2; ++filter) {
    EQUAL(cudaErrorInvalidNormSetting, create(cudaCreateChannelDesc<float>(), 1, filter));
    EQUAL(cudaErrorInvalidNormSetting, create(cudaCreateChannelDescHalf4(), 1, filter));
    EQUAL(cudaSuccess, create(cudaCreateChannelDesc<float>(), 0, filter));
    EQUAL(cudaSuccess, create(cudaCreateChannelDesc<uchar4>(), 1, filter));
  }
  EQUAL(cudaErrorInvalidFilterSetting, create(cudaCreateChannelDesc<uchar4>(), 0, 1));
  EQUAL(cudaErrorInvalidFilterSetting, create(cudaCreateChannelDesc<unsigned>(), 0, 1));
  EQUAL(cudaErrorInvalidNormSetting, create(cudaCreateChannelDesc<unsigned>(), 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaCreateTextureObject(nullptr, nullptr, nullptr, nullptr));
  OK(cudaDestroyTextureObject(0));
  OK(cudaDestroyTextureObject(777));
  OK(cudaDestroySurfaceObject(777));
  cudaResourceDesc back;
  EXPECT(cudaErrorInvalidValue, cudaGetTextureObjectResourceDesc(&back, 777));
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
  addressModes();
  srgb();
  settings();
  linearMemory();
  gathered();
  surfaces();
  OK(cudaFree(results));
  return finish("Texture");
}
