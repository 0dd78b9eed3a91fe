// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generators whose outputs come from many subsequences in turn: XORWOW and MRG32k3a. A lane is a
// subsequence; unit u of the sequence is made by lane u % lanes. A unit is a value, or the pair
// that Box and Muller make. A position is a unit: what the lanes draw for one unit, be it 1 draw or
// 4, the next call draws again from the next one on (seen).
//
// Lanes are kept in groups, so that one instruction serves many. A group remembers where it is; a
// call that needs another place makes it anew.
#pragma once

#include <algorithm>
#include <cstring>

#include "curand/Generator.h"

namespace anywarp::curand {

inline constexpr int kGroup = 64;

/// States of kGroup lanes; Algorithm::kWords words each.
template <typename Algorithm> struct Group {
  bool isMade = false;
  uint64_t seed, row; ///< every lane has made `row` draws
  uint32_t words[Algorithm::kWords][kGroup];
};

/// Parameters of the body.
template <typename Algorithm> struct LanesWork {
  Shape shape;
  Group<Algorithm> *groups;
  uint64_t seed;
  uint64_t lanes, firstGroup, groupsPerBlock, groupsUsed;
  uint64_t row, nextRow; ///< draws of every lane before the call, and after it
  uint64_t first;        ///< lanes before this one begin a draw later
  uint64_t units;
  bool isSeeded; ///< a lane is a seed, not a subsequence
};

/// Of one group: the lanes [from, to), which begin with the same draw.
template <typename Algorithm> struct Segment {
  uint32_t (&words)[Algorithm::kWords][kGroup];
  int from, to;
  uint64_t draws;  ///< made so far
  uint64_t saveAt; ///< after so many draws the state is kept
  uint32_t (&saved)[Algorithm::kWords][kGroup];

  void draw(uint32_t *out) {
    Algorithm::draw(words, from, to, out);
    if (++draws == saveAt)
      save();
  }
  void save() {
    for (int w = 0; w < Algorithm::kWords; ++w)
      std::memcpy(saved[w] + from, words[w] + from, size_t(to - from) * 4);
  }
};

/// Values of one unit for all lanes of the segment, at `out`.
template <typename Algorithm, Kind kind, typename Value>
inline void makeUnits(Segment<Algorithm> &segment, const Shape &shape, Value *out) {
  const int width = segment.to - segment.from;
  constexpr int kDraws = Algorithm::draws(kind);
  uint32_t draws[kDraws][kGroup];
  for (int i = 0; i < kDraws; ++i)
    segment.draw(draws[i]);
  for (int lane = 0; lane < width; ++lane)
    Algorithm::template convert<kind>(shape, draws, lane, out);
}

template <typename Algorithm, Kind kind>
void fillSegment(const LanesWork<Algorithm> &work, Segment<Algorithm> &segment, uint64_t lane) {
  constexpr int kValues = Algorithm::isPair(kind) ? 2 : 1;
  using Value =
      std::conditional_t<bytesOf(kind, 4) == 8, double,
                         std::conditional_t<kind == Kind::Raw || kind == Kind::PoissonTable ||
                                                kind == Kind::PoissonNormal,
                                            uint32_t, float>>;
  auto *to = static_cast<Value *>(work.shape.to);
  const uint64_t width = uint64_t(segment.to - segment.from);
  alignas(64) Value values[kGroup * kValues];
  uint64_t unit = lane >= work.first ? lane - work.first : lane + work.lanes - work.first;
  for (; unit < work.units; unit += work.lanes) {
    makeUnits<Algorithm, kind>(segment, work.shape, values);
    std::memcpy(to + unit * kValues, values,
                std::min(width, work.units - unit) * kValues * sizeof(Value));
  }
  uint32_t unused[kGroup];
  while (segment.draws < segment.saveAt) // lanes whose next place is further on
    segment.draw(unused);
}

template <typename Algorithm>
void place(const LanesWork<Algorithm> &work, Group<Algorithm> &group, uint64_t lane) {
  const int width = int(std::min<uint64_t>(kGroup, work.lanes - lane));
  if (group.isMade && group.seed == work.seed && group.row == work.row)
    return;
  Algorithm::seed(group.words, width, work.seed, lane, work.row, work.isSeeded);
  group.isMade = true;
  group.seed = work.seed;
}

/// One block: some groups of lanes, all their units.
template <typename Algorithm>
void fillLanes(const LanesWork<Algorithm> &work, library::Block block) {
  const uint64_t groupCount = (work.lanes + kGroup - 1) / kGroup;
  for (uint64_t i = 0; i < work.groupsPerBlock; ++i) {
    const uint64_t at = block.index * work.groupsPerBlock + i;
    if (at >= work.groupsUsed)
      return;
    const uint64_t index = (work.firstGroup + at) % groupCount, lane = index * kGroup;
    Group<Algorithm> &group = work.groups[index];
    place(work, group, lane);
    alignas(64) uint32_t words[Algorithm::kWords][kGroup];
    std::memcpy(words, group.words, sizeof words);
    const int width = int(std::min<uint64_t>(kGroup, work.lanes - lane));
    const int split =
        work.first <= lane ? 0 : int(std::min<uint64_t>(work.first - lane, uint64_t(width)));
    const uint64_t steps = work.nextRow - work.row;
    for (int half = 0; half < 2; ++half) {
      Segment<Algorithm> segment{words, half ? split : 0, half ? width : split, 0,
                                 steps, group.words};
      if (segment.from == segment.to)
        continue;
      uint32_t unused[kGroup];
      if (half == 0)
        segment.draw(unused);
      withKind(work.shape.kind, [&]<Kind kind>() {
        fillSegment<Algorithm, kind>(work, segment, lane + uint64_t(segment.from));
      });
    }
    group.row = work.nextRow;
  }
}

template <typename Algorithm> class LanesEngine final : public Engine {
public:
  bool makesPairs() const override { return true; }
  void restart(Generator &generator) override {
    settle(generator);
    groups_.clear();
  }
  curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) override {
    const uint64_t lanes = Algorithm::lanes(generator.ordering);
    const uint64_t groupCount = (lanes + kGroup - 1) / kGroup;
    if (groups_.size() != groupCount) {
      settle(generator);
      groups_.assign(groupCount, {});
    }
    const bool pairs = Algorithm::isPair(shape.kind);
    const uint64_t units = pairs ? (count + 1) / 2 : count;
    LanesWork<Algorithm> work{};
    work.shape = shape;
    work.groups = groups_.data();
    work.seed = generator.seed;
    work.lanes = lanes;
    work.row = generator.position / lanes;
    work.first = generator.position % lanes;
    generator.position += units;
    work.nextRow = generator.position / lanes;
    work.units = units;
    work.isSeeded = generator.ordering == CURAND_ORDERING_PSEUDO_SEEDED;
    work.firstGroup = work.first / kGroup;
    work.groupsUsed = std::min(groupCount, (work.first % kGroup + units + kGroup - 1) / kGroup);
    const uint64_t unitsPerGroup =
        std::max<uint64_t>(units / std::max<uint64_t>(work.groupsUsed, 1), 1);
    work.groupsPerBlock = std::clamp<uint64_t>(kUnitsPerBlock / unitsPerGroup, 1, 64);
    return run<fillLanes<Algorithm>>(
        generator, Algorithm::kName,
        (work.groupsUsed + work.groupsPerBlock - 1) / work.groupsPerBlock, work);
  }

private:
  static constexpr uint64_t kUnitsPerBlock = 16384;
  std::vector<Group<Algorithm>> groups_;
};

} // namespace anywarp::curand
