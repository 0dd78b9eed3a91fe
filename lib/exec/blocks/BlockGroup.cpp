// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that are resident together, their cluster barrier (PTX ISA, "barrier.cluster": every
// thread of the cluster arrives, those that ended count as arrived), and the detection of
// deadlocks.
#include <algorithm>
#include <bit>
#include <sched.h>

#include "exec/blocks/BlockRun.h"
#include "exec/calls/Observer.h"
#include "exec/grid/Grid.h"
#include "exec/grid/Worker.h"

namespace anywarp::exec {

bool BlockGroup::bind(Grid &grid, Worker &worker) {
  grid_ = &grid;
  worker_ = &worker;
  while (blocks_.size() < grid.blocksPerUnit())
    blocks_.push_back(std::make_unique<BlockRun>());
  blocks_.resize(grid.blocksPerUnit());
  windows_.clear();
  for (auto &block : blocks_) {
    if (!block->bind(grid, worker))
      return false;
    block->group = this;
    windows_.push_back(block->state.shared);
  }
  for (auto &block : blocks_)
    block->state.clusterShared = windows_.data();
  return true;
}

void BlockGroup::place(uint64_t unit) {
  for (uint32_t rank = 0; rank < blocks_.size(); ++rank)
    placeBlock(blocks_[rank]->state, *grid_, unit, rank);
  begun_ = false;
}

BlockGroup::Outcome BlockGroup::runBlocksInTurn() {
  for (auto &block : blocks_) {
    worker_->running_ = block.get();
    if (Observer *observer = grid_->options.observer) [[unlikely]]
      observer->begin(grid_->launch, block->state);
    grid_->kernel.bestBlock()(&grid_->launch, &block->state);
  }
  return Outcome::Finished;
}

BlockGroup::Outcome BlockGroup::run() {
  if (!grid_->kernel.piece)
    return runBlocksInTurn();
  if (!begun_) {
    begun_ = true;
    clusterUsed_ = false;
    ++phase_;
    for (auto &block : blocks_)
      block->reset();
    if (Observer *observer = grid_->options.observer) [[unlikely]]
      for (auto &block : blocks_)
        observer->begin(grid_->launch, block->state);
    for (auto &block : blocks_) {
      worker_->running_ = block.get();
      block->begin();
    }
  }
  for (;;) {
    bool ran = false, yielded = false, alive = false, busy = false;
    for (auto &block : blocks_) {
      if (block->isFinished())
        continue;
      worker_->running_ = block.get();
      BlockRun::Round round = block->round();
      ran |= round.ran;
      yielded |= round.yielded;
      busy |= round.ran && !round.yielded;
      alive |= !block->isFinished();
    }
    if (!alive)
      return Outcome::Finished;
    if (grid_->isStopped())
      return Outcome::Left;
    if (!ran && !yielded) {
      bool relaxed = false;
      for (auto &block : blocks_)
        relaxed |= !block->isFinished() && block->relaxBarriers();
      if (!relaxed)
        return Outcome::Deadlock;
    }
    if (yielded && grid_->isResident())
      return Outcome::Yielded;
    if (yielded && !busy)
      sched_yield();
  }
}

BlockRun &BlockGroup::stuckBlock() {
  for (auto &block : blocks_)
    if (!block->isFinished())
      return *block;
  return *blocks_.front();
}

void BlockGroup::useCluster() {
  if (clusterUsed_)
    return;
  clusterUsed_ = true;
  pendingThreads_ = 0;
  for (auto &block : blocks_)
    pendingThreads_ += block->liveThreads();
}

void BlockGroup::clusterArrive(BlockRun &block, uint32_t p, uint32_t lanes) {
  useCluster();
  Piece &piece = block.piece(p);
  if (piece.clusterPhase != phase_) {
    piece.clusterPhase = phase_;
    piece.clusterArrived = 0;
  }
  uint32_t threads = std::min(uint32_t(std::popcount(lanes & block.lanesOf(p))),
                              block.threadsOf(p) - piece.clusterArrived);
  piece.clusterArrived += threads;
  arriveThreads(threads);
}

bool BlockGroup::clusterWait(BlockRun &block, uint32_t p) {
  Piece &piece = block.piece(p);
  if (!clusterUsed_ || piece.clusterPhase != phase_)
    return false; // the phase in which it arrived has completed
  uint32_t rest = block.threadsOf(p) - piece.clusterArrived;
  piece.clusterArrived += rest;
  const uint64_t phase = phase_;
  arriveThreads(rest);
  if (phase != phase_)
    return false;
  block.post(p, PieceState::AtCluster);
  return true;
}

void BlockGroup::clusterExit(BlockRun &block, uint32_t p) {
  Piece &piece = block.piece(p);
  arriveThreads(block.threadsOf(p) - (piece.clusterPhase == phase_ ? piece.clusterArrived : 0));
}

void BlockGroup::arriveThreads(uint32_t threads) {
  if (!threads)
    return;
  pendingThreads_ -= threads;
  if (pendingThreads_ == 0)
    completePhase();
}

void BlockGroup::completePhase() {
  ++phase_;
  for (auto &block : blocks_) {
    pendingThreads_ += block->liveThreads();
    for (uint32_t p = 0; p < block->pieceCount(); ++p)
      if (block->stateOf(p) == PieceState::AtCluster)
        block->releasePiece(p);
  }
}

} // namespace anywarp::exec
