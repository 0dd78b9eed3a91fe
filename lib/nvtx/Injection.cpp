// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of NVTX that record ranges and marks, and their way into a program's tables. Called by
// any thread. Handles are objects of ours, which live as long as the process.
#include <atomic>
#include <cstdlib>
#include <cwchar>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#include <nvtx3/nvToolsExt.h>

#include "support/Mutex.h"
#include "support/Recording.h"

namespace anywarp::nvtx {
namespace {

struct Domain {
  std::string name;
};
struct RegisteredText {
  std::string text;
};

struct OpenRange {
  std::string name;
  const Domain *domain;
  uint64_t start, thread;
};

/// Ranges that any thread may end.
struct StartedRanges {
  Mutex mutex;
  std::map<nvtxRangeId_t, OpenRange> open AW_GUARDED_BY(mutex);
  nvtxRangeId_t last AW_GUARDED_BY(mutex) = 0;
};
StartedRanges &startedRanges() {
  static StartedRanges &ranges = *new StartedRanges; // threads may run until the end
  return ranges;
}

/// Pushed ranges of the calling thread, by domain.
std::map<const Domain *, std::vector<OpenRange>> &pushedRanges() {
  static thread_local std::map<const Domain *, std::vector<OpenRange>> ranges;
  return ranges;
}

std::string narrow(const wchar_t *text) {
  std::string narrowed;
  for (; text && *text; ++text) { // UTF-8
    const uint32_t c = uint32_t(*text);
    if (c < 0x80)
      narrowed += char(c);
    else if (c < 0x800)
      (narrowed += char(0xc0 | c >> 6)) += char(0x80 | (c & 63));
    else if (c < 0x10000)
      ((narrowed += char(0xe0 | c >> 12)) += char(0x80 | (c >> 6 & 63))) += char(0x80 | (c & 63));
    else
      (((narrowed += char(0xf0 | (c >> 18 & 7))) += char(0x80 | (c >> 12 & 63))) +=
       char(0x80 | (c >> 6 & 63))) += char(0x80 | (c & 63));
  }
  return narrowed;
}

std::string textOf(const char *text) { return text ? text : ""; }

std::string textOf(const nvtxEventAttributes_t *event) {
  if (!event)
    return "";
  switch (event->messageType) {
  case NVTX_MESSAGE_TYPE_ASCII:
    return textOf(event->message.ascii);
  case NVTX_MESSAGE_TYPE_UNICODE:
    return narrow(event->message.unicode);
  case NVTX_MESSAGE_TYPE_REGISTERED:
    if (auto *known = reinterpret_cast<const RegisteredText *>(event->message.registered))
      return known->text;
    [[fallthrough]];
  default:
    return "";
  }
}

const Domain *domainOf(nvtxDomainHandle_t handle) {
  return reinterpret_cast<const Domain *>(handle);
}

void write(const OpenRange &range, const char *style, uint64_t end) {
  RecordLine line("range");
  line.add("name", range.name)
      .add("domain", range.domain ? range.domain->name : std::string())
      .add("style", style)
      .add("process", uint64_t(getpid()))
      .add("thread", range.thread)
      .add("start", range.start)
      .add("end", end);
  Recording::get()->add(std::move(line).finish());
}

OpenRange open(const Domain *domain, std::string name) {
  return {std::move(name), domain, Recording::now(), Recording::thread()};
}

// -- What the functions do ------------------------------------------------------------------------

void mark(const Domain *domain, std::string name) {
  const OpenRange point = open(domain, std::move(name));
  write(point, "Mark", point.start);
}

/// The depth before it, from 0.
int push(const Domain *domain, std::string name) {
  std::vector<OpenRange> &ranges = pushedRanges()[domain];
  ranges.push_back(open(domain, std::move(name)));
  return int(ranges.size()) - 1;
}

int pop(const Domain *domain) {
  std::vector<OpenRange> &ranges = pushedRanges()[domain];
  if (ranges.empty())
    return NVTX_NO_PUSH_POP_TRACKING;
  write(ranges.back(), "PushPop", Recording::now());
  ranges.pop_back();
  return int(ranges.size());
}

nvtxRangeId_t start(const Domain *domain, std::string name) {
  StartedRanges &ranges = startedRanges();
  LockGuard lock(ranges.mutex);
  ranges.open[++ranges.last] = open(domain, std::move(name));
  return ranges.last;
}

void end(nvtxRangeId_t id) {
  StartedRanges &ranges = startedRanges();
  LockGuard lock(ranges.mutex);
  auto it = ranges.open.find(id);
  if (it == ranges.open.end())
    return;
  write(it->second, "StartEnd", Recording::now());
  ranges.open.erase(it);
}

// -- The functions of the tables ------------------------------------------------------------------

using Event = const nvtxEventAttributes_t *;
using Handle = nvtxDomainHandle_t;

void markEx(Event event) { mark(nullptr, textOf(event)); }
void markA(const char *text) { mark(nullptr, textOf(text)); }
void markW(const wchar_t *text) { mark(nullptr, narrow(text)); }
nvtxRangeId_t startEx(Event event) { return start(nullptr, textOf(event)); }
nvtxRangeId_t startA(const char *text) { return start(nullptr, textOf(text)); }
nvtxRangeId_t startW(const wchar_t *text) { return start(nullptr, narrow(text)); }
int pushEx(Event event) { return push(nullptr, textOf(event)); }
int pushA(const char *text) { return push(nullptr, textOf(text)); }
int pushW(const wchar_t *text) { return push(nullptr, narrow(text)); }
int popDefault() { return pop(nullptr); }
void domainMarkEx(Handle domain, Event event) { mark(domainOf(domain), textOf(event)); }
nvtxRangeId_t domainStartEx(Handle domain, Event event) {
  return start(domainOf(domain), textOf(event));
}
void domainEnd(Handle, nvtxRangeId_t id) { end(id); }
int domainPushEx(Handle domain, Event event) { return push(domainOf(domain), textOf(event)); }
int domainPop(Handle domain) { return pop(domainOf(domain)); }
nvtxStringHandle_t registerA(Handle, const char *text) {
  return reinterpret_cast<nvtxStringHandle_t>(new RegisteredText{textOf(text)});
}
nvtxStringHandle_t registerW(Handle, const wchar_t *text) {
  return reinterpret_cast<nvtxStringHandle_t>(new RegisteredText{narrow(text)});
}
Handle createA(const char *name) { return reinterpret_cast<Handle>(new Domain{textOf(name)}); }
Handle createW(const wchar_t *name) { return reinterpret_cast<Handle>(new Domain{narrow(name)}); }

struct Entry {
  unsigned number;
  aw_nvtx_function function;
};
template <typename Function> Entry entry(unsigned number, Function function) {
  return {number, reinterpret_cast<aw_nvtx_function>(function)};
}

void fill(const aw_nvtx_callbacks &callbacks, int module, std::initializer_list<Entry> entries) {
  aw_nvtx_function **table = nullptr;
  unsigned size = 0;
  if (!callbacks.getTable(module, &table, &size) || !table)
    return;
  for (const Entry &each : entries)
    if (each.number < size && table[each.number])
      *table[each.number] = each.function;
}

} // namespace
} // namespace anywarp::nvtx

using namespace anywarp::nvtx;

/// What NVTX calls once for each module of the program that uses it.
extern "C" __attribute__((visibility("default"))) int
InitializeInjectionNvtx2(const void *(*getExportTable)(uint32_t)) {
  const auto *callbacks =
      static_cast<const aw_nvtx_callbacks *>(getExportTable(AW_NVTX_EXPORT_CALLBACKS));
  if (!callbacks || callbacks->size < sizeof *callbacks || !anywarp::Recording::get())
    return 0;
  fill(*callbacks, AW_NVTX_CORE,
       {entry(AW_NVTX_MarkEx, markEx), entry(AW_NVTX_MarkA, markA), entry(AW_NVTX_MarkW, markW),
        entry(AW_NVTX_RangeStartEx, startEx), entry(AW_NVTX_RangeStartA, startA),
        entry(AW_NVTX_RangeStartW, startW), entry(AW_NVTX_RangeEnd, end),
        entry(AW_NVTX_RangePushEx, pushEx), entry(AW_NVTX_RangePushA, pushA),
        entry(AW_NVTX_RangePushW, pushW), entry(AW_NVTX_RangePop, popDefault)});
  fill(*callbacks, AW_NVTX_CORE2,
       {entry(AW_NVTX_DomainMarkEx, domainMarkEx), entry(AW_NVTX_DomainRangeStartEx, domainStartEx),
        entry(AW_NVTX_DomainRangeEnd, domainEnd), entry(AW_NVTX_DomainRangePushEx, domainPushEx),
        entry(AW_NVTX_DomainRangePop, domainPop), entry(AW_NVTX_DomainRegisterStringA, registerA),
        entry(AW_NVTX_DomainRegisterStringW, registerW), entry(AW_NVTX_DomainCreateA, createA),
        entry(AW_NVTX_DomainCreateW, createW)});
  return 1;
}
