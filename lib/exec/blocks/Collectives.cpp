// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp instructions in tiers with W < 32: lanes of a warp that sit in different pieces meet here by
// equal instruction and equal membermask. The result of each is that of the PTX ISA's chapter on
// the instruction (shfl.sync, vote.sync, match.sync, redux.sync, elect.sync).
#include <algorithm>
#include <bit>

#include "exec/blocks/BlockRun.h"
#include "exec/grid/Grid.h"
#include "exec/grid/Worker.h"

namespace anywarp::exec {

namespace {

/// The lanes of a warp that met, by lane number; null for the others.
using Lanes = CollectiveLane *[kWarpSize];

template <typename F> void forEachLane(uint32_t mask, F &&f) {
  for (; mask; mask &= mask - 1)
    f(uint32_t(std::countr_zero(mask)));
}

void shuffle(Collective op, uint32_t mask, Lanes &lanes) {
  uint64_t result[kWarpSize];
  forEachLane(mask, [&](uint32_t lane) {
    CollectiveLane &slot = *lanes[lane];
    uint32_t b = slot.b & 31, c = slot.c & 31, segment = slot.c >> 8 & 31;
    int maxLane = int((lane & segment) | (c & ~segment & 31)), minLane = int(lane & segment);
    int j = 0;
    bool inRange = false;
    switch (op) {
    case Collective::ShflUp:
      j = int(lane) - int(b);
      inRange = j >= maxLane;
      break;
    case Collective::ShflDown:
      j = int(lane) + int(b);
      inRange = j <= maxLane;
      break;
    case Collective::ShflBfly:
      j = int(lane ^ b);
      inRange = j <= maxLane;
      break;
    default:
      j = int(uint32_t(minLane) | (b & ~segment & 31));
      inRange = j <= maxLane;
    }
    // The value of a lane that takes no part is undefined. GPUs give 0, and there is code that adds
    // what it gets (reduce7 of NVIDIA's sample "reduction").
    if (!inRange)
      result[lane] = slot.value;
    else
      result[lane] = mask >> j & 1 ? lanes[j]->value : 0;
    slot.predicate = inRange;
  });
  forEachLane(mask, [&](uint32_t lane) { lanes[lane]->value = result[lane]; });
}

void vote(Collective op, uint32_t mask, Lanes &lanes) {
  uint32_t ballot = 0;
  forEachLane(mask,
              [&](uint32_t lane) { ballot |= uint32_t(lanes[lane]->predicate != 0) << lane; });
  uint32_t result = ballot;
  if (op == Collective::VoteAll)
    result = ballot == mask;
  else if (op == Collective::VoteAny)
    result = ballot != 0;
  else if (op == Collective::VoteUni)
    result = ballot == 0 || ballot == mask;
  forEachLane(mask, [&](uint32_t lane) {
    lanes[lane]->value = result;
    lanes[lane]->predicate = result != 0;
  });
}

void match(Collective op, uint32_t mask, Lanes &lanes) {
  bool is64 = op == Collective::MatchAny64 || op == Collective::MatchAll64;
  auto valueOf = [&](uint32_t lane) {
    return is64 ? lanes[lane]->value : uint64_t(uint32_t(lanes[lane]->value));
  };
  uint32_t equal[kWarpSize] = {};
  forEachLane(mask, [&](uint32_t lane) {
    forEachLane(mask, [&](uint32_t other) {
      equal[lane] |= uint32_t(valueOf(lane) == valueOf(other)) << other;
    });
  });
  bool matchAll = op == Collective::MatchAll32 || op == Collective::MatchAll64;
  forEachLane(mask, [&](uint32_t lane) {
    bool all = equal[lane] == mask;
    lanes[lane]->value = matchAll && !all ? 0 : equal[lane];
    lanes[lane]->predicate = all;
  });
}

void reduce(Collective op, uint32_t mask, Lanes &lanes) {
  uint32_t result = uint32_t(lanes[std::countr_zero(mask)]->value);
  forEachLane(mask & (mask - 1), [&](uint32_t lane) {
    uint32_t v = uint32_t(lanes[lane]->value);
    switch (op) {
    case Collective::ReduxAdd:
      result += v;
      break;
    case Collective::ReduxMin:
      result = uint32_t(std::min(int32_t(result), int32_t(v)));
      break;
    case Collective::ReduxMax:
      result = uint32_t(std::max(int32_t(result), int32_t(v)));
      break;
    case Collective::ReduxUMin:
      result = std::min(result, v);
      break;
    case Collective::ReduxUMax:
      result = std::max(result, v);
      break;
    case Collective::ReduxAnd:
      result &= v;
      break;
    case Collective::ReduxOr:
      result |= v;
      break;
    default:
      result ^= v;
    }
  });
  forEachLane(mask, [&](uint32_t lane) { lanes[lane]->value = result; });
}

void compute(Collective op, uint32_t mask, Lanes &lanes) {
  switch (op) {
  case Collective::ShflUp:
  case Collective::ShflDown:
  case Collective::ShflBfly:
  case Collective::ShflIdx:
    return shuffle(op, mask, lanes);
  case Collective::VoteAll:
  case Collective::VoteAny:
  case Collective::VoteUni:
  case Collective::Ballot:
    return vote(op, mask, lanes);
  case Collective::MatchAny32:
  case Collective::MatchAny64:
  case Collective::MatchAll32:
  case Collective::MatchAll64:
    return match(op, mask, lanes);
  case Collective::ReduxAdd:
  case Collective::ReduxMin:
  case Collective::ReduxMax:
  case Collective::ReduxUMin:
  case Collective::ReduxUMax:
  case Collective::ReduxAnd:
  case Collective::ReduxOr:
  case Collective::ReduxXor:
    return reduce(op, mask, lanes);
  case Collective::Sync:
    return;
  case Collective::ActiveMask:
    return forEachLane(mask, [&](uint32_t lane) { lanes[lane]->value = mask; });
  case Collective::Elect: {
    uint32_t leader = uint32_t(std::countr_zero(mask));
    return forEachLane(mask, [&](uint32_t lane) {
      lanes[lane]->value = leader;
      lanes[lane]->predicate = lane == leader;
    });
  }
  }
}

} // namespace

bool BlockRun::collective(uint32_t p, Collective op, uint32_t lanes, CollectiveLane *slots) {
  lanes &= lanesOf(p);
  if (!lanes)
    return false;
  if (piecesPerWarp_ == 1) { // the whole warp is here: answer at once, by membermask
    for (uint32_t open = lanes; open;) {
      uint32_t member = slots[std::countr_zero(open)].memberMask, group = 0;
      forEachLane(open, [&](uint32_t l) {
        group |= uint32_t(op == Collective::ActiveMask || slots[l].memberMask == member) << l;
      });
      Lanes table = {};
      forEachLane(group, [&](uint32_t l) { table[l] = slots + l; });
      compute(op, group, table);
      open &= ~group;
    }
    return false;
  }
  Piece &piece = pieces_[p];
  const uint32_t warp = p / piecesPerWarp_, first = warpLane(p);
  piece.op = op;
  piece.lanes = piece.openLanes = lanes;
  piece.slots = slots;
  post(p, PieceState::InCollective);
  collectives_ = true;
  auto &groups = warps_[warp].groups;
  forEachLane(lanes, [&](uint32_t l) {
    uint32_t member = op == Collective::ActiveMask ? ~0u : slots[l].memberMask;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const CollectiveGroup &g) {
      return g.op == op && g.memberMask == member;
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), {op, member, 0});
    group->arrived |= uint32_t(1) << (first + l);
  });
  tryComplete(warp, /*quiescent=*/false);
  if (piece.openLanes)
    return true;
  states_[p] = PieceState::Running;
  return false;
}

/// Lanes that cannot come: ended, never there, or masked off in a piece that itself waits.
uint32_t BlockRun::absentLanes(uint32_t warp) const {
  uint32_t absent = warps_[warp].exited;
  uint32_t end = std::min((warp + 1) * piecesPerWarp_, count_);
  for (uint32_t p = warp * piecesPerWarp_; p < end; ++p)
    if (states_[p] == PieceState::InCollective)
      absent |= (lanesOf(p) & ~pieces_[p].lanes) << warpLane(p);
  return absent;
}

void BlockRun::tryComplete(uint32_t warp, bool quiescent) {
  auto &groups = warps_[warp].groups;
  uint32_t absent = width_ == 1 ? warps_[warp].exited : absentLanes(warp);
  for (size_t i = 0; i < groups.size();) {
    CollectiveGroup group = groups[i];
    if (group.memberMask & ~(group.arrived | absent)) {
      ++i;
      continue;
    }
    groups.erase(groups.begin() + ptrdiff_t(i));
    this->complete(warp, group);
  }
  if (!quiescent || groups.empty() || isUnderWay(warp))
    return;
  // activemask asks who is here, it does not wait for those who wait elsewhere
  auto active = std::ranges::find(groups, Collective::ActiveMask, &CollectiveGroup::op);
  if (active == groups.end())
    return;
  CollectiveGroup group = *active;
  groups.erase(active);
  complete(warp, group);
}

/// Some piece of the warp goes on in the next round, and may come to where the others are: a GPU
/// runs a warp's lanes together where nothing divides them. Spinning pieces are not waited for.
bool BlockRun::isUnderWay(uint32_t warp) const {
  uint32_t end = std::min((warp + 1) * piecesPerWarp_, count_);
  for (uint32_t p = warp * piecesPerWarp_; p < end; ++p)
    if (states_[p] == PieceState::Released || states_[p] == PieceState::Running ||
        states_[p] == PieceState::AtLine)
      return true;
  return false;
}

void BlockRun::complete(uint32_t warp, const CollectiveGroup &group) {
  Lanes table = {};
  forEachLane(group.arrived, [&](uint32_t lane) {
    uint32_t p = warp * piecesPerWarp_ + lane / width_;
    Piece &piece = pieces_[p];
    table[lane] = piece.slots + lane % width_;
    piece.openLanes &= ~(uint32_t(1) << lane % width_);
    if (!piece.openLanes)
      states_[p] = PieceState::Released;
  });
  compute(group.op, group.arrived, table);
}

void BlockRun::recheckCollectives(bool quiescent) {
  bool open = false;
  for (uint32_t warp = 0; warp < warps_.size(); ++warp) {
    if (!warps_[warp].groups.empty())
      tryComplete(warp, quiescent);
    open |= !warps_[warp].groups.empty();
  }
  collectives_ = open;
}

} // namespace anywarp::exec
