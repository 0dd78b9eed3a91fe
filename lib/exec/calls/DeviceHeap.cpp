// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs: first fit over the free ones, merged on free. Spans: a bit for each block.
#include "exec/calls/DeviceHeap.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace anywarp::exec {

namespace {
constexpr size_t kSpan = 16384, kGranule = 16;

/// Sizes of small blocks: those of 16 bytes up to 128, then four for each power of two.
constexpr std::array<uint16_t, DeviceHeap::kSizeClasses> kSizes = {
    16,  32,  48,  64,  80,  96,   112,  128,  160,  192,  224,  256,  320,  384,
    448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096};
constexpr size_t kLargestSmall = kSizes.back();

/// The class of a size by its granules.
constexpr auto kClassOf = [] {
  std::array<uint8_t, kLargestSmall / kGranule + 1> classes{};
  for (unsigned granules = 0, at = 0; granules < classes.size(); ++granules) {
    at += granules * kGranule > kSizes[at];
    classes[granules] = uint8_t(at);
  }
  return classes;
}();

/// What a division by the size of a class would give: blocks of a span; 2^32 over the size, rounded
/// up, so that the product with a distance below kSpan has the exact quotient in its upper half.
struct Division {
  uint32_t blocks, reciprocal;
};
constexpr auto kDivisions = [] {
  std::array<Division, kSizes.size()> divisions{};
  for (unsigned c = 0; c < kSizes.size(); ++c)
    divisions[c] = {uint32_t(kSpan / kSizes[c]), uint32_t((uint64_t(1) << 32) / kSizes[c]) + 1};
  return divisions;
}();
static_assert(uint64_t(kSpan) * kLargestSmall < uint64_t(1) << 32,
              "the quotient would not be exact");

constexpr unsigned blocksOf(unsigned sizeClass) { return kDivisions[sizeClass].blocks; }

constexpr unsigned kShards = 64;
/// Empty spans that a shard keeps of one size.
constexpr unsigned kIdle = 2;
} // namespace

DeviceHeap::DeviceHeap(size_t size) : size_(size) {}
DeviceHeap::~DeviceHeap() { std::free(spans_); }

bool DeviceHeap::resize(size_t size) {
  LockGuard lock(mutex_);
  if (memory_.size())
    return size == size_;
  size_ = size;
  return true;
}

size_t DeviceHeap::size() const {
  LockGuard lock(mutex_);
  return size_;
}

bool DeviceHeap::reserve() {
  LockGuard lock(mutex_);
  if (isReserved_.load(std::memory_order_relaxed))
    return true;
  // Zero pages of the system: a large heap costs what is used of it.
  std::free(spans_);
  spans_ = static_cast<Span *>(std::calloc(size_ / kSpan + 1, sizeof(Span)));
  if (!spans_ || !size_ || !memory_.reserve(size_))
    return false;
  shards_ = std::make_unique<Shard[]>(kShards);
  free_.emplace(0, size_ & ~(kGranule - 1));
  isReserved_.store(true, std::memory_order_release);
  return true;
}

void *DeviceHeap::allocate(size_t bytes, unsigned worker) {
  if (!isReady() || bytes > size_)
    return nullptr;
  bytes = std::max<size_t>(bytes, 1); // nothing has an address, too (seen)
  bytes = (bytes + kGranule - 1) & ~(kGranule - 1);
  if (bytes <= kLargestSmall)
    if (void *block = allocateSmall(shardOf(worker), kClassOf[bytes / kGranule], /*grows=*/true))
      return block;
  if (void *block = allocateRun(bytes, kGranule))
    return block;
  retireIdle();
  if (void *block = allocateRun(bytes, kGranule))
    return block;
  if (bytes <= kLargestSmall) // the last blocks are in spans of others
    for (unsigned i = 0; i < usedShards_.load(); ++i)
      for (unsigned c = kClassOf[bytes / kGranule]; c < kSizes.size(); ++c)
        if (void *block = allocateSmall(shards_[i], c, /*grows=*/false))
          return block;
  return nullptr;
}

void *DeviceHeap::allocateAligned(size_t bytes, size_t align, unsigned worker) {
  if (!std::has_single_bit(align) || align > size_)
    return nullptr;
  if (align <= kGranule)
    return allocate(bytes, worker);
  if (!isReady() || bytes > size_)
    return nullptr;
  bytes = (std::max<size_t>(bytes, 1) + kGranule - 1) & ~(kGranule - 1);
  if (void *block = allocateRun(bytes, align))
    return block;
  retireIdle();
  return allocateRun(bytes, align);
}

DeviceHeap::FreeResult DeviceHeap::free(void *address) {
  if (!address)
    return FreeResult::Freed;
  Span *span = spanAt(static_cast<char *>(address));
  if (!span)
    return FreeResult::NotAllocated;
  const size_t offset = size_t(static_cast<char *>(address) - memory_.begin());
  if (ownerOf(*span))
    return freeSmall(*span, offset);
  LockGuard lock(mutex_);
  auto it = allocated_.find(offset);
  if (it == allocated_.end())
    return FreeResult::NotAllocated;
  const size_t bytes = it->second;
  allocated_.erase(it);
  giveRun(offset, bytes);
  return FreeResult::Freed;
}

bool DeviceHeap::contains(const void *address) const {
  LockGuard lock(mutex_);
  auto at = static_cast<const char *>(address);
  return memory_.size() && at >= memory_.begin() && at < memory_.begin() + size_;
}

// -- Spans ----------------------------------------------------------------------------------------

DeviceHeap::Shard &DeviceHeap::shardOf(unsigned worker) {
  const unsigned number = worker % kShards;
  for (uint32_t used = usedShards_.load(std::memory_order_relaxed); used <= number;)
    usedShards_.compare_exchange_weak(used, number + 1);
  return shards_[number];
}

DeviceHeap::Span *DeviceHeap::spanAt(const char *address) const {
  if (!address || !isReserved_.load(std::memory_order_acquire))
    return nullptr;
  const size_t offset = size_t(address - memory_.begin());
  return offset < size_ ? &spans_[offset / kSpan] : nullptr;
}

DeviceHeap::Shard *DeviceHeap::ownerOf(const Span &span) const {
  const uint32_t owner = std::atomic_ref(const_cast<uint32_t &>(span.owner)).load();
  return owner ? &shards_[owner - 1] : nullptr;
}

void DeviceHeap::link(Shard &shard, Span &span) {
  Span *&head = shard.withRoom[span.sizeClass];
  span.previous = nullptr;
  span.next = head;
  if (head)
    head->previous = &span;
  head = &span;
  span.isLinked = true;
}

void DeviceHeap::unlink(Shard &shard, Span &span) {
  (span.previous ? span.previous->next : shard.withRoom[span.sizeClass]) = span.next;
  if (span.next)
    span.next->previous = span.previous;
  span.isLinked = false;
}

DeviceHeap::Span *DeviceHeap::newSpan(Shard &shard, unsigned sizeClass) {
  size_t offset;
  {
    LockGuard lock(mutex_);
    if (!takeRun(kSpan, kSpan, offset))
      return nullptr;
  }
  Span &span = spans_[offset / kSpan];
  span.sizeClass = uint8_t(sizeClass);
  span.live = 0;
  for (unsigned i = 0, left = blocksOf(sizeClass); i < 16; ++i) {
    const unsigned here = std::min(left, 64u);
    span.room[i] = here == 64 ? ~uint64_t(0) : (uint64_t(1) << here) - 1;
    left -= here;
  }
  std::atomic_ref(span.owner).store(uint32_t(&shard - shards_.get()) + 1);
  link(shard, span);
  ++shard.idle[sizeClass];
  return &span;
}

void DeviceHeap::retire(Shard &shard, Span &span) {
  unlink(shard, span);
  --shard.idle[span.sizeClass];
  std::atomic_ref(span.owner).store(0);
  LockGuard lock(mutex_);
  giveRun(size_t(&span - spans_) * kSpan, kSpan);
}

/// Retires all empty spans.
void DeviceHeap::retireIdle() {
  for (unsigned i = 0; i < usedShards_.load(); ++i) {
    Shard &shard = shards_[i];
    LockGuard lock(shard.mutex);
    for (Span *span : shard.withRoom)
      while (span) {
        Span *next = span->next;
        if (!span->live)
          retire(shard, *span);
        span = next;
      }
  }
}

void *DeviceHeap::allocateSmall(Shard &shard, unsigned sizeClass, bool grows) {
  LockGuard lock(shard.mutex);
  return takeBlock(shard, sizeClass, grows);
}

void DeviceHeap::allocate(uint32_t lanes, const uint64_t *bytes, uint64_t *addresses,
                          unsigned worker) {
  if (!isReady()) {
    for (; lanes; lanes &= lanes - 1)
      addresses[std::countr_zero(lanes)] = 0;
    return;
  }
  Shard &shard = shardOf(worker);
  UniqueLock lock(shard.mutex);
  for (; lanes; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    const uint64_t wanted = bytes[lane];
    void *block = wanted && wanted <= kLargestSmall
                      ? takeBlock(shard, kClassOf[(wanted + kGranule - 1) / kGranule], true)
                      : nullptr;
    if (!block) {
      lock.unlock();
      block = allocate(wanted, worker);
      lock.lock();
    }
    addresses[lane] = reinterpret_cast<uint64_t>(block);
  }
}

void *DeviceHeap::takeBlock(Shard &shard, unsigned sizeClass, bool grows) {
  Span *span = shard.withRoom[sizeClass];
  if (!span && !(grows && (span = newSpan(shard, sizeClass))))
    return nullptr;
  unsigned word = 0;
  while (!span->room[word])
    ++word;
  const unsigned block = 64 * word + unsigned(std::countr_zero(span->room[word]));
  span->room[word] &= span->room[word] - 1;
  shard.idle[sizeClass] -= span->live == 0;
  if (++span->live == blocksOf(sizeClass))
    unlink(shard, *span);
  return memory_.begin() + size_t(span - spans_) * kSpan + size_t(block) * kSizes[sizeClass];
}

DeviceHeap::FreeResult DeviceHeap::freeSmall(Span &span, size_t offset) {
  while (Shard *shard = ownerOf(span)) {
    LockGuard lock(shard->mutex);
    if (ownerOf(span) == shard) // it may have passed to another shard meanwhile
      return giveBlock(*shard, span, offset);
  }
  return FreeResult::NotAllocated;
}

uint32_t DeviceHeap::free(uint32_t lanes, const uint64_t *addresses) {
  while (lanes) {
    auto *address = reinterpret_cast<char *>(addresses[std::countr_zero(lanes)]);
    Span *span = spanAt(address);
    Shard *shard = span ? ownerOf(*span) : nullptr;
    if (!shard) {
      if (free(address) != FreeResult::Freed)
        return lanes;
      lanes &= lanes - 1;
      continue;
    }
    LockGuard lock(shard->mutex); // for this lane and those behind it that need the same
    while (span && ownerOf(*span) == shard) {
      if (giveBlock(*shard, *span, size_t(address - memory_.begin())) != FreeResult::Freed)
        return lanes;
      if (!(lanes &= lanes - 1))
        break;
      address = reinterpret_cast<char *>(addresses[std::countr_zero(lanes)]);
      span = spanAt(address);
    }
  }
  return 0;
}

DeviceHeap::FreeResult DeviceHeap::giveBlock(Shard &shard, Span &span, size_t offset) {
  const unsigned within = unsigned(offset % kSpan), size = kSizes[span.sizeClass];
  const auto block = unsigned(uint64_t(within) * kDivisions[span.sizeClass].reciprocal >> 32);
  const uint64_t bit = uint64_t(1) << block % 64;
  if (within != block * size || block >= blocksOf(span.sizeClass) || (span.room[block / 64] & bit))
    return FreeResult::NotAllocated;
  span.room[block / 64] |= bit;
  if (!span.isLinked)
    link(shard, span);
  if (!--span.live && ++shard.idle[span.sizeClass] > kIdle)
    retire(shard, span);
  return FreeResult::Freed;
}

// -- Runs -----------------------------------------------------------------------------------------

void *DeviceHeap::allocateRun(size_t bytes, size_t align) {
  LockGuard lock(mutex_);
  // The heap's own address is a multiple of a page only.
  const size_t room = bytes + align - kGranule;
  size_t offset;
  if (!takeRun(room, kGranule, offset))
    return nullptr;
  const uintptr_t address = reinterpret_cast<uintptr_t>(memory_.begin() + offset);
  const size_t before = (~address + 1) & (align - 1), behind = room - bytes - before;
  if (before)
    giveRun(offset, before);
  offset += before;
  if (behind)
    giveRun(offset + bytes, behind);
  allocated_.emplace(offset, bytes);
  return memory_.begin() + offset;
}

bool DeviceHeap::takeRun(size_t bytes, size_t align, size_t &offset) {
  for (auto it = free_.begin(); it != free_.end(); ++it) {
    auto [begin, available] = *it;
    offset = (begin + align - 1) & ~(align - 1);
    if (offset + bytes > begin + available)
      continue;
    free_.erase(it);
    if (offset > begin)
      free_.emplace(begin, offset - begin);
    if (offset + bytes < begin + available)
      free_.emplace(offset + bytes, begin + available - offset - bytes);
    return true;
  }
  return false;
}

void DeviceHeap::giveRun(size_t offset, size_t bytes) {
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && offset + bytes == next->first) {
    bytes += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == offset) {
      before->second += bytes;
      return;
    }
  }
  free_.emplace(offset, bytes);
}

} // namespace anywarp::exec
