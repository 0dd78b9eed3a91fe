// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Virtual Memory Management".
#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/context/Device.h"
#include "driver/memory/MemoryAdvice.h"
#include "driver/memory/PhysicalMemory.h"
#include "driver/process/Process.h"
#include "exec/memory/Strict.h"
#include "insight/Sanitizer.h"
#include "support/os/PrivateFile.h"

namespace anywarp::driver {

static MemoryMap &memory() { return Process::get().memory; }

// -- Physical memory ------------------------------------------------------------------------------

namespace {
/// The page behind the bytes.
struct Label {
  static constexpr char kMagic[16] = "anywarp memory1";
  char magic[16];
  uint64_t bytes;
  int32_t allocationType, locationType, locationId, handleTypes;
  CUuuid device; ///< numbers of devices may differ between processes
};
constexpr size_t kLabelBytes = 4096;
constexpr int kSeals = F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
} // namespace

CUresult PhysicalMemory::create(const CUmemAllocationProp &properties, size_t bytes,
                                Ref<PhysicalMemory> &made, bool isCounted) {
  bool isOnDevice = properties.location.type == CU_MEM_LOCATION_TYPE_DEVICE;
  Device &device =
      isOnDevice ? *findDevice(properties.location.id) : *Process::get().devices().front();
  if (bytes > (size_t(1) << 46))
    return CUDA_ERROR_OUT_OF_MEMORY;
  isCounted &= isOnDevice;
  if (isCounted)
    if (CUresult result = memory().take(device, bytes))
      return result;
  int descriptor = memfd_create("cuda-memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  Label label{};
  std::memcpy(label.magic, Label::kMagic, sizeof label.magic);
  label.bytes = bytes;
  label.allocationType = properties.type;
  label.locationType = properties.location.type;
  label.locationId = properties.location.id;
  label.handleTypes = properties.requestedHandleTypes;
  label.device = device.uuid();
  if (descriptor < 0 || !resizeFile(descriptor, off_t(bytes + kLabelBytes)) ||
      pwrite(descriptor, &label, sizeof label, off_t(bytes)) != ssize_t(sizeof label) ||
      fcntl(descriptor, F_ADD_SEALS, kSeals) != 0) {
    if (descriptor >= 0)
      close(descriptor);
    if (isCounted)
      memory().giveBack(device, bytes);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  made = Ref<PhysicalMemory>::adopt(
      new PhysicalMemory(device, properties, bytes, descriptor, isCounted));
  return CUDA_SUCCESS;
}

CUresult PhysicalMemory::import(int descriptor, Ref<PhysicalMemory> &made) {
  struct stat file;
  Label label;
  int seals = fcntl(descriptor, F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals || fstat(descriptor, &file) != 0 ||
      file.st_size < off_t(kLabelBytes))
    return CUDA_ERROR_INVALID_VALUE;
  size_t bytes = size_t(file.st_size) - kLabelBytes;
  if (pread(descriptor, &label, sizeof label, off_t(bytes)) != ssize_t(sizeof label) ||
      std::memcmp(label.magic, Label::kMagic, sizeof label.magic) != 0 || label.bytes != bytes ||
      bytes == 0 || bytes % kGranularity)
    return CUDA_ERROR_INVALID_VALUE;
  CUmemAllocationProp properties{};
  properties.type = CUmemAllocationType(label.allocationType);
  properties.location = {CUmemLocationType(label.locationType), label.locationId};
  properties.requestedHandleTypes = CUmemAllocationHandleType(label.handleTypes);
  Device *device = nullptr;
  for (const auto &each : Process::get().devices())
    if (!std::memcmp(&each->uuid(), &label.device, sizeof label.device))
      device = each.get();
  if (!device) // not visible here; any other is as near
    device = Process::get().devices().front().get();
  if (properties.location.type == CU_MEM_LOCATION_TYPE_DEVICE)
    properties.location.id = device->ordinal();
  int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (own < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  made = Ref<PhysicalMemory>::adopt(
      new PhysicalMemory(*device, properties, bytes, own, /*isCounted=*/false));
  return CUDA_SUCCESS;
}

PhysicalMemory::~PhysicalMemory() {
  close(descriptor_);
  if (isCounted_)
    memory().giveBack(device_, bytes_);
}

bool PhysicalMemory::addHandle() {
  LockGuard lock(mutex_);
  return handles_++ != 0;
}

bool PhysicalMemory::dropHandle() {
  LockGuard lock(mutex_);
  return handles_ && --handles_ == 0;
}

PhysicalMemory *findPhysical(CUmemGenericAllocationHandle handle) {
  return static_cast<PhysicalMemory *>(
      Process::get().handles.find(Object::KindPhysicalMemory, handle));
}

Ref<PhysicalMemory> MemoryMap::physicalAt(uintptr_t address) const {
  SharedLock lock(mutex_);
  auto it = allocations_.upper_bound(address);
  if (it == allocations_.begin() || address >= std::prev(it)->second.end())
    return nullptr;
  const Allocation &found = std::prev(it)->second;
  return found.kind == Allocation::Kind::Mapped ? Ref<PhysicalMemory>(found.physical) : nullptr;
}

// -- Ranges of addresses and what is mapped there -------------------------------------------------

static bool overlaps(uintptr_t a, size_t aBytes, uintptr_t b, size_t bBytes) {
  return a < b + bBytes && b < a + aBytes;
}

static void *reserveAddresses(size_t bytes, size_t alignment, uintptr_t wanted) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (wanted && wanted % alignment == 0) {
    void *at = mmap(reinterpret_cast<void *>(wanted), bytes, PROT_NONE,
                    kFlags | MAP_FIXED_NOREPLACE, -1, 0);
    if (at == reinterpret_cast<void *>(wanted))
      return at;
    if (at != MAP_FAILED)
      munmap(at, bytes);
  }
  size_t room;
  if (__builtin_add_overflow(bytes, alignment, &room))
    return nullptr;
  void *raw = mmap(nullptr, room, PROT_NONE, kFlags, -1, 0);
  if (raw == MAP_FAILED)
    return nullptr;
  uintptr_t start = uintptr_t(raw), at = (start + alignment - 1) / alignment * alignment;
  if (at > start)
    munmap(raw, at - start);
  if (start + room > at + bytes)
    munmap(reinterpret_cast<void *>(at + bytes), start + room - at - bytes);
  return reinterpret_cast<void *>(at);
}

CUresult MemoryMap::reserve(size_t bytes, size_t alignment, uintptr_t wanted,
                            CUdeviceptr &address) {
  void *at = reserveAddresses(bytes, std::max(alignment, PhysicalMemory::kGranularity), wanted);
  if (!at)
    return CUDA_ERROR_OUT_OF_MEMORY;
  address = uintptr_t(at);
  UniqueLock lock(mutex_);
  reservations_.emplace(uintptr_t(at), bytes);
  return CUDA_SUCCESS;
}

CUresult MemoryMap::unreserve(uintptr_t address, size_t bytes) {
  UniqueLock lock(mutex_);
  auto it = reservations_.find(address);
  if (it == reservations_.end() || it->second != bytes)
    return CUDA_ERROR_INVALID_VALUE;
  auto inside = allocations_.lower_bound(address);
  if (inside != allocations_.end() && inside->first < address + bytes)
    return CUDA_ERROR_INVALID_VALUE;
  munmap(reinterpret_cast<void *>(address), bytes);
  reservations_.erase(it);
  return CUDA_SUCCESS;
}

/// The range lies in one reservation.
bool MemoryMap::isReserved(uintptr_t address, size_t bytes) const {
  auto range = reservations_.upper_bound(address);
  if (range == reservations_.begin())
    return false;
  --range;
  return bytes <= range->second && address - range->first <= range->second - bytes;
}

CUresult MemoryMap::mapPhysical(uintptr_t address, size_t bytes, PhysicalMemory &physical) {
  UniqueLock lock(mutex_);
  if (!isReserved(address, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  auto next = allocations_.lower_bound(address);
  if ((next != allocations_.end() && overlaps(next->first, next->second.size, address, bytes)) ||
      (next != allocations_.begin() &&
       overlaps(std::prev(next)->first, std::prev(next)->second.size, address, bytes)))
    return CUDA_ERROR_INVALID_VALUE;
  if (mmap(reinterpret_cast<void *>(address), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED,
           physical.descriptor(), 0) == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  Allocation allocation;
  allocation.base = address;
  allocation.size = bytes;
  allocation.kind = Allocation::Kind::Mapped;
  allocation.context = physical.device().primary.context.get(); // for its device
  allocation.physical = &physical;
  allocation.id = nextId_++;
  physical.retain();
  add(allocation);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get(); sanitizer && physical.isShared()) {
    sanitizer->wrote(address, bytes);
    for (const auto &[base, other] : allocations_)
      if (other.physical == &physical)
        sanitizer->wrote(base, other.size);
  }
  physical.noteMapping();
  return CUDA_SUCCESS;
}

/// Visits the mappings that make up the range. False if it is not made up of whole ones.
template <typename Visit>
bool MemoryMap::eachMapping(uintptr_t address, size_t bytes, Visit visit) {
  uintptr_t end = address + bytes;
  if (!bytes || end < address)
    return false;
  auto first = allocations_.find(address), it = first;
  uintptr_t at = address;
  for (; it != allocations_.end() && it->first == at && at < end; ++it) {
    if (it->second.kind != Allocation::Kind::Mapped || it->second.end() > end)
      return false;
    at = it->second.end();
  }
  if (at != end)
    return false;
  for (auto each = first; each != it;)
    visit(each++);
  return true;
}

/// Gaps in the range are passed over, as a GPU's driver does; a part of a mapping is an error.
CUresult MemoryMap::unmapPhysical(uintptr_t address, size_t bytes) {
  std::vector<Ref<PhysicalMemory>> unused; // goes after the lock, which it takes
  UniqueLock lock(mutex_);
  uintptr_t end = address + bytes;
  if (!bytes || end < address || !isReserved(address, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  auto first = allocations_.lower_bound(address), last = allocations_.lower_bound(end);
  bool cutsFirst = first != allocations_.begin() && std::prev(first)->second.end() > address;
  if (cutsFirst || (first != last && std::prev(last)->second.end() > end))
    return CUDA_ERROR_INVALID_VALUE;
  if (first == last)
    return CUDA_SUCCESS;
  for (auto it = first; it != last; ++it) {
    if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
      sanitizer->freed(it->first);
    unused.push_back(Ref<PhysicalMemory>::adopt(it->second.physical));
  }
  allocations_.erase(first, last);
  exec::closeToKernels(address, bytes);
  // The addresses stay reserved.
  mmap(reinterpret_cast<void *>(address), bytes, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  lock.unlock();
  return CUDA_SUCCESS;
}

static void describeAccess(Allocation &allocation, const CUmemAccessDesc &description) {
  bool reads = description.flags != CU_MEM_ACCESS_FLAGS_PROT_NONE;
  bool writes = description.flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  if (description.location.type != CU_MEM_LOCATION_TYPE_DEVICE) {
    allocation.hostReads = reads;
    allocation.hostWrites = writes;
    return;
  }
  uint64_t bit = uint64_t(1) << description.location.id;
  allocation.readers = reads ? allocation.readers | bit : allocation.readers & ~bit;
  allocation.writers = writes ? allocation.writers | bit : allocation.writers & ~bit;
}

CUresult MemoryMap::setAccess(uintptr_t address, size_t bytes, const CUmemAccessDesc *descriptions,
                              size_t count) {
  const bool isForHost = std::any_of(descriptions, descriptions + count, [](const auto &each) {
    return each.location.type != CU_MEM_LOCATION_TYPE_DEVICE;
  });
  bool isDevices = false;
  UniqueLock lock(mutex_);
  if (!eachMapping(address, bytes, [&](Map::iterator it) {
        isDevices |= it->second.physical->properties().location.type == CU_MEM_LOCATION_TYPE_DEVICE;
      }))
    return CUDA_ERROR_INVALID_VALUE;
  if (isForHost && isDevices)
    return CUDA_ERROR_NOT_SUPPORTED; // seen
  eachMapping(address, bytes, [&](Map::iterator it) {
    Allocation &allocation = it->second;
    for (size_t i = 0; i < count; ++i)
      describeAccess(allocation, descriptions[i]);
    // Pages know no devices: what one of them may do all can.
    int protection = PROT_NONE;
    if (allocation.readers || allocation.hostReads)
      protection |= PROT_READ;
    if (allocation.writers || allocation.hostWrites)
      protection |= PROT_WRITE;
    mprotect(reinterpret_cast<void *>(allocation.base), allocation.size, protection);
  });
  return CUDA_SUCCESS;
}

CUresult MemoryMap::checkMapped(uintptr_t address, size_t bytes, bool &isReadOnly) const {
  SharedLock lock(mutex_);
  uintptr_t end = address + bytes;
  if (end < address)
    return CUDA_ERROR_INVALID_VALUE;
  auto it = allocations_.upper_bound(address);
  if (it == allocations_.begin())
    return CUDA_ERROR_INVALID_VALUE;
  --it;
  uintptr_t at = it->first;
  isReadOnly = false;
  do {
    if (it == allocations_.end() || it->first != at ||
        it->second.kind != Allocation::Kind::Mapped ||
        !(it->second.readers || it->second.hostReads))
      return CUDA_ERROR_INVALID_VALUE;
    isReadOnly |= !it->second.writers && !it->second.hostWrites;
    at = it->second.end();
    ++it;
  } while (at < end);
  return CUDA_SUCCESS;
}

// -- The API: addresses ---------------------------------------------------------------------------

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) { return memory().unreserve(ptr, size); }

/// Work that was enqueued before access ends may still be at it, as with cuMemFree.
static void finishWork() {
  if (!Scheduler::isExecutor())
    Process::get().scheduler.waitForAll();
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
  finishWork();
  return memory().unmapPhysical(ptr, size);
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count) {
  finishWork();
  return memory().setAccess(ptr, size, desc, count);
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr) {
  std::optional<Allocation> found = memory().find(ptr);
  if (!found || found->kind != Allocation::Kind::Mapped)
    return CUDA_ERROR_INVALID_VALUE;
  bool isDevice = location->type == CU_MEM_LOCATION_TYPE_DEVICE;
  bool reads = isDevice ? found->readers >> location->id & 1 : found->hostReads;
  bool writes = isDevice ? found->writers >> location->id & 1 : found->hostWrites;
  *flags = writes  ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
           : reads ? CU_MEM_ACCESS_FLAGS_PROT_READ
                   : CU_MEM_ACCESS_FLAGS_PROT_NONE;
  return CUDA_SUCCESS;
}

// -- The API: physical memory ---------------------------------------------------------------------

static CUresult publish(Ref<PhysicalMemory> physical, CUmemGenericAllocationHandle *handle) {
  if (CUresult result = Process::get().publish(Object::KindPhysicalMemory, physical))
    return result;
  *handle = physical->handleBits();
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long) {
  Ref<PhysicalMemory> physical;
  if (CUresult result = PhysicalMemory::create(*prop, size, physical))
    return result;
  return publish(std::move(physical), handle);
}

CUresult cuMemRelease(PhysicalMemory &physical) {
  if (physical.dropHandle())
    Process::get().handles.remove(Object::KindPhysicalMemory, physical.handleBits());
  return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr) {
  Ref<PhysicalMemory> physical = memory().physicalAt(uintptr_t(addr));
  if (!physical)
    return CUDA_ERROR_INVALID_VALUE;
  // The handle it has, or a new one if that was released.
  if (physical->addHandle()) {
    *handle = physical->handleBits();
    return CUDA_SUCCESS;
  }
  return publish(std::move(physical), handle);
}

CUresult cuMemExportToShareableHandle(void *shareableHandle, PhysicalMemory &physical,
                                      CUmemAllocationHandleType, unsigned long long) {
  int descriptor = fcntl(physical.descriptor(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  *static_cast<int *>(shareableHandle) = descriptor;
  return CUDA_SUCCESS;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *osHandle,
                                        CUmemAllocationHandleType) {
  Ref<PhysicalMemory> physical;
  if (CUresult result = PhysicalMemory::import(int(intptr_t(osHandle)), physical))
    return result;
  return publish(std::move(physical), handle);
}

#include "driver/bodies/VirtualMemory.inc"

} // namespace anywarp::driver
