// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FlagExact: the results of an H200, as hashes of runs of arguments.
#include "device/builtins/Builtins.h"

#include <gtest/gtest.h>

using namespace anywarp::device;

namespace {

constexpr uint32_t kExact = FlagExact, kFtz = FlagExact | FlagFtz;

struct Sweep {
  float (*function)(float x, uint32_t flags);
  uint32_t flags, first, count, step;
  uint64_t hash; ///< FNV-1a of the results, a word at a time (seen)
};
constexpr uint32_t kSparse = 1 << 20, kWhole = 1 << 23; // every 4096th float; one binade
constexpr Sweep kSweeps[] = {
    {aw_ex2_approx_f32, kExact, 0, kSparse, 4096, 0x1c205f7d1790d5b6ull},
    {aw_lg2_approx_f32, kExact, 0, kSparse, 4096, 0x4a0c83b051a70d82ull},
    {aw_rcp_approx_f32, kExact, 0, kSparse, 4096, 0xc3b524b6e657c615ull},
    {aw_rsqrt_approx_f32, kExact, 0, kSparse, 4096, 0xff69df347036ea17ull},
    {aw_sin_approx_f32, kExact, 0, kSparse, 4096, 0x089d7407c60937bdull},
    {aw_cos_approx_f32, kExact, 0, kSparse, 4096, 0xa1085f5a09152b91ull},
    {aw_ex2_approx_f32, kFtz, 0x3f800000, kWhole, 1, 0x3f0f3852f2fa7edbull},
    {aw_ex2_approx_f32, kFtz, 0xbf000000, kWhole, 1, 0x86cbd167bc4daa17ull},
    {aw_lg2_approx_f32, kFtz, 0x3f000000, kWhole, 1, 0xf8884f097b12e53dull},
    {aw_rcp_approx_f32, kFtz, 0x3f800000, kWhole, 1, 0xfa72a6c698274964ull},
    {aw_rsqrt_approx_f32, kFtz, 0x3f800000, kWhole, 1, 0x0c40b0bdf554807cull},
    {aw_rsqrt_approx_f32, kFtz, 0x40000000, kWhole, 1, 0xac1e22b0ce75548bull},
    {aw_sin_approx_f32, kFtz, 0x3f800000, kWhole, 1, 0xffc89f2c26d596eaull},
    {aw_cos_approx_f32, kFtz, 0x40800000, kWhole, 1, 0x5e2e85d84cc939d6ull},
};

TEST(FunctionUnit, GivesTheBitsOfAnH200) {
  for (const Sweep &sweep : kSweeps) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (uint32_t i = 0; i < sweep.count; ++i)
      hash = (hash ^ bitsOf(sweep.function(toFloat(sweep.first + i * sweep.step), sweep.flags))) *
             0x100000001b3ull;
    EXPECT_EQ(sweep.hash, hash) << "sweep " << &sweep - kSweeps;
  }
}

TEST(FunctionUnit, FlushesWhereAsked) {
  EXPECT_EQ(0x7f800000u, bitsOf(aw_rcp_approx_f32(0x1p-127f, kFtz)));
  EXPECT_EQ(0xff800000u, bitsOf(aw_rsqrt_approx_f32(-0x1p-127f, kFtz)));
  EXPECT_EQ(0xff800000u, bitsOf(aw_lg2_approx_f32(0x1p-127f, kFtz)));
  EXPECT_EQ(0u, bitsOf(aw_ex2_approx_f32(-126.5f, kFtz)));
}

} // namespace
