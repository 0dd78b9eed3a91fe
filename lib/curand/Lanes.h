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

namespace anywarp::curand {

inline constexpr int kGroup = 64;

/// States of kGroup lanes; Algorithm::kWords words each.
template <typename Algorithm> struct Group {
  uint64_t epoch = 0; ///< of the placing that the states go on from
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

/// All units of the lanes [from, to) of a group. The first of them is lane `lane`; all are on one
/// side of work.first.
template <typename Algorithm, Kind kind>
void fillSegment(const LanesWork<Algorithm> &work, uint32_t (&words)[Algorithm::kWords][kGroup],
                 int from, int to, uint64_t lane) {
  constexpr uint64_t kValues = Algorithm::isPair(kind) ? 2 : 1;
  constexpr int kDraws = Algorithm::draws(kind);
  using Value = LaneValue<kind>;
  auto *out = static_cast<Value *>(work.shape.to);
  alignas(64) Value values[kGroup * kValues];
  alignas(64) uint32_t draws[kDraws][kGroup];
  [[maybe_unused]] alignas(64) float pairs[2 * kGroup];
  [[maybe_unused]] int turn = 0;
  uint64_t unit = lane >= work.first ? lane - work.first : lane + work.lanes - work.first;
  for (; unit < work.units; unit += work.lanes) {
    const int width = int(std::min<uint64_t>(uint64_t(to - from), work.units - unit));
    const bool isSecond = kind == Kind::PoissonNormal && turn++ % 2; // its pair is there already
    for (int i = 0; i < kDraws && !isSecond; ++i)
      Algorithm::draw(words, from, from + width, draws[i]);
    if constexpr (kind == Kind::PoissonNormal) {
      for (int i = 0; i < width && !isSecond; ++i)
        Algorithm::template convert<Kind::Normal>(Shape{Kind::Normal, nullptr}, draws, i, pairs);
      for (int i = 0; i < width; ++i)
        values[i] = scaled<kind>(work.shape, double(pairs[2 * i + isSecond]));
    } else {
      for (int i = 0; i < width; ++i)
        Algorithm::template convert<kind>(work.shape, draws, i, values);
    }
    std::memcpy(out + unit * kValues, values, uint64_t(width) * kValues * sizeof(Value));
  }
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
    Algorithm::draw(group.words, 0, int(std::min<uint64_t>(ahead - lane, uint64_t(width))), unused);
  group.epoch = placing.epoch;
}

/// One block: some groups of lanes, all their units.
template <typename Algorithm>
void fillLanes(const LanesWork<Algorithm> &work, library::Block block) {
  const uint64_t groupCount = (work.lanes + kGroup - 1) / kGroup;
  for (uint64_t i = 0; i < work.groupsPerBlock; ++i) {
    const uint64_t at = block.index * work.groupsPerBlock + i;
    if (at >= work.groupsUsed)
      return;
    const uint64_t index = (work.first / kGroup + at) % groupCount, lane = index * kGroup;
    Group<Algorithm> &group = work.groups[index];
    place(work, group, lane);
    const int width = int(std::min<uint64_t>(kGroup, work.lanes - lane));
    const int split =
        work.first <= lane ? 0 : int(std::min<uint64_t>(work.first - lane, uint64_t(width)));
    alignas(64) uint32_t words[Algorithm::kWords][kGroup];
    std::memcpy(words, group.words, sizeof words);
    withKind(work.shape.kind, [&]<Kind kind>() {
      fillSegment<Algorithm, kind>(work, words, 0, split, lane);
      fillSegment<Algorithm, kind>(work, words, split, width, lane + uint64_t(split));
    });
    std::memcpy(group.words, words, sizeof words);
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
        std::clamp<uint64_t>(kUnitsPerBlock * work.groupsUsed / work.units, 1, 64);
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
