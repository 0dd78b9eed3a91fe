// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// XORWOW: 4096 subsequences, in the DYNAMIC ordering 2816.
#include "curand/Lanes.h"

namespace anywarp::curand {
namespace {

/// SEEDED: lane t has the seed + t times this (seen).
constexpr uint64_t kSeedStep = 3133713;

struct Xorwow {
  static constexpr const char *kName = "curand_xorwow";
  static constexpr int kWords = 6; // d, v

  /// DYNAMIC depends on the GPU: here as on an H200 (seen).
  static uint64_t lanes(curandOrdering_t ordering) {
    return ordering == CURAND_ORDERING_PSEUDO_DYNAMIC ? 2816 : 4096;
  }
  static constexpr bool isPair(Kind kind) { return isNormal(kind); }
  static constexpr int draws(Kind kind) {
    if (kind == Kind::UniformDouble || kind == Kind::Normal || kind == Kind::LogNormal ||
        kind == Kind::PoissonNormal)
      return 2;
    return isNormal(kind) ? 4 : 1;
  }

  /// `count` draws of the lanes [from, to).
  template <int count>
  AW_EVERYWHERE static void draw(uint32_t (&s)[kWords][kGroup], int from, int to,
                                 uint32_t (*out)[kGroup]) {
    for (int i = from; i < to; ++i) {
      uint32_t d = s[0][i], a = s[1][i], b = s[2][i], c = s[3][i], e = s[4][i], v = s[5][i];
#pragma GCC unroll 8
      for (int k = 0; k < count; ++k) {
        const uint32_t t = a ^ (a >> 2);
        a = b;
        b = c;
        c = e;
        e = v;
        v = (v ^ (v << 4)) ^ (t ^ (t << 1));
        d += 362437;
        out[k][i - from] = v + d;
      }
      s[0][i] = d;
      s[1][i] = a;
      s[2][i] = b;
      s[3][i] = c;
      s[4][i] = e;
      s[5][i] = v;
    }
  }

  static void seed(uint32_t (&s)[kWords][kGroup], int width, const Placing &placing, uint64_t lane,
                   uint64_t row) {
    curandStateXORWOW_t next;
    if (!placing.isSeeded)
      curand_init(placing.seed, lane, 0, &next);
    for (int i = 0; i < width; ++i) {
      if (placing.isSeeded)
        __awXorwowSeed(placing.seed + (lane + uint64_t(i)) * kSeedStep, &next);
      curandStateXORWOW_t state = next;
      skipahead(row, &state);
      s[0][i] = state.d;
      for (int w = 0; w < 5; ++w)
        s[w + 1][i] = state.v[w];
      if (!placing.isSeeded)
        skipahead_sequence(1, &next);
    }
  }

  template <Kind kind, int count, typename Value>
  AW_EVERYWHERE static void convert(const Shape &shape, const uint32_t (&draws)[count][kGroup],
                                    int i, Value *out) {
    if constexpr (kind == Kind::UniformDouble) {
      out[i] = _curand_uniform_double_hq(draws[0][i], draws[1][i]);
    } else if constexpr (count == 2) {
      float2 pair = _curand_box_muller(draws[0][i], draws[1][i]);
      out[2 * i] = scaled<kind>(shape, pair.x);
      out[2 * i + 1] = scaled<kind>(shape, pair.y);
    } else if constexpr (count == 4) {
      double2 pair = _curand_box_muller_double(draws[0][i], draws[1][i], draws[2][i], draws[3][i]);
      out[2 * i] = scaled<kind>(shape, pair.x);
      out[2 * i + 1] = scaled<kind>(shape, pair.y);
    } else {
      out[i] = valueOf<kind>(shape, draws[0][i]);
    }
  }
};

} // namespace

std::unique_ptr<Engine> makeXorwow() { return std::make_unique<LanesEngine<Xorwow>>(); }

} // namespace anywarp::curand
