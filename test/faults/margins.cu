// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel may read up to 2 MiB beside an allocation, as the pages of a GPU let it, but not write
// there; in strict mode it may do neither.
// RUN: nvcc %s -o %t
// RUN: %t | FileCheck %s --check-prefixes=CHECK,PASSES
// RUN: env ANYWARP_STRICT=1 %t 2>/dev/null | FileCheck %s --check-prefixes=CHECK,STRICT
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

// A stencil over rows whose first and last read a row too many and multiply it by 0.
__global__ void stencil(float *out, const float *in, int width, int rows) {
  int x = threadIdx.x;
  for (int y = 0; y < rows; ++y) {
    float above = in[(y - 1) * width + x], below = in[(y + 1) * width + x];
    out[y * width + x] = above * (y > 0) + below * (y < rows - 1);
  }
}
__global__ void writeBefore(float *p) { p[-1024] = 1; }

/// In a process of its own: the first fault ends a context.
template <typename Body> void apart(const char *name, Body body) {
  std::fflush(stdout);
  if (fork() == 0) {
    body();
    std::printf("%s: %s\n", name, cudaGetErrorName(cudaDeviceSynchronize()));
    std::fflush(stdout);
    _exit(0);
  }
  wait(nullptr);
}

static void run(float *in, float *out, int width, int rows) {
  stencil<<<1, 32>>>(out, in, width, rows);
}

int main() {
  const int width = 4096; // rows of 16 kB
  float *in, *out;
  // PASSES: small: cudaSuccess
  // STRICT: small: cudaErrorIllegalAddress
  apart("small", [&] {
    cudaMalloc(&in, width * 4 * 2), cudaMalloc(&out, width * 4 * 2);
    run(in, out, width, 2);
  });
  // PASSES: large: cudaSuccess
  // STRICT: large: cudaErrorIllegalAddress
  apart("large", [&] {
    cudaMalloc(&in, width * 4 * 200), cudaMalloc(&out, width * 4 * 200);
    run(in, out, width, 200);
  });
  // PASSES: managed: cudaSuccess
  // STRICT: managed: cudaErrorIllegalAddress
  apart("managed", [&] {
    cudaMallocManaged(&in, width * 4 * 200), cudaMalloc(&out, width * 4 * 200);
    run(in, out, width, 200);
  });
  // PASSES: pool: cudaSuccess
  // STRICT: pool: cudaErrorIllegalAddress
  apart("pool", [&] {
    cudaMallocAsync(&in, width * 4 * 200, 0), cudaMalloc(&out, width * 4 * 200);
    run(in, out, width, 200);
  });
  // CHECK: write: cudaErrorIllegalAddress
  apart("write", [&] {
    cudaMalloc(&in, 4);
    writeBefore<<<1, 1>>>(in);
  });
}
