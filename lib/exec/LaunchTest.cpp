// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grids of blocks in which nobody waits: every block once, indices, faults, several at once.
#include "exec/Launch.h"

#include <atomic>
#include <cfenv>
#include <csignal>
#include <cstring>
#include <gmock/gmock.h>
#include <numeric>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "exec/arch/Processor.h"
#include "exec/blocks/TestKernels.h"
#include "exec/calls/DeviceHeap.h"
#include "exec/calls/Printf.h"
#include "support/Mutex.h"

namespace anywarp::exec::test {
namespace {

struct Counts {
  std::vector<std::atomic<uint32_t>> runs;
};

uint64_t linear(const LaunchState *l, const BlockState *b) {
  return b->blockIdx[0] +
         uint64_t(l->gridDim[0]) * (b->blockIdx[1] + uint64_t(l->gridDim[1]) * b->blockIdx[2]);
}

void countBlock(const LaunchState *l, BlockState *b) {
  auto &counts = *static_cast<Counts *>(const_cast<void *>(l->params));
  for (int i = 0; i < 3; ++i)
    if (b->blockIdx[i] >= l->gridDim[i])
      std::abort();
  counts.runs[linear(l, b)].fetch_add(1, std::memory_order_relaxed);
}

TEST(Launch, RunsEveryBlockOnce) {
  for (Dim grid : {Dim{1, 1, 1}, Dim{2, 1, 1}, Dim{7, 5, 3}, Dim{1, 1, 13}, Dim{4099, 1, 1},
                   Dim{3, 1000, 7}}) {
    uint64_t blocks = uint64_t(grid.x) * grid.y * grid.z;
    Counts counts{std::vector<std::atomic<uint32_t>>(blocks)};
    ASSERT_TRUE(runGrid(blockKernel(countBlock), launchOf(grid, {32}, &counts)).ok());
    for (uint64_t i = 0; i < blocks; ++i)
      ASSERT_EQ(counts.runs[i], 1u) << "block " << i;
  }
}

/// Which code ran each block. Better code comes while block 3 runs.
struct Tiers {
  BetterCode better;
  std::vector<int> ran = std::vector<int>(8);
};
void runBetter(const LaunchState *l, BlockState *b) {
  static_cast<Tiers *>(const_cast<void *>(l->params))->ran[b->blockIdx[0]] = 2;
}
void runFirst(const LaunchState *l, BlockState *b) {
  auto &tiers = *static_cast<Tiers *>(const_cast<void *>(l->params));
  tiers.ran[b->blockIdx[0]] = 1;
  if (b->blockIdx[0] == 3)
    tiers.better.block = runBetter;
}

TEST(Launch, BlocksThatBeginLaterRunBetterCode) {
  Tiers tiers;
  Kernel kernel = blockKernel(runFirst);
  kernel.better = &tiers.better;
  LaunchOptions options;
  options.workers = 1;
  ASSERT_TRUE(runGrid(kernel, launchOf({8}, {32}, &tiers), options).ok());
  EXPECT_THAT(tiers.ran, testing::ElementsAre(1, 1, 1, 1, 2, 2, 2, 2));
  tiers.ran.assign(8, 0);
  ASSERT_TRUE(runGrid(kernel, launchOf({8}, {32}, &tiers), options).ok());
  EXPECT_THAT(tiers.ran, testing::Each(2));
}

PieceBody waitBetter(const LaunchState *l, BlockState *b, uint32_t, void *) {
  co_await barrier0();
  ++static_cast<Tiers *>(const_cast<void *>(l->params))->ran[b->blockIdx[0]];
}

/// Who could make better code hears how long kernels run without, also within a launch, and no more
/// when there is some.
TEST(Launch, TellsHowLongKernelsLackBetterCode) {
  struct Listener : BetterCode {
    uint64_t nanoseconds = 0;
    unsigned ends = 0, others = 0;
    void ran(uint64_t more, bool isEnd) override {
      nanoseconds += more;
      ++(isEnd ? ends : others);
    }
  } listener;
  const BlockFn sleepy = [](const LaunchState *, BlockState *) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  Kernel kernel = blockKernel(sleepy);
  kernel.better = &listener;
  LaunchOptions options;
  for (unsigned workers : {1u, 2u}) {
    options.workers = workers;
    ASSERT_TRUE(runGrid(kernel, launchOf({20}, {32}, nullptr), options).ok());
    EXPECT_EQ(listener.ends, workers);
    EXPECT_GE(listener.others, 5u); // not only after the first quarter of its blocks
    EXPECT_GE(listener.nanoseconds, workers * 9'000'000u);
  }
  listener.block = [](const LaunchState *, BlockState *) {};
  ASSERT_TRUE(runGrid(kernel, launchOf({20}, {32}, nullptr), options).ok());
  EXPECT_EQ(listener.ends, 2u);
}

/// The first piece of block 3 brings the better code, before it waits; its block goes on as it
/// began.
PieceBody waitFirst(const LaunchState *l, BlockState *b, uint32_t, void *) {
  auto &tiers = *static_cast<Tiers *>(const_cast<void *>(l->params));
  if (b->blockIdx[0] == 3)
    tiers.better.piece = pieceOf<waitBetter>;
  co_await barrier0();
  tiers.ran[b->blockIdx[0]] += 100;
}

TEST(Launch, PiecesOfABlockRunTheCodeThatItBeganWith) {
  Tiers tiers;
  Kernel kernel = pieceKernel<waitFirst>(32);
  kernel.better = &tiers.better;
  LaunchOptions options;
  options.workers = 1;
  ASSERT_TRUE(runGrid(kernel, launchOf({8}, {64}, &tiers), options).ok());
  EXPECT_THAT(tiers.ran, testing::ElementsAre(200, 200, 200, 200, 2, 2, 2, 2));
}

/// Pieces of divisible blocks.
struct PieceCounts {
  std::vector<std::atomic<uint32_t>> runs; ///< by block, then piece
  std::atomic<uint32_t> calls{0};
};
void countPieces(const LaunchState *l, BlockState *b) {
  auto &counts = *static_cast<PieceCounts *>(const_cast<void *>(l->params));
  if (b->firstPiece >= b->endPiece || b->endPiece > l->piecesPerBlock)
    std::abort();
  for (uint32_t p = b->firstPiece; p < b->endPiece; ++p)
    counts.runs[linear(l, b) * l->piecesPerBlock + p].fetch_add(1, std::memory_order_relaxed);
  counts.calls.fetch_add(1, std::memory_order_relaxed);
  usleep(200); // a long block
}

TEST(Launch, SeveralWorkersRunTheFewBlocksOfADivisibleKernel) {
  Kernel kernel = blockKernel(countPieces);
  kernel.info.flags = KernelInfo::Divisible;
  for (Dim grid : {Dim{1, 1, 1}, Dim{3, 1, 1}, Dim{1, 2, 3}, Dim{200, 1, 1}})
    for (uint32_t threads : {1u, 32u, 33u, 100u, 1024u})
      for (unsigned workers : {0u, 1u}) {
        const uint32_t blocks = grid.x * grid.y * grid.z, pieces = (threads + 31) / 32;
        PieceCounts counts{std::vector<std::atomic<uint32_t>>(blocks * pieces)};
        LaunchOptions options;
        options.workers = workers;
        ASSERT_TRUE(runGrid(kernel, launchOf(grid, {threads}, &counts), options).ok());
        for (const std::atomic<uint32_t> &runs : counts.runs)
          ASSERT_EQ(runs, 1u);
        const bool isDivided =
            workers != 1 && workerCount() > 1 && pieces > 1 && blocks < 8 * workerCount();
        EXPECT_EQ(counts.calls > blocks, isDivided) << blocks << " of " << threads;
      }
}

TEST(Launch, BlocksKnownToBeShortStayWhole) {
  auto body = +[](const LaunchState *l, BlockState *b) {
    static_cast<std::atomic<uint32_t> *>(const_cast<void *>(l->params))->fetch_add(1);
    (void)b;
  };
  Kernel kernel = blockKernel(body);
  kernel.info.flags = KernelInfo::Divisible;
  std::atomic<uint32_t> calls{0};
  for (unsigned i = 0; i < 50; ++i)
    ASSERT_TRUE(runGrid(kernel, launchOf({1}, {256}, &calls)).ok());
  calls = 0;
  ASSERT_TRUE(runGrid(kernel, launchOf({1}, {256}, &calls)).ok());
  EXPECT_LE(calls, 8u);
}

/// Each block waits for the one behind it, without saying so to the engine.
struct Chain {
  std::vector<std::atomic<uint32_t>> done;
  std::atomic<uint32_t> runs{0};
};
void waitForNextBlock(const LaunchState *l, BlockState *b) {
  auto &chain = *static_cast<Chain *>(const_cast<void *>(l->params));
  const uint64_t index = linear(l, b);
  while (index + 1 < chain.done.size() && !chain.done[index + 1].load(std::memory_order_relaxed))
    arch::pause();
  chain.done[index].store(1, std::memory_order_relaxed);
  chain.runs.fetch_add(1, std::memory_order_relaxed);
}

TEST(Launch, BlocksThatWaitForLaterOnesEnd) {
  constexpr uint32_t kBlocks = 40;
  // Blocks known to be short are handed out many at a time.
  for (unsigned i = 0; i < 20; ++i) {
    Chain ready{std::vector<std::atomic<uint32_t>>(kBlocks)};
    for (auto &done : ready.done)
      done = 1;
    ASSERT_TRUE(runGrid(blockKernel(waitForNextBlock), launchOf({kBlocks}, {32}, &ready)).ok());
  }
  Chain chain{std::vector<std::atomic<uint32_t>>(kBlocks)};
  ASSERT_TRUE(runGrid(blockKernel(waitForNextBlock), launchOf({kBlocks}, {32}, &chain)).ok());
  EXPECT_EQ(chain.runs, kBlocks);
}

TEST(Launch, OneWorkerGetsHelpWhereItWouldWaitForever) {
  Chain chain{std::vector<std::atomic<uint32_t>>(3)};
  LaunchOptions options;
  options.workers = 1;
  ASSERT_TRUE(runGrid(blockKernel(waitForNextBlock), launchOf({3}, {32}, &chain), options).ok());
  EXPECT_EQ(chain.runs, 3u);
}

TEST(Launch, OneWorkerRunsInOrder) {
  static std::vector<uint64_t> seen;
  seen.clear();
  auto body = +[](const LaunchState *l, BlockState *b) { seen.push_back(linear(l, b)); };
  LaunchOptions options;
  options.workers = 1;
  ASSERT_TRUE(runGrid(blockKernel(body), launchOf({5, 3, 7}, {32}, nullptr), options).ok());
  std::vector<uint64_t> expected(5 * 3 * 7);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(seen, expected);
}

TEST(Launch, CompletesTheLaunchState) {
  static LaunchState seen;
  auto body = +[](const LaunchState *l, BlockState *b) {
    seen = *l;
    std::memset(b->shared, 1, l->totalShared);
    if (reinterpret_cast<uintptr_t>(b->shared) % 128 || reinterpret_cast<uintptr_t>(b->local) % 64)
      std::abort();
    std::memset(b->local, 1, size_t(l->piecesPerBlock) * 32 * 24);
  };
  Kernel kernel = blockKernel(body);
  kernel.info.staticShared = 100;
  kernel.info.localBytes = 24;
  LaunchState launch = launchOf({1}, {10, 5, 1}, nullptr);
  launch.dynamicShared = 227 << 10;
  ASSERT_TRUE(runGrid(kernel, launch).ok());
  EXPECT_EQ(seen.threadsPerBlock, 50u);
  EXPECT_EQ(seen.warpsPerBlock, 2u);
  EXPECT_EQ(seen.piecesPerBlock, 2u);
  EXPECT_EQ(seen.totalShared, 100u + (227 << 10));
}

TEST(Launch, RefusesWhatCannotRun) {
  Kernel kernel = blockKernel(+[](const LaunchState *, BlockState *) {});
  EXPECT_FALSE(runGrid(kernel, launchOf({0, 1, 1}, {32}, nullptr)).status.ok());
  EXPECT_FALSE(runGrid(kernel, launchOf({3, 1, 1}, {32}, nullptr, {2, 1, 1})).status.ok());
  kernel.info.abiVersion = 0;
  EXPECT_FALSE(runGrid(kernel, launchOf({1}, {32}, nullptr)).status.ok());
}

// Clusters

TEST(Launch, PlacesBlocksOfClusters) {
  static Mutex mutex;
  static std::vector<std::array<uint32_t, 4>> seen;
  seen.clear();
  auto body = +[](const LaunchState *l, BlockState *b) {
    b->shared[0] = char('a' + b->clusterRank);
    if (b->clusterRank == 3) { // the last of its cluster sees what the others left
      for (int r = 0; r < 4; ++r)
        if (b->clusterShared[r][0] != 'a' + r)
          std::abort();
    }
    LockGuard lock(mutex);
    seen.push_back({b->blockIdx[0], b->blockIdx[1], b->blockIdx[2], b->clusterRank});
  };
  Kernel kernel = blockKernel(body);
  kernel.info.staticShared = 4;
  kernel.info.flags = KernelInfo::UsesCluster;
  ASSERT_TRUE(runGrid(kernel, launchOf({4, 4, 2}, {32}, nullptr, {2, 2, 1})).ok());
  ASSERT_EQ(seen.size(), 32u);
  std::sort(seen.begin(), seen.end());
  size_t i = 0;
  for (uint32_t x = 0; x < 4; ++x)
    for (uint32_t y = 0; y < 4; ++y)
      for (uint32_t z = 0; z < 2; ++z, ++i)
        EXPECT_EQ(seen[i], (std::array<uint32_t, 4>{x, y, z, x % 2 + 2 * (y % 2)}));
}

// Faults: each stops its grid only, and the next launch works.

void expectWorks() {
  Counts counts{std::vector<std::atomic<uint32_t>>(100)};
  ASSERT_TRUE(runGrid(blockKernel(countBlock), launchOf({100}, {32}, &counts)).ok());
  for (auto &runs : counts.runs)
    ASSERT_EQ(runs, 1u);
}

FaultInfo faultOf(BlockFn body, Dim grid = {4}) {
  LaunchResult result = runGrid(blockKernel(body, "k"), launchOf(grid, {40}, nullptr));
  EXPECT_TRUE(result.status.ok());
  expectWorks();
  return result.fault;
}

TEST(Faults, NullIsAnAddress) {
  FaultInfo fault = faultOf(+[](const LaunchState *, BlockState *b) {
    int *volatile null = nullptr; // a constant would become a trap
    b->currentPiece = 0;
    if (b->blockIdx[0] == 0)
      *static_cast<volatile int *>(null) = 1;
  });
  EXPECT_EQ(fault.address, 0u);
  EXPECT_EQ(fault.describe(), "illegal address 0x0 in kernel k, block (0,0,0), threads 0-31");
  fault = faultOf(+[](const LaunchState *, BlockState *) { __builtin_trap(); });
  EXPECT_FALSE(fault.address);
}

TEST(Faults, BadAddress) {
  FaultInfo fault = faultOf(+[](const LaunchState *, BlockState *b) {
    b->currentPiece = 1;
    if (b->blockIdx[0] == 2)
      *reinterpret_cast<volatile int *>(16) = 1;
  });
  EXPECT_EQ(fault.fault, Fault::IllegalAddress);
  EXPECT_EQ(fault.address, 16u);
  EXPECT_NE(fault.pc, 0u);
  EXPECT_EQ(fault.blockIdx[0], 2u);
  EXPECT_EQ(fault.firstThread, 32u);
  EXPECT_EQ(fault.threadCount, 8u);
  EXPECT_EQ(fault.describe(), "illegal address 0x10 in kernel k, block (2,0,0), threads 32-39");
}

TEST(Launch, BrieflyRunsEveryBlockOnce) {
  const Dim grid{3, 2, 5};
  Counts counts{std::vector<std::atomic<uint32_t>>(30)};
  ASSERT_TRUE(runBriefly(blockKernel(countBlock), launchOf(grid, {1}, &counts)).ok());
  for (const auto &runs : counts.runs)
    EXPECT_EQ(runs, 1u);
}

TEST(Faults, OfABriefLaunch) {
  const Kernel kernel = blockKernel(
      +[](const LaunchState *, BlockState *b) {
        if (b->blockIdx[0] == 2)
          *reinterpret_cast<volatile int *>(16) = 1;
      },
      "k");
  const LaunchResult result = runBriefly(kernel, launchOf({5}, {1}, nullptr));
  EXPECT_EQ(result.fault.describe(), "illegal address 0x10 in kernel k, block (2,0,0), thread 0");
  EXPECT_NE(result.fault.pc, 0u);
  expectWorks();
}

TEST(Faults, PieceInRegister) {
  auto enter = [](BlockState *b) {
    b->currentPiece = kPieceInRegister;
    asm volatile("movd %0, %%mm7" ::"r"(1) : "mm7");
  };
  static auto *const into = +enter;
  auto firstThread = [](BlockFn body) { return faultOf(body).firstThread; };
  EXPECT_EQ(firstThread(+[](const LaunchState *, BlockState *b) {
              into(b);
              *reinterpret_cast<volatile int *>(16) = 1;
            }),
            32u);
  EXPECT_EQ(firstThread(+[](const LaunchState *l, BlockState *b) {
              into(b);
              aw_fault(l, b, ~0u, uint32_t(Fault::Trap), 0);
            }),
            32u);
  // The x87 registers, which MMX uses, are free again for whoever launched.
  volatile long double sum = 0;
  for (int i = 1; i <= 8; ++i)
    sum = sum + i * 0.5L;
  EXPECT_EQ(sum, 18.0L);
}

TEST(Faults, AddressThatIsNotCanonical) {
  FaultInfo fault = faultOf(+[](const LaunchState *, BlockState *) {
    *reinterpret_cast<volatile int *>(uintptr_t(0x8000'0000'0000'0000)) = 1;
  });
  EXPECT_EQ(fault.fault, Fault::IllegalAddress);
}

TEST(Faults, PastTheSharedWindow) {
  Kernel kernel = blockKernel(+[](const LaunchState *l, BlockState *b) {
    reinterpret_cast<volatile char *>(b->shared)[l->totalShared] = 1;
  });
  kernel.info.staticShared = 1024;
  LaunchResult result = runGrid(kernel, launchOf({1}, {32}, nullptr));
  EXPECT_EQ(result.fault.fault, Fault::IllegalAddress);
  expectWorks();
}

TEST(Faults, Trap) {
  EXPECT_EQ(faultOf(+[](const LaunchState *, BlockState *) { __builtin_trap(); }).fault,
            Fault::Trap);
  FaultInfo fault = faultOf(+[](const LaunchState *l, BlockState *b) {
    aw_fault(l, b, 7, uint32_t(Fault::MisalignedAddress), 0x1001);
  });
  EXPECT_EQ(fault.fault, Fault::MisalignedAddress);
  EXPECT_EQ(fault.address, 0x1001u);
  EXPECT_EQ(fault.firstThread, 7u);
  EXPECT_EQ(fault.threadCount, 1u);
}

TEST(Faults, IntegerDivision) {
  auto body = +[](const LaunchState *, BlockState *) {
    volatile int zero = 0;
    asm volatile("xorl %%edx, %%edx\n\tmovl $1, %%eax\n\tidivl %0" ::"m"(zero) : "eax", "edx");
  };
  EXPECT_EQ(faultOf(body).fault, Fault::IllegalInstruction);
}

TEST(Faults, JumpIntoNowhere) {
  FaultInfo fault = faultOf(+[](const LaunchState *, BlockState *) {
    asm volatile("callq *%0" ::"r"(uintptr_t(0x1000)) : "memory");
  });
  EXPECT_EQ(fault.fault, Fault::InvalidPc);
}

#pragma clang diagnostic ignored "-Winfinite-recursion"
uint64_t recurse(volatile uint64_t *seed) {
  volatile uint64_t frame[1024];
  frame[*seed % 1024] = *seed;
  return recurse(frame) + frame[*seed % 1024];
}
TEST(Faults, RecursionWithoutEnd) {
  auto body = +[](const LaunchState *, BlockState *b) {
    volatile uint64_t seed = b->blockIdx[0];
    volatile uint64_t keep = recurse(&seed);
    (void)keep;
  };
  EXPECT_EQ(faultOf(body).fault, Fault::StackOverflow);
}

TEST(Faults, AssertPrintsCudasLine) {
  testing::internal::CaptureStderr();
  FaultInfo fault = faultOf(+[](const LaunchState *l, BlockState *b) {
    if (b->blockIdx[0] == 3)
      aw_assertfail(l, b, 39, "a < b", "x.cu", 12, "void f(int)");
  });
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "x.cu:12: void f(int): block: [3,0,0], thread: [39,0,0] Assertion `a < b` failed.\n");
  EXPECT_EQ(fault.fault, Fault::Assert);
}

TEST(Faults, InTheEngineOnBehalfOfAKernel) {
  FaultInfo fault = faultOf(+[](const LaunchState *l, BlockState *b) {
    const char *bad = reinterpret_cast<const char *>(8);
    aw_vprintf(l, b, 0, "%s\n", &bad);
  });
  EXPECT_EQ(fault.fault, Fault::IllegalAddress);
}

TEST(Faults, ManyInARow) {
  for (int i = 0; i < 200; ++i) {
    LaunchResult result = runGrid(blockKernel(+[](const LaunchState *, BlockState *) {
                                    *reinterpret_cast<volatile int *>(32) = 1;
                                  }),
                                  launchOf({64}, {32}, nullptr));
    ASSERT_EQ(result.fault.address, 32u);
  }
  expectWorks();
}

TEST(Faults, FloatingPointStateIsCudas) {
  // Host code may round or flush as it likes: kernels must not notice, nor may the host lose it.
  std::fesetround(FE_UPWARD);
  static volatile float result;
  auto body = +[](const LaunchState *, BlockState *) {
    volatile float one = 1.0f, three = 3.0f;
    result = one / three;
  };
  bool ok = runGrid(blockKernel(body), launchOf({1}, {1}, nullptr)).ok();
  int mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_TRUE(ok);
  EXPECT_EQ(result, 1.0f / 3.0f);
  EXPECT_EQ(mode, FE_UPWARD);
}

// The application's own handler still gets its faults, and only those.
std::atomic<int> ownFaults{0};
void *ownPage = nullptr;
void ownHandler(int, siginfo_t *info, void *) {
  ++ownFaults;
  mprotect(ownPage, 4096, PROT_READ | PROT_WRITE);
}
TEST(Faults, PassesForeignSignalsOn) {
  ownPage = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct sigaction own = {}, before;
  own.sa_sigaction = ownHandler;
  own.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &own, &before);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  expectWorks(); // puts ours in front
  *static_cast<volatile char *>(ownPage) = 1;
  EXPECT_EQ(ownFaults, 1);
  EXPECT_EQ(faultOf(+[](const LaunchState *, BlockState *) {
              *reinterpret_cast<volatile int *>(16) = 1;
            }).fault,
            Fault::IllegalAddress);
  EXPECT_EQ(ownFaults, 1);
  sigaction(SIGSEGV, &before, nullptr);
  munmap(ownPage, 4096);
}

// A kernel's index may leave an array by megabytes: no neighbour of the process's is hit. Room of
// earlier kernels may lie below shared and above local memory.
template <char *BlockState::*Window, ptrdiff_t Offset> Fault faultNear() {
  Kernel kernel = blockKernel(+[](const LaunchState *, BlockState *block) {
    char *far = block->*Window + Offset;
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    auto *page = reinterpret_cast<void *>(uintptr_t(far) & ~uintptr_t(4095));
    mmap(page, 4096, PROT_READ | PROT_WRITE, kFlags, -1, 0); // a neighbour, if there is room
    *static_cast<volatile char *>(far) = 1;
  });
  kernel.info.localBytes = 16;
  return runGrid(kernel, launchOf({1}, {1}, nullptr)).fault.fault;
}
TEST(Faults, WindowsHaveNoNeighbours) {
  constexpr ptrdiff_t kFar = 15 << 20;
  EXPECT_EQ((faultNear<&BlockState::shared, kFar>()), Fault::IllegalAddress);
  EXPECT_EQ((faultNear<&BlockState::local, -kFar>()), Fault::IllegalAddress);
}

TEST(Launch, SeveralThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        uint32_t blocks = 1 + uint32_t(i * 37 + t * 101) % 3000;
        Counts counts{std::vector<std::atomic<uint32_t>>(blocks)};
        failures += !runGrid(blockKernel(countBlock), launchOf({blocks}, {32}, &counts)).ok();
        for (auto &runs : counts.runs)
          failures += runs != 1;
        if (i % 10 == t) {
          auto bad =
              +[](const LaunchState *, BlockState *) { *reinterpret_cast<volatile int *>(48) = 1; };
          LaunchResult result = runGrid(blockKernel(bad), launchOf({blocks}, {32}, nullptr));
          failures += result.fault.fault != Fault::IllegalAddress || result.fault.address != 48;
        }
      }
    });
  for (auto &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

// Output and heap

TEST(Launch, PrintsInTheOrderOfBlocks) {
  auto body = +[](const LaunchState *l, BlockState *b) {
    uint32_t arguments[] = {b->blockIdx[0]};
    aw_vprintf(l, b, 0, "block %u ", arguments);
    aw_vprintf(l, b, 0, "ends\n", nullptr);
  };
  std::string expected;
  for (int i = 0; i < 500; ++i)
    expected += "block " + std::to_string(i) + " ends\n";
  testing::internal::CaptureStdout();
  LaunchResult result = runGrid(blockKernel(body), launchOf({500}, {32}, nullptr));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
  EXPECT_TRUE(result.ok());

  PrintfBuffer buffer;
  LaunchOptions options;
  options.output = &buffer;
  testing::internal::CaptureStdout();
  result = runGrid(blockKernel(body), launchOf({500}, {32}, nullptr), options);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  testing::internal::CaptureStdout();
  buffer.flush();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
}

TEST(Launch, DeviceHeap) {
  static std::atomic<uint64_t> given;
  auto take = +[](const LaunchState *l, BlockState *b) {
    uint64_t p = aw_malloc(l, b, 0, 1000);
    if (p)
      std::memset(reinterpret_cast<void *>(p), 7, 1000);
    if (b->blockIdx[0] == 0)
      given = p;
    else
      aw_free(l, b, 0, p);
  };
  DeviceHeap heap(64 << 10);
  LaunchOptions options;
  options.heap = &heap;
  ASSERT_TRUE(runGrid(blockKernel(take), launchOf({200}, {32}, nullptr), options).ok());
  ASSERT_NE(given, 0u);
  EXPECT_FALSE(heap.resize(1 << 20)); // in use
  auto give = +[](const LaunchState *l, BlockState *b) { aw_free(l, b, 3, given); };
  EXPECT_TRUE(runGrid(blockKernel(give), launchOf({1}, {32}, nullptr), options).ok());
  LaunchResult twice = runGrid(blockKernel(give), launchOf({1}, {32}, nullptr), options);
  EXPECT_EQ(twice.fault.fault, Fault::IllegalAddress);
  EXPECT_EQ(twice.fault.address, given);
}

} // namespace
} // namespace anywarp::exec::test
