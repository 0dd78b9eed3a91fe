// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists, texts, extraction.
#include "cuobjdump/Dump.h"

#include <algorithm>
#include <cstdio>

#include "common/DeviceCode.h"
#include "cuobjdump/Symbols.h"

namespace anywarp::cuobjdump {
namespace {

const char *kindOf(const fatbin::Entry &entry) {
  switch (entry.kind) {
  case fatbin::EntryKind::Ptx:
    return "ptx";
  case fatbin::EntryKind::Elf:
    return "elf";
  case fatbin::EntryKind::LtoIr:
    return "lto";
  }
  return "unknown";
}

class Dump {
public:
  Dump(const Options &options, const std::string &path) : options_(options) {
    base_ = path.substr(path.rfind('/') + 1);
    if (size_t dot = base_.rfind('.'); dot != std::string::npos && dot > 0)
      base_.resize(dot);
    bool any = false;
    for (Opt what :
         {Opt::DumpPtx, Opt::DumpElf, Opt::DumpSymbols, Opt::DumpSass, Opt::ResourceUsage,
          Opt::ListPtx, Opt::ListElf, Opt::ListText, Opt::ExtractPtx, Opt::ExtractElf})
      any |= options.has(what);
    showsHeaders_ = !any || options.has(Opt::DumpPtx) || options.has(Opt::DumpElf) ||
                    options.has(Opt::DumpSymbols) || options.has(Opt::ResourceUsage);
  }

  int run(const tool::DeviceCode &code) {
    std::string member;
    for (const tool::DeviceImage &image : code.images) {
      if (!matches(image.entry))
        continue;
      if (image.member != member && showsHeaders_)
        printf("\nmember %s:\n", image.member.c_str());
      member = image.member;
      show(image);
    }
    if (options_.has(Opt::DumpSass)) {
      fflush(stdout);
      tool::inform(
          kName,
          machineCode_
              ? "There is no SASS to show: images of GPU machine code are kept as they are and not "
                "disassembled (-xelf writes them to files)"
              : "There is no SASS: the device code is PTX, which is compiled for the processor "
                "when "
                "it is loaded (-ptx shows it)");
      failed_ = true;
    }
    return failed_ ? 255 : 0;
  }

private:
  bool matches(const fatbin::Entry &entry) const {
    std::string wanted = options_.value(Opt::Arch);
    if (wanted.empty())
      return true;
    fatbin::Arch arch = fatbin::Arch::parse(wanted).value_or(fatbin::Arch());
    return arch.sm == entry.arch.sm && arch.suffix == entry.arch.suffix;
  }

  bool isWanted(Opt option, const std::string &name) const {
    for (const std::string &word : options_.all(option))
      if (word == "all" || name.find(word) != std::string::npos)
        return true;
    return false;
  }

  void header(const tool::DeviceImage &image) const {
    const fatbin::Entry &entry = image.entry;
    printf("\nFatbin %s code:\n================\narch = sm_%s\n", kindOf(entry),
           entry.arch.toString().c_str());
    if (entry.formatMajor)
      printf("code version = [%u,%u]\n", entry.formatMajor, entry.formatMinor);
    printf("host = linux\ncompile_size = 64bit\n");
    if (entry.flags & 0x2) // made for debugging
      printf("has debug info\n");
    if (entry.compression != fatbin::Compression::None)
      printf("compressed\n");
    if (!entry.sourceName.empty())
      printf("identifier = %.*s\n", int(entry.sourceName.size()), entry.sourceName.data());
    if (!entry.options.empty())
      printf("ptxasOptions = %.*s\n", int(entry.options.size()), entry.options.data());
  }

  void show(const tool::DeviceImage &image) {
    const bool isPtx = image.entry.kind == fatbin::EntryKind::Ptx;
    machineCode_ |= !isPtx;
    unsigned number = isPtx ? ++ptxNumber_ : ++elfNumber_;
    std::string name = base_ + "." + std::to_string(number) + ".sm_" + image.entry.arch.toString() +
                       (isPtx ? ".ptx" : ".cubin");
    if (isPtx && options_.has(Opt::ListPtx))
      printf("PTX file %4u: %s\n", number, name.c_str());
    if (!isPtx && options_.has(Opt::ListElf))
      printf("ELF file %4u: %s\n", number, name.c_str());

    Expected<std::string> contents = fatbin::readContents(image.entry);
    if (showsHeaders_)
      header(image);
    if (!contents) {
      fflush(stdout);
      tool::warn(kName, name + ": " + contents.status().message());
      failed_ = true;
      return;
    }
    if (isWanted(isPtx ? Opt::ExtractPtx : Opt::ExtractElf, name)) {
      printf("Extracting %s file %4u: %s\n", isPtx ? "PTX" : "ELF", number, name.c_str());
      failed_ |= !tool::writeFile(kName, name, *contents);
    }
    if (isPtx && options_.has(Opt::DumpPtx))
      printf("\n%s\n", contents->c_str());
    if (options_.has(Opt::DumpElf) && !isPtx)
      printSections(*contents);
    if (options_.has(Opt::DumpSymbols) || (options_.has(Opt::DumpElf) && !isPtx)) {
      printf("symbols:\n");
      forSymbols(*contents, isPtx, [](const Symbol &symbol) {
        printf("%-16s %-10s %-14s %s\n", symbol.type, symbol.binding, symbol.other,
               symbol.name.c_str());
      });
    }
    if (options_.has(Opt::ListText))
      forSymbols(*contents, isPtx, [&](const Symbol &symbol) {
        if (symbol.isFunction())
          printf("SASS text section %s: none; %s %s of %s\n", symbol.name.c_str(),
                 symbol.isEntry() ? "kernel" : "function", symbol.name.c_str(), name.c_str());
      });
    if (options_.has(Opt::ResourceUsage))
      printResources(options_, *contents, isPtx);
  }

  void forSymbols(const std::string &contents, bool isPtx,
                  const std::function<void(const Symbol &)> &action) {
    std::vector<std::string> wanted = options_.all(Opt::Function);
    std::vector<Symbol> symbols;
    if (!readSymbols(contents, isPtx, symbols)) {
      fflush(stdout);
      tool::warn(kName, "an image is damaged; its names cannot be read");
      failed_ = true;
    }
    if (options_.has(Opt::Sort))
      std::sort(symbols.begin(), symbols.end(), [](const Symbol &a, const Symbol &b) {
        return std::pair(std::string_view(a.name), std::string_view(a.type)) <
               std::pair(std::string_view(b.name), std::string_view(b.type));
      });
    for (const Symbol &symbol : symbols)
      if (wanted.empty() || std::find(wanted.begin(), wanted.end(), symbol.name) != wanted.end())
        action(symbol);
  }

  const Options &options_;
  std::string base_;
  unsigned ptxNumber_ = 0, elfNumber_ = 0;
  bool showsHeaders_ = false, failed_ = false, machineCode_ = false;
};

} // namespace

int dumpFile(const Options &options, const std::string &path, bool isOneOfMany) {
  std::string bytes;
  if (!tool::readFile(kName, path, bytes))
    return 255;
  tool::DeviceCode code = tool::readDeviceCode(bytes);
  for (const std::string &fault : code.faults)
    tool::warn(kName, path + ": " + fault);
  if (code.kind == tool::DeviceCode::None)
    return tool::fatal(
        kName, "'" + path + "' is neither an object, an archive, a fat binary, a cubin nor PTX");
  if (isOneOfMany)
    printf("\n%s:\n", path.c_str());
  if (code.images.empty()) {
    fflush(stdout);
    tool::inform(kName, "File '" + path + "' does not contain device code");
    return 255;
  }
  int result = Dump(options, path).run(code);
  return code.faults.empty() ? result : 255;
}

} // namespace anywarp::cuobjdump
