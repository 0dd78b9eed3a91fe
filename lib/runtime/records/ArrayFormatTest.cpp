// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/records/ArrayFormat.h"

#include <gtest/gtest.h>

using namespace anywarp::runtime;

namespace {

cudaChannelFormatDesc desc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

void expectRoundTrip(const cudaChannelFormatDesc &from, CUarray_format format, unsigned channels,
                     size_t bytes) {
  ArrayFormat to;
  ASSERT_TRUE(toDriver(from, to));
  EXPECT_EQ(to.format, format);
  EXPECT_EQ(to.channels, channels);
  EXPECT_EQ(elementSize(to), bytes);
  const cudaChannelFormatDesc back = toRuntime(to);
  EXPECT_EQ(back.x, from.x);
  EXPECT_EQ(back.y, from.y);
  EXPECT_EQ(back.z, from.z);
  EXPECT_EQ(back.w, from.w);
  EXPECT_EQ(back.f, from.f);
}

TEST(ArrayFormat, plainChannels) {
  expectRoundTrip(desc(32, 0, 0, 0, cudaChannelFormatKindFloat), CU_AD_FORMAT_FLOAT, 1, 4);
  expectRoundTrip(desc(16, 16, 0, 0, cudaChannelFormatKindFloat), CU_AD_FORMAT_HALF, 2, 4);
  expectRoundTrip(desc(8, 8, 8, 8, cudaChannelFormatKindUnsigned), CU_AD_FORMAT_UNSIGNED_INT8, 4,
                  4);
  expectRoundTrip(desc(32, 32, 32, 32, cudaChannelFormatKindSigned), CU_AD_FORMAT_SIGNED_INT32, 4,
                  16);
}

TEST(ArrayFormat, normalizedAndPacked) {
  expectRoundTrip(desc(8, 8, 8, 8, cudaChannelFormatKindUnsignedNormalized8X4),
                  CU_AD_FORMAT_UNORM_INT8X4, 4, 4);
  expectRoundTrip(desc(16, 16, 0, 0, cudaChannelFormatKindSignedNormalized16X2),
                  CU_AD_FORMAT_SNORM_INT16X2, 2, 4);
  expectRoundTrip(desc(10, 10, 10, 2, cudaChannelFormatKindUnsignedNormalized1010102),
                  CU_AD_FORMAT_UNORM_INT_101010_2, 4, 4);
}

TEST(ArrayFormat, compressedElementsAreNoBytes) {
  expectRoundTrip(desc(8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed7),
                  CU_AD_FORMAT_BC7_UNORM, 4, 0);
}

TEST(ArrayFormat, refusesWhatNoArrayHolds) {
  ArrayFormat to;
  EXPECT_FALSE(toDriver(desc(7, 0, 0, 0, cudaChannelFormatKindFloat), to));
  EXPECT_FALSE(toDriver(desc(0, 0, 0, 0, cudaChannelFormatKindFloat), to));
  EXPECT_FALSE(toDriver(desc(32, 32, 32, 0, cudaChannelFormatKindFloat), to));
  EXPECT_FALSE(toDriver(desc(8, 0, 0, 0, cudaChannelFormatKindFloat), to));
  EXPECT_FALSE(toDriver(desc(32, 16, 0, 0, cudaChannelFormatKindSigned), to));
  EXPECT_FALSE(toDriver(desc(8, 0, 8, 0, cudaChannelFormatKindSigned), to));
  EXPECT_FALSE(toDriver(desc(8, 8, 0, 0, cudaChannelFormatKindUnsignedNormalized8X4), to));
  EXPECT_FALSE(toDriver(desc(32, 0, 0, 0, cudaChannelFormatKindNone), to));
}

} // namespace
