// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc's command line, read by the table Options.def.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cmdline/Options.h"

namespace anywarp::nvcc {

enum class Opt {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help) Id,
#include "Options.def"
  Input, ///< a file name
};

std::span<const cmdline::OptionInfo> optionTable();

/// The options in the order given; a list is one Item for each word.
class CommandLine : public cmdline::Options<Opt> {
public:
  /// False after a mistake, which `error` describes.
  bool parse(const std::vector<std::string> &words);
};

} // namespace anywarp::nvcc
