// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of two processes use beside ../TwoProcesses.h.
#pragma once

#include "../TwoProcesses.h"
#include "Check.h"

inline unsigned word(CUdeviceptr p) {
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, p, 4));
  return value;
}
