// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tensor maps may describe: the conditions that the manual lists for each argument.
#include "Check.h"

namespace {
struct Tiled {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  cuuint32_t rank = 3;
  void *address = nullptr;
  cuuint64_t dims[5] = {64, 32, 16, 1, 1}, strides[4] = {256, 8192, 131072, 131072};
  cuuint32_t box[5] = {32, 8, 4, 1, 1}, elementStrides[5] = {1, 1, 1, 1, 1};
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapL2promotion promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  CUresult encode(CUtensorMap *map) const {
    return cuTensorMapEncodeTiled(map, type, rank, address, dims, strides, box, elementStrides,
                                  interleave, swizzle, promotion, fill);
  }
};
} // namespace

static CUdeviceptr memory;

/// The change makes a tensor map impossible.
template <typename Change> static void refused(Change change) {
  alignas(128) CUtensorMap map;
  Tiled tiled;
  tiled.address = reinterpret_cast<void *>(memory);
  change(tiled);
  EXPECT(CUDA_ERROR_INVALID_VALUE, tiled.encode(&map));
}

/// The change is allowed.
template <typename Change> static void taken(Change change) {
  alignas(128) CUtensorMap map;
  Tiled tiled;
  tiled.address = reinterpret_cast<void *>(memory);
  change(tiled);
  OK(tiled.encode(&map));
}

static void tiled() {
  taken([](Tiled &) {});
  taken([](Tiled &t) { t.rank = 1; });
  taken([](Tiled &t) { t.rank = 5; });
  refused([](Tiled &t) { t.rank = 0; });
  refused([](Tiled &t) { t.rank = 6; });
  refused([](Tiled &t) { t.type = CUtensorMapDataType(99); });
  refused([](Tiled &t) { t.address = static_cast<char *>(t.address) + 8; });
  taken([](Tiled &t) { t.address = static_cast<char *>(t.address) + 16; });
  refused([](Tiled &t) { t.dims[1] = 0; });
  taken([](Tiled &t) { t.dims[1] = 1ull << 32; });
  refused([](Tiled &t) { t.dims[1] = (1ull << 32) + 1; });
  refused([](Tiled &t) { t.strides[0] = 264; }); // no multiple of 16
  refused([](Tiled &t) { t.strides[1] = 1ull << 40; });
  refused([](Tiled &t) { t.box[2] = 0; });
  refused([](Tiled &t) { t.box[1] = 257; });
  taken([](Tiled &t) { t.box[1] = 256; });
  refused([](Tiled &t) { t.box[0] = 3; }); // 12 bytes
  refused([](Tiled &t) { t.elementStrides[1] = 0; });
  refused([](Tiled &t) { t.elementStrides[1] = 9; });
  taken([](Tiled &t) { t.elementStrides[1] = 8; });
  // Swizzles bound the row of a box.
  taken([](Tiled &t) { t.swizzle = CU_TENSOR_MAP_SWIZZLE_128B; });
  refused([](Tiled &t) { t.swizzle = CU_TENSOR_MAP_SWIZZLE_64B; });
  refused([](Tiled &t) { t.swizzle = CUtensorMapSwizzle(77); });
  refused([](Tiled &t) { t.promotion = CUtensorMapL2promotion(77); });
  refused([](Tiled &t) { t.interleave = CUtensorMapInterleave(77); });
  if (!onNvidia()) // takes it without its swizzle, against the manual
    refused([](Tiled &t) { t.interleave = CU_TENSOR_MAP_INTERLEAVE_32B; });
  refused([](Tiled &t) {
    t.interleave = CU_TENSOR_MAP_INTERLEAVE_16B;
    t.rank = 2;
  });
  // Filling with NaN is for numbers that have it.
  taken([](Tiled &t) { t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA; });
  refused([](Tiled &t) {
    t.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    t.type = CU_TENSOR_MAP_DATA_TYPE_INT32;
  });
  Tiled tiled;
  tiled.address = reinterpret_cast<void *>(memory);
  EXPECT(CUDA_ERROR_INVALID_VALUE, tiled.encode(nullptr));
}

static void im2col() {
  alignas(128) CUtensorMap map;
  cuuint64_t dims[] = {64, 32, 32, 8}, strides[] = {256, 8192, 262144};
  cuuint32_t elementStrides[] = {1, 1, 1, 1};
  int lower[] = {-1, -1}, upper[] = {-1, -1};
  auto encode = [&](cuuint32_t rank, cuuint32_t channels, cuuint32_t pixels) {
    return cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank,
                                   reinterpret_cast<void *>(memory), dims, strides, lower, upper,
                                   channels, pixels, elementStrides, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                   CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                   CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  };
  OK(encode(4, 32, 128));
  EXPECT(CUDA_ERROR_INVALID_VALUE, encode(2, 32, 128));
  EXPECT(CUDA_ERROR_INVALID_VALUE, encode(4, 257, 128));
  EXPECT(CUDA_ERROR_INVALID_VALUE, encode(4, 32, 1025));
  lower[0] = -129; // 8 bits for each corner of two dimensions
  EXPECT(CUDA_ERROR_INVALID_VALUE, encode(4, 32, 128));
}

static void address() {
  alignas(128) CUtensorMap map, other;
  Tiled tiled;
  tiled.address = reinterpret_cast<void *>(memory);
  OK(tiled.encode(&map));
  tiled.address = reinterpret_cast<void *>(memory + 4096);
  OK(tiled.encode(&other));
  CHECK(std::memcmp(&map, &other, sizeof map));
  OK(cuTensorMapReplaceAddress(&map, reinterpret_cast<void *>(memory + 4096)));
  CHECK(!std::memcmp(&map, &other, sizeof map));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuTensorMapReplaceAddress(&map, reinterpret_cast<void *>(memory + 4)));
}

int main() {
  usePrimary();
  OK(cuMemAlloc(&memory, 1 << 20));
  tiled();
  im2col();
  address();
  OK(cuMemFree(memory));
  // The same on two threads at once.
  onTwoThreads([](int) {
    tiled();
    im2col();
    address();
  });
  return finish("TensorMap");
}
