// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MT19937 (Matsumoto, Nishimura 1998): 8192 subsequences, 2^2048 outputs apart, eight outputs of
// each in turn: a row. Of the 624 outputs between two twists a row takes eight that are far apart
// (kSingles, kRuns). All this is seen.
#include "curand/Generator.h"
#include "curand/Mt19937Jump.h"
#include "library/Processor.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace anywarp::curand {
namespace {

constexpr int kSize = kMtSize, kShift = 397;
constexpr uint64_t kLanes = 8192, kEach = 8, kRow = kLanes * kEach;
constexpr uint64_t kRows = kSize / kEach; ///< between two twists
constexpr uint64_t kCycle = kRow * kRows;
constexpr uint64_t kGroup = 64, kWidth = kGroup * kEach; ///< lanes of a group; its part of a row
constexpr uint64_t kBlockGroups = 4, kBlocks = kLanes / kGroup / kBlockGroups;

/// Row 0 takes these outputs. Seven rows take each run of 56: row k of them outputs k, k + 7, …
/// from its begin.
constexpr uint16_t kSingles[kEach] = {0, 113, 170, 283, 340, 397, 510, 567};
constexpr uint16_t kRuns[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};

uint64_t outputOf(uint64_t row, uint64_t which) {
  return row == 0 ? kSingles[which] : kRuns[(row - 1) / 7] + 7 * which + (row - 1) % 7;
}

AW_EVERYWHERE uint32_t twist(uint32_t high, uint32_t low, uint32_t far) {
  uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
  return far ^ (y >> 1) ^ (-(y & 1u) & 0x9908b0dfu);
}

AW_EVERYWHERE uint32_t temper(uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

struct Group {
  uint64_t twists; ///< made so far
  alignas(64) uint32_t words[kSize][kGroup];
};

/// The next kSize outputs of all lanes.
AW_EVERYWHERE void next(Group &group) {
  for (int i = 0; i < kSize; ++i) {
    uint32_t *mine = group.words[i];
    const uint32_t *low = group.words[i + 1 < kSize ? i + 1 : 0];
    const uint32_t *far = group.words[i + kShift < kSize ? i + kShift : i + kShift - kSize];
    uint32_t made[kGroup];
    for (uint64_t lane = 0; lane < kGroup; ++lane)
      made[lane] = twist(mine[lane], low[lane], far[lane]);
    std::memcpy(mine, made, sizeof made);
  }
}

/// Eight words of each of eight lanes.
using Eight = uint32_t __attribute__((vector_size(32)));

/// Turns rows into columns.
AW_EVERYWHERE void transpose(Eight (&m)[kEach]) {
  Eight pairs[kEach], quads[kEach];
  for (int i = 0; i < 8; i += 2) {
    pairs[i] = __builtin_shufflevector(m[i], m[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[i + 1] = __builtin_shufflevector(m[i], m[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = 0; k < 2; ++k) {
      const Eight &a = pairs[i + k], &b = pairs[i + k + 2];
      quads[i + 2 * k] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
      quads[i + 2 * k + 1] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; ++i) {
    m[i] = __builtin_shufflevector(quads[i], quads[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    m[i + 4] = __builtin_shufflevector(quads[i], quads[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/// The row's words, lane by lane.
AW_EVERYWHERE void takeRow(const Group &group, uint64_t row, uint32_t (&words)[kWidth]) {
  for (uint64_t lane = 0; lane < kGroup; lane += kEach) {
    Eight m[kEach];
    for (uint64_t i = 0; i < kEach; ++i)
      std::memcpy(&m[i], group.words[outputOf(row, i)] + lane, sizeof m[i]);
    transpose(m);
    std::memcpy(words + lane * kEach, m, sizeof m);
  }
}

struct Work {
  Shape shape;
  std::unique_ptr<Group> *groups; ///< null: not made yet
  uint32_t seed;
  uint64_t position, count, firstBlock;
  uint64_t *begun;    ///< twists of all lanes: work in the stream counts them
  uint64_t beginning; ///< those that the call begins
};

/// A call that begins with a twist takes the next one, each launch of a graph too (seen).
void begin(const Work &work, library::Block) { *work.begun += work.beginning; }

/// The states of the group's lanes at their begin.
std::unique_ptr<Group> make(uint32_t seed, uint64_t index) {
  auto group = std::make_unique<Group>();
  group->twists = 0;
  MtPlanes planes = MtPlanes::ofSeed(seed);
  for (int power = 0; power < kMtJumps; ++power)
    if (index * kGroup >> power & 1)
      planes.jump(power);
  for (uint64_t lane = 0; lane < kGroup; ++lane) {
    if (lane)
      planes.jump(0);
    uint32_t words[kSize];
    planes.store(words);
    for (int i = 0; i < kSize; ++i)
      group->words[i][lane] = words[i];
  }
  return group;
}

/// Uniform values of both precisions are the double (x + 1/2) / 2^32, rounded (seen).
template <Kind kind> AW_EVERYWHERE auto mtValue(const Shape &shape, uint32_t draw) {
  if constexpr (kind == Kind::UniformDouble)
    return draw * 0x1p-32 + 0x1p-33;
  else if constexpr (kind == Kind::Uniform) // both parts are exact, so that their sum is rounded
    return float(int32_t(draw >> 8)) * 0x1p-24f + float(int32_t(draw & 255) * 2 + 1) * 0x1p-33f;
  else
    return valueOf<kind>(shape, draw);
}

/// Outputs of all rows of the groups [first, last).
template <Kind kind>
AW_EVERYWHERE void fillGroups(const Work &work, uint64_t first, uint64_t last) {
  using Value = std::remove_cvref_t<decltype(mtValue<kind>(work.shape, 0))>;
  const uint64_t end = work.position + work.count;
  for (uint64_t row = work.position / kRow; row * kRow < end; ++row) {
    const uint64_t twists = *work.begun - ((end - 1) / kCycle - row / kRows);
    for (uint64_t index = first; index < last; ++index) {
      const uint64_t begin = row * kRow + index * kWidth;
      const uint64_t from = std::max(work.position, begin), to = std::min(end, begin + kWidth);
      if (from >= to)
        continue;
      Group &group = *work.groups[index];
      for (; group.twists < twists; ++group.twists)
        next(group);
      alignas(64) uint32_t words[kWidth];
      takeRow(group, row % kRows, words);
      auto *out = static_cast<Value *>(work.shape.to) + (from - work.position);
      for (uint64_t i = 0; i < to - from; ++i)
        out[i] = mtValue<kind>(work.shape, temper(words[from - begin + i]));
    }
  }
}

/// One block: neighbouring groups, so that memory is written in longer pieces.
void fill(const Work &work, library::Block block) {
  const uint64_t first = (work.firstBlock + block.index) % kBlocks * kBlockGroups;
  const uint64_t last = first + kBlockGroups;
  // Groups that the call does not reach are not made.
  const uint64_t row = work.position / kRow * kRow, end = work.position + work.count;
  for (uint64_t index = first; index < last; ++index) {
    const uint64_t begin = row + index * kWidth, next = begin + kRow;
    const bool isUsed = next < end || (begin < end && begin + kWidth > work.position);
    if (isUsed && !work.groups[index])
      work.groups[index] = make(work.seed, index);
  }
  withKind(work.shape.kind, [&]<Kind kind>() {
    auto body = [&]() AW_EVERYWHERE_LAMBDA { fillGroups<kind>(work, first, last); };
    if constexpr (isSimple(kind))
      library::runForProcessor(body);
    else
      body();
  });
}

class MtEngine final : public Engine {
public:
  double firstInverse() const override { return 2000; }
  double firstNormal() const override { return 2000; }
  void restart(Generator &generator) override {
    settle(generator);
    generator.position = 0;
    for (auto &group : groups_)
      group.reset();
    begun_ = 0;
  }
  curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) override {
    Work work{};
    work.shape = shape;
    work.groups = groups_;
    work.seed = uint32_t(generator.seed);
    work.position = generator.position;
    work.count = count;
    constexpr uint64_t kBlockWidth = kBlockGroups * kWidth;
    work.firstBlock = work.position % kRow / kBlockWidth;
    work.begun = &begun_;
    generator.position += count;
    work.beginning =
        (generator.position + kCycle - 1) / kCycle - (work.position + kCycle - 1) / kCycle;
    if (work.beginning)
      if (const curandStatus_t status = run<begin>(generator, "curand_mt19937_begin", 1, work))
        return status;
    const uint64_t blocks =
        std::min((work.position % kBlockWidth + count + kBlockWidth - 1) / kBlockWidth, kBlocks);
    return run<curand::fill>(generator, "curand_mt19937", blocks, work);
  }

private:
  std::unique_ptr<Group> groups_[kLanes / kGroup];
  uint64_t begun_ = 0;
};

} // namespace

std::unique_ptr<Engine> makeMt19937() { return std::make_unique<MtEngine>(); }

} // namespace anywarp::curand
