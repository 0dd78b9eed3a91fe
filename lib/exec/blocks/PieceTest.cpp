// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose pieces wait: barriers of every kind, yields, clusters, deadlocks, residency.
#include <atomic>
#include <bit>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "exec/blocks/TestKernels.h"

namespace anywarp::exec::test {
namespace {

uint32_t lanesOf(const LaunchState *l, uint32_t piece, uint32_t w) {
  uint32_t n = std::min(w, l->threadsPerBlock - piece * w);
  return uint32_t((uint64_t(1) << n) - 1);
}

// Whole-block barriers

struct PhaseCheck {
  uint32_t phases;
  std::atomic<uint32_t> errors{0};
};

/// In every phase each piece bumps the shared counter, and after the barrier sees all of them.
PieceBody phases(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &check = *static_cast<PhaseCheck *>(const_cast<void *>(l->params));
  auto *count = reinterpret_cast<uint32_t *>(b->shared);
  if (piece == 0)
    *count = 0;
  co_await barrier0();
  for (uint32_t i = 1; i <= check.phases; ++i) {
    ++*count;
    co_await barrier0();
    check.errors += *count != i * l->piecesPerBlock;
    co_await barrier0();
  }
}

TEST(Barrier, BareSuspensionIsTheWholeBlock) {
  for (uint32_t threads : {1u, 32u, 33u, 256u, 1000u}) {
    PhaseCheck check{20};
    Kernel kernel = pieceKernel<phases>(32);
    kernel.info.staticShared = 4;
    ASSERT_TRUE(runGrid(kernel, launchOf({50}, {threads}, &check)).ok());
    EXPECT_EQ(check.errors, 0u);
  }
}

/// Piece p leaves after p phases; those that stay must not notice.
PieceBody leaveEarly(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &check = *static_cast<PhaseCheck *>(const_cast<void *>(l->params));
  auto *count = reinterpret_cast<uint32_t *>(b->shared);
  for (uint32_t i = 0; i < piece; ++i) {
    if (i % 3 == 2)
      co_await wait(aw_barrier_sync(l, b, piece, 0, 0, ~0u));
    else
      co_await barrier0();
    if (piece == l->piecesPerBlock - 1)
      count[i] = 1;
    co_await barrier0();
    check.errors += count[i] != 1;
  }
}

TEST(Barrier, ExitedPiecesCountAsArrived) {
  for (uint32_t w : {32u, 16u, 8u, 1u}) {
    PhaseCheck check{0};
    Kernel kernel = pieceKernel<leaveEarly>(w);
    kernel.info.staticShared = 4 * 1024;
    ASSERT_TRUE(runGrid(kernel, launchOf({7}, {600}, &check)).ok()) << w;
    EXPECT_EQ(check.errors, 0u);
  }
}

// Barriers with a count

/// Warps 0-1 produce, 2-3 consume: barrier 1 says full, barrier 2 says empty (ISA's example).
PieceBody pipeline(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &check = *static_cast<PhaseCheck *>(const_cast<void *>(l->params));
  auto *slot = reinterpret_cast<uint32_t *>(b->shared);
  for (uint32_t i = 0; i < check.phases; ++i) {
    if (piece < 2) {
      if (i)
        co_await wait(aw_barrier_sync(l, b, piece, 2, 128, ~0u));
      slot[piece] = 100 * i + piece;
      aw_barrier_arrive(l, b, piece, 1, 128, ~0u);
    } else {
      co_await wait(aw_barrier_sync(l, b, piece, 1, 128, ~0u));
      check.errors += slot[piece - 2] != 100 * i + piece - 2;
      if (i + 1 < check.phases)
        aw_barrier_arrive(l, b, piece, 2, 128, ~0u);
    }
  }
}

TEST(Barrier, ProducerAndConsumer) {
  PhaseCheck check{50};
  Kernel kernel = pieceKernel<pipeline>(32);
  kernel.info.staticShared = 8;
  LaunchResult result = runGrid(kernel, launchOf({20}, {128}, &check));
  ASSERT_TRUE(result.ok()) << result.fault.describe();
  EXPECT_EQ(check.errors, 0u);
}

/// Two halves of the block synchronise each among themselves, at different paces.
PieceBody halves(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &check = *static_cast<PhaseCheck *>(const_cast<void *>(l->params));
  uint32_t half = piece / 2, rounds = half ? 17 : 5;
  auto *count = reinterpret_cast<uint32_t *>(b->shared) + half;
  *count = 0;
  co_await barrier0();
  for (uint32_t i = 1; i <= rounds; ++i) {
    ++*count;
    co_await wait(aw_barrier_sync(l, b, piece, 1 + half, 64, ~0u));
    check.errors += *count != 2 * i;
    co_await wait(aw_barrier_sync(l, b, piece, 1 + half, 64, ~0u));
  }
}

TEST(Barrier, NamedBarriersAreIndependent) {
  PhaseCheck check{0};
  Kernel kernel = pieceKernel<halves>(32);
  kernel.info.staticShared = 8;
  ASSERT_TRUE(runGrid(kernel, launchOf({9}, {128}, &check)).ok());
  EXPECT_EQ(check.errors, 0u);
}

/// A count is a multiple of the warp size, the block is not: the last warp stands for all 32.
PieceBody tail(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  uint32_t w = *static_cast<const uint32_t *>(l->params);
  co_await wait(aw_barrier_sync(l, b, piece, 3, 64, lanesOf(l, piece, w)));
}
TEST(Barrier, CountCoversTheTailWarp) {
  uint32_t w = 32;
  EXPECT_TRUE(runGrid(pieceKernel<tail>(32), launchOf({3}, {50}, &w)).ok());
  w = 16;
  EXPECT_TRUE(runGrid(pieceKernel<tail>(16), launchOf({3}, {50}, &w)).ok());
  w = 1;
  EXPECT_TRUE(runGrid(pieceKernel<tail>(1), launchOf({3}, {50}, &w)).ok());
}

/// Half a warp is masked off and would wait elsewhere: the warp arrives as a whole.
PieceBody divergent(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  co_await wait(aw_barrier_sync(l, b, piece, 0, 0, 0xffffu));
  co_await wait(aw_barrier_sync(l, b, piece, 5, 64, 0xffffu));
}
TEST(Barrier, MaskedLanesDoNotHoldItUp) {
  LaunchResult result = runGrid(pieceKernel<divergent>(32), launchOf({3}, {64}, nullptr));
  EXPECT_TRUE(result.ok()) << result.fault.describe();
}

/// bar.red over threads whose linear index is a multiple of 3; all of them below 96 in the third.
PieceBody reduce(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &check = *static_cast<PhaseCheck *>(const_cast<void *>(l->params));
  uint32_t w = check.phases, lanes = lanesOf(l, piece, w), third = 0;
  for (uint32_t i = 0; i < w; ++i)
    third |= uint32_t((piece * w + i) % 3 == 0) << i;
  co_await wait(aw_barrier_reduce(l, b, piece, 0, 0, lanes, third, 0));
  check.errors += aw_barrier_result(l, b, piece) != (l->threadsPerBlock + 2) / 3;
  co_await wait(aw_barrier_reduce(l, b, piece, 0, 0, lanes, third, 1));
  check.errors += aw_barrier_result(l, b, piece) != (l->threadsPerBlock == 1);
  co_await wait(aw_barrier_reduce(l, b, piece, 4, 0, lanes, ~0u, 1));
  check.errors += aw_barrier_result(l, b, piece) != 1;
  co_await wait(aw_barrier_reduce(l, b, piece, 0, 0, lanes, third, 2));
  check.errors += aw_barrier_result(l, b, piece) != 1;
  co_await wait(aw_barrier_reduce(l, b, piece, 0, 0, lanes, 0, 2));
  check.errors += aw_barrier_result(l, b, piece) != 0;
}
TEST(Barrier, Reductions) {
  for (uint32_t w : {32u, 16u, 8u, 1u})
    for (uint32_t threads : {1u, 32u, 100u, 512u}) {
      PhaseCheck check{w};
      ASSERT_TRUE((w == 32   ? runGrid(pieceKernel<reduce>(32), launchOf({5}, {threads}, &check))
                   : w == 16 ? runGrid(pieceKernel<reduce>(16), launchOf({5}, {threads}, &check))
                   : w == 8  ? runGrid(pieceKernel<reduce>(8), launchOf({5}, {threads}, &check))
                             : runGrid(pieceKernel<reduce>(1), launchOf({5}, {threads}, &check)))
                      .ok());
      EXPECT_EQ(check.errors, 0u) << w << " " << threads;
    }
}

// Deadlocks

PieceBody stuck(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  if (b->blockIdx[0] != 3)
    co_return;
  co_await wait(aw_barrier_sync(l, b, piece, piece == 3 ? 2 : 1, 128, ~0u));
}
TEST(Deadlock, IsReported) {
  LaunchResult result = runGrid(pieceKernel<stuck>(32), launchOf({8}, {128}, nullptr));
  EXPECT_EQ(result.fault.fault, Fault::Deadlock);
  EXPECT_EQ(
      result.fault.describe(),
      "deadlock in kernel test, block (3,0,0): warps 0-2 wait at barrier 1 (96 of 128 threads "
      "arrived); warps 3 wait at barrier 2 (32 of 128 threads arrived)");
  EXPECT_NE(result.fault.pc, 0u);
  EXPECT_FALSE(result.fault.isAtGridBarrier);
  PhaseCheck check{3};
  Kernel kernel = pieceKernel<phases>(32);
  kernel.info.staticShared = 4;
  EXPECT_TRUE(runGrid(kernel, launchOf({50}, {100}, &check)).ok());
}

/// The first warp ends.
PieceBody stuckBehindFirst(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  if (piece)
    co_await wait(aw_barrier_sync(l, b, piece, 3, 128, ~0u));
}
TEST(Deadlock, NamesAPieceThatWaits) {
  FaultInfo fault = runGrid(pieceKernel<stuckBehindFirst>(32), launchOf({1}, {120}, nullptr)).fault;
  EXPECT_EQ(fault.fault, Fault::Deadlock);
  EXPECT_EQ(fault.firstThread, 32u);
  EXPECT_EQ(fault.threadCount, 32u);
}

PieceBody badId(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  co_await wait(aw_barrier_sync(l, b, piece, 16, 0, ~0u));
}
TEST(Deadlock, BarrierNumberOutOfRangeIsAFault) {
  EXPECT_EQ(runGrid(pieceKernel<badId>(32), launchOf({8}, {128}, nullptr)).fault.fault,
            Fault::IllegalInstruction);
}

PieceBody faultAfterBarrier(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  co_await barrier0();
  if (piece == 2)
    *reinterpret_cast<volatile int *>(64) = 1;
  co_await barrier0();
}
TEST(Deadlock, FaultBetweenBarriers) {
  LaunchResult result = runGrid(pieceKernel<faultAfterBarrier>(32), launchOf({8}, {128}, nullptr));
  EXPECT_EQ(result.fault.fault, Fault::IllegalAddress);
  EXPECT_EQ(result.fault.firstThread, 64u);
}

// Clusters

PieceBody cluster(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &check = *static_cast<PhaseCheck *>(const_cast<void *>(l->params));
  if (piece == 1 && b->clusterRank == 1)
    co_return; // counts as arrived for the rest
  auto *own = reinterpret_cast<uint32_t *>(b->shared);
  for (uint32_t i = 0; i < check.phases; ++i) {
    if (piece == 0)
      *own = 10 * i + b->clusterRank;
    aw_cluster_arrive(l, b, piece, ~0u);
    co_await wait(aw_cluster_wait(l, b, piece, ~0u));
    uint32_t peer = (b->clusterRank + 1) % 4;
    check.errors += *reinterpret_cast<uint32_t *>(b->clusterShared[peer]) != 10 * i + peer;
    aw_cluster_arrive(l, b, piece, ~0u);
    co_await wait(aw_cluster_wait(l, b, piece, ~0u));
  }
}
TEST(Cluster, BlocksMeetAndReadEachOther) {
  PhaseCheck check{10};
  Kernel kernel = pieceKernel<cluster>(32, KernelInfo::UsesCluster);
  kernel.info.staticShared = 4;
  LaunchResult result = runGrid(kernel, launchOf({16, 2, 1}, {96}, &check, {2, 2, 1}));
  ASSERT_TRUE(result.ok()) << result.fault.describe();
  EXPECT_EQ(check.errors, 0u);
}

PieceBody clusterStuck(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  if (b->clusterRank == 0) {
    aw_cluster_arrive(l, b, piece, ~0u);
    co_await wait(aw_cluster_wait(l, b, piece, ~0u));
  } else {
    co_await wait(aw_barrier_sync(l, b, piece, 1, 64, ~0u));
  }
}
TEST(Cluster, Deadlock) {
  LaunchResult result = runGrid(pieceKernel<clusterStuck>(32), launchOf({2}, {32}, nullptr, {2}));
  EXPECT_EQ(result.fault.fault, Fault::Deadlock);
  EXPECT_EQ(result.fault.detail, "warps 0 wait at the cluster barrier");
}

// Grids whose blocks wait for each other

struct GridBarrier {
  std::atomic<uint32_t> arrived{0};
  std::atomic<uint32_t> errors{0};
  uint32_t rounds = 10;
};
/// Every thread block arrives at a counter in memory and spins until all have.
PieceBody gridSync(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &bar = *static_cast<GridBarrier *>(const_cast<void *>(l->params));
  for (uint32_t i = 1; i <= bar.rounds; ++i) {
    co_await barrier0();
    if (piece == 0) {
      ++bar.arrived;
      while (bar.arrived < i * l->gridDim[0])
        co_await wait(aw_yield(l, b, piece));
    }
    co_await barrier0();
    bar.errors += bar.arrived < i * l->gridDim[0];
  }
}
TEST(Resident, GridBarrier) {
  for (uint32_t blocks : {1u, 2u, 64u, 500u}) {
    GridBarrier bar;
    LaunchOptions options;
    options.cooperative = true;
    Kernel kernel = pieceKernel<gridSync>(32, KernelInfo::UsesGridBarrier | KernelInfo::MayYield);
    LaunchResult result = runGrid(kernel, launchOf({blocks}, {70}, &bar), options);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(bar.errors, 0u);
    EXPECT_EQ(bar.arrived, blocks * bar.rounds);
  }
  // Not declared cooperative, but the kernel spins: gets on as well.
  GridBarrier bar;
  Kernel kernel = pieceKernel<gridSync>(32, KernelInfo::MayYield);
  ASSERT_TRUE(runGrid(kernel, launchOf({16}, {70}, &bar)).ok());
  EXPECT_EQ(bar.errors, 0u);
}

/// Each block waits for the one before it, as look-back scans do.
PieceBody lookBack(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto *sums = static_cast<std::atomic<uint64_t> *>(const_cast<void *>(l->params));
  uint32_t i = b->blockIdx[0];
  while (i && !sums[i - 1])
    co_await wait(aw_yield(l, b, piece));
  sums[i] = i ? sums[i - 1] + i : 1;
}
TEST(Resident, LookBack) {
  std::vector<std::atomic<uint64_t>> sums(5000);
  ASSERT_TRUE(
      runGrid(pieceKernel<lookBack>(32, KernelInfo::MayYield), launchOf({5000}, {32}, sums.data()))
          .ok());
  EXPECT_EQ(sums[4999], 1u + 4999u * 5000u / 2);
}

/// Lanes of one warp take a lock in turn (W = 1): needs lanes that run independently.
PieceBody spinLock(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto *words = static_cast<std::atomic<uint32_t> *>(const_cast<void *>(l->params));
  for (;;) {
    uint32_t zero = 0;
    if (words[0].compare_exchange_strong(zero, 1))
      break;
    co_await wait(aw_yield(l, b, piece));
  }
  uint32_t v = words[1];
  co_await wait(aw_yield(l, b, piece)); // the others try meanwhile
  words[1] = v + 1;
  words[0] = 0;
}
TEST(Resident, SpinLockInsideAWarp) {
  std::atomic<uint32_t> words[2] = {0, 0};
  ASSERT_TRUE(
      runGrid(pieceKernel<spinLock>(1, KernelInfo::MayYield), launchOf({10}, {64}, words)).ok());
  EXPECT_EQ(words[1], 640u);
}

/// Piece 0 sleeps; the others come to the barrier meanwhile, and wait there for it.
PieceBody sleeper(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto *times = static_cast<int64_t *>(const_cast<void *>(l->params));
  auto now = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
  const int64_t start = now();
  if (piece % 2 == 0)
    co_await wait(aw_sleep(l, b, piece, piece == 0 ? 500'000 : 4'000'000'000u));
  times[2 * piece] = now() - start;
  co_await barrier0();
  times[2 * piece + 1] = now() - start;
}
TEST(Piece, SleepsAsLongAsItAskedFor) {
  for (unsigned flags : {unsigned(KernelInfo::MayYield), 0u}) {
    int64_t times[8] = {};
    ASSERT_TRUE(runGrid(pieceKernel<sleeper>(32, flags), launchOf({1}, {128}, times)).ok());
    EXPECT_GE(times[0], 500'000);
    EXPECT_GE(times[4], 1'000'000);
    EXPECT_LT(times[4], 2'000'000'000); // no longer than a millisecond, on however slow a machine
    EXPECT_GE(times[3], 1'000'000);     // those who waited for them
    EXPECT_GE(times[7], 1'000'000);
  }
}

/// Blocks other than 5 spin for ever; the fault of 5 ends them.
PieceBody endless(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  if (b->blockIdx[0] == 5)
    aw_fault(l, b, 0, uint32_t(Fault::Trap), 0);
  for (;;)
    co_await wait(aw_yield(l, b, piece));
}
TEST(Resident, AFaultEndsSpinningBlocks) {
  EXPECT_EQ(runGrid(pieceKernel<endless>(32, KernelInfo::MayYield), launchOf({8}, {32}, nullptr))
                .fault.fault,
            Fault::Trap);
}

TEST(Resident, LimitIsPlausible) {
  Kernel kernel = pieceKernel<phases>(32);
  EXPECT_GE(residentBlockLimit(kernel, 1024, 48 << 10), 64u);
  kernel.info.localBytes = 512 << 10;
  EXPECT_GE(residentBlockLimit(kernel, 1024, 0), 1u);
  EXPECT_LT(residentBlockLimit(kernel, 1024, 0), 4096u);
}

TEST(Resident, SeveralGridsAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) {
        GridBarrier bar;
        LaunchOptions options;
        options.cooperative = true;
        Kernel kernel =
            pieceKernel<gridSync>(32, KernelInfo::UsesGridBarrier | KernelInfo::MayYield);
        failures += !runGrid(kernel, launchOf({20}, {70}, &bar), options).ok() || bar.errors;
      }
    });
  for (auto &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

} // namespace
} // namespace anywarp::exec::test
