// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a type is the closure of a lambda that host code marked __device__ or __host__ __device__. The
// front end answers the two traits below itself when they stand in this file.
#ifndef ANYWARP_LAMBDA_TRAITS_H
#define ANYWARP_LAMBDA_TRAITS_H

namespace anywarp {
template <class T> struct is_device_lambda {
  static constexpr bool value = __has_trivial_move_assign(T);
};
template <class T> struct is_host_device_lambda {
  static constexpr bool value = __has_trivial_move_constructor(T);
};
} // namespace anywarp

#define __nv_is_extended_device_lambda_closure_type(type)                                          \
  (::anywarp::is_device_lambda<type>::value)
#define __nv_is_extended_host_device_lambda_closure_type(type)                                     \
  (::anywarp::is_host_device_lambda<type>::value)
// Clang deduces the type of a call in either pass.
#define __nv_is_extended_device_lambda_with_preserved_return_type(type)                            \
  (::anywarp::is_device_lambda<type>::value)

#endif
