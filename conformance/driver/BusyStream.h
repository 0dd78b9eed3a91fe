// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams that are kept busy by a kernel until it is told to end.
#pragma once

#include "Check.h"

inline CUmodule module;
inline CUdeviceptr flagOnDevice;
inline volatile unsigned *flag; // a kernel `waitFor` spins on it

inline void lower() { *flag = 0; }
inline void raise() { *flag = 1; }
inline CUresult block(CUstream stream) {
  return launch1(kernelOf(module, "waitFor"), 1, 1, {&flagOnDevice}, stream);
}

/// To be called first.
inline void setUpStreams() {
  usePrimary();
  module = loadPtx(kIotaPtx);
  void *mapped = nullptr;
  OK(cuMemHostAlloc(&mapped, 64, CU_MEMHOSTALLOC_DEVICEMAP));
  flag = static_cast<unsigned *>(mapped);
  OK(cuMemHostGetDevicePointer(&flagOnDevice, mapped, 0));
  // The first launch of a kernel loads it, which may wait for others.
  for (const char *name : {"waitFor", "increment"}) {
    raise();
    OK(launch1(kernelOf(module, name), 1, 1, {&flagOnDevice}));
    OK(cuCtxSynchronize());
  }
}
