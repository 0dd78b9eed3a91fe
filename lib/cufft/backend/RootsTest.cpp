// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Roots of unity against long double.
#include "cufft/backend/Roots.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace anywarp::cufft {

TEST(Roots, AreExact) {
  for (int64_t n : {1, 2, 3, 5, 8, 12, 100, 1009, 65536, 1000003})
    for (int sign : {-1, 1}) {
      const Roots roots(n, sign);
      for (int64_t k = 0; k < n; k += 1 + n / 997) {
        const long double angle = sign * 2 * std::numbers::pi_v<long double> * k / n;
        const std::complex<double> exact = Roots::exact(uint64_t(k), uint64_t(n), sign);
        ASSERT_NEAR(double(std::cos(angle) - exact.real()), 0, 1.2e-16) << k << " of " << n;
        ASSERT_NEAR(double(std::sin(angle) - exact.imag()), 0, 1.2e-16) << k << " of " << n;
        ASSERT_NEAR(double(std::cos(angle) - roots.at(uint64_t(k)).real()), 0, 4e-16);
        ASSERT_NEAR(double(std::sin(angle) - roots.at(uint64_t(k)).imag()), 0, 4e-16);
      }
    }
}

} // namespace anywarp::cufft
