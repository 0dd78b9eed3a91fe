// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Direction vectors from the numbers of Joe and Kuo. Scrambling (Matoušek: "On the L2-discrepancy
// for anchored boxes", 1998) multiplies a dimension's vectors by a random lower triangular matrix
// over GF(2). cuRAND's matrices, and after them its scramble constants, are the outputs of XORWOW
// with seed 0, subsequences 0 to 4095 in turn, but the first (seen). Row i of a matrix takes 64
// bits: its upper i bits, then a 1.
#include "curand/Directions.h"

#include <memory>
#include <vector>

#include "curand/Device.h"

namespace anywarp::curand {
namespace {

struct JoeKuoDegree {
  int degree, count, firstByte;
};
#include "curand/JoeKuo.inc"

constexpr uint64_t kLanes = 4096;

class BitReader {
public:
  explicit BitReader(const unsigned char *bytes) : bytes_(bytes) {}
  uint64_t take(int count) {
    uint64_t value = 0;
    for (; count; --count, ++at_)
      value = value << 1 | (bytes_[at_ / 8] >> (7 - at_ % 8) & 1);
    return value;
  }

private:
  const unsigned char *bytes_;
  uint64_t at_ = 0;
};

/// The vectors of one dimension: m(i) / 2^i, where the recurrence of the polynomial continues the
/// initial m.
void makeDimension(BitReader &bits, int degree, uint64_t *vectors) {
  const uint64_t inner = bits.take(degree - 1);
  uint64_t m[64] = {1};
  for (int i = 1; i < degree; ++i)
    m[i] = bits.take(i) << 1 | 1;
  for (int i = degree; i < 64; ++i) {
    m[i] = m[i - degree] ^ m[i - degree] << degree;
    for (int k = 1; k < degree; ++k)
      if (inner >> (degree - 1 - k) & 1)
        m[i] ^= m[i - k] << k;
  }
  for (int i = 0; i < 64; ++i)
    vectors[i] = m[i] << (63 - i);
}

std::vector<uint64_t> makeDirections() {
  std::vector<uint64_t> all(uint64_t(kMostDimensions) * 64);
  uint64_t *vectors = all.data();
  for (int i = 0; i < 64; ++i)
    *vectors++ = 1ull << (63 - i);
  for (const JoeKuoDegree &part : kDegrees) {
    BitReader bits(kBits + part.firstByte);
    for (int i = 0; i < part.count; ++i, vectors += 64)
      makeDimension(bits, part.degree, vectors);
  }
  return all;
}

/// The outputs as 64-bit words, low half first: the matrices' rows, then the constants.
std::vector<uint64_t> makeRandomWords() {
  constexpr uint64_t kDraws = (uint64_t(kMostDimensions) * 65 * 2 + 1 + kLanes - 1) / kLanes;
  std::vector<uint32_t> outputs(kDraws * kLanes);
  curandStateXORWOW_t first;
  curand_init(0, 0, 0, &first);
  for (uint64_t lane = 0; lane < kLanes; ++lane) {
    curandStateXORWOW_t state = first;
    for (uint64_t draw = 0; draw < kDraws; ++draw)
      outputs[draw * kLanes + lane] = ::curand(&state);
    skipahead_sequence(1, &first);
  }
  std::vector<uint64_t> words(uint64_t(kMostDimensions) * 65);
  for (uint64_t i = 0; i < words.size(); ++i)
    words[i] = outputs[2 * i + 1] | uint64_t(outputs[2 * i + 2]) << 32;
  return words;
}

const std::vector<uint64_t> &randomWords() {
  static const auto *words = new std::vector<uint64_t>(makeRandomWords());
  return *words;
}

/// A vector of the product is the sum of the matrix's columns that the vector's bits name.
std::vector<uint64_t> makeScrambled() {
  const uint64_t *plain = directions(false);
  std::vector<uint64_t> all(uint64_t(kMostDimensions) * 64);
  for (uint64_t dimension = 0; dimension < kMostDimensions; ++dimension) {
    uint64_t columns[64];
    for (int column = 0; column < 64; ++column)
      columns[column] = 1ull << (63 - column);
    for (int row = 1; row < 64; ++row) {
      const uint64_t random = randomWords()[dimension * 64 + uint64_t(row)];
      for (int column = 0; column < row; ++column)
        columns[column] |= (random >> (63 - column) & 1) << (63 - row);
    }
    for (uint64_t j = 0; j < 64; ++j) {
      uint64_t sum = 0;
      for (uint64_t v = plain[dimension * 64 + j]; v; v &= v - 1)
        sum ^= columns[63 - __builtin_ctzll(v)];
      all[dimension * 64 + j] = sum;
    }
  }
  return all;
}

std::vector<uint32_t> makeShort(const uint64_t *vectors) {
  std::vector<uint32_t> all(uint64_t(kMostDimensions) * 32);
  for (uint64_t i = 0; i < all.size(); ++i)
    all[i] = uint32_t(vectors[i / 32 * 64 + i % 32] >> 32);
  return all;
}

} // namespace

const uint64_t *directions(bool isScrambled) {
  if (isScrambled) {
    static const auto *scrambled = new std::vector<uint64_t>(makeScrambled());
    return scrambled->data();
  }
  static const auto *plain = new std::vector<uint64_t>(makeDirections());
  return plain->data();
}

const uint32_t *directions32(bool isScrambled) {
  if (isScrambled) {
    static const auto *scrambled = new std::vector<uint32_t>(makeShort(directions(true)));
    return scrambled->data();
  }
  static const auto *plain = new std::vector<uint32_t>(makeShort(directions(false)));
  return plain->data();
}

const uint64_t *scrambleConstants() {
  return randomWords().data() + uint64_t(kMostDimensions) * 64;
}

const uint32_t *scrambleConstants32() {
  static const auto *all = [] {
    auto *constants = new std::vector<uint32_t>(kMostDimensions);
    for (uint32_t i = 0; i < kMostDimensions; ++i)
      (*constants)[i] = uint32_t(scrambleConstants()[i] >> 32);
    return constants;
  }();
  return all->data();
}

} // namespace anywarp::curand
