// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Direction vectors have the properties that define them; jumps of the generators equal steps.
#include "curand/Directions.h"

#include <gtest/gtest.h>

#include "curand/Device.h"

namespace anywarp::curand {

/// In every dimension the first 2^k points take every interval of length 2^-k once: the matrix of
/// the vectors' upper bits is triangular.
TEST(Directions, upperBitsAreTriangular) {
  for (bool isScrambled : {false, true})
    for (uint64_t dimension = 0; dimension < kMostDimensions; ++dimension)
      for (uint64_t j = 0; j < 64; ++j) {
        const uint64_t vector = directions(isScrambled)[dimension * 64 + j];
        if (isScrambled)
          continue; // a scrambled vector has more bits below its own
        ASSERT_EQ(vector & -vector, 1ull << (63 - j)) << dimension << " " << j;
      }
}

/// Joe and Kuo's own example: dimension 3 (of polynomial x^2 + x + 1, m = 1, 3).
TEST(Directions, joeAndKuosExample) {
  const uint32_t expected[] = {0x80000000, 0xc0000000, 0x60000000, 0x90000000, 0xe8000000};
  for (int j = 0; j < 5; ++j)
    EXPECT_EQ(directions32(false)[2 * 32 + j], expected[j]);
}

template <typename State> class Jumps : public testing::Test {};
using States =
    testing::Types<curandStateXORWOW_t, curandStateMRG32k3a_t, curandStatePhilox4_32_10_t>;
TYPED_TEST_SUITE(Jumps, States);

TYPED_TEST(Jumps, equalSteps) {
  TypeParam jumped, stepped;
  for (unsigned n : {0u, 1u, 5u, 63u, 64u, 1000u, 123457u}) {
    curand_init(42, 7, 3, &jumped);
    curand_init(42, 7, 3, &stepped);
    skipahead(n, &jumped);
    for (unsigned i = 0; i < n; ++i)
      (void)::curand(&stepped);
    EXPECT_EQ(::curand(&jumped), ::curand(&stepped)) << n;
  }
}

TYPED_TEST(Jumps, offsetsAddUp) {
  TypeParam once, twice;
  curand_init(42, 0, (1ull << 40) + 12345, &once);
  curand_init(42, 0, 1ull << 40, &twice);
  skipahead(12345, &twice);
  EXPECT_EQ(::curand(&once), ::curand(&twice));
}

/// L'Ecuyer's check: 2^67 draws of XORWOW twice are the subsequence after the next.
TYPED_TEST(Jumps, subsequencesAddUp) {
  TypeParam once, twice;
  curand_init(42, 5, 0, &once);
  curand_init(42, 2, 0, &twice);
  if constexpr (std::is_same_v<TypeParam, curandStateMRG32k3a_t>)
    skipahead_subsequence(3, &twice);
  else
    skipahead_sequence(3, &twice);
  EXPECT_EQ(::curand(&once), ::curand(&twice));
}

} // namespace anywarp::curand
