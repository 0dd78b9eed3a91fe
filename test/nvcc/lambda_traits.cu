// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc's traits tell extended lambdas from others, in both passes.
// RUN: nvcc -c --extended-lambda %s -o %t.o
template <class T> constexpr bool isDevice(const T &) {
  return __nv_is_extended_device_lambda_closure_type(T);
}
void host() {
  auto device = [] __device__(int x) { return x + 1; };
  auto both = [] __host__ __device__(int x) { return x + 1; };
  auto plain = [](int x) { return x + 1; };
  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(device)), "");
  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(both)), "");
  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(plain)), "");
  static_assert(!__nv_is_extended_host_device_lambda_closure_type(decltype(device)), "");
  static_assert(__nv_is_extended_host_device_lambda_closure_type(decltype(both)), "");
  static_assert(!__nv_is_extended_host_device_lambda_closure_type(int), "");
  static_assert(isDevice(device) && !isDevice(plain), "");
}
// The compiler's own traits of that name are untouched.
struct Moves {
  Moves &operator=(Moves &&);
};
static_assert(!__has_trivial_move_assign(Moves) && __has_trivial_move_assign(int), "");
template <class T> constexpr bool trivial = __has_trivial_move_assign(T);
static_assert(!trivial<Moves> && trivial<int>, "");
