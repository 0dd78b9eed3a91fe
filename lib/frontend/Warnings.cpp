// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/Warnings.h"

namespace anywarp::frontend {

bool isWarningNumber(unsigned number) {
  return (number >= 1 && number < 3800) || (number >= 20000 && number < 20400);
}

std::vector<const char *> clangWarnings(unsigned number) {
  static constexpr struct {
    unsigned number;
    const char *option;
  } kWarnings[] = {
#define AW_WARNING(Number, Name, Option) {Number, Option},
#include "frontend/Warnings.def"
  };
  std::vector<const char *> names;
  for (const auto &warning : kWarnings)
    if (warning.number == number && *warning.option)
      names.push_back(warning.option);
  return names;
}

} // namespace anywarp::frontend
