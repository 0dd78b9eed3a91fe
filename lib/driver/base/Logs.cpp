// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Error Log Management Functions".
#include "driver/base/Logs.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <unistd.h>

#include "support/Options.h"

namespace anywarp::driver {

Logs &Logs::get() {
  static Logs *logs = new Logs; // calls may fail until the process is gone
  return *logs;
}

/// "[hour:minute:second.millisecond][thread][CUDA][E] text".
static std::string formatLine(CUlogLevel level, std::string_view text) {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  time_t seconds = time_t(milliseconds / 1000);
  tm local{};
  localtime_r(&seconds, &local);
  char head[64];
  std::snprintf(head, sizeof head, "[%02d:%02d:%02d.%03d][%d][CUDA][%c] ", local.tm_hour,
                local.tm_min, local.tm_sec, int(milliseconds % 1000), int(gettid()),
                level == CU_LOG_LEVEL_WARNING ? 'W' : 'E');
  std::string line = head;
  line += text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

static void writeToLogFile(const std::string &line) {
  const std::string &name = Options::get().logFile;
  if (name.empty())
    return;
  FILE *file = name == "stdout"   ? stdout
               : name == "stderr" ? stderr
                                  : std::fopen(name.c_str(), "ae");
  if (!file)
    return;
  std::fprintf(file, "%s\n", line.c_str());
  if (file != stdout && file != stderr)
    std::fclose(file);
}

void Logs::add(CUlogLevel level, std::string_view text) {
  std::string line = formatLine(level, text);
  std::vector<Callback> callbacks;
  {
    LockGuard lock(mutex_);
    lines_.push_back(line);
    while (lines_.size() > kKeptMessages) {
      lines_.pop_front();
      ++first_;
    }
    for (auto &[handle, callback] : callbacks_)
      callbacks.push_back(callback);
  }
  writeToLogFile(line);
  for (const Callback &callback : callbacks)
    callback.function(callback.userData, level, line.data(), line.size());
}

CUlogsCallbackHandle Logs::registerCallback(CUlogsCallback function, void *userData) {
  LockGuard lock(mutex_);
  callbacks_.emplace_back(nextHandle_, Callback{function, userData});
  return reinterpret_cast<CUlogsCallbackHandle>(nextHandle_++);
}

bool Logs::unregisterCallback(CUlogsCallbackHandle handle) {
  LockGuard lock(mutex_);
  return std::erase_if(callbacks_, [handle](const auto &entry) {
           return entry.first == reinterpret_cast<uint64_t>(handle);
         }) != 0;
}

CUlogIterator Logs::current() const {
  LockGuard lock(mutex_);
  return first_ + CUlogIterator(lines_.size());
}

std::string Logs::dump(CUlogIterator from, size_t room, CUlogIterator &next, bool &hasAny) const {
  static constexpr std::string_view kLost = "(older messages are lost)\n";
  static constexpr std::string_view kNoRoom = "(older messages have no room)\n";
  LockGuard lock(mutex_);
  next = first_ + CUlogIterator(lines_.size());
  bool isLost = from < first_;
  size_t begin = isLost ? 0 : std::min<size_t>(from - first_, lines_.size());
  hasAny = begin < lines_.size();
  std::string_view head = isLost ? kLost : "";
  size_t wanted = head.size();
  for (size_t i = begin; i < lines_.size(); ++i)
    wanted += lines_[i].size() + 1;
  while (wanted > room && begin < lines_.size()) {
    wanted -= lines_[begin++].size() + 1;
    wanted = wanted - head.size() + kNoRoom.size();
    head = kNoRoom;
  }
  if (begin == lines_.size())
    return {};
  std::string text(head);
  for (size_t i = begin; i < lines_.size(); ++i)
    text += lines_[i] + "\n";
  return text;
}

// -- The API --------------------------------------------------------------------------------------

CUresult cuLogsRegisterCallback(CUlogsCallback callbackFunc, void *userData,
                                CUlogsCallbackHandle *callback_out) {
  CUlogsCallbackHandle handle = Logs::get().registerCallback(callbackFunc, userData);
  if (callback_out)
    *callback_out = handle;
  return CUDA_SUCCESS;
}

CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *pathToFile, unsigned int) {
  FILE *file = std::fopen(pathToFile, "we");
  if (!file)
    return CUDA_ERROR_INVALID_VALUE;
  CUlogIterator next;
  bool hasAny;
  std::string text = Logs::get().dump(iterator ? *iterator : 0, SIZE_MAX, next, hasAny);
  bool isWritten = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  isWritten &= std::fclose(file) == 0;
  if (!isWritten)
    return CUDA_ERROR_OPERATING_SYSTEM;
  if (iterator)
    *iterator = next;
  return CUDA_SUCCESS;
}

CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size, unsigned int) {
  CUlogIterator next;
  bool hasAny;
  std::string text = Logs::get().dump(iterator ? *iterator : 0, *size - 1, next, hasAny);
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  *size = text.size();
  if (hasAny && text.empty())
    return CUDA_ERROR_INVALID_VALUE; // no room for any
  if (iterator)
    *iterator = next;
  return CUDA_SUCCESS;
}

#include "driver/bodies/Logs.inc"

} // namespace anywarp::driver
