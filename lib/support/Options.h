// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The environment variables of Options.def, read once at first use.
#pragma once

#include <string>
#include <string_view>

namespace anywarp {

struct Options {
#define AW_OPTION(member, name, defaultValue, values, doc) std::string member;
#include "support/Options.def"

  /// The process's options; a value that means nothing counts as unset. The first call reads the
  /// environment; safe from any thread.
  static const Options &get();
  /// Reports the values that mean nothing, a line each. Each library has options of its own: the
  /// one that speaks for the process calls this, once.
  static void reportMeaningless();
  /// True if `word` is one of the comma-separated words of `list`.
  static bool contains(std::string_view list, std::string_view word);
};

/// The folder of the compute cache, by the CUDA_CACHE_* variables; empty: nothing is kept on disk.
std::string computeCacheFolder();

} // namespace anywarp
