// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How this room gives work to a handle's stream.
#pragma once

#include <algorithm>

#include "cusparse/Number.h"
#include "cusparse/Objects.h"
#include "library/Work.h"

namespace anywarp::cusparse {

inline cusparseStatus_t statusOf(CUresult result) {
  switch (result) {
  case CUDA_SUCCESS:
    return CUSPARSE_STATUS_SUCCESS;
  case CUDA_ERROR_OUT_OF_MEMORY:
    return CUSPARSE_STATUS_ALLOC_FAILED;
  case CUDA_ERROR_NOT_INITIALIZED:
  case CUDA_ERROR_DEINITIALIZED:
    return CUSPARSE_STATUS_NOT_INITIALIZED;
  default:
    return CUSPARSE_STATUS_EXECUTION_FAILED;
  }
}

/// Launches of one call: after a failure the rest is skipped.
class Work {
public:
  explicit Work(cusparseHandle_t handle) : stream_(handle->stream) {}
  explicit Work(CUstream stream) : stream_(stream) {}
  template <auto body>
  Work &run(const char *name, int64_t blocks,
            const typename library::BodyOf<body>::Params &params) {
    if (status_ == CUSPARSE_STATUS_SUCCESS && blocks > 0)
      status_ = statusOf(library::launch<body>(name, stream_, uint64_t(blocks), params));
    return *this;
  }
  /// Waits: for results that the host reads.
  Work &wait() {
    if (status_ == CUSPARSE_STATUS_SUCCESS)
      status_ = statusOf(library::synchronize(stream_));
    return *this;
  }
  /// Waits for a result in host memory; a captured one arrives when the graph runs.
  Work &waitForResult() { return library::isCapturing(stream_) ? *this : wait(); }
  bool ok() const { return status_ == CUSPARSE_STATUS_SUCCESS; }
  void fail(cusparseStatus_t status) {
    if (ok())
      status_ = status;
  }
  CUstream stream() const { return stream_; }
  operator cusparseStatus_t() const { return status_; }

private:
  CUstream stream_;
  cusparseStatus_t status_ = CUSPARSE_STATUS_SUCCESS;
};

/// A factor of the program's: copied at the call, or read by the bodies in device memory.
class Scalar {
public:
  Scalar() = default;
  Scalar(cusparseHandle_t handle, const void *pointer, size_t size) {
    if (handle->pointerMode == CUSPARSE_POINTER_MODE_DEVICE)
      device_ = pointer;
    else
      std::memcpy(value_, pointer, size);
  }
  template <typename T> T get() const {
    T value;
    std::memcpy(&value, device_ ? device_ : value_, sizeof value);
    return value;
  }

private:
  const void *device_ = nullptr;
  alignas(16) char value_[16] = {};
};

/// Blocks for `work` units of about a nanosecond; the same for any number of workers.
inline int64_t blocksFor(int64_t work, int64_t perBlock = 16384, int64_t most = 65536) {
  return std::clamp<int64_t>((work + perBlock - 1) / perBlock, 1, most);
}
/// [begin, end) of `count` for a block.
struct Span {
  int64_t begin, end;
};
inline Span spanOf(library::Block block, int64_t count) {
  const auto part = [&](uint64_t i) {
    return int64_t(static_cast<unsigned __int128>(count) * i / block.count);
  };
  return {part(block.index), part(block.index + 1)};
}

/// The rows of a block, so that blocks have about as many rows and entries together.
template <typename I>
Span rowsOf(library::Block block, const I *offsets, int64_t base, int64_t rows, int64_t nnz) {
  const auto first = [&](uint64_t part) -> int64_t {
    if (part == 0)
      return 0;
    if (part >= block.count)
      return rows;
    const auto target = int64_t(static_cast<unsigned __int128>(rows + nnz) * part / block.count);
    int64_t low = 0, high = rows;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (int64_t(offsets[middle]) - base + middle < target)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  return {first(block.index), first(block.index + 1)};
}

/// Parts of the program's buffer, each aligned to 256 bytes. With a null buffer it measures.
class Carver {
public:
  explicit Carver(void *buffer = nullptr) : buffer_(static_cast<char *>(buffer)) {}
  template <typename T = char> T *take(int64_t count) {
    char *part = buffer_ ? buffer_ + size_ : nullptr;
    size_ += (size_t(count) * sizeof(T) + 255) & ~size_t(255);
    return reinterpret_cast<T *>(part);
  }
  size_t size() const { return size_; }

private:
  char *buffer_;
  size_t size_ = 0;
};

/// The program's buffer if it gave one, else memory of the stream.
class Buffer {
public:
  Buffer(Work &work, void *given, size_t size)
      : given_(given), own_(work.stream(), given ? 0 : size) {
    if (own_.result())
      work.fail(statusOf(own_.result()));
  }
  void *get() const { return given_ ? given_ : own_.get(); }

private:
  void *given_;
  library::Scratch own_;
};

} // namespace anywarp::cusparse
