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
__AW_ATOMIC_SCOPES(atomicMin, unsigned int, min_gen_ui, unsigned int)
__AW_ATOMIC_SCOPES(atomicMin, long long, min_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicMin, unsigned long long, min_gen_ull, unsigned long long)
__AW_ATOMIC_SCOPES(atomicMax, int, max_gen_i, int)
__AW_ATOMIC_SCOPES(atomicMax, unsigned int, max_gen_ui, unsigned int)
__AW_ATOMIC_SCOPES(atomicMax, long long, max_gen_ll, long long)
__AW_ATOMIC_SCOPES(atomicMax, unsigned long long, max_gen_ull, unsigned long long)
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
