// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs about the edges of copies work on.
#pragma once

#include <vector>

#include "Check.h"

constexpr size_t kBytes = 4096, kRow = 64, kRows = 64;

/// What the parts work on; the stream is used by the functions that take one.
struct Place {
  int thread;
  cudaStream_t stream;
  char *from, *to; // kBytes on the device
  std::vector<char> host = std::vector<char>(kBytes), back = std::vector<char>(kBytes);
  cudaArray_t array, other; // kRows rows of kRow bytes

  Place(int thread_, cudaStream_t stream_) : thread(thread_), stream(stream_) {
    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<char>();
    for (size_t i = 0; i < kBytes; ++i)
      host[i] = char(i * 7 + i / 256 + size_t(thread));
    OK(cudaMalloc(&from, kBytes));
    OK(cudaMalloc(&to, kBytes));
    OK(cudaMemcpy(from, host.data(), kBytes, cudaMemcpyHostToDevice));
    OK(cudaMallocArray(&array, &bytes, kRow, kRows));
    OK(cudaMallocArray(&other, &bytes, kRow, kRows));
    OK(cudaMemcpy2DToArray(array, 0, 0, host.data(), kRow, kRow, kRows, cudaMemcpyHostToDevice));
    OK(cudaStreamSynchronize(nullptr));
  }
  ~Place() {
    OK(cudaStreamSynchronize(stream));
    OK(cudaFree(from));
    OK(cudaFree(to));
    OK(cudaFreeArray(array));
    OK(cudaFreeArray(other));
  }
  /// The device's second range is `value` all over.
  void clear(int value = 0) {
    OK(cudaMemset(to, value, kBytes));
    OK(cudaStreamSynchronize(nullptr));
  }
  /// The first `bytes` of it are now as on the host.
  void expect(size_t bytes) {
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(back.data(), to, kBytes, cudaMemcpyDeviceToHost));
    CHECK(!std::memcmp(back.data(), host.data(), bytes));
    size_t more = 0;
    for (size_t i = bytes; i < kBytes; ++i)
      more += back[i] != 0;
    EQUAL(0, more);
  }
};

inline const cudaMemcpyKind kNoKind = static_cast<cudaMemcpyKind>(5);
