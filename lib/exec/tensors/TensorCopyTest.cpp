// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes by hand: where elements go, what is refused. Values as an H100 gives them.
#include "exec/tensors/TensorCopy.h"

#include <array>
#include <cstring>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

using namespace anywarp::exec;

namespace {

class TensorCopyTest : public testing::Test {
protected:
  std::vector<uint16_t> global = std::vector<uint16_t>(4096);
  alignas(1024) std::array<uint16_t, 2048> shared;
  TensorMap map;
  TensorOp op;
  TensorOperands operands{};

  TensorCopyTest() {
    std::iota(global.begin(), global.end(), uint16_t(1));
    shared.fill(0xEEEE);
    map.rank = op.rank = 2;
    map.elementBits = 16;
    map.dataType = TensorType::UInt16;
    map.address = reinterpret_cast<uint64_t>(global.data());
    map.stride[0] = 128;
    map.lastIndex[0] = 63;
    map.lastIndex[1] = 15;
    map.box[0] = 16;
    map.box[1] = 4;
    map.elementStride[0] = map.elementStride[1] = 1;
  }
  TensorResult copy(uint64_t at = 0) {
    operands.shared = reinterpret_cast<uint64_t>(shared.data()) + at;
    return copyTensor(op, map, operands, {reinterpret_cast<char *>(shared.data()), sizeof shared});
  }
  void expectFault(Fault fault, uint64_t at = 0) {
    EXPECT_EQ(copy(at).fault, fault);
    EXPECT_EQ(shared[0], 0xEEEE);
  }
};

TEST_F(TensorCopyTest, shortRowsTakeTheirSwizzlesSpan) {
  map.swizzle = 3;
  EXPECT_EQ(copy().bytes, 128u);
  EXPECT_EQ(shared[0], 1);
  EXPECT_EQ(shared[16], 0xEEEE);
  EXPECT_EQ(shared[64 + 8], 65); // row 1: chunks 0 and 1 change places
  EXPECT_EQ(shared[64], 73);
}

TEST_F(TensorCopyTest, swizzlesFollowTheAddress) {
  map.swizzle = 1;
  EXPECT_EQ(copy(128).bytes, 128u);
  EXPECT_EQ(shared[64], 9);
  EXPECT_EQ(shared[72], 1);
}

TEST_F(TensorCopyTest, nothingOutsideIsTouched) {
  map.lastIndex[0] = 8;
  map.lastIndex[1] = 1;
  map.fill = 1;
  EXPECT_EQ(copy().bytes, 128u);
  EXPECT_EQ(shared[8], 9);
  EXPECT_EQ(shared[9], 0x7ff7);
  EXPECT_EQ(shared[32], 0x7ff7);
  op.kind = TensorOp::Store;
  shared.fill(7);
  EXPECT_EQ(copy().fault, Fault::None);
  EXPECT_EQ(global[8], 7);
  EXPECT_EQ(global[9], 10);
  EXPECT_EQ(global[128], 129);
}

TEST_F(TensorCopyTest, refusals) {
  expectFault(Fault::MisalignedAddress, 64);
  map.box[1] = 8;
  expectFault(Fault::IllegalAddress, sizeof shared - 128); // 256 bytes
  map.box[1] = 4;
  operands.coordinate[0] = 4; // 8 bytes
  expectFault(Fault::IllegalInstruction);
  operands.coordinate[0] = 0;
  op.rank = 3;
  expectFault(Fault::IllegalInstruction);
  op.rank = 2;
  op.mode = TensorOp::Im2col;
  expectFault(Fault::IllegalInstruction);
  op.mode = TensorOp::Tile;
  op.kind = TensorOp::Reduce; // 16-bit integers have none
  expectFault(Fault::IllegalInstruction);
  op.kind = TensorOp::Store;
  operands.coordinate[1] = -1;
  expectFault(Fault::IllegalInstruction);
  map.magic = 0;
  expectFault(Fault::IllegalInstruction);
}

TEST_F(TensorCopyTest, fieldsThatAreReplaced) {
  EXPECT_TRUE(replaceField(map, TensorField::Rank, 0, 2));
  EXPECT_EQ(map.rank, 3);
  EXPECT_FALSE(replaceField(map, TensorField::Rank, 0, 5));
  EXPECT_TRUE(replaceField(map, TensorField::GlobalDim, 1, 40));
  EXPECT_EQ(map.lastIndex[1], 39u);
  EXPECT_TRUE(replaceField(map, TensorField::ElementType, 0, 9)); // PTX's number of .f64
  EXPECT_EQ(map.dataType, TensorType::Float64);
  EXPECT_EQ(map.elementBits, 64);
  EXPECT_FALSE(replaceField(map, TensorField::GlobalStride, 4, 16));
  EXPECT_FALSE(replaceField(map, TensorField::SwizzleAtomicity, 0, 1));
  EXPECT_FALSE(replaceField(map, TensorField::BoxDim, 7, 1));
  map.magic = 0; // no tensor map any more
  const uint8_t fill = map.fill;
  EXPECT_TRUE(replaceField(map, TensorField::Fill, 0, uint64_t(fill) ^ 1));
  EXPECT_EQ(map.fill, fill);
}

TEST_F(TensorCopyTest, partsAreWhatACopyUses) {
  operands.coordinate[0] = -8;
  operands.coordinate[1] = 14; // two rows of four inside
  operands.shared = reinterpret_cast<uint64_t>(shared.data());
  const SharedWindow window{reinterpret_cast<char *>(shared.data()), sizeof shared};
  const std::vector<TensorPart> parts = partsOf(op, map, operands, window);
  uint64_t fromGlobal = 0, toShared = 0;
  for (const TensorPart &part : parts) {
    fromGlobal += part.globalBytes;
    toShared += part.sharedBytes;
  }
  EXPECT_EQ(fromGlobal, 2 * 8 * sizeof(uint16_t));
  EXPECT_EQ(toShared, boxBytes(map));
  EXPECT_EQ(parts[0].global, map.address + 14 * 128);
  EXPECT_EQ(parts[0].shared, operands.shared);
  EXPECT_EQ(shared[0], 0xEEEE); // nothing was copied
  map.rank = 9;
  EXPECT_EQ(boxBytes(map), 0u);
  EXPECT_TRUE(partsOf(op, map, operands, window).empty());
}

} // namespace
