// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder check with, on top of ../Check.h. Expectations were recorded on
// an H200 with NVIDIA's runtime 13.0.
#pragma once

#include "../Check.h"

#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <thread>

/// For what NVIDIA's library does otherwise for reasons that ours has not: it crashes on handles
/// that it did not give out, and on some other junk.
inline bool onNvidia() {
  cudaDeviceProp properties;
  return cudaGetDeviceProperties(&properties, 0) == cudaSuccess &&
         !std::strncmp(properties.name, "NVIDIA", 6);
}

inline std::string nameOf(cudaError_t result) { return cudaGetErrorName(result); }

/// The call answers `expected`, and leaves it as the thread's last error.
#undef EXPECT
#define EXPECT(expected, call)                                                                     \
  do {                                                                                             \
    cudaError_t seen_ = (call), last_ = cudaGetLastError();                                        \
    if (seen_ != (expected) || last_ != (expected)) {                                              \
      ++failures;                                                                                  \
      std::printf("%s:%d: %s\n    answers %s (last error %s), expected %s\n", __FILE__, __LINE__,  \
                  #call, cudaGetErrorName(seen_), cudaGetErrorName(last_),                         \
                  cudaGetErrorName(expected));                                                     \
    }                                                                                              \
  } while (0)
#define OK(call) EXPECT(cudaSuccess, call)

/// Runs `body(0)` and `body(1)` at once, each on a thread of its own.
inline void onTwoThreads(const std::function<void(int)> &body) {
  std::thread first(body, 0), second(body, 1);
  first.join();
  second.join();
}
