// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grids of fewer blocks than workers, of unequal blocks, and of few threads.
#include <cuda_runtime.h>

#include "Kernels.h"

/// Points of a Julia set that stay: `steps` iterations at most.
__global__ void julia(unsigned *out, int width, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 3.0f * float(i % width) / float(width) - 1.5f, y = 3.0f * float(i / width) / float(width) - 1.5f;
  unsigned n = 0;
  for (int k = 0; k < steps; ++k) {
    float square = x * x - y * y - 0.4f;
    y = 2 * x * y + 0.6f;
    x = square;
    if (x * x + y * y > 4)
      break;
    ++n;
  }
  out[i] = n;
}

/// Block b does (b + 1) * rounds of a linear congruential generator.
__global__ void unequal(unsigned *out, int rounds) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  const int all = (int(blockIdx.x) + 1) * rounds;
  for (int k = 0; k < all; ++k) {
    x = x * 1664525u + 1013904223u;
    sum ^= x >> 7;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Every thread: the bytes of its own part of a text, hashed one after the other.
__global__ void hashParts(const unsigned char *text, unsigned *out, int bytes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned hash = 2166136261u;
  for (int k = 0; k < bytes; ++k)
    hash = (hash ^ text[i * bytes + k]) * 16777619u;
  out[i] = hash;
}

namespace bench {

void juliaCuda(unsigned *out, int width, int steps) {
  julia<<<1, width * width>>>(out, width, steps);
  cudaDeviceSynchronize();
}

void unequalCuda(unsigned *out, int blocks, int rounds) {
  unequal<<<blocks, 256>>>(out, rounds);
  cudaDeviceSynchronize();
}

void hashPartsCuda(const unsigned char *text, unsigned *out, int parts, int bytes) {
  hashParts<<<1, parts>>>(text, out, bytes);
  cudaDeviceSynchronize();
}

} // namespace bench
