// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 128-bit integers: division, and from and to floating point.
// RUN: nvcc -arch=sm_90 %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s
// CHECK: wide integers: ok
#include <cstdio>

using Wide = __int128;
using UnsignedWide = unsigned __int128;

struct Values {
  Wide quotient, remainder, fromDouble;
  UnsignedWide fromFloat;
  double asDouble;
  float asFloat;
  bool operator==(const Values &other) const {
    return quotient == other.quotient && remainder == other.remainder && fromDouble == other.fromDouble &&
           fromFloat == other.fromFloat && asDouble == other.asDouble && asFloat == other.asFloat;
  }
};
__host__ __device__ Values compute(Wide a, Wide b, double d, float f) {
  return {a / b, a % b, Wide(d), UnsignedWide(f), double(a), float(UnsignedWide(b))};
}
__global__ void kernel(Values *out, Wide a, Wide b, double d, float f) { *out = compute(a, b, d, f); }

int main() {
  Values *out;
  cudaMallocManaged(&out, sizeof(Values));
  const Wide numbers[] = {1, -7, Wide(1) << 64, -(Wide(1) << 100) - 12345, (Wide(1) << 90) + 1, 0x7fffffffffffffff};
  const double floats[] = {0, -1.5, 3e20, -1e37, 12345678901234567.0};
  int wrong = 0;
  for (Wide a : numbers)
    for (Wide b : numbers)
      for (double d : floats) {
        float f = float(d < 0 ? -d : d);
        kernel<<<1, 1>>>(out, a, b, d, f);
        if (cudaDeviceSynchronize() != cudaSuccess || !(*out == compute(a, b, d, f)))
          ++wrong;
      }
  std::printf(wrong ? "%d wrong\n" : "wide integers: ok\n", wrong);
}
