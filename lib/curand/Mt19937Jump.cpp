// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A jump is a polynomial P over GF(2), of degree below 19937: word i behind it is the sum of the
// words b + i of the sequence for which P has x^b. In each bit of the words this is a product of
// two polynomials, of which 624 coefficients are wanted.
#include "curand/Mt19937Jump.h"
#include "library/Processor.h"

#include <algorithm>
#include <cstring>
#include <immintrin.h>

namespace anywarp::curand {
namespace {

constexpr int kShift = 397, kDegree = 19937, kPolynomialRows = 312;
constexpr int kRows = MtPlanes::kRows;
/// Of the sequence that a jump adds up.
constexpr int kSequenceRows = kPolynomialRows + kRows;

/// A power of x modulo the characteristic polynomial; lowest powers first.
constexpr uint64_t kJumps[kMtJumps][kPolynomialRows] = {
#include "curand/Mt19937Jumps.inc"
};

using Row = uint64_t[32]; ///< 64 words of a sequence

struct Sequence {
  alignas(64) Row store[1 + kSequenceRows];
  Row *const rows = store + 1; ///< behind one that is multiplied by zero

  Sequence() { std::memset(store[0], 0, sizeof store[0]); }
};

/// Bit p of 64 words from word `at` on.
template <int at> AW_EVERYWHERE uint64_t bitsFrom(const Row *rows, int p) {
  constexpr int row = at / 64, bit = at % 64;
  if constexpr (bit == 0)
    return rows[row][p];
  else
    return rows[row][p] >> bit | rows[row + 1][p] << (64 - bit);
}

/// The 64 words of the sequence that lie 624 behind word `from` of rows.
template <int from> AW_EVERYWHERE void twist(const Row *rows, Row &out) {
  constexpr uint32_t kMatrix = 0x9908b0df;
  uint64_t y[33];
  for (int p = 0; p < 31; ++p)
    y[p] = bitsFrom<from + 1>(rows, p);
  y[31] = bitsFrom<from>(rows, 31);
  y[32] = 0;
  for (int p = 0; p < 32; ++p)
    out[p] = bitsFrom<from + kShift>(rows, p) ^ y[p + 1] ^ (y[0] & -uint64_t(kMatrix >> p & 1));
}

AW_EVERYWHERE void extend(const MtPlanes &state, Sequence &sequence) {
  constexpr int kKnown = kMtSize % 64; // words of the last row
  std::memcpy(sequence.rows, state.bits, sizeof state.bits);
  Row next;
  twist<0>(sequence.rows, next);
  for (int p = 0; p < 32; ++p) {
    uint64_t &last = sequence.rows[kRows - 1][p];
    last = (last & ((1ull << kKnown) - 1)) | next[p] << kKnown;
  }
  for (int row = kRows; row < kSequenceRows; ++row)
    twist<64 - kKnown>(sequence.rows + row - kRows, sequence.rows[row]);
}

/// For any processor: adds the places of the sequence that the polynomial names.
void addPlaces(int power, const Sequence &sequence, MtPlanes &sum) {
  const uint64_t *polynomial = kJumps[power];
  std::memset(sum.bits, 0, sizeof sum.bits);
  for (int b = 0; b < kDegree; ++b) {
    if (!(polynomial[b / 64] >> (b % 64) & 1))
      continue;
    const Row *from = sequence.rows + b / 64;
    const int bit = b % 64;
    for (int row = 0; row < kRows; ++row)
      for (int p = 0; p < 32; ++p)
        sum.bits[row][p] ^= from[row][p] >> bit | from[row + 1][p] << 1 << (63 - bit);
  }
}

/// The polynomials from their highest power on: bit kTop - b for x^b, so that the coefficients
/// from kTop on of the product with the sequence are the sum.
constexpr int kTop = kPolynomialRows * 64;
struct Turned {
  uint64_t rows[kMtJumps][kPolynomialRows + 1] = {};
  Turned() {
    for (int power = 0; power < kMtJumps; ++power)
      for (int b = 0; b < kDegree; ++b)
        rows[power][(kTop - b) / 64] |= (kJumps[power][b / 64] >> (b % 64) & 1)
                                        << ((kTop - b) % 64);
  }
};

/// Products without carries. Row kPolynomialRows + i of the product has the low halves of
/// turned[j] * rows[kPolynomialRows + i - j] and the high halves of the products one row before.
[[gnu::target("pclmul,avx2")]] void multiply(int power, const Sequence &sequence, MtPlanes &sum) {
  static const Turned all;
  const uint64_t *turned = all.rows[power];
  for (int p = 0; p < 32; ++p) {
    __m128i products[kRows + 1] = {};
    for (int j = 0; j <= kPolynomialRows; ++j) {
      const __m128i factor = _mm_cvtsi64_si128(int64_t(turned[j]));
      const Row *rows = sequence.rows + (kPolynomialRows - 1 - j);
#pragma GCC unroll 16
      for (int i = 0; i <= kRows; ++i)
        products[i] ^= _mm_clmulepi64_si128(
            factor, _mm_loadl_epi64(reinterpret_cast<const __m128i *>(&rows[i][p])), 0);
    }
    for (int i = 0; i < kRows; ++i)
      sum.bits[i][p] =
          uint64_t(_mm_extract_epi64(products[i], 1) ^ _mm_cvtsi128_si64(products[i + 1]));
  }
}

/// Turns the rows of 32 bits into columns.
void transpose(uint32_t (&m)[32]) {
  uint32_t mask = 0xffff;
  for (int j = 16; j; j >>= 1, mask ^= mask << j)
    for (int k = 0; k < 32; k = ((k | j) + 1) & ~j) {
      const uint32_t change = (m[k] >> j ^ m[k | j]) & mask;
      m[k] ^= change << j;
      m[k | j] ^= change;
    }
}

} // namespace

MtPlanes MtPlanes::ofSeed(uint32_t seed) {
  uint32_t words[kRows * 64] = {seed};
  for (uint32_t i = 1; i < kMtSize; ++i)
    words[i] = 1812433253u * (words[i - 1] ^ (words[i - 1] >> 30)) + i;
  MtPlanes planes = {};
  for (int half = 0; half < kRows * 2; ++half) {
    uint32_t m[32];
    std::memcpy(m, words + half * 32, sizeof m);
    transpose(m);
    for (int p = 0; p < 32; ++p)
      planes.bits[half / 2][p] |= uint64_t(m[p]) << (half % 2 * 32);
  }
  return planes;
}

void MtPlanes::store(uint32_t (&words)[kMtSize]) const {
  for (int at = 0; at < kMtSize; at += 32) {
    uint32_t m[32];
    for (int p = 0; p < 32; ++p)
      m[p] = uint32_t(bits[at / 64][p] >> (at % 64));
    transpose(m);
    std::memcpy(words + at, m, size_t(std::min(32, kMtSize - at)) * sizeof *m);
  }
}

void MtPlanes::jump(int power) {
  static const bool multiplies =
      library::kProcessor != library::Processor::Any && __builtin_cpu_supports("pclmul");
  Sequence sequence;
  library::runForProcessor([&]() AW_EVERYWHERE_LAMBDA { extend(*this, sequence); });
  (multiplies ? multiply : addPlaces)(power, sequence, *this);
}

} // namespace anywarp::curand
