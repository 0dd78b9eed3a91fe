// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that programs of launches and of functions share, and a function that is none.
#pragma once
#include "Check.h"

__global__ void put(int *p, int v) {
  if (threadIdx.x + threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z == 0)
    *p = v;
}
__global__ void __launch_bounds__(64) bounded(int *p, int v) { *p = v; }

inline void noKernel() {}
static const void *const none = reinterpret_cast<const void *>(&noKernel);
template <typename Kernel> const void *of(Kernel *kernel) {
  return reinterpret_cast<const void *>(kernel);
}
