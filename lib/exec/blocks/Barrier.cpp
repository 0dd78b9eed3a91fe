// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block barriers 0..15 (PTX ISA, "bar, barrier"): arrival counts are in threads, a count of 0 means
// every thread of the block that has not ended.
#include <algorithm>
#include <bit>

#include "exec/blocks/BlockRun.h"
#include "exec/grid/Grid.h"
#include "exec/grid/Worker.h"

namespace anywarp::exec {

/// Threads that a piece stands for when `lanes` of it arrive at a barrier with a count. The threads
/// that the block lacks to a full last warp arrive together with the last piece: counts are
/// multiples of the warp size.
uint32_t BlockRun::weight(uint32_t p, uint32_t lanes) const {
  uint32_t existing = lanesOf(p);
  uint32_t threads = uint32_t(std::popcount(lanes & existing));
  return threads + (p + 1 == count_ && (lanes & existing) == existing ? pad_ : 0);
}

bool BlockRun::isComplete(const BarrierSlot &slot) const {
  return slot.expected ? slot.arrived >= slot.expected : slot.arrived >= liveThreads_;
}

void BlockRun::releaseBarrier(uint32_t id) {
  BarrierSlot slot = barriers_[id];
  barriers_[id] = BarrierSlot();
  if (!slot.waiting)
    return;
  for (uint32_t p : order_) {
    Piece &piece = pieces_[p];
    if (states_[p] != PieceState::AtBarrier || piece.barrier != id)
      continue;
    states_[p] = PieceState::Released;
    if (piece.reduction == 0)
      piece.reduced = slot.popc;
    else if (piece.reduction != Piece::kNone)
      piece.reduced = piece.reduction == 1 ? slot.all : slot.any;
  }
}

void BlockRun::arriveAtWhole(uint32_t p) {
  BarrierSlot &slot = barriers_[0];
  Piece &piece = pieces_[p];
  states_[p] = PieceState::AtBarrier;
  barriersUsed_ = true;
  piece.barrier = 0;
  piece.reduction = Piece::kNone;
  piece.pc = *reinterpret_cast<uintptr_t *>(frame(p));
  piece.lanesArrived = threadsOf(p);
  slot.arrived += piece.lanesArrived;
  ++slot.waiting;
  if (isComplete(slot))
    releaseBarrier(0);
}

bool BlockRun::sync(uint32_t p, uint32_t id, uint32_t count, uint32_t lanes, uint32_t predicates,
                    uint8_t op) {
  if (id > 15)
    worker->leave(Fault::IllegalInstruction);
  BarrierSlot &slot = barriers_[id];
  Piece &piece = pieces_[p];
  if (count)
    slot.expected = count;
  piece.barrier = uint8_t(id);
  piece.reduction = op;
  piece.lanesArrived = count ? weight(p, lanes) : threadsOf(p);
  slot.arrived += piece.lanesArrived;
  ++slot.waiting;
  if (op != Piece::kNone) {
    predicates &= lanes & lanesOf(p);
    slot.popc += uint32_t(std::popcount(predicates));
    slot.any |= predicates != 0;
    slot.all &= predicates == (lanes & lanesOf(p));
  }
  barriersUsed_ = true;
  bool alone = slot.waiting == 1;
  post(p, PieceState::AtBarrier);
  if (isComplete(slot)) {
    releaseBarrier(id);
    if (alone) { // nobody to take turns with
      states_[p] = PieceState::Running;
      return false;
    }
  }
  return true;
}

void BlockRun::arrive(uint32_t p, uint32_t id, uint32_t count, uint32_t lanes) {
  if (id > 15)
    worker->leave(Fault::IllegalInstruction);
  BarrierSlot &slot = barriers_[id];
  if (count)
    slot.expected = count;
  slot.arrived += weight(p, lanes);
  posted_ = barriersUsed_ = true;
  if (slot.expected && isComplete(slot))
    releaseBarrier(id);
}

void BlockRun::recheckBarriers() {
  for (uint32_t id = 0; id < 16; ++id)
    if (barriers_[id].waiting && isComplete(barriers_[id]))
      releaseBarrier(id);
}

bool BlockRun::relaxBarriers() {
  if (width_ == 1)
    return false; // every thread arrives for itself: nothing is masked off
  bool released = false;
  for (uint32_t id = 0; id < 16; ++id) {
    BarrierSlot &slot = barriers_[id];
    if (!slot.waiting)
      continue;
    for (uint32_t p : order_) {
      Piece &piece = pieces_[p];
      if (states_[p] != PieceState::AtBarrier || piece.barrier != id)
        continue;
      uint32_t whole = weight(p, lanesOf(p));
      slot.arrived += whole - std::min(whole, piece.lanesArrived);
      piece.lanesArrived = std::max(whole, piece.lanesArrived);
    }
    if (isComplete(slot)) {
      releaseBarrier(id);
      released = true;
    }
  }
  return released;
}

namespace {
/// Writes "0-2, 5" for increasing numbers.
class Ranges {
public:
  void add(uint32_t n) {
    if (open_ && n == last_ + 1) {
      last_ = n;
      return;
    }
    close();
    open_ = true;
    first_ = last_ = n;
  }
  std::string take() {
    close();
    return std::move(text_);
  }

private:
  void close() {
    if (!open_)
      return;
    text_ += (text_.empty() ? "" : ", ") + std::to_string(first_);
    if (last_ != first_)
      text_ += "-" + std::to_string(last_);
    open_ = false;
  }
  std::string text_;
  bool open_ = false;
  uint32_t first_ = 0, last_ = 0;
};
} // namespace

const Piece *BlockRun::waitingPiece() const {
  for (PieceState state : {PieceState::Yielded, PieceState::AtBarrier, PieceState::AtCluster,
                           PieceState::InCollective})
    for (uint32_t p : order_)
      if (states_[p] == state)
        return &pieces_[p];
  return nullptr;
}

std::string BlockRun::describeWaits() const {
  const char *noun = width_ == kWarpSize ? "warps " : width_ == 1 ? "threads " : "pieces ";
  std::string text;
  auto add = [&](auto &&belongs, const std::string &what) {
    Ranges ranges;
    for (uint32_t p : order_)
      if (belongs(p))
        ranges.add(p);
    std::string who = ranges.take();
    if (!who.empty())
      text += (text.empty() ? "" : "; ") + std::string(noun) + who + what;
  };
  for (uint32_t id = 0; id < 16; ++id) {
    const BarrierSlot &slot = barriers_[id];
    add([&](uint32_t p) { return states_[p] == PieceState::AtBarrier && pieces_[p].barrier == id; },
        " wait at barrier " + std::to_string(id) + " (" + std::to_string(slot.arrived) + " of " +
            std::to_string(slot.expected ? slot.expected : liveThreads_) + " threads arrived)");
  }
  add([&](uint32_t p) { return states_[p] == PieceState::AtCluster; },
      " wait at the cluster barrier");
  add([&](uint32_t p) { return states_[p] == PieceState::InCollective; },
      " wait for lanes of their warp that do not take part");
  add([&](uint32_t p) { return states_[p] == PieceState::Yielded; }, " spin on memory");
  return text;
}

} // namespace anywarp::exec
