// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image read through a texture: turned by any angle with filtering, turned exactly through a
// surface, and seen from afar through the levels of a mipmap.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

constexpr int kSize = 128;

/// Each thread samples the place that its pixel had before the image was turned about its middle.
__global__ void turn(cudaTextureObject_t image, float *out, float angle) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = x + 0.5f - kSize / 2, v = y + 0.5f - kSize / 2;
  const float s = sinf(angle), c = cosf(angle);
  out[y * kSize + x] =
      tex2D<float>(image, (u * c + v * s) / kSize + 0.5f, (v * c - u * s) / kSize + 0.5f);
}

__global__ void turnQuarter(cudaTextureObject_t image, cudaSurfaceObject_t out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float value = tex2D<float>(image, (y + 0.5f) / kSize, (kSize - x - 0.5f) / kSize);
  surf2Dwrite(static_cast<unsigned char>(value * 255 + 0.5f), out, x, y);
}

/// A level of half the size: the mean of four texels, one sample between them.
__global__ void halve(cudaTextureObject_t image, cudaSurfaceObject_t out, int size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < size && y < size)
    surf2Dwrite(tex2D<float>(image, (x + 0.5f) / size, (y + 0.5f) / size), out, x * sizeof(float),
                y);
}

__global__ void sampleLevels(cudaTextureObject_t mipmap, float *out) {
  out[threadIdx.x] = tex2DLod<float>(mipmap, 0.5f, 0.5f, threadIdx.x * 0.5f);
}

static cudaTextureObject_t textureOf(cudaResourceDesc resource, cudaTextureReadMode mode,
                                     float levels = 0) {
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = how.mipmapFilterMode = cudaFilterModeLinear;
  how.readMode = mode;
  how.normalizedCoords = 1;
  how.maxMipmapLevelClamp = levels;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  return texture;
}

static cudaResourceDesc resourceOf(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

static unsigned char pixel(int x, int y) { return (unsigned char)(x * y / 64 + (x & 16 ? 40 : 0)); }

/// What a filtered texture gives, up to the 8 bits that the fraction has.
static double bilinear(double x, double y) {
  auto at = [](int x, int y) {
    x = x < 0 ? 0 : x >= kSize ? kSize - 1 : x;
    y = y < 0 ? 0 : y >= kSize ? kSize - 1 : y;
    return pixel(x, y) / 255.0;
  };
  x -= 0.5, y -= 0.5;
  const int i = int(std::floor(x)), j = int(std::floor(y));
  const double a = x - i, b = y - j;
  return (1 - b) * ((1 - a) * at(i, j) + a * at(i + 1, j)) +
         b * ((1 - a) * at(i, j + 1) + a * at(i + 1, j + 1));
}

int main() {
  std::vector<unsigned char> image(kSize * kSize), turned(kSize * kSize);
  for (int i = 0; i < kSize * kSize; ++i)
    image[i] = pixel(i % kSize, i / kSize);
  const cudaChannelFormatDesc byte = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t array, target;
  CHECK(cudaMallocArray(&array, &byte, kSize, kSize));
  CHECK(cudaMallocArray(&target, &byte, kSize, kSize, cudaArraySurfaceLoadStore));
  CHECK(
      cudaMemcpy2DToArray(array, 0, 0, image.data(), kSize, kSize, kSize, cudaMemcpyHostToDevice));
  cudaTextureObject_t texture = textureOf(resourceOf(array), cudaReadModeNormalizedFloat);
  const dim3 block(32, 8), grid(kSize / block.x, kSize / block.y);

  float *device;
  std::vector<float> result(kSize * kSize);
  CHECK(cudaMalloc(&device, kSize * kSize * sizeof(float)));
  const float angle = 0.3f;
  turn<<<grid, block>>>(texture, device, angle);
  CHECK(cudaMemcpy(result.data(), device, result.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (int y = 0; y < kSize; ++y)
    for (int x = 0; x < kSize; ++x) {
      const double u = x + 0.5 - kSize / 2, v = y + 0.5 - kSize / 2;
      const double s = std::sin(double(angle)), c = std::cos(double(angle));
      const double expected = bilinear(u * c + v * s + kSize / 2, v * c - u * s + kSize / 2);
      EXPECT(isClose(result[y * kSize + x], expected, 0.01), "pixel %d, %d is %g, not %g", x, y,
             result[y * kSize + x], expected);
    }

  const cudaResourceDesc targetResource = resourceOf(target);
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &targetResource));
  turnQuarter<<<grid, block>>>(texture, surface);
  CHECK(cudaMemcpy2DFromArray(turned.data(), kSize, target, 0, 0, kSize, kSize,
                              cudaMemcpyDeviceToHost));
  for (int y = 0; y < kSize; ++y)
    for (int x = 0; x < kSize; ++x)
      EXPECT(turned[y * kSize + x] == pixel(y, kSize - 1 - x), "turned pixel %d, %d is %d", x, y,
             turned[y * kSize + x]);

  // A chain of levels: texel values of the first are its columns.
  constexpr int kSide = 16, kLevels = 5;
  const cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
  std::vector<float> ramp(kSide * kSide);
  for (int i = 0; i < kSide * kSide; ++i)
    ramp[i] = float(i % kSide + (i / kSide >= kSide / 2 ? 64 : 0));
  cudaMipmappedArray_t mipmap;
  CHECK(cudaMallocMipmappedArray(&mipmap, &real, make_cudaExtent(kSide, kSide, 0), kLevels,
                                 cudaArraySurfaceLoadStore));
  cudaArray_t level;
  CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, 0));
  CHECK(cudaMemcpy2DToArray(level, 0, 0, ramp.data(), kSide * sizeof(float), kSide * sizeof(float),
                            kSide, cudaMemcpyHostToDevice));
  for (int i = 1; i < kLevels; ++i) {
    cudaTextureObject_t above = textureOf(resourceOf(level), cudaReadModeElementType);
    CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, i));
    const cudaResourceDesc below = resourceOf(level);
    cudaSurfaceObject_t out;
    CHECK(cudaCreateSurfaceObject(&out, &below));
    halve<<<1, dim3(16, 16)>>>(above, out, kSide >> i);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroySurfaceObject(out));
    CHECK(cudaDestroyTextureObject(above));
  }
  cudaResourceDesc chain = {};
  chain.resType = cudaResourceTypeMipmappedArray;
  chain.res.mipmap.mipmap = mipmap;
  cudaTextureObject_t all = textureOf(chain, cudaReadModeElementType, kLevels - 1);
  sampleLevels<<<1, 2 * kLevels - 1>>>(all, device);
  CHECK(
      cudaMemcpy(result.data(), device, (2 * kLevels - 1) * sizeof(float), cudaMemcpyDeviceToHost));
  // Every level has the mean of the whole at its middle.
  const float mean = (kSide - 1) / 2.0f + 32;
  for (int i = 0; i < 2 * kLevels - 1; ++i)
    EXPECT(result[i] == mean, "level %g is %g, not %g", i * 0.5, result[i], mean);

  CHECK(cudaDestroyTextureObject(all));
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaDestroySurfaceObject(surface));
  CHECK(cudaFreeMipmappedArray(mipmap));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFreeArray(target));
  CHECK(cudaFree(device));
  std::printf("texture: ok\n");
}
