// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places of managed memory, and what is asked of its ranges.
#pragma once
#include "Check.h"

inline cudaMemLocation at(cudaMemLocationType type, int id = 0) {
  cudaMemLocation location = {};
  location.type = type;
  location.id = id;
  return location;
}
static const cudaMemLocation kDevice = at(cudaMemLocationTypeDevice),
                             kHost = at(cudaMemLocationTypeHost),
                             kWrong = at(cudaMemLocationTypeDevice, 99),
                             kInvalid = at(cudaMemLocationTypeInvalid);
static constexpr size_t kBytes = 1 << 20, kHalf = kBytes / 2;

inline int get(cudaMemRangeAttribute attribute, const void *p, size_t bytes) {
  int value = -77;
  OK(cudaMemRangeGetAttribute(&value, sizeof value, attribute, p, bytes));
  return value;
}
inline char *allocate() {
  char *p = nullptr;
  OK(cudaMallocManaged(&p, kBytes));
  return p;
}
