// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvlink: links relocatable device code (PTX in objects, archives, cubins of ours) to one program.
#include <cstdio>
#include <set>
#include <string>
#include <sys/stat.h>

#include "cmdline/Options.h"
#include "common/Program.h"
#include "fatbin/Writer.h"
#include "model/KernelFacts.h"
#include "nvlink/Inputs.h"
#include "ptx/Printer.h"
#include "ptx/link/Linker.h"

using namespace anywarp;
using namespace anywarp::nvlink;

namespace {

constexpr std::string_view kName = "nvlink";

enum class Opt {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help) Id,
#include "nvlink/Options.def"
  Input,
};

constexpr cmdline::OptionInfo kTable[] = {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help)                                             \
  {unsigned(Opt::Id), Long, Short, cmdline::OptionKind::Kind, Values, Help},
#include "nvlink/Options.def"
};

using Options = cmdline::Options<Opt>;

/// The archive of -lNAME, or empty. Libraries without device code need not be there.
std::string findLibrary(const Options &options, const std::string &name) {
  for (const std::string &folder : options.all(Opt::LibraryPath)) {
    std::string path = folder + "/lib" + name + ".a";
    struct stat info;
    if (stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode))
      return path;
  }
  return {};
}

void describe(const ptx::Module &module) {
  uint64_t global = 0;
  for (const auto &variable : module.variables)
    if (variable->space == ptx::StateSpace::Global)
      global += variable->sizeInBytes();
  tool::inform(kName, std::to_string(global) + " bytes gmem");
  const model::ModuleSymbols symbols(module);
  for (const auto &function : module.functions) {
    if (!function->isEntry || !function->isDefined)
      continue;
    model::KernelFacts facts = model::describeKernel(symbols, *function);
    tool::inform(kName, "Function properties for '" + function->name + "':");
    tool::inform(kName, "used " + std::to_string(facts.registers) + " registers, " +
                            std::to_string(facts.localBytes) + " stack, " +
                            std::to_string(facts.staticShared) + " bytes smem, " +
                            std::to_string(facts.paramBytes) + " bytes cmem[0], " +
                            std::to_string(facts.localBytes) + " bytes lmem");
  }
}

/// Kernels whose name contains none of the words lose their body and are not printed.
void keepKernels(ptx::Module &module, const std::vector<std::string> &words) {
  std::erase_if(module.functions, [&](const std::unique_ptr<ptx::Function> &function) {
    if (!function->isEntry)
      return false;
    for (const std::string &word : words)
      if (function->name.find(word) != std::string::npos)
        return false;
    return true;
  });
}

int link(const Options &options) {
  fatbin::Arch arch = fatbin::Arch::parse(options.value(Opt::Arch)).value_or(fatbin::Arch());
  if (!arch.sm)
    return tool::fatal(kName, "Unknown arch name '" + options.value(Opt::Arch) + "'");
  std::string output = options.value(Opt::Output);
  if (output.empty())
    return tool::fatal(kName, "Must specify output file with -o option");
  Inputs inputs(arch);
  const bool warns = !options.has(Opt::NoWarnings) && !options.has(Opt::NoArchWarning);
  if (!options.has(Opt::Input))
    return tool::fatal(kName, "No input files specified");
  for (const auto &item : options.items) {
    std::string path = item.id == Opt::Input     ? item.value
                       : item.id == Opt::Library ? findLibrary(options, item.value)
                                                 : std::string();
    if (!path.empty() && !inputs.read(path, warns))
      return 255;
  }
  if (int code = inputs.check())
    return code;
  if (inputs.warnings && options.has(Opt::Werror))
    return tool::fatal(kName, "Warnings are errors");
  if (options.has(Opt::RegisterBinaries)) {
    std::string text =
        "#define NUM_PRELINKED_OBJECTS " + std::to_string(inputs.registrations.size()) + "\n";
    for (const std::string &name : inputs.registrations)
      text += "DEFINE_REGISTER_FUNC(" + name + ")\n";
    if (!tool::writeFile(kName, options.value(Opt::RegisterBinaries), text))
      return 255;
  }

  std::vector<fatbin::NewEntry> entries;
  std::string text;
  if (!inputs.taken.empty()) {
    std::vector<std::unique_ptr<ptx::Module>> modules;
    for (InputModule &input : inputs.taken)
      modules.push_back(std::move(input.module));
    Diagnostics diagnostics;
    std::unique_ptr<ptx::Module> module = ptx::link(std::move(modules), diagnostics);
    if (!module) {
      fputs(diagnostics.render(std::string(kName)).c_str(), stderr);
      return 255;
    }
    if (options.has(Opt::KernelsUsed))
      keepKernels(*module, options.all(Opt::KernelsUsed));
    if (options.has(Opt::Verbose) && !options.has(Opt::NoInfos))
      describe(*module);
    text = ptx::print(*module);
    fatbin::NewEntry entry;
    entry.arch = tool::archOfPtx(text);
    entry.contents = text;
    entry.debug = options.has(Opt::Debug);
    if (options.has(Opt::MaxRegCount))
      entry.options = "-maxrregcount=" + options.value(Opt::MaxRegCount);
    for (const std::string &option : options.all(Opt::Xptxas))
      entry.options += (entry.options.empty() ? "" : " ") + option;
    entries.push_back(std::move(entry));
  }
  if (options.has(Opt::EmitPtx))
    return tool::writeFile(kName, output, text) ? 0 : 255;
  Expected<std::string> bytes = fatbin::writeContainer(entries);
  if (!bytes)
    return tool::fatal(kName, bytes.status().message());
  return tool::writeFile(kName, output, *bytes) ? 0 : 255;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!options.read(kTable, {argv + 1, argv + argc}))
    return tool::fatal(kName, options.error);
  if (options.has(Opt::Help))
    return fputs(cmdline::helpText(
                     "Usage: nvlink [options] file...\n\nLinks relocatable device code.", kTable)
                     .c_str(),
                 stdout) < 0;
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "Device code linker").c_str(), stdout) < 0;
  return link(options);
}
