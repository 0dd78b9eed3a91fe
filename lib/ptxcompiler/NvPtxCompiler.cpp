// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libnvptxcompiler_static: lib/ptx checks the text, lib/fatbin packs it. The image is a container
// with the PTX, which the driver compiles for the processor when it is loaded.
#include "nvPTXCompiler.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "fatbin/Writer.h"
#include "ptx/Assembly.h"
#include "ptx/Parser.h"

using namespace anywarp;

namespace {

struct Compiler {
  std::mutex mutex; ///< guards the rest
  std::string text, image, errorLog, infoLog;
  bool isCompiled = false;
  int (*callback)(void *, void *) = nullptr;
  void *payload = nullptr;

  nvPTXCompileResult compile(const std::vector<std::string> &options);
  nvPTXCompileResult fail(nvPTXCompileResult result, const std::string &message) {
    errorLog += message;
    return result;
  }
};

struct Table {
  std::mutex mutex; ///< guards the rest
  std::unordered_map<nvPTXCompilerHandle, std::shared_ptr<Compiler>> compilers;
};
Table &table() {
  static Table *table = new Table; // for threads that outlive static destructors
  return *table;
}

std::shared_ptr<Compiler> find(nvPTXCompilerHandle handle) {
  std::lock_guard lock(table().mutex);
  auto it = table().compilers.find(handle);
  return it == table().compilers.end() ? nullptr : it->second;
}

/// The value of `option` if it is "--long=value" or "-short=value", or has it as the next word.
bool takes(const std::vector<std::string> &options, size_t &i, const char *longName,
           const char *shortName, std::string &value) {
  for (const char *name : {longName, shortName}) {
    const size_t length = std::strlen(name);
    if (options[i].compare(0, length, name) != 0)
      continue;
    if (options[i].size() > length && options[i][length] == '=')
      return value = options[i].substr(length + 1), true;
    if (options[i].size() == length && i + 1 < options.size())
      return value = options[++i], true;
  }
  return false;
}

/// Options of ptxas that change nothing of an image with PTX.
bool isKnown(const std::string &option) {
  for (const char *name : {"--allow-expensive-optimizations",
                           "-allow-expensive-optimizations",
                           "--device-debug",
                           "-g",
                           "--disable-optimizer-constants",
                           "--generate-line-info",
                           "-lineinfo",
                           "--opt-level",
                           "-O",
                           "--optimize-float-atomics",
                           "--preserve-relocs",
                           "-preserve-relocs",
                           "--verbose",
                           "-v",
                           "--warning-as-error",
                           "-Werror",
                           "--warn-on-double-precision-use",
                           "-warn-double-usage",
                           "--warn-on-local-memory-usage",
                           "-warn-lmem-usage",
                           "--warn-on-spills",
                           "-warn-spills",
                           "--suppress-stack-size-warning",
                           "-suppress-stack-size-warning",
                           "--fmad",
                           "-fmad",
                           "--def-load-cache",
                           "-dlcm",
                           "--def-store-cache",
                           "-dscm",
                           "--force-load-cache",
                           "-flcm",
                           "--force-store-cache",
                           "-fscm",
                           "--extensible-whole-program",
                           "-ewp",
                           "--return-at-end",
                           "-ret-end",
                           "--sp-bounds-check",
                           "-sp-bounds-check",
                           "--split-compile",
                           "-split-compile",
                           "--position-independent-code",
                           "-pic",
                           "--jump-table-density",
                           "-jtd",
                           "--device-stack-protector",
                           "-device-stack-protector",
                           "--entry",
                           "-e"})
    if (option == name || option.starts_with(std::string(name) + "=") ||
        (std::strcmp(name, "-O") == 0 && option.size() == 3 && option.starts_with(name)))
      return true;
  return false;
}

nvPTXCompileResult Compiler::compile(const std::vector<std::string> &options) {
  isCompiled = false;
  errorLog.clear();
  infoLog.clear();
  std::string arch = "sm_75", registers; // the oldest that ptxas of CUDA 13 knows is its default
  bool isWhole = true;
  for (size_t i = 0; i < options.size(); ++i) {
    std::string value;
    if (takes(options, i, "--gpu-name", "-arch", arch) ||
        takes(options, i, "--maxrregcount", "-maxrregcount", registers))
      continue;
    if (options[i] == "--compile-only" || options[i] == "-c")
      isWhole = false;
    else if (!isKnown(options[i]))
      return fail(NVPTXCOMPILE_ERROR_INVALID_INPUT,
                  "ptxas fatal   : Unknown option '" + options[i] + "'\n");
  }
  fatbin::NewEntry entry;
  if (arch.starts_with("sm_"))
    entry.arch.sm = uint32_t(std::strtoul(arch.c_str() + 3, nullptr, 10));
  if (entry.arch.sm < 50 || entry.arch.sm > 200)
    return fail(NVPTXCOMPILE_ERROR_INVALID_INPUT,
                "ptxas fatal   : Value '" + arch + "' is not defined for option 'gpu-name'\n");
  if (arch.ends_with('a') || arch.ends_with('f'))
    entry.arch.suffix = arch.back();

  if (callback && callback(payload, nullptr))
    return NVPTXCOMPILE_ERROR_CANCELLED;
  // The version is judged first: a newer text may have what cannot be read.
  const size_t at = text.find(".version");
  unsigned major = 0, minor = 0;
  if (at != std::string::npos &&
      std::sscanf(text.c_str() + at, ".version %u.%u", &major, &minor) == 2 &&
      major * 10 + minor > ptx::kPtxVersion)
    return fail(NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION,
                "ptxas fatal   : Unsupported .version " + std::to_string(major) + "." +
                    std::to_string(minor) + "\n");
  ptx::AssemblyResult checked = ptx::checkAssembly(text, "application ptx input", isWhole);
  if (!checked.isGood)
    return fail(NVPTXCOMPILE_ERROR_COMPILATION_FAILURE, checked.log);
  if (checked.target > entry.arch.sm)
    return fail(NVPTXCOMPILE_ERROR_COMPILATION_FAILURE,
                "ptxas fatal   : SM version specified by .target is higher than default SM version "
                "assumed\n");
  infoLog = checked.log;
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
  std::lock_guard lock(compiler->mutex);
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
  std::lock_guard lock(compiler->mutex);
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
  auto compiler = std::make_shared<Compiler>();
  compiler->text.assign(text, strnlen(text, length));
  *handle = reinterpret_cast<nvPTXCompilerHandle>(compiler.get());
  std::lock_guard lock(table().mutex);
  table().compilers[*handle] = std::move(compiler);
  return NVPTXCOMPILE_SUCCESS;
}

extern "C" nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *handle) {
  if (!handle)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  std::shared_ptr<Compiler> last; // ends without the lock
  std::lock_guard lock(table().mutex);
  auto it = table().compilers.find(*handle);
  if (it == table().compilers.end())
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  last = std::move(it->second);
  table().compilers.erase(it);
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
  std::lock_guard lock(compiler->mutex);
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
  std::lock_guard lock(compiler->mutex);
  compiler->callback = callback;
  compiler->payload = payload;
  return NVPTXCOMPILE_SUCCESS;
}
