// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The square histogram of a Poisson distribution (Marsaglia, Tsang, Wang 2004), and distributions
// for the device interface.
#include "curand/Poisson.h"

#include <cmath>

namespace anywarp::curand {

Poisson::Poisson(double lambda) : lambda_(lambda) {
  std::vector<double> p;
  for (uint32_t k = 0;; ++k) {
    double probability = std::exp(-lambda + k * std::log(lambda) - std::lgamma(k + 1.0));
    if (probability < 1e-12) {
      if (k > lambda)
        break;
      if (p.empty()) {
        ++shift_;
        continue;
      }
    }
    p.push_back(probability);
  }
  length_ = uint32_t(p.size());
  const double share = 1.0 / length_;
  heights_.resize(length_);
  others_.resize(length_);
  for (uint32_t i = 0; i < length_; ++i) {
    heights_[i] = (i + 1) * share;
    others_[i] = i;
  }
  for (uint32_t step = 0; step + 1 < length_; ++step) {
    uint32_t least = 0, most = 0;
    for (uint32_t i = 1; i < length_; ++i) {
      if (p[i] < p[least])
        least = i;
      if (p[i] > p[most])
        most = i;
    }
    others_[least] = most;
    heights_[least] = least * share + p[least];
    p[most] -= share - p[least];
    p[least] = share;
  }
}

} // namespace anywarp::curand
