// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles, loads and stores with cache operators, and atomics of a 16-bit format.

#if defined(__AW_CUDA__)

#define AW_DEVICE static __device__ __forceinline__

#define AW_SHUFFLE(name, type)                                                                     \
  AW_DEVICE AW_T name(unsigned mask, AW_T value, type lane, int width = 32) {                      \
    return AW_T::__from_bits((unsigned short)::name(mask, unsigned(value.__x), lane, width));      \
  }                                                                                                \
  AW_DEVICE AW_T2 name(unsigned mask, AW_T2 value, type lane, int width = 32) {                    \
    return AW_T2::__from_bits(::name(mask, value.__bits(), lane, width));                          \
  }
AW_SHUFFLE(__shfl_sync, int)
AW_SHUFFLE(__shfl_up_sync, unsigned int)
AW_SHUFFLE(__shfl_down_sync, unsigned int)
AW_SHUFFLE(__shfl_xor_sync, int)
#undef AW_SHUFFLE

#define AW_LOAD(name)                                                                              \
  AW_DEVICE AW_T name(const AW_T *p) {                                                             \
    return AW_T::__from_bits(::name(reinterpret_cast<const unsigned short *>(p)));                 \
  }                                                                                                \
  AW_DEVICE AW_T2 name(const AW_T2 *p) {                                                           \
    return AW_T2::__from_bits(::name(reinterpret_cast<const unsigned int *>(p)));                  \
  }
AW_LOAD(__ldg)
AW_LOAD(__ldca)
AW_LOAD(__ldcg)
AW_LOAD(__ldcs)
AW_LOAD(__ldlu)
AW_LOAD(__ldcv)
#undef AW_LOAD
#define AW_STORE(name)                                                                             \
  AW_DEVICE void name(AW_T *p, AW_T value) {                                                       \
    ::name(reinterpret_cast<unsigned short *>(p), value.__x);                                      \
  }                                                                                                \
  AW_DEVICE void name(AW_T2 *p, AW_T2 value) {                                                     \
    ::name(reinterpret_cast<unsigned int *>(p), value.__bits());                                   \
  }
AW_STORE(__stwb)
AW_STORE(__stcg)
AW_STORE(__stcs)
AW_STORE(__stwt)
#undef AW_STORE

/// The pair's halves are added one by one atomically, not both at once.
AW_DEVICE AW_T2 atomicAdd(AW_T2 *address, AW_T2 value) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= AW_ATOMIC2_ARCH
  unsigned old;
  asm volatile("atom.add.noftz." AW_PTX "x2 %0, [%1], %2;"
               : "=r"(old)
               : "l"(address), "r"(value.__bits())
               : "memory");
  return AW_T2::__from_bits(old);
#else
  unsigned *word = reinterpret_cast<unsigned *>(address), old = *word, seen;
  do {
    seen = old;
    old = ::atomicCAS(word, seen, __hadd2(AW_T2::__from_bits(seen), value).__bits());
  } while (old != seen);
  return AW_T2::__from_bits(old);
#endif
}
AW_DEVICE AW_T atomicAdd(AW_T *address, AW_T value) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= AW_ATOMIC_ARCH
  AW_T old;
  asm volatile("atom.add.noftz." AW_PTX " %0, [%1], %2;"
               : "=h"(old.__x)
               : "l"(address), "h"(value.__x)
               : "memory");
  return old;
#else
  // Within the aligned word that holds it.
  size_t place = reinterpret_cast<size_t>(address);
  unsigned *word = reinterpret_cast<unsigned *>(place & ~size_t(3));
  unsigned shift = unsigned(place & 2) * 8, old = *word, seen;
  do {
    seen = old;
    AW_T sum = __hadd(AW_T::__from_bits((unsigned short)(seen >> shift)), value);
    old = ::atomicCAS(word, seen, (seen & ~(0xFFFFu << shift)) | unsigned(sum.__x) << shift);
  } while (old != seen);
  return AW_T::__from_bits((unsigned short)(old >> shift));
#endif
}
#undef AW_DEVICE

#endif
