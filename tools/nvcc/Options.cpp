// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is particular about nvcc's options: unknown ones may be meant for the host's tools.
#include "Options.h"

#include <algorithm>

namespace anywarp::nvcc {

static constexpr cmdline::OptionInfo kTable[] = {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help)                                             \
  {unsigned(Opt::Id), Long, Short, cmdline::OptionKind::Kind, Values, Help},
#include "Options.def"
};

std::span<const cmdline::OptionInfo> optionTable() { return kTable; }

/// What fatbinary's options are called here.
static bool readFatbinOption(CommandLine &line, std::string_view option) {
  const size_t dashes = option.find_first_not_of('-');
  const std::string_view word = option.substr(std::min(dashes, option.size()));
  constexpr std::string_view kMode = "compress-mode=";
  if (dashes != 1 && dashes != 2)
    return false;
  if (word == "compress-all" || word == "compress" || word == "compress=true")
    return true; // as without
  if (word == "compress=false") {
    line.items.push_back({Opt::NoCompress, ""});
    return true;
  }
  if (!word.starts_with(kMode))
    return false;
  const std::string mode(word.substr(kMode.size()));
  line.items.push_back({Opt::CompressMode, mode});
  return cmdline::isAllowed(kTable[unsigned(Opt::CompressMode)], mode);
}

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
  if (!take(reader, words))
    return false;
  for (const std::string &option : all(Opt::Xfatbin))
    if (!readFatbinOption(*this, option)) {
      error = "Unknown option '" + option + "' for the fat binary";
      return false;
    }
  std::erase_if(items, [](const Item &item) { return item.id == Opt::Xfatbin; });
  return true;
}

} // namespace anywarp::nvcc
