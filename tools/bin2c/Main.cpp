// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bin2c: the bytes of a file as the initialiser of a C array, on standard output.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>

#include "cmdline/Options.h"
#include "common/Program.h"

using namespace anywarp;

namespace {

constexpr std::string_view kName = "bin2c";

enum class Opt {
  Alignment,
  Const,
  Length,
  Name,
  NvInt,
  Padding,
  Section,
  Static,
  StdInt,
  Type,
  OptionsFile,
  Help,
  Version,
  Input
};

using Kind = cmdline::OptionKind;
constexpr cmdline::OptionInfo kTable[] = {
    {unsigned(Opt::Alignment), "alignment", "a", Kind::Value, "", "Alignment of the array"},
    {unsigned(Opt::Const), "const", "c", Kind::Flag, "", "The array is constant"},
    {unsigned(Opt::Length), "length", "l", Kind::Flag, "",
     "Add a variable NAMELength with the number of bytes"},
    {unsigned(Opt::Name), "name", "n", Kind::Value, "",
     "Name of the array; imageBytes if not given"},
    {unsigned(Opt::NvInt), "nvint", "nvint", Kind::Flag, "",
     "Name the type of -t longlong nv_uint64"},
    {unsigned(Opt::Padding), "padd", "p", Kind::List, "", "Bytes to add at the end"},
    {unsigned(Opt::Section), "section", "s", Kind::Value, "", "Section of the array"},
    {unsigned(Opt::Static), "static", "st", Kind::Flag, "", "The array is static"},
    {unsigned(Opt::StdInt), "stdint", "stdint", Kind::Flag, "",
     "Name the type of -t longlong uint64_t and include <stdint.h>"},
    {unsigned(Opt::Type), "type", "t", Kind::Value, "char|short|int|longlong",
     "Type of the elements"},
    {unsigned(Opt::OptionsFile), "options-file", "optf", Kind::OptionsFile, "",
     "Read more options from a file"},
    {unsigned(Opt::Help), "help", "h", Kind::Flag, "", "This text"},
    {unsigned(Opt::Version), "version", "V", Kind::Flag, "", "Version"},
};

using Options = cmdline::Options<Opt>;

/// A decimal or hexadecimal number up to `most`.
bool parseNumber(std::string_view text, unsigned most, unsigned &value) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc() && end == text.data() + text.size() && value <= most;
}

bool isIdentifier(std::string_view name) {
  for (char c : name)
    if (!isalnum(static_cast<unsigned char>(c)) && c != '_')
      return false;
  return !name.empty() && !isdigit(static_cast<unsigned char>(name[0]));
}

/// The text of the elements, each of `size` bytes, the last filled up with zeros.
std::string elements(const std::string &bytes, size_t size) {
  std::string text;
  size_t column = 0;
  for (size_t at = 0; at < bytes.size(); at += size) {
    uint64_t value = 0;
    for (size_t i = 0; i < size && at + i < bytes.size(); ++i)
      value |= uint64_t(uint8_t(bytes[at + i])) << (8 * i);
    char word[32];
    int length = snprintf(word, sizeof word, "0x%0*llx%s", int(size * 2), (unsigned long long)value,
                          size == 8 ? "ULL" : "");
    if (at) {
      text += ',';
      if (column += size_t(length) + 1; column > 76) {
        text += '\n';
        column = 0;
      }
    }
    text.append(word, size_t(length));
  }
  return text;
}

int convert(const Options &options) {
  std::vector<std::string> inputs = options.all(Opt::Input);
  if (inputs.size() != 1)
    return tool::fatal(kName, inputs.empty() ? "No input file specified"
                                             : "More than one input file specified");
  unsigned alignment = 1;
  if (options.has(Opt::Alignment) &&
      (!parseNumber(options.value(Opt::Alignment), 1u << 20, alignment) || !alignment ||
       (alignment & (alignment - 1))))
    return tool::fatal(kName, "'" + options.value(Opt::Alignment) + "': expected a power of two");
  std::string name = options.value(Opt::Name, "imageBytes");
  if (!isIdentifier(name))
    return tool::fatal(kName, "'" + name + "' is no identifier");
  std::string section = options.value(Opt::Section);
  if (section.find_first_of("\"\\\n") != std::string::npos)
    return tool::fatal(kName, "'" + section + "' is no name of a section");
  std::string bytes;
  if (!tool::readFile(kName, inputs[0], bytes))
    return 255;
  for (const std::string &word : options.all(Opt::Padding)) {
    unsigned value = 0;
    if (!parseNumber(word, 255, value))
      return tool::fatal(kName, "'" + word + "': expected a byte");
    bytes += char(value);
  }

  std::string type = options.value(Opt::Type, "char");
  size_t size = type == "char" ? 1 : type == "short" ? 2 : type == "int" ? 4 : 8;
  std::string spelled = size < 8                   ? "unsigned " + type
                        : options.has(Opt::StdInt) ? "uint64_t"
                        : options.has(Opt::NvInt)  ? "nv_uint64"
                                                   : "unsigned long long";
  std::string text;
  if (options.has(Opt::StdInt))
    text += "#include <stdint.h>\n\n";
  text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  std::string attributes;
  if (alignment > 1)
    attributes = "aligned(" + std::to_string(alignment) + ")";
  if (!section.empty())
    attributes += (attributes.empty() ? "section(\"" : ", section(\"") + section + "\")";
  if (!attributes.empty())
    text += "__attribute__((" + attributes + "))\n";
  std::string storage = options.has(Opt::Static) ? "static " : "";
  text += storage + (options.has(Opt::Const) ? "const " : "") + spelled + " " + name + "[] = {\n";
  text += elements(bytes, size) + "\n};\n";
  if (options.has(Opt::Length))
    text += "\n" + storage + "unsigned int " + name + "Length = " + std::to_string(bytes.size()) +
            ";\n";
  text += "\n#ifdef __cplusplus\n}\n#endif\n";
  return tool::writeFile(kName, "-", text) ? 0 : 255;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!options.read(kTable, {argv + 1, argv + argc}))
    return tool::fatal(kName, options.error);
  if (options.has(Opt::Help) || argc == 1)
    return fputs(cmdline::helpText(
                     "Usage: bin2c [options] file\n\nPrints the bytes of a file as a C array.",
                     kTable)
                     .c_str(),
                 stdout) < 0;
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "File to C array converter").c_str(), stdout) < 0;
  return convert(options);
}
