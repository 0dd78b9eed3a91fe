// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small arithmetic of ptx-run's cases.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ptxrun {

/// What an expression computes: an integer of 64 bits, or a real.
struct Number {
  bool isReal = false;
  int64_t integer = 0;
  double real = 0;

  static Number of(int64_t value) { return {false, value, 0}; }
  static Number of(double value) { return {true, 0, value}; }
  double asReal() const { return isReal ? real : double(integer); }
  int64_t asInteger() const { return isReal ? int64_t(real) : integer; }
};

struct Variables {
  int64_t i = 0, n = 0;
  /// Element `index` of buffer `name`; false if there is none.
  std::function<bool(const std::string &name, int64_t index, Number &value)> element;
};

/// Computes `text`. On a fault `error` says what and the result is 0.
Number evaluate(const std::string &text, const Variables &variables, std::string &error);

} // namespace ptxrun
