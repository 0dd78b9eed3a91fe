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
constexpr uint64_t kStrip = 16,
                   kStripWidth = kStrip * kEach; ///< lanes of a vector; their part of a row
constexpr uint64_t kStrips = 4, kGroup = kStrips * kStrip, kWidth = kGroup * kEach;
constexpr uint64_t kBlockGroups = 2, kBlocks = kLanes / kGroup / kBlockGroups;

/// Row 0 takes these outputs. Seven rows take each run of 56: row k of them outputs k, k + 7, …
/// from its begin.
constexpr uint16_t kSingles[kEach] = {0, 113, 170, 283, 340, 397, 510, 567};
constexpr uint16_t kRuns[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
constexpr uint64_t kRunRows = 7;

/// A word of each lane of a strip.
using Words = uint32_t __attribute__((vector_size(4 * kStrip)));
using Floats = float __attribute__((vector_size(4 * kStrip)));

AW_EVERYWHERE void twist(const Words &high, const Words &low, const Words &far, Words &made) {
  const Words y = (high & 0x80000000u) | (low & 0x7fffffffu);
  made = far ^ (y >> 1) ^ (-(low & 1u) & 0x9908b0dfu);
}

AW_EVERYWHERE void temper(Words &y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  y ^= y >> 18;
}

/// States of neighbouring lanes. They are twisted in place, word by word, and only as far as rows
/// need them, so that a row finds its words in the nearest cache.
struct Strip {
  uint64_t made; ///< words made so far: those of this twist lie before the others
  Words words[kSize];
};

/// The words [from, to) of a twist; those before are made.
AW_EVERYWHERE void twistWords(Words (&words)[kSize], int from, int to) {
  int i = from;
#pragma clang loop unroll_count(4)
  for (; i < std::min(to, kSize - kShift); ++i)
    twist(words[i], words[i + 1], words[i + kShift], words[i]);
#pragma clang loop unroll_count(4)
  for (; i < std::min(to, kSize - 1); ++i)
    twist(words[i], words[i + 1], words[i + kShift - kSize], words[i]);
  if (i < to)
    twist(words[i], words[0], words[i + kShift - kSize], words[i]);
}

AW_EVERYWHERE void makeWords(Strip &strip, uint64_t end) {
  while (strip.made < end) {
    const uint64_t from = strip.made % kSize;
    const uint64_t count = std::min(end - strip.made, kSize - from);
    twistWords(strip.words, int(from), int(from + count));
    strip.made += count;
  }
}

/// The words that row 0 takes of the next twist, none of which is made.
AW_EVERYWHERE void peekSingles(const Words (&words)[kSize], Words (&singles)[kEach]) {
  auto make = [&](int i, const Words &far, Words &made)
                  AW_EVERYWHERE_LAMBDA { twist(words[i], words[i + 1], far, made); };
  Words made56;
  make(56, words[56 + kShift], made56);
  make(0, words[kShift], singles[0]);
  make(113, words[113 + kShift], singles[1]);
  make(170, words[170 + kShift], singles[2]);
  make(283, made56, singles[3]);
  make(340, singles[1], singles[4]);
  make(397, singles[2], singles[5]);
  make(510, singles[3], singles[6]);
  make(567, singles[4], singles[7]);
}

/// What the row takes, each of kEach outputs of all lanes. `twists`: those begun with the row's.
AW_EVERYWHERE void takeRow(Strip &strip, uint64_t twists, uint64_t row, Words (&taken)[kEach]) {
  const uint64_t begin = (twists - 1) * kSize;
  if (row == 0) {
    makeWords(strip, strip.made > begin ? begin + kSize : begin);
    if (strip.made == begin)
      return peekSingles(strip.words, taken);
    for (uint64_t i = 0; i < kEach; ++i)
      taken[i] = strip.words[kSingles[i]];
    return;
  }
  const uint64_t run = kRuns[(row - 1) / kRunRows];
  makeWords(strip, begin + run + kRunRows * kEach);
  const Words *words = strip.words + run + (row - 1) % kRunRows;
  for (uint64_t i = 0; i < kEach; ++i)
    taken[i] = words[i * kRunRows];
}

/// Part of what the row's run is made of comes into the cache; the run's rows fetch all of it.
AW_EVERYWHERE void fetchAhead(const Strip &strip, uint64_t row) {
  if (row == 0)
    return;
  const uint64_t at = kRuns[(row - 1) / kRunRows] + (row - 1) % kRunRows * kEach;
  for (uint64_t i = at; i < at + kEach; ++i) {
    __builtin_prefetch(&strip.words[i], 1);
    __builtin_prefetch(&strip.words[(i + kShift) % kSize]);
  }
}

/// Turns words of lanes into lanes of words: m[i] has those of the lanes i and i + 8.
AW_EVERYWHERE void transpose(Words (&m)[kEach]) {
  Words pairs[kEach], quads[kEach];
  for (int i = 0; i < 8; i += 2) {
    const Words &a = m[i], &b = m[i + 1];
    pairs[i] =
        __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    pairs[i + 1] =
        __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = 0; k < 2; ++k) {
      const Words &a = pairs[i + k], &b = pairs[i + k + 2];
      quads[i + 2 * k] =
          __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      quads[i + 2 * k + 1] =
          __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
    }
  for (int i = 0; i < 4; ++i) {
    const Words &a = quads[i], &b = quads[i + 4];
    m[i] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
    m[i + 4] =
        __builtin_shufflevector(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
  }
}

/// Lanes 64 at a time.
struct Group {
  Strip strips[kStrips];
};

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
  MtPlanes planes = MtPlanes::ofSeed(seed);
  for (int power = 0; power < kMtJumps; ++power)
    if (index * kGroup >> power & 1)
      planes.jump(power);
  for (uint64_t lane = 0; lane < kGroup; ++lane) {
    if (lane)
      planes.jump(0);
    uint32_t words[kSize];
    planes.store(words);
    Strip &strip = group->strips[lane / kStrip];
    strip.made = 0;
    for (int i = 0; i < kSize; ++i)
      strip.words[i][lane % kStrip] = words[i];
  }
  return group;
}

/// Uniform values of both precisions are the double (x + 1/2) / 2^32, rounded (seen). The upper and
/// the lower bits are exact, so that their sum is rounded: 2^-9 + lower / 2^32 is a float by its
/// bits.
AW_EVERYWHERE void makeUniform(Words &draw) {
  const Words lowerBits = (draw & 255) | 0x3b000000u;
  Floats lower;
  std::memcpy(&lower, &lowerBits, sizeof lower);
  using Integers = int32_t __attribute__((vector_size(sizeof(Words))));
  const Integers upper = reinterpret_cast<Integers>(draw >> 8);
  const Floats value =
      __builtin_convertvector(upper, Floats) * 0x1p-24f + (lower - (0x1p-9f - 0x1p-33f));
  std::memcpy(&draw, &value, sizeof draw);
}

template <Kind kind> auto mtValue(const Shape &shape, uint32_t draw) {
  if constexpr (kind == Kind::UniformDouble)
    return draw * 0x1p-32 + 0x1p-33;
  else if constexpr (kind == Kind::PoissonNormal) // in single precision (seen)
    return uint32_t(std::sqrt(float(shape.mean)) * _curand_normal_icdf(draw) + float(shape.mean) +
                    0.5f);
  else
    return valueOf<kind>(shape, draw);
}
template <Kind kind> using MtValue = decltype(mtValue<kind>(Shape{}, 0));

/// A strip's part of a row.
template <Kind kind>
AW_EVERYWHERE void fillRow(const Shape &shape, Strip &strip, uint64_t twists, uint64_t row,
                           MtValue<kind> *out) {
  Words m[kEach];
  takeRow(strip, twists, row, m);
  for (Words &words : m) {
    temper(words);
    if constexpr (kind == Kind::Uniform)
      makeUniform(words);
  }
  transpose(m);
  constexpr size_t kHalf = sizeof(Words) / 2;
  for (uint64_t i = 0; i < kEach; ++i)
    for (uint64_t k = 0; k < 2; ++k) {
      MtValue<kind> *to = out + (i + k * kEach) * kEach;
      const char *from = reinterpret_cast<const char *>(&m[i]) + k * kHalf;
      if constexpr (kind == Kind::Raw || kind == Kind::Uniform) {
        std::memcpy(to, from, kHalf);
      } else {
        uint32_t draws[kEach];
        std::memcpy(draws, from, kHalf);
        for (uint64_t d = 0; d < kEach; ++d)
          to[d] = mtValue<kind>(shape, draws[d]);
      }
    }
}

/// Outputs of all rows of the groups [first, last). Rows of the same words follow one another.
template <Kind kind>
AW_EVERYWHERE void fillGroups(const Work &work, uint64_t first, uint64_t last) {
  const uint64_t end = work.position + work.count, rows = (end + kRow - 1) / kRow;
  auto *out = static_cast<MtValue<kind> *>(work.shape.to);
  for (uint64_t row = work.position / kRow, next; row < rows; row = next) {
    const uint64_t twists = *work.begun - ((end - 1) / kCycle - row / kRows);
    const uint64_t inCycle = row % kRows;
    next = std::min(rows, row + (inCycle ? kRunRows - (inCycle - 1) % kRunRows : 1));
    for (uint64_t index = first * kStrips; index < last * kStrips; ++index)
      for (uint64_t r = row; r < next; ++r) {
        const uint64_t begin = r * kRow + index * kStripWidth;
        const uint64_t from = std::max(work.position, begin);
        const uint64_t to = std::min(end, begin + kStripWidth);
        if (from >= to)
          continue;
        Strip &strip = work.groups[index / kStrips]->strips[index % kStrips];
        if ((index + 1) % kStrips)
          fetchAhead((&strip)[1], r % kRows);
        if (to - from == kStripWidth) {
          fillRow<kind>(work.shape, strip, twists, r % kRows, out + (from - work.position));
          continue;
        }
        MtValue<kind> values[kStripWidth];
        fillRow<kind>(work.shape, strip, twists, r % kRows, values);
        std::memcpy(out + (from - work.position), values + (from - begin),
                    (to - from) * sizeof *out);
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
