// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and reductions of boxes through tensor maps: where each element lies in shared memory, and
// what stands for elements outside of the tensor. All of it was seen on an H100 (nvcc -arch=sm_90a).
#include "TensorMaps.h"

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

int main() {
  setUp();
  swizzles();
  outside();
  steps();
  interleaved();
  im2col();
  stores();
  reductions();
  return finish("TensorMap");
}
