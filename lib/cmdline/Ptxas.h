// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of ptxas that no manual lists.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace anywarp::cmdline {

/// True of "--regAllocOptLevel=2" and its like: the name says that it steers how machine code for a
/// GPU is made, which has no effect here. Compilers pass such options to the ptxas they were made
/// with.
inline bool steersOptimisation(std::string_view option) {
  std::string name(option.substr(0, option.find('=')));
  if (!name.starts_with("-"))
    return false;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return char(tolower(c)); });
  return std::ranges::any_of(
      std::initializer_list<const char *>{"opt", "regalloc", "sched", "unroll", "knob", "spill"},
      [&](const char *word) { return name.find(word) != std::string::npos; });
}

/// What to say of it.
inline std::string ignoredOption(std::string_view option) {
  return "Option '" + std::string(option) + "' is not known and has no effect";
}

} // namespace anywarp::cmdline
