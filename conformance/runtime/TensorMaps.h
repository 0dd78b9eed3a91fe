// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of tensor maps share: a kernel that copies or reduces a box, and a map of
// global memory whose element i is i + 1.
#pragma once
#include "Check.h"

#include <cstdint>
#include <cuda.h>
#include <vector>

struct Place {
  int c[5];
  unsigned short offset[2];
  unsigned bytes; ///< that the barrier expects
};

__device__ unsigned sharedAddress(const void *p) { return unsigned(__cvta_generic_to_shared(p)); }

#define COORDINATES2 "r"(place.c[0]), "r"(place.c[1])
#define COORDINATES3 COORDINATES2, "r"(place.c[2])
#define COORDINATES4 COORDINATES3, "r"(place.c[3])
#define LOAD "shared::cluster.global.tile.mbarrier::complete_tx::bytes"

constexpr int kBytes = 4096;
enum Kind { Load, Store, Add, Inc };

/// out: shared memory afterwards, where what was not written is 0xEE.
template <int Rank, bool Im2col, Kind Action>
__global__ void copy(const __grid_constant__ CUtensorMap map, const CUtensorMap *other, Place place,
                     const uint8_t *in, uint8_t *out) {
  __shared__ __align__(1024) uint8_t box[kBytes];
  __shared__ __align__(8) uint64_t barrier;
  const CUtensorMap *which = other ? other : &map;
  for (int i = threadIdx.x; i < kBytes; i += blockDim.x)
    box[i] = in ? in[i] : 0xEE;
  const unsigned b = sharedAddress(&barrier), s = sharedAddress(box);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b));
  __syncthreads();
  asm volatile("fence.proxy.async;" ::: "memory");
  if (threadIdx.x == 0) {
    if constexpr (Action == Load) {
      asm volatile(
          "{ .reg .b64 t; mbarrier.arrive.expect_tx.shared::cta.b64 t, [%0], %1; }" ::"r"(b),
          "r"(place.bytes));
      if constexpr (Im2col)
        asm volatile(
            "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes"
            " [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8};" ::"r"(s),
            "l"(which), "r"(b), COORDINATES4, "h"(place.offset[0]), "h"(place.offset[1])
            : "memory");
      else if constexpr (Rank == 2)
        asm volatile("cp.async.bulk.tensor.2d." LOAD " [%0], [%1, {%3, %4}], [%2];" ::"r"(s),
                     "l"(which), "r"(b), COORDINATES2
                     : "memory");
      else if constexpr (Rank == 3)
        asm volatile("cp.async.bulk.tensor.3d." LOAD " [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(s),
                     "l"(which), "r"(b), COORDINATES3
                     : "memory");
      else
        asm volatile("cp.async.bulk.tensor.4d." LOAD
                     " [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(s),
                     "l"(which), "r"(b), COORDINATES4
                     : "memory");
      int done = 0;
      while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;"
                     " selp.s32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(b)
                     : "memory");
    } else {
      if constexpr (Action == Store)
        asm volatile(
            "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::
                "l"(which),
            "r"(s), COORDINATES2
            : "memory");
      if constexpr (Action == Add)
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
                     " [%0, {%2, %3}], [%1];" ::"l"(which),
                     "r"(s), COORDINATES2
                     : "memory");
      if constexpr (Action == Inc)
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
                     " [%0, {%2, %3}], [%1];" ::"l"(which),
                     "r"(s), COORDINATES2
                     : "memory");
      asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kBytes && out; i += blockDim.x)
    out[i] = box[i];
}

struct Tensor {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT16;
  cuuint32_t rank = 2;
  cuuint64_t dims[5] = {64, 16, 1, 1, 1}, strides[4] = {128};
  cuuint32_t box[5] = {64, 8, 1, 1, 1}, step[5] = {1, 1, 1, 1, 1};
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

static uint8_t *global, *in, *out;
constexpr size_t kGlobal = 1 << 16;

inline CUtensorMap encode(const Tensor &t) {
  alignas(64) CUtensorMap map; // weaker than the type's own alignment: allowed
  CHECK(!cuTensorMapEncodeTiled(&map, t.type, t.rank, global, t.dims, t.strides, t.box, t.step,
                                t.interleave, t.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, t.fill));
  // As CUTLASS (make_tma_copy_desc) does to maps of tensors below 128 KB: the copies stay the same.
  reinterpret_cast<uint64_t *>(&map)[1] &= ~(uint64_t(1) << 21);
  return map;
}

/// Element i of global memory is i + 1.
template <typename T> void count() {
  std::vector<T> values(kGlobal / sizeof(T));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = T(i + 1);
  OK(cudaMemcpy(global, values.data(), kGlobal, cudaMemcpyHostToDevice));
}

/// The first element of each 16 bytes of shared memory; -1 where nothing came.
template <typename T> std::vector<long long> chunks(size_t n) {
  std::vector<T> values(kBytes / sizeof(T));
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(values.data(), out, kBytes, cudaMemcpyDeviceToHost));
  std::vector<long long> result;
  for (size_t i = 0; i < n; ++i) {
    long long first = values[i * 16 / sizeof(T)];
    uint64_t untouched = 0xEEEEEEEEEEEEEEEE;
    result.push_back(std::memcmp(&values[i * 16 / sizeof(T)], &untouched, 8) ? first : -1);
  }
  return result;
}
inline void expect(const char *what, const std::vector<long long> &seen,
                   const std::vector<long long> &expected) {
  for (size_t i = 0; i < expected.size(); ++i)
    if (seen[i] != expected[i]) {
      ++failures;
      std::printf("%s: place %zu holds %lld, expected %lld\n", what, i, seen[i], expected[i]);
    }
}

inline void setUp() {
  // With bit 21 set in its address, which must not be the one that `encode` clears.
  OK(cudaMalloc(&global, (4 << 20) + kGlobal));
  while (!(reinterpret_cast<uintptr_t>(global) >> 21 & 1))
    global = reinterpret_cast<decltype(global)>(reinterpret_cast<char *>(global) + (1 << 20));
  OK(cudaMalloc(&in, kBytes));
  OK(cudaMalloc(&out, kBytes));
}
