// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream: commands in order. Made by cuStreamCreate, or one of the default streams that a context
// makes for itself. Any thread may use it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "driver/context/Context.h"
#include "driver/stream/Command.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Capture;

/// All captures of streams under way.
struct Captures {
  std::atomic<unsigned> count{0};
  Mutex mutex; ///< guards the captures themselves, and Stream::capture, too
  std::vector<std::shared_ptr<Capture>> active AW_GUARDED_BY(mutex);
};
Captures &captures(); ///< those of the process

/// Priorities of streams: lower numbers go first.
inline constexpr int kLeastPriority = 0, kGreatestPriority = -5;

/// The multiprocessors of a green context.
struct Partition {
  const uint32_t multiprocessors;
  const uint64_t id;
  std::atomic<uint64_t> green{0}; ///< the green context's handle, while it has one
};

class Event;

/// The unfinished commands of a stream, in order. Guarded by the scheduler's lock, except for
/// `wasEmpty`.
class CommandQueue {
public:
  bool empty() const { return commands_.empty(); }
  size_t size() const { return commands_.size(); }
  Ref<Command> &front() { return commands_.front(); }
  const Ref<Command> &front() const { return commands_.front(); }
  const Ref<Command> &back() const { return commands_.back(); }
  auto rbegin() const { return commands_.rbegin(); }
  auto rend() const { return commands_.rend(); }
  void push(Ref<Command> command) {
    isEmpty_.store(false, std::memory_order_relaxed);
    commands_.push_back(std::move(command));
  }
  Ref<Command> pop() {
    Ref<Command> first = std::move(commands_.front());
    commands_.pop_front();
    isEmpty_.store(commands_.empty(), std::memory_order_release);
    return first;
  }
  /// True: there was nothing a moment ago. What had been there has ended, with all its effects.
  bool wasEmpty() const { return isEmpty_.load(std::memory_order_acquire); }

private:
  std::deque<Ref<Command>> commands_;
  std::atomic<bool> isEmpty_{true};
};

class Stream : public Object {
public:
  using Handle = CUstream;
  static constexpr Kind kKind = KindStream;
  enum class Role : uint8_t { Created, Legacy, PerThread };

  Stream(Context &context, Role role, unsigned flags, int priority,
         std::shared_ptr<Partition> partition = nullptr);
  ~Stream() override;

  Context &context() const { return *context_; }
  Role role() const { return role_; }
  bool isLegacy() const { return role_ == Role::Legacy; }
  /// Commands wait for those of the legacy default stream, and that one for them.
  bool isBlocking() const { return !isLegacy() && !(flags_ & CU_STREAM_NON_BLOCKING); }
  unsigned flags() const { return flags_; }
  int priority() const { return priority_; }
  void setPriority(int priority) {
    priority_ = std::clamp(priority, kGreatestPriority, kLeastPriority);
  }
  uint64_t id() const { return id_; }
  /// That of a green context; null: everything that the context has.
  const std::shared_ptr<Partition> &partition() const { return partition_; }
  /// Most threads that run a grid of the stream; 0: all there are.
  uint32_t workers() const;

  /// The capture that the stream takes part in; null when it runs what it is given.
  std::shared_ptr<Capture> capture AW_GUARDED_BY(captures().mutex);

  /// What cuStreamSetAttribute keeps; hints, all of them.
  struct Attributes {
    CUsynchronizationPolicy syncPolicy = CUsynchronizationPolicy(-1); ///< -1: not set
    CUaccessPolicyWindow window{};
    CUlaunchMemSyncDomainMap domains{0, 1};
    CUlaunchMemSyncDomain domain = CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT;
  };
  Attributes attributes() const {
    LockGuard lock(attributesMutex_);
    return attributes_;
  }
  void setAttributes(const Attributes &attributes) {
    LockGuard lock(attributesMutex_);
    attributes_ = attributes;
  }

private:
  friend class Scheduler;
  const Ref<Context> context_;
  const Role role_;
  const unsigned flags_;
  std::atomic<int> priority_;
  const uint64_t id_;
  const std::shared_ptr<Partition> partition_;
  mutable Mutex attributesMutex_; ///< guards attributes_
  Attributes attributes_ AW_GUARDED_BY(attributesMutex_);
  // Guarded by the scheduler's lock.
  CommandQueue queue_;       ///< the first is ready, running or blocked; the others wait for it
  bool isUnsettled_ = false; ///< in the scheduler's list of streams to look at
};

/// The stream of a handle, null and the special handles included; those mean a stream of the
/// current context. Fails with CUDA_ERROR_INVALID_HANDLE, or with the error of the stream's
/// context.
CUresult findStream(CUstream handle, Stream *&stream);
/// Whether streams have the attribute.
bool isOfStreams(CUstreamAttrID id);
/// CUDA_ERROR_INVALID_VALUE for a window that no device takes.
CUresult checkAccessPolicy(const CUaccessPolicyWindow &window);
/// The default stream that a null handle means in the call under way.
Stream &defaultStream(Context &context);
/// Makes a stream of the program's.
CUresult createStream(Context &context, unsigned flags, int priority,
                      std::shared_ptr<Partition> partition, CUstream *handle);
/// What comes into the stream from now on waits for the event's last record.
void waitFor(Stream &stream, const Event &event);

} // namespace anywarp::driver
