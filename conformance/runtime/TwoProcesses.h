// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of two processes use beside ../TwoProcesses.h.
#pragma once

#include <cstdint>
#include <thread>
#include <unistd.h>

#include "../TwoProcesses.h"
#include "Check.h"

__global__ void iota(unsigned *p, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = i;
}
__global__ void wait(volatile unsigned *flag) {
  while (!*flag)
    ;
}

inline const unsigned kLazy = cudaIpcMemLazyEnablePeerAccess;
inline const auto kFile = cudaMemHandleTypePosixFileDescriptor;

inline unsigned word(const void *p) {
  unsigned value = 0;
  OK(cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost));
  return value;
}
