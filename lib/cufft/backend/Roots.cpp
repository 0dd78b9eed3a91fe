// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Roots of unity: angles are reduced to an eighth of the circle in integers.
#include "cufft/backend/Roots.h"

#include <cmath>
#include <numbers>

namespace anywarp::cufft {

std::complex<double> Roots::exact(uint64_t power, uint64_t n, int sign) {
  // 8 * power = eighth * n + rest; odd eighths count back from their end.
  const auto scaled = static_cast<unsigned __int128>(power) * 8;
  const auto eighth = unsigned(scaled / n) % 8;
  auto rest = uint64_t(scaled % n);
  if (eighth % 2)
    rest = n - rest;
  const long double angle =
      std::numbers::pi_v<long double> / 4 * (static_cast<long double>(rest) / n);
  auto x = double(std::cos(angle)), y = double(std::sin(angle));
  if ((eighth + 1) / 2 % 2)
    std::swap(x, y);
  if (eighth >= 2 && eighth < 6)
    x = -x;
  if (eighth >= 4)
    y = -y;
  return {x, sign < 0 ? -y : y};
}

Roots::Roots(int64_t n, int sign) {
  while ((int64_t(1) << (2 * shift_)) < n)
    ++shift_;
  mask_ = (uint64_t(1) << shift_) - 1;
  for (uint64_t i = 0; i <= mask_; ++i)
    low_.push_back(exact(i % uint64_t(n), uint64_t(n), sign));
  for (uint64_t i = 0; i < uint64_t(n); i += mask_ + 1)
    high_.push_back(exact(i, uint64_t(n), sign));
}

} // namespace anywarp::cufft
