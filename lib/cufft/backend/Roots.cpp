// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Roots of unity: angles are reduced to an eighth of the circle in integers.
#include "cufft/backend/Roots.h"

#include <cmath>
#include <numbers>

namespace anywarp::cufft {

namespace {

struct Root {
  long double x, y;
};

Root computed(uint64_t power, uint64_t n, int sign) {
  // 8 * power = eighth * n + rest; odd eighths count back from their end.
  const auto scaled = static_cast<unsigned __int128>(power) * 8;
  const auto eighth = unsigned(scaled / n) % 8;
  auto rest = uint64_t(scaled % n);
  if (eighth % 2)
    rest = n - rest;
  const long double angle =
      std::numbers::pi_v<long double> / 4 * (static_cast<long double>(rest) / n);
  long double x = std::cos(angle), y = std::sin(angle);
  if ((eighth + 1) / 2 % 2)
    std::swap(x, y);
  if (eighth >= 2 && eighth < 6)
    x = -x;
  if (eighth >= 4)
    y = -y;
  return {x, sign < 0 ? -y : y};
}

/// Powers 0, step, 2 * step, … below n. Between a few that are computed they are products in long
/// double; those of the eighths of the circle are computed.
std::vector<std::complex<double>> table(uint64_t step, uint64_t count, uint64_t n, int sign) {
  constexpr uint64_t kApart = 16;
  std::vector<std::complex<double>> all;
  const Root factor = computed(step % n, n, sign);
  Root root{};
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t power = i * step % n;
    if (i % kApart == 0 || 8 * power % n == 0)
      root = computed(power, n, sign);
    else
      root = {root.x * factor.x - root.y * factor.y, root.x * factor.y + root.y * factor.x};
    all.emplace_back(double(root.x), double(root.y));
  }
  return all;
}

} // namespace

std::complex<double> Roots::exact(uint64_t power, uint64_t n, int sign) {
  const Root root = computed(power, n, sign);
  return {double(root.x), double(root.y)};
}

Roots::Roots(int64_t n, int sign) {
  while ((int64_t(1) << (2 * shift_)) < n)
    ++shift_;
  mask_ = (uint64_t(1) << shift_) - 1;
  low_ = table(1, mask_ + 1, uint64_t(n), sign);
  high_ = table(mask_ + 1, (uint64_t(n) + mask_) >> shift_, uint64_t(n), sign);
}

} // namespace anywarp::cufft
