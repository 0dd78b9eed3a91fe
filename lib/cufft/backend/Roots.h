// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The n-th roots of unity, to a unit in the last place of double precision, from two tables of
// about sqrt(n) entries. Immutable.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace anywarp::cufft {

class Roots {
public:
  /// `sign`: that of the exponent.
  Roots(int64_t n, int sign);
  /// exp(sign * 2πi * power / n), 0 <= power < n.
  std::complex<double> at(uint64_t power) const {
    const std::complex<double> a = high_[power >> shift_], b = low_[power & mask_];
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }
  /// The same to half a unit, computed anew.
  static std::complex<double> exact(uint64_t power, uint64_t n, int sign);

private:
  unsigned shift_ = 0;
  uint64_t mask_ = 0;
  std::vector<std::complex<double>> high_, low_;
};

} // namespace anywarp::cufft
