// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From images to checked PTX.
#include "driver/code/Program.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "driver/context/Device.h"
#include "ptx/Verifier.h"
#include "ptx/link/Linker.h"
#include "ptx/parse/Parser.h"
#include "support/Options.h"
#include "support/Sha256.h"
#include "support/Trace.h"
#include "support/Unreachable.h"

namespace anywarp::driver {

static constexpr const char *kLogName = "ptxas application ptx input";

CUresult toResult(const Status &status) {
  static constexpr std::pair<StatusCode, CUresult> kResults[] = {
      {StatusCode::Ok, CUDA_SUCCESS},
      {StatusCode::InvalidInput, CUDA_ERROR_INVALID_IMAGE},
      {StatusCode::NotSupported, CUDA_ERROR_NOT_SUPPORTED},
      {StatusCode::NotFound, CUDA_ERROR_NO_BINARY_FOR_GPU},
      {StatusCode::OutOfMemory, CUDA_ERROR_OUT_OF_MEMORY},
      {StatusCode::System, CUDA_ERROR_OPERATING_SYSTEM}};
  for (auto [code, result] : kResults)
    if (code == status.code())
      return result;
  AW_UNREACHABLE("a status without a result");
}

static CUresult refuse(JitOptions &options, CUresult result, const std::string &message,
                       unsigned line = 0) {
  options.errorLog += kLogName;
  if (line)
    options.errorLog += ", line " + std::to_string(line);
  options.errorLog += "; fatal   : " + message + "\n";
  if (isTraced("driver"))
    trace("driver", message);
  return result;
}

/// The text's `.version`, which has to be its first directive, as it is what PTX is known by.
struct VersionDirective {
  bool isFirst = false;
  unsigned version = 0; ///< major * 10 + minor
  unsigned line = 0;
};

static VersionDirective findVersion(const std::string &text) {
  VersionDirective found;
  size_t at = 0;
  while (true) { // blanks and comments may stand before it
    at = text.find_first_not_of(" \t\r\n", at);
    if (at == std::string::npos)
      return found;
    if (text.compare(at, 2, "//") == 0)
      at = text.find('\n', at);
    else if (text.compare(at, 2, "/*") == 0)
      at = text.find("*/", at) == std::string::npos ? std::string::npos : text.find("*/", at) + 2;
    else
      break;
    if (at == std::string::npos)
      return found;
  }
  constexpr std::string_view kWord = ".version";
  if (text.compare(at, kWord.size(), kWord) != 0)
    return found;
  found.isFirst = true;
  found.line = unsigned(std::count(text.begin(), text.begin() + ptrdiff_t(at), '\n')) + 1;
  char *end;
  unsigned long major = std::strtoul(text.c_str() + at + kWord.size(), &end, 10);
  unsigned long minor = *end == '.' ? std::strtoul(end + 1, nullptr, 10) : 0;
  found.version = unsigned(std::min(major, 1000ul) * 10 + std::min(minor, 9ul));
  return found;
}

static std::string versionText(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

static CUresult checkVersions(const ptx::Module &module, JitOptions &options) {
  if (module.addressSize != 64)
    return refuse(options, CUDA_ERROR_INVALID_PTX, "32-bit addresses are not supported");
  fatbin::Arch arch;
  const std::string &target = module.target;
  if (target.rfind("sm_", 0) == 0) {
    char *end;
    arch.sm = uint32_t(std::strtoul(target.c_str() + 3, &end, 10));
    arch.suffix = *end;
  }
  if (fatbin::runsOn(arch, architecture().sm))
    return CUDA_SUCCESS;
  if (codeForOthers() == fatbin::Others::Refused)
    return refuse(options, CUDA_ERROR_INVALID_PTX,
                  "PTX for " + target + " does not run on a device of compute capability " +
                      std::to_string(architecture().major()) + "." +
                      std::to_string(architecture().minor()));
  options.infoLog += "ptxas info    : code for " + target + " taken on sm_" +
                     std::to_string(architecture().sm) + ", as no device model was asked for\n";
  return CUDA_SUCCESS;
}

static CUresult parseOne(const std::string &text, JitOptions &options,
                         std::unique_ptr<ptx::Module> &module) {
  static const bool isDisabled = Options::get().disablePtxJit == "1";
  if (isDisabled)
    return refuse(options, CUDA_ERROR_JIT_COMPILATION_DISABLED,
                  "PTX JIT compilation is disabled by CUDA_DISABLE_PTX_JIT");
  VersionDirective version = findVersion(text);
  if (!version.isFirst)
    return refuse(options, CUDA_ERROR_INVALID_IMAGE, "Missing .version directive at start of file");
  if (!ptx::isReadableVersion(version.version))
    return refuse(options, CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
                  "Unsupported .version " + versionText(version.version) +
                      "; current version is '" + versionText(ptx::kPtxVersion) + "'",
                  version.line);
  Diagnostics diagnostics;
  module = ptx::parse(text, diagnostics);
  if (module)
    (void)ptx::verify(*module, diagnostics); // poisons functions; looked at below
  options.errorLog += diagnostics.render(kLogName);
  if (version.version > ptx::kPtxVersion)
    (diagnostics.list().empty() ? options.infoLog : options.errorLog) +=
        "ptxas info    : " + ptx::readAsOlder(version.version) + "\n";
  if (!module)
    return refuse(options, CUDA_ERROR_INVALID_PTX, "Ptx assembly aborted due to errors");
  if (CUresult result = checkVersions(*module, options))
    return result;
  // A function that cannot be compiled costs the others nothing; but where nothing is left that
  // could be launched the text as a whole is at fault.
  bool anyDefined = false, anyGood = false;
  for (const auto &function : module->functions)
    if (function->isDefined) {
      anyDefined = true;
      anyGood |= function->poison.empty();
    }
  if (anyDefined && !anyGood)
    return refuse(options, CUDA_ERROR_INVALID_PTX, "Ptx assembly aborted due to errors");
  return CUDA_SUCCESS;
}

/// What is declared only, in a program that is whole.
static CUresult settleExterns(ptx::Module &module, JitOptions &options) {
  const ptx::Unresolved unresolved = ptx::unresolvedSymbols(module);
  for (const std::string &message : unresolved.warnings)
    options.infoLog += "ptxas warning : " + message + "\n";
  if (!unresolved.errors.empty())
    return refuse(options, CUDA_ERROR_INVALID_PTX, unresolved.errors.front());
  for (const auto &variable : module.variables)
    if (ptx::isIgnoredExtern(*variable))
      variable->isExtern = false;
  return CUDA_SUCCESS;
}

/// What the assembler tells of each kernel when it is asked to.
static std::string describe(const Program &program) {
  std::string text;
  for (const auto &function : program.module().functions)
    if (function->isEntry && function->isDefined && function->poison.empty()) {
      KernelFacts facts = model::describeKernel(program.symbols(), *function);
      text += "ptxas info    : Compiling entry function '" + function->name + "' for 'sm_" +
              std::to_string(architecture().sm) + "'\nptxas info    : Used " +
              std::to_string(facts.registers) + " registers (estimated), " +
              std::to_string(facts.staticShared) + " bytes smem, " +
              std::to_string(facts.paramBytes) + " bytes parameters\n";
    }
  return text;
}

/// Options of the compiler that nvcc stored beside the PTX.
static bool asksForDebug(const std::string &options) {
  return (" " + options + " ").find(" -g ") != std::string::npos;
}

CUresult Program::assemble(const std::vector<fatbin::PtxImage> &images, JitOptions &options,
                           bool isLinked, Ref<Program> &program) {
  Ref<Program> made = make<Program>();
  made->debug_ = options.debug;
  std::vector<std::unique_ptr<ptx::Module>> modules;
  std::string texts;
  for (const fatbin::PtxImage &image : images) {
    made->debug_ |= asksForDebug(image.options);
    isLinked |= fatbin::isRelocatable(image);
    texts += std::to_string(image.text.size()) + ":" + image.text;
    std::unique_ptr<ptx::Module> module;
    if (CUresult result = parseOne(image.text, options, module))
      return result;
    modules.push_back(std::move(module));
  }
  if (modules.empty()) {
    made->module_ = std::make_unique<ptx::Module>(); // objects without device code
  } else if (modules.size() == 1 && !isLinked) {
    made->module_ = std::move(modules.front());
  } else {
    Diagnostics diagnostics;
    made->module_ = ptx::link(std::move(modules), diagnostics);
    options.errorLog += diagnostics.render("nvlink");
    if (!made->module_)
      return refuse(options, CUDA_ERROR_INVALID_IMAGE, "Linking failed");
  }
  if (CUresult result = settleExterns(*made->module_, options))
    return result;
  made->symbols_ = std::make_unique<ModuleSymbols>(*made->module_);
  if (options.verbose)
    options.infoLog += describe(*made);
  // Levels 0 and 1 mean what they say; everything above is full optimisation.
  made->optLevel_ = made->debug_ ? 0 : std::min(options.optLevel, 2u);
  made->key_ = sha256(texts);
  program = std::move(made);
  return CUDA_SUCCESS;
}

CUresult Program::build(const std::vector<fatbin::PtxImage> &images, JitOptions &options,
                        Ref<Program> &program, bool isLinked) {
  size_t start = options.errorLog.size();
  CUresult result = assemble(images, options, isLinked, program);
  // Nobody else would say what is wrong where the runtime loads the program's own code.
  if (result != CUDA_SUCCESS && !options.keepsErrors())
    report(options.errorLog.substr(start, options.errorLog.find('\n', start) - start));
  return result;
}

CUresult Program::check(const fatbin::PtxImage &image, JitOptions &options,
                        std::vector<std::string> *definitions) {
  std::unique_ptr<ptx::Module> module;
  if (CUresult result = parseOne(image.text, options, module))
    return result;
  if (definitions)
    *definitions = ptx::soleDefinitions(*module);
  return CUDA_SUCCESS;
}

static CUresult buildFrom(Expected<std::vector<fatbin::PtxImage>> images, JitOptions &options,
                          Ref<Program> &program) {
  if (!images) {
    // The one failure that the program's author has to hear of: it was built for GPUs alone.
    static std::atomic<bool> said{false};
    if (images.status().code() == StatusCode::NotFound && !said.exchange(true))
      report(images.status().message());
    return refuse(options, toResult(images.status()), images.status().message());
  }
  return Program::build(*images, options, program);
}

CUresult Program::load(const void *image, JitOptions &options, Ref<Program> &program) {
  return buildFrom(fatbin::loadImage(image, architecture().sm, codeForOthers()), options, program);
}

CUresult Program::load(std::string_view bytes, JitOptions &options, Ref<Program> &program) {
  return buildFrom(fatbin::loadImage(bytes, architecture().sm, codeForOthers()), options, program);
}

CUresult readFile(const char *path, std::string &bytes) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return CUDA_ERROR_FILE_NOT_FOUND;
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return CUDA_ERROR_OUT_OF_MEMORY; // seen
  bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  return CUDA_SUCCESS;
}

CUresult Program::loadFile(const char *path, JitOptions &options, Ref<Program> &program) {
  std::string bytes;
  if (CUresult result = readFile(path, bytes))
    return result;
  return load(std::string_view(bytes), options, program);
}

} // namespace anywarp::driver
