// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints jump polynomials of MT19937: x^(2^i) modulo the characteristic polynomial of its
// recursion, one a line as 312 64-bit words, lowest powers first. usage: mt19937jumps FIRST LAST,
// both exponents i.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Words = std::vector<uint64_t>;
constexpr int kDegree = 19937, kWords = 312;

/// Any bit of the state as a sequence.
static std::vector<uint8_t> sequence(int count) {
  uint32_t s[624] = {5489};
  for (uint32_t i = 1; i < 624; ++i)
    s[i] = 1812433253u * (s[i - 1] ^ (s[i - 1] >> 30)) + i;
  std::vector<uint8_t> bits;
  for (int i = 0; i < count; ++i) {
    uint32_t y = (s[i % 624] & 0x80000000u) | (s[(i + 1) % 624] & 0x7fffffffu);
    s[i % 624] = s[(i + 397) % 624] ^ (y >> 1) ^ (-(y & 1) & 0x9908b0dfu);
    bits.push_back(s[i % 624] & 1);
  }
  return bits;
}

static void addShifted(Words &to, const Words &from, int shift) {
  const size_t word = size_t(shift) / 64;
  const int bit = shift % 64;
  for (size_t i = word; i < to.size(); ++i) {
    to[i] ^= from[i - word] << bit;
    if (bit && i > word)
      to[i] ^= from[i - word - 1] >> (64 - bit);
  }
}

/// Berlekamp and Massey: the characteristic polynomial.
static Words characteristic() {
  const std::vector<uint8_t> bits = sequence(2 * kDegree + 64);
  Words connection(kWords + 2), old(kWords + 2), seen(kWords + 2);
  connection[0] = old[0] = 1;
  int length = 0, gap = 1;
  for (int n = 0; n < int(bits.size()); ++n, ++gap) {
    for (size_t i = seen.size() - 1; i > 0; --i)
      seen[i] = seen[i] << 1 | seen[i - 1] >> 63;
    seen[0] = seen[0] << 1 | bits[size_t(n)];
    uint64_t sum = 0;
    for (size_t i = 0; i < seen.size(); ++i)
      sum ^= connection[i] & seen[i];
    if (!__builtin_parityll(sum))
      continue;
    const Words before = connection;
    addShifted(connection, old, gap);
    if (2 * length <= n) {
      length = n + 1 - length;
      old = before;
      gap = 0;
    }
  }
  if (length != kDegree)
    std::exit(1);
  Words out(kWords + 1);
  for (size_t i = 0; i <= kDegree; ++i)
    out[(kDegree - i) / 64] |= (connection[i / 64] >> (i % 64) & 1) << ((kDegree - i) % 64);
  return out;
}

int main(int, char **arguments) {
  const int first = std::atoi(arguments[1]), last = std::atoi(arguments[2]);
  Words modulus = characteristic();
  std::vector<Words> shifted(64, Words(kWords + 2));
  modulus.resize(kWords + 2);
  for (int i = 0; i < 64; ++i)
    addShifted(shifted[size_t(i)], modulus, i);
  Words power(kWords), square(2 * kWords + 2);
  power[0] = 2;
  for (int i = 0; i <= last; ++i) {
    if (i >= first)
      for (size_t w = 0; w < kWords; ++w)
        std::printf("%s0x%llxu%s", w ? "" : "{", static_cast<unsigned long long>(power[w]),
                    w + 1 < kWords ? "," : "},\n");
    square.assign(square.size(), 0);
    for (size_t bit = 0; bit < kDegree; ++bit)
      square[bit / 32] |= (power[bit / 64] >> (bit % 64) & 1) << (2 * bit % 64);
    for (int bit = 2 * kDegree; bit >= kDegree; --bit)
      if (square[size_t(bit) / 64] >> (bit % 64) & 1) {
        const size_t word = size_t(bit - kDegree) / 64;
        const Words &from = shifted[size_t(bit - kDegree) % 64];
        for (size_t w = 0; w < from.size() && word + w < square.size(); ++w)
          square[word + w] ^= from[w];
      }
    power.assign(square.begin(), square.begin() + kWords);
  }
}
