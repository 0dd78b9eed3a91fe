// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ptxas: checks PTX and packs it as a cubin of ours, a container with the text, which the driver
// compiles for the processor when it is loaded. Messages have the form of NVIDIA's assembler.
#include <cstdio>
#include <map>
#include <string>

#include "cmdline/Options.h"
#include "cmdline/Ptxas.h"
#include "common/DeviceCode.h"
#include "common/Program.h"
#include "common/PtxInfo.h"
#include "fatbin/Image.h"
#include "fatbin/Writer.h"
#include "model/KernelFacts.h"
#include "ptx/Printer.h"
#include "ptx/Verifier.h"
#include "ptx/link/Linker.h"
#include "ptx/parse/Parser.h"

using namespace anywarp;

namespace {

constexpr std::string_view kName = "ptxas";

enum class Opt {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help) Id,
#include "cmdline/Ptxas.def"
  Input,
};

constexpr cmdline::OptionInfo kTable[] = {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help)                                             \
  {unsigned(Opt::Id), Long, Short, cmdline::OptionKind::Kind, Values, Help},
#include "cmdline/Ptxas.def"
};

using Options = cmdline::Options<Opt>;

struct Source {
  std::string name, text;
};

/// Whether PTX of `target` may be assembled for `gpu`, by the rules of .target.
bool fits(const fatbin::Arch &target, const fatbin::Arch &gpu) {
  if (target.suffix == 'a')
    return gpu.sm == target.sm && gpu.suffix == 'a';
  return fatbin::runsOn(target, gpu.sm);
}

class Assembler {
public:
  explicit Assembler(const Options &options) : options_(options) {}

  /// `ignored`: options that are not known.
  int run(const std::vector<std::string> &ignored) {
    for (const std::string &option : ignored)
      warn(cmdline::ignoredOption(option));
    std::string gpuName = options_.value(Opt::GpuName, "sm_75");
    gpu_ = fatbin::Arch::parse(gpuName).value_or(fatbin::Arch());
    if (!gpu_.sm || !gpuName.starts_with(gpuName[0] == 's'   ? "sm_"
                                         : gpuName[0] == 'l' ? "lto_"
                                                             : "compute_"))
      return tool::fatal(kName, "Value '" + gpuName + "' is not defined for option 'gpu-name'");
    gpuName_ = gpuName;

    std::vector<Source> sources;
    for (const auto &item : options_.items) {
      if (item.id == Opt::InputAsString)
        sources.push_back({"<string>", item.value});
      if (item.id != Opt::Input)
        continue;
      sources.push_back({item.value, {}});
      if (!tool::readFile(kName, item.value, sources.back().text))
        return abort();
    }
    if (sources.empty())
      return tool::fatal(kName, "No input files specified; use option --help for more information");
    std::vector<std::unique_ptr<ptx::Module>> modules;
    for (const Source &source : sources) {
      std::unique_ptr<ptx::Module> module = read(source);
      if (!module)
        return abort();
      modules.push_back(std::move(module));
    }
    std::string text = sources.front().text;
    std::unique_ptr<ptx::Module> module = std::move(modules.front());
    if (modules.size() > 1) {
      modules.front() = std::move(module);
      Diagnostics diagnostics;
      module = ptx::link(std::move(modules), diagnostics,
                         isWhole() ? ptx::Linked::Program : ptx::Linked::Part);
      fputs(diagnostics.render(std::string(kName)).c_str(), stderr);
      if (!module)
        return abort();
      text = ptx::print(*module);
    }
    text.resize(std::min(text.find('\0'), text.size()));
    if (int code = checkWhole(*module))
      return code;
    if (options_.has(Opt::Verbose))
      fputs(tool::describeKernels(*module, gpuName_).c_str(), stderr);
    warnings(*module);
    if (warnings_ && options_.has(Opt::Werror))
      return abort();
    return gpuName.starts_with("sm_") ? write(text) : 0;
  }

private:
  int abort() const { return tool::fatal(kName, "Ptx assembly aborted due to errors"); }

  void warn(const std::string &message) {
    ++warnings_;
    if (!options_.has(Opt::NoWarnings))
      tool::warn(kName, message);
  }

  /// A checked module, or null after messages.
  std::unique_ptr<ptx::Module> read(const Source &source) {
    Diagnostics diagnostics;
    std::unique_ptr<ptx::Module> module = ptx::parse(source.text, diagnostics);
    bool good = module && ptx::verify(*module, diagnostics);
    // A fault of one function is a warning where programs are loaded, and an error here.
    for (const Diagnostic &d : diagnostics.list())
      fprintf(stderr, "ptxas %s, line %u; error   : %s\n", source.name.c_str(), d.line,
              d.message.c_str());
    const unsigned version = module ? module->versionMajor * 10 + module->versionMinor : 0;
    if (version > ptx::kPtxVersion)
      fprintf(stderr, "ptxas info    : %s\n", ptx::readAsOlder(version).c_str());
    if (!good)
      return nullptr;
    fatbin::Arch target = fatbin::Arch::parse(module->target).value_or(fatbin::Arch());
    if (!fits(target, gpu_) &&
        (options_.has(Opt::GpuName) || target.suffix || target.sm > gpu_.sm)) {
      tool::fatal(kName, source.name + ": a program with .target '" + module->target +
                             "' cannot be compiled to architecture '" + gpuName_ + "'");
      return nullptr;
    }
    return module;
  }

  bool isWhole() const { return !options_.has(Opt::CompileOnly) && !options_.has(Opt::Ewp); }

  /// What only a whole program must have.
  int checkWhole(const ptx::Module &module) {
    for (const std::string &name : options_.all(Opt::Entry)) {
      const ptx::Function *function = module.findFunction(name);
      if (!function || !function->isEntry)
        return tool::fatal(kName, "Unknown function " + name);
    }
    std::vector<std::string> exceeded = tool::exceededLimits(module, isWhole());
    for (const std::string &message : exceeded)
      fprintf(stderr, "ptxas error   : %s\n", message.c_str());
    if (!exceeded.empty())
      return 255;
    if (!isWhole())
      return 0;
    const ptx::Unresolved unresolved = ptx::unresolvedSymbols(module);
    for (const std::string &message : unresolved.warnings)
      warn(message);
    for (const std::string &message : unresolved.errors)
      tool::fatal(kName, message);
    return unresolved.errors.empty() ? 0 : 255;
  }

  void warnings(const ptx::Module &module) {
    const model::ModuleSymbols symbols(module);
    for (const auto &function : module.functions) {
      if (!function->isEntry || !function->isDefined)
        continue;
      uint32_t local = model::describeKernel(symbols, *function).localBytes;
      if (options_.has(Opt::WarnLocal) && local)
        warn("Local memory used for function '" + function->name +
             "', size of stack frame: " + std::to_string(local) + " bytes");
      bool usesDouble = false;
      for (const ptx::Instruction &instruction : function->body)
        for (ptx::Type type : instruction.types)
          usesDouble |= type == ptx::Type::F64;
      if (options_.has(Opt::WarnDouble) && usesDouble)
        warn("Double is used in function '" + function->name + "'");
    }
  }

  int write(const std::string &text) {
    fatbin::NewEntry entry;
    entry.arch = tool::archOfPtx(text);
    entry.contents = text;
    entry.debug = options_.has(Opt::DeviceDebug);
    auto record = [&](const std::string &option) {
      entry.options += (entry.options.empty() ? "" : " ") + option;
    };
    for (const auto &item : options_.items)
      switch (item.id) {
      case Opt::CompileOnly:
        record("--compile-only");
        break;
      case Opt::OptLevel:
        record("-O" + item.value);
        break;
      case Opt::AllowExpensive:
      case Opt::DefLoadCache:
      case Opt::DefStoreCache:
      case Opt::ForceLoadCache:
      case Opt::ForceStoreCache:
      case Opt::FuncMaxRegCount:
      case Opt::RegisterUsage:
      case Opt::MaxRegCount:
        record("-" + std::string(kTable[unsigned(item.id)].shortName) + "=" + item.value);
        break;
      default:
        break;
      }
    Expected<std::string> bytes = fatbin::writeContainer({entry});
    if (!bytes)
      return tool::fatal(kName, bytes.status().message());
    return tool::writeFile(kName, options_.value(Opt::Output, "elf.o"), *bytes) ? 0 : 255;
  }

  const Options &options_;
  fatbin::Arch gpu_;
  std::string gpuName_;
  unsigned warnings_ = 0;
};

} // namespace

int main(int argc, char **argv) {
  Options options;
  std::vector<std::string> ignored;
  cmdline::OptionReader reader(kTable, unsigned(Opt::Input));
  reader.takesUnknown = [&ignored](const std::string &word) {
    const bool isTaken = cmdline::steersOptimisation(word);
    if (isTaken)
      ignored.push_back(word);
    return isTaken;
  };
  if (!options.take(reader, {argv + 1, argv + argc}))
    return tool::fatal(kName, options.error);
  if (options.has(Opt::Help) || argc == 1)
    return fputs(cmdline::helpText(
                     "Usage: ptxas [options] file.ptx...\n\nChecks PTX and packs it for the "
                     "driver, which compiles it when it is loaded.",
                     kTable)
                     .c_str(),
                 stdout) < 0;
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "PTX checker").c_str(), stdout) < 0;
  if (options.has(Opt::ListVersion)) {
    // The last minor version of each major one.
    constexpr unsigned lastMinor[] = {0, 5, 3, 2, 3, 1, 5, 8, 8};
    for (unsigned major = 1; major <= ptx::kPtxVersion / 10; ++major)
      for (unsigned minor = 0;
           minor <= (major * 10 + 9 < ptx::kPtxVersion ? lastMinor[major] : ptx::kPtxVersion % 10);
           ++minor)
        printf("%u.%u\n", major, minor);
    return 0;
  }
  return Assembler(options).run(ignored);
}
