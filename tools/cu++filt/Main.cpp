// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cu++filt: mangled names of arguments or of the standard input as what they stand for
// (CUDA Binary Utilities, "cu++filt").
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <nv_decode.h>
#include <string>

#include "cmdline/Options.h"
#include "common/Program.h"

using namespace anywarp;

namespace {

constexpr std::string_view kName = "cu++filt";

enum class Opt { NoParameters, StripUnderscore, Help, Version, Input };

using Kind = cmdline::OptionKind;
constexpr cmdline::OptionInfo kTable[] = {
    {unsigned(Opt::NoParameters), "no-parameters", "p", Kind::Flag, "",
     "Leave out the types of a function's parameters"},
    {unsigned(Opt::StripUnderscore), "strip-underscore", "_", Kind::Flag, "",
     "Names have an underscore before them; strip it"},
    {unsigned(Opt::Help), "help", "h", Kind::Flag, "", "This text"},
    {unsigned(Opt::Version), "version", "v", Kind::Flag, "", "Version"},
};
using Options = cmdline::Options<Opt>;

/// "bool f<int>(long) const" as "bool f<int>"; a name without parameters as it is.
std::string withoutParameters(std::string name) {
  const size_t end = name.rfind(')');
  // Behind them only qualifiers can stand.
  if (end == name.npos ||
      name.find_first_not_of(" &abcdefghijklmnopqrstuvwxyz", end + 1) < name.size())
    return name;
  int depth = 0;
  for (size_t i = end + 1; i-- > 0;) {
    depth += name[i] == ')' ? 1 : name[i] == '(' ? -1 : 0;
    if (depth == 0)
      return name.substr(0, i);
  }
  return name;
}

std::string readable(const std::string &word, const Options &options) {
  const bool strips = options.has(Opt::StripUnderscore) && word.starts_with("__Z");
  int status = 0;
  char *found = __cu_demangle(word.c_str() + strips, nullptr, nullptr, &status);
  if (!found)
    return word;
  std::string name = found;
  std::free(found);
  return options.has(Opt::NoParameters) ? withoutParameters(std::move(name)) : name;
}

/// Every word of a text by itself.
std::string filtered(const std::string &text, const Options &options) {
  auto isWord = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
  };
  std::string out, word;
  for (char c : text) {
    if (isWord(c)) {
      word += c;
      continue;
    }
    out += (word.empty() ? word : readable(word, options)) + c;
    word.clear();
  }
  return out + (word.empty() ? word : readable(word, options));
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!options.read(kTable, {argv + 1, argv + argc}))
    return tool::fatal(kName, options.error);
  if (options.has(Opt::Help))
    return fputs(
               cmdline::helpText("Usage: cu++filt [options] [symbols]\n\nMangled names in readable "
                                 "form; without symbols, those of the standard input.",
                                 kTable)
                   .c_str(),
               stdout) < 0;
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "Name filter").c_str(), stdout) < 0;
  for (const std::string &symbol : options.all(Opt::Input))
    std::cout << filtered(symbol, options) << '\n';
  if (!options.has(Opt::Input))
    for (std::string line; std::getline(std::cin, line);)
      std::cout << filtered(line, options) << std::endl; // programs may wait for each line
  return std::cout.good() ? 0 : 1;
}
