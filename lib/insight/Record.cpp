// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Record.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace anywarp::insight {

std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIx64, value);
  return text;
}

std::string grouped(uint64_t value) {
  std::string text = std::to_string(value);
  for (size_t at = text.size(); at > 3; at -= 3)
    text.insert(at - 3, ",");
  return text;
}

HostFrames takeHostFrames() {
  constexpr int kMost = 64;
  void *frames[kMost];
  const int count = backtrace(frames, kMost);
  return HostFrames(frames, frames + count);
}

Record::Record(const char *kind, const char *level)
    : text_(std::string("@ ") + kind + " " + level + "\n") {}

Record &Record::text(const std::string &line) {
  text_ += "T " + line + "\n";
  return *this;
}

static std::string describe(const Frame &frame, uint32_t offset) {
  return frame.function + "\t" + hex(offset) + "\t" + frame.file + "\t" +
         std::to_string(frame.line) + "\n";
}

Record &Record::place(const char *prefix, const Site &site, size_t frame) {
  // There is no machine code to point into: PTX lines stand for offsets.
  text_ += std::string("P ") + prefix + "\t" + describe(site.frames[frame], site.ptxLine * 16);
  return *this;
}

/// A header of the toolkit: cuda_runtime.h lies in its folder, or in one above. Clang's own headers
/// lie elsewhere.
static bool isToolkit(const std::string &file) {
  if (file.find("/__clang_") != file.npos)
    return true;
  const size_t end = file.find("/include/");
  return end != file.npos &&
         !access((file.substr(0, end) + "/include/cuda_runtime.h").c_str(), R_OK);
}

Record &Record::placed(const std::string &prefix, const Site &site, const std::string &suffix) {
  size_t first = 0; // the program's own line rather than that of a function of the toolkit
  while (first + 1 < site.frames.size() && isToolkit(site.frames[first].file))
    ++first;
  std::string place = describe(site.frames[first], site.ptxLine * 16);
  place.insert(place.size() - 1, "\t" + suffix);
  text_ += "P " + prefix + "\t" + place;
  frames(site, first + 1);
  return *this;
}

void Record::frames(const Site &site, size_t first) {
  for (size_t i = first; i < site.frames.size(); ++i)
    frames_ += "P         Device Frame: \t" + describe(site.frames[i], site.ptxLine * 16);
}

Record &Record::at(const Site &site, const std::string &thread) {
  place("    at ", site);
  frames(site);
  text("    by " + thread);
  return *this;
}

Record &Record::at(const Frame &frame, const std::string &thread) {
  text_ += "P     at \t" + describe(frame, 0);
  text("    by " + thread);
  return *this;
}

Record &Record::host(const char *where, const HostFrames &frames) {
  text_ += std::exchange(frames_, {});
  text_ += std::string("H ") + where + "\n";
  Dl_info own{};
  dladdr(reinterpret_cast<void *>(&takeHostFrames), &own);
  bool isOutside = false;
  for (void *pc : frames) {
    Dl_info info{};
    if (!dladdr(pc, &info) || !info.dli_fname)
      continue;
    isOutside |= info.dli_fbase != own.dli_fbase;
    if (!isOutside)
      continue;
    const auto offset = uintptr_t(pc) - uintptr_t(info.dli_fbase);
    text_ += std::string("h ") + (info.dli_sname ? info.dli_sname : "") + "\t" + hex(offset) +
             "\t" + info.dli_fname + "\n";
  }
  return *this;
}

Record &Record::fact(const char *name, const std::string &value) {
  text_ += std::string("X ") + name + "\t" + value + "\n";
  return *this;
}

void Record::send(const std::string &file) const {
  const int out = open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (out < 0)
    return;
  const std::string whole = text_ + frames_ + "\n";
  [[maybe_unused]] const ssize_t written = write(out, whole.data(), whole.size());
  close(out);
}

} // namespace anywarp::insight
