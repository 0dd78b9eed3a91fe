// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every exported entry point does around the function that does the work: bring up driver and
// context as its row asks, trace, and keep the thread's last error. The entry points themselves are
// generated (runtime/Thunks.inc).
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>

#include "runtime/Api.h"
#include "support/TraceCall.h"

namespace anywarp::runtime::entry {

/// Named like the records of spec/Api.td.
enum class Requires : uint8_t { None, Initialized, CurrentContext };

using Argument = TraceArgument;
template <typename T> Argument out(T *pointer) { return Argument::out(pointer); }

/// Lives for one call of an exported function.
class Scope {
public:
  Scope(const char *symbol, Requires requires_, bool perThread);
  ~Scope() { perThreadDefault_ = outerPerThread_; }
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
      lastError_ = result_;
    return result_;
  }

  static bool isTraced();
  /// Traces "symbol(name=value, ...) = RESULT".
  void show(const char *names, std::initializer_list<Argument> arguments) const;

  static bool isPerThreadDefault() { return perThreadDefault_; }
  static cudaError_t &lastError() { return lastError_; }

private:
  const char *symbol_;
  const char *reason_ = nullptr;
  bool outerPerThread_;
  cudaError_t result_;
  static inline thread_local bool perThreadDefault_ = false;
  static inline thread_local cudaError_t lastError_ = cudaSuccess;
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
