// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The square histogram of a Poisson distribution (Marsaglia, Tsang, Wang 2004). It has a column for
// every value whose probability is not 0 in double precision; low columns are filled up from the
// highest value that has more than its share (both seen).
#include "curand/Poisson.h"

#include <algorithm>
#include <cmath>

namespace anywarp::curand {

/// Probabilities of shift, shift + 1, …
static std::vector<double> probabilities(double lambda, uint32_t &shift) {
  if (std::isnan(lambda)) { // as x86 converts it (seen)
    shift = 0x80000000;
    return {1};
  }
  auto of = [lambda](uint32_t k) {
    return std::exp(-lambda + k * std::log(lambda) - std::lgamma(k + 1.0));
  };
  const auto peak = uint32_t(lambda);
  shift = peak;
  while (shift > 0 && of(shift - 1) > 0)
    --shift;
  std::vector<double> all;
  for (uint32_t k = shift;; ++k) {
    const double probability = of(k);
    if (probability == 0 && k > peak)
      return all;
    all.push_back(probability);
  }
}

/// The last value at or before `from` that has more than a column; -1: none.
static int64_t donorFrom(const std::vector<double> &p, int64_t from, double share) {
  while (from >= 0 && p[size_t(from)] <= share)
    --from;
  return from;
}

Poisson::Poisson(double lambda) : lambda_(lambda) {
  std::vector<double> p = probabilities(lambda, shift_);
  length_ = uint32_t(p.size());
  double sum = 0;
  for (double probability : p)
    sums_.push_back(sum += probability);
  if (lambda >= kNoHistogram)
    return;
  const double share = 1.0 / length_;
  heights_.resize(length_);
  others_.resize(length_);
  for (uint32_t i = 0; i < length_; ++i) {
    heights_[i] = (i + 1) * share;
    others_[i] = i;
  }
  int64_t donor = donorFrom(p, int64_t(length_) - 1, share);
  for (bool isChanged = true; isChanged && donor >= 0;) {
    isChanged = false;
    for (uint32_t i = 0; i < length_ && donor >= 0; ++i) {
      if (p[i] >= share || i == donor)
        continue;
      others_[i] = uint32_t(donor);
      heights_[i] = i * share + p[i];
      p[size_t(donor)] -= share - p[i];
      p[i] = share;
      isChanged = true;
      donor = donorFrom(p, donor, share);
    }
  }
}

uint32_t Poisson::inverseOf(double u) const {
  const auto at = uint32_t(std::lower_bound(sums_.begin(), sums_.end(), u) - sums_.begin());
  return shift_ + std::min(at, length_ - 1);
}

} // namespace anywarp::curand
