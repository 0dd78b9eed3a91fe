// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Recording.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp {

std::string RecordLine::quote(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", unsigned(c));
      quoted += code;
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

RecordLine::RecordLine(std::string_view kind) : text_("{\"kind\":" + quote(kind)) {}

RecordLine &RecordLine::add(std::string_view name, std::string_view text) {
  return addRaw(name, quote(text));
}

RecordLine &RecordLine::add(std::string_view name, uint64_t number) {
  return addRaw(name, std::to_string(number));
}

RecordLine &RecordLine::addReal(std::string_view name, double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return addRaw(name, text);
}

RecordLine &RecordLine::addRaw(std::string_view name, std::string_view json) {
  text_ += "," + quote(name) + ":";
  text_ += json;
  return *this;
}

Recording::Recording()
    : calls_(Options::contains(Options::get().record, "calls")),
      work_(Options::contains(Options::get().record, "work")),
      kernels_(Options::contains(Options::get().record, "kernels")) {
  const std::string &path = Options::get().recordFile;
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file_ < 0)
    report("cannot record to '" + path + "': " + std::strerror(errno));
}

Recording *Recording::get() {
  // Never destroyed: threads may still run at the end of the process.
  static Recording *const recording = [] {
    auto *made = Options::get().record.empty() ? nullptr : new Recording;
    if (made && made->file_ < 0)
      made = nullptr;
    if (made) {
      std::atexit([] { get()->flush(); });
      pthread_atfork([]() AW_UNCHECKED { get()->mutex_.lock(); },
                     []() AW_UNCHECKED { get()->mutex_.unlock(); },
                     []() AW_UNCHECKED { // what is kept back is the parent's
                       get()->kept_.clear();
                       get()->mutex_.unlock();
                     });
    }
    return made;
  }();
  return recording;
}

void Recording::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return;
    bytes.remove_prefix(size_t(done));
  }
}

void Recording::add(std::string_view line) {
  constexpr size_t kEnough = 16 << 10;
  LockGuard lock(mutex_);
  kept_ += line;
  if (kept_.size() < kEnough)
    return;
  write(kept_);
  kept_.clear();
}

void Recording::flush() {
  LockGuard lock(mutex_);
  write(kept_);
  kept_.clear();
}

uint64_t Recording::now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1000000000u + uint64_t(time.tv_nsec);
}

uint64_t Recording::thread() { return uint64_t(::syscall(SYS_gettid)); }

void CallRecording::write(const char *name, bool isDriver, int64_t result) const {
  RecordLine line("call");
  line.add("name", name)
      .add("driver", uint64_t(isDriver))
      .add("process", uint64_t(getpid()))
      .add("thread", Recording::thread())
      .add("start", start_)
      .add("end", Recording::now())
      .add("result", uint64_t(result));
  Recording::get()->add(std::move(line).finish());
}

} // namespace anywarp
