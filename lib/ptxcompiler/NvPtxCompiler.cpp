// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libnvptxcompiler_static: lib/ptx checks the text, lib/fatbin packs it. The image is a container
// with the PTX, which the driver compiles for the processor when it is loaded.
#include "nvPTXCompiler.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cmdline/Options.h"
#include "cmdline/Ptxas.h"
#include "fatbin/Writer.h"
#include "ptx/Assembly.h"
#include "support/HandleTable.h"
#include "support/Mutex.h"

using namespace anywarp;

namespace {

struct Compiler {
  Mutex mutex;
  std::string text AW_GUARDED_BY(mutex), image AW_GUARDED_BY(mutex), errorLog AW_GUARDED_BY(mutex),
      infoLog AW_GUARDED_BY(mutex);
  bool isCompiled AW_GUARDED_BY(mutex) = false;
  int (*callback)(void *, void *) AW_GUARDED_BY(mutex) = nullptr;
  void *payload AW_GUARDED_BY(mutex) = nullptr;

  explicit Compiler(std::string text) : text(std::move(text)) {}
  nvPTXCompileResult compile(const std::vector<std::string> &options) AW_REQUIRES(mutex);
  nvPTXCompileResult fail(nvPTXCompileResult result, const std::string &message)
      AW_REQUIRES(mutex) {
    errorLog += message;
    return result;
  }
};

using Table = HandleTable<nvPTXCompilerHandle, Compiler>;

std::shared_ptr<Compiler> find(nvPTXCompilerHandle handle) { return Table::get().find(handle); }

using Kind = cmdline::OptionKind;

enum Id : unsigned {
#define AW_OPTION(id, longName, shortName, kind, values, help) id,
#include "cmdline/Ptxas.def"
};
constexpr cmdline::OptionInfo kOptions[] = {
#define AW_OPTION(id, longName, shortName, kind, values, help)                                     \
  {id, longName, shortName, Kind::kind, values, help},
#include "cmdline/Ptxas.def"
};
/// Those that are about files and the program's own output.
constexpr Id kOfProgram[] = {Output, InputAsString, OptionsFile, ListVersion, Help, Version};

bool isNumber(const std::string &text) {
  return !text.empty() && text.size() < 10 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

bool takesNextWord(const cmdline::OptionMatch &word) {
  return !word.hasValue && word.info->kind != Kind::Flag && word.info->kind != Kind::Bool &&
         word.info->kind != Kind::Refused;
}

bool isValue(const cmdline::OptionInfo &option, const std::string &value) {
  if (option.kind == Kind::Flag)
    return value.empty();
  if (option.kind == Kind::Bool)
    return value.empty() || value == "true" || value == "false";
  if (option.id == MaxRegCount)
    return isNumber(value);
  return !value.empty() && isAllowed(option, value);
}

nvPTXCompileResult Compiler::compile(const std::vector<std::string> &options) {
  isCompiled = false;
  errorLog.clear();
  infoLog.clear();
  std::string name = "sm_75"; // the oldest that ptxas of CUDA 13 knows is its default
  std::string registers;
  std::vector<std::string> entries;
  bool isWhole = true;
  for (size_t i = 0; i < options.size(); ++i) {
    const std::string &word = options[i];
    cmdline::OptionMatch match = cmdline::matchOption(kOptions, word, {.joinsNumbers = true});
    const cmdline::OptionInfo *option = match.info;
    if (!option && cmdline::steersOptimisation(word)) {
      infoLog += "ptxas warning : " + cmdline::ignoredOption(word) + "\n";
      continue;
    }
    if (!option || std::ranges::find(kOfProgram, Id(option->id)) != std::end(kOfProgram))
      return fail(NVPTXCOMPILE_ERROR_INVALID_INPUT,
                  "ptxas fatal   : Unknown option '" + word + "'\n");
    const std::string longName(option->longName);
    if (option->kind == Kind::Refused || option->kind == Kind::RefusedValue)
      return fail(NVPTXCOMPILE_ERROR_INVALID_INPUT,
                  "ptxas fatal   : the option '" + longName + "' is not supported\n");
    if (takesNextWord(match) && i + 1 < options.size())
      match.value = options[++i];
    const std::string &value = match.value;
    if (!isValue(*option, value))
      return fail(NVPTXCOMPILE_ERROR_INVALID_INPUT, "ptxas fatal   : Value '" + value +
                                                        "' is not defined for option '" + longName +
                                                        "'\n");
    if (option->id == GpuName)
      name = value;
    else if (option->id == MaxRegCount)
      registers = value;
    else if (option->id == CompileOnly)
      isWhole = false;
    else if (option->id == Entry)
      entries.push_back(value);
  }
  fatbin::NewEntry entry;
  const auto arch = fatbin::Arch::parse(name);
  if (!arch || !name.starts_with("sm_") || arch->sm < 75)
    return fail(NVPTXCOMPILE_ERROR_INVALID_INPUT,
                "ptxas fatal   : Value '" + name + "' is not defined for option 'gpu-name'\n");
  entry.arch = *arch;

  if (callback && callback(payload, nullptr))
    return NVPTXCOMPILE_ERROR_CANCELLED;
  ptx::AssemblyResult checked = ptx::checkAssembly(text, "application ptx input", isWhole);
  if (!checked.isGood)
    return fail(checked.isTooNew ? NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION
                                 : NVPTXCOMPILE_ERROR_COMPILATION_FAILURE,
                checked.log);
  for (const std::string &wanted : entries)
    if (std::ranges::find(checked.kernels, wanted) == checked.kernels.end())
      return fail(NVPTXCOMPILE_ERROR_COMPILATION_FAILURE,
                  "ptxas fatal   : no entry '" + wanted + "'\n");
  if (checked.target > entry.arch.sm)
    return fail(NVPTXCOMPILE_ERROR_COMPILATION_FAILURE,
                "ptxas fatal   : SM version specified by .target is higher than default SM version "
                "assumed\n");
  infoLog += checked.log;
  entry.contents = text;
  if (!registers.empty())
    entry.options = "-maxrregcount=" + registers;
  if (!isWhole)
    entry.options += entry.options.empty() ? "--compile-only" : " --compile-only";
  Expected<std::string> bytes = fatbin::writeContainer({entry});
  if (!bytes)
    return fail(NVPTXCOMPILE_ERROR_INTERNAL, bytes.status().message() + "\n");
  image = std::move(*bytes);
  isCompiled = true;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult sizeOf(nvPTXCompilerHandle handle, size_t *size, std::string Compiler::*part) {
  std::shared_ptr<Compiler> compiler = find(handle);
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!size)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  LockGuard lock(compiler->mutex);
  if (part == &Compiler::image && !compiler->isCompiled)
    return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  *size = ((*compiler).*part).size();
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult copy(nvPTXCompilerHandle handle, void *to, std::string Compiler::*part) {
  std::shared_ptr<Compiler> compiler = find(handle);
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!to)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  LockGuard lock(compiler->mutex);
  if (part == &Compiler::image && !compiler->isCompiled)
    return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  const std::string &bytes = (*compiler).*part;
  std::memcpy(to, bytes.data(), bytes.size());
  return NVPTXCOMPILE_SUCCESS;
}

} // namespace

extern "C" nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *major, unsigned int *minor) {
  if (!major || !minor)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVPTXCOMPILE_SUCCESS;
}

extern "C" nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *handle, size_t length,
                                                  const char *text) {
  if (!handle || !text)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  auto compiler = std::make_shared<Compiler>(std::string(text, strnlen(text, length)));
  *handle = Table::get().add(std::move(compiler));
  return NVPTXCOMPILE_SUCCESS;
}

extern "C" nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *handle) {
  if (!handle)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!Table::get().remove(*handle))
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  *handle = nullptr;
  return NVPTXCOMPILE_SUCCESS;
}

extern "C" nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle handle, int count,
                                                   const char *const *options) {
  std::shared_ptr<Compiler> compiler = find(handle);
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (count < 0 || (count > 0 && !options))
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  std::vector<std::string> words;
  for (int i = 0; i < count; ++i) {
    if (!options[i])
      return NVPTXCOMPILE_ERROR_INVALID_INPUT;
    words.push_back(options[i]);
  }
  LockGuard lock(compiler->mutex);
  return compiler->compile(words);
}

extern "C" nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle handle,
                                                                  size_t *size) {
  return sizeOf(handle, size, &Compiler::image);
}
extern "C" nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle handle,
                                                              void *image) {
  return copy(handle, image, &Compiler::image);
}
extern "C" nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle handle,
                                                           size_t *size) {
  return sizeOf(handle, size, &Compiler::errorLog);
}
extern "C" nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle handle, char *log) {
  return copy(handle, log, &Compiler::errorLog);
}
extern "C" nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle handle,
                                                          size_t *size) {
  return sizeOf(handle, size, &Compiler::infoLog);
}
extern "C" nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle handle, char *log) {
  return copy(handle, log, &Compiler::infoLog);
}

extern "C" nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle handle,
                                                           int (*callback)(void *, void *),
                                                           void *payload) {
  std::shared_ptr<Compiler> compiler = find(handle);
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!callback)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  LockGuard lock(compiler->mutex);
  compiler->callback = callback;
  compiler->payload = payload;
  return NVPTXCOMPILE_SUCCESS;
}
