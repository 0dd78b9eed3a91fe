// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of a block, and the rounds of its pieces. A round of a kernel that only uses `bar.sync 0`
// touches nothing but the frames: that is the path which must be fast.
#include "exec/blocks/BlockRun.h"

#include <algorithm>

#include "exec/blocks/PieceThreads.h"
#include "exec/grid/Grid.h"
#include "exec/grid/Schedule.h"
#include "exec/grid/Worker.h"

namespace anywarp::exec {

static size_t roundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

void placeBlock(BlockState &state, const Grid &grid, uint64_t unit, uint32_t rank) {
  const LaunchState &launch = grid.launch;
  uint32_t clusters[3], at[3];
  for (int i = 0; i < 3; ++i)
    clusters[i] = launch.gridDim[i] / launch.clusterDim[i];
  grid.order().place(unit, clusters, at);
  uint32_t inside[3] = {rank % launch.clusterDim[0],
                        rank / launch.clusterDim[0] % launch.clusterDim[1],
                        rank / launch.clusterDim[0] / launch.clusterDim[1]};
  for (int i = 0; i < 3; ++i)
    state.blockIdx[i] = at[i] * launch.clusterDim[i] + inside[i];
  state.clusterRank = rank;
}

uint64_t BlockRun::linearIndex() const {
  const uint32_t *dim = grid->launch.gridDim, *at = state.blockIdx;
  return at[0] + uint64_t(dim[0]) * (at[1] + uint64_t(dim[1]) * at[2]);
}

static size_t privateBytes(const KernelInfo &info, uint64_t threads, uint64_t pieces,
                           size_t stride) {
  return roundUp(pieces * stride, 128) + roundUp(threads, info.simdWidth) * info.localBytes;
}

size_t BlockRun::bytesFor(const KernelInfo &info, uint32_t threads, uint32_t shared,
                          size_t stride) {
  uint64_t pieces = (threads + info.simdWidth - 1) / info.simdWidth;
  return privateBytes(info, threads, pieces, stride) + shared + sizeof(BlockRun) +
         pieces * sizeof(Piece);
}

BlockRun::BlockRun() { state.engine = this; }
BlockRun::~BlockRun() = default;

bool BlockRun::bind(Grid &g, Worker &w) {
  const LaunchState &launch = g.launch;
  grid = &g;
  worker = &w;
  if (boundTo_ == launch.gridId)
    return true;
  boundTo_ = 0;
  order_.clear();
  threads_.reset();
  const KernelInfo &info = g.kernel.info;
  width_ = info.simdWidth ? info.simdWidth : kWarpSize;
  count_ = launch.piecesPerBlock;
  tailThreads_ = launch.threadsPerBlock - (count_ - 1) * width_;
  pad_ = launch.warpsPerBlock * kWarpSize - launch.threadsPerBlock;
  piecesPerWarp_ = kWarpSize / width_;
  stride_ = g.kernel.piece ? g.frameStride() : 0;
  size_t frameBytes = roundUp(count_ * stride_, 128);
  size_t localBytes = size_t(count_) * width_ * info.localBytes;
  // Local memory of one kernel may be huge: do not keep it for the others.
  constexpr size_t kHuge = 64 << 20;
  if (private_.size() > kHuge && frameBytes + localBytes < private_.size() / 8)
    private_.release();
  if (!shared_.reserve(std::max<size_t>(launch.totalShared, 64 << 10)) ||
      (frameBytes + localBytes && !private_.reserve(frameBytes + localBytes)))
    return false;
  // The window ends where the inaccessible pages begin: running off it is a fault.
  state.shared = shared_.end() - roundUp(launch.totalShared, 128);
  state.clusterShared = &state.shared;
  state.firstPiece = 0;
  state.endPiece = count_;
  frames_ = frameBytes ? private_.begin() : nullptr;
  state.local = localBytes ? private_.begin() + frameBytes : nullptr;
  if (info.flags & KernelInfo::WaitsInPlace)
    threads_ = std::make_unique<PieceThreads>(*this);
  boundTo_ = launch.gridId;
  return true;
}

void BlockRun::reset() {
  const LaunchState &launch = grid->launch;
  if (order_.size() != count_) {
    order_.resize(count_);
    for (uint32_t p = 0; p < count_; ++p)
      order_[p] = p;
  }
  if (Schedule *schedule = grid->options.schedule) [[unlikely]]
    schedule->shuffle(order_);
  pieces_.resize(count_);
  states_.assign(count_, PieceState::Running);
  live_ = count_;
  liveThreads_ = launch.threadsPerBlock;
  allReady_ = posted_ = exited_ = collectives_ = false;
  asleep_ = 0;
  if (barriersUsed_)
    for (BarrierSlot &slot : barriers_)
      slot = BarrierSlot();
  barriersUsed_ = false;
  if (piecesPerWarp_ > 1) {
    warps_.resize(launch.warpsPerBlock);
    for (Warp &warp : warps_) {
      warp.exited = 0;
      warp.groups.clear();
    }
    if (pad_)
      warps_.back().exited = ~0u << (kWarpSize - pad_);
  }
}

inline void BlockRun::exitPiece(uint32_t p) {
  states_[p] = PieceState::Done;
  --live_;
  liveThreads_ -= threadsOf(p);
  exited_ = true;
  if (piecesPerWarp_ > 1)
    warps_[p / piecesPerWarp_].exited |= lanesOf(p) << warpLane(p);
  if (group->isClusterUsed())
    group->clusterExit(*this, p);
}

void BlockRun::abandonPiece() { __builtin_longjmp(abandon_, 1); }

/// Runs a piece of an observed kernel to its next wait, its end, or the event that ends it.
[[gnu::noinline]] void BlockRun::runGuarded(uint32_t p, bool isStart) {
  char *f = frame(p);
  if (__builtin_setjmp(abandon_)) {
    *reinterpret_cast<ResumeFn *>(frame(state.currentPiece)) = nullptr;
    return;
  }
  if (isStart)
    grid->kernel.piece(&grid->launch, &state, p, f);
  else
    (*reinterpret_cast<ResumeFn *>(f))(f);
  asm volatile(""); // no tail call: the way back leads through this frame
}

void BlockRun::begin() {
  const LaunchState *launch = &grid->launch;
  const PieceFn start = grid->kernel.bestPiece();
  if (threads_) [[unlikely]]
    threads_->begin();
  for (uint32_t p : order_) {
    char *f = frame(p);
    state.currentPiece = p;
    if (grid->options.observer) [[unlikely]]
      runGuarded(p, /*isStart=*/true);
    else if (threads_) [[unlikely]]
      threads_->start(p, f);
    else
      start(launch, &state, p, f);
    if (!*reinterpret_cast<ResumeFn *>(f))
      exitPiece(p);
  }
  endRound(/*everyPieceRan=*/true);
}

void BlockRun::runPieces(bool all) {
  const uint32_t *order = order_.data();
  const uint32_t n = live_;
  for (uint32_t k = 0; k < n; ++k) {
    uint32_t p = order[k];
    if (!all && states_[p] != PieceState::Running)
      continue;
    char *f = frame(p);
    state.currentPiece = p;
    if (grid->options.observer) [[unlikely]]
      runGuarded(p, /*isStart=*/false);
    else
      (*reinterpret_cast<ResumeFn *>(f))(f);
    if (!*reinterpret_cast<ResumeFn *>(f)) [[unlikely]]
      exitPiece(p);
  }
}

BlockRun::Round BlockRun::round() {
  Round result;
  bool all = allReady_;
  if (Schedule *schedule = grid->options.schedule) [[unlikely]]
    schedule->shuffle(order_);
  if (asleep_)
    wakePieces();
  if (threads_) [[unlikely]]
    result.yielded = threads_->takeTurns(order_);
  if (!all) {
    uint32_t ready = 0;
    for (uint32_t p : order_) {
      PieceState &s = states_[p];
      if (s == PieceState::Released || s == PieceState::Yielded)
        s = PieceState::Running;
      ready += s == PieceState::Running;
    }
    if (!ready) {
      result.yielded |= asleep_ != 0;
      return result;
    }
    all = ready == live_;
  }
  result.ran = true;
  bool posted;
  do {
    runPieces(all);
    posted = posted_;
    endRound(all);
    all = true;
  } while (allReady_ && live_ && !grid->isStopped());
  if (posted)
    for (uint32_t p : order_)
      result.yielded |= states_[p] == PieceState::Yielded;
  result.yielded |= asleep_ != 0;
  return result;
}

/// Those whose time has come.
void BlockRun::wakePieces() {
  const auto now = std::chrono::steady_clock::now();
  for (uint32_t p : order_)
    if (states_[p] == PieceState::Asleep && pieces_[p].wakes <= now) {
      states_[p] = PieceState::Released;
      --asleep_;
    }
}

void BlockRun::endRound(bool everyPieceRan) {
  if (live_ == 0) {
    if (threads_) [[unlikely]]
      threads_->end();
    return;
  }
  if (exited_)
    std::erase_if(order_, [&](uint32_t p) { return states_[p] == PieceState::Done; });
  // Every live piece waits at barrier 0 for all that live: that is met.
  allReady_ = everyPieceRan && !posted_ && barriers_[0].arrived == 0;
  if (!allReady_) {
    for (uint32_t p : order_)
      if (states_[p] == PieceState::Running)
        arriveAtWhole(p);
    if (exited_)
      recheckBarriers();
    if (collectives_)
      recheckCollectives(/*quiescent=*/true);
  }
  posted_ = exited_ = false;
}

bool BlockRun::yield(uint32_t p) {
  if (grid->isStopped())
    worker->leave(Fault::None);
  post(p, PieceState::Yielded);
  return true;
}

bool BlockRun::interrupt(uint32_t p) {
  Schedule *schedule = grid->options.schedule;
  return schedule && schedule->interrupts() && yield(p);
}

bool BlockRun::sleep(uint32_t p, uint32_t nanoseconds) {
  constexpr uint32_t kMost = 1'000'000; // PTX ISA, "nanosleep"
  if (!nanoseconds)
    return yield(p);
  if (grid->isStopped())
    worker->leave(Fault::None);
  pieces_[p].wakes =
      std::chrono::steady_clock::now() + std::chrono::nanoseconds(std::min(nanoseconds, kMost));
  ++asleep_;
  post(p, PieceState::Asleep);
  return true;
}

} // namespace anywarp::exec
