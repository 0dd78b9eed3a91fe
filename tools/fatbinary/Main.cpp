// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fatbinary: puts PTX, cubins (NVIDIA's and ours) and fat binaries into one fat binary, and writes
// it as a file or as C source that embeds it in a host object.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <string>

#include "cmdline/Options.h"
#include "common/DeviceCode.h"
#include "common/Program.h"
#include "fatbin/Writer.h"

using namespace anywarp;

namespace {

constexpr std::string_view kName = "fatbinary";

enum class Opt {
  Create,
  Embedded,
  Image,
  Image2,
  Image3,
  Bits32,
  Bits64,
  CmdLine,
  CiccCmdLine,
  Compress,
  CompressAll,
  CompressMode,
  Debug,
  DeviceC,
  Ident,
  Link,
  NoAsm,
  OptionsFile,
  Help,
  Version,
  Input
};

using Kind = cmdline::OptionKind;
constexpr cmdline::OptionInfo kTable[] = {
    {unsigned(Opt::Create), "create", "create", Kind::Value, "",
     "Write the fat binary to this file"},
    {unsigned(Opt::Embedded), "embedded-fatbin", "fatbin", Kind::Value, "",
     "Write C source that embeds the fat binary to this file"},
    {unsigned(Opt::Image), "image", "image", Kind::List, "",
     "An image: profile=sm_XX or compute_XX,file=NAME"},
    {unsigned(Opt::Image2), "image2", "image2", Kind::List, "",
     "Images of a file that holds several: kind=elf,file=NAME"},
    {unsigned(Opt::Image3), "image3", "image3", Kind::List, "",
     "An image: kind=elf or ptx,sm=XX,file=NAME"},
    {unsigned(Opt::Bits32), "32", "32", Kind::Refused, "", "CUDA 13 has no 32-bit code"},
    {unsigned(Opt::Bits64), "64", "64", Kind::Flag, "", "64-bit code"},
    {unsigned(Opt::CmdLine), "cmdline", "cmdline", Kind::Value, "",
     "Options of the assembler to record with the code"},
    {unsigned(Opt::CiccCmdLine), "cicc-cmdline", "cicc-cmdline", Kind::Value, "", "Accepted"},
    {unsigned(Opt::Compress), "compress", "compress", Kind::Bool, "",
     "Compress PTX; true if not given"},
    {unsigned(Opt::CompressAll), "compress-all", "compress-all", Kind::Flag, "",
     "Compress every image"},
    {unsigned(Opt::CompressMode), "compress-mode", "compress-mode", Kind::Value,
     "default|size|speed|balance|none", "How images are compressed"},
    {unsigned(Opt::Debug), "debug", "g", Kind::Flag, "", "Marks the code as made for debugging"},
    {unsigned(Opt::DeviceC), "device-c", "c", Kind::Flag, "", "Relocatable code"},
    {unsigned(Opt::Ident), "ident", "ident", Kind::Value, "", "Name of the source to record"},
    {unsigned(Opt::Link), "link", "link", Kind::Flag, "", "Linked code"},
    {unsigned(Opt::NoAsm), "no-asm", "no-asm", Kind::Flag, "",
     "The C source of -fatbin uses an array in place of asm"},
    {unsigned(Opt::OptionsFile), "options-file", "optf", Kind::OptionsFile, "",
     "Read more options from a file"},
    {unsigned(Opt::Help), "help", "h", Kind::Flag, "", "This text"},
    {unsigned(Opt::Version), "version", "V", Kind::Flag, "", "Version"},
};

using Options = cmdline::Options<Opt>;

struct ImageSpec {
  std::string kind, sm, file, profile;
};

class Builder {
public:
  explicit Builder(const Options &options) : options_(options) {}

  int run() {
    if (!options_.all(Opt::Input).empty())
      return tool::fatal(kName, "Unexpected '" + options_.all(Opt::Input)[0] + "'");
    if (!options_.has(Opt::Create) && !options_.has(Opt::Embedded))
      return tool::fatal(kName, "Neither --create nor --embedded-fatbin is given");
    std::vector<ImageSpec> specs;
    if (!readSpecs(specs))
      return 255;
    for (const ImageSpec &spec : specs)
      if (!add(spec))
        return 255;
    Expected<std::string> bytes = fatbin::writeContainer(entries_);
    if (!bytes)
      return tool::fatal(kName, bytes.status().message());
    if (options_.has(Opt::Create) && !tool::writeFile(kName, options_.value(Opt::Create), *bytes))
      return 255;
    if (options_.has(Opt::Embedded) &&
        !tool::writeFile(kName, options_.value(Opt::Embedded), source(*bytes)))
      return 255;
    return 0;
  }

private:
  /// The words of --image3=kind=ptx,sm=75,file=a.ptx are several items; a word that an image has
  /// already begins the next one.
  bool readSpecs(std::vector<ImageSpec> &specs) {
    Opt last = Opt::Input;
    for (const auto &item : options_.items) {
      bool begins = item.id != last;
      last = item.id;
      if (item.id != Opt::Image && item.id != Opt::Image2 && item.id != Opt::Image3)
        continue;
      size_t equals = item.value.find('=');
      std::string key = item.value.substr(0, equals);
      std::string value = equals == std::string::npos ? "" : item.value.substr(equals + 1);
      auto memberOf = [&](ImageSpec &spec) -> std::string * {
        return key == "kind"      ? &spec.kind
               : key == "sm"      ? &spec.sm
               : key == "file"    ? &spec.file
               : key == "profile" ? &spec.profile
                                  : nullptr;
      };
      ImageSpec probe;
      if (!memberOf(probe) || value.empty()) {
        tool::fatal(kName, "Unexpected '" + item.value + "' in image");
        return false;
      }
      if (begins || specs.empty() || !memberOf(specs.back())->empty())
        specs.emplace_back();
      *memberOf(specs.back()) = value;
    }
    for (ImageSpec &spec : specs) {
      if (spec.kind.empty() && !spec.profile.empty()) {
        spec.kind = spec.profile.starts_with("compute_") ? "ptx" : "elf";
        spec.sm = spec.profile;
      }
      if (spec.kind != "ptx" && spec.kind != "elf" && spec.kind != "cubin" &&
          spec.kind != "fatbin" && spec.kind != "object" && spec.kind != "library") {
        tool::fatal(kName, "Missing or unknown kind in image");
        return false;
      }
      if (spec.file.empty()) {
        tool::fatal(kName, "Missing file in image");
        return false;
      }
    }
    return true;
  }

  bool add(const ImageSpec &spec) {
    std::string &bytes = bytes_.emplace_back();
    if (!tool::readFile(kName, spec.file, bytes))
      return false;
    fatbin::Arch arch;
    if (!spec.sm.empty() && !(arch = fatbin::Arch::parse(spec.sm).value_or(fatbin::Arch())).sm) {
      tool::fatal(kName, "Unknown architecture '" + spec.sm + "' in image");
      return false;
    }
    tool::DeviceCode code = tool::readDeviceCode(bytes);
    if (code.kind == tool::DeviceCode::None ||
        (spec.kind == "ptx" && code.kind != tool::DeviceCode::Ptx)) {
      tool::fatal(kName,
                  "'" + spec.file + "' holds no " + (spec.kind == "ptx" ? "PTX" : "device code"));
      return false;
    }
    if (!code.faults.empty()) {
      tool::fatal(kName, spec.file + ": " + code.faults.front());
      return false;
    }
    for (const tool::DeviceImage &image : code.images)
      if (!add(image, arch, spec.file))
        return false;
    return true;
  }

  bool add(const tool::DeviceImage &image, const fatbin::Arch &arch, const std::string &file) {
    Expected<std::string> contents = fatbin::readContents(image.entry);
    if (!contents) {
      tool::fatal(kName, file + ": " + contents.status().message());
      return false;
    }
    fatbin::NewEntry entry;
    entry.kind = image.entry.kind;
    // PTX for an older architecture may be meant for a newer one only; the container tells which.
    bool keeps = !image.isPlain && entry.kind == fatbin::EntryKind::Ptx;
    entry.arch = arch.sm && !keeps ? arch : image.entry.arch;
    entry.formatMajor = image.entry.formatMajor;
    entry.formatMinor = image.entry.formatMinor;
    entry.contents = bytes_.emplace_back(std::move(*contents));
    // Our cubin and its PTX, given one after the other.
    for (fatbin::NewEntry &other : entries_)
      if (other.kind == entry.kind && other.contents == entry.contents) {
        if (entry.arch.sm < other.arch.sm)
          other.arch = entry.arch;
        return true;
      }
    entry.debug = options_.has(Opt::Debug);
    entry.sourceName = options_.value(Opt::Ident, std::string(image.entry.sourceName));
    entry.options = std::string(image.entry.options);
    for (const std::string &word : cmdline::splitWords(options_.value(Opt::CmdLine)))
      entry.options += (entry.options.empty() ? "" : " ") + word;
    if (options_.has(Opt::DeviceC) && !image.isRelocatable())
      entry.options += entry.options.empty() ? "--compile-only" : " --compile-only";
    std::string mode = options_.value(Opt::CompressMode, "default");
    bool packs = entry.kind == fatbin::EntryKind::Ptx ? options_.isTrue(Opt::Compress, true)
                                                      : options_.has(Opt::CompressAll);
    entry.compression = !packs || mode == "none" ? fatbin::Compression::None
                        : mode == "speed"        ? fatbin::Compression::Lz4
                                                 : fatbin::Compression::Zstd;
    entries_.push_back(std::move(entry));
    return true;
  }

  /// C source with the container and its wrapper, in the sections where programs keep them.
  std::string source(const std::string &bytes) const {
    const bool isRelocatable = options_.has(Opt::DeviceC);
    const std::string section = isRelocatable ? "__nv_relfatbin" : ".nv_fatbin";
    std::string text = "/* A fat binary and its wrapper. */\n", words;
    size_t count = bytes.size() / 8; // the size of a container is a multiple of 8
    const bool usesAsm = !options_.has(Opt::NoAsm);
    for (size_t i = 0; i < count; ++i) {
      uint64_t word;
      memcpy(&word, bytes.data() + 8 * i, 8);
      char spelled[24];
      snprintf(spelled, sizeof spelled, "0x%016llx", (unsigned long long)word);
      if (usesAsm)
        words += std::string(i % 4 ? "," : i ? "\\n\"\n\".quad " : "\".quad ") + spelled;
      else
        words += spelled + std::string(i % 4 == 3 ? "ull,\n" : "ull,");
    }
    if (usesAsm) {
      text += "__asm__(\".section " + section + ",\\\"a\\\"\\n.align 8\\nfatbinData:\\n\"\n" +
              words +
              "\\n\"\n\".previous\\n\");\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
              "extern const unsigned long long fatbinData[" +
              std::to_string(count) + "];\n#ifdef __cplusplus\n}\n#endif\n";
    } else {
      text += "static const unsigned long long fatbinData[" + std::to_string(count) +
              "] __attribute__((aligned(8), section(\"" + section + "\"))) = {\n" + words + "};\n";
    }
    text += "static const struct {\n  int magic, version;\n  const unsigned long long *data;\n  "
            "void *extra;\n"
            "} __fatDeviceText __attribute__((aligned(8), used, section(\"" +
            std::string(isRelocatable ? "__nv_relfatbin_wrapper" : ".nvFatBinSegment") +
            "\"))) = {0x466243b1, 1, fatbinData, 0};\n";
    return text;
  }

  const Options &options_;
  std::deque<std::string> bytes_; // files and contents that entries refer to
  std::vector<fatbin::NewEntry> entries_;
};

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!options.read(kTable, {argv + 1, argv + argc}))
    return tool::fatal(kName, options.error);
  if (options.has(Opt::Help) || argc == 1)
    return fputs(cmdline::helpText(
                     "Usage: fatbinary [options]\n\nPuts device code into a fat binary.", kTable)
                     .c_str(),
                 stdout) < 0;
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "Fat binary constructor").c_str(), stdout) < 0;
  return Builder(options).run();
}
