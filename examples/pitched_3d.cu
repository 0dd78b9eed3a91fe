// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pitched two-dimensional memory and three-dimensional memory: rows are padded so that each starts
// aligned; the pitch is in bytes.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

__global__ void scaleRows(float *memory, size_t pitch, int width, int height) {
  for (int r = blockIdx.x; r < height; r += gridDim.x) {
    float *row = reinterpret_cast<float *>(reinterpret_cast<char *>(memory) + r * pitch);
    for (int c = threadIdx.x; c < width; c += blockDim.x)
      row[c] = row[c] * 2 + r;
  }
}

__global__ void fillVolume(cudaPitchedPtr memory, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= width || y >= height || z >= depth)
    return;
  char *slice = static_cast<char *>(memory.ptr) + z * memory.pitch * height;
  reinterpret_cast<int *>(slice + y * memory.pitch)[x] = (z * 1000 + y) * 1000 + x;
}

static void pitched() {
  const int width = 61, height = 37;
  std::vector<float> host(width * height), back(host.size());
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = float(i);
  float *device;
  size_t pitch;
  CHECK(cudaMallocPitch(&device, &pitch, width * sizeof(float), height));
  EXPECT(pitch >= width * sizeof(float) && pitch % 256 == 0, "pitch is %zu", pitch);
  CHECK(cudaMemcpy2D(device, pitch, host.data(), width * sizeof(float), width * sizeof(float), height,
                     cudaMemcpyHostToDevice));
  scaleRows<<<10, 32>>>(device, pitch, width, height);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy2D(back.data(), width * sizeof(float), device, pitch, width * sizeof(float), height,
                     cudaMemcpyDeviceToHost));
  for (int r = 0; r < height; ++r)
    for (int c = 0; c < width; ++c)
      EXPECT(back[r * width + c] == host[r * width + c] * 2 + r, "row %d column %d is %g", r, c,
             back[r * width + c]);
  CHECK(cudaFree(device));
}

static void volume() {
  const int width = 21, height = 13, depth = 5;
  cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
  cudaPitchedPtr device;
  CHECK(cudaMalloc3D(&device, extent));
  CHECK(cudaMemset3D(device, 0, extent));
  fillVolume<<<dim3(3, 4, depth), dim3(8, 4)>>>(device, width, height, depth);
  CHECK(cudaGetLastError());
  std::vector<int> host(width * height * depth);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = device;
  copy.dstPtr = make_cudaPitchedPtr(host.data(), width * sizeof(int), width, height);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&copy));
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        EXPECT(host[(z * height + y) * width + x] == (z * 1000 + y) * 1000 + x, "at %d %d %d", x, y, z);
  CHECK(cudaFree(device.ptr));
}

int main() {
  pitched();
  volume();
  std::puts("pitched_3d: ok");
}
