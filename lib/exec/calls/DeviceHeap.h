// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap of device malloc and free: a fixed number of bytes, as cudaLimitMallocHeapSize says.
// What is allocated lives across launches. The driver's context owns it; every call is thread-safe.
//
// Small blocks come from spans of one size, which belong to shards; each worker has a shard, so
// that its lock is hardly ever another's. Large blocks, and the spans, are runs of one list.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <sched.h>
#include <unordered_map>

#include "exec/arch/Processor.h"
#include "exec/memory/GuardedMemory.h"
#include "support/Mutex.h"

namespace anywarp::exec {

class DeviceHeap {
public:
  static constexpr size_t kDefaultSize = 8 << 20;
  static constexpr unsigned kSizeClasses = 28; ///< of small blocks
  /// Bytes behind a block under a tool: a neighbour would take what goes past its end.
  static constexpr size_t kObservedGap = 64;
  /// What such a block takes; no block is so large that the gap has no room.
  static constexpr size_t observed(size_t bytes) {
    return bytes > SIZE_MAX - kObservedGap ? bytes : bytes + kObservedGap;
  }

  explicit DeviceHeap(size_t size = kDefaultSize);
  ~DeviceHeap();

  /// False once something has been allocated: the size is then fixed.
  bool resize(size_t size);
  size_t size() const;

  /// 16-byte aligned; null when nothing of that size is free. `worker`: any number, the same for
  /// calls of one thread.
  void *allocate(size_t bytes, unsigned worker = 0);
  /// At a multiple of `align`; null if that is no power of two.
  void *allocateAligned(size_t bytes, size_t align, unsigned worker = 0);
  enum class FreeResult { Freed, NotAllocated };
  FreeResult free(void *address);
  /// The same for the lanes of a piece in turn, with one lock for most of them.
  void allocate(uint32_t lanes, const uint64_t *bytes, uint64_t *addresses, unsigned worker);
  /// Gives the lanes from the first on whose address is not allocated; 0: all are freed.
  uint32_t free(uint32_t lanes, const uint64_t *addresses);
  /// True if `address` lies in the heap.
  bool contains(const void *address) const;

private:
  /// Hardly ever contended and held for a few instructions: half the cost of a mutex.
  class AW_THREAD(capability("mutex")) BriefLock {
  public:
    void lock() AW_THREAD(acquire_capability()) {
      for (unsigned tries = 0; isHeld_.exchange(true, std::memory_order_acquire); ++tries)
        if (tries % 64 == 63)
          sched_yield();
        else
          arch::pause();
    }
    void unlock() AW_THREAD(release_capability()) {
      isHeld_.store(false, std::memory_order_release);
    }

  private:
    std::atomic<bool> isHeld_{false};
  };
  /// Guarded by the owner's mutex; who finds the owner without it looks again behind it. All zeros:
  /// not in use.
  struct Span {
    uint32_t owner; ///< number of the shard + 1; 0: the memory is no span
    uint8_t sizeClass;
    bool isLinked;
    uint16_t live;         ///< blocks that are allocated
    uint64_t room[16];     ///< a bit for each block that is free
    Span *next, *previous; ///< in the shard's list of spans with room
  };
  struct alignas(64) Shard {
    BriefLock mutex;
    std::array<Span *, kSizeClasses> withRoom AW_GUARDED_BY(mutex){};
    std::array<uint32_t, kSizeClasses> idle AW_GUARDED_BY(mutex){}; ///< empty ones of these
  };

  bool isReady() { return isReserved_.load(std::memory_order_acquire) || reserve(); }
  bool reserve();
  Shard &shardOf(unsigned worker);
  void *allocateSmall(Shard &shard, unsigned sizeClass, bool grows);
  void *takeBlock(Shard &shard, unsigned sizeClass, bool grows) AW_REQUIRES(shard.mutex);
  FreeResult freeSmall(Span &span, size_t offset);
  /// `shard` owns the span.
  FreeResult giveBlock(Shard &shard, Span &span, size_t offset) AW_REQUIRES(shard.mutex);
  /// An empty span with room.
  Span *newSpan(Shard &shard, unsigned sizeClass) AW_REQUIRES(shard.mutex);
  /// An empty span becomes a free run.
  void retire(Shard &shard, Span &span) AW_REQUIRES(shard.mutex);
  void retireIdle();
  void *allocateRun(size_t bytes, size_t align);
  bool takeRun(size_t bytes, size_t align, size_t &offset) AW_REQUIRES(mutex_);
  void giveRun(size_t offset, size_t bytes) AW_REQUIRES(mutex_);
  void link(Shard &shard, Span &span) AW_REQUIRES(shard.mutex);
  void unlink(Shard &shard, Span &span) AW_REQUIRES(shard.mutex);
  /// Null if the address lies outside.
  Span *spanAt(const char *address) const;
  Shard *ownerOf(const Span &span) const;

  // The bookkeeping lies outside the heap, where a kernel that writes past its memory cannot harm
  // it. A shard's mutex comes before this one.
  mutable Mutex mutex_; ///< guards what is reserved, until it is, and the runs
  size_t size_;
  GuardedMemory memory_;
  std::map<size_t, size_t> free_ AW_GUARDED_BY(mutex_); ///< runs: offset → bytes
  std::unordered_map<size_t, size_t>
      allocated_ AW_GUARDED_BY(mutex_); ///< large blocks: offset → bytes
  std::atomic<bool> isReserved_{false};
  std::atomic<uint32_t> usedShards_{0};
  Span *spans_ = nullptr; ///< one for each kSpan bytes of the heap
  std::unique_ptr<Shard[]> shards_;
};

} // namespace anywarp::exec
