// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device functions that Clang's headers lack: integer dot products, further reductions and
// shuffles, time, sleeping, stack allocation.
#ifndef ANYWARP_INTRINSICS_H
#define ANYWARP_INTRINSICS_H

#define __AW_DEVICE static __device__ __forceinline__

// Integer dot products with accumulation (sm_61).
#if __CUDA_ARCH__ >= 610
#define __AW_DOT(name, ptx, result, a_type, b_type)                                                \
  __AW_DEVICE result name(a_type a, b_type b, result c) {                                          \
    result d;                                                                                      \
    asm(ptx " %0, %1, %2, %3;"                                                                     \
        : "=r"(d)                                                                                  \
        : "r"(*(const unsigned *)&a), "r"(*(const unsigned *)&b), "r"(c));                         \
    return d;                                                                                      \
  }
// The 16-bit pair of __dp2a is given as one int or as a vector of two shorts.
#define __AW_DOT2(name, ptx, result, a_type, b_type) __AW_DOT(name, ptx, result, a_type, b_type)
__AW_DOT(__dp4a, "dp4a.s32.s32", int, int, int)
__AW_DOT(__dp4a, "dp4a.u32.u32", unsigned, unsigned, unsigned)
__AW_DOT(__dp4a, "dp4a.s32.s32", int, char4, char4)
__AW_DOT(__dp4a, "dp4a.u32.u32", unsigned, uchar4, uchar4)
__AW_DOT2(__dp2a_lo, "dp2a.lo.s32.s32", int, int, int)
__AW_DOT2(__dp2a_lo, "dp2a.lo.u32.u32", unsigned, unsigned, unsigned)
__AW_DOT2(__dp2a_lo, "dp2a.lo.s32.s32", int, short2, char4)
__AW_DOT2(__dp2a_lo, "dp2a.lo.u32.u32", unsigned, ushort2, uchar4)
__AW_DOT2(__dp2a_hi, "dp2a.hi.s32.s32", int, int, int)
__AW_DOT2(__dp2a_hi, "dp2a.hi.u32.u32", unsigned, unsigned, unsigned)
__AW_DOT2(__dp2a_hi, "dp2a.hi.s32.s32", int, short2, char4)
__AW_DOT2(__dp2a_hi, "dp2a.hi.u32.u32", unsigned, ushort2, uchar4)
#undef __AW_DOT2
#undef __AW_DOT
#endif

// Reductions over the lanes of a mask (sm_80).
#if __CUDA_ARCH__ >= 800
#define __AW_REDUCE(name, type, builtin)                                                           \
  __AW_DEVICE type __reduce_##name##_sync(unsigned mask, type value) {                             \
    return (type)__nvvm_redux_sync_##builtin((int)value, (int)mask);                               \
  }
__AW_REDUCE(add, unsigned, add)
__AW_REDUCE(add, int, add)
__AW_REDUCE(min, unsigned, umin)
__AW_REDUCE(min, int, min)
__AW_REDUCE(max, unsigned, umax)
__AW_REDUCE(max, int, max)
__AW_REDUCE(and, unsigned, and)
__AW_REDUCE(or, unsigned, or)
__AW_REDUCE(xor, unsigned, xor)
#undef __AW_REDUCE
#endif

// Shuffles of sm_60 and earlier, declared for templates that name them and that nobody
// instantiates: a call is an error. Programs have their own ones for structures.
#define __AW_NO_SHUFFLE(name)                                                                      \
  template <typename Value, typename Lane>                                                         \
  __device__ Value name(Value, Lane, int = 32)                                                     \
      __attribute__((enable_if(__is_arithmetic(Value), "a number"),                                \
                     error("it is not there on sm_70 and above: use " #name "_sync")));
__AW_NO_SHUFFLE(__shfl)
__AW_NO_SHUFFLE(__shfl_up)
__AW_NO_SHUFFLE(__shfl_down)
__AW_NO_SHUFFLE(__shfl_xor)
#undef __AW_NO_SHUFFLE

__AW_DEVICE void __nanosleep(unsigned nanoseconds) {
#if __CUDA_ARCH__ >= 700
  asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds) : "memory");
#endif
}

/// A clock_t has 64 bits.
__AW_DEVICE long clock() { return __nvvm_read_ptx_sreg_clock64(); }

/// pmevent wants a literal.
#define __prof_trigger(counter) asm volatile("pmevent %0;" ::"n"(counter))

#ifndef alloca
#define alloca(size) __builtin_alloca(size)
#endif

#undef __AW_DEVICE

#endif
