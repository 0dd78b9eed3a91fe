// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Failures of the environment and of input, as values: Status (code + message) and Expected<T>.
// A caller's mistake at an API is not a Status but a CUresult, returned by the API's own checks.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace anywarp {

enum class StatusCode {
  Ok,
  InvalidInput, ///< the bytes or text handed in are not what they claim to be
  NotSupported, ///< understood, and not built
  NotFound,
  OutOfMemory,
  System, ///< the operating system refused
};

/// Result of something that can fail; Ok carries no message.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}
  bool ok() const { return code_ == StatusCode::Ok; }
  StatusCode code() const { return code_; }
  const std::string &message() const { return message_; }
  /// The same failure with `context: ` put before its message.
  Status annotated(const std::string &context) && {
    message_ = context + ": " + message_;
    return std::move(*this);
  }

private:
  StatusCode code_ = StatusCode::Ok;
  std::string message_;
};

/// A T or the reason why there is none.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : value_(std::move(value)) {}
  Expected(Status failure) : status_(std::move(failure)) { assert(!status_.ok()); }
  explicit operator bool() const { return value_.has_value(); }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }
  Status takeStatus() { return std::move(status_); }
  const Status &status() const { return status_; }

private:
  std::optional<T> value_;
  Status status_;
};

} // namespace anywarp
