// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// First fit over the free runs, merged on free.
#include "exec/DeviceHeap.h"

namespace anywarp::exec {

bool DeviceHeap::resize(size_t size) {
  std::lock_guard lock(mutex_);
  if (memory_.size())
    return size == size_;
  size_ = size;
  return true;
}

size_t DeviceHeap::size() const {
  std::lock_guard lock(mutex_);
  return size_;
}

void *DeviceHeap::allocate(size_t bytes) {
  std::lock_guard lock(mutex_);
  if (bytes == 0 || bytes > size_)
    return nullptr;
  if (!memory_.size()) {
    if (!memory_.reserve(size_))
      return nullptr;
    free_.emplace(0, size_ & ~size_t(15));
  }
  bytes = (bytes + 15) & ~size_t(15);
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    auto [offset, available] = *it;
    if (available < bytes)
      continue;
    free_.erase(it);
    if (available > bytes)
      free_.emplace(offset + bytes, available - bytes);
    allocated_.emplace(offset, bytes);
    return memory_.begin() + offset;
  }
  return nullptr;
}

DeviceHeap::FreeResult DeviceHeap::free(void *address) {
  if (!address)
    return FreeResult::Freed;
  std::lock_guard lock(mutex_);
  auto at = reinterpret_cast<uintptr_t>(address),
       base = reinterpret_cast<uintptr_t>(memory_.begin());
  auto it = memory_.size() ? allocated_.find(at - base) : allocated_.end();
  if (it == allocated_.end())
    return FreeResult::NotAllocated;
  auto [offset, bytes] = *it;
  allocated_.erase(it);
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && offset + bytes == next->first) {
    bytes += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == offset) {
      before->second += bytes;
      return FreeResult::Freed;
    }
  }
  free_.emplace(offset, bytes);
  return FreeResult::Freed;
}

bool DeviceHeap::contains(const void *address) const {
  std::lock_guard lock(mutex_);
  auto at = static_cast<const char *>(address);
  return memory_.size() && at >= memory_.begin() && at < memory_.begin() + size_;
}

} // namespace anywarp::exec
