// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records and enums of the two APIs that are the same bytes under two names.
#pragma once

#include <type_traits>

#include "runtime/Api.h"

namespace anywarp::runtime {

/// A pointer to the driver's record for a pointer to the runtime's. Sizes are checked here; that
/// the fields agree is checked once for each pair in AlikeTest.cpp.
template <typename To, typename From> To *alike(From *from) {
  static_assert(sizeof(To) == sizeof(From) && alignof(To) == alignof(From));
  return reinterpret_cast<To *>(from);
}
template <typename To, typename From> const To *alike(const From *from) {
  static_assert(sizeof(To) == sizeof(From) && alignof(To) == alignof(From));
  return reinterpret_cast<const To *>(from);
}

/// A record by value.
template <typename To, typename From> To alikeValue(const From &from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To>);
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

inline CUdeviceptr address(const void *pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }
inline CUdeviceptr *addresses(void **pointers) { return reinterpret_cast<CUdeviceptr *>(pointers); }
inline CUarray toDriver(cudaArray_const_t array) {
  return reinterpret_cast<CUarray>(const_cast<cudaArray_t>(array));
}
inline CUmipmappedArray toDriver(cudaMipmappedArray_const_t array) {
  return reinterpret_cast<CUmipmappedArray>(const_cast<cudaMipmappedArray_t>(array));
}

} // namespace anywarp::runtime
