// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MT19937 (Matsumoto, Nishimura 1998): 8192 subsequences, 2^2048 outputs apart, eight outputs of
// each in turn: a row. Of the 624 outputs between two twists a row takes eight that are far apart
// (kSingles, kRuns). All this is seen.
#include "curand/Generator.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace anywarp::curand {
namespace {

constexpr int kSize = 624, kShift = 397;
constexpr uint64_t kLanes = 8192, kEach = 8, kRow = kLanes * kEach;
constexpr uint64_t kRows = kSize / kEach; ///< between two twists
constexpr uint64_t kCycle = kRow * kRows;
constexpr uint64_t kGroup = 64; ///< lanes of a group: one piece of work
constexpr int kDegree = 19937, kPolynomialWords = 312;

/// Row 0 takes these outputs. Seven rows take each run of 56: row k of them outputs k, k + 7, …
/// from its begin.
constexpr uint16_t kSingles[kEach] = {0, 113, 170, 283, 340, 397, 510, 567};
constexpr uint16_t kRuns[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};

/// Jumps of 1, 2, 4, …, 4096 lanes: a power of x modulo the characteristic polynomial.
constexpr uint64_t kJumps[][kPolynomialWords] = {
#include "curand/Mt19937Jumps.inc"
};

uint64_t outputOf(uint64_t row, uint64_t which) {
  return row == 0 ? kSingles[which] : kRuns[(row - 1) / 7] + 7 * which + (row - 1) % 7;
}

struct State {
  uint32_t words[kSize];
};

uint32_t twist(uint32_t high, uint32_t low, uint32_t far) {
  uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
  return far ^ (y >> 1) ^ (-(y & 1u) & 0x9908b0dfu);
}

void next(State &state) {
  uint32_t *s = state.words;
  for (int i = 0; i < kSize - kShift; ++i)
    s[i] = twist(s[i], s[i + 1], s[i + kShift]);
  for (int i = kSize - kShift; i < kSize - 1; ++i)
    s[i] = twist(s[i], s[i + 1], s[i + kShift - kSize]);
  s[kSize - 1] = twist(s[kSize - 1], s[0], s[kShift - 1]);
}

uint32_t temper(uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

/// The sum of the places of the sequence that the polynomial names.
__attribute__((target_clones("avx512f", "avx2", "default"))) void
addPlaces(const uint64_t *polynomial, const uint32_t *sequence, uint32_t *sum) {
  constexpr int kPart = 208; // words that stay in registers
  for (int part = 0; part < kSize; part += kPart) {
    uint32_t partial[kPart] = {};
    for (int bit = 0; bit < kDegree; ++bit)
      if (polynomial[bit / 64] >> (bit % 64) & 1)
        for (int i = 0; i < kPart; ++i)
          partial[i] ^= sequence[bit + part + i];
    std::memcpy(sum + part, partial, sizeof partial);
  }
}

/// Moves the state by the jump.
void jump(State &state, int power) {
  constexpr int kLength = kDegree + 2 * kSize;
  uint32_t sequence[kLength];
  std::memcpy(sequence, state.words, sizeof state.words);
  for (int i = kSize; i < kLength; ++i)
    sequence[i] = twist(sequence[i - kSize], sequence[i - kSize + 1], sequence[i - kSize + kShift]);
  addPlaces(kJumps[power], sequence, state.words);
}

struct Group {
  uint64_t twists; ///< made so far
  State lanes[kGroup];
};

struct Work {
  Shape shape;
  std::unique_ptr<Group> *groups; ///< null: not made yet
  uint32_t seed;
  uint64_t position, count, firstGroup;
  uint64_t *begun;    ///< twists of all lanes: work in the stream counts them
  uint64_t beginning; ///< those that the call begins
};

/// A call that begins with a twist takes the next one, each launch of a graph too (seen).
void begin(const Work &work, library::Block) { *work.begun += work.beginning; }

/// The states of the group's lanes at their begin.
std::unique_ptr<Group> make(uint32_t seed, uint64_t index) {
  auto group = std::make_unique<Group>();
  group->twists = 0;
  State &first = group->lanes[0];
  first.words[0] = seed;
  for (uint32_t i = 1; i < kSize; ++i)
    first.words[i] = 1812433253u * (first.words[i - 1] ^ (first.words[i - 1] >> 30)) + i;
  for (int power = 0; power < 13; ++power)
    if (index * kGroup >> power & 1)
      jump(first, power);
  for (uint64_t lane = 1; lane < kGroup; ++lane) {
    group->lanes[lane] = group->lanes[lane - 1];
    jump(group->lanes[lane], 0);
  }
  return group;
}

/// Uniform values of both precisions are the double (x + 1/2) / 2^32, rounded (seen).
template <Kind kind> auto mtValue(const Shape &shape, uint32_t draw) {
  if constexpr (kind == Kind::UniformDouble)
    return draw * 0x1p-32 + 0x1p-33;
  else if constexpr (kind == Kind::Uniform)
    return float(draw * 0x1p-32 + 0x1p-33);
  else
    return valueOf<kind>(shape, draw);
}

/// One block: a group's outputs of all rows.
void fill(const Work &work, library::Block block) {
  const uint64_t index = (work.firstGroup + block.index) % (kLanes / kGroup);
  if (!work.groups[index])
    work.groups[index] = make(work.seed, index);
  Group &group = *work.groups[index];
  const uint64_t end = work.position + work.count, inRow = index * kGroup * kEach;
  for (uint64_t row = work.position / kRow; row * kRow + inRow < end; ++row) {
    const uint64_t from = std::max(work.position, row * kRow + inRow);
    const uint64_t to = std::min(end, row * kRow + inRow + kGroup * kEach);
    if (from >= to)
      continue;
    const uint64_t twists = *work.begun - ((end - 1) / kCycle - row / kRows);
    for (; group.twists < twists; ++group.twists)
      for (State &lane : group.lanes)
        next(lane);
    uint32_t draws[kGroup * kEach];
    uint64_t outputs[kEach];
    for (uint64_t i = 0; i < kEach; ++i)
      outputs[i] = outputOf(row % kRows, i);
    for (uint64_t i = 0; i < kGroup * kEach; ++i)
      draws[i] = temper(group.lanes[i / kEach].words[outputs[i % kEach]]);
    withKind(work.shape.kind, [&]<Kind kind>() {
      using Value = std::remove_cvref_t<decltype(mtValue<kind>(work.shape, 0))>;
      auto *out = static_cast<Value *>(work.shape.to) + (from - work.position);
      for (uint64_t i = 0; i < to - from; ++i)
        out[i] = mtValue<kind>(work.shape, draws[from - row * kRow - inRow + i]);
    });
  }
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
    constexpr uint64_t kWidth = kGroup * kEach;
    work.firstGroup = work.position % kRow / kWidth;
    work.begun = &begun_;
    generator.position += count;
    work.beginning =
        (generator.position + kCycle - 1) / kCycle - (work.position + kCycle - 1) / kCycle;
    if (work.beginning)
      if (const curandStatus_t status = run<begin>(generator, "curand_mt19937_begin", 1, work))
        return status;
    const uint64_t groups =
        std::min((work.position % kWidth + count + kWidth - 1) / kWidth, kLanes / kGroup);
    return run<curand::fill>(generator, "curand_mt19937", groups, work);
  }

private:
  std::unique_ptr<Group> groups_[kLanes / kGroup];
  uint64_t begun_ = 0;
};

} // namespace

std::unique_ptr<Engine> makeMt19937() { return std::make_unique<MtEngine>(); }

} // namespace anywarp::curand
