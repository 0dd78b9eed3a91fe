// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which images stay in the fat binaries of an object, and the object without the others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fatbin/Reader.h"

namespace anywarp::nvprune {

struct Target {
  bool isVirtual = false; ///< compute_NN: PTX
  fatbin::Arch arch;
};

struct Request {
  std::vector<Target> targets;
  bool dropsRelocatableElf = false; ///< --no-relocatable-elf
};

/// A container with the entries that `request` keeps. `bytes` begins with a container that is
/// sound.
std::string pruneContainer(std::string_view bytes, const Request &request);

/// A relocatable host object with less in its fat binaries. Each stays where it was in its section,
/// which only gets shorter at the end. InvalidInput: no such object.
Expected<std::string> pruneObject(std::string_view object, const Request &request);

} // namespace anywarp::nvprune
