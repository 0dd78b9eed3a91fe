// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Debugged kernels: threads of a block as threads of the process, which go line by line.
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "exec/DebugAbi.h"
#include "exec/blocks/TestKernels.h"

namespace anywarp::exec::test {
namespace {

Kernel debuggedKernel(PieceFn piece) {
  Kernel k;
  k.name = "debugged";
  k.info.abiVersion = kAbiVersion;
  k.info.simdWidth = 1;
  k.info.staticShared = 256;
  k.info.frameBytes = k.info.frameAlign = 16;
  k.info.flags = KernelInfo::UsesBarrier | KernelInfo::WaitsInPlace;
  k.piece = piece;
  return k;
}

LaunchOptions oneWorker() {
  LaunchOptions options;
  options.workers = 1;
  return options;
}

template <typename T> T &paramsOf(const LaunchState *launch) {
  return *static_cast<T *>(const_cast<void *>(launch->params));
}

struct Step {
  uint32_t piece, place;
};
struct Record {
  std::vector<Step> steps;
  std::set<pid_t> tasks;
  void add(uint32_t piece, uint32_t place) {
    steps.push_back({piece, place});
    tasks.insert(::gettid());
  }
};

/// line 0; odd threads line 1 and 2, even ones line 3; line 4
void parts(const LaunchState *l, BlockState *b, uint32_t p, void *) {
  auto &record = paramsOf<Record>(l);
  auto line = [&](uint32_t place) {
    aw_line(l, b, p, place, 1);
    record.add(p, place);
  };
  line(0);
  if (p % 2) {
    line(1);
    line(2);
  } else {
    line(3);
  }
  line(4);
}

TEST(PieceThreads, LanesThatPartMeetAgain) {
  Record record;
  ASSERT_TRUE(runGrid(debuggedKernel(parts), launchOf({1}, {32}, &record), oneWorker()).ok());
  ASSERT_EQ(record.steps.size(), 32u + 16 + 16 + 16 + 32);
  EXPECT_EQ(record.tasks.size(), 32u);
  // In one warp a line is begun when all that come before it are done.
  EXPECT_TRUE(std::ranges::is_sorted(record.steps, {}, &Step::place));
}

TEST(PieceThreads, EachWarpHasItsOwnPlace) {
  Record record;
  ASSERT_TRUE(runGrid(debuggedKernel(parts), launchOf({3}, {50}, &record), oneWorker()).ok());
  EXPECT_EQ(record.steps.size(), 3u * (50 + 25 + 25 + 25 + 50));
}

TEST(PieceThreads, TheFocusGoesFirst) {
  Record record;
  anywarp_debug_state.focus = 7;
  ASSERT_TRUE(runGrid(debuggedKernel(parts), launchOf({1}, {32}, &record), oneWorker()).ok());
  anywarp_debug_state.focus = 0;
  auto begins = [&](uint32_t place) {
    return std::ranges::find(record.steps, place, &Step::place)->piece;
  };
  EXPECT_EQ(begins(0), 7u);
  EXPECT_EQ(begins(2), 7u);
  EXPECT_EQ(begins(3), 0u);
}

/// A barrier between a write and a read of another thread's word; the stack stays as it is.
void exchange(const LaunchState *l, BlockState *b, uint32_t p, void *) {
  auto *out = paramsOf<uint32_t *>(l);
  auto *shared = reinterpret_cast<uint32_t *>(b->shared);
  volatile uint32_t local[16] = {p};
  shared[p] = p * 3;
  if (aw_barrier_sync(l, b, p, 0, 0, 1))
    aw_wait_here(l, b, p);
  aw_line(l, b, p, 1, 1);
  out[b->blockIdx[0] * 64 + p] = shared[63 - p] + local[0];
}

TEST(PieceThreads, WaitsKeepTheStack) {
  std::vector<uint32_t> out(4 * 64);
  uint32_t *address = out.data();
  ASSERT_TRUE(runGrid(debuggedKernel(exchange), launchOf({4}, {64}, &address), oneWorker()).ok());
  for (uint32_t i = 0; i < out.size(); ++i)
    EXPECT_EQ(out[i], (63 - i % 64) * 3 + i % 64);
}

/// Thread 0 waits, in a loop that comes first in the code, for what thread 1 does after it.
void spins(const LaunchState *l, BlockState *b, uint32_t p, void *) {
  auto &flag = paramsOf<volatile int>(l);
  aw_line(l, b, p, 0, 1);
  while (p == 0 && !flag)
    aw_line(l, b, p, 1, 1);
  aw_line(l, b, p, 2, 1);
  flag = 1;
}

TEST(PieceThreads, ThreadsBehindALoopGetTheirTurn) {
  int flag = 0;
  ASSERT_TRUE(runGrid(debuggedKernel(spins), launchOf({1}, {2}, &flag), oneWorker()).ok());
}

/// Block 0 waits line by line, without a yield, for what the last block does.
void spinsOnABlock(const LaunchState *l, BlockState *b, uint32_t p, void *) {
  auto &flag = paramsOf<volatile int>(l);
  aw_line(l, b, p, 0, 1);
  while (b->blockIdx[0] == 0 && !flag)
    aw_line(l, b, p, 1, 1);
  if (b->blockIdx[0] + 1 == l->gridDim[0])
    flag = 1;
}

TEST(PieceThreads, BlocksOfAResidentGridGetTheirTurn) {
  int flag = 0;
  LaunchOptions options = oneWorker();
  options.cooperative = true;
  ASSERT_TRUE(runGrid(debuggedKernel(spinsOnABlock), launchOf({3}, {2}, &flag), options).ok());
}

void faults(const LaunchState *l, BlockState *b, uint32_t p, void *) {
  aw_line(l, b, p, 0, 1);
  if (p == 5)
    *reinterpret_cast<volatile int *>(uintptr_t(64)) = 1;
  aw_line(l, b, p, 1, 1);
}

TEST(PieceThreads, AFaultStopsTheGridAndNothingIsLost) {
  for (int round = 0; round < 3; ++round) {
    LaunchResult result =
        runGrid(debuggedKernel(faults), launchOf({2}, {40}, nullptr), oneWorker());
    EXPECT_EQ(result.fault.fault, Fault::IllegalAddress);
    EXPECT_EQ(result.fault.address, 64u);
    EXPECT_EQ(result.fault.firstThread, 5u);
    Record record;
    ASSERT_TRUE(runGrid(debuggedKernel(parts), launchOf({1}, {32}, &record), oneWorker()).ok());
    EXPECT_EQ(record.steps.size(), 112u);
  }
  EXPECT_EQ(anywarp_debug_state.first, nullptr);
}

TEST(PieceThreads, ThreadsOfALeftBlockEndBeforeItsFrames) {
  LaunchResult result;
  std::thread([&] {
    result = runGrid(debuggedKernel(faults), launchOf({1}, {40}, nullptr), oneWorker());
  }).join(); // and with it what the thread kept of the block
  EXPECT_EQ(result.fault.fault, Fault::IllegalAddress);
}

struct Seen {
  uint32_t threads = 0, waiting = 0, atLine = 0;
  uint64_t task = 0;
};
void looks(const LaunchState *l, BlockState *b, uint32_t p, void *) {
  if (p) {
    if (aw_barrier_sync(l, b, p, 0, 0, 1))
      aw_wait_here(l, b, p);
    return;
  }
  aw_line(l, b, p, 0, 1);
  auto &seen = paramsOf<Seen>(l);
  const DebugBlock *block = anywarp_debug_state.first;
  if (!block)
    return;
  seen.threads = block->threadCount;
  for (uint32_t i = 0; i < block->threadCount; ++i) {
    seen.waiting += block->threads[i].state == DebugThreadState::Waiting;
    seen.atLine += block->threads[i].state == DebugThreadState::AtLine;
  }
  seen.task = block->threads[0].systemTask;
}

TEST(PieceThreads, DebuggersSeeWhatThreadsDo) {
  Seen seen;
  ASSERT_TRUE(runGrid(debuggedKernel(looks), launchOf({1}, {6}, &seen), oneWorker()).ok());
  EXPECT_EQ(seen.threads, 6u);
  EXPECT_EQ(seen.waiting, 5u);
  EXPECT_EQ(seen.atLine, 1u);
  EXPECT_NE(seen.task, 0u);
  EXPECT_EQ(anywarp_debug_state.first, nullptr);
}

TEST(PieceThreads, AChildOfForkMakesItsOwn) {
  Record record;
  ASSERT_TRUE(runGrid(debuggedKernel(parts), launchOf({1}, {8}, &record), oneWorker()).ok());
  pid_t child = ::fork();
  if (child == 0) {
    Record own;
    bool ok = runGrid(debuggedKernel(parts), launchOf({1}, {8}, &own), oneWorker()).ok();
    ::_exit(ok && own.steps.size() == 28 ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

} // namespace
} // namespace anywarp::exec::test
