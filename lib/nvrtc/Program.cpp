// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nvrtc/Program.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "fatbin/LtoIr.h"
#include "fatbin/Writer.h"
#include "nvrtc/Options.h"
#include "ptx/Assembly.h"
#include "support/Environment.h"
#include "support/HandleTable.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::nvrtc {

// -- Handles --------------------------------------------------------------------------------------

using Table = HandleTable<nvrtcProgram, Program>;

nvrtcProgram publish(std::shared_ptr<Program> program) {
  return Table::get().add(std::move(program));
}

std::shared_ptr<Program> find(nvrtcProgram handle) { return Table::get().find(handle); }

bool withdraw(nvrtcProgram handle) { return Table::get().remove(handle); }

std::atomic<size_t> pchHeapSize{256 << 20};

// -- Compiling ------------------------------------------------------------------------------------

static void findInstallation();
/// Taken as the library is loaded: the loader may know it by a path from the folder of that moment.
static const std::string &library =
    *new std::string(pathOfCode(reinterpret_cast<void *>(&findInstallation)));

/// The front end's files lie beside this library, in the build tree and where it is installed.
static void findInstallation() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto exists = [](const std::string &path) { return access(path.c_str(), F_OK) == 0; };
    if (library.empty())
      return;
    std::string folder = library;
    frontend::Installation found;
    // PREFIX/lib/libnvrtc.so, or PREFIX/lib/TRIPLE/anywarp/libnvrtc.so
    for (int up = 0; up < 4 && found.include.empty(); ++up) {
      folder.resize(std::min(folder.rfind('/'), folder.size()));
      if (found.libdevice.empty())
        for (const char *candidate : {"/libdevice.bc", "/anywarp/libdevice.bc"})
          if (exists(folder + candidate))
            found.libdevice = folder + candidate;
      for (const char *candidate : {"/include", "/include/anywarp-cuda"})
        if (exists(folder + candidate + "/anywarp/rtc_prelude.h"))
          found.include = folder + candidate;
    }
    frontend::setInstallation(found);
  });
}

/// Of precompiled headers that -pch makes without -pch-dir: one for the process, gone with it.
static std::string ownPchFolder() {
  struct Folder {
    std::string path;
    const pid_t owner = getpid();
    Folder() {
      const char *base = readEnvironment("TMPDIR");
      path = std::string(base && *base ? base : "/tmp") + "/anywarp-nvrtc-pch-XXXXXX";
      if (!mkdtemp(path.data()))
        path.clear();
    }
    ~Folder() {
      std::error_code ignored;
      if (!path.empty() && getpid() == owner)
        std::filesystem::remove_all(path, ignored);
    }
  };
  static Folder folder;
  return folder.path;
}

/// A file for -pch to make, of a name that no other has.
static std::string newPchFile(const std::string &folder, const std::string &program) {
  static std::atomic<unsigned> number{0};
  std::string stem = program.substr(program.rfind('/') + 1);
  stem.resize(std::min(stem.rfind('.'), stem.size()));
  std::string path;
  do
    path = folder + "/" + stem + "_" + std::to_string(number++) + ".pch";
  while (access(path.c_str(), F_OK) == 0);
  return path;
}

constexpr std::string_view kCatastrophe = "catastrophic error: ";
constexpr std::string_view kMissingFile = "cannot open source file \"";

/// What an error was that ended the compilation: one such as `#error`, or one too many.
enum class Stop { None, Catastrophe, Limit };

/// The log's end, in the same words as NVRTC's.
static std::string countErrors(unsigned errors, Stop stop, const std::string &name) {
  if (errors == 0)
    return {};
  const bool isCatastrophic = stop == Stop::Catastrophe;
  const unsigned others = errors - (stop != Stop::None);
  std::string text;
  if (others)
    text = std::to_string(others) + (others == 1 ? " error" : " errors");
  if (isCatastrophic)
    text += std::string(others ? " and " : "") + "1 catastrophic error";
  text += " detected in the compilation of \"" + name + "\".\n";
  return text + (stop != Stop::None ? "Compilation terminated.\n" : "");
}

/// Tools look for a missing header's name in NVRTC's words. An #include <NAME> has nowhere to look
/// if no folder was given.
static std::string inNvrtcsWords(const std::string &log, bool hasFolders, Stop &stop) {
  constexpr std::string_view kFatal = "fatal error: ", kAfter = "' file not found";
  std::string text;
  for (size_t at = 0; at < log.size();) {
    size_t end = std::min(log.find('\n', at), log.size() - 1) + 1;
    std::string line = log.substr(at, end - at);
    if (size_t fatal = line.find(kFatal); fatal != std::string::npos) {
      std::string what = line.substr(fatal + kFatal.size());
      size_t after = what.find(kAfter);
      if (after != std::string::npos && what.front() == '\'') {
        const std::string name = what.substr(1, after - 1);
        const std::string next = log.substr(end, log.find('\n', end) - end);
        what = std::string(kMissingFile) + name + "\"\n";
        if (!hasFolders && next.find("<" + name + ">") != std::string::npos)
          what = "could not open source file \"" + name + "\" (no directories in search list)\n";
      }
      const bool isLimit = what.starts_with("too many errors emitted");
      stop = isLimit ? Stop::Limit : Stop::Catastrophe;
      line = isLimit ? "Error limit reached.\n"
                     : line.substr(0, fatal) + std::string(kCatastrophe) + what;
    }
    text += line;
    at = end;
  }
  return text;
}

nvrtcResult Program::compile(const std::vector<std::string> &words) {
  findInstallation();
  Options options;
  options.parse(words);
  frontend::RuntimeSource source;
  std::function<bool()> isCancelled;
  {
    LockGuard lock(mutex_);
    ptx_.clear();
    pchOutcome_ = frontend::PchOutcome::NotTried;
    pchBytes_ = 0;
    log_ = options.notes + options.error;
    if (!options.error.empty())
      return NVRTC_ERROR_INVALID_OPTION;
    isTried_ = true;
    if (!options.commandError.empty()) {
      log_ += "nvrtc: error: " + options.commandError + "\n";
      return NVRTC_ERROR_COMPILATION;
    }
    source = source_;
    if (callback_)
      isCancelled = [callback = callback_, payload = payload_] {
        return callback(payload, nullptr) != 0;
      };
  }
  source.pch = options.pch;
  source.pch.limit = pchHeapSize;
  if (source.pch.mode == frontend::PchRequest::Automatic) {
    if (source.pch.folder.empty())
      source.pch.folder = ownPchFolder();
    if (source.pch.folder.empty())
      source.pch.mode = frontend::PchRequest::None; // there is no place for any
    else
      source.pch.file = newPchFile(source.pch.folder, name_);
  }
  source.deviceByDefault = options.deviceByDefault;
  source.isSyntaxOnly = options.isSyntaxOnly;
  source.hasInt128 = options.hasInt128;
  source.isAlone = options.noSourceInclude;
  options.job.source = &source;
  options.job.input = name_.starts_with("-") ? "./" + name_ : name_; // a name and no option
  auto start = std::chrono::steady_clock::now();
  frontend::RuntimeResult result = frontend::compileAtRuntime(options.job, isCancelled);
  std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  LockGuard lock(mutex_);
  nvrtcResult done = finish(std::move(result), options);
  return done == NVRTC_SUCCESS ? writeTimes(options, time.count()) : done;
}

/// A container of lib/fatbin: what our loader and linkers take for machine code and for LTO-IR.
static Expected<std::string> containerOf(const std::string &ptx, const std::string &name,
                                         const Options &options) {
  fatbin::NewEntry entry;
  entry.arch.sm = options.job.archs.front().number;
  entry.arch.suffix = options.job.archs.front().suffix;
  entry.contents = ptx;
  entry.sourceName = name;
  entry.options = options.job.deviceDebug ? "-g" : "";
  return fatbin::writeContainer({entry});
}

/// Of the entries in PTX text, as ptxas -v tells them.
static std::string entriesIn(const std::string &ptx, const std::string &arch) {
  constexpr std::string_view kEntry = ".entry ";
  std::string text;
  for (size_t at = ptx.find(kEntry); at != std::string::npos; at = ptx.find(kEntry, at)) {
    at += kEntry.size();
    text += "ptxas info    : Compiling entry function '" +
            ptx.substr(at, ptx.find_first_of("( \t\n", at) - at) + "' for '" + arch + "'\n";
  }
  return text;
}

nvrtcResult Program::finish(frontend::RuntimeResult result, const Options &options) {
  pchOutcome_ = result.pch;
  pchBytes_ = result.pchBytes;
  Stop stop = Stop::None;
  const bool hasFolders = std::ranges::any_of(options.job.options, [](const std::string &option) {
    return option.starts_with("-I") || option == "-idirafter";
  });
  log_ += inNvrtcsWords(result.log, hasFolders, stop);
  log_ += countErrors(result.errors, stop, name_);
  switch (result.outcome) {
  case frontend::RuntimeResult::Good:
    break;
  case frontend::RuntimeResult::Errors:
    return NVRTC_ERROR_COMPILATION;
  case frontend::RuntimeResult::Broken:
    return NVRTC_ERROR_COMPILATION;
  case frontend::RuntimeResult::Cancelled:
    return NVRTC_ERROR_CANCELLED;
  }
  if (options.isRealArch && !options.wantsLto && !options.isSyntaxOnly) {
    ptx::AssemblyResult assembly =
        ptx::checkAssembly(result.ptx, "application ptx input", !options.job.relocatable);
    log_ += assembly.log;
    if (!assembly.isGood) {
      ptx_ = std::move(result.ptx); // it can be had all the same (seen)
      return NVRTC_ERROR_COMPILATION;
    }
  }
  hasNames_ = true;
  if (options.wantsLto || options.isRealArch) {
    Expected<std::string> container = containerOf(result.ptx, name_, options);
    if (!container) {
      log_ += "error: " + container.status().message() + "\n";
      return NVRTC_ERROR_INTERNAL_ERROR;
    }
    if (options.wantsLto)
      ltoIr_ = fatbin::toLtoIr(*container);
    else
      // Clients take it for a text and drop the last byte (CuPy does).
      cubin_ = std::move(*container) + '\0';
  }
  if (!options.isSyntaxOnly)
    for (size_t i = 0; i < source_.nameExpressions.size(); ++i)
      symbols_[source_.nameExpressions[i]] = i < result.names.size() ? result.names[i] : "";
  if (options.wantsLto)
    return NVRTC_SUCCESS;
  if (options.isVerbose && options.isRealArch)
    log_ += entriesIn(result.ptx, options.job.archs.front().name("sm_"));
  ptx_ = std::move(result.ptx);
  return NVRTC_SUCCESS;
}

nvrtcResult Program::writeTimes(const Options &options, double milliseconds) {
  auto write = [](const std::string &path, const std::string &text) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    return file.good();
  };
  if (options.timeFile) {
    std::string table = "File name, phase name, metric, unit\n" + name_ + ", Compilation, " +
                        std::to_string(milliseconds) + ", ms\n";
    if (*options.timeFile == "-") {
      log_ += table;
    } else if (!write(*options.timeFile, table)) {
      log_ += "nvrtc: error: cannot write '" + *options.timeFile + "'\n";
      return NVRTC_ERROR_TIME_FILE_WRITE_FAILED;
    }
  }
  if (options.traceFile &&
      !write(*options.traceFile,
             "{\"traceEvents\": [{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": 0, \"name\": "
             "\"Compilation\", \"dur\": " +
                 std::to_string(long(milliseconds * 1000)) + "}]}\n")) {
    log_ += "nvrtc: error: cannot write '" + *options.traceFile + "'\n";
    return NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED;
  }
  return NVRTC_SUCCESS;
}

// -- Names ----------------------------------------------------------------------------------------

nvrtcResult Program::addNameExpression(const char *expression) {
  LockGuard lock(mutex_);
  if (isTried_)
    return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  source_.nameExpressions.push_back(expression);
  return NVRTC_SUCCESS;
}

nvrtcResult Program::loweredName(const char *expression, const char *&name) {
  LockGuard lock(mutex_);
  if (!hasNames_)
    return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  auto it = symbols_.find(expression);
  if (it == symbols_.end() || it->second.empty())
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  name = it->second.c_str();
  return NVRTC_SUCCESS;
}

void Program::setFlowCallback(int (*callback)(void *, void *), void *payload) {
  LockGuard lock(mutex_);
  callback_ = callback;
  payload_ = payload;
}

} // namespace anywarp::nvrtc
