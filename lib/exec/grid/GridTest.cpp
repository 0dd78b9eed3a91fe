// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/grid/Grid.h"

#include <gtest/gtest.h>

#include "exec/blocks/TestKernels.h"

namespace anywarp::exec::test {
namespace {

struct TwoBlocks {
  LaunchOptions options = cooperative();
  Kernel kernel = blockKernel(nullptr);
  LaunchState state = launchOf({2}, {32}, nullptr);
  Grid grid{kernel, state, options, 2};

  static LaunchOptions cooperative() {
    LaunchOptions options;
    options.cooperative = true;
    return options;
  }
  void arrive(bool isFirst) {
    constexpr uint32_t kTurn = uint32_t(1) << 31;
    auto *word = reinterpret_cast<uint32_t *>(grid.launch.gridWorkspace) + 1;
    __atomic_fetch_add(word, isFirst ? kTurn - 1 : 1, __ATOMIC_ACQ_REL);
  }
};

TEST(Grid, BarrierIsLostOnceTheOthersHaveEnded) {
  for (const bool isFirst : {false, true}) {
    TwoBlocks two;
    EXPECT_EQ(two.grid.lostBarrier(), "");
    two.arrive(isFirst);
    EXPECT_EQ(two.grid.lostBarrier(), "");
    two.grid.unitEnded();
    EXPECT_EQ(two.grid.lostBarrier(), "1 of 2 blocks wait at the barrier of the grid; the others "
                                      "have ended without coming to it");
  }
}

} // namespace
} // namespace anywarp::exec::test
