// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes for the programs that copy rectangles and boxes.
#pragma once

#include "Check.h"

using Bytes = std::vector<unsigned char>;

inline Bytes pattern(size_t n, int seed) {
  Bytes bytes(n);
  for (size_t i = 0; i < n; ++i)
    bytes[i] = (unsigned char)(i * 11 + i / 89 + seed);
  return bytes;
}

inline CUstream makeStream() {
  CUstream stream = nullptr;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  return stream;
}

/// Zeros, when it returns: fills by themselves do not wait.
inline void clear(CUdeviceptr device, size_t n) {
  OK(cuMemsetD8(device, 0, n));
  OK(cuStreamSynchronize(nullptr));
}

inline Bytes contents(CUdeviceptr device, size_t n) {
  Bytes bytes(n);
  OK(cuMemcpyDtoH(bytes.data(), device, n));
  return bytes;
}
