// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes that LAPACK tells in floats: never below what it needs (ssyevd: 1 + 6 n + 2 n^2).
#include "blas/Lapack.h"

#include <gtest/gtest.h>

TEST(Lapack, SizesAreNotRoundedDown) {
  for (int n : {1, 100, 2896, 2897, 2898, 2899, 5001, 20000}) {
    const int needed = 1 + 6 * n + 2 * n * n;
    EXPECT_GE(anywarp::lapack::sizeFrom(float(needed)), needed) << n;
    EXPECT_GE(anywarp::lapack::sizeFrom(std::complex<float>(float(needed))), needed) << n;
    EXPECT_EQ(anywarp::lapack::sizeFrom(double(needed)), needed) << n;
  }
}

TEST(Lapack, SizesAreWithinBounds) {
  EXPECT_EQ(1, anywarp::lapack::sizeFrom(0.0f));
  EXPECT_EQ(INT_MAX, anywarp::lapack::sizeFrom(3e9f));
  EXPECT_EQ(INT_MAX, anywarp::lapack::sizeFrom(3e9));
}
