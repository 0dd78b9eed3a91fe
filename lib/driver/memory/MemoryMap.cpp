// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The map of allocations.
#include "driver/memory/MemoryMap.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "driver/context/Context.h"
#include "driver/context/Device.h"
#include "driver/memory/MemPool.h"
#include "driver/memory/PhysicalMemory.h"
#include "driver/process/Process.h"
#include "exec/KernelAbi.h"
#include "exec/memory/ManagedViews.h"
#include "exec/memory/Strict.h"
#include "insight/Sanitizer.h"
#include "machine/Machine.h"

namespace anywarp::driver {

/// What the system could give when the driver was first asked: the claim of a device is bounded by
/// it.
static size_t systemAvailable() {
  static const size_t bytes = machine::availableBytes();
  return bytes;
}

/// Pinned and managed memory is the host's; it may be more than a device has.
static bool countsAgainstDevice(const Allocation &allocation) {
  using Kind = Allocation::Kind; // of mapped memory the physical memory counts
  const Kind kind = allocation.kind;
  return !allocation.isOpenToHost() && kind != Kind::Mapped && kind != Kind::Imported &&
         kind != Kind::External;
}

/// Memory that the device has alone while it is at work, or whose users racecheck wants to see,
/// lies apart (exec/memory/ManagedViews.h).
static bool isApart(const Allocation &allocation) {
  using Kind = Allocation::Kind;
  return exec::managedViews &&
         (allocation.kind == Kind::Managed ||
          (ManagedAccess::watchesHost() && allocation.kind == Kind::Host && !allocation.isLow));
}

bool Allocation::kernelsMay() const { return !isPooledHost || pool->kernelsMay(); }

size_t MemoryMap::usedLocked(const Device &device) const {
  auto it = used_.find(device.ordinal());
  return it == used_.end() ? 0 : it->second;
}

size_t MemoryMap::used(const Device &device) const {
  SharedLock lock(mutex_);
  return usedLocked(device);
}

size_t MemoryMap::available(const Device &device) const {
  size_t limit = std::min(device.memoryBytes(), systemAvailable());
  size_t taken = used(device);
  return limit > taken ? limit - taken : 0;
}

static void *mapWhole(const PhysicalMemory &physical) {
  void *block =
      mmap(nullptr, physical.size(), PROT_READ | PROT_WRITE, MAP_SHARED, physical.descriptor(), 0);
  return block == MAP_FAILED ? nullptr : block;
}

CUresult MemoryMap::allocate(Context &context, Allocation::Kind kind, size_t bytes, unsigned flags,
                             CUdeviceptr &address, MemoryPool *pool, PhysicalMemory *physical,
                             bool isLow) {
  Device &device = context.device();
  size_t limit = std::min(device.memoryBytes(), systemAvailable());
  Allocation allocation;
  allocation.size = allocation.asked = bytes;
  allocation.kind = kind;
  allocation.flags = flags;
  allocation.context = &context;
  allocation.pool = pool;
  allocation.isPooledHost = pool && pool->place().isHosts();
  allocation.isPooledManaged = pool && pool->place().isManaged();
  allocation.physical = physical;
  allocation.isLow = isLow;
  LockGuard lock(mutex_);
  size_t taken = countsAgainstDevice(allocation) ? usedLocked(device) : 0;
  if (bytes > limit || taken > limit - bytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  void *block = physical ? mapWhole(*physical) : obtain(allocation);
  if (!block)
    return CUDA_ERROR_OUT_OF_MEMORY;
  // Small blocks share pages.
  if (const NumaNode *node = device.node(); node && bytes >= Backing::kLarge)
    preferNode(block, bytes, node->number);
  if (physical)
    physical->retain();
  allocation.base = address = uintptr_t(block);
  allocation.id = nextId_++;
  add(allocation);
  if (isApart(allocation))
    Process::get().managed.allocated(allocation);
  if (countsAgainstDevice(allocation))
    used_[device.ordinal()] += bytes;
  return CUDA_SUCCESS;
}

void MemoryMap::remove(Map::iterator it) {
  const Allocation &allocation = it->second;
  if (countsAgainstDevice(allocation)) {
    assert(used_[allocation.context->device().ordinal()] >= allocation.size);
    used_[allocation.context->device().ordinal()] -= allocation.size;
  }
  if (allocation.isManaged())
    Process::get().advice.forget(allocation.base, allocation.size);
  if (auto import = imports_.find(allocation.base); import != imports_.end()) {
    munmap(reinterpret_cast<void *>(import->second.start), import->second.bytes);
    imports_.erase(import);
    if (allocation.pool)
      allocation.pool->release();
  } else if (allocation.physical) { // a block of a pool that can be exported
    munmap(reinterpret_cast<void *>(allocation.base), allocation.physical->size());
    allocation.physical->release();
  } else if (allocation.kind != Allocation::Kind::Registered)
    giveUp(allocation);
  const uintptr_t base = allocation.base;
  const size_t size = allocation.size;
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->freed(base);
  allocations_.erase(it);
  closePages(base, size);
}

/// What the host may touch lies apart.
Backing &MemoryMap::backingFor(const Allocation &allocation) {
  if (allocation.isOpenToHost())
    return allocation.isLow ? lowHosts_ : hosts_;
  return allocation.isLow ? low_ : backing_;
}

/// Bytes that an allocation takes: under compute-sanitizer a gap follows it.
static size_t takenBy(const Allocation &allocation) {
  insight::Sanitizer *sanitizer = insight::Sanitizer::get();
  return allocation.size + (sanitizer ? sanitizer->padding() : 0);
}

void *MemoryMap::obtain(const Allocation &allocation) {
  return isApart(allocation) ? exec::allocateManaged(allocation.size)
                             : backingFor(allocation).allocate(takenBy(allocation));
}

void MemoryMap::giveUp(const Allocation &allocation) {
  auto *block = reinterpret_cast<void *>(allocation.base);
  if (isApart(allocation)) {
    Process::get().managed.freed(allocation.base);
    exec::freeManaged(block, allocation.size);
    return;
  }
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    if (sanitizer->keepsFreed(allocation.size))
      return;
  backingFor(allocation).free(block, takenBy(allocation));
}

static insight::Block::Kind blockKind(const Allocation &allocation) {
  using Kind = Allocation::Kind;
  using Block = insight::Block::Kind;
  switch (allocation.kind) {
  case Kind::Device:
    return Block::Device;
  case Kind::Managed:
    return Block::Managed;
  case Kind::Pool:
    return Block::Pool;
  case Kind::Graph:
    return Block::Graph;
  case Kind::Variable:
    return Block::Variable;
  case Kind::Array:
    return Block::Array;
  case Kind::Host:
    return Block::Host;
  case Kind::Mapped:
    return Block::Mapped;
  default:
    return Block::Foreign;
  }
}

void MemoryMap::add(const Allocation &allocation) {
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->allocated(allocation.base, allocation.size, blockKind(allocation));
  [[maybe_unused]] const auto [place, isNew] = allocations_.emplace(allocation.base, allocation);
  assert(isNew && "nothing has this address yet");
  if (allocation.kernelsMay())
    exec::openToKernels(allocation.base, allocation.size);
}

void MemoryMap::openToKernels(const MemoryPool &pool, bool may) {
  LockGuard lock(mutex_);
  for (auto &[base, allocation] : allocations_)
    if (allocation.pool == &pool) {
      if (may)
        exec::openToKernels(base, allocation.size);
      else
        closePages(base, allocation.size);
    }
}

/// After an allocation went: kernels keep the pages that others have a part of.
void MemoryMap::closePages(uintptr_t start, size_t bytes) {
  if (!exec::isStrict())
    return;
  constexpr uintptr_t kPage = uintptr_t(1) << exec::kPageShift;
  exec::closeToKernels(start, bytes);
  const uintptr_t first = start & ~(kPage - 1), end = (start + bytes + kPage - 1) & ~(kPage - 1);
  auto it = allocations_.upper_bound(first);
  if (it != allocations_.begin())
    --it;
  for (; it != allocations_.end() && it->first < end; ++it)
    if (it->second.end() > first && it->second.kernelsMay())
      exec::openToKernels(it->first, it->second.size);
}

/// Whether the program has pages at all these addresses.
static bool isMapped(uintptr_t address, size_t bytes) {
  constexpr size_t kStep = size_t(16) << 20;
  const size_t page = size_t(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> present(kStep / page);
  const uintptr_t end = address + bytes;
  for (uintptr_t at = address / page * page; at < end; at += kStep)
    if (mincore(reinterpret_cast<void *>(at), std::min(kStep, end - at), present.data()) != 0)
      return false;
  return true;
}

CUresult MemoryMap::registerHost(Context &context, uintptr_t address, size_t bytes,
                                 unsigned flags) {
  if (!address || !bytes || address + bytes < address)
    return CUDA_ERROR_INVALID_VALUE;
  // All of it would be pinned.
  if (bytes / size_t(sysconf(_SC_PAGESIZE)) > size_t(sysconf(_SC_PHYS_PAGES)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (!isMapped(address, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  LockGuard lock(mutex_);
  auto next = allocations_.lower_bound(address);
  if (next != allocations_.begin() && std::prev(next)->second.end() > address)
    --next;
  if (next != allocations_.end() && next->first < address + bytes)
    return next->second.kind == Allocation::Kind::Registered
               ? CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
               : CUDA_ERROR_INVALID_VALUE; // the driver's own
  Allocation allocation;
  allocation.base = address;
  allocation.size = allocation.asked = bytes;
  allocation.kind = Allocation::Kind::Registered;
  allocation.flags = flags;
  allocation.context = &context;
  allocation.id = nextId_++;
  add(allocation);
  return CUDA_SUCCESS;
}

CUresult MemoryMap::unregisterHost(uintptr_t address) {
  LockGuard lock(mutex_);
  auto it = allocations_.upper_bound(address);
  if (it == allocations_.begin() || (--it)->second.end() <= address)
    return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
  if (it->first != address || it->second.kind != Allocation::Kind::Registered)
    return CUDA_ERROR_INVALID_VALUE; // a part, or the driver's own
  remove(it);
  return CUDA_SUCCESS;
}

std::optional<Allocation> MemoryMap::find(uintptr_t address) const {
  SharedLock lock(mutex_);
  auto it = allocations_.upper_bound(address);
  if (it == allocations_.begin())
    return std::nullopt;
  const Allocation &allocation = std::prev(it)->second;
  if (address >= allocation.end())
    return std::nullopt;
  return allocation;
}

CUresult MemoryMap::take(const Device &device, size_t bytes) {
  size_t limit = std::min(device.memoryBytes(), systemAvailable());
  LockGuard lock(mutex_);
  size_t taken = usedLocked(device);
  if (bytes > limit || taken > limit - bytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  used_[device.ordinal()] += bytes;
  return CUDA_SUCCESS;
}

void MemoryMap::giveBack(const Device &device, size_t bytes) {
  LockGuard lock(mutex_);
  assert(used_[device.ordinal()] >= bytes);
  used_[device.ordinal()] -= bytes;
}

bool MemoryMap::contains(CUdeviceptr address, size_t bytes) const {
  std::optional<Allocation> allocation = find(address);
  bool isReadOnly = false;
  if (allocation && allocation->kind == Allocation::Kind::Mapped)
    return checkMapped(address, bytes, isReadOnly) == CUDA_SUCCESS && !isReadOnly;
  return allocation && allocation->isDeviceAccessible() && bytes <= allocation->end() - address;
}

bool MemoryMap::setFreed(uintptr_t address) {
  LockGuard lock(mutex_);
  auto it = allocations_.find(address);
  if (it == allocations_.end())
    return false;
  return !std::exchange(it->second.isFreed, true);
}

void MemoryMap::giveOut(uintptr_t address, Context &context, size_t bytes) {
  LockGuard lock(mutex_);
  Allocation &allocation = allocations_.at(address);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->allocated(address, bytes ? bytes : allocation.size, blockKind(allocation));
  allocation.isFreed = false;
  allocation.context = &context;
  if (bytes)
    allocation.asked = bytes;
}

bool MemoryMap::isKnown(uintptr_t address) const {
  SharedLock lock(mutex_);
  auto it = allocations_.upper_bound(address);
  return (it != allocations_.begin() && address < std::prev(it)->second.end()) ||
         isReserved(address, 1);
}

bool MemoryMap::setSyncMemops(uintptr_t address, bool value) {
  LockGuard lock(mutex_);
  auto it = allocations_.upper_bound(address);
  if (it == allocations_.begin() || address >= std::prev(it)->second.end())
    return false;
  std::prev(it)->second.syncMemops = value;
  return true;
}

void MemoryMap::releaseAll(const Context &context) {
  LockGuard lock(mutex_);
  for (auto it = allocations_.begin(); it != allocations_.end();) {
    auto next = std::next(it);
    Allocation &allocation = it->second;
    if (allocation.context == &context && allocation.kind == Allocation::Kind::Pool)
      allocation.context = context.device().primary.context.get();
    else if (allocation.context == &context && allocation.kind != Allocation::Kind::Mapped)
      remove(it);
    it = next;
  }
}

} // namespace anywarp::driver
