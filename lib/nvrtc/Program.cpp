// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nvrtc/Program.h"

#include <dlfcn.h>
#include <unistd.h>
#include <unordered_map>

#include "fatbin/Writer.h"
#include "nvrtc/Options.h"

namespace anywarp::nvrtc {

// -- Handles --------------------------------------------------------------------------------------

namespace {
struct Table {
  std::mutex mutex; ///< guards the rest
  std::unordered_map<nvrtcProgram, std::shared_ptr<Program>> programs;
};
Table &table() {
  static Table *table = new Table; // programs of threads that outlive static destructors
  return *table;
}
} // namespace

nvrtcProgram publish(std::shared_ptr<Program> program) {
  auto handle = reinterpret_cast<nvrtcProgram>(program.get());
  std::lock_guard lock(table().mutex);
  table().programs[handle] = std::move(program);
  return handle;
}

std::shared_ptr<Program> find(nvrtcProgram handle) {
  std::lock_guard lock(table().mutex);
  auto it = table().programs.find(handle);
  return it == table().programs.end() ? nullptr : it->second;
}

bool withdraw(nvrtcProgram handle) {
  std::shared_ptr<Program> last; // ends without the lock
  std::lock_guard lock(table().mutex);
  auto it = table().programs.find(handle);
  if (it == table().programs.end())
    return false;
  last = std::move(it->second);
  table().programs.erase(it);
  return true;
}

// -- Compiling ------------------------------------------------------------------------------------

/// The front end's files lie beside this library, in the build tree and where it is installed.
static void findInstallation() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto exists = [](const std::string &path) { return access(path.c_str(), F_OK) == 0; };
    Dl_info self;
    if (!dladdr(reinterpret_cast<void *>(&findInstallation), &self) || !self.dli_fname)
      return;
    char *real = realpath(self.dli_fname, nullptr);
    std::string folder = real ? real : self.dli_fname;
    std::free(real);
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

/// Tools look for a missing header's name in NVRTC's words.
static std::string inNvrtcsWords(const std::string &log) {
  constexpr std::string_view kBefore = "fatal error: '", kAfter = "' file not found";
  std::string text;
  for (size_t at = 0; at < log.size();) {
    size_t end = std::min(log.find('\n', at), log.size() - 1) + 1;
    std::string line = log.substr(at, end - at);
    size_t before = line.find(kBefore), after = line.find(kAfter);
    if (before != std::string::npos && after != std::string::npos && before < after) {
      size_t name = before + kBefore.size();
      line = line.substr(0, before) + "catastrophic error: cannot open source file \"" +
             line.substr(name, after - name) + "\"\n";
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
    std::lock_guard lock(mutex_);
    isCompiled_ = false;
    ptx_.clear();
    cubin_.clear();
    symbols_.clear();
    if (!options.error.empty()) {
      log_ = options.error;
      return NVRTC_ERROR_INVALID_OPTION;
    }
    isTried_ = true;
    source = source_;
    if (callback_)
      isCancelled = [callback = callback_, payload = payload_] {
        return callback(payload, nullptr) != 0;
      };
  }
  source.deviceByDefault = options.deviceByDefault;
  options.job.source = &source;
  options.job.input = name_.starts_with("-") ? "./" + name_ : name_; // a name and no option
  frontend::RuntimeResult result = frontend::compileAtRuntime(options.job, isCancelled);
  std::string recorded = options.job.deviceDebug ? "-g" : "";
  std::lock_guard lock(mutex_);
  log_ = options.notes;
  return finish(std::move(result), options.job.archs.front(), options.isRealArch, recorded);
}

nvrtcResult Program::finish(frontend::RuntimeResult result, const frontend::Arch &arch,
                            bool isRealArch, const std::string &options) {
  log_ += inNvrtcsWords(result.log);
  if (result.errors)
    log_ += std::to_string(result.errors) + (result.errors == 1 ? " error" : " errors") +
            " detected in the compilation of \"" + name_ + "\".\n";
  switch (result.outcome) {
  case frontend::RuntimeResult::Good:
    break;
  case frontend::RuntimeResult::Errors:
    return NVRTC_ERROR_COMPILATION;
  case frontend::RuntimeResult::Broken:
    return NVRTC_ERROR_COMPILATION;
  case frontend::RuntimeResult::Cancelled:
    log_ += "compilation of \"" + name_ + "\" was cancelled\n";
    return NVRTC_ERROR_CANCELLED;
  }
  for (size_t i = 0; i < source_.nameExpressions.size(); ++i)
    symbols_[source_.nameExpressions[i]] = i < result.names.size() ? result.names[i] : "";
  ptx_ = std::move(result.ptx);
  if (isRealArch) {
    fatbin::NewEntry entry;
    entry.arch.sm = arch.number;
    entry.arch.suffix = arch.suffix;
    entry.contents = ptx_;
    entry.sourceName = name_;
    entry.options = options;
    auto container = fatbin::writeContainer({entry});
    if (!container) {
      log_ += "error: " + container.status().message() + "\n";
      return NVRTC_ERROR_INTERNAL_ERROR;
    }
    cubin_ = std::move(*container);
  }
  isCompiled_ = true;
  return NVRTC_SUCCESS;
}

// -- Results --------------------------------------------------------------------------------------

nvrtcResult Program::addNameExpression(const char *expression) {
  std::lock_guard lock(mutex_);
  if (isTried_)
    return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  source_.nameExpressions.push_back(expression);
  return NVRTC_SUCCESS;
}

nvrtcResult Program::loweredName(const char *expression, const char *&name) {
  std::lock_guard lock(mutex_);
  if (!isCompiled_)
    return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  auto it = symbols_.find(expression);
  if (it == symbols_.end() || it->second.empty())
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  name = it->second.c_str();
  return NVRTC_SUCCESS;
}

void Program::setFlowCallback(int (*callback)(void *, void *), void *payload) {
  std::lock_guard lock(mutex_);
  callback_ = callback;
  payload_ = payload;
}

nvrtcResult Program::ptx(std::string &text) {
  std::lock_guard lock(mutex_);
  text = ptx_;
  return isCompiled_ ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult Program::cubin(std::string &bytes) {
  std::lock_guard lock(mutex_);
  bytes = cubin_;
  return isCompiled_ ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult Program::log(std::string &text) {
  std::lock_guard lock(mutex_);
  text = log_;
  return NVRTC_SUCCESS;
}

} // namespace anywarp::nvrtc
