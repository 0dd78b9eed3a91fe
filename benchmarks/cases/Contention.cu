// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What threads share: a histogram in global memory, one counter, a sum by compare and exchange, the
// device heap. And a filtered texture.
#include <cuda_runtime.h>

#include "Contention.h"

__global__ void histogram(const unsigned char *data, int n, unsigned *bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[data[i]], 1u);
}

__global__ void countOnes(const unsigned char *data, int n, unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (data[i] & 1))
    atomicAdd(count, 1u);
}

__global__ void sumByExchange(const float *values, int n, double *sums, int places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  auto *place = reinterpret_cast<unsigned long long *>(&sums[i / 32 % places]);
  unsigned long long old = *place, assumed;
  do {
    assumed = old;
    old = atomicCAS(place, assumed,
                    (unsigned long long)__double_as_longlong(double(values[i]) +
                                                             __longlong_as_double(assumed)));
  } while (assumed != old);
}

__global__ void allocate(int n, unsigned *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int words = 4 + i % 29;
  auto *memory = static_cast<unsigned *>(malloc(words * sizeof(unsigned)));
  if (!memory)
    return;
  memory[0] = i;
  sums[i] = memory[0] * 3;
  free(memory);
}

__global__ void rotate(cudaTextureObject_t image, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] =
        tex2D<float>(image, 0.8f * x - 0.6f * y + 300.25f, 0.6f * x + 0.8f * y - 80.5f);
}

namespace bench {

void histogramCuda(const unsigned char *data, int n, unsigned *bins) {
  cudaMemsetAsync(bins, 0, 256 * sizeof *bins);
  histogram<<<256, 256>>>(data, n, bins);
  cudaDeviceSynchronize();
}

void countOnesCuda(const unsigned char *data, int n, unsigned *count) {
  cudaMemsetAsync(count, 0, sizeof *count);
  countOnes<<<(n + 255) / 256, 256>>>(data, n, count);
  cudaDeviceSynchronize();
}

void sumByExchangeCuda(const float *values, int n, double *sums, int places) {
  cudaMemsetAsync(sums, 0, places * sizeof *sums);
  sumByExchange<<<(n + 255) / 256, 256>>>(values, n, sums, places);
  cudaDeviceSynchronize();
}

void deviceHeapCuda(int n, unsigned *sums) {
  allocate<<<(n + 127) / 128, 128>>>(n, sums);
  cudaDeviceSynchronize();
}

TexturedImage::TexturedImage(const float *texels, int width, int height)
    : width_(width), height_(height) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, texels, width * sizeof(float), width * sizeof(float), height,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &how, nullptr);
  array_ = array;
  object_ = object;
}

TexturedImage::~TexturedImage() {
  cudaDestroyTextureObject(object_);
  cudaFreeArray(static_cast<cudaArray_t>(array_));
}

void TexturedImage::rotate(float *out) const {
  dim3 block(32, 8), grid((width_ + 31) / 32, (height_ + 7) / 8);
  ::rotate<<<grid, block>>>(object_, out, width_, height_);
  cudaDeviceSynchronize();
}

} // namespace bench
