// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the examples share: a checked call and a verdict. Each example computes its result on the
// host as well, compares, and ends with "NAME: ok" or says what differs and ends with exit code 1.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status_ = (call);                                                                  \
    if (status_ != cudaSuccess) {                                                                  \
      std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", __FILE__, __LINE__, #call,                      \
                   cudaGetErrorName(status_), cudaGetErrorString(status_));                        \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

/// Ends the program when `condition` does not hold, with the place that differs.
#define EXPECT(condition, ...)                                                                     \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::fprintf(stderr, "%s:%d: expected %s: ", __FILE__, __LINE__, #condition);                \
      std::fprintf(stderr, __VA_ARGS__);                                                           \
      std::fputc('\n', stderr);                                                                    \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

/// |a - b| within `relative` of the larger magnitude (or of 1).
inline bool isClose(double a, double b, double relative = 1e-5) {
  return std::fabs(a - b) <= relative * std::fmax(1.0, std::fmax(std::fabs(a), std::fabs(b)));
}
