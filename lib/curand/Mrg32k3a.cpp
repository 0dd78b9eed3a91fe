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

  /// `count` draws of the lanes [from, to). A draw is the whole number in [1, MOD1] that a uniform
  /// value is made of.
  template <int count>
  AW_EVERYWHERE static void draw(uint32_t (&s)[kWords][kGroup], int from, int to,
                                 uint32_t (*out)[kGroup]) {
    for (int i = from; i < to; ++i) {
      uint32_t a[3] = {s[0][i], s[1][i], s[2][i]}, b[3] = {s[3][i], s[4][i], s[5][i]};
#pragma GCC unroll 8
      for (int k = 0; k < count; ++k) {
        const uint32_t p1 = reduce<209>(1403580ull * a[1] + 810728ull * (4294967087u - a[0]));
        const uint32_t p2 = reduce<22853>(527612ull * b[2] + 1370589ull * (4294944443u - b[0]));
        a[0] = a[1];
        a[1] = a[2];
        a[2] = p1;
        b[0] = b[1];
        b[1] = b[2];
        b[2] = p2;
        out[k][i - from] = p1 > p2 ? p1 - p2 : p1 - p2 + 4294967087u;
      }
      for (int w = 0; w < 3; ++w) {
        s[w][i] = a[w];
        s[w + 3][i] = b[w];
      }
    }
  }
  /// x modulo 2^32 - c, for x < 2^54: folded once or twice, x is below twice the modulus.
  template <uint32_t c> AW_EVERYWHERE static uint32_t reduce(uint64_t x) {
    constexpr auto kModulus = int64_t(0xffffffff) - c + 1;
    x = (x & 0xffffffff) + (x >> 32) * c;
    if constexpr (c >= 1 << 10)
      x = (x & 0xffffffff) + (x >> 32) * c;
    const auto y = int64_t(x);
    return uint32_t(y < kModulus ? y : y - kModulus);
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
  AW_EVERYWHERE static void convert(const Shape &shape, const uint32_t (&draws)[count][kGroup],
                                    int i, Value *out) {
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
