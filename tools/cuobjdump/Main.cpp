// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuobjdump: shows and extracts the device code in programs, objects, archives, fat binaries and
// cubins, ours and NVIDIA's.
#include <cstdio>
#include <set>
#include <string>

#include "cuobjdump/Dump.h"

using namespace anywarp;
using namespace anywarp::cuobjdump;

namespace {

constexpr cmdline::OptionInfo kTable[] = {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help)                                             \
  {unsigned(Opt::Id), Long, Short, cmdline::OptionKind::Kind, Values, Help},
#include "cuobjdump/Options.def"
};

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!options.read(kTable, {argv + 1, argv + argc}))
    return tool::fatal(kName, options.error);
  if (options.has(Opt::Help) || argc == 1)
    return fputs(cmdline::helpText(
                     "Usage: cuobjdump [options] file...\n\nShows the device code in objects, "
                     "programs, libraries, fat binaries and cubins.",
                     kTable)
                     .c_str(),
                 stdout) < 0;
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "Device code dump utility").c_str(), stdout) < 0;
  std::vector<std::string> inputs = options.all(Opt::Input);
  if (inputs.empty())
    return tool::fatal(kName, "No input file specified");
  int code = 0;
  for (const std::string &path : inputs)
    code = std::max(code, dumpFile(options, path, /*isOneOfMany=*/inputs.size() > 1));
  return code;
}
