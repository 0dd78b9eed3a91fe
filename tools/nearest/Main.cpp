// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One program under the names of those that are not there yet: it says what comes nearest, and
// fails.
#include <string_view>

#include "common/Program.h"

using namespace anywarp;

int main(int, char **argv) {
  std::string_view name = argv[0] ? argv[0] : "";
  name.remove_prefix(name.rfind('/') + 1);
#define AW_PROGRAM(known, text)                                                                    \
  if (name == known)                                                                               \
    return tool::fatal(known, "this program is not part of Anywarp; nearest: " text);
#include "nearest/Programs.def"
  return tool::fatal("anywarp-nearest", "this program is called by other names (Programs.def)");
}
