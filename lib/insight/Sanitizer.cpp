// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Sanitizer.h"

#include <algorithm>
#include <cstring>

#include "exec/calls/DeviceHeap.h"
#include "support/Options.h"

namespace anywarp::insight {

using Tool = Settings::Tool;

Sanitizer *Sanitizer::get() {
  static Sanitizer *const sanitizer = []() -> Sanitizer * {
    if (Options::get().sanitizer.empty())
      return nullptr;
    Settings settings = Settings::parse(Options::get().sanitizer);
    return settings.tool == Tool::None ? nullptr : new Sanitizer(std::move(settings));
  }();
  return sanitizer;
}

uint32_t Sanitizer::observes() const {
  switch (settings.tool) {
  case Tool::Memcheck:
    return exec::ObserveMemory | exec::ObserveMisses | exec::ObserveEnds;
  case Tool::Initcheck:
    return exec::ObserveMemory | exec::ObserveMisses | exec::ObserveInit;
  case Tool::Synccheck:
    return exec::ObserveSync | exec::ObserveDoubts;
  case Tool::Racecheck:
    return exec::ObserveMemory | exec::ObserveSync | exec::ObserveMisses;
  case Tool::Schedule:
  case Tool::None:
    break;
  }
  return 0;
}

size_t Sanitizer::padding() const {
  // Neighbours would take what goes past an end.
  constexpr size_t kLeast = 512;
  // racecheck wants to know what an address one past an end belongs to.
  return settings.tool == Tool::Memcheck    ? std::max(kLeast, settings.padding)
         : settings.tool == Tool::Racecheck ? kLeast
                                            : 0;
}

bool Sanitizer::keepsFreed(size_t bytes) {
  constexpr uint64_t kMost = 256 << 20;
  if (settings.tool != Tool::Memcheck)
    return false;
  LockGuard lock(mutex_);
  if (bytes > kMost / 4 || kept_ + bytes > kMost)
    return false;
  kept_ += bytes;
  return true;
}

// -- Memory ---------------------------------------------------------------------------------------

/// Memory of which it is known who has written it.
static bool isTracked(Block::Kind kind) {
  return kind == Block::Kind::Device || kind == Block::Kind::Pool || kind == Block::Kind::Graph ||
         kind == Block::Kind::Array || kind == Block::Kind::Mapped || kind == Block::Kind::Heap;
}

void Sanitizer::allocated(uintptr_t base, size_t bytes, Block::Kind kind, bool usable) {
  auto block = std::make_shared<Block>();
  block->base = base;
  block->size = bytes;
  block->kind = kind;
  block->isUsable = usable;
  block->allocated = takeHostFrames();
  if (settings.tool == Tool::Initcheck && isTracked(kind))
    block->written.reset(static_cast<uint8_t *>(std::calloc(bytes ? bytes : 1, 1)));
  memory.add(std::move(block));
}

void Sanitizer::freed(uintptr_t base) {
  BlockRef block = memory.remove(base);
  if (!block)
    return;
  block->released = takeHostFrames();
  if (settings.unused)
    reportUnused(*block);
}

void Sanitizer::givenBack(uintptr_t base) {
  if (BlockRef block = memory.find(base); block && block->base == base)
    block->isGivenBack = true;
}

static bool isLeak(const Block &block) {
  using Kind = Block::Kind;
  return block.isUsable && !block.isGivenBack && block.kind != Kind::Variable &&
         block.kind != Kind::Foreign;
}

void Sanitizer::leaked(uintptr_t base) {
  BlockRef block = memory.find(base);
  if (!settings.leaks || !block || block->base != base || !isLeak(*block))
    return;
  reportLeak(*block);
  memory.setUsable(base, false);
}

void Sanitizer::opened(const char *what, uint64_t handle) {
  if (!settings.leaks)
    return;
  Handle made{what, takeHostFrames()};
  LockGuard lock(mutex_);
  handles_.insert_or_assign(handle, std::move(made));
}

void Sanitizer::closed(uint64_t handle) {
  LockGuard lock(mutex_);
  handles_.erase(handle);
}

void Sanitizer::leakedHandle(uint64_t handle) {
  LockGuard lock(mutex_);
  if (auto found = handles_.extract(handle))
    reportLeak(handle, found.mapped());
}

static void eachTracked(Memory &memory, uintptr_t address, size_t bytes, auto body) {
  while (bytes) {
    BlockRef block = memory.find(address);
    if (!block)
      return;
    const size_t here = std::min<size_t>(bytes, block->end() - address);
    if (block->written)
      body(block->written.get() + (address - block->base), here);
    address += here;
    bytes -= here;
  }
}

void Sanitizer::wrote(uintptr_t address, size_t bytes) {
  if (settings.tool == Tool::Initcheck)
    eachTracked(memory, address, bytes,
                [](uint8_t *written, size_t n) { std::memset(written, 1, n); });
}

void Sanitizer::copied(uintptr_t to, uintptr_t from, size_t bytes) {
  if (settings.tool != Tool::Initcheck)
    return;
  BlockRef target = memory.find(to), source = memory.find(from);
  if (!target || !target->contains(to, bytes))
    return;
  if (!target->written && target->kind == Block::Kind::Variable && source && source->written) {
    // It is initialised by its module, but what is copied into it may not be.
    decltype(target->written) written(static_cast<uint8_t *>(std::malloc(target->size)),
                                      &std::free);
    if (!written)
      return;
    std::memset(written.get(), 1, target->size);
    LockGuard lock(mutex_);
    if (!target->written)
      target->written = std::move(written);
  }
  if (!target->written)
    return;
  uint8_t *written = target->written.get() + (to - target->base);
  if (source && source->written && source->contains(from, bytes))
    std::memmove(written, source->written.get() + (from - source->base), bytes);
  else
    std::memset(written, 1, bytes);
}

void Sanitizer::hostReads(uintptr_t address, size_t bytes, const char *call,
                          const HostFrames &host) {
  constexpr size_t kUnit = 32; // what one record tells of
  BlockRef block = memory.find(address);
  if (settings.tool != Tool::Initcheck || !settings.apiAccess || !block || !block->written ||
      block->kind == Block::Kind::Array || !block->contains(address, bytes))
    return;
  const uint8_t *written = block->written.get();
  const size_t first = address - block->base, last = first + bytes;
  for (size_t at = first; at < last;) {
    const size_t hole = size_t(std::find(written + at, written + last, 0) - written);
    if (hole == last)
      return;
    if (const size_t padding = block->paddingAt(hole, last)) {
      at = hole + padding;
      continue;
    }
    at = hole + kUnit - (hole - first) % kUnit;
    Record record("Initcheck");
    record.text("Host API memory access error at host access to " + hex(address) + " of size " +
                grouped(bytes) + " bytes");
    record.text("    Uninitialized access to " + hex(block->base + hole) + " on access by " + call +
                " source");
    record.host("error", host);
    send(record);
  }
}

void Sanitizer::allocatedIn(uintptr_t base, Moment moment) {
  if (BlockRef block = memory.find(base); block && block->base == base) {
    LockGuard lock(block->visitsMutex);
    block->made = std::move(moment);
  }
}

void Sanitizer::freedIn(uintptr_t base, const Moment &moment) {
  BlockRef block = settings.streamRaces.afterFree ? memory.find(base) : nullptr;
  if (!block || block->base != base)
    return;
  LockGuard lock(block->visitsMutex);
  for (Block::Visit &visit : block->visits)
    if (!visit.moment.isBefore(moment))
      send(visit.record);
  block->visits.clear();
}

void Sanitizer::moved(const Moment &moment, uintptr_t to, uintptr_t from, size_t bytes,
                      const HostFrames &host) {
  if (settings.tool != Tool::Racecheck || !moment.number)
    return;
  auto footprint = std::make_shared<Footprint>();
  footprint->moment = moment;
  footprint->what = from ? "cudaMemcpy" : "cudaMemset";
  footprint->host = host;
  footprint->note(memory, to, bytes, {0, true, false});
  if (from)
    footprint->note(memory, from, bytes, {0, false, false});
  if (footprint->bytes())
    footprints_.add(std::move(footprint), nullptr, [this](const Record &record) { send(record); });
}

void Sanitizer::hostTouched(const Moment &moment, uintptr_t address, bool isWrite, void *pc) {
  auto footprint = std::make_shared<Footprint>();
  footprint->moment = moment;
  footprint->what = "the host";
  footprint->isOfHost = true;
  footprint->when = "the host's access";
  footprint->host = {pc};
  // How strong it is cannot be seen: it races only with what is weak.
  footprint->note(memory, address, 1, {0, isWrite, /*isStrong=*/true});
  footprints_.add(std::move(footprint), nullptr, [this](const Record &record) { send(record); });
}

void Sanitizer::copiedToHost(const ResultDigest &result, const HostFrames &host) {
  Record record("Result", "Info");
  record.fact("digest", result.describe()).host("copy", host);
  send(record);
}

void Sanitizer::dumped(const std::string &file) {
  if (!settings.dumps)
    return;
  Record record("Coredump", "Info");
  record.text("Generating coredump file: " + file);
  record.text("    Open it in cuda-gdb: target cudacore " + file);
  send(record);
}

void Sanitizer::stopped(const std::string &what) {
  if (!wantsResults())
    return;
  Record record("Stop", "Info");
  send(record.text(what));
}

void Sanitizer::ranUnobserved(const void *params, size_t bytes) {
  if (settings.tool != Tool::Initcheck)
    return;
  for (size_t at = 0; at + 8 <= bytes; at += 8) {
    uint64_t word;
    std::memcpy(&word, static_cast<const char *>(params) + at, sizeof word);
    if (BlockRef block = memory.find(word); block && block->written)
      std::memset(block->written.get(), 1, block->size);
  }
}

// -- Launches -------------------------------------------------------------------------------------

const SiteTable &Sanitizer::sitesOf(std::string_view text) {
  LockGuard lock(mutex_);
  auto known = sites_.find(text); // not by its place: modules come and go
  if (known == sites_.end())
    known = sites_.emplace(text, std::make_unique<SiteTable>(readSites(text))).first;
  return *known->second;
}

std::unique_ptr<Watch> Sanitizer::watch(LaunchFacts facts) {
  if (!settings.selects(facts.kernel))
    return nullptr;
  {
    LockGuard lock(mutex_);
    const uint64_t index = matching_++;
    if (index < settings.launchSkip ||
        (settings.launchCount && index >= settings.launchSkip + settings.launchCount))
      return nullptr;
  }
  switch (settings.tool) {
  case Tool::Memcheck:
    return makeMemcheck(*this, std::move(facts));
  case Tool::Initcheck:
    return makeInitcheck(*this, std::move(facts));
  case Tool::Synccheck:
    return makeSynccheck(*this, std::move(facts));
  case Tool::Racecheck:
    return makeRacecheck(*this, std::move(facts));
  case Tool::Schedule:
  case Tool::None:
    break;
  }
  return nullptr;
}

void Sanitizer::apiFailed(const char *call, int error, const char *name, const char *text) {
  if (settings.tool != Tool::Memcheck || !settings.apiErrors)
    return;
  Record record("Api");
  const std::string message = std::string("Program hit ") + name + " (error " +
                              std::to_string(error) + ") due to \"" + text +
                              "\" on CUDA API call to " + call + ".";
  record.text(message)
      .fact("api", call)
      .fact("error", std::to_string(error))
      .fact("message", text)
      .fact("result", name);
  record.host("error", takeHostFrames());
  send(record);
}

// -- The end --------------------------------------------------------------------------------------

void Sanitizer::reportLeak(const Block &block) {
  Record record("Leak");
  std::string text = "Leaked " + grouped(block.size) + " bytes ";
  if (block.kind == Block::Kind::Array)
    text += "from CUDA array " + hex(block.base);
  else
    text += "at " + hex(block.base);
  if (block.kind == Block::Kind::Heap)
    text += " on the device heap";
  record.text(text).fact("type", "generic").fact("size", std::to_string(block.size));
  if (!block.allocated.empty())
    record.host("allocation time", block.allocated);
  send(record);
}

void Sanitizer::reportLeak(uint64_t bits, const Handle &handle) {
  Record record("Leak");
  record.text(std::string("Never destroyed: ") + handle.what + " " + hex(bits))
      .fact("type", "generic");
  record.host("creation time", handle.made);
  send(record);
}

void Sanitizer::reportUnused(const Block &block) {
  if (!block.written || !block.size || block.kind == Block::Kind::Array)
    return;
  const uint8_t *begin = block.written.get(), *end = begin + block.size;
  const auto unused = size_t(std::count(begin, end, 0));
  if (!unused || unused * 100 < size_t(settings.unusedThreshold) * block.size)
    return;
  Record record("Initcheck");
  record.text(" Unused memory in allocation " + hex(block.base) + " of size " +
              grouped(block.size) + " bytes");
  const auto first = size_t(std::find(begin, end, 0) - begin);
  size_t last = block.size - 1;
  while (begin[last])
    --last;
  auto at = [&](size_t offset) { return hex(offset) + " (" + hex(block.base + offset) + ")"; };
  if (unused == block.size)
    record.text("    Not written any memory.");
  else if (last - first + 1 == unused)
    record.text("    Not written " + grouped(unused) + " bytes at offset " + at(first));
  else
    record.text("    Not written " + grouped(unused) + " bytes between offsets " + at(first) +
                " and " + at(last) + " (inclusive)");
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.2f", 100.0 * double(unused) / double(block.size));
  record.text(std::string("    ") + percent + "% of allocation were unused.");
  record.host("allocation time", block.allocated);
  send(record);
}

void Sanitizer::atEnd() {
  memory.visit([&](const BlockRef &block) {
    if (settings.leaks && isLeak(*block))
      reportLeak(*block);
    if (settings.unused && block->isUsable)
      reportUnused(*block);
  });
  LockGuard lock(mutex_);
  for (const auto &[bits, handle] : handles_)
    reportLeak(bits, handle);
}

// -- Watch ----------------------------------------------------------------------------------------

Guarded::Guarded(Sanitizer &sanitizer, LaunchFacts facts) : Watch(sanitizer, std::move(facts)) {
  static std::atomic<uint64_t> launches{0};
  number_ = ++launches;
}

/// One array for each worker.
exec::SiteRange *Guarded::ranges(uint32_t sites) {
  struct Mine {
    uint64_t launch = 0;
    exec::SiteRange *ranges = nullptr;
  };
  static thread_local Mine mine;
  if (mine.launch != number_)
    mine = {number_, sanitizer_.memory.addRanges(this, sites)};
  return mine.ranges;
}

Watch::Watch(Sanitizer &sanitizer, LaunchFacts facts)
    : sanitizer_(sanitizer), facts_(std::move(facts)), sites_(sanitizer.sitesOf(facts_.sites)) {}

std::string Watch::threadText(const exec::LaunchState &launch, const uint32_t *block,
                              uint32_t thread) {
  const uint32_t *dim = launch.blockDim;
  auto triple = [](uint32_t x, uint32_t y, uint32_t z) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
  };
  return "thread " + triple(thread % dim[0], thread / dim[0] % dim[1], thread / dim[0] / dim[1]) +
         " in block " + triple(block[0], block[1], block[2]);
}

void Watch::allocated(const exec::LaunchState &, const exec::BlockState &, uint32_t,
                      uint64_t address, uint64_t bytes) {
  if (address)
    sanitizer_.allocated(address, bytes, Block::Kind::Heap);
}

void Watch::freed(const exec::LaunchState &, const exec::BlockState &, uint32_t, uint64_t address) {
  sanitizer_.freed(address);
}

/// The instruction of an image at a place where a kernel was stopped; null: there is none.
const Site *Watch::imageAt(const Frame &place) const {
  for (const Site &site : sites_)
    if ((site.kind == exec::EventKind::ImageLoad || site.kind == exec::EventKind::ImageStore) &&
        site.frames[0].line == place.line && site.frames[0].file == place.file)
      return &site;
  return nullptr;
}

void Watch::fault(const exec::FaultInfo &fault, const exec::LaunchState &launch,
                  const Frame &place) {
  if (sanitizer_.settings.tool != Tool::Memcheck &&
      !(sanitizer_.settings.tool == Tool::Synccheck && fault.fault == exec::Fault::Deadlock))
    return;
  if (failed() && sanitizer_.settings.dumps) // was told
    return;
  std::string what;
  switch (fault.fault) {
  case exec::Fault::Assert:
    what = "Warp assert";
    break;
  case exec::Fault::StackOverflow:
    what = "Stack overflow";
    break;
  case exec::Fault::Trap:
    if (isTrapTold_)
      return;
    what = "Trace/breakpoint trap";
    break;
  case exec::Fault::IllegalInstruction:
    what = "Illegal instruction";
    break;
  case exec::Fault::Deadlock:
    what = "Barrier error detected. Divergent thread(s) in block.";
    break;
  default:
    what = "Unknown Error";
  }
  if (fault.fault == exec::Fault::IllegalAddress && fault.detail.starts_with("free of"))
    what = std::string("Malloc/Free Error encountered : ") +
           (sanitizer_.memory.findFreed(*fault.address) ? "Device-side double free"
                                                        : "Invalid pointer to device-side free");
  const Site *image = fault.fault == exec::Fault::IllegalAddress ? imageAt(place) : nullptr;
  if (image)
    what = std::string("Invalid __surface__ ") +
           (image->kind == exec::EventKind::ImageLoad ? "read" : "write") + " of size " +
           std::to_string(image->bytes) + " bytes";
  Record record(fault.fault == exec::Fault::Deadlock ? "Synccheck" : "Precise");
  record.text(what);
  const std::string thread = threadText(launch, fault.blockIdx, fault.firstThread);
  // Who waits at the grid's barrier is in its code; the last fence there tells who called it.
  const Site *last = fault.isAtGridBarrier ? lastOf(fault.blockIdx, fault.firstThread) : nullptr;
  const Site *site = image ? image : last;
  site ? record.at(*site, thread) : record.at(place, thread);
  if (image)
    record.text("    Access is out of bounds");
  if (fault.address)
    record.text("    Address " + hex(*fault.address));
  if (fault.fault == exec::Fault::Deadlock && !fault.detail.empty())
    record.text("    In the block " + fault.detail);
  send(record);
}

} // namespace anywarp::insight
