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

struct Work {
  Shape shape;
  uint64_t seed, position, count;
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

template <Kind kind>
constexpr int kGroups = bytesOf(kind, 4) == 8 || kind == Kind::PoissonNormal ? 2 : 1;

/// Four values of one lane.
template <Kind kind, typename Value>
void convert(const Shape &shape, const uint32_t (*draws)[4][kVector], int i, Value *out) {
  if constexpr (kind == Kind::UniformDouble) {
    for (int k = 0; k < 4; ++k)
      out[k] =
          _curand_uniform_double_hq(draws[k / 2][k % 2 * 2][i], draws[k / 2][k % 2 * 2 + 1][i]);
  } else if constexpr (kind == Kind::Normal || kind == Kind::LogNormal) {
    for (int k = 0; k < 4; k += 2) {
      float2 pair = _curand_box_muller(draws[0][k][i], draws[0][k + 1][i]);
      out[k] = scaled<kind>(shape, pair.x);
      out[k + 1] = scaled<kind>(shape, pair.y);
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

/// A quad is four values of a lane; the call's quads are counted from its first lane on. The
/// position's remainder in its quad is skipped.
template <Kind kind> void fillQuads(const Work &work, uint64_t from, uint64_t to) {
  using Value =
      std::conditional_t<bytesOf(kind, 4) == 8, double,
                         std::conditional_t<kind == Kind::Raw || kind == Kind::PoissonTable ||
                                                kind == Kind::PoissonNormal,
                                            uint32_t, float>>;
  const uint64_t row = work.position / kRound, firstQuad = work.position % kRound / 4,
                 skip = work.position % 4;
  auto *out = static_cast<Value *>(work.shape.to);
  alignas(64) Value values[4 * kVector];
  alignas(64) uint32_t draws[kGroups<kind>][4][kVector];
  for (uint64_t quad = from; quad < to;) {
    const uint64_t place = firstQuad + quad, lane = place % kLanes;
    const uint64_t width = std::min<uint64_t>({kVector, kLanes - lane, to - quad});
    // The lanes before the first one begin a group later.
    const uint64_t turn = place / kLanes;
    const uint64_t group =
        lane < firstQuad ? row + 1 + (turn - 1) * kGroups<kind> : row + turn * kGroups<kind>;
    for (int g = 0; g < kGroups<kind>; ++g)
      draw(work.seed, lane, group + uint64_t(g), draws[g]);
    for (int i = 0; i < kVector; ++i)
      convert<kind>(work.shape, draws, i, values + 4 * i);
    const uint64_t begin = std::max(4 * quad, skip),
                   end = std::min(4 * (quad + width), skip + work.count);
    if (begin < end)
      std::memcpy(out + (begin - skip), values + (begin - 4 * quad), (end - begin) * sizeof(Value));
    quad += width;
  }
}

void fillPhilox(const Work &work, library::Block block) {
  const uint64_t quads = (work.position % 4 + work.count + 3) / 4;
  const uint64_t from = block.index * kQuadsPerBlock, to = std::min(quads, from + kQuadsPerBlock);
  withKind(work.shape.kind, [&]<Kind kind>() { fillQuads<kind>(work, from, to); });
}

class PhiloxEngine final : public Engine {
public:
  bool makesPairs() const override { return true; }
  curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) override {
    Work work{shape, generator.seed, generator.position, count};
    generator.position += count;
    const uint64_t quads = (work.position % 4 + count + 3) / 4;
    return run<fillPhilox>(generator, "curand_philox",
                           (quads + kQuadsPerBlock - 1) / kQuadsPerBlock, work);
  }
};

} // namespace

std::unique_ptr<Engine> makePhilox() { return std::make_unique<PhiloxEngine>(); }

} // namespace anywarp::curand
