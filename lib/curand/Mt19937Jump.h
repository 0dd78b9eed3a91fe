// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// States of MT19937 that are far apart in its sequence.
#pragma once

#include <cstdint>

namespace anywarp::curand {

inline constexpr int kMtSize = 624;
inline constexpr int kMtJumps = 13;

/// The next kMtSize words of a sequence, bit by bit: bit t % 64 of bits[t / 64][p] is bit p of
/// word t. What lies behind word 623 is not defined.
struct MtPlanes {
  static constexpr int kRows = (kMtSize + 63) / 64;
  alignas(64) uint64_t bits[kRows][32];

  /// The sequence that begins with a seed, as Matsumoto and Nishimura initialise it (2002).
  static MtPlanes ofSeed(uint32_t seed);
  void store(uint32_t (&words)[kMtSize]) const;
  /// Moves 2^(2048 + power) words on; power < kMtJumps.
  void jump(int power);
};

} // namespace anywarp::curand
