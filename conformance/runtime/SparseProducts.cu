// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma.sp in all shapes of sm_80: which columns the metadata keep, in which lanes they stand for
// each selector. Elements are small integers, so that sums are exact in any order. The places are
// those of the PTX manual, "Sparse matrix storage"; CUTLASS's sparse products, whose metadata are
// brought there by its own `reorder_meta`, use the same.
#include "Check.h"

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Lane {
  uint32_t a[4], b[4], metadata;
};

// Two or four registers of A and of B, sums in float (f) or int (r).
#define PRODUCT2(NAME, SHAPE, TYPES, SELECTOR, C, T)                                               \
  __global__ void NAME(const Lane *lanes, T *out) {                                                \
    const Lane &l = lanes[threadIdx.x];                                                            \
    T d[4], c[4] = {1, 2, 3, 4};                                                                   \
    asm("mma.sp::ordered_metadata.sync.aligned." SHAPE ".row.col." TYPES                           \
        " {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11}, %12, " SELECTOR ";"                    \
        : "=" C(d[0]), "=" C(d[1]), "=" C(d[2]), "=" C(d[3])                                       \
        : "r"(l.a[0]), "r"(l.a[1]), "r"(l.b[0]), "r"(l.b[1]), C(c[0]), C(c[1]), C(c[2]), C(c[3]),  \
          "r"(l.metadata));                                                                        \
    for (int i = 0; i < 4; ++i)                                                                    \
      out[threadIdx.x * 4 + i] = d[i];                                                             \
  }
#define PRODUCT4(NAME, SHAPE, TYPES, SELECTOR, C, T)                                               \
  __global__ void NAME(const Lane *lanes, T *out) {                                                \
    const Lane &l = lanes[threadIdx.x];                                                            \
    T d[4], c[4] = {1, 2, 3, 4};                                                                   \
    asm("mma.sp::ordered_metadata.sync.aligned." SHAPE ".row.col." TYPES                           \
        " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%12,%13,%14,%15}, %16, " SELECTOR ";"    \
        : "=" C(d[0]), "=" C(d[1]), "=" C(d[2]), "=" C(d[3])                                       \
        : "r"(l.a[0]), "r"(l.a[1]), "r"(l.a[2]), "r"(l.a[3]), "r"(l.b[0]), "r"(l.b[1]),            \
          "r"(l.b[2]), "r"(l.b[3]), C(c[0]), C(c[1]), C(c[2]), C(c[3]), "r"(l.metadata));          \
    for (int i = 0; i < 4; ++i)                                                                    \
      out[threadIdx.x * 4 + i] = d[i];                                                             \
  }
PRODUCT2(half16, "m16n8k16", "f32.f16.f16.f32", "0x3", "f", float)
PRODUCT4(bfloat32, "m16n8k32", "f32.bf16.bf16.f32", "0x1", "f", float)
PRODUCT2(tf8, "m16n8k8", "f32.tf32.tf32.f32", "0x2", "f", float)
PRODUCT4(tf16, "m16n8k16", "f32.tf32.tf32.f32", "0x1", "f", float)
PRODUCT2(byte32, "m16n8k32", "s32.s8.s8.s32", "0x1", "r", int)
PRODUCT4(byte64, "m16n8k64", "s32.u8.s8.s32", "0x0", "r", int)
PRODUCT2(four64, "m16n8k64", "s32.s4.s4.s32", "0x0", "r", int)
PRODUCT4(four128, "m16n8k128", "satfinite.s32.s4.u4.s32", "0x0", "r", int)

enum Element { F16, BF16, TF32, S8, U8, S4, U4 };

int bitsOf(Element e) { return e == TF32 ? 32 : e <= BF16 ? 16 : e <= U8 ? 8 : 4; }
uint32_t encode(Element e, int value) {
  __half_raw half = __float2half_rn(float(value));
  __nv_bfloat16_raw bfloat = __float2bfloat16_rn(float(value));
  float single = float(value);
  uint32_t word;
  memcpy(&word, &single, 4);
  return e == F16    ? half.x
         : e == BF16 ? bfloat.x
         : e == TF32 ? word
                     : uint32_t(value) & (e <= U8 ? 255 : 15);
}
bool isUnsigned(Element e) { return e == U8 || e == U4; }

unsigned seed = 1;
unsigned random(unsigned below) { return (seed = seed * 1664525 + 1013904223) / 65536 % below; }

template <class T>
void check(const char *name, void (*kernel)(const Lane *, T *), Element a, Element b, int k,
           unsigned selector) {
  static int left[16][128], right[128][8];
  memset(left, 0, sizeof left);
  const int bits = bitsOf(a), each = 32 / bits;
  Lane *lanes;
  T *out;
  cudaMallocManaged(&lanes, 32 * sizeof(Lane));
  cudaMallocManaged(&out, 128 * sizeof(T));
  memset(lanes, 0, 32 * sizeof(Lane));
  for (int lane = 0; lane < 32; ++lane)
    lanes[lane].metadata = 0xe4e4e4e4; // of lanes that the selector does not name
  for (int row = 0; row < 16; ++row) {
    // A chunk: four units (two of .tf32), of which two (one) are kept. The unit of 4-bit elements
    // is a pair.
    const int unit = bits == 4 ? 2 : 1, units = a == TF32 ? 2 : 4, chunks = k / (units * unit);
    uint64_t metadata = 0;
    int kept = 0;
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const unsigned first = random(a == TF32 ? 2 : 3), second = first + 1 + random(3 - first);
      metadata |= uint64_t(a == TF32 ? (first ? 0xe : 0x4) : first | second << 2) << 4 * chunk;
      for (unsigned which : {first, second}) {
        if (a == TF32 && which == second)
          break;
        for (int i = 0; i < unit; ++i, ++kept) {
          int value = isUnsigned(a) ? int(random(8)) : int(random(9)) - 4;
          left[row][(chunk * units + which) * unit + i] = value;
          // The fragment of a dense matrix of half the width.
          int lane = row % 8 * 4 + kept / each % 4, reg = kept / (4 * each) * 2 + row / 8;
          lanes[lane].a[reg] |= encode(a, value) << bits * (kept % each);
        }
      }
    }
    EQUAL(k / 2, kept);
    // 16 bits and more: four chunks of rows r and r + 8 in the halves of a lane's word. Fewer:
    // eight of one row.
    const int inWord = bits >= 16 ? 4 : 8;
    for (int part = 0; part < chunks / inWord; ++part) {
      const int words = bits >= 16 ? chunks / inWord : 2;
      const int lane = row % 8 * 4 + (bits >= 16 ? part : 2 * part + row / 8) + selector * words;
      uint32_t &word = lanes[lane].metadata;
      if (bits >= 16) {
        const int shift = row / 8 * 16;
        word = (word & ~(0xffffu << shift)) | uint32_t(metadata >> 16 * part & 0xffff) << shift;
      } else {
        word = uint32_t(metadata >> 32 * part);
      }
    }
  }
  for (int row = 0; row < k; ++row)
    for (int column = 0; column < 8; ++column) {
      int value = right[row][column] = isUnsigned(b) ? int(random(8)) : int(random(9)) - 4;
      int lane = column * 4 + row / each % 4, reg = row / (4 * each);
      lanes[lane].b[reg] |= encode(b, value) << bits * (row % each);
    }
  kernel<<<1, 32>>>(lanes, out);
  OK(cudaDeviceSynchronize());
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i) {
      const int row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
      int sum = i + 1;
      for (int j = 0; j < k; ++j)
        sum += left[row][j] * right[j][column];
      if (out[lane * 4 + i] != T(sum)) {
        printf("%s: row %d, column %d: %g, not %d\n", name, row, column, double(out[lane * 4 + i]),
               sum);
        ++failures;
        return;
      }
    }
}

int main() {
  check("m16n8k16 f16", half16, F16, F16, 16, 3);
  check("m16n8k32 bf16", bfloat32, BF16, BF16, 32, 1);
  check("m16n8k8 tf32", tf8, TF32, TF32, 8, 2);
  check("m16n8k16 tf32", tf16, TF32, TF32, 16, 1);
  check("m16n8k32 s8", byte32, S8, S8, 32, 1);
  check("m16n8k64 u8 s8", byte64, U8, S8, 64, 0);
  check("m16n8k64 s4", four64, S4, S4, 64, 0);
  check("m16n8k128 s4 u4", four128, S4, U4, 128, 0);
  return finish("SparseProducts");
}
