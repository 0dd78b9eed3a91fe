// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cuobjdump does with one file.
#pragma once

#include <string>

#include "cmdline/Options.h"
#include "common/Program.h"

namespace anywarp::cuobjdump {

constexpr std::string_view kName = "cuobjdump";

enum class Opt {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help) Id,
#include "cuobjdump/Options.def"
  Input,
};
using Options = cmdline::Options<Opt>;

/// The exit code: 0, or not 0 after a message. `isOneOfMany`: the file's name is printed before its
/// images.
int dumpFile(const Options &options, const std::string &path, bool isOneOfMany);

} // namespace anywarp::cuobjdump
