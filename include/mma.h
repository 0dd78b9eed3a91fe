// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp matrix functions (namespace nvcuda::wmma) for half, bfloat16, tf32, double, 8-bit, 4-bit and
// 1-bit elements: each is one wmma instruction, by Clang's built-in functions.
#ifndef ANYWARP_MMA_H
#define ANYWARP_MMA_H

#if defined(__cplusplus) && defined(__CUDACC__)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define __AW_WMMA static __device__ __forceinline__

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
} // namespace precision
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

/// What a thread holds of a matrix: `stored` values of type Storage, `elements` of the matrix.
template <typename Storage, int elements, int stored> struct __align__(8) __aw_held {
  enum { num_elements = elements, num_storage_elements = stored };
  typedef Storage element_type;
  typedef Storage storage_element_type;
  Storage x[stored];
};

template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment;

// The number of elements that each shape gives a thread.
#define __AW_FRAGMENT(Use, m, n, k, T, Storage, elements, stored)                                  \
  template <typename Layout>                                                                       \
  class fragment<Use, m, n, k, T, Layout> : public __aw_held<Storage, elements, stored> {};
#define __AW_FRAGMENTS(m, n, k, T, Storage, a, b)                                                  \
  __AW_FRAGMENT(matrix_a, m, n, k, T, Storage, a, a)                                               \
  __AW_FRAGMENT(matrix_b, m, n, k, T, Storage, b, b)
__AW_FRAGMENTS(16, 16, 16, __half, __half, 16, 16)
__AW_FRAGMENTS(32, 8, 16, __half, __half, 16, 16)
__AW_FRAGMENTS(8, 32, 16, __half, __half, 16, 16)
__AW_FRAGMENTS(16, 16, 16, __nv_bfloat16, __nv_bfloat16, 8, 8)
__AW_FRAGMENTS(32, 8, 16, __nv_bfloat16, __nv_bfloat16, 16, 4)
__AW_FRAGMENTS(8, 32, 16, __nv_bfloat16, __nv_bfloat16, 4, 16)
__AW_FRAGMENTS(16, 16, 16, signed char, signed char, 8, 8)
__AW_FRAGMENTS(32, 8, 16, signed char, signed char, 16, 4)
__AW_FRAGMENTS(8, 32, 16, signed char, signed char, 4, 16)
__AW_FRAGMENTS(16, 16, 16, unsigned char, unsigned char, 8, 8)
__AW_FRAGMENTS(32, 8, 16, unsigned char, unsigned char, 16, 4)
__AW_FRAGMENTS(8, 32, 16, unsigned char, unsigned char, 4, 16)
__AW_FRAGMENTS(16, 16, 8, precision::tf32, float, 4, 4)
__AW_FRAGMENTS(8, 8, 4, double, double, 1, 1)
__AW_FRAGMENT(matrix_a, 8, 8, 32, experimental::precision::s4, int, 8, 1)
__AW_FRAGMENT(matrix_b, 8, 8, 32, experimental::precision::s4, int, 8, 1)
__AW_FRAGMENT(matrix_a, 8, 8, 32, experimental::precision::u4, unsigned, 8, 1)
__AW_FRAGMENT(matrix_b, 8, 8, 32, experimental::precision::u4, unsigned, 8, 1)
__AW_FRAGMENT(matrix_a, 8, 8, 128, experimental::precision::b1, unsigned, 32, 1)
__AW_FRAGMENT(matrix_b, 8, 8, 128, experimental::precision::b1, unsigned, 32, 1)
#define __AW_ACCUMULATOR(m, n, k, T, count)                                                        \
  template <> class fragment<accumulator, m, n, k, T, void> : public __aw_held<T, count, count> {};
__AW_ACCUMULATOR(16, 16, 16, __half, 8)
__AW_ACCUMULATOR(32, 8, 16, __half, 8)
__AW_ACCUMULATOR(8, 32, 16, __half, 8)
__AW_ACCUMULATOR(16, 16, 16, float, 8)
__AW_ACCUMULATOR(32, 8, 16, float, 8)
__AW_ACCUMULATOR(8, 32, 16, float, 8)
__AW_ACCUMULATOR(16, 16, 16, int, 8)
__AW_ACCUMULATOR(32, 8, 16, int, 8)
__AW_ACCUMULATOR(8, 32, 16, int, 8)
__AW_ACCUMULATOR(16, 16, 8, float, 8)
__AW_ACCUMULATOR(8, 8, 4, double, 2)
__AW_ACCUMULATOR(8, 8, 32, int, 2)
__AW_ACCUMULATOR(8, 8, 128, int, 2)
#undef __AW_FRAGMENT
#undef __AW_FRAGMENTS
#undef __AW_ACCUMULATOR

template <typename Storage, int elements, int stored, typename T>
__AW_WMMA void fill_fragment(__aw_held<Storage, elements, stored> &f, const T &value) {
  for (int i = 0; i < stored; ++i)
    f.x[i] = Storage(value);
}

__AW_WMMA float __float_to_tf32(float value) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
  return __uint_as_float(bits);
}

// The built-in functions exist in device passes only.
#if defined(__CUDA_ARCH__)
#define __AW_DEVICE(...) __VA_ARGS__
#else
#define __AW_DEVICE(...)
#endif

// bfloat16, tf32 and double are for compute capability 8.0 and above, as in the guide.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __AW_AMPERE
#endif

// Loads of A and B: the layout is part of the type.
#define __AW_LOAD(Use, m, n, k, T, Memory, Word, function)                                         \
  __AW_WMMA void load_matrix_sync(fragment<Use, m, n, k, T, row_major> &f, const Memory *p,        \
                                  unsigned ldm) {                                                  \
    __AW_DEVICE(function((Word *)f.x, (const Word *)p, ldm, 0);)                                   \
  }                                                                                                \
  __AW_WMMA void load_matrix_sync(fragment<Use, m, n, k, T, col_major> &f, const Memory *p,        \
                                  unsigned ldm) {                                                  \
    __AW_DEVICE(function((Word *)f.x, (const Word *)p, ldm, 1);)                                   \
  }
#define __AW_LOADS(m, n, k, T, Memory, Word, a, b)                                                 \
  __AW_LOAD(matrix_a, m, n, k, T, Memory, Word, a)                                                 \
  __AW_LOAD(matrix_b, m, n, k, T, Memory, Word, b)
#define __AW_SHAPE_LOADS(m, n, k, shape)                                                           \
  __AW_LOADS(m, n, k, __half, __half, int, __hmma_##shape##_ld_a, __hmma_##shape##_ld_b)           \
  __AW_LOADS(m, n, k, signed char, signed char, int, __imma_##shape##_ld_a_s8,                     \
             __imma_##shape##_ld_b_s8)                                                             \
  __AW_LOADS(m, n, k, unsigned char, unsigned char, int, __imma_##shape##_ld_a_u8,                 \
             __imma_##shape##_ld_b_u8)
__AW_SHAPE_LOADS(16, 16, 16, m16n16k16)
__AW_SHAPE_LOADS(32, 8, 16, m32n8k16)
__AW_SHAPE_LOADS(8, 32, 16, m8n32k16)
#ifdef __AW_AMPERE
#define __AW_BFLOAT_LOADS(m, n, k, shape)                                                          \
  __AW_LOADS(m, n, k, __nv_bfloat16, __nv_bfloat16, int, __mma_bf16_##shape##_ld_a,                \
             __mma_bf16_##shape##_ld_b)
__AW_BFLOAT_LOADS(16, 16, 16, m16n16k16)
__AW_BFLOAT_LOADS(32, 8, 16, m32n8k16)
__AW_BFLOAT_LOADS(8, 32, 16, m8n32k16)
__AW_LOADS(16, 16, 8, precision::tf32, float, int, __mma_tf32_m16n16k8_ld_a,
           __mma_tf32_m16n16k8_ld_b)
__AW_LOADS(8, 8, 4, double, double, double, __dmma_m8n8k4_ld_a, __dmma_m8n8k4_ld_b)
#undef __AW_BFLOAT_LOADS
#endif
// Elements of less than a byte have one layout for each matrix.
#define __AW_LOAD_BITS(Use, k, T, Layout, function, layout)                                        \
  __AW_WMMA void load_matrix_sync(fragment<Use, 8, 8, k, T, Layout> &f, const void *p,             \
                                  unsigned ldm) {                                                  \
    __AW_DEVICE(function((int *)f.x, (const int *)p, ldm, layout);)                                \
  }
__AW_LOAD_BITS(matrix_a, 32, experimental::precision::s4, row_major, __imma_m8n8k32_ld_a_s4, 0)
__AW_LOAD_BITS(matrix_b, 32, experimental::precision::s4, col_major, __imma_m8n8k32_ld_b_s4, 1)
__AW_LOAD_BITS(matrix_a, 32, experimental::precision::u4, row_major, __imma_m8n8k32_ld_a_u4, 0)
__AW_LOAD_BITS(matrix_b, 32, experimental::precision::u4, col_major, __imma_m8n8k32_ld_b_u4, 1)
__AW_LOAD_BITS(matrix_a, 128, experimental::precision::b1, row_major, __bmma_m8n8k128_ld_a_b1, 0)
__AW_LOAD_BITS(matrix_b, 128, experimental::precision::b1, col_major, __bmma_m8n8k128_ld_b_b1, 1)

// Accumulators: the layout is an argument.
#define __AW_TRANSFER(m, n, k, T, Word, load, store)                                               \
  __AW_WMMA void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p, unsigned ldm,  \
                                  layout_t layout) {                                               \
    __AW_DEVICE(if (layout == mem_row_major) load((Word *)f.x, (const Word *)p, ldm, 0);           \
                else load((Word *)f.x, (const Word *)p, ldm, 1);)                                  \
  }                                                                                                \
  __AW_WMMA void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &f, unsigned ldm, \
                                   layout_t layout) {                                              \
    __AW_DEVICE(if (layout == mem_row_major) store((Word *)p, (const Word *)f.x, ldm, 0);          \
                else store((Word *)p, (const Word *)f.x, ldm, 1);)                                 \
  }
#define __AW_SHAPE_TRANSFERS(m, n, k, shape)                                                       \
  __AW_TRANSFER(m, n, k, __half, int, __hmma_##shape##_ld_c_f16, __hmma_##shape##_st_c_f16)        \
  __AW_TRANSFER(m, n, k, float, float, __hmma_##shape##_ld_c_f32, __hmma_##shape##_st_c_f32)       \
  __AW_TRANSFER(m, n, k, int, int, __imma_##shape##_ld_c, __imma_##shape##_st_c_i32)
__AW_SHAPE_TRANSFERS(16, 16, 16, m16n16k16)
__AW_SHAPE_TRANSFERS(32, 8, 16, m32n8k16)
__AW_SHAPE_TRANSFERS(8, 32, 16, m8n32k16)
#ifdef __AW_AMPERE
__AW_TRANSFER(16, 16, 8, float, float, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32)
__AW_TRANSFER(8, 8, 4, double, double, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64)
#endif
__AW_TRANSFER(8, 8, 32, int, int, __imma_m8n8k32_ld_c, __imma_m8n8k32_st_c_i32)
__AW_TRANSFER(8, 8, 128, int, int, __bmma_m8n8k128_ld_c, __bmma_m8n8k128_st_c_i32)

// D = A B + C. The number of a pair of layouts: 2 for a column-major A plus 1 for a column-major B.
#define __AW_MMA(m, n, k, T, LayoutA, LayoutB, number, D, DWord, C, CWord, function)               \
  __AW_WMMA void mma_sync(fragment<accumulator, m, n, k, D> &d,                                    \
                          const fragment<matrix_a, m, n, k, T, LayoutA> &a,                        \
                          const fragment<matrix_b, m, n, k, T, LayoutB> &b,                        \
                          const fragment<accumulator, m, n, k, C> &c) {                            \
    __AW_DEVICE(function((DWord *)d.x, (const __aw_word<T>::type *)a.x,                            \
                         (const __aw_word<T>::type *)b.x, (const CWord *)c.x, number, 0);)         \
  }
template <typename T> struct __aw_word {
  typedef int type;
};
template <> struct __aw_word<double> {
  typedef double type;
};
#define __AW_MMAS(m, n, k, T, D, DWord, C, CWord, function)                                        \
  __AW_MMA(m, n, k, T, row_major, row_major, 0, D, DWord, C, CWord, function)                      \
  __AW_MMA(m, n, k, T, row_major, col_major, 1, D, DWord, C, CWord, function)                      \
  __AW_MMA(m, n, k, T, col_major, row_major, 2, D, DWord, C, CWord, function)                      \
  __AW_MMA(m, n, k, T, col_major, col_major, 3, D, DWord, C, CWord, function)
// Integers may saturate.
#define __AW_IMMA(m, n, k, T, LayoutA, LayoutB, number, function)                                  \
  __AW_WMMA void mma_sync(fragment<accumulator, m, n, k, int> &d,                                  \
                          const fragment<matrix_a, m, n, k, T, LayoutA> &a,                        \
                          const fragment<matrix_b, m, n, k, T, LayoutB> &b,                        \
                          const fragment<accumulator, m, n, k, int> &c, bool satf = false) {       \
    __AW_DEVICE(if (satf) function(d.x, (const int *)a.x, (const int *)b.x, c.x, number, 1);       \
                else function(d.x, (const int *)a.x, (const int *)b.x, c.x, number, 0);)           \
  }
#define __AW_IMMAS(m, n, k, T, function)                                                           \
  __AW_IMMA(m, n, k, T, row_major, row_major, 0, function)                                         \
  __AW_IMMA(m, n, k, T, row_major, col_major, 1, function)                                         \
  __AW_IMMA(m, n, k, T, col_major, row_major, 2, function)                                         \
  __AW_IMMA(m, n, k, T, col_major, col_major, 3, function)
#define __AW_SHAPE_MMAS(m, n, k, shape)                                                            \
  __AW_MMAS(m, n, k, __half, __half, int, __half, int, __hmma_##shape##_mma_f16f16)                \
  __AW_MMAS(m, n, k, __half, float, float, __half, int, __hmma_##shape##_mma_f32f16)               \
  __AW_MMAS(m, n, k, __half, float, float, float, float, __hmma_##shape##_mma_f32f32)              \
  __AW_MMAS(m, n, k, __half, __half, int, float, float, __hmma_##shape##_mma_f16f32)               \
  __AW_IMMAS(m, n, k, signed char, __imma_##shape##_mma_s8)                                        \
  __AW_IMMAS(m, n, k, unsigned char, __imma_##shape##_mma_u8)
__AW_SHAPE_MMAS(16, 16, 16, m16n16k16)
__AW_SHAPE_MMAS(32, 8, 16, m32n8k16)
__AW_SHAPE_MMAS(8, 32, 16, m8n32k16)
#ifdef __AW_AMPERE
__AW_MMAS(16, 16, 16, __nv_bfloat16, float, float, float, float, __mma_bf16_m16n16k16_mma_f32)
__AW_MMAS(32, 8, 16, __nv_bfloat16, float, float, float, float, __mma_bf16_m32n8k16_mma_f32)
__AW_MMAS(8, 32, 16, __nv_bfloat16, float, float, float, float, __mma_bf16_m8n32k16_mma_f32)
__AW_MMAS(16, 16, 8, precision::tf32, float, float, float, float, __mma_tf32_m16n16k8_mma_f32)
__AW_MMAS(8, 8, 4, double, double, double, double, double, __dmma_m8n8k4_mma_f64)
#endif
__AW_IMMA(8, 8, 32, experimental::precision::s4, row_major, col_major, 1, __imma_m8n8k32_mma_s4)
__AW_IMMA(8, 8, 32, experimental::precision::u4, row_major, col_major, 1, __imma_m8n8k32_mma_u4)

__AW_WMMA void
bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
          const fragment<accumulator, 8, 8, 128, int> &c,
          experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __AW_DEVICE(
#if __CUDA_ARCH__ >= 800
      if (op == experimental::bmmaBitOpAND)
          __bmma_m8n8k128_mma_and_popc_b1(d.x, (const int *)a.x, (const int *)b.x, c.x, 1);
      else
#endif
      __bmma_m8n8k128_mma_xor_popc_b1(d.x, (const int *)a.x, (const int *)b.x, c.x, 1);)
}

#undef __AW_DEVICE
#undef __AW_AMPERE
#undef __AW_LOAD
#undef __AW_LOADS
#undef __AW_SHAPE_LOADS
#undef __AW_LOAD_BITS
#undef __AW_TRANSFER
#undef __AW_SHAPE_TRANSFERS
#undef __AW_MMA
#undef __AW_MMAS
#undef __AW_IMMA
#undef __AW_IMMAS
#undef __AW_SHAPE_MMAS

} // namespace wmma
} // namespace nvcuda

#undef __AW_WMMA
#endif

#endif
