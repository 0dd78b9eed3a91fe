// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The environment variables of Options.def, read once at first use.
#pragma once

#include <string>
#include <string_view>

namespace anywarp {

struct Options {
#define AW_OPTION(member, name, defaultValue, doc) std::string member;
#include "support/Options.def"

  /// The process's options. The first call reads the environment; safe from any thread.
  static const Options &get();
  /// True if `word` is one of the comma-separated words of `list`.
  static bool contains(std::string_view list, std::string_view word);
};

} // namespace anywarp
