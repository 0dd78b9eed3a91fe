// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handing out of blocks, and the end of a grid.
#include "exec/grid/Grid.h"

#include <algorithm>

#include "exec/calls/Printf.h"
#include "exec/grid/Schedule.h"

namespace anywarp::exec {

static uint64_t nextGridId() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// Frames keep clear of multiples of 4096 bytes: their first lines would all share one cache set.
static size_t strideOf(const KernelInfo &info) {
  size_t align = std::max<size_t>(info.frameAlign, 128);
  size_t stride = (info.frameBytes + align - 1) / align * align;
  return stride && stride % 4096 == 0 ? stride + align : stride;
}

Grid::Grid(const Kernel &kernel, const LaunchState &given, const LaunchOptions &options,
           unsigned participants)
    : kernel(kernel), options(options), launch(given), participants_(participants) {
  const uint32_t w = kernel.info.simdWidth ? kernel.info.simdWidth : kWarpSize;
  for (uint32_t &dim : launch.clusterDim)
    dim = std::max(dim, 1u);
  launch.threadsPerBlock = launch.blockDim[0] * launch.blockDim[1] * launch.blockDim[2];
  launch.warpsPerBlock = (launch.threadsPerBlock + kWarpSize - 1) / kWarpSize;
  launch.warpIds = std::max(launch.warpIds, launch.warpsPerBlock);
  launch.piecesPerBlock = (launch.threadsPerBlock + w - 1) / w;
  launch.totalShared = kernel.info.staticShared + launch.dynamicShared;
  launch.gridId = nextGridId();
  launch.engine = this;
  launch.gridWorkspace = options.cooperative ? reinterpret_cast<uint64_t>(workspace_) : 0;
  blocks_ = uint64_t(launch.gridDim[0]) * launch.gridDim[1] * launch.gridDim[2];
  blocksPerUnit_ = launch.clusterDim[0] * launch.clusterDim[1] * launch.clusterDim[2];
  units_ = blocks_ / blocksPerUnit_;
  const bool waitsForBlocks =
      options.cooperative ||
      (kernel.info.flags & (KernelInfo::MayYield | KernelInfo::UsesGridBarrier));
  resident_ = kernel.piece && (waitsForBlocks || options.schedule);
  startsInOrder_ = waitsForBlocks || !options.schedule;
  order_ =
      BlockOrder(/*inTiles=*/(kernel.info.flags & KernelInfo::WalksColumns) && !waitsForBlocks);
  frameStride_ = strideOf(kernel.info);
}

bool Grid::isDivisible() const {
  return (kernel.info.flags & KernelInfo::Divisible) && kernel.block && blocksPerUnit_ == 1 &&
         participants_ > 1 && blocks_ < wantedUnits() && launch.piecesPerBlock > 1;
}

void Grid::divideBlocks() {
  partsPerBlock_ =
      uint32_t(std::min<uint64_t>((wantedUnits() + blocks_ - 1) / blocks_, launch.piecesPerBlock));
  units_ = blocks_ * partsPerBlock_;
}

bool Grid::take(uint64_t &first, uint64_t &count) {
  if (hasReturned_.load(std::memory_order_relaxed) || !startsInOrder_) {
    count = 1;
    return takeOne(first);
  }
  uint64_t at = next_.load(std::memory_order_relaxed);
  do {
    if (at >= units_ || isStopped())
      return false;
    const uint64_t left = units_ - at;
    count = std::min(std::max(std::min(left / (4 * participants_), mostChunk_), leastChunk_), left);
  } while (!next_.compare_exchange_weak(at, at + count, std::memory_order_relaxed));
  first = at;
  return true;
}

void Grid::giveBack(uint64_t first, uint64_t count) {
  LockGuard lock(mutex_);
  returned_.push_back({first, first + count});
  hasReturned_.store(true, std::memory_order_relaxed);
}

bool Grid::takeReturned(uint64_t &unit) {
  LockGuard lock(mutex_);
  if (returned_.empty() || isStopped())
    return false;
  auto &[first, end] = returned_.back();
  unit = first++;
  if (first == end)
    returned_.pop_back();
  hasReturned_.store(!returned_.empty(), std::memory_order_relaxed);
  return true;
}

bool Grid::takeOne(uint64_t &unit) {
  if (hasReturned_.load(std::memory_order_relaxed) && takeReturned(unit))
    return true;
  uint64_t at = next_.load(std::memory_order_relaxed);
  do {
    if (at >= units_ || isStopped())
      return false;
  } while (!next_.compare_exchange_weak(at, at + 1, std::memory_order_relaxed));
  unit = startsInOrder_ ? at : options.schedule->unitAt(at, units_);
  return true;
}

/// The word at offset 4: each block adds 1, but the first 2^31 - (blocks - 1), so that bit 31 turns
/// when all have come (include/anywarp/cg/grid.h; NVIDIA's compiled programs do the same).
std::string Grid::lostBarrier() const {
  constexpr uint32_t kTurn = uint32_t(1) << 31;
  if (!options.cooperative)
    return {};
  // First: blocks that end later may have come to the barrier that the word tells of.
  const uint64_t ended = endedUnits_.load(std::memory_order_acquire) * blocksPerUnit_;
  const uint32_t sum = __atomic_load_n(&workspace_[1], __ATOMIC_ACQUIRE) & (kTurn - 1);
  const uint64_t first = kTurn - (blocks_ - 1);
  const uint64_t arrived = sum >= first ? sum - first + 1 : sum;
  if (!arrived || !ended || arrived + ended != blocks_)
    return {};
  return std::to_string(arrived) + " of " + std::to_string(blocks_) +
         " blocks wait at the barrier of the grid; the others have ended without coming to it";
}

void Grid::stop(FaultInfo fault) {
  LockGuard lock(mutex_);
  if (result_.ok())
    result_.fault = std::move(fault);
  stop_.store(true, std::memory_order_relaxed);
}

void Grid::stop(Status status) {
  LockGuard lock(mutex_);
  if (result_.ok())
    result_.status = std::move(status);
  stop_.store(true, std::memory_order_relaxed);
}

void Grid::addOutput(std::vector<OutputSegment> &segments, bool now) {
  if (segments.empty())
    return;
  LockGuard lock(mutex_);
  for (OutputSegment &segment : segments)
    segments_.push_back(std::move(segment));
  segments.clear();
  if (now)
    deliver();
}

void Grid::deliver() {
  // In the order of the blocks, so that a run's output does not depend on who ran them.
  std::vector<size_t> order(segments_.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    mutex_.assertHeld();
    return std::pair(segments_[a].block, a) < std::pair(segments_[b].block, b);
  });
  PrintfBuffer own;
  PrintfBuffer &sink = options.output ? *options.output : own;
  for (size_t i : order)
    sink.append(segments_[i].text);
  segments_.clear();
  own.flush();
}

LaunchResult Grid::finish() {
  mutex_.assertHeld(); // nobody else is there any more
  if (!segments_.empty())
    deliver();
  return std::move(result_);
}

} // namespace anywarp::exec
