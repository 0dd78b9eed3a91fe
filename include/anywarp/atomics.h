// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic functions of the guide, each in three scopes: device (no suffix), _block and _system. All
// are relaxed; order comes from the fences.
#ifndef ANYWARP_ATOMICS_H
#define ANYWARP_ATOMICS_H

#define __AW_ATOMIC static __device__ __forceinline__

// name, type, and the compiler's builtin without its scope: __nvvm_atom_[cta_|sys_]OP.
#define __AW_ATOMIC_SCOPES(name, type, op, cast)                                                   \
  __AW_ATOMIC type name(type *address, type value) {                                               \
    return (type)__nvvm_atom_##op((cast *)address, (cast)value);                                   \
  }                                                                                                \
  __AW_ATOMIC type name##_block(type *address, type value) {                                       \
    return (type)__nvvm_atom_cta_##op((cast *)address, (cast)value);                               \
  }                                                                                                \
  __AW_ATOMIC type name##_system(type *address, type value) {                                      \
    return (type)__nvvm_atom_sys_##op((cast *)address, (cast)value);                               \
  }
__AW_ATOMIC_SCOPES(atomicAdd, int, add_gen_i, int)
__AW_ATOMIC_SCOPES(atomicAdd, unsigned int, add_gen_i, int)
__AW_ATOMIC_SCOPES(atomicAdd, unsigned long long, add_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicAdd, float, add_gen_f, float)
#if __CUDA_ARCH__ >= 600
__AW_ATOMIC_SCOPES(atomicAdd, double, add_gen_d, double)
#endif
__AW_ATOMIC_SCOPES(atomicExch, int, xchg_gen_i, int)
__AW_ATOMIC_SCOPES(atomicExch, unsigned int, xchg_gen_i, int)
__AW_ATOMIC_SCOPES(atomicExch, unsigned long long, xchg_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicMin, int, min_gen_i, int)
__AW_ATOMIC_SCOPES(atomicMin, long long, min_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicMax, int, max_gen_i, int)
__AW_ATOMIC_SCOPES(atomicMax, long long, max_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicInc, unsigned int, inc_gen_ui, unsigned int)
__AW_ATOMIC_SCOPES(atomicDec, unsigned int, dec_gen_ui, unsigned int)
__AW_ATOMIC_SCOPES(atomicAnd, int, and_gen_i, int)
__AW_ATOMIC_SCOPES(atomicAnd, unsigned int, and_gen_i, int)
__AW_ATOMIC_SCOPES(atomicAnd, unsigned long long, and_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicAnd, long long, and_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicOr, int, or_gen_i, int)
__AW_ATOMIC_SCOPES(atomicOr, unsigned int, or_gen_i, int)
__AW_ATOMIC_SCOPES(atomicOr, unsigned long long, or_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicOr, long long, or_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicXor, int, xor_gen_i, int)
__AW_ATOMIC_SCOPES(atomicXor, unsigned int, xor_gen_i, int)
__AW_ATOMIC_SCOPES(atomicXor, unsigned long long, xor_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicXor, long long, xor_gen_ll, long long)
#undef __AW_ATOMIC_SCOPES

// Clang 19 makes the scoped builtins of these signed minima and maxima. The second name is the one
// that such a function has among Clang's.
#define __AW_ATOMIC_UNSIGNED(name, hidden, type, ptx, reg)                                         \
  __AW_ATOMIC type name(type *address, type value) {                                               \
    type old;                                                                                      \
    asm volatile("atom." ptx " %0, [%1], %2;"                                                      \
                 : "=" reg(old)                                                                    \
                 : "l"(address), reg(value)                                                        \
                 : "memory");                                                                      \
    return old;                                                                                    \
  }                                                                                                \
  __AW_ATOMIC type hidden(type *address, type value) { return name(address, value); }
#define __AW_ATOMIC_UNSIGNED_SCOPES(op, ptx)                                                       \
  __AW_ATOMIC_UNSIGNED(atomic##op##_block, __uAtomic##op##_block, unsigned int,                    \
                       "cta." ptx ".u32", "r")                                                     \
  __AW_ATOMIC_UNSIGNED(atomic##op##_system, __uAtomic##op##_system, unsigned int,                  \
                       "sys." ptx ".u32", "r")                                                     \
  __AW_ATOMIC_UNSIGNED(atomic##op##_block, __ullAtomic##op##_block, unsigned long long,            \
                       "cta." ptx ".u64", "l")                                                     \
  __AW_ATOMIC_UNSIGNED(atomic##op##_system, __ullAtomic##op##_system, unsigned long long,          \
                       "sys." ptx ".u64", "l")
__AW_ATOMIC_UNSIGNED_SCOPES(Min, "min")
__AW_ATOMIC_UNSIGNED_SCOPES(Max, "max")
#undef __AW_ATOMIC_UNSIGNED_SCOPES
#undef __AW_ATOMIC_UNSIGNED

#define __AW_ATOMIC_UNSIGNED(name, type, op)                                                       \
  __AW_ATOMIC type name(type *address, type value) { return __nvvm_atom_##op(address, value); }
__AW_ATOMIC_UNSIGNED(atomicMin, unsigned int, min_gen_ui)
__AW_ATOMIC_UNSIGNED(atomicMin, unsigned long long, min_gen_ull)
__AW_ATOMIC_UNSIGNED(atomicMax, unsigned int, max_gen_ui)
__AW_ATOMIC_UNSIGNED(atomicMax, unsigned long long, max_gen_ull)
#undef __AW_ATOMIC_UNSIGNED

#if __CUDA_ARCH__ >= 900
// Pairs and quadruples of floats in global memory: each is atomic, not all of them together.
#define __AW_ATOMIC_FLOATS(suffix, scope)                                                          \
  __AW_ATOMIC float2 atomicAdd##suffix(float2 *address, float2 value) {                            \
    float2 old;                                                                                    \
    asm volatile("atom.global" scope ".add.v2.f32 {%0, %1}, [%2], {%3, %4};"                       \
                 : "=f"(old.x), "=f"(old.y)                                                        \
                 : "l"(__cvta_generic_to_global(address)), "f"(value.x), "f"(value.y)              \
                 : "memory");                                                                      \
    return old;                                                                                    \
  }                                                                                                \
  __AW_ATOMIC float4 atomicAdd##suffix(float4 *address, float4 value) {                            \
    float4 old;                                                                                    \
    asm volatile("atom.global" scope ".add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"       \
                 : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w)                              \
                 : "l"(__cvta_generic_to_global(address)), "f"(value.x), "f"(value.y),             \
                   "f"(value.z), "f"(value.w)                                                      \
                 : "memory");                                                                      \
    return old;                                                                                    \
  }
__AW_ATOMIC_FLOATS(, "")
__AW_ATOMIC_FLOATS(_block, ".cta")
__AW_ATOMIC_FLOATS(_system, ".sys")
#undef __AW_ATOMIC_FLOATS
#endif

#define __AW_ATOMIC_DERIVED(suffix)                                                                \
  __AW_ATOMIC int atomicSub##suffix(int *address, int value) {                                     \
    return atomicAdd##suffix(address, -value);                                                     \
  }                                                                                                \
  __AW_ATOMIC unsigned int atomicSub##suffix(unsigned int *address, unsigned int value) {          \
    return atomicAdd##suffix(address, -value);                                                     \
  }                                                                                                \
  __AW_ATOMIC float atomicExch##suffix(float *address, float value) {                              \
    return __int_as_float(atomicExch##suffix((int *)address, __float_as_int(value)));              \
  }
__AW_ATOMIC_DERIVED()
__AW_ATOMIC_DERIVED(_block)
__AW_ATOMIC_DERIVED(_system)
#undef __AW_ATOMIC_DERIVED

#define __AW_CAS(suffix, scope, ptx)                                                               \
  __AW_ATOMIC int atomicCAS##suffix(int *address, int compare, int value) {                        \
    return __nvvm_atom_##scope##cas_gen_i(address, compare, value);                                \
  }                                                                                                \
  __AW_ATOMIC unsigned int atomicCAS##suffix(unsigned int *address, unsigned int compare,          \
                                             unsigned int value) {                                 \
    return (unsigned int)__nvvm_atom_##scope##cas_gen_i((int *)address, (int)compare, (int)value); \
  }                                                                                                \
  __AW_ATOMIC unsigned long long atomicCAS##suffix(                                                \
      unsigned long long *address, unsigned long long compare, unsigned long long value) {         \
    return (unsigned long long)__nvvm_atom_##scope##cas_gen_ll(                                    \
        (long long *)address, (long long)compare, (long long)value);                               \
  }                                                                                                \
  __AW_ATOMIC unsigned short int atomicCAS##suffix(                                                \
      unsigned short int *address, unsigned short int compare, unsigned short int value) {         \
    unsigned short int old;                                                                        \
    asm volatile("atom" ptx ".cas.b16 %0, [%1], %2, %3;"                                           \
                 : "=h"(old)                                                                       \
                 : "l"(address), "h"(compare), "h"(value)                                          \
                 : "memory");                                                                      \
    return old;                                                                                    \
  }
__AW_CAS(, , "")
__AW_CAS(_block, cta_, ".cta")
__AW_CAS(_system, sys_, ".sys")
#undef __AW_CAS
#undef __AW_ATOMIC

#endif
