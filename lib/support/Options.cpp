// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading of the environment.
#include "support/Options.h"

#include "support/Environment.h"

namespace anywarp {

static Options read() {
  Options options;
#define AW_OPTION(member, name, defaultValue, doc)                                                 \
  {                                                                                                \
    const char *value = readEnvironment(name);                                                     \
    options.member = value && *value ? value : defaultValue;                                       \
  }
#include "support/Options.def"
  return options;
}

const Options &Options::get() {
  // Never freed: work may go on while the program's destructors run.
  static const Options *const options = new Options(read());
  return *options;
}

bool Options::contains(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    size_t comma = list.find(',');
    if (list.substr(0, comma) == word)
      return true;
    if (comma == std::string_view::npos)
      return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

} // namespace anywarp
