// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which state space an address is in, and conversions between generic and specific addresses.
#ifndef ANYWARP_ADDRESS_SPACE_H
#define ANYWARP_ADDRESS_SPACE_H

#ifndef __CUDACC_RTC__ // whose prelude has size_t
#include <stddef.h>
#endif

#define __AW_PREDICATE static __device__ __forceinline__ __attribute__((const)) unsigned int
__AW_PREDICATE __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
__AW_PREDICATE __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
__AW_PREDICATE __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
__AW_PREDICATE __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
__AW_PREDICATE __isGridConstant(const void *p) {
  unsigned int result;
  asm("{ .reg .pred p; isspacep.param p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(result) : "l"(p));
  return result;
}
#undef __AW_PREDICATE

#define __AW_CONVERT(space, number)                                                                \
  static __device__ __forceinline__ size_t __cvta_generic_to_##space(const void *p) {              \
    return (size_t)(const void __attribute__((address_space(number))) *)p;                         \
  }                                                                                                \
  static __device__ __forceinline__ void *__cvta_##space##_to_generic(size_t p) {                  \
    return (void *)(void __attribute__((address_space(number))) *)p;                               \
  }
__AW_CONVERT(global, 1)
__AW_CONVERT(shared, 3)
__AW_CONVERT(constant, 4)
__AW_CONVERT(local, 5)
#undef __AW_CONVERT
static __device__ __forceinline__ size_t __cvta_generic_to_grid_constant(const void *p) {
  size_t result;
  asm("cvta.to.param.u64 %0, %1;" : "=l"(result) : "l"(p));
  return result;
}
static __device__ __forceinline__ void *__cvta_grid_constant_to_generic(size_t p) {
  void *result;
  asm("cvta.param.u64 %0, %1;" : "=l"(result) : "l"(p));
  return result;
}

#endif
