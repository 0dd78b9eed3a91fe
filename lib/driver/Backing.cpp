// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mappings and chunks.
#include "driver/Backing.h"

#include <sys/mman.h>
#include <unistd.h>

namespace anywarp::driver {

static constexpr size_t kHugePage = size_t(2) << 20;
static constexpr size_t kChunk = kHugePage;
/// Inaccessible bytes at least on either side of a mapping.
static constexpr size_t kGuard = kHugePage;

static size_t roundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

/// Start and length of the reservation around a mapping of `bytes` at `address`.
static size_t reservedBytes(size_t bytes) { return kGuard + roundUp(bytes, kHugePage) + kGuard; }

static void *mapGuarded(size_t bytes) {
  if (bytes > (size_t(1) << 46))
    return nullptr;
  // One huge page more than needed, so that an aligned place lies inside.
  size_t wanted = reservedBytes(bytes) + kHugePage;
  void *raw = mmap(nullptr, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED)
    return nullptr;
  auto start = reinterpret_cast<char *>(raw);
  auto aligned = reinterpret_cast<char *>(roundUp(uintptr_t(raw), kHugePage));
  if (aligned > start)
    munmap(start, size_t(aligned - start));
  char *end = aligned + reservedBytes(bytes);
  if (start + wanted > end)
    munmap(end, size_t(start + wanted - end));
  char *block = aligned + kGuard;
  size_t accessible = roundUp(bytes, size_t(sysconf(_SC_PAGESIZE)));
  if (mprotect(block, accessible, PROT_READ | PROT_WRITE) != 0) {
    munmap(aligned, reservedBytes(bytes));
    return nullptr;
  }
  madvise(block, accessible, MADV_HUGEPAGE); // only a matter of speed
  return block;
}

static void unmapGuarded(void *block, size_t bytes) {
  munmap(static_cast<char *>(block) - kGuard, reservedBytes(bytes));
}

Backing::~Backing() {
  for (auto &[address, chunk] : chunks_)
    unmapGuarded(reinterpret_cast<void *>(address), kChunk);
}

void *Backing::allocate(size_t bytes) {
  if (bytes >= kLarge)
    return mapGuarded(bytes);
  bytes = roundUp(bytes, kAlignment);
  auto takeFrom = [bytes](uintptr_t address, Chunk &chunk) -> void * {
    for (auto it = chunk.free.begin(); it != chunk.free.end(); ++it) {
      auto [offset, size] = *it;
      if (size < bytes)
        continue;
      chunk.free.erase(it);
      if (size > bytes)
        chunk.free.emplace(offset + bytes, size - bytes);
      chunk.used += bytes;
      return reinterpret_cast<void *>(address + offset);
    }
    return nullptr;
  };
  for (auto &[address, chunk] : chunks_)
    if (kChunk - chunk.used >= bytes)
      if (void *block = takeFrom(address, chunk))
        return block;
  void *memory = mapGuarded(kChunk);
  if (!memory)
    return nullptr;
  Chunk &chunk = chunks_[uintptr_t(memory)];
  chunk.free.emplace(0, kChunk);
  return takeFrom(uintptr_t(memory), chunk);
}

void Backing::free(void *block, size_t bytes) {
  if (bytes >= kLarge)
    return unmapGuarded(block, bytes);
  bytes = roundUp(bytes, kAlignment);
  auto owner = std::prev(chunks_.upper_bound(uintptr_t(block)));
  Chunk &chunk = owner->second;
  size_t offset = uintptr_t(block) - owner->first;
  chunk.used -= bytes;
  auto next = chunk.free.lower_bound(offset);
  if (next != chunk.free.end() && next->first == offset + bytes) {
    bytes += next->second;
    next = chunk.free.erase(next);
  }
  if (next != chunk.free.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      previous->second += bytes;
      bytes = 0;
    }
  }
  if (bytes)
    chunk.free.emplace(offset, bytes);
  // One empty chunk stays for the next allocation.
  if (chunk.used == 0 && chunks_.size() > 1) {
    unmapGuarded(reinterpret_cast<void *>(owner->first), kChunk);
    chunks_.erase(owner);
  }
}

} // namespace anywarp::driver
