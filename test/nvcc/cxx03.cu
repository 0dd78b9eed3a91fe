// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++03: our headers are newer, the program keeps its own meaning of the words of C++11.
// RUN: nvcc -std=c++03 %s -o %t && %t | FileCheck %s
// RUN: nvcc -std=c++11 -DNEW -c %s -o %t.o
// CHECK: 199711 2.5 7
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>
#ifndef NEW
static int constexpr = 1, nullptr = 2, noexcept = 4;
#define static_assert(x) typedef char check[(x) ? 1 : -1]
static_assert(sizeof(int) == 4);
#else
static int one = 1, two = 2, four = 4;
#define constexpr one
#define nullptr two
#define noexcept four
#endif
template <class T> __global__ void kernel(T *p, cudaTextureObject_t texture, bool fetches) {
  p[threadIdx.x] = rsqrtf(p[threadIdx.x]) + hypotf(0, 0.5f);
  if (fetches)
    p[0] = tex2D<float>(texture, 0, 0) + __ldg(p) + __shfl_sync(~0u, p[1], 0);
  typeof(p) again = p;
  atomicAdd(again, T(1));
}
int main() {
  std::vector<std::vector<int> > lists(2);
  std::map<std::string, int> names;
  float *p;
  cudaMallocManaged(&p, sizeof(float));
  *p = 1;
  dim3 grid(1, 1), block(1);
  kernel<<<grid, block>>>(p, 0, false);
  cudaDeviceSynchronize();
#ifdef NEW
#define auto
#endif
  for (auto int i = 0; i < 1; ++i)
    std::printf("%ld %.1f %d\n", __cplusplus, *p, constexpr + nullptr + noexcept);
}
