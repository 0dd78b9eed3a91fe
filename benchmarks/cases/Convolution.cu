// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 5 × 5 convolution with a tile and its halo in shared memory.
#include <cuda_runtime.h>

#include "Kernels.h"

constexpr int kRadius = 2, kWidth = 2 * kRadius + 1, kTile = 16, kSide = kTile + 2 * kRadius;

__constant__ float filterWeights[kWidth * kWidth];

__global__ void convolution(const float *in, float *out, int width, int height) {
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile - kRadius, top = blockIdx.y * kTile - kRadius;
  for (int i = threadIdx.y * kTile + threadIdx.x; i < kSide * kSide; i += kTile * kTile) {
    int x = min(max(left + i % kSide, 0), width - 1), y = min(max(top + i / kSide, 0), height - 1);
    tile[i / kSide][i % kSide] = in[y * width + x];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int fy = 0; fy < kWidth; ++fy)
#pragma unroll
    for (int fx = 0; fx < kWidth; ++fx)
      sum += filterWeights[fy * kWidth + fx] * tile[threadIdx.y + fy][threadIdx.x + fx];
  out[(blockIdx.y * kTile + threadIdx.y) * width + blockIdx.x * kTile + threadIdx.x] = sum;
}

namespace bench {

void convolutionCuda(const float *in, const float *filter, float *out, int width, int height) {
  cudaMemcpyToSymbol(filterWeights, filter, sizeof filterWeights);
  convolution<<<dim3(width / kTile, height / kTile), dim3(kTile, kTile)>>>(in, out, width, height);
  cudaDeviceSynchronize();
}

} // namespace bench
