// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the engine itself costs: an empty launch, an empty block, a barrier of a piece, a yield, a
// collective, a fault. Targets: performance notes in docs/architecture.md.
#include <atomic>
#include <benchmark/benchmark.h>
#include <vector>

#include "exec/blocks/TestKernels.h"

using namespace anywarp::exec;
using namespace anywarp::exec::test;

namespace {

void nothing(const LaunchState *, BlockState *) {}

/// One block: runs on the calling thread.
void emptyLaunch(benchmark::State &state) {
  Kernel kernel = blockKernel(nothing);
  LaunchState launch = launchOf({1}, {256}, nullptr);
  for (auto _ : state)
    benchmark::DoNotOptimize(runGrid(kernel, launch).ok());
}
BENCHMARK(emptyLaunch);

/// Per launch of as many empty blocks.
void emptyBlocks(benchmark::State &state) {
  Kernel kernel = blockKernel(nothing);
  LaunchState launch = launchOf({uint32_t(state.range(0))}, {256}, nullptr);
  for (auto _ : state)
    benchmark::DoNotOptimize(runGrid(kernel, launch).ok());
  state.counters["blocks/s"] =
      benchmark::Counter(double(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(emptyBlocks)->Arg(2)->Arg(64)->Arg(4096)->Arg(1 << 20)->UseRealTime();

void work(const LaunchState *l, BlockState *) {
  for (uint64_t i = 0, n = *static_cast<const uint64_t *>(l->params); i < n; ++i)
    benchmark::DoNotOptimize(i);
}
/// Blocks of some work each, by all workers and by one: what a second processor gains.
void workingBlocks(benchmark::State &state) {
  Kernel kernel = blockKernel(work);
  uint64_t n = uint64_t(state.range(1));
  LaunchState launch = launchOf({uint32_t(state.range(0))}, {256}, &n);
  LaunchOptions options;
  options.workers = unsigned(state.range(2));
  for (auto _ : state)
    benchmark::DoNotOptimize(runGrid(kernel, launch, options).ok());
}
BENCHMARK(workingBlocks)
    ->Args({16, 1000, 1})
    ->Args({16, 1000, 0})
    ->Args({64, 10000, 1})
    ->Args({64, 10000, 0})
    ->Args({4096, 1000, 1})
    ->Args({4096, 1000, 0})
    ->UseRealTime();

/// `bar.sync 0` a hundred times; frames of one vector.
PieceBody barriers(const LaunchState *, BlockState *, uint32_t, void *) {
  for (int i = 0; i < 100; ++i)
    co_await barrier0();
}
void perPieceAndBarrier(benchmark::State &state) {
  Kernel kernel = pieceKernel<barriers>(32);
  uint32_t pieces = uint32_t(state.range(0));
  LaunchState launch = launchOf({10}, {32 * pieces}, nullptr);
  LaunchOptions options;
  options.workers = 1;
  for (auto _ : state)
    benchmark::DoNotOptimize(runGrid(kernel, launch, options).ok());
  state.counters["per piece x barrier"] =
      benchmark::Counter(10.0 * 100 * pieces, benchmark::Counter::kIsIterationInvariantRate |
                                                  benchmark::Counter::kInvert);
}
BENCHMARK(perPieceAndBarrier)->Arg(1)->Arg(8)->Arg(32);

PieceBody namedBarriers(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  for (int i = 0; i < 100; ++i)
    co_await wait(aw_barrier_sync(l, b, piece, 1, l->threadsPerBlock, ~0u));
}
void perPieceAndNamedBarrier(benchmark::State &state) {
  Kernel kernel = pieceKernel<namedBarriers>(32);
  uint32_t pieces = uint32_t(state.range(0));
  LaunchState launch = launchOf({10}, {32 * pieces}, nullptr);
  LaunchOptions options;
  options.workers = 1;
  for (auto _ : state)
    benchmark::DoNotOptimize(runGrid(kernel, launch, options).ok());
  state.counters["per piece x barrier"] =
      benchmark::Counter(10.0 * 100 * pieces, benchmark::Counter::kIsIterationInvariantRate |
                                                  benchmark::Counter::kInvert);
}
BENCHMARK(perPieceAndNamedBarrier)->Arg(8)->Arg(32);

/// Set-up of a block whose pieces have one barrier.
PieceBody oneBarrier(const LaunchState *, BlockState *, uint32_t, void *) { co_await barrier0(); }
void perPieceSetUp(benchmark::State &state) {
  Kernel kernel = pieceKernel<oneBarrier>(32);
  LaunchState launch = launchOf({1000}, {1024}, nullptr);
  LaunchOptions options;
  options.workers = 1;
  for (auto _ : state)
    benchmark::DoNotOptimize(runGrid(kernel, launch, options).ok());
  state.counters["per block"] = benchmark::Counter(
      1000, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(perPieceSetUp);

/// W = 1: a full-warp shuffle by 32 threads.
PieceBody shuffles(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  for (int i = 0; i < 100; ++i) {
    CollectiveLane slot{~0u, 1, 31, 0, piece};
    co_await wait(aw_collective(l, b, piece, uint32_t(Collective::ShflBfly), 1, &slot));
  }
}
void perScalarShuffle(benchmark::State &state) {
  Kernel kernel = pieceKernel<shuffles>(1);
  LaunchState launch = launchOf({1}, {256}, nullptr);
  for (auto _ : state)
    benchmark::DoNotOptimize(runGrid(kernel, launch).ok());
  state.counters["per lane"] = benchmark::Counter(
      100.0 * 256, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(perScalarShuffle);

/// A grid barrier by spinning on memory: cooperative launch of `range(0)` blocks.
PieceBody gridBarrier(const LaunchState *l, BlockState *b, uint32_t piece, void *) {
  auto &arrived = *static_cast<std::atomic<uint64_t> *>(const_cast<void *>(l->params));
  for (uint64_t i = 1; i <= 20; ++i) {
    co_await barrier0();
    if (piece == 0) {
      ++arrived;
      while (arrived < i * l->gridDim[0])
        co_await wait(aw_yield(l, b, piece));
    }
    co_await barrier0();
  }
}
void perGridBarrier(benchmark::State &state) {
  Kernel kernel = pieceKernel<gridBarrier>(32, KernelInfo::UsesGridBarrier | KernelInfo::MayYield);
  LaunchOptions options;
  options.cooperative = true;
  options.workers = unsigned(state.range(1));
  for (auto _ : state) {
    std::atomic<uint64_t> arrived{0};
    LaunchState launch = launchOf({uint32_t(state.range(0))}, {256}, &arrived);
    benchmark::DoNotOptimize(runGrid(kernel, launch, options).ok());
  }
  state.counters["per barrier"] = benchmark::Counter(
      20, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(perGridBarrier)
    ->Args({16, 1})
    ->Args({128, 1})
    ->Args({2, 0})
    ->Args({16, 0})
    ->Args({128, 0})
    ->UseRealTime();

void fault(benchmark::State &state) {
  Kernel kernel = blockKernel(
      +[](const LaunchState *, BlockState *) { *reinterpret_cast<volatile int *>(16) = 1; });
  LaunchState launch = launchOf({1}, {32}, nullptr);
  for (auto _ : state)
    benchmark::DoNotOptimize(runGrid(kernel, launch).ok());
}
BENCHMARK(fault);

} // namespace

BENCHMARK_MAIN();
