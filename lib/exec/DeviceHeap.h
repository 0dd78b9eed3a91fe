// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap of device malloc and free: a fixed number of bytes, as cudaLimitMallocHeapSize says.
// What is allocated lives across launches. The driver's context owns it; every call is thread-safe.
//
// Small blocks come from spans of one size, which belong to shards; each worker has a shard, so
// that its lock is hardly ever another's. Large blocks, and the spans, are runs of one list.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "exec/GuardedMemory.h"

namespace anywarp::exec {

class DeviceHeap {
public:
  static constexpr size_t kDefaultSize = 8 << 20;

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
  struct Span;
  struct Shard;
  bool isReady() { return isReserved_.load(std::memory_order_acquire) || reserve(); }
  bool reserve();
  Shard &shardOf(unsigned worker);
  void *allocateSmall(Shard &shard, unsigned sizeClass, bool grows);
  void *takeBlock(Shard &shard, unsigned sizeClass, bool grows);
  FreeResult freeSmall(Span &span, size_t offset);
  FreeResult giveBlock(Shard &shard, Span &span, size_t offset);
  Span *newSpan(Shard &shard, unsigned sizeClass);
  void retire(Shard &shard, Span &span);
  void retireIdle();
  void *allocateRun(size_t bytes, size_t align);
  bool takeRun(size_t bytes, size_t align, size_t &offset);
  void giveRun(size_t offset, size_t bytes);
  void link(Shard &shard, Span &span);
  void unlink(Shard &shard, Span &span);
  Shard *ownerOf(const Span &span) const;

  // The bookkeeping lies outside the heap, where a kernel that writes past its memory cannot harm
  // it. A shard's mutex comes before this one.
  mutable std::mutex mutex_; ///< guards what is reserved, until it is, and the runs
  size_t size_;
  GuardedMemory memory_;
  std::map<size_t, size_t> free_;                ///< runs: offset → bytes
  std::unordered_map<size_t, size_t> allocated_; ///< large blocks: offset → bytes
  std::atomic<bool> isReserved_{false};
  std::atomic<uint32_t> usedShards_{0};
  Span *spans_ = nullptr; ///< one for each kSpan bytes of the heap
  std::unique_ptr<Shard[]> shards_;
};

} // namespace anywarp::exec
