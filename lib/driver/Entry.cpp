// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trace of entry points, texts of results, and the table of cuGetProcAddress.
#include "driver/Entry.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>

#include "support/Trace.h"

namespace anywarp::driver::entry {

namespace {

std::string describe(const Argument &argument) {
  char text[64];
  switch (argument.kind()) {
  case Argument::Signed:
    std::snprintf(text, sizeof text, "%" PRId64, static_cast<int64_t>(argument.bits()));
    break;
  case Argument::Unsigned:
    std::snprintf(text, sizeof text, "%s%" PRIx64, argument.bits() < 10 ? "" : "0x", argument.bits());
    break;
  case Argument::Pointer:
    if (!argument.bits())
      return "null";
    std::snprintf(text, sizeof text, "0x%" PRIx64, argument.bits());
    break;
  case Argument::Text:
    if (!argument.bits())
      return "null";
    return "\"" + std::string(reinterpret_cast<const char *>(argument.bits())) + "\"";
  case Argument::Real:
    std::snprintf(text, sizeof text, "%g", argument.real());
    break;
  case Argument::Opaque:
    return "{...}";
  }
  return text;
}

struct EntryPoint {
  const char *base;
  int since;
  bool perThread;
  void *address;
};

const EntryPoint kEntryPoints[] = {
#define AW_ENTRY_POINT(base, since, symbol) {base, since, false, reinterpret_cast<void *>(&symbol)},
#define AW_ENTRY_POINT_PER_THREAD(base, since, symbol)                                              \
  {base, since, true, reinterpret_cast<void *>(&symbol)},
#include "driver/EntryPoints.inc"
#undef AW_ENTRY_POINT
#undef AW_ENTRY_POINT_PER_THREAD
};

} // namespace

bool Scope::isTraced() {
  static const bool traced = anywarp::isTraced("driver");
  return traced;
}

void Scope::show(const char *names, std::initializer_list<Argument> arguments) const {
  std::string line = std::string(symbol_) + "(";
  for (const Argument &argument : arguments) {
    const size_t length = std::strcspn(names, ",");
    line.append(names, length);
    names += length + (names[length] ? 2 : 0);
    // What a failed call left in its outputs is nobody's value.
    if (argument.isOutput() && result_ != CUDA_SUCCESS)
      line += "=?, ";
    else
      line += (argument.isOutput() ? "->" : "=") + describe(argument) + ", ";
  }
  if (arguments.size())
    line.resize(line.size() - 2);
  const char *name = errorName(result_);
  line += ") = " + (name ? name : std::to_string(static_cast<int>(result_)));
  if (reason_)
    line += std::string(": ") + reason_;
  trace("driver", line);
}

CUresult Absence::answer() {
  if (Scope::isTraced() && !said_.exchange(true))
    trace("driver", std::string(symbol_) + " is not supported");
  return CUDA_ERROR_NOT_SUPPORTED;
}

const char *errorName(CUresult result) {
  switch (static_cast<int>(result)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return #name;
#include "driver/Errors.inc"
#undef AW_ERROR
  }
  return nullptr;
}

const char *errorText(CUresult result) {
  switch (static_cast<int>(result)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return text;
#include "driver/Errors.inc"
#undef AW_ERROR
  }
  return nullptr;
}

void *findEntryPoint(const char *base, int version, bool perThread, bool &tooNew) {
  tooNew = false;
  const auto *end = std::end(kEntryPoints);
  const auto *it = std::lower_bound(
      std::begin(kEntryPoints), end, base,
      [](const EntryPoint &entry, const char *name) { return std::strcmp(entry.base, name) < 0; });
  const EntryPoint *best = nullptr;
  for (; it != end && !std::strcmp(it->base, base); ++it) {
    if (it->since > version) {
      tooNew = true;
      continue;
    }
    if (it->perThread && !perThread)
      continue;
    // Per-thread forms win over their legacy twins of the same age or older.
    if (!best || it->perThread >= best->perThread)
      best = it;
  }
  if (best)
    tooNew = false;
  return best ? best->address : nullptr;
}

} // namespace anywarp::driver::entry
