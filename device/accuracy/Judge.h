// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Accuracy.cu asks the reference: where to sample a function in double precision and how far
// its results are off. No quad types here: the device pass reads this, too.
#pragma once

#include <cstddef>
#include <vector>

namespace anywarp::accuracy {

struct Error {
  double ulps = 0;        ///< of the exact value
  double x = 0, y = 0;    ///< where
  double bound = 0;       ///< of the guide, in ulps from the correctly rounded result
  double fromRounded = 0; ///< the largest distance from the correctly rounded result, in ulps
};

/// `count` places for each range of interest, and as many with any exponent.
std::vector<double> samplesOf(const char *name, std::size_t count);
/// Pairs for a function of two arguments.
void pairsOf(const char *name, std::size_t count, std::vector<double> &x, std::vector<double> &y);

/// Holds results against quad precision; y is nullptr for a function of one argument.
Error judge(const char *name, const std::vector<double> &x, const std::vector<double> *y,
            const std::vector<double> &results);

/// The largest absolute error of a Bessel function, 'j' or 'y', and where it is.
double besselError(char kind, int order, const std::vector<double> &x,
                   const std::vector<double> &results, double &at);
/// The guide's bound for the function of float; 0 if the table has no such function.
double floatBoundOf(const char *name);

} // namespace anywarp::accuracy
