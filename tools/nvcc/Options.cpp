// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is particular about nvcc's options: unknown ones may be meant for the host's tools.
#include "Options.h"

namespace anywarp::nvcc {

static constexpr cmdline::OptionInfo kTable[] = {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help)                                             \
  {unsigned(Opt::Id), Long, Short, cmdline::OptionKind::Kind, Values, Help},
#include "Options.def"
};

std::span<const cmdline::OptionInfo> optionTable() { return kTable; }

bool CommandLine::parse(const std::vector<std::string> &words) {
  bool toCompiler = false, toLinker = false;
  for (const std::string &word : words) {
    bool both = word == "-forward-unknown-opts" || word == "--forward-unknown-opts";
    toCompiler |= both || word.ends_with("-forward-unknown-to-host-compiler");
    toLinker |= both || word.ends_with("-forward-unknown-to-host-linker");
  }
  cmdline::OptionReader reader(kTable, unsigned(Opt::Input));
  reader.takesUnknown = [&](const std::string &word) {
    if (toCompiler)
      reader.items.push_back({unsigned(Opt::Xcompiler), word});
    if (toLinker)
      reader.items.push_back({unsigned(Opt::Xlinker), word});
    return toCompiler || toLinker;
  };
  reader.hint = [](const std::string &word) {
    std::string bare = word.substr(std::min(word.find_first_not_of('-'), word.size()));
    bool isHostOption = bare.starts_with("f") || bare.starts_with("W") || bare.starts_with("m");
    return isHostOption ? "; for an option of the host compiler use -Xcompiler " + word
                        : std::string();
  };
  return take(reader, words);
}

} // namespace anywarp::nvcc
