// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Memory.h"

#include <mutex>

namespace anywarp::insight {

void Memory::add(BlockRef block) {
  std::unique_lock lock(mutex_);
  const uintptr_t base = block->base;
  blocks_[base] = std::move(block);
  generation_.fetch_add(1, std::memory_order_release);
}

BlockRef Memory::remove(uintptr_t base) {
  constexpr size_t kRemembered = 4096;
  std::unique_lock lock(mutex_);
  auto it = blocks_.find(base);
  if (it == blocks_.end())
    return nullptr;
  BlockRef block = it->second;
  blocks_.erase(it);
  freed_.push_back(block);
  if (freed_.size() > kRemembered)
    freed_.pop_front();
  generation_.fetch_add(1, std::memory_order_release);
  return block;
}

void Memory::setUsable(uintptr_t base, bool usable) {
  std::unique_lock lock(mutex_);
  if (auto it = blocks_.find(base); it != blocks_.end())
    it->second->isUsable = usable;
  generation_.fetch_add(1, std::memory_order_release);
}

BlockRef Memory::find(uintptr_t address) const {
  std::shared_lock lock(mutex_);
  auto it = blocks_.upper_bound(address);
  if (it == blocks_.begin())
    return nullptr;
  const BlockRef &block = std::prev(it)->second;
  return address < block->end() ? block : nullptr;
}

BlockRef Memory::nearest(uintptr_t address, bool heap) const {
  std::shared_lock lock(mutex_);
  BlockRef best;
  uint64_t least = ~uint64_t(0);
  for (auto &[base, block] : blocks_) {
    if ((block->kind == Block::Kind::Heap) != heap || !block->isUsable)
      continue;
    const uint64_t distance = address < base           ? base - address
                              : address < block->end() ? 0
                                                       : address - block->end() + 1;
    if (distance < least) {
      least = distance;
      best = block;
    }
  }
  return best;
}

BlockRef Memory::findFreed(uintptr_t address) const {
  std::shared_lock lock(mutex_);
  for (auto it = freed_.rbegin(); it != freed_.rend(); ++it)
    if ((*it)->contains(address, 1))
      return *it;
  return nullptr;
}

} // namespace anywarp::insight
