// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Philox4x32-10: 65536 subsequences, in the DYNAMIC ordering 67584; four values of each in turn. A
// counter is all the state there is.
#include "curand/Generator.h"
#include "library/Processor.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace anywarp::curand {
namespace {

/// DYNAMIC depends on the GPU: here as on an H200 (seen).
uint64_t lanesOf(curandOrdering_t ordering) {
  return ordering == CURAND_ORDERING_PSEUDO_DYNAMIC ? 67584 : 65536;
}
constexpr uint64_t kQuadsPerBlock = 4096;
constexpr int kVector = 64;

/// Lanes from `lane` on, up to the next run's, have `groups` groups behind them.
struct Run {
  uint32_t lane;
  uint64_t groups;
};

/// More runs than this come from as many calls of different kinds within one round.
constexpr size_t kMostRuns = 1024;

/// What the lanes have taken. The first run begins with lane 0.
struct Taken {
  uint64_t lanes = 0;
  std::vector<Run> runs;

  /// The lanes [from, to) have taken more groups.
  void add(uint64_t from, uint64_t to, uint64_t groups) {
    if (from >= to)
      return;
    split(from);
    split(to);
    for (Run &run : runs)
      if (run.lane >= from && run.lane < to)
        run.groups += groups;
    runs.erase(std::unique(runs.begin(), runs.end(),
                           [](const Run &a, const Run &b) { return a.groups == b.groups; }),
               runs.end());
  }
  /// So many quads in turn, the first of that lane.
  void addQuads(uint64_t firstLane, uint64_t quads, uint64_t groups) {
    for (Run &run : runs)
      run.groups += quads / lanes * groups;
    const uint64_t end = firstLane + quads % lanes;
    add(firstLane, std::min(end, lanes), groups);
    if (end > lanes)
      add(0, end - lanes, groups);
  }

private:
  void split(uint64_t lane) {
    auto after = std::upper_bound(runs.begin(), runs.end(), lane,
                                  [](uint64_t lane, const Run &run) { return lane < run.lane; });
    if (lane < lanes && after[-1].lane != lane)
      runs.insert(after, {uint32_t(lane), after[-1].groups});
  }
};

struct Work {
  Shape shape;
  uint64_t seed, lanes, count;
  uint32_t firstLane, skip; ///< where the call begins, and how many values of that quad are taken
  uint32_t runCount;
};
template <size_t most> struct WorkWith : Work {
  Run runs[most];
};

/// A word of each of eight lanes, in the lower halves, as products are 64 bits. What is above does
/// not count.
using Words = uint64_t __attribute__((vector_size(64)));
constexpr int kWords = 8;

/// So many vectors at once, so that the processor need not wait for products.
constexpr int kChains = 2;

/// The ten rounds.
AW_EVERYWHERE void rounds(uint64_t seed, Words (&c)[kChains][4]) {
#pragma GCC unroll 10
  for (uint32_t round = 0; round < 10; ++round) {
    const uint32_t k0 = uint32_t(seed) + round * PHILOX_W32_0;
    const uint32_t k1 = uint32_t(seed >> 32) + round * PHILOX_W32_1;
#pragma GCC unroll 8
    for (auto &w : c) {
      const Words a = (w[0] & 0xffffffff) * PHILOX_M4x32_0,
                  b = (w[2] & 0xffffffff) * PHILOX_M4x32_1;
      w[0] = (b >> 32) ^ w[1] ^ k0;
      w[1] = b;
      w[2] = (a >> 32) ^ w[3] ^ k1;
      w[3] = a;
    }
  }
}

/// Four draws of kVector lanes from `lane` on, each at its group `at` of the lane: lane by lane.
AW_EVERYWHERE void draw(uint64_t seed, uint64_t lane, uint64_t at, uint32_t (&out)[kVector][4]) {
  // In this order the lower halves of 16 bytes are neighbours, and so are the upper ones.
  constexpr Words kOrder = {0, 4, 1, 5, 2, 6, 3, 7};
  for (int i = 0; i < kVector; i += kChains * kWords) {
    Words c[kChains][4];
    for (int k = 0; k < kChains; ++k) {
      c[k][0] = Words{} + at;
      c[k][1] = Words{} + (at >> 32);
      c[k][2] = kOrder + (lane + uint64_t(i + k * kWords));
      c[k][3] = Words{};
    }
    rounds(seed, c);
    for (int k = 0; k < kChains; ++k) {
      const Words first = (c[k][0] & 0xffffffff) | c[k][1] << 32,
                  last = (c[k][2] & 0xffffffff) | c[k][3] << 32;
      const Words halves[2] = {__builtin_shufflevector(first, last, 0, 8, 2, 10, 4, 12, 6, 14),
                               __builtin_shufflevector(first, last, 1, 9, 3, 11, 5, 13, 7, 15)};
      std::memcpy(out[i + k * kWords], halves, sizeof halves);
    }
  }
}

template <Kind kind> constexpr int kGroups = bytesOf(kind, 4) == 8 ? 2 : 1;

template <Kind kind> auto widened(float x) {
  return std::conditional_t < kind == Kind::PoissonNormal, double, float > (x);
}

/// Four values of one lane, of four draws or twice as many.
template <Kind kind, typename Value>
AW_EVERYWHERE void convert(const Shape &shape, const uint32_t (*draws)[kVector][4], int i,
                           Value *out) {
  if constexpr (kind == Kind::UniformDouble) {
    for (int k = 0; k < 4; ++k)
      out[k] =
          _curand_uniform_double_hq(draws[k / 2][i][k % 2 * 2], draws[k / 2][i][k % 2 * 2 + 1]);
  } else if constexpr (kind == Kind::Normal || kind == Kind::LogNormal ||
                       kind == Kind::PoissonNormal) {
    for (int k = 0; k < 4; k += 2) {
      float2 pair = _curand_box_muller(draws[0][i][k], draws[0][i][k + 1]);
      out[k] = scaled<kind>(shape, widened<kind>(pair.x));
      out[k + 1] = scaled<kind>(shape, widened<kind>(pair.y));
    }
  } else if constexpr (isNormal(kind)) {
    for (int k = 0; k < 2; ++k) {
      double2 pair =
          _curand_box_muller_double(draws[k][i][0], draws[k][i][1], draws[k][i][2], draws[k][i][3]);
      out[2 * k] = scaled<kind>(shape, pair.x);
      out[2 * k + 1] = scaled<kind>(shape, pair.y);
    }
  } else {
    for (int k = 0; k < 4; ++k)
      out[k] = valueOf<kind>(shape, draws[0][i][k]);
  }
}

template <Kind kind>
using PhiloxValue =
    std::conditional_t<bytesOf(kind, 4) == 8, double,
                       std::conditional_t<kind == Kind::Raw || kind == Kind::PoissonTable ||
                                              kind == Kind::PoissonNormal,
                                          uint32_t, float>>;

/// Four values of each of kVector lanes.
template <Kind kind>
AW_EVERYWHERE void fillLanes(const Work &work, uint64_t lane, uint64_t group,
                             PhiloxValue<kind> *out) {
  alignas(64) uint32_t draws[kGroups<kind>][kVector][4];
  for (int g = 0; g < kGroups<kind>; ++g)
    draw(work.seed, lane, group + uint64_t(g), draws[g]);
  if constexpr (kind == Kind::Raw || kind == Kind::Uniform) {
    const uint32_t *flat = draws[0][0]; // in order: a loop that vectors need no shuffle for
    for (int i = 0; i < 4 * kVector; ++i)
      out[i] = valueOf<kind>(work.shape, flat[i]);
  } else {
    for (int i = 0; i < kVector; ++i)
      convert<kind>(work.shape, draws, i, out + 4 * i);
  }
}

/// The call's quads [from, to).
template <Kind kind>
AW_EVERYWHERE void fillQuads(const Work &work, const Run *runs, uint64_t from, uint64_t to) {
  using Value = PhiloxValue<kind>;
  auto *out = static_cast<Value *>(work.shape.to);
  for (uint64_t quad = from; quad < to;) {
    const uint64_t lane = (work.firstLane + quad) % work.lanes, visits = quad / work.lanes;
    const Run *run =
        std::upper_bound(runs, runs + work.runCount, lane,
                         [](uint64_t lane, const Run &run) { return lane < run.lane; });
    const uint64_t runEnd = run == runs + work.runCount ? work.lanes : run->lane;
    const uint64_t width =
        std::min<uint64_t>({kVector, runEnd - lane, to - quad, work.lanes - quad % work.lanes});
    const uint64_t group = run[-1].groups + visits * kGroups<kind>;
    const uint64_t begin = std::max<uint64_t>(4 * quad, work.skip);
    const uint64_t end = std::min(4 * (quad + width), work.skip + work.count);
    if (begin == 4 * quad && end == 4 * (quad + kVector)) {
      fillLanes<kind>(work, lane, group, out + (begin - work.skip));
    } else if (begin < end) {
      alignas(64) Value values[4 * kVector];
      fillLanes<kind>(work, lane, group, values);
      std::memcpy(out + (begin - work.skip), values + (begin - 4 * quad),
                  (end - begin) * sizeof(Value));
    }
    quad += width;
  }
}

void fillAny(const Work &work, const Run *runs, uint64_t from, uint64_t to) {
  withKind(work.shape.kind, [&]<Kind kind>() {
    auto body = [&]() AW_EVERYWHERE_LAMBDA { fillQuads<kind>(work, runs, from, to); };
    if constexpr (isSimple(kind))
      library::runForProcessor(body);
    else
      body();
  });
}

template <size_t most> void fillPhilox(const WorkWith<most> &work, library::Block block) {
  const uint64_t quads = (work.skip + work.count + 3) / 4;
  const uint64_t from = block.index * kQuadsPerBlock, to = std::min(quads, from + kQuadsPerBlock);
  fillAny(work, work.runs, from, to);
}

/// Once a graph was captured, work in the stream counts what is taken: a graph's next launch goes
/// on with the same lanes (seen).
struct SharedWork : Work {
  Taken *taken;
  uint64_t finishedQuads, groups;
};
void fillShared(const SharedWork &work, library::Block block) {
  Work mine = work;
  mine.runCount = uint32_t(work.taken->runs.size());
  const uint64_t quads = (work.skip + work.count + 3) / 4;
  const uint64_t from = block.index * kQuadsPerBlock, to = std::min(quads, from + kQuadsPerBlock);
  fillAny(mine, work.taken->runs.data(), from, to);
}
void moveShared(const SharedWork &work, library::Block) {
  work.taken->addQuads(work.firstLane, work.finishedQuads, work.groups);
}

class PhiloxEngine final : public Engine {
public:
  void restart(Generator &generator) override {
    if (isShared_)
      settle(generator);
    const uint64_t lanes = lanesOf(generator.ordering);
    resumesAt_ = generator.position;
    taken_.lanes = lanes;
    taken_.runs.assign(1, {0, generator.position / (4 * lanes)});
    taken_.add(0, generator.position % (4 * lanes) / 4, 1);
  }
  /// As many numbers are skipped as it has finished quads; while that is none, it stays where it is
  /// (seen).
  void resume(Generator &generator) override {
    const uint64_t at = resumesAt_;
    if (at)
      generator.position = at;
    restart(generator);
    resumesAt_ = at;
  }
  curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) override {
    if (!taken_.lanes)
      restart(generator);
    isShared_ = isShared_ || (!generator.isHost && library::isCapturing(generator.queue()));
    Work work{};
    work.shape = shape;
    work.seed = generator.seed;
    work.lanes = taken_.lanes;
    work.count = count;
    work.firstLane = uint32_t(generator.position / 4 % taken_.lanes);
    work.skip = uint32_t(generator.position % 4);
    generator.position += count;
    const uint64_t finished = (work.skip + count) / 4;
    resumesAt_ += finished;
    const uint64_t groups = bytesOf(shape.kind, 4) == 8 ? 2 : 1;
    if (isShared_) {
      const SharedWork shared{work, &taken_, finished, groups};
      const curandStatus_t status =
          run<fillShared>(generator, "curand_philox_shared", blocksOf(work), shared);
      return status ? status : run<moveShared>(generator, "curand_philox_move", 1, shared);
    }
    const curandStatus_t status =
        taken_.runs.size() <= 4 ? start<4>(generator, work) : start<kMostRuns>(generator, work);
    taken_.addQuads(work.firstLane, finished, groups);
    return status;
  }

private:
  static uint64_t blocksOf(const Work &work) {
    const uint64_t quads = (work.skip + work.count + 3) / 4;
    return (quads + kQuadsPerBlock - 1) / kQuadsPerBlock;
  }
  template <size_t most> curandStatus_t start(Generator &generator, const Work &work) {
    WorkWith<most> passed{work, {}};
    passed.runCount = uint32_t(std::min(taken_.runs.size(), most));
    std::copy_n(taken_.runs.begin(), passed.runCount, passed.runs);
    return run<fillPhilox<most>>(generator, most == 4 ? "curand_philox" : "curand_philox_mixed",
                                 blocksOf(work), passed);
  }

  Taken taken_;
  /// The offset that was set and the quads finished since (seen): NVIDIA's library counts both in
  /// one number.
  uint64_t resumesAt_ = 0;
  bool isShared_ = false; ///< work in the stream uses taken_
};

} // namespace

std::unique_ptr<Engine> makePhilox() { return std::make_unique<PhiloxEngine>(); }

} // namespace anywarp::curand
