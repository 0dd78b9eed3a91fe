// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Poisson distributions of the host interface: a square histogram for one draw, or a rounded normal
// value for large lambda.
#pragma once

#include <cstdint>
#include <vector>

#include "curand/Device.h"

namespace anywarp::curand {

class Poisson {
public:
  /// With a histogram below kNoHistogram.
  explicit Poisson(double lambda);
  double lambda() const { return lambda_; }
  /// Others are OUT_OF_RANGE (seen).
  static bool allows(double lambda) { return lambda > 0 && lambda <= kMostLambda; }
  /// From here on a distribution has no histogram.
  static constexpr double kNoHistogram = 2000;

  /// Of the histogram.
  uint32_t valueOf(unsigned draw) const {
    const double u = _curand_uniform_double(draw);
    auto column = uint32_t(length_ * u);
    if (column >= length_)
      column = length_ - 1;
    return shift_ + (u < heights_[column] ? column : others_[column]);
  }
  /// The least value whose cumulative probability reaches u.
  uint32_t inverseOf(double u) const;

  uint32_t shift() const { return shift_; }
  const std::vector<double> &heights() const { return heights_; }
  const std::vector<uint32_t> &others() const { return others_; }

private:
  static constexpr double kMostLambda = 400000;
  double lambda_;
  uint32_t shift_ = 0, length_ = 0;
  std::vector<double> heights_, sums_;
  std::vector<uint32_t> others_;
};

} // namespace anywarp::curand
