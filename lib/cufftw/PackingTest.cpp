// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a plan on a GPU gives cuFFT, and where its numbers go.
#include "cufftw/Packing.h"

#include <complex>
#include <gtest/gtest.h>

namespace anywarp::cufftw {
namespace {

using cufft::Kind;
using cufft::Problem;

Problem problemOf(Kind kind, std::initializer_list<cufft::Axis> axes,
                  std::initializer_list<cufft::Axis> loops) {
  Problem p;
  p.kind = kind;
  for (const cufft::Axis &axis : axes)
    p.addAxis(axis);
  for (const cufft::Axis &loop : loops)
    p.addLoop(loop);
  return p;
}

TEST(Packing, TakesNumbersByTheirStrides) {
  // Two lines of three pairs, each number three behind the one before, lines backwards.
  const Problem p = problemOf(Kind::Forward, {{3, 3, 1}, {2, 1, 3}}, {{2, -20, 6}});
  std::vector<std::complex<float>> from(40), packed(12);
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = {float(i), -float(i)};
  pack(p, &from[20], reinterpret_cast<char *>(packed.data()));
  const int expected[] = {20, 21, 23, 24, 26, 27, 0, 1, 3, 4, 6, 7};
  for (size_t i = 0; i < packed.size(); ++i)
    EXPECT_EQ(packed[i], std::complex<float>(float(expected[i]), -float(expected[i])));
}

TEST(Packing, PutsNumbersByTheirStrides) {
  const Problem p = problemOf(Kind::Forward, {{3, 3, 1}, {2, 1, 3}}, {{2, -20, 6}});
  std::vector<std::complex<float>> packed(12), to(12);
  for (size_t i = 0; i < packed.size(); ++i)
    packed[i] = float(i);
  unpack(p, reinterpret_cast<const char *>(packed.data()), to.data());
  const float expected[] = {0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11};
  for (size_t i = 0; i < to.size(); ++i)
    EXPECT_EQ(to[i], std::complex<float>(expected[i]));
}

TEST(Packing, RealTransformsHaveHalfOfTheirLastAxis) {
  // Rows of 5 reals with room for 6, and of 3 complex numbers.
  const Problem forward = problemOf(Kind::RealToComplex, {{2, 6, 3}, {5, 1, 1}}, {});
  EXPECT_EQ(numbersOf(layoutOf(forward, Side::In)), 10);
  EXPECT_EQ(numbersOf(layoutOf(forward, Side::Out)), 6);
  std::vector<float> from(12), packed(10);
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = float(i);
  pack(forward, from.data(), reinterpret_cast<char *>(packed.data()));
  EXPECT_EQ(packed, (std::vector<float>{0, 1, 2, 3, 4, 6, 7, 8, 9, 10}));

  const Problem inverse = problemOf(Kind::ComplexToReal, {{2, 3, 6}, {5, 1, 1}}, {});
  EXPECT_EQ(numbersOf(layoutOf(inverse, Side::In)), 6);
  std::vector<float> to(12, -1);
  unpack(inverse, reinterpret_cast<const char *>(packed.data()), to.data());
  EXPECT_EQ(to, (std::vector<float>{0, 1, 2, 3, 4, -1, 6, 7, 8, 9, 10, -1}));
}

} // namespace
} // namespace anywarp::cufftw
