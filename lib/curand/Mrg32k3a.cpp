// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MRG32k3a: 81920 subsequences, 4096 in LEGACY and 270336 in DYNAMIC ordering.
#include "curand/Lanes.h"

namespace anywarp::curand {
namespace {

struct Mrg {
  static constexpr const char *kName = "curand_mrg32k3a";
  static constexpr int kWords = 6; // s1, s2

  static uint64_t lanes(curandOrdering_t ordering) {
    return ordering == CURAND_ORDERING_PSEUDO_LEGACY    ? 4096
           : ordering == CURAND_ORDERING_PSEUDO_DYNAMIC ? 270336 // as an H200 has it (seen)
                                                        : 81920;
  }
  static constexpr bool isPair(Kind kind) { return isNormal(kind); }
  static constexpr int draws(Kind kind) {
    return isNormal(kind) || kind == Kind::PoissonNormal ? 2 : 1;
  }

  /// A draw is the whole number in [1, MOD1] that a uniform value is made of.
  static void draw(uint32_t (&s)[kWords][kGroup], int from, int to, uint32_t *out) {
    for (int i = from; i < to; ++i) {
      uint32_t p1 = __awMrgReduce(1403580ull * s[1][i] + 810728ull * (4294967087u - s[0][i]), 209u);
      uint32_t p2 =
          __awMrgReduce(527612ull * s[5][i] + 1370589ull * (4294944443u - s[3][i]), 22853u);
      s[0][i] = s[1][i];
      s[1][i] = s[2][i];
      s[2][i] = p1;
      s[3][i] = s[4][i];
      s[4][i] = s[5][i];
      s[5][i] = p2;
      out[i - from] = p1 > p2 ? p1 - p2 : p1 - p2 + 4294967087u;
    }
  }

  static void seed(uint32_t (&s)[kWords][kGroup], int width, const Placing &placing, uint64_t lane,
                   uint64_t row) {
    curandStateMRG32k3a_t next;
    curand_init(placing.seed, lane, 0, &next);
    for (int i = 0; i < width; ++i) {
      curandStateMRG32k3a_t state = next;
      skipahead(row, &state);
      for (int w = 0; w < 3; ++w) {
        s[w][i] = state.s1[w];
        s[w + 3][i] = state.s2[w];
      }
      skipahead_subsequence(1, &next);
    }
  }

  template <Kind kind, int count, typename Value>
  static void convert(const Shape &shape, const uint32_t (&draws)[count][kGroup], int i,
                      Value *out) {
    if constexpr (kind == Kind::Uniform || kind == Kind::UniformDouble) {
      out[i] = Value(double(draws[0][i]) * MRG32K3A_NORM);
    } else if constexpr (kind == Kind::Normal || kind == Kind::LogNormal) {
      float2 pair = __awPolar(float(draws[0][i] * MRG32K3A_NORM),
                              float(draws[1][i] * MRG32K3A_NORM) * CURAND_2PI);
      out[2 * i] = scaled<kind>(shape, pair.x);
      out[2 * i + 1] = scaled<kind>(shape, pair.y);
    } else if constexpr (count == 2) {
      double2 pair = __awPolarPi(draws[0][i] * MRG32K3A_NORM, draws[1][i] * MRG32K3A_NORM * 2.0);
      out[2 * i] = scaled<kind>(shape, pair.x);
      out[2 * i + 1] = scaled<kind>(shape, pair.y);
    } else {
      out[i] = valueOf<kind>(shape, uint32_t(draws[0][i] * MRG32K3A_BITS_NORM));
    }
  }
};

} // namespace

std::unique_ptr<Engine> makeMrg32k3a() { return std::make_unique<LanesEngine<Mrg>>(); }

} // namespace anywarp::curand
