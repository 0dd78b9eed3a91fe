// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clocks, attachments, and what follows from them.
#include "driver/memory/ManagedAccess.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <functional>
#include <unistd.h>

#include "driver/memory/MemoryMap.h"
#include "driver/process/Process.h"
#include "exec/memory/HostGuard.h"
#include "exec/memory/ManagedViews.h"
#include "insight/Sanitizer.h"

namespace anywarp::driver {

ManagedAccess::ManagedAccess() {
  if (exec::isManagedExclusive())
    exec::onClosedManaged = onClosed;
}

/// Work may be out of order at all.
static std::atomic<bool> hasSeveralStreams{false};

static bool toolFollows() {
  static const bool follows =
      insight::Sanitizer::get() && insight::Sanitizer::get()->followsStreams();
  return follows;
}

void ManagedAccess::expectStreams() { hasSeveralStreams = true; }

void ManagedAccess::watchHost() {
  const insight::Sanitizer *sanitizer = insight::Sanitizer::get();
  if (sanitizer && sanitizer->settings.tool == insight::Settings::Tool::Racecheck)
    exec::watchViews([](uintptr_t address, bool isWrite, uintptr_t pc, bool isInside) {
      return Process::get().managed.touched(address, isWrite, pc, isInside);
    });
}

bool ManagedAccess::watchesHost() { return exec::onTouched != nullptr; }

bool ManagedAccess::followsOrder() { return exec::isManagedExclusive() || toolFollows(); }

insight::Moment ManagedAccess::momentOf(const Command &command, const Stream &stream,
                                        bool isOfOneStream) {
  if (!toolFollows() || !command.clock_ || !(hasSeveralStreams || isOfOneStream))
    return {};
  return {stream.id(), command.clock_->at(stream.id()), command.clock_, command.follows_};
}

insight::Moment ManagedAccess::momentOfRunning(bool isOfOneStream) {
  const Command *command = Scheduler::running();
  return command ? momentOf(*command, *command->stream(), isOfOneStream) : insight::Moment{};
}

static void merge(Clock &into, const Clock &other) {
  for (auto [stream, number] : other)
    into[stream] = std::max(into[stream], number);
}

// -- What the program knows -----------------------------------------------------------------------

void ManagedAccess::enter(Command &command, const Stream &stream,
                          const std::vector<const Stream *> &ordered,
                          const std::vector<Ref<Command>> &after) {
  LockGuard lock(mutex_);
  StreamState &state = streams_[stream.id()];
  state.context = stream.context().id();
  for (const Stream *other : ordered)
    merge(state.clock, streams_[other->id()].clock);
  for (const Ref<Command> &other : after)
    if (other->clock_)
      merge(state.clock, *other->clock_);
  const char *awaited = command.awaited();
  if (!stream.isLegacy() || streams_.size() > 1)
    hasSeveralStreams = true;
  if (awaited || toolFollows()) {
    uint64_t &last = state.clock[stream.id()];
    command.follows_ = last > known(stream.id()) ? last : 0;
    last = ++numbers_;
  }
  if (awaited && *awaited) {
    state.kernel = numbers_;
    state.name = awaited;
  }
  if (toolFollows())
    merge(state.clock, known_);
  else
    std::erase_if(state.clock, [this](const auto &entry) {
      mutex_.assertHeld();
      return entry.second <= known(entry.first);
    });
  command.clock_ = std::make_shared<const Clock>(state.clock);
  if (awaited)
    settle();
}

uint64_t ManagedAccess::known(uint64_t stream) const {
  auto it = known_.find(stream);
  return it == known_.end() ? 0 : it->second;
}

void ManagedAccess::know(const Clock &clock) {
  LockGuard lock(mutex_);
  merge(known_, clock);
  settle();
}

Clock ManagedAccess::clockOf(const Stream &stream) {
  LockGuard lock(mutex_);
  return streams_[stream.id()].clock;
}

Clock ManagedAccess::clockOf(const Context &context) {
  LockGuard lock(mutex_);
  Clock all;
  for (const auto &[id, stream] : streams_)
    if (stream.context == context.id())
      merge(all, stream.clock);
  return all;
}

Clock ManagedAccess::clockOfAll() {
  LockGuard lock(mutex_);
  Clock all;
  for (const auto &[id, stream] : streams_)
    merge(all, stream.clock);
  return all;
}

void ManagedAccess::leave(const Stream &stream) {
  LockGuard lock(mutex_);
  auto it = streams_.find(stream.id());
  if (it == streams_.end())
    return;
  it->second.isGone = true;
  for (auto &[base, block] : blocks_) {
    const Attachment last = block.pending.empty() ? block.current : block.pending.back().attachment;
    if (last.flags == CU_MEM_ATTACH_SINGLE && last.stream == stream.id())
      block.pending.push_back({block.initial, stream.id(), it->second.clock[stream.id()]});
  }
  settle();
}

ManagedAccess::HostFunction::HostFunction()
    : command_(followsOrder() ? Scheduler::running() : nullptr) {
  if (!command_)
    return;
  ManagedAccess &all = Process::get().managed;
  LockGuard lock(all.mutex_);
  const uint64_t own = command_->stream()->id();
  Clock before = *command_->clock_;
  if (command_->awaited()) // a part of a graph, with kernels that may come after it
    before.erase(own);
  else if (watchesHost())
    --before[own]; // but what the function does
  merge(all.known_, before);
  all.functions_[pthread_self()] = command_;
  ++all.streams_[own].functions;
  all.settle();
  if (!watchesHost())
    return;
  for (const auto &[base, block] : all.blocks_) { // to see what the function touches
    all.uses_.push_back({base, block.bytes, own, command_->clock_->at(own), command_});
    exec::closeView(base, block.bytes);
  }
}

ManagedAccess::HostFunction::~HostFunction() {
  if (!command_)
    return;
  ManagedAccess &all = Process::get().managed;
  LockGuard lock(all.mutex_);
  all.functions_.erase(pthread_self());
  --all.streams_[command_->stream()->id()].functions;
  if (watchesHost()) {
    all.openUses([this](const Use &use) { return use.function == command_; });
    if (!command_->awaited()) // it may have told the program in ways that are not seen
      merge(all.known_, *command_->clock_);
  }
  all.settle();
}

// -- Memory ---------------------------------------------------------------------------------------

void ManagedAccess::allocated(const Allocation &allocation) {
  LockGuard lock(mutex_);
  const bool isHosts = allocation.flags == CU_MEM_ATTACH_HOST;
  const Attachment initial{isHosts ? CU_MEM_ATTACH_HOST : CU_MEM_ATTACH_GLOBAL, 0};
  blocks_[allocation.base] = Block{allocation.size, initial, initial, {}};
  if (watchesHost())
    hasSeveralStreams = true; // the host is another
  settle();
}

void ManagedAccess::freed(uintptr_t base) {
  LockGuard lock(mutex_);
  auto it = blocks_.find(base);
  if (it == blocks_.end())
    return;
  std::erase_if(uses_, [&](const Use &use) { return use.address - base < it->second.bytes; });
  blocks_.erase(it);
}

void ManagedAccess::attach(uintptr_t base, const Command &command, const Stream &stream,
                           unsigned flags) {
  LockGuard lock(mutex_);
  auto it = blocks_.find(base);
  if (it == blocks_.end())
    return;
  const uint64_t id = stream.id();
  it->second.pending.push_back(
      {{flags, flags == CU_MEM_ATTACH_SINGLE ? id : 0}, id, command.clock_->at(id)});
  settle();
}

bool ManagedAccess::isOfDevice(const void *address, const Stream &stream) {
  if (!exec::isManagedExclusive())
    return false;
  LockGuard lock(mutex_);
  auto it = blocks_.upper_bound(uintptr_t(address));
  if (it == blocks_.begin() || uintptr_t(address) - (--it)->first >= it->second.bytes)
    return false;
  const Block &block = it->second;
  const Attachment last = block.pending.empty() ? block.current : block.pending.back().attachment;
  return last.flags == CU_MEM_ATTACH_GLOBAL ||
         (last.flags == CU_MEM_ATTACH_SINGLE && last.stream == stream.id());
}

bool ManagedAccess::isAtWork(uint64_t id, const StreamState &stream) const {
  return stream.kernel > known(id) && !stream.functions;
}

/// The stream at work for which the program may not touch memory that is attached so; null: none.
const ManagedAccess::StreamState *ManagedAccess::closes(const Attachment &attachment) const {
  if (attachment.flags == CU_MEM_ATTACH_HOST)
    return nullptr;
  for (const auto &[id, stream] : streams_)
    if ((attachment.flags == CU_MEM_ATTACH_GLOBAL || attachment.stream == id) &&
        isAtWork(id, stream))
      return &stream;
  return nullptr;
}

/// While an attachment is under way both that and the former one hold.
const ManagedAccess::StreamState *ManagedAccess::whatCloses(const Block &block) const {
  if (const StreamState *stream = closes(block.current))
    return stream;
  for (const Pending &pending : block.pending)
    if (const StreamState *stream = closes(pending.attachment))
      return stream;
  return nullptr;
}

/// Opens and closes memory after something has changed.
void ManagedAccess::settle() {
  if (watchesHost())
    return openUses([this](const Use &use) { // what the program knows
      mutex_.assertHeld();
      return !use.function && use.number <= known(use.stream);
    });
  for (auto &[base, block] : blocks_) {
    auto isOver = [this](const Pending &pending) {
      mutex_.assertHeld();
      return pending.number <= known(pending.stream);
    };
    auto last = std::find_if(block.pending.rbegin(), block.pending.rend(), isOver);
    if (last != block.pending.rend()) {
      block.current = last->attachment;
      block.pending.erase(block.pending.begin(), last.base());
    }
    const bool isOpen = !whatCloses(block);
    if (isOpen != block.isOpen)
      exec::setHostMay(reinterpret_cast<void *>(base), block.isOpen = isOpen);
  }
  std::erase_if(streams_, [this](const auto &entry) {
    mutex_.assertHeld();
    const auto &[id, stream] = entry;
    return stream.isGone && !stream.functions && stream.kernel <= known(id);
  });
}

// -- What the host touches under racecheck --------------------------------------------------------

std::map<uintptr_t, ManagedAccess::Block>::iterator ManagedAccess::blockAt(uintptr_t address) {
  auto it = blocks_.upper_bound(address);
  if (it == blocks_.begin())
    return blocks_.end();
  --it;
  return address - it->first < it->second.bytes ? it : blocks_.end();
}

void ManagedAccess::uses(const Command &command, const Stream &stream, uintptr_t address,
                         size_t bytes) {
  if (!watchesHost() || !bytes)
    return;
  LockGuard lock(mutex_);
  auto block = blockAt(address);
  const uint64_t number = command.clock_ ? command.clock_->at(stream.id()) : 0;
  if (block == blocks_.end() || number <= known(stream.id()))
    return;
  bytes = std::min(bytes, block->first + block->second.bytes - address);
  uses_.push_back({address, bytes, stream.id(), number, nullptr});
  exec::closeView(address, bytes);
}

void ManagedAccess::usesParams(const Command &command, const Stream &stream,
                               const std::vector<char> &params) {
  if (!watchesHost())
    return;
  for (size_t at = 0; at + sizeof(uintptr_t) <= params.size(); at += sizeof(uintptr_t)) {
    uintptr_t word, base = 0;
    std::memcpy(&word, params.data() + at, sizeof word);
    size_t bytes = 0;
    {
      LockGuard lock(mutex_);
      if (auto block = blockAt(word); block != blocks_.end()) {
        base = block->first;
        bytes = block->second.bytes;
      }
    }
    uses(command, stream, base, bytes);
  }
}

/// What is over is open again, as far as nothing else uses it.
void ManagedAccess::openUses(const std::function<bool(const Use &)> &isOver) {
  auto over = std::stable_partition(uses_.begin(), uses_.end(), std::not_fn(isOver));
  if (over == uses_.end())
    return;
  for (auto it = over; it != uses_.end(); ++it)
    exec::openView(it->address, it->bytes);
  uses_.erase(over, uses_.end());
  for (const Use &use : uses_)
    exec::closeView(use.address, use.bytes);
}

/// In a handler of signals. The host's access is a command of a stream of its own: all that comes
/// into a stream from now on is behind it. That of a function in a stream is its command's.
bool ManagedAccess::touched(uintptr_t address, bool isWrite, uintptr_t pc, bool isInside) {
  constexpr uint64_t kHost = ~uint64_t(0);
  insight::Moment moment;
  {
    LockGuard lock(mutex_);
    auto block = blockAt(address);
    if (block == blocks_.end())
      return false;
    const auto &[base, known] = *block;
    auto isHere = [&](const Use &use) { return use.address - base < known.bytes; };
    const bool isUsed = std::any_of(uses_.begin(), uses_.end(), isHere);
    std::erase_if(uses_, isHere); // once is enough
    exec::openView(base, known.bytes);
    if (isInside || !isUsed)
      return true;
    if (auto function = functions_.find(pthread_self()); function != functions_.end()) {
      const Command &command = *function->second;
      moment = momentOf(command, *command.stream());
    } else {
      known_[kHost] = ++numbers_;
      moment = {kHost, numbers_, std::make_shared<const Clock>(known_)};
    }
  }
  insight::Sanitizer::get()->hostTouched(moment, address, isWrite, reinterpret_cast<void *>(pc));
  return true;
}

// -- Violations -----------------------------------------------------------------------------------

void ManagedAccess::onClosed(uintptr_t address) { Process::get().managed.explain(address); }

/// In a handler of signals, in a thread that is at none of the above.
void ManagedAccess::explain(uintptr_t address) {
  LockGuard lock(mutex_);
  auto it = blocks_.upper_bound(address);
  if (it == blocks_.begin())
    return;
  const auto &[base, block] = *--it;
  const StreamState *stream = address - base < block.bytes ? whatCloses(block) : nullptr;
  if (!stream)
    return;
  char text[1024];
  int size = std::snprintf(
      text, sizeof text,
      "anywarp: host code touches managed memory at %#zx, byte %zu of the %zu at %#zx, while a "
      "device may be at work on '%.500s': without concurrentManagedAccess it has the memory alone "
      "until the program synchronises\n",
      size_t(address), size_t(address - base), block.bytes, size_t(base), stream->name.c_str());
  [[maybe_unused]] ssize_t written =
      write(STDERR_FILENO, text, std::min(size_t(size), sizeof text - 1));
}

} // namespace anywarp::driver
