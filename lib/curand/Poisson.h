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
  explicit Poisson(double lambda);
  double lambda() const { return lambda_; }
  /// Others are OUT_OF_RANGE (seen).
  static bool allows(double lambda) { return lambda > 0 && lambda <= kMostLambda; }
  /// True: a normal value is rounded. `pairs`: what the generator makes of Box and Muller.
  static bool isNormal(double lambda, bool pairs) { return lambda > kMostTable; }

  template <typename Word> uint32_t valueOf(Word draw) const {
    const double u = _curand_uniform_double(draw);
    auto column = uint32_t(length_ * u);
    if (column >= length_)
      column = length_ - 1;
    return shift_ + (u < heights_[column] ? column : others_[column]);
  }

  uint32_t shift() const { return shift_; }
  const std::vector<double> &heights() const { return heights_; }
  const std::vector<uint32_t> &others() const { return others_; }

private:
  static constexpr double kMostLambda = 400000, kMostTable = 2000;
  double lambda_;
  uint32_t shift_ = 0, length_ = 0;
  std::vector<double> heights_;
  std::vector<uint32_t> others_;
};

} // namespace anywarp::curand
