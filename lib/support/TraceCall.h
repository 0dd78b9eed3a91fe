// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a call of an API function is written to the trace: "name(parameter=value, ...)". Arguments
// are taken as bits and a kind, so that hundreds of entry points share one function that prints.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>

namespace anywarp {

/// One traced argument.
class TraceArgument {
public:
  enum Kind : uint8_t { Signed, Unsigned, Pointer, Text, Real, Opaque };

  template <typename T> TraceArgument(T value) {
    if constexpr (std::is_same_v<T, const char *>) {
      kind_ = Text;
      bits_ = reinterpret_cast<uintptr_t>(value);
    } else if constexpr (std::is_pointer_v<T>) {
      kind_ = Pointer;
      bits_ = reinterpret_cast<uintptr_t>(value);
    } else if constexpr (std::is_floating_point_v<T>) {
      kind_ = Real;
      real_ = value;
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
      kind_ = std::is_signed_v<T> ? Signed : Unsigned;
      bits_ = static_cast<uint64_t>(value);
    }
  }

  /// An output: shown as the value that the call stored there.
  template <typename T> static TraceArgument out(T *pointer) {
    if constexpr (std::is_void_v<T> || std::is_class_v<T> || std::is_union_v<T>) {
      return TraceArgument(static_cast<const void *>(pointer));
    } else {
      if (!pointer)
        return TraceArgument(static_cast<const void *>(nullptr));
      TraceArgument argument(*pointer);
      argument.isOutput_ = true;
      return argument;
    }
  }

  bool isOutput() const { return isOutput_; }
  std::string text() const;

private:
  Kind kind_ = Opaque;
  bool isOutput_ = false;
  union {
    uint64_t bits_ = 0;
    double real_;
  };
};

/// "symbol(a=1, b->0x7f00)". `names` is "a, b"; outputs of a failed call are shown as "?".
std::string formatCall(const char *symbol, const char *names,
                       std::initializer_list<TraceArgument> arguments, bool succeeded);

} // namespace anywarp
