// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Memory.h"

#include <cstring>

namespace anywarp::insight {

size_t Block::paddingAt(size_t hole, size_t limit) const {
  constexpr size_t kWidest = 16;
  const uint8_t *marks = written.get();
  const size_t before = hole ? widthOf(marks[hole - 1]) : 0;
  if (!before)
    return 0;
  size_t end = hole;
  while (end < limit && end - hole < kWidest && !marks[end])
    ++end;
  auto fits = [&](size_t width) {
    return end - hole < width && before < width && (base + end) % width == 0;
  };
  if (end < limit && fits(widthOf(marks[end]))) // in front of a wider member
    return end - hole;
  // At the end of a structure that has a wider member before.
  for (size_t width = 2 * before; width <= kWidest; width *= 2)
    if (fits(width) && end >= 2 * width && widthOf(marks[end - 2 * width]) == width)
      return end - hole;
  return 0;
}

std::pair<uintptr_t, uintptr_t> Block::initialisedAround(uintptr_t address) {
  constexpr size_t kNear = 4096;
  const uint8_t *bytes = written.get();
  // What is initialised stays so: the search goes on where the last one ended.
  size_t hole = firstHole.load(std::memory_order_relaxed);
  const void *found = hole < size ? std::memchr(bytes + hole, 0, size - hole) : nullptr;
  hole = found ? size_t(static_cast<const uint8_t *>(found) - bytes) : size;
  firstHole.store(hole, std::memory_order_relaxed);
  const size_t at = address - base;
  if (at < hole)
    return {base, base + hole};
  size_t begin = at, end = at;
  while (begin > 0 && at - begin < kNear && bytes[begin - 1])
    --begin;
  while (end < size && end - at < kNear && bytes[end])
    ++end;
  return {base + begin, base + end};
}

void Memory::add(BlockRef block) {
  UniqueLock lock(mutex_);
  const uintptr_t base = block->base;
  blocks_[base] = std::move(block);
  generation_.fetch_add(1, std::memory_order_release);
}

BlockRef Memory::remove(uintptr_t base) {
  constexpr size_t kRemembered = 4096;
  UniqueLock lock(mutex_);
  auto it = blocks_.find(base);
  if (it == blocks_.end())
    return nullptr;
  BlockRef block = it->second;
  blocks_.erase(it);
  freed_.push_back(block);
  if (freed_.size() > kRemembered)
    freed_.pop_front();
  generation_.fetch_add(1);
  if (isOpened(*block))
    for (Ranges &ranges : ranges_)
      ranges.close();
  return block;
}

void Memory::setUsable(uintptr_t base, bool usable) {
  UniqueLock lock(mutex_);
  if (auto it = blocks_.find(base); it != blocks_.end())
    it->second->isUsable = usable;
  generation_.fetch_add(1);
  for (Ranges &ranges : ranges_)
    ranges.close();
}

// -- What kernels test by themselves --------------------------------------------------------------

void Memory::Ranges::close() {
  for (size_t i = 0; i < count; ++i)
    std::atomic_ref(all[i].limit).store(0);
}

/// Small blocks of the device heap come and go with threads: ranges of others would close all the
/// time.
bool Memory::isOpened(const Block &block) {
  constexpr size_t kLarge = 4096;
  return block.kind != Block::Kind::Heap || block.size >= kLarge;
}

exec::SiteRange *Memory::addRanges(const void *owner, size_t count) {
  UniqueLock lock(mutex_);
  ranges_.push_back({owner, count, std::make_unique<exec::SiteRange[]>(count)});
  return ranges_.back().all.get();
}

void Memory::dropRanges(const void *owner) {
  UniqueLock lock(mutex_);
  std::erase_if(ranges_, [&](const Ranges &ranges) { return ranges.owner == owner; });
}

void Memory::closeRanges(const void *owner) {
  UniqueLock lock(mutex_);
  for (Ranges &ranges : ranges_)
    if (ranges.owner == owner)
      ranges.close();
}

void Memory::open(exec::SiteRange &range, const Block &block, Part part, uint64_t align,
                  uint64_t span, uint64_t seen) const {
  if (!isOpened(block))
    return;
  const uint64_t begin = (part.begin + align - 1) & ~(align - 1);
  if (begin > part.end || part.end - begin < span)
    return;
  std::atomic_ref limit(range.limit);
  limit.store(0);
  range.begin = begin;
  limit.store((part.end - begin - span) / align + 1);
  if (generation_.load() != seen) // whoever freed may have looked before the store
    limit.store(0);
}

BlockRef Memory::find(uintptr_t address) const {
  SharedLock lock(mutex_);
  auto it = blocks_.upper_bound(address);
  if (it == blocks_.begin())
    return nullptr;
  const BlockRef &block = std::prev(it)->second;
  return address < block->end() ? block : nullptr;
}

BlockRef Memory::nearest(uintptr_t address, bool heap) const {
  SharedLock lock(mutex_);
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
  SharedLock lock(mutex_);
  for (auto it = freed_.rbegin(); it != freed_.rend(); ++it)
    if ((*it)->contains(address, 1))
      return *it;
  return nullptr;
}

} // namespace anywarp::insight
