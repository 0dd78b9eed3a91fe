// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap of device malloc and free: a fixed number of bytes, as cudaLimitMallocHeapSize says.
// What is allocated lives across launches. The driver's context owns it; every call is thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>

#include "exec/GuardedMemory.h"

namespace anywarp::exec {

class DeviceHeap {
public:
  static constexpr size_t kDefaultSize = 8 << 20;

  explicit DeviceHeap(size_t size = kDefaultSize) : size_(size) {}

  /// False once something has been allocated: the size is then fixed.
  bool resize(size_t size);
  size_t size() const;

  /// 16-byte aligned; null when nothing of that size is free.
  void *allocate(size_t bytes);
  enum class FreeResult { Freed, NotAllocated };
  FreeResult free(void *address);
  /// True if `address` lies in the heap.
  bool contains(const void *address) const;

private:
  // The bookkeeping lies outside the heap, where a kernel that writes past its memory cannot harm
  // it.
  mutable std::mutex mutex_; ///< guards everything below
  size_t size_;
  GuardedMemory memory_;
  std::map<size_t, size_t> free_;                ///< offset → bytes
  std::unordered_map<size_t, size_t> allocated_; ///< offset → bytes
};

} // namespace anywarp::exec
