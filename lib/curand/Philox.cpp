// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Philox4x32-10: 65536 subsequences, four values of each in turn. A counter is all the state there
// is.
#include "curand/Generator.h"

#include <algorithm>
#include <cstring>

namespace anywarp::curand {
namespace {

constexpr uint64_t kLanes = 65536, kRound = 4 * kLanes; ///< values before a lane's turn comes again
constexpr uint64_t kQuadsPerBlock = 4096;
constexpr int kVector = 64;

/// Lanes from `lane` on, up to the next run's, have `groups` groups behind them.
struct Run {
  uint32_t lane;
  uint64_t groups;
};

/// More runs than this come from as many calls of different kinds within one round.
constexpr size_t kMostRuns = 1024;

struct Work {
  Shape shape;
  uint64_t seed, count;
  uint32_t firstLane, skip; ///< where the call begins, and how many values of that quad are taken
  uint32_t runCount;
};
template <size_t most> struct WorkWith : Work {
  Run runs[most];
};

/// Groups of four draws of kVector lanes from `lane` on, each at its group `at` of the lane.
void draw(uint64_t seed, uint64_t lane, uint64_t at, uint32_t (&out)[4][kVector]) {
  for (int i = 0; i < kVector; ++i) {
    uint32_t x = uint32_t(at), y = uint32_t(at >> 32);
    uint32_t z = uint32_t(lane) + uint32_t(i), w = 0;
    uint32_t k0 = uint32_t(seed), k1 = uint32_t(seed >> 32);
    for (int round = 0; round < 10; ++round) {
      uint64_t a = uint64_t(PHILOX_M4x32_0) * x, b = uint64_t(PHILOX_M4x32_1) * z;
      x = uint32_t(b >> 32) ^ y ^ k0;
      y = uint32_t(b);
      z = uint32_t(a >> 32) ^ w ^ k1;
      w = uint32_t(a);
      k0 += PHILOX_W32_0;
      k1 += PHILOX_W32_1;
    }
    out[0][i] = x;
    out[1][i] = y;
    out[2][i] = z;
    out[3][i] = w;
  }
}

template <Kind kind> constexpr int kGroups = bytesOf(kind, 4) == 8 ? 2 : 1;

template <Kind kind> auto widened(float x) {
  return std::conditional_t < kind == Kind::PoissonNormal, double, float > (x);
}

/// Four values of one lane.
template <Kind kind, typename Value>
void convert(const Shape &shape, const uint32_t (*draws)[4][kVector], int i, Value *out) {
  if constexpr (kind == Kind::UniformDouble) {
    for (int k = 0; k < 4; ++k)
      out[k] =
          _curand_uniform_double_hq(draws[k / 2][k % 2 * 2][i], draws[k / 2][k % 2 * 2 + 1][i]);
  } else if constexpr (kind == Kind::Normal || kind == Kind::LogNormal ||
                       kind == Kind::PoissonNormal) {
    for (int k = 0; k < 4; k += 2) {
      float2 pair = _curand_box_muller(draws[0][k][i], draws[0][k + 1][i]);
      out[k] = scaled<kind>(shape, widened<kind>(pair.x));
      out[k + 1] = scaled<kind>(shape, widened<kind>(pair.y));
    }
  } else if constexpr (isNormal(kind)) {
    for (int k = 0; k < 2; ++k) {
      double2 pair =
          _curand_box_muller_double(draws[k][0][i], draws[k][1][i], draws[k][2][i], draws[k][3][i]);
      out[2 * k] = scaled<kind>(shape, pair.x);
      out[2 * k + 1] = scaled<kind>(shape, pair.y);
    }
  } else {
    for (int k = 0; k < 4; ++k)
      out[k] = valueOf<kind>(shape, draws[0][k][i]);
  }
}

/// The call's quads [from, to).
template <Kind kind> void fillQuads(const Work &work, const Run *runs, uint64_t from, uint64_t to) {
  using Value =
      std::conditional_t<bytesOf(kind, 4) == 8, double,
                         std::conditional_t<kind == Kind::Raw || kind == Kind::PoissonTable ||
                                                kind == Kind::PoissonNormal,
                                            uint32_t, float>>;
  auto *out = static_cast<Value *>(work.shape.to);
  alignas(64) Value values[4 * kVector];
  alignas(64) uint32_t draws[kGroups<kind>][4][kVector];
  for (uint64_t quad = from; quad < to;) {
    const uint64_t lane = (work.firstLane + quad) % kLanes, visits = quad / kLanes;
    const Run *run =
        std::upper_bound(runs, runs + work.runCount, lane,
                         [](uint64_t lane, const Run &run) { return lane < run.lane; });
    const uint64_t runEnd = run == runs + work.runCount ? kLanes : run->lane;
    const uint64_t width =
        std::min<uint64_t>({kVector, runEnd - lane, to - quad, kLanes - quad % kLanes});
    const uint64_t group = run[-1].groups + visits * kGroups<kind>;
    for (int g = 0; g < kGroups<kind>; ++g)
      draw(work.seed, lane, group + uint64_t(g), draws[g]);
    for (int i = 0; i < kVector; ++i)
      convert<kind>(work.shape, draws, i, values + 4 * i);
    const uint64_t begin = std::max<uint64_t>(4 * quad, work.skip);
    const uint64_t end = std::min(4 * (quad + width), work.skip + work.count);
    if (begin < end)
      std::memcpy(out + (begin - work.skip), values + (begin - 4 * quad),
                  (end - begin) * sizeof(Value));
    quad += width;
  }
}

template <size_t most> void fillPhilox(const WorkWith<most> &work, library::Block block) {
  const uint64_t quads = (work.skip + work.count + 3) / 4;
  const uint64_t from = block.index * kQuadsPerBlock, to = std::min(quads, from + kQuadsPerBlock);
  withKind(work.shape.kind, [&]<Kind kind>() { fillQuads<kind>(work, work.runs, from, to); });
}

class PhiloxEngine final : public Engine {
public:
  void restart(Generator &generator) override {
    const uint64_t turn = generator.position / kRound, ahead = generator.position % kRound / 4;
    runs_.assign(1, {0, turn});
    add(0, ahead, 1);
  }
  curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) override {
    Work work{};
    work.shape = shape;
    work.seed = generator.seed;
    work.count = count;
    work.firstLane = uint32_t(generator.position / 4 % kLanes);
    work.skip = uint32_t(generator.position % 4);
    curandStatus_t status =
        runs_.size() <= 4 ? start<4>(generator, work) : start<kMostRuns>(generator, work);
    generator.position += count;
    // What the lanes of the finished quads have taken.
    const uint64_t quads = (work.skip + count) / 4, groups = bytesOf(shape.kind, 4) == 8 ? 2 : 1;
    for (Run &run : runs_)
      run.groups += quads / kLanes * groups;
    const uint64_t end = work.firstLane + quads % kLanes;
    add(work.firstLane, std::min(end, kLanes), groups);
    if (end > kLanes)
      add(0, end - kLanes, groups);
    return status;
  }

private:
  template <size_t most> curandStatus_t start(Generator &generator, const Work &work) {
    WorkWith<most> passed{work, {}};
    passed.runCount = uint32_t(std::min(runs_.size(), most));
    std::copy_n(runs_.begin(), passed.runCount, passed.runs);
    const uint64_t quads = (work.skip + work.count + 3) / 4;
    return run<fillPhilox<most>>(generator, most == 4 ? "curand_philox" : "curand_philox_mixed",
                                 (quads + kQuadsPerBlock - 1) / kQuadsPerBlock, passed);
  }

  /// The lanes [from, to) have taken more groups.
  void add(uint64_t from, uint64_t to, uint64_t groups) {
    if (from >= to)
      return;
    split(from);
    split(to);
    for (Run &run : runs_)
      if (run.lane >= from && run.lane < to)
        run.groups += groups;
    runs_.erase(std::unique(runs_.begin(), runs_.end(),
                            [](const Run &a, const Run &b) { return a.groups == b.groups; }),
                runs_.end());
  }
  void split(uint64_t lane) {
    auto after = std::upper_bound(runs_.begin(), runs_.end(), lane,
                                  [](uint64_t lane, const Run &run) { return lane < run.lane; });
    if (lane < kLanes && after[-1].lane != lane)
      runs_.insert(after, {uint32_t(lane), after[-1].groups});
  }

  std::vector<Run> runs_ = {{0, 0}}; ///< the first begins with lane 0
};

} // namespace

std::unique_ptr<Engine> makePhilox() { return std::make_unique<PhiloxEngine>(); }

} // namespace anywarp::curand
