// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of the two APIs that are the same bytes under two names: the rows of spec/runtime with
// Same. That fields and numbers agree is checked in LayoutCastTest.cpp.
#pragma once

#include <type_traits>

#include "runtime/core/Driver.h"

namespace anywarp::runtime {

/// The driver's type for one of the runtime's; void where the tables name none.
template <typename T> struct SameAs {
  using Type = void;
};
#define SAME_TYPE(ours, theirs)                                                                    \
  template <> struct SameAs<ours> {                                                                \
    using Type = theirs;                                                                           \
  };
#define SAME_HANDLE(ours, theirs)                                                                  \
  SAME_TYPE(std::remove_pointer_t<ours>, std::remove_pointer_t<theirs>)
#define SAME_FIELD(type, field, otherType, otherField)
#define SAME_VALUE(name, otherName)
#include "runtime/Same.inc"
#undef SAME_TYPE
#undef SAME_HANDLE
#undef SAME_FIELD
#undef SAME_VALUE

/// Whether the bytes of a `From` are those of a `To`.
template <typename From, typename To> constexpr bool hasSameLayout() {
  if constexpr (std::is_const_v<From>)
    return std::is_const_v<To> &&
           hasSameLayout<std::remove_const_t<From>, std::remove_const_t<To>>();
  else if constexpr (std::is_same_v<From, std::remove_const_t<To>>)
    return true;
  else if constexpr (std::is_same_v<typename SameAs<From>::Type, std::remove_const_t<To>>)
    return true;
  else if constexpr (std::is_same_v<std::remove_const_t<To>, CUdeviceptr>)
    return std::is_pointer_v<From>;
  else if constexpr (std::is_pointer_v<From> && std::is_pointer_v<To>)
    return hasSameLayout<std::remove_pointer_t<From>, std::remove_pointer_t<To>>();
  else
    return std::is_integral_v<From> && std::is_integral_v<To> && sizeof(From) == sizeof(To) &&
           std::is_signed_v<From> == std::is_signed_v<To>;
}

/// A pointer to the driver's record for a pointer to the runtime's.
template <typename To, typename From> To *layoutCast(From *from) {
  static_assert(hasSameLayout<From, To>());
  return reinterpret_cast<To *>(from);
}
template <typename To, typename From> const To *layoutCast(const From *from) {
  static_assert(hasSameLayout<From, To>());
  return reinterpret_cast<const To *>(from);
}

inline CUdeviceptr address(const void *pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }
inline CUdeviceptr *addresses(void **pointers) { return reinterpret_cast<CUdeviceptr *>(pointers); }
inline CUarray toDriver(cudaArray_const_t array) {
  return reinterpret_cast<CUarray>(const_cast<cudaArray_t>(array));
}
inline CUmipmappedArray toDriver(cudaMipmappedArray_const_t array) {
  return reinterpret_cast<CUmipmappedArray>(const_cast<cudaMipmappedArray_t>(array));
}

/// What the driver's function gets for an argument of the runtime's: the same in its own type.
template <typename To, typename From> To passed(const From &from) {
  if constexpr (std::is_integral_v<To> && (std::is_integral_v<From> || std::is_enum_v<From>)) {
    return static_cast<To>(from);
  } else {
    static_assert(hasSameLayout<From, To>());
    static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To>);
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
  }
}
template <typename To> To passed(std::nullptr_t) { return nullptr; }

/// Calls a function of the driver with the arguments of one of the runtime.
template <typename... To, typename... From>
cudaError_t passOn(CUresult (*function)(To...), const From &...from) {
  return toError(function(passed<To>(from)...));
}

} // namespace anywarp::runtime
