// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Dump.h"

#include "support/Options.h"
#include "support/Sha256.h"

namespace anywarp {

std::string dumpPath(const std::string &name, const std::string &suffix) {
  constexpr size_t kLongest = 200, kDigits = 16; // 255 bytes with the longest suffix, on Linux
  const bool fits = name.size() <= kLongest;
  return Options::get().dumpDir + "/" +
         (fits ? name
               : name.substr(0, kLongest - kDigits - 1) + "-" + sha256(name).substr(0, kDigits)) +
         suffix;
}

} // namespace anywarp
