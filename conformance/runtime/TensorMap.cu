// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and reductions of boxes through tensor maps: where each element lies in shared memory, what
// stands for elements outside of the tensor, which blocks of a cluster get it. All of it was seen on
// an H100 (nvcc -arch=sm_90a).
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
      asm volatile("{ .reg .b64 t; mbarrier.arrive.expect_tx.shared::cta.b64 t, [%0], %1; }" ::"r"(b),
                   "r"(place.bytes));
      if constexpr (Im2col)
        asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes"
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
        asm volatile("cp.async.bulk.tensor.4d." LOAD " [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(s),
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
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::
                         "l"(which), "r"(s), COORDINATES2 : "memory");
      if constexpr (Action == Add)
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
                     " [%0, {%2, %3}], [%1];" ::"l"(which), "r"(s), COORDINATES2 : "memory");
      if constexpr (Action == Inc)
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
                     " [%0, {%2, %3}], [%1];" ::"l"(which), "r"(s), COORDINATES2 : "memory");
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

static CUtensorMap encode(const Tensor &t) {
  alignas(64) CUtensorMap map; // weaker than the type's own alignment: allowed
  CHECK(!cuTensorMapEncodeTiled(&map, t.type, t.rank, global, t.dims, t.strides, t.box, t.step,
                                t.interleave, t.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, t.fill));
  // As CUTLASS (make_tma_copy_desc) does to maps of tensors below 128 KB: the copies stay the same.
  reinterpret_cast<uint64_t *>(&map)[1] &= ~(uint64_t(1) << 21);
  return map;
}

/// Element i of global memory is i + 1.
template <typename T> static void count() {
  std::vector<T> values(kGlobal / sizeof(T));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = T(i + 1);
  OK(cudaMemcpy(global, values.data(), kGlobal, cudaMemcpyHostToDevice));
}

/// The first element of each 16 bytes of shared memory; -1 where nothing came.
template <typename T> static std::vector<long long> chunks(size_t n) {
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
static void expect(const char *what, const std::vector<long long> &seen,
                   const std::vector<long long> &expected) {
  for (size_t i = 0; i < expected.size(); ++i)
    if (seen[i] != expected[i]) {
      ++failures;
      std::printf("%s: place %zu holds %lld, expected %lld\n", what, i, seen[i], expected[i]);
    }
}

static void swizzles() {
  count<uint16_t>();
  Tensor t;
  t.box[1] = 2;
  t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  copy<2, false, Load><<<1, 32>>>(encode(t), nullptr, {{0, 1}, {}, 256}, nullptr, out);
  expect("128", chunks<uint16_t>(17),
         {65, 73, 81, 89, 97, 105, 113, 121, 137, 129, 153, 145, 169, 161, 185, 177, -1});
  // A row shorter than the swizzle takes as much room as a whole one.
  t.box[0] = 24;
  t.box[1] = 8;
  t.swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
  copy<2, false, Load><<<1, 32>>>(encode(t), nullptr, {{0, 0}, {}, 48 * 8}, nullptr, out);
  expect("64", chunks<uint16_t>(33),
         {1,   9,  17,  -1,  65,  73, 81,  -1,  137, 129, -1,  145, 201, 193, -1,  209, 273,
          -1, 257, 265, 337, -1, 321, 329, -1, 401, 393, 385, -1,  465, 457, 449, -1});
  t.box[0] = 16;
  t.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
  copy<2, false, Load><<<1, 32>>>(encode(t), nullptr, {{0, 0}, {}, 256}, nullptr, out);
  expect("32", chunks<uint16_t>(17),
         {1, 9, 65, 73, 129, 137, 193, 201, 265, 257, 329, 321, 393, 385, 457, 449, -1});
}

static void outside() {
  count<uint16_t>();
  Tensor t;
  t.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  t.dims[0] = 15;
  t.dims[1] = 3;
  t.strides[0] = 32;
  t.box[0] = 16;
  t.box[1] = 4;
  constexpr long long kNaN = 0x7ff7;
  copy<2, false, Load><<<1, 32>>>(encode(t), nullptr, {{-8, -1}, {}, 128}, nullptr, out);
  expect("NaN", chunks<uint16_t>(9), {kNaN, kNaN, kNaN, 1, kNaN, 17, kNaN, 33, -1});
  t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  copy<2, false, Load><<<1, 32>>>(encode(t), nullptr, {{8, 1}, {}, 128}, nullptr, out);
  expect("zero", chunks<uint16_t>(9), {25, 0, 41, 0, 0, 0, 0, 0, -1});
  uint16_t last = 1;
  OK(cudaMemcpy(&last, out + 14, 2, cudaMemcpyDeviceToHost));
  EQUAL(0, last); // element 15 of a row of 15
  // tf32 is rounded on its way.
  uint32_t values[4] = {0x3f801000, 0x3f801001, 0x7fc01234, 0x00400000}, seen[4];
  OK(cudaMemcpy(global, values, sizeof values, cudaMemcpyHostToDevice));
  Tensor f;
  f.type = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
  f.dims[0] = f.box[0] = 4;
  f.dims[1] = f.box[1] = 1;
  copy<2, false, Load><<<1, 32>>>(encode(f), nullptr, {{0, 0}, {}, 16}, nullptr, out);
  OK(cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost));
  EQUAL(0x3f800000u, seen[0]);
  EQUAL(0x3f802000u, seen[1]);
  EQUAL(0x7fffe000u, seen[2]);
  EQUAL(0x00400000u, seen[3]);
}

static void steps() {
  count<uint16_t>();
  Tensor t;
  t.rank = 3;
  t.dims[0] = t.dims[1] = t.dims[2] = 8;
  t.strides[0] = 16;
  t.strides[1] = 128;
  t.box[0] = 8;
  t.box[1] = 5;
  t.box[2] = 7;
  t.step[1] = 2;
  t.step[2] = 3;
  copy<3, false, Load><<<1, 32>>>(encode(t), nullptr, {{0, 0, 0}, {}, 144}, nullptr, out);
  expect("steps", chunks<uint16_t>(10), {1, 17, 33, 193, 209, 225, 385, 401, 417, -1});
}

static void interleaved() {
  count<uint32_t>();
  Tensor t;
  t.type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
  t.interleave = CU_TENSOR_MAP_INTERLEAVE_16B;
  t.rank = 4; // width, height, slices of channels, images
  const cuuint64_t dims[] = {10, 5, 4, 3}, strides[] = {256, 1280, 5120};
  const cuuint32_t box[] = {8, 3, 2, 2};
  std::memcpy(t.dims, dims, sizeof dims);
  std::memcpy(t.strides, strides, sizeof strides);
  std::memcpy(t.box, box, sizeof box);
  copy<4, false, Load><<<1, 32>>>(encode(t), nullptr, {{0, 0, 0, 0}, {}, 768}, nullptr, out);
  std::vector<long long> seen = chunks<uint32_t>(49);
  expect("interleaved", seen, {1, 5, 9, 13, 17, 21, 25, 29, 65, 69, 73, 77, 81, 85, 89, 93, 129});
  EQUAL(1281, seen[24]); // the next image, not the next slice
  EQUAL(1437, seen[47]);
  EQUAL(-1, seen[48]);
}

static void im2col() {
  count<uint16_t>();
  const cuuint64_t dims[] = {8, 6, 5, 3}, strides[] = {16, 96, 480};
  auto map = [&](int low, int high, cuuint32_t stepW, cuuint32_t stepH, int highW) {
    CUtensorMap result;
    const int lower[] = {low, low}, upper[] = {highW, high};
    const cuuint32_t step[] = {1, stepW, stepH, 1};
    CHECK(!cuTensorMapEncodeIm2col(&result, CU_TENSOR_MAP_DATA_TYPE_UINT16, 4, global, dims, strides,
                                   lower, upper, 8, 16, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                   CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                   CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return result;
  };
  copy<4, true, Load><<<1, 32>>>(map(-1, -1, 1, 1, -1), nullptr, {{0, -1, -1, 0}, {0, 0}, 256},
                                 nullptr, out);
  expect("corner", chunks<uint16_t>(17),
         {0, 0, 0, 0, 0, 0, 0, 1, 9, 17, 25, 33, 0, 49, 57, 65, -1});
  copy<4, true, Load><<<1, 32>>>(map(0, -2, 1, 1, -2), nullptr, {{0, 2, 1, 1}, {0, 0}, 256}, nullptr,
                                 out);
  expect("box", chunks<uint16_t>(16),
         {305, 313, 337, 345, 353, 361, 481, 489, 497, 505, 529, 537, 545, 553, 577, 585});
  copy<4, true, Load><<<1, 32>>>(map(0, -2, 1, 1, -2), nullptr, {{0, 2, 2, 2}, {2, 1}, 256}, nullptr,
                                 out);
  expect("beyond the last image", chunks<uint16_t>(4), {657, 665, 0, 0});
  copy<4, true, Load><<<1, 32>>>(map(0, 0, 3, 2, -1), nullptr, {{0, 1, 1, 0}, {0, 0}, 256}, nullptr,
                                 out);
  expect("steps", chunks<uint16_t>(16),
         {57, 81, 145, 169, 241, 265, 337, 361, 433, 457, 481, 505, 577, 601, 673, 697});
}

static void stores() {
  std::vector<uint16_t> values(kBytes / 2), seen(kGlobal / 2);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = uint16_t(0xa000 + i);
  OK(cudaMemcpy(in, values.data(), kBytes, cudaMemcpyHostToDevice));
  OK(cudaMemset(global, 0, kGlobal));
  Tensor t;
  t.box[1] = 4;
  t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  copy<2, false, Store><<<1, 32>>>(encode(t), nullptr, {{8, 14}, {}, 0}, in, nullptr);
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(seen.data(), global, kGlobal, cudaMemcpyDeviceToHost));
  EQUAL(0, seen[0x387]);
  EQUAL(0xa000, seen[0x388]);
  EQUAL(0xa037, seen[0x3bf]);
  EQUAL(0, seen[0x3c0]); // beyond the row
  EQUAL(0xa048, seen[0x3c8]);
  EQUAL(0xa040, seen[0x3d0]);
  EQUAL(0xa067, seen[0x3f7]);
  EQUAL(0xa07f, seen[0x3ff]);
  EQUAL(0, seen[0x400]); // beyond the last row
}

static void reductions() {
  const uint16_t memory[8] = {0x3c00, 0x7bff, 0x0001, 0x8000, 0x7e01, 0x3c00, 0x0400, 0xfc00};
  const uint16_t added[8] = {0x1001, 0x7bff, 0x0001, 0x8000, 0x3c00, 0x7d01, 0x8001, 0x7c00};
  const uint16_t sums[8] = {0x3c01, 0x7c00, 0x0002, 0x8000, 0x7fff, 0x7fff, 0x03ff, 0x7fff};
  uint16_t seen[8];
  OK(cudaMemcpy(global, memory, sizeof memory, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(in, added, sizeof added, cudaMemcpyHostToDevice));
  Tensor t;
  t.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  t.dims[0] = t.box[0] = 8;
  t.dims[1] = t.box[1] = 1;
  copy<2, false, Add><<<1, 32>>>(encode(t), nullptr, {}, in, nullptr);
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(seen, global, sizeof seen, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i)
    EQUAL(sums[i], seen[i]);

  const uint32_t before[4] = {5, 0xffffffff, 7, 0}, limit[4] = {3, 2, 9, 5}, after[4] = {0, 0, 8, 1};
  uint32_t counts[4];
  OK(cudaMemcpy(global, before, sizeof before, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(in, limit, sizeof limit, cudaMemcpyHostToDevice));
  t.type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
  t.dims[0] = t.box[0] = 4;
  copy<2, false, Inc><<<1, 32>>>(encode(t), nullptr, {}, in, nullptr);
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(counts, global, sizeof counts, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; ++i)
    EQUAL(after[i], counts[i]);
}

/// Changes box, extent, step and swizzle of a map in shared memory, and puts it to *to.
__global__ void replace(const CUtensorMap *from, CUtensorMap *to) {
#if !defined __CUDA_ARCH_FEAT_SM90_ALL && defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  __trap();
#else
  __shared__ __align__(128) CUtensorMap map;
  reinterpret_cast<uint32_t *>(&map)[threadIdx.x] =
      reinterpret_cast<const uint32_t *>(from)[threadIdx.x];
  __syncwarp();
  const unsigned at = sharedAddress(&map);
  if (threadIdx.x == 0) {
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, 16;" ::"r"(at));
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, 4;" ::"r"(at));
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, 5;" ::"r"(at));
    asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, 2;" ::"r"(at));
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(at),
                 "l"(256ull));
    asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 1;" ::"r"(at));
    asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 10;" ::"r"(at));
    asm volatile("tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 1;" ::"r"(at));
  }
  __syncwarp();
  asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
               " [%0], [%1], 128;" ::"l"(to), "r"(at) : "memory");
#endif
}

static void replaced() {
  count<uint16_t>();
  CUtensorMap *maps, before = encode(Tensor());
  OK(cudaMalloc(&maps, 2 * sizeof before));
  OK(cudaMemcpy(maps, &before, sizeof before, cudaMemcpyHostToDevice));
  replace<<<1, 32>>>(maps, maps + 1);
  OK(cudaDeviceSynchronize());
  // Rows 1, 3 and, beyond the tensor's five, none.
  copy<2, false, Load><<<1, 32>>>(before, maps + 1, {{0, 3}, {}, 64}, nullptr, out);
  expect("replaced", chunks<uint16_t>(5), {385, 393, 0x7ff7, 0x7ff7, -1});
  OK(cudaFree(maps));
}

__global__ void __cluster_dims__(4, 1, 1) multicast(const __grid_constant__ CUtensorMap map,
                                                    uint16_t *out, int blocks) {
  __shared__ __align__(128) uint16_t box[128];
  __shared__ __align__(8) uint64_t barrier;
  unsigned rank;
  asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
  const unsigned b = sharedAddress(&barrier), s = sharedAddress(box);
  for (int i = threadIdx.x; i < 128; i += blockDim.x)
    box[i] = 0;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b));
  asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async;" ::: "memory");
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
  if (threadIdx.x == 0) {
    asm volatile("{ .reg .b64 t; mbarrier.arrive.expect_tx.shared::cta.b64 t, [%0], %1; }" ::"r"(b),
                 "r"(blocks >> rank & 1 ? 256 : 0));
    if (rank == 1)
      asm volatile("cp.async.bulk.tensor.2d." LOAD ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(s),
                   "l"(&map), "r"(b), "r"(8), "r"(1), "h"((unsigned short)blocks)
                   : "memory");
    int done = 0;
    while (!done)
      asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;"
                   " selp.s32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(b)
                   : "memory");
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 128; i += blockDim.x)
    out[rank * 128 + i] = box[i];
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

static void clusters() {
  count<uint16_t>();
  Tensor t;
  t.box[0] = 16;
  for (int blocks : {2, 5, 15}) {
    multicast<<<4, 64>>>(encode(t), reinterpret_cast<uint16_t *>(out), blocks);
    OK(cudaDeviceSynchronize());
    uint16_t seen[4][128];
    OK(cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost));
    for (int rank = 0; rank < 4; ++rank) {
      EQUAL(blocks >> rank & 1 ? 73 : 0, seen[rank][0]);
      EQUAL(blocks >> rank & 1 ? 536 : 0, seen[rank][127]);
    }
  }
}

/// An H100 takes memory that holds no tensor map without an error.
__global__ void replaceNothing(int *p) {
  __shared__ alignas(128) int memory[32];
  memory[threadIdx.x] = 0;
  __syncwarp();
  if (threadIdx.x == 0) {
    unsigned at = (unsigned)__cvta_generic_to_shared(memory);
    asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], 2;" ::"r"(at) : "memory");
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, 7;" ::"r"(at)
                 : "memory");
    *p = 5;
  }
}

static void noMap() {
  replaceNothing<<<1, 32>>>(reinterpret_cast<int *>(out));
  OK(cudaDeviceSynchronize());
  int seen = 0;
  OK(cudaMemcpy(&seen, out, sizeof seen, cudaMemcpyDeviceToHost));
  EQUAL(5, seen);
}

/// What is written begins inside of the tensor: the last test, for its error stays.
static void negative() {
  copy<2, false, Store><<<1, 32>>>(encode(Tensor()), nullptr, {{0, -1}, {}, 0}, in, nullptr);
  EXPECT(cudaErrorIllegalInstruction, cudaDeviceSynchronize());
}

int main() {
  // With bit 21 set in its address, which must not be the one that `encode` clears.
  OK(cudaMalloc(&global, (4 << 20) + kGlobal));
  while (!(reinterpret_cast<uintptr_t>(global) >> 21 & 1))
    global = reinterpret_cast<decltype(global)>(reinterpret_cast<char *>(global) + (1 << 20));
  OK(cudaMalloc(&in, kBytes));
  OK(cudaMalloc(&out, kBytes));
  swizzles();
  outside();
  steps();
  interleaved();
  im2col();
  stores();
  reductions();
  replaced();
  clusters();
  noMap();
  negative();
  return finish("TensorMap");
}
