// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix in shared memory is a grid of core matrices, 8 rows of 16 bytes; swizzled ones lie in
// lines of 32, 64 or 128 bytes. Rows of A and columns of B are called lines here; 32 bytes of each
// take part.
#include "exec/WarpgroupMultiply.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "exec/Texels.h"

namespace anywarp::exec {

namespace {

using Element = WarpgroupOperands::Element;

constexpr unsigned kLineBytes = 32; ///< of every k: 16 halves, 8 tf32, 32 bytes, 256 bits
constexpr unsigned kMostElements = 32;

unsigned bitsOfElement(Element type) {
  switch (type) {
  case WarpgroupOperands::F16:
  case WarpgroupOperands::BF16:
    return 16;
  case WarpgroupOperands::TF32:
    return 32;
  default:
    return 8;
  }
}

/// The fields of a matrix descriptor.
struct Descriptor {
  uint64_t start, leading, stride; ///< bytes
  unsigned span = 0;               ///< bytes of a swizzled line; 16: none
  uint64_t mask = 0;               ///< of the address bits from 7 on that move chunks

  static bool read(uint64_t bits, Descriptor &to) {
    to.start = (bits & 0x3fff) << 4;
    to.leading = (bits >> 16 & 0x3fff) << 4;
    to.stride = (bits >> 32 & 0x3fff) << 4;
    static constexpr unsigned kSpans[] = {16, 128, 64, 32};
    to.span = kSpans[bits >> 62];
    to.mask = to.span / 16 - 1;
    return (bits >> 49 & 7) == 0; // the pattern begins at a multiple of its own size
  }
  /// Byte `byte` of line `line`, which are along k ...
  uint64_t alongK(unsigned line, unsigned byte) const {
    uint64_t at = start + uint64_t(line / 8) * stride + line % 8 * span;
    at += span == 16 ? byte / 16 * leading + byte % 16 : byte;
    return swizzled(at);
  }
  /// ... or across it: byte `byte` counts along the lines, at `k`.
  uint64_t acrossK(unsigned byte, unsigned k) const {
    uint64_t at = start + byte % span + k % 8 * span;
    at += span == 16 ? byte / span * stride + k / 8 * leading
                     : byte / span * leading + k / 8 * stride;
    return swizzled(at);
  }

private:
  uint64_t swizzled(uint64_t at) const { return at ^ (at >> 7 & mask) << 4; }
};

float smallToFloat(uint8_t bits, bool hasFourExponentBits) {
  const unsigned mantissaBits = hasFourExponentBits ? 3 : 2;
  const int bias = hasFourExponentBits ? 7 : 15;
  const unsigned exponent = (bits & 0x7f) >> mantissaBits,
                 mantissa = bits & ((1u << mantissaBits) - 1);
  float value = exponent ? std::ldexp(float((1u << mantissaBits) + mantissa),
                                      int(exponent) - bias - int(mantissaBits))
                         : std::ldexp(float(mantissa), 1 - bias - int(mantissaBits));
  if (hasFourExponentBits ? (bits & 0x7f) == 0x7f : exponent == 31 && mantissa)
    value = NAN;
  else if (!hasFourExponentBits && exponent == 31)
    value = INFINITY;
  return bits & 0x80 ? -value : value;
}

/// The elements of 32 bytes as numbers.
void decode(Element type, const uint8_t *bytes, float *to) {
  for (unsigned i = 0; i < kLineBytes * 8 / bitsOfElement(type); ++i) {
    uint16_t half;
    uint32_t word;
    switch (type) {
    case WarpgroupOperands::F16:
      std::memcpy(&half, bytes + 2 * i, 2);
      to[i] = halfToFloat(half);
      break;
    case WarpgroupOperands::BF16:
      std::memcpy(&half, bytes + 2 * i, 2);
      to[i] = std::bit_cast<float>(uint32_t(half) << 16);
      break;
    case WarpgroupOperands::TF32:
      std::memcpy(&word, bytes + 4 * i, 4);
      to[i] = std::bit_cast<float>(word & 0xffffe000);
      break;
    default:
      to[i] = smallToFloat(bytes[i], type == WarpgroupOperands::E4M3);
    }
  }
}

bool isFloat(Element type) { return type <= WarpgroupOperands::E5M2; }

int32_t integerProduct(Element a, Element b, const uint8_t *x, const uint8_t *y) {
  int32_t sum = 0;
  for (unsigned i = 0; i < kLineBytes; ++i) {
    if (a == WarpgroupOperands::B1)
      sum += std::popcount(unsigned(x[i] & y[i]));
    else
      sum += (a == WarpgroupOperands::S8 ? int8_t(x[i]) : int(x[i])) *
             (b == WarpgroupOperands::S8 ? int8_t(y[i]) : int(y[i]));
  }
  return sum;
}

/// Reads lines out of shared memory.
class Lines {
public:
  Lines(Element type, bool isTransposed, SharedWindow window)
      : type(type), isTransposed(isTransposed), window(window) {}
  bool open(uint64_t bits) { return Descriptor::read(bits, descriptor); }
  bool read(unsigned line, uint8_t *to) const {
    if (!isTransposed) {
      for (unsigned byte = 0; byte < kLineBytes; byte += 16)
        if (!fetch(descriptor.alongK(line, byte), 16, to + byte))
          return false;
      return true;
    }
    const unsigned size = bitsOfElement(type) / 8;
    for (unsigned k = 0; k < kLineBytes / size; ++k)
      if (!fetch(descriptor.acrossK(line * size, k), size, to + k * size))
        return false;
    return true;
  }

private:
  Element type;
  bool isTransposed;
  SharedWindow window;
  Descriptor descriptor{};

  bool fetch(uint64_t at, unsigned bytes, uint8_t *to) const {
    if (at + bytes > window.bytes)
      return false;
    std::memcpy(to, window.begin + at, bytes);
    return true;
  }
};

/// D of this thread, as numbers: element i is row 8 * (i & 2) / 2, column 8 * (i / 4) + (i & 1) of
/// its own.
class Accumulators {
public:
  explicit Accumulators(WarpgroupOperands &operands) : operands(operands) {}
  float number(unsigned i) const {
    if (!operands.hasHalfSums)
      return std::bit_cast<float>(operands.d[i]);
    return halfToFloat(uint16_t(operands.d[i / 2] >> (i % 2 * 16)));
  }
  void setNumber(unsigned i, float value) {
    if (!operands.hasHalfSums) {
      operands.d[i] = std::bit_cast<uint32_t>(value);
      return;
    }
    const unsigned shift = i % 2 * 16;
    const uint32_t bits = std::isnan(value) ? 0x7fff : std::bit_cast<uint16_t>(_Float16(value));
    operands.d[i / 2] = (operands.d[i / 2] & ~(0xffffu << shift)) | bits << shift;
  }

private:
  WarpgroupOperands &operands;
};

int32_t saturatedSum(int32_t a, int32_t b, bool saturates) {
  int32_t sum;
  if (!__builtin_add_overflow(a, b, &sum) || !saturates)
    return int32_t(uint32_t(a) + uint32_t(b));
  return a < 0 ? INT32_MIN : INT32_MAX;
}

} // namespace

const char *multiplyForThread(WarpgroupOperands &operands, uint32_t thread, SharedWindow window) {
  static constexpr char kOutside[] = "a matrix outside of shared memory";
  static constexpr char kUnknown[] = "a matrix descriptor with a base offset";
  const Element typeA = Element(operands.typeA), typeB = Element(operands.typeB);
  const unsigned group = thread % 32 / 4, pair = thread % 4, warp = thread / 32 % 4;
  uint8_t a[2][kLineBytes], b[kLineBytes];
  if (operands.hasRegisters) {
    std::memcpy(a, operands.a, sizeof a);
  } else {
    Lines lines(typeA, operands.isTransposedA, window);
    if (!lines.open(operands.descriptorA))
      return kUnknown;
    for (unsigned row = 0; row < 2; ++row)
      if (!lines.read(16 * warp + group + 8 * row, a[row]))
        return kOutside;
  }
  Lines columns(typeB, operands.isTransposedB, window);
  if (!columns.open(operands.descriptorB))
    return kUnknown;
  float x[2][kMostElements], y[kMostElements];
  const unsigned k = kLineBytes * 8 / bitsOfElement(typeA);
  if (isFloat(typeA)) {
    for (unsigned row = 0; row < 2; ++row) {
      decode(typeA, a[row], x[row]);
      for (unsigned i = 0; i < k; ++i)
        x[row][i] = operands.isNegativeA != operands.isNegativeB ? -x[row][i] : x[row][i];
    }
  }
  Accumulators sums(operands);
  for (unsigned block = 0; block < operands.n / 8u; ++block)
    for (unsigned odd = 0; odd < 2; ++odd) {
      if (!columns.read(8 * block + 2 * pair + odd, b))
        return kOutside;
      if (isFloat(typeA))
        decode(typeB, b, y);
      for (unsigned row = 0; row < 2; ++row) {
        const unsigned i = 4 * block + 2 * row + odd;
        if (!isFloat(typeA)) {
          const int32_t old = operands.isAdded ? int32_t(operands.d[i]) : 0;
          operands.d[i] = uint32_t(
              saturatedSum(old, integerProduct(typeA, typeB, a[row], b), operands.saturates));
          continue;
        }
        float sum = operands.isAdded ? sums.number(i) : 0;
        for (unsigned j = 0; j < k; ++j)
          sum = std::fma(x[row][j], y[j], sum);
        sums.setNumber(i, sum);
      }
    }
  return nullptr;
}

} // namespace anywarp::exec
