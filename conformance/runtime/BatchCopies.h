// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers to copy, and memory of the device that holds them or zeros.
#pragma once
#include "Check.h"

static unsigned numbers[1024];
static thread_local unsigned back[1024];

inline cudaMemcpyAttributes order(cudaMemcpySrcAccessOrder order) {
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = order;
  return attributes;
}
inline unsigned *filled() {
  unsigned *p = nullptr;
  OK(cudaMalloc(&p, 4096));
  OK(cudaMemcpy(p, numbers, 4096, cudaMemcpyHostToDevice));
  return p;
}
inline unsigned *cleared() {
  unsigned *p = nullptr;
  OK(cudaMalloc(&p, 4096));
  OK(cudaMemset(p, 0, 4096));
  OK(cudaDeviceSynchronize()); // other streams do not wait for it
  return p;
}
inline void readBack(const void *p) { OK(cudaMemcpy(back, p, 4096, cudaMemcpyDeviceToHost)); }

inline void setUp() {
  for (unsigned i = 0; i < 1024; ++i)
    numbers[i] = i * 3;
}
