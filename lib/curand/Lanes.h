// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generators whose outputs come from many subsequences in turn: XORWOW and MRG32k3a. A lane is a
// subsequence. It makes one unit at its turn: a value, or the pair of Box and Muller, of as many
// draws as the distribution takes. The next call goes on with the next lane, and every lane with
// its next draw (seen).
//
// Lanes are kept in groups, so that one instruction serves many. Work in the stream moves their
// states.
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "curand/Generator.h"
#include "library/Processor.h"

namespace anywarp::curand {

inline constexpr int kGroup = 64;

/// States of kGroup lanes; Algorithm::kWords words each.
template <typename Algorithm> struct Group {
  uint64_t epoch = 0; ///< of the placing that the states go on from
  /// Lanes that made a pair for PoissonNormal and have its second half left, also for the next
  /// call.
  uint64_t hasSecond = 0;
  float seconds[kGroup];
  uint32_t words[Algorithm::kWords][kGroup];
};

/// Where all lanes begin after a seed or an offset was set: `position` values of one draw each were
/// taken.
struct Placing {
  uint64_t epoch = 0, seed = 0, position = 0;
  bool isSeeded = false; ///< a lane is a seed, not a subsequence
};

/// Parameters of the body.
template <typename Algorithm> struct LanesWork {
  Shape shape;
  Group<Algorithm> *groups;
  Placing placing;
  uint64_t lanes, groupsPerBlock, groupsUsed;
  uint64_t first; ///< lane of the call's first unit
  uint64_t units;
};

template <Kind kind>
using LaneValue = std::conditional_t<bytesOf(kind, 4) == 8, double,
                                     std::conditional_t<isInteger(kind), uint32_t, float>>;

/// Lanes [from, to) of a group, all on one side of work.first.
template <typename Algorithm> struct Segment {
  Group<Algorithm> *group;
  int from, to;
  uint64_t unit; ///< next one of the first lane
};

/// Draws of so many turns are made at once, where all lanes of a group have them.
constexpr int kTurnDraws = 8;

/// PoissonNormal: the next value of `width` lanes.
template <typename Algorithm>
void takeHalves(const Shape &shape, Group<Algorithm> &group, int from, int width,
                uint32_t *values) {
  constexpr int kDraws = Algorithm::draws(Kind::PoissonNormal);
  const auto hasSecond = [&](int i) { return bool(group.hasSecond >> (from + i) & 1); };
  for (int i = 0, end; i < width; i = end) {
    for (end = i + 1; end < width && hasSecond(end) == hasSecond(i);)
      ++end;
    const int lane = from + i;
    if (hasSecond(i)) {
      for (int k = 0; k < end - i; ++k)
        values[i + k] = scaled<Kind::PoissonNormal>(shape, double(group.seconds[lane + k]));
    } else {
      alignas(64) uint32_t draws[kDraws][kGroup];
      alignas(64) float pairs[2 * kGroup];
      for (auto &draw : draws)
        Algorithm::template draw<1>(group.words, lane, from + end, &draw);
      for (int k = 0; k < end - i; ++k)
        Algorithm::template convert<Kind::Normal>(Shape{Kind::Normal, nullptr}, draws, k, pairs);
      for (int k = 0; k < end - i; ++k) {
        values[i + k] = scaled<Kind::PoissonNormal>(shape, double(pairs[2 * k]));
        group.seconds[lane + k] = pairs[2 * k + 1];
      }
    }
    for (int k = lane; k < from + end; ++k)
      group.hasSecond ^= uint64_t(1) << k;
  }
}

/// The next unit of each lane.
template <typename Algorithm, Kind kind>
void fillTurn(const LanesWork<Algorithm> &work, Segment<Algorithm> &segment) {
  constexpr uint64_t kValues = Algorithm::isPair(kind) ? 2 : 1;
  constexpr int kDraws = Algorithm::draws(kind);
  using Value = LaneValue<kind>;
  alignas(64) Value values[kGroup * kValues];
  const int width =
      int(std::min<uint64_t>(uint64_t(segment.to - segment.from), work.units - segment.unit));
  if constexpr (kind == Kind::PoissonNormal)
    takeHalves(work.shape, *segment.group, segment.from, width, values);
  else {
    alignas(64) uint32_t draws[kDraws][kGroup];
    for (int i = 0; i < kDraws; ++i)
      Algorithm::template draw<1>(segment.group->words, segment.from, segment.from + width,
                                  draws + i);
    for (int i = 0; i < width; ++i)
      Algorithm::template convert<kind>(work.shape, draws, i, values);
  }
  std::memcpy(static_cast<Value *>(work.shape.to) + segment.unit * kValues, values,
              uint64_t(width) * kValues * sizeof(Value));
  segment.unit += work.lanes;
}

/// The next `turns` units of each lane of a whole group.
template <typename Algorithm, Kind kind, int turns>
AW_EVERYWHERE void fillTurns(const LanesWork<Algorithm> &work, Segment<Algorithm> &segment) {
  constexpr int kDraws = Algorithm::draws(kind);
  using Value = LaneValue<kind>;
  alignas(64) uint32_t draws[turns * kDraws][kGroup];
  Algorithm::template draw<turns * kDraws>(segment.group->words, 0, kGroup, draws);
  for (int turn = 0; turn < turns; ++turn, segment.unit += work.lanes) {
    auto *out = static_cast<Value *>(work.shape.to) + segment.unit;
    auto &mine = reinterpret_cast<const uint32_t(&)[kDraws][kGroup]>(draws[turn * kDraws]);
    for (int i = 0; i < kGroup; ++i)
      Algorithm::template convert<kind>(work.shape, mine, i, out);
  }
}

/// Units of the segment up to `end`.
template <typename Algorithm, Kind kind>
void fillSegment(const LanesWork<Algorithm> &work, Segment<Algorithm> &segment, uint64_t end) {
  if constexpr (isSimple(kind)) {
    constexpr int kTurns = kTurnDraws / Algorithm::draws(kind);
    const uint64_t span = (kTurns - 1) * work.lanes + kGroup;
    if (segment.to - segment.from == kGroup && segment.unit + span <= end)
      library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA {
        do
          fillTurns<Algorithm, kind, kTurns>(work, segment);
        while (segment.unit + span <= end);
      });
  }
  while (segment.unit < end)
    fillTurn<Algorithm, kind>(work, segment);
}

/// States of a group that has none since the placing.
template <typename Algorithm>
void place(const LanesWork<Algorithm> &work, Group<Algorithm> &group, uint64_t lane) {
  const Placing &placing = work.placing;
  if (group.epoch == placing.epoch)
    return;
  const int width = int(std::min<uint64_t>(kGroup, work.lanes - lane));
  Algorithm::seed(group.words, width, placing, lane, placing.position / work.lanes);
  const uint64_t ahead =
      placing.position % work.lanes; // these lanes have one draw more behind them
  uint32_t unused[kGroup];
  if (ahead > lane)
    Algorithm::template draw<1>(group.words, 0,
                                int(std::min<uint64_t>(ahead - lane, uint64_t(width))), &unused);
  group.epoch = placing.epoch;
  group.hasSecond = 0;
}

/// Groups of a block, at most and where there are enough.
inline constexpr uint64_t kMostGroups = 64, kBlockGroups = 4;

/// One block: some groups of lanes, all their units. Neighbours take turns, so that memory is
/// written in longer pieces.
template <typename Algorithm>
void fillLanes(const LanesWork<Algorithm> &work, library::Block block) {
  const uint64_t groupCount = (work.lanes + kGroup - 1) / kGroup;
  Segment<Algorithm> segments[2 * kBlockGroups];
  for (uint64_t i = 0; i < work.groupsPerBlock; i += kBlockGroups) {
    const uint64_t begin = block.index * work.groupsPerBlock + i;
    const uint64_t end =
        std::min({begin + kBlockGroups, work.groupsUsed, (block.index + 1) * work.groupsPerBlock});
    int count = 0;
    auto add = [&](Group<Algorithm> &group, int from, int to, uint64_t lane) {
      if (from == to)
        return;
      Segment<Algorithm> &segment = segments[count++];
      segment.group = &group;
      segment.from = from;
      segment.to = to;
      segment.unit = lane >= work.first ? lane - work.first : lane + work.lanes - work.first;
    };
    for (uint64_t at = begin; at < end; ++at) {
      const uint64_t index = (work.first / kGroup + at) % groupCount, lane = index * kGroup;
      place(work, work.groups[index], lane);
      const int width = int(std::min<uint64_t>(kGroup, work.lanes - lane));
      const int split =
          work.first <= lane ? 0 : int(std::min<uint64_t>(work.first - lane, uint64_t(width)));
      add(work.groups[index], 0, split, lane);
      add(work.groups[index], split, width, lane + uint64_t(split));
    }
    withKind(work.shape.kind, [&]<Kind kind>() {
      for (uint64_t done = 0; done < work.units;) {
        done = std::min(work.units, done + kTurnDraws * work.lanes);
        for (int s = 0; s < count; ++s)
          fillSegment<Algorithm, kind>(work, segments[s], done);
      }
    });
  }
}

template <typename Algorithm> class LanesEngine final : public Engine {
public:
  bool needsEvenCounts() const override { return true; }
  void restart(Generator &) override { isPlaced_ = false; }

  curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) override {
    const uint64_t lanes = Algorithm::lanes(generator.ordering),
                   groupCount = (lanes + kGroup - 1) / kGroup;
    if (groups_.size() != groupCount) {
      settle(generator);
      groups_.assign(groupCount, {});
      isPlaced_ = false;
    }
    if (!isPlaced_)
      placing_ = {placing_.epoch + 1, generator.seed, generator.position,
                  generator.ordering == CURAND_ORDERING_PSEUDO_SEEDED};
    isPlaced_ = true;
    LanesWork<Algorithm> work{};
    work.shape = shape;
    work.groups = groups_.data();
    work.placing = placing_;
    work.lanes = lanes;
    work.first = generator.position % lanes;
    work.units = Algorithm::isPair(shape.kind) ? (count + 1) / 2 : count;
    work.groupsUsed =
        std::min(groupCount, (work.first % kGroup + work.units + kGroup - 1) / kGroup);
    work.groupsPerBlock =
        std::clamp(kUnitsPerBlock * work.groupsUsed / work.units, kBlockGroups, kMostGroups);
    generator.position += work.units;
    return run<fillLanes<Algorithm>>(
        generator, Algorithm::kName,
        (work.groupsUsed + work.groupsPerBlock - 1) / work.groupsPerBlock, work);
  }

private:
  static constexpr uint64_t kUnitsPerBlock = 16384;
  std::vector<Group<Algorithm>> groups_;
  Placing placing_;
  bool isPlaced_ = false;
};

} // namespace anywarp::curand
