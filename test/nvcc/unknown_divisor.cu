// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The high half of a product is one instruction that the optimizer does not see through, as with NVIDIA's
// compiler. So a divisor that comes from one stays unknown, and dividing by 0 gives all ones, as on a GPU (H200).
// RUN: nvcc -arch=sm_80 -ptx %s -o - | FileCheck %s --check-prefix=PTX
// RUN: nvcc %s -o %t && env ANYWARP_DEVICE=cpu %t
#include <cstdio>

// PTX: mul.hi.u32
// PTX: div.u32
__global__ void share(unsigned random, unsigned parts, unsigned a, unsigned *out) {
  const unsigned y = 1 + __umulhi(random, 1); // 1
  const unsigned divisor = y / parts;
  *out = a / divisor < 2 ? 1 + a / divisor : 0;
}

int main() {
  unsigned *out, found = 7;
  cudaMalloc(&out, sizeof *out);
  share<<<1, 1>>>(12345, 3, 1, out);
  cudaMemcpy(&found, out, sizeof found, cudaMemcpyDeviceToHost);
  if (found != 0)
    std::printf("%u instead of 0\n", found);
  return found != 0;
}
