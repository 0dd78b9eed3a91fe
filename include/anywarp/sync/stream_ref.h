// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream that somebody else owns, as a type of its own: it cannot be made of a number by
// accident, and its functions throw instead of answering codes.
#ifndef ANYWARP_SYNC_STREAM_REF_H
#define ANYWARP_SYNC_STREAM_REF_H

#include <cstddef>
#include <stdexcept>
#include <string>

#include "cuda_runtime_api.h"

namespace cuda {

/// What the runtime answered, as an exception.
class cuda_error : public ::std::runtime_error {
public:
  cuda_error(cudaError_t status, const char *what)
      : ::std::runtime_error(::std::string(cudaGetErrorName(status)) + ": " +
                             cudaGetErrorString(status) + ", " + what),
        status_(status) {}
  cudaError_t status() const noexcept { return status_; }

private:
  cudaError_t status_;
};

class stream_ref {
public:
  using value_type = cudaStream_t;

  stream_ref() = default; ///< the default stream
  constexpr stream_ref(value_type stream) noexcept : stream_(stream) {}
  stream_ref(int) = delete;
  stream_ref(::std::nullptr_t) = delete;

  constexpr value_type get() const noexcept { return stream_; }

  /// Waits until everything that is in the stream has ended.
  void wait() const { check(cudaStreamSynchronize(stream_), "waiting for a stream"); }
  void sync() const { wait(); }
  /// Whether nothing in the stream is left to do.
  bool ready() const {
    cudaError_t status = cudaStreamQuery(stream_);
    if (status == cudaErrorNotReady)
      return (void)cudaGetLastError(), false;
    check(status, "asking for the state of a stream");
    return true;
  }
  bool is_done() const { return ready(); }
  int priority() const {
    int value = 0;
    check(cudaStreamGetPriority(stream_, &value), "asking for the priority of a stream");
    return value;
  }

  friend constexpr bool operator==(const stream_ref &a, const stream_ref &b) noexcept {
    return a.stream_ == b.stream_;
  }
  friend constexpr bool operator!=(const stream_ref &a, const stream_ref &b) noexcept {
    return a.stream_ != b.stream_;
  }

private:
  static void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess)
      return;
    (void)cudaGetLastError();
#if defined(__cpp_exceptions) && !defined(__CUDA_ARCH__)
    throw cuda_error(status, what);
#else
    (void)what;
    __builtin_trap();
#endif
  }

  value_type stream_ = nullptr;
};

} // namespace cuda

#endif
