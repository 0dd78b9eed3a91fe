// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What keeps relocatable modules from being one program, by the rules of NVIDIA's nvlink (seen of
// CUDA 13's). Functions that nothing reaches may lack what they call. No strong name has two
// definitions, and every variable that is declared has one.
#pragma once

#include <string>
#include <vector>

#include "ptx/Module.h"

namespace anywarp::ptx {

/// A module and the name of its file, for messages. Both must outlive the check.
struct LinkPart {
  std::string file;
  const Module *module = nullptr;
};

/// Messages, in the order of the parts. With double definitions, references are not looked at.
struct LinkFaults {
  std::vector<std::string> doubles, undefined;
};

LinkFaults findLinkFaults(const std::vector<LinkPart> &parts);

/// Removes the functions of a whole program that neither a kernel nor a variable reaches.
void removeUnreachable(Module &module);

} // namespace anywarp::ptx
