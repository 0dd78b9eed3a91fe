// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures of several levels, faces and layers: what kernels read.
#include <initializer_list>

#include "Textures.h"

__global__ void levels(cudaTextureObject_t texture, float *out) {
  const float2 none = {0, 0}, two = {0.5f, 0};
  out[0] = tex2DLod<float>(texture, 0.5f, 0.5f, 0);
  out[1] = tex2DLod<float>(texture, 0.5f, 0.5f, 1);
  out[2] = tex2DLod<float>(texture, 0.5f, 0.5f, 0.5f);
  out[3] = tex2DGrad<float>(texture, 0.5f, 0.5f, two, none); // two texels of the first level
}
__global__ void lodRow(cudaTextureObject_t texture, float *out, float first, float step) {
  out[threadIdx.x] = tex2DLod<float>(texture, 0.5f, 0.5f, first + step * threadIdx.x);
}
__global__ void cube(cudaTextureObject_t texture, const float3 *directions, float *out) {
  const float3 d = directions[threadIdx.x];
  out[threadIdx.x] = texCubemap<float>(texture, d.x, d.y, d.z);
}
__global__ void layers(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex2DLayered<float>(texture, 0.5f, 0.5f, (int)threadIdx.x - 1);
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

/// Levels, biases and their limits keep 8 bits of fraction, and lose the rest.
static void levelArithmetic() {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  OK(cudaMallocMipmappedArray(&mipmap, &desc, make_cudaExtent(64, 64, 0), 7));
  for (int i = 0; i < 7; ++i) {
    cudaArray_t level;
    OK(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    const int side = 64 >> i;
    std::vector<float> texels(side * side, i * 1000.f);
    OK(cudaMemcpy2DToArray(level, 0, 0, texels.data(), side * 4, side * 4, side,
                           cudaMemcpyHostToDevice));
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  auto expect = [&](float bias, float least, float most, cudaTextureFilterMode between, float first,
                    float step, std::initializer_list<float> expected) {
    cudaTextureDesc how = reading(cudaReadModeElementType, cudaFilterModeLinear, 1);
    how.mipmapFilterMode = between;
    how.mipmapLevelBias = bias;
    how.minMipmapLevelClamp = least;
    how.maxMipmapLevelClamp = most;
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    lodRow<<<1, unsigned(expected.size())>>>(texture, results, first, step);
    std::vector<float> seen = take(int(expected.size()));
    int i = 0;
    for (float value : expected) {
      if (value != seen[i])
        std::printf("bias %g, limits %g %g, level %g:\n", bias, least, most, first + step * i);
      CHECK(value == seen[i++]);
    }
    OK(cudaDestroyTextureObject(texture));
  };
  const auto linear = cudaFilterModeLinear, point = cudaFilterModePoint;
  expect(0, 0, 6, linear, 0, 1 / 512.f, {0, 0, 3.90625f, 3.90625f, 7.8125f});
  expect(0, 0, 6, point, 0.498046875f, 1 / 1024.f, {0, 0, 1000, 1000});
  expect(0, 0, 6, linear, -2, 2.25f, {0, 250, 2500, 4750, 6000});
  expect(0.3f, 0, 6, linear, -1, 0.5f, {0, 0, 296.875f, 796.875f});
  expect(-0.3f, 0, 6, linear, 1.3f, 0.5f, {1000, 1500, 2000});
  expect(-20, 0, 6, linear, 17, 1, {2000, 3000, 4000}); // biases end at 15
  expect(20, 0, 6, linear, -13, 1, {2000, 3000, 4000});
  expect(2, 0, 6, linear, -2, 1 / 1024.f, {0, 3.90625f, 3.90625f});
  expect(3 / 1024.f, 0, 6, linear, 0, 1 / 1024.f, {0, 0, 0, 0, 3.90625f});
  expect(0, 1.3f, 2.7f, linear, 0, 1, {1296.875f, 1296.875f, 2000, 2699.21875f});
  expect(0, 1.3f, 2.7f, point, 0, 1, {1000, 1000, 2000, 3000});
  expect(0, 3, 1, linear, 0, 1, {3000, 3000, 3000, 3000, 3000});
  OK(cudaFreeMipmappedArray(mipmap));
}

/// Texel (x, y) of face f of 4 x 4 texels is 100 f + 10 y + x.
static void cubes() {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMalloc3DArray(&array, &desc, make_cudaExtent(4, 4, 6), cudaArrayCubemap));
  std::vector<float> texels(96);
  for (int i = 0; i < 96; ++i)
    texels[i] = float(100 * (i / 16) + 10 * (i / 4 % 4) + i % 4);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), 16, 4, 4);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(4, 4, 6);
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  const float3 directions[] = {{-1, 0, 0.1f},   {-1, 0.9f, 0.1f}, {-1, 0.9f, -0.9f}, {0, 0, 0},
                               {1, 0.3f, 0.1f}, {0.1f, 1, 0.9f},  {1, 1, 1},         {-1, 1, -1}};
  constexpr int kCount = sizeof directions / sizeof *directions;
  float3 *where;
  OK(cudaMalloc(&where, sizeof directions));
  OK(cudaMemcpy(where, directions, sizeof directions, cudaMemcpyHostToDevice));
  const cudaResourceDesc resource = resourceOf(array);
  for (int kind = 0; kind < 4; ++kind) {
    cudaTextureDesc how =
        reading(cudaReadModeElementType, kind ? cudaFilterModeLinear : cudaFilterModePoint, 1);
    how.seamlessCubemap = kind == 3;
    if (kind == 2)
      how.addressMode[0] = how.addressMode[1] = cudaAddressModeWrap; // within the face
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    cube<<<1, kCount>>>(texture, where, results);
    std::vector<float> seen = take(kCount);
    static const float expected[4][kCount] = {
        {122, 102, 100, 422, 11, 232, 403, 503},
        {116.69921875f, 101.69921875f, 100, 416.5f, 10.28515625f, 231.69921875f, 403, 503},
        {116.69921875f, 110.72265625f, 109.92578125f, 416.5f, 10.28515625f, 222.67578125f, 416.5f,
         516.5f},
        {116.69921875f, 136.3828125f, 221.8203125f, 416.5f, 10.28515625f, 282.83203125f,
         212.74609375f, 268.5859375f}};
    for (int i = 0; i < kCount; ++i) {
      if (seen[i] != expected[kind][i])
        std::printf("cube, kind %d, direction %d: %.9g, expected %.9g\n", kind, i, seen[i],
                    expected[kind][i]);
      CHECK(seen[i] == expected[kind][i]);
    }
    OK(cudaDestroyTextureObject(texture));
  }
  OK(cudaFree(where));
  OK(cudaFreeArray(array));
}

static void layered() {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMalloc3DArray(&array, &desc, make_cudaExtent(2, 2, 3), cudaArrayLayered));
  float texels[12];
  for (int i = 0; i < 12; ++i)
    texels[i] = float(i / 4);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels, 8, 2, 2);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(2, 2, 3);
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  const cudaResourceDesc resource = resourceOf(array);
  const cudaTextureDesc how = reading(cudaReadModeElementType, cudaFilterModePoint, 0);
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  layers<<<1, 5>>>(texture, results);
  std::vector<float> seen = take(5);
  CHECK(seen[0] == 2 && seen[1] == 0 && seen[2] == 1 && seen[3] == 2 && seen[4] == 2);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
}

int main() {
  OK(cudaMalloc(&results, 4096));
  mipmaps();
  levelArithmetic();
  cubes();
  layered();
  OK(cudaFree(results));
  return finish("TextureLevels");
}
