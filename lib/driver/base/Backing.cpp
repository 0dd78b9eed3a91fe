// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mappings and chunks.
#include "driver/base/Backing.h"

#include <cassert>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "exec/memory/HostGuard.h"
#include "support/os/PrivateFile.h"

namespace anywarp::driver {

static constexpr size_t kHugePage = size_t(2) << 20;
static constexpr size_t kChunk = kHugePage;
/// Bytes at least on either side of a mapping that are not writable. They can be read, as zeros, as
/// a GPU, which maps pages of 2 MiB, lets a program read a little outside; not so in strict mode.
static constexpr size_t kGuard = kHugePage;

static size_t roundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

/// Start and length of the reservation around a mapping of `bytes` at `address`.
static size_t reservedBytes(size_t bytes) { return kGuard + roundUp(bytes, kHugePage) + kGuard; }

static void *mapGuarded(size_t bytes, bool isLow) {
  if (bytes > (size_t(1) << 46))
    return nullptr;
  // One huge page more than needed, so that an aligned place lies inside.
  size_t wanted = reservedBytes(bytes) + kHugePage;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (isLow ? MAP_32BIT : 0);
  void *raw = mmap(nullptr, wanted, exec::isStrict() ? PROT_NONE : PROT_READ, flags, -1, 0);
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
  while (!chunks_.empty()) {
    unmap(chunks_.begin()->first, kChunk);
    chunks_.erase(chunks_.begin());
  }
}

void Backing::unmap(uintptr_t start, size_t bytes) {
  if (auto it = shared_.find(start); it != shared_.end()) {
    close(it->second.descriptor);
    shared_.erase(it);
  }
  if (isGuarded())
    exec::unguardFromHost(reinterpret_cast<void *>(start));
  unmapGuarded(reinterpret_cast<void *>(start), bytes);
}

void *Backing::map(size_t bytes) {
  void *block = mapGuarded(bytes, isLow_);
  if (block && isGuarded())
    exec::guardFromHost(block, roundUp(bytes, size_t(sysconf(_SC_PAGESIZE))));
  return block;
}

void *Backing::allocate(size_t bytes) {
  if (bytes >= kLarge)
    return map(bytes);
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
  void *memory = map(kChunk);
  if (!memory)
    return nullptr;
  Chunk &chunk = chunks_[uintptr_t(memory)];
  chunk.free.emplace(0, kChunk);
  return takeFrom(uintptr_t(memory), chunk);
}

void Backing::free(void *block, size_t bytes) {
  if (bytes >= kLarge)
    return unmap(uintptr_t(block), bytes);
  bytes = roundUp(bytes, kAlignment);
  auto owner = std::prev(chunks_.upper_bound(uintptr_t(block)));
  Chunk &chunk = owner->second;
  size_t offset = uintptr_t(block) - owner->first;
  assert(chunk.used >= bytes);
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
    unmap(owner->first, kChunk);
    chunks_.erase(owner);
  }
}

/// Copies what is not zero: pages that nobody has touched stay untouched.
static void copyPages(char *to, const char *from, size_t bytes, size_t page) {
  for (size_t at = 0; at < bytes; at += page) {
    const char *source = from + at;
    bool isZero = source[0] == 0 && std::memcmp(source, source + 1, page - 1) == 0;
    if (!isZero)
      std::memcpy(to + at, source, page);
  }
}

Backing::Shared Backing::share(void *block, size_t bytes) {
  size_t page = size_t(sysconf(_SC_PAGESIZE));
  Shared made{-1, uintptr_t(block), roundUp(bytes, page)};
  if (bytes < kLarge) {
    made.start = std::prev(chunks_.upper_bound(uintptr_t(block)))->first;
    made.bytes = kChunk;
  }
  if (auto it = shared_.find(made.start); it != shared_.end())
    return it->second;
  int descriptor = memfd_create("cuda-ipc", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0)
    return made;
  void *copy = MAP_FAILED;
  if (resizeFile(descriptor, off_t(made.bytes)) &&
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
    copy = mmap(nullptr, made.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (copy == MAP_FAILED) {
    close(descriptor);
    return made;
  }
  auto place = reinterpret_cast<void *>(made.start);
  copyPages(static_cast<char *>(copy), static_cast<const char *>(place), made.bytes, page);
  // In one step: the old pages go, the copy takes their place.
  if (mremap(copy, made.bytes, made.bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place) == MAP_FAILED) {
    munmap(copy, made.bytes);
    close(descriptor);
    return made;
  }
  if (isGuarded())
    exec::guardFromHost(place, made.bytes);
  made.descriptor = descriptor;
  shared_.emplace(made.start, made);
  return made;
}

} // namespace anywarp::driver
