// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backend is found, and called the way Fortran wants it.
#include "blas/Backend.h"

#include <gtest/gtest.h>

namespace anywarp::blas {
namespace {

using C = std::complex<float>;

TEST(Backend, multiplies) {
  ASSERT_TRUE(isAvailable());
  const double a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
  double c[] = {1, 1, 1, 1};
  call<"gemm", double>('N', 'T', 2, 2, 2, 1.0, a, 2, b, 2, 2.0, c, 2);
  EXPECT_EQ(c[0], 1 * 5 + 3 * 7 + 2);
  EXPECT_EQ(c[1], 2 * 5 + 4 * 7 + 2);
  EXPECT_EQ(c[2], 1 * 6 + 3 * 8 + 2);
  EXPECT_EQ(c[3], 2 * 6 + 4 * 8 + 2);
}

TEST(Backend, passesComplexNumbers) {
  const C a(1, 2), b(3, -1);
  C c(0, 1);
  call<"gemm", C>('C', 'N', 1, 1, 1, C(0, 1), &a, 1, &b, 1, C(1), &c, 1);
  EXPECT_EQ(c, C(0, 1) * std::conj(a) * b + C(0, 1));
}

TEST(Backend, hasLapack) {
  double a[] = {4, 2, 2, 5};
  int info = -1;
  ASSERT_TRUE((has<"potrf", double>()));
  call<"potrf", double>('L', 2, a, 2, &info);
  EXPECT_EQ(info, 0);
  EXPECT_EQ(a[0], 2);
  EXPECT_EQ(a[1], 1);
  EXPECT_EQ(a[3], 2);
  EXPECT_EQ((evaluate<double, "lange", double>('M', 2, 2, a, 2, static_cast<double *>(nullptr))),
            2);
}

TEST(Backend, saysWhatIsMissing) {
  EXPECT_FALSE((has<"nosuch", double>()));
  EXPECT_NE(find("xerbla"), nullptr);
}

} // namespace
} // namespace anywarp::blas
