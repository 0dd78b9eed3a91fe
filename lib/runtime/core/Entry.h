// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every exported entry point does around the function that does the work: bring up driver and
// context as its row asks, trace, and keep the thread's last error. The entry points themselves are
// generated (runtime/Thunks.inc).
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>

#include "runtime/Api.h"
#include "support/Observer.h"
#include "support/Recording.h"
#include "support/TraceCall.h"

namespace anywarp::runtime::entry {

/// Named like the records of spec/Api.td.
enum class Requires : uint8_t { None, Initialized, CurrentContext };

using Argument = TraceArgument;
template <typename T> Argument out(T *pointer) { return Argument::out(pointer); }

/// What a thread has of its own.
struct Thread {
  bool perThreadDefault = false; ///< the call under way came by a per-thread name
  bool hadContext = false;       ///< once found by ensureContext
  cudaError_t lastError = cudaSuccess;
};

/// Lives for one call of an exported function. `params`: its arguments as a struct, for observers.
class Scope {
public:
  Scope(const char *symbol, const void *params, Requires requires_, bool perThread);
  ~Scope() {
    if (isTold_) [[unlikely]]
      tell();
    own_.perThreadDefault = outerPerThread_;
    recording_.end(symbol_, /*isDriver=*/false, result_);
    observation_.exit(result_);
  }
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;

  bool ok() const { return result_ == cudaSuccess && !reason_; }
  /// A caller's mistake found by a generated check; `reason` goes to the trace.
  void refuse(cudaError_t result, const char *reason) {
    result_ = result;
    reason_ = reason;
  }
  void finish(cudaError_t result) { result_ = result; }
  /// The result, recorded as the thread's last error if it is one; work that goes on is none
  /// (seen).
  cudaError_t result() const {
    if (result_ != cudaSuccess && result_ != cudaErrorNotReady)
      own_.lastError = result_;
    return result_;
  }

  static bool isTraced();
  /// Traces "symbol(name=value, ...) = RESULT".
  void show(const char *names, std::initializer_list<Argument> arguments) const;

  static Thread &thread() { return thread_; }
  static bool isPerThreadDefault() { return thread_.perThreadDefault; }
  static cudaError_t &lastError() { return thread_.lastError; }

  /// compute-sanitizer is told of failed calls.
  static void tellFailed(const char *symbol, cudaError_t error);

private:
  void tell() const;
  CallRecording recording_; ///< first: the call begins with it
  CallObservation observation_;
  const char *symbol_;
  const char *reason_ = nullptr;
  bool isTold_ = false; ///< to compute-sanitizer
  Thread &own_;         ///< the calling thread's: to find it again would be a call
  bool outerPerThread_;
  cudaError_t result_;
  static inline thread_local Thread thread_;
};

/// An entry point that is not offered: says so in the trace, once, and why (may be empty).
class Absence {
public:
  constexpr Absence(const char *symbol, const char *reason) : symbol_(symbol), reason_(reason) {}
  cudaError_t answer();

private:
  const char *symbol_, *reason_;
  std::atomic<bool> said_ = false;
};

} // namespace anywarp::runtime::entry
