// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who hears of calls.
#include "library/Log.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace anywarp::library {

static int maskUpTo(int level) { return (1 << level) - 1; }

Log::Log(Heads heads, const std::string &level, const std::string &mask, const std::string &file)
    : heads_(heads) {
  mask_ = mask.empty() ? maskUpTo(std::clamp(std::atoi(level.c_str()), 0, kMostLevel))
                       : std::atoi(mask.c_str());
  std::string name = file;
  if (size_t at = name.find("%i"); at != name.npos)
    name.replace(at, 2, std::to_string(::getpid()));
  if (!name.empty())
    (void)openFile(name.c_str());
}

void Log::tell(const char *function, bool succeeded, const std::string &line) {
  const bool isError = !succeeded && mask_.load(std::memory_order_relaxed) & bit(kError);
  const std::string text = (isError ? heads_.error : heads_.call) + line + "\n";
  Callback callback;
  {
    LockGuard lock(mutex_);
    callback = callback_;
    std::vector<std::FILE *> files = files_;
    if (isOutputMeant_ && !callback)
      files.push_back(stdout);
    for (std::FILE *file : files) {
      std::fputs(text.c_str(), file);
      std::fflush(file);
    }
  }
  if (callback)
    callback({isError ? kError : kCall, function, line, text});
}

void Log::setCallback(Callback callback) {
  LockGuard lock(mutex_);
  callback_ = std::move(callback);
}

void Log::setFile(std::FILE *file) {
  if (file)
    use({file}, nullptr, /*isOutputMeant=*/false);
  else
    use({}, nullptr, /*isOutputMeant=*/true);
}

void Log::setFiles(std::vector<std::FILE *> files, std::FILE *opened) {
  use(std::move(files), opened, /*isOutputMeant=*/false);
}

bool Log::openFile(const char *path, const char *mode) {
  std::FILE *file = std::fopen(path, mode);
  if (file)
    use({file}, file, /*isOutputMeant=*/false);
  return file;
}

void Log::use(std::vector<std::FILE *> files, std::FILE *opened, bool isOutputMeant) {
  LockGuard lock(mutex_);
  if (opened_)
    std::fclose(opened_);
  files_ = std::move(files);
  opened_ = opened;
  isOutputMeant_ = isOutputMeant;
}

bool Log::setLevel(int level) {
  if (level < 0 || level > kMostLevel)
    return false;
  setMask(maskUpTo(level));
  return true;
}

void Log::setMask(int mask) {
  LockGuard lock(mutex_);
  if (!isDisabled_)
    mask_ = mask;
}

void Log::disable() {
  LockGuard lock(mutex_);
  isDisabled_ = true;
  mask_ = 0;
}

} // namespace anywarp::library
