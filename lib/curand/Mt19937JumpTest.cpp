// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jumps of MT19937. Their length is proven by recorded outputs of cuRAND; here, that they are
// jumps.
#include "curand/Mt19937Jump.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace anywarp::curand {

/// Without the bits of word 0 that no later word depends on.
static void words(const MtPlanes &planes, uint32_t (&out)[kMtSize]) {
  planes.store(out);
  out[0] &= 0x80000000u;
}

/// The C++ library's generator tempers the same words.
TEST(Mt19937Jump, seedsAsTheStandardSays) {
  std::mt19937 reference(20231);
  uint32_t state[kMtSize];
  words(MtPlanes::ofSeed(20231), state);
  for (int i = 0; i < kMtSize - 397; ++i) {
    const uint32_t y = (state[i] & 0x80000000u) | (state[i + 1] & 0x7fffffffu);
    uint32_t z = state[i + 397] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    z ^= z >> 11;
    z ^= (z << 7) & 0x9d2c5680u;
    z ^= (z << 15) & 0xefc60000u;
    z ^= z >> 18;
    ASSERT_EQ(z, reference()) << i;
  }
}

TEST(Mt19937Jump, twoJumpsAreOneOfTwiceTheLength) {
  for (int power = 0; power + 1 < kMtJumps; ++power) {
    MtPlanes twice = MtPlanes::ofSeed(5), once = twice;
    twice.jump(power);
    twice.jump(power);
    once.jump(power + 1);
    uint32_t a[kMtSize], b[kMtSize];
    words(twice, a);
    words(once, b);
    ASSERT_EQ(std::memcmp(a, b, sizeof a), 0) << power;
  }
}

} // namespace anywarp::curand
