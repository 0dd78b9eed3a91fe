// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is to be transformed: axes and loops, as in FFTW's guru interface. A value; no memory is
// named.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace anywarp::cufft {

enum class Precision : uint8_t { Single, Double };
enum class Kind : uint8_t { Forward, Inverse, RealToComplex, ComplexToReal };

/// `n` numbers, with their strides on both sides. Strides count elements of their side: real
/// numbers on the real side of a real transform, else complex numbers.
struct Axis {
  int64_t n = 1, in = 0, out = 0;
  auto operator<=>(const Axis &) const = default;
};

/// Most axes that are transformed, and most loops around them.
inline constexpr int kMostAxes = 3, kMostLoops = 7;

/// In real transforms the last axis is the halved one; its `n` counts real numbers.
struct Problem {
  Precision precision = Precision::Single;
  Kind kind = Kind::Forward;
  bool isInPlace = false;
  /// Out of place, too, the input may be overwritten.
  bool mayDestroyInput = false;
  int rank = 0, loops = 0;
  std::array<Axis, kMostAxes> axes{};
  std::array<Axis, kMostLoops> loop{};
  auto operator<=>(const Problem &) const = default;

  bool isReal() const { return kind == Kind::RealToComplex || kind == Kind::ComplexToReal; }
  int64_t bytesOfReal() const { return precision == Precision::Double ? 8 : 4; }
  int64_t bytesIn() const { return bytesOfReal() * (kind == Kind::RealToComplex ? 1 : 2); }
  int64_t bytesOut() const { return bytesOfReal() * (kind == Kind::ComplexToReal ? 1 : 2); }
  /// Numbers of one transform, counted on the real side.
  int64_t size() const {
    int64_t product = 1;
    for (int i = 0; i < rank; ++i)
      product *= axes[size_t(i)].n;
    return product;
  }
  int64_t count() const {
    int64_t product = 1;
    for (int i = 0; i < loops; ++i)
      product *= loop[size_t(i)].n;
    return product;
  }
  Axis &last() { return axes[size_t(rank - 1)]; }
  const Axis &last() const { return axes[size_t(rank - 1)]; }
  void addAxis(const Axis &axis) { axes[size_t(rank++)] = axis; }
  /// A loop of one turn is none.
  void addLoop(const Axis &axis) {
    if (axis.n != 1)
      loop[size_t(loops++)] = axis;
  }
};

/// Complex numbers that stand for `n` real ones.
inline int64_t halfOf(int64_t n) { return n / 2 + 1; }

} // namespace anywarp::cufft
