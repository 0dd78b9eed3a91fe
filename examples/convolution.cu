// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two-dimensional convolution of a photograph: a tile with its halo in shared memory, the filter in
// constant memory. Reads and writes PNG: convolution [IN.png [OUT.png]].
// nvcc: -lpng
#include <cstring>
#include <cuda_runtime.h>
#include <png.h>
#include <string>
#include <vector>

#include "check.h"

constexpr int kRadius = 3, kTile = 16, kSide = kTile + 2 * kRadius, kWidth = 2 * kRadius + 1;

__constant__ float filter[kWidth * kWidth];

__global__ void convolve(const unsigned char *in, unsigned char *out, int width, int height) {
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile - kRadius, top = blockIdx.y * kTile - kRadius;
  for (int i = threadIdx.y * kTile + threadIdx.x; i < kSide * kSide; i += kTile * kTile) {
    int x = min(max(left + i % kSide, 0), width - 1); // the border repeats
    int y = min(max(top + i / kSide, 0), height - 1);
    tile[i / kSide][i % kSide] = in[y * width + x];
  }
  __syncthreads();
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0;
  for (int fy = 0; fy < kWidth; ++fy)
    for (int fx = 0; fx < kWidth; ++fx)
      sum += filter[fy * kWidth + fx] * tile[threadIdx.y + fy][threadIdx.x + fx];
  out[y * width + x] = static_cast<unsigned char>(fminf(fmaxf(sum + 0.5f, 0.0f), 255.0f));
}

int main(int argc, char **argv) {
  // The photograph lies beside this source file unless one is named.
  std::string folder = __FILE__;
  folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/') + 1);
  const std::string inName = argc > 1 ? argv[1] : folder + "photograph.png";
  const std::string outName = argc > 2 ? argv[2] : "convolution.png";

  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  EXPECT(png_image_begin_read_from_file(&image, inName.c_str()), "%s: %s", inName.c_str(), image.message);
  image.format = PNG_FORMAT_GRAY;
  std::vector<unsigned char> in(PNG_IMAGE_SIZE(image));
  EXPECT(png_image_finish_read(&image, nullptr, in.data(), 0, nullptr), "%s", image.message);
  const int width = image.width, height = image.height;

  float weights[kWidth * kWidth], total = 0; // a Gaussian that keeps the brightness
  for (int y = 0; y < kWidth; ++y)
    for (int x = 0; x < kWidth; ++x)
      total += weights[y * kWidth + x] =
          std::exp(-((x - kRadius) * (x - kRadius) + (y - kRadius) * (y - kRadius)) / 4.0f);
  for (float &w : weights)
    w /= total;
  CHECK(cudaMemcpyToSymbol(filter, weights, sizeof weights));

  unsigned char *deviceIn, *deviceOut;
  CHECK(cudaMalloc(&deviceIn, in.size()));
  CHECK(cudaMalloc(&deviceOut, in.size()));
  CHECK(cudaMemcpy(deviceIn, in.data(), in.size(), cudaMemcpyHostToDevice));
  convolve<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(
      deviceIn, deviceOut, width, height);
  CHECK(cudaGetLastError());
  std::vector<unsigned char> out(in.size());
  CHECK(cudaMemcpy(out.data(), deviceOut, out.size(), cudaMemcpyDeviceToHost));

  int differences = 0; // a sum on the edge between two grey levels may round either way
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double sum = 0;
      for (int fy = -kRadius; fy <= kRadius; ++fy)
        for (int fx = -kRadius; fx <= kRadius; ++fx) {
          int sx = std::min(std::max(x + fx, 0), width - 1), sy = std::min(std::max(y + fy, 0), height - 1);
          sum += weights[(fy + kRadius) * kWidth + fx + kRadius] * in[sy * width + sx];
        }
      int expected = int(std::fmin(std::fmax(sum + 0.5, 0.0), 255.0)), actual = out[y * width + x];
      EXPECT(std::abs(actual - expected) <= 1, "pixel %d,%d is %d, not %d", x, y, actual, expected);
      differences += actual != expected;
    }
  EXPECT(differences < width * height / 1000, "%d pixels differ by one level", differences);
  EXPECT(png_image_write_to_file(&image, outName.c_str(), 0, out.data(), 0, nullptr), "%s", image.message);
  CHECK(cudaFree(deviceIn));
  CHECK(cudaFree(deviceOut));
  std::puts("convolution: ok");
}
