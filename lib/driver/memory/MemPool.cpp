// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Stream Ordered Memory Allocator". Memory has its address, and is there,
// from the call on; only its end waits for the stream, and what is allocated behind that end.
#include "driver/memory/MemPool.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver/base/SharedFile.h"
#include "driver/context/Device.h"
#include "driver/graph/Capture.h"
#include "driver/memory/GraphMemory.h"
#include "driver/memory/PhysicalMemory.h"
#include "driver/process/Process.h"
#include "insight/Sanitizer.h"
#include "support/Unreachable.h"
#include "support/os/PrivateFile.h"

namespace anywarp::driver {

// -- Pools ----------------------------------------------------------------------------------------

static bool isPoolMemory(const Allocation &allocation) {
  return allocation.kind == Allocation::Kind::Pool;
}

/// A pointer of cuMemPoolImportPointer: the pool is another process's.
static bool isImportedPointer(const Allocation &allocation) {
  return allocation.kind == Allocation::Kind::Imported && allocation.pool;
}

namespace {
/// What is in the file that stands for a pool. Blocks have files of their own.
struct PoolLabel {
  static constexpr char kMagic[16] = "anywarp pool002";
  char magic[16];
  CUuuid device;
  CUmemLocation location;
};
constexpr int kPoolSeals = F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_WRITE | F_SEAL_SEAL;
} // namespace

#include "driver/rules/MemPool.inc"

/// Of blocks by size, those that serve an allocation without much waste.
template <typename Blocks> static auto fitting(Blocks &blocks, size_t bytes) {
  const size_t most = bytes + std::min(bytes, SIZE_MAX - bytes);
  return std::pair(blocks.lower_bound(bytes), blocks.upper_bound(most));
}

/// An unused block of about the size, whichever context it was allocated in.
bool MemoryPool::takeUnused(Context &context, size_t bytes, CUdeviceptr &address) {
  if (insight::Sanitizer::get())
    return false; // which tells the block from what it was before
  for (auto [it, end] = fitting(unused_, bytes); it != end;) {
    std::optional<Allocation> allocation = Process::get().memory.find(it->second.address);
    if (!allocation || allocation->id != it->second.id) {
      reserved_ -= it->first;
      it = unused_.erase(it);
      continue;
    }
    if (&allocation->context->device() == &context.device()) { // which the memory counts against
      address = it->second.address;
      Process::get().memory.giveOut(address, context, bytes);
      unused_.erase(it);
      return true;
    }
    ++it;
  }
  return false;
}

MemoryPool::~MemoryPool() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

CUresult MemoryPool::allocateNew(Context &context, size_t bytes, CUdeviceptr &address) {
  Ref<PhysicalMemory> physical;
  if (descriptor_ >= 0) { // each block has a file of its own, for other processes to map
    constexpr size_t kUnit = PhysicalMemory::kGranularity;
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = place_.location;
    if (bytes > SIZE_MAX - kUnit)
      return CUDA_ERROR_OUT_OF_MEMORY;
    if (CUresult result =
            PhysicalMemory::create(properties, (bytes + kUnit - 1) / kUnit * kUnit, physical,
                                   /*isCounted=*/false))
      return result;
  }
  return Process::get().memory.allocate(context, Allocation::Kind::Pool, bytes, 0, address, this,
                                        physical.get());
}

static int reuseIndex(CUmemPool_attribute attribute) {
  return attribute - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES;
}

/// A block of about the size that is free before the stream comes to what is allocated now.
bool MemoryPool::takePending(Stream &stream, size_t bytes, CUdeviceptr &address) {
  MemoryMap &memory = Process::get().memory;
  if (insight::Sanitizer::get())
    return false; // which tells the block from what it was before
  for (auto [it, end] = fitting(pending_, bytes); it != end; ++it) {
    if (it->second.stream != stream.id())
      continue;
    const auto allocation = memory.find(it->second.address);
    if (!allocation || &allocation->context->device() != &stream.context().device())
      continue; // counts against another device
    address = it->second.address;
    memory.giveOut(address, stream.context(), bytes);
    pending_.erase(it);
    return true;
  }
  return false;
}

/// What is in use when the stream comes to what is allocated now, if that matters.
size_t MemoryPool::usedBefore(const Stream &stream) const {
  size_t bytes = taken_;
  if (maxBytes_)
    for (const auto &[size, block] : pending_)
      if (block.stream != stream.id())
        bytes += size;
  return bytes;
}

/// Whether the stream may be made to come after an end, if it does not anyway. What is not enqueued
/// yet may have to come after the stream.
bool MemoryPool::mayServe(const Pending &block, Stream &stream) const {
  if (!Process::get().scheduler.isEnqueued(*block.free))
    return false;
  return reuse_[reuseIndex(CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES)] ||
         (reuse_[reuseIndex(CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES)] &&
          Process::get().scheduler.comesAfter(stream, *block.free));
}

/// The ends in other streams that leave room for `bytes`: that of one block if one is enough.
/// Empty: there are none, or they may not serve. Where the pool has room and the device has none,
/// only a block of about the size serves.
std::vector<Ref<Command>> MemoryPool::endsElsewhere(Stream &stream, size_t bytes) {
  LockGuard lock(mutex_);
  std::vector<Ref<Command>> ends;
  size_t used = usedBefore(stream);
  if (hasRoom(used, bytes)) {
    auto [it, end] = fitting(pending_, bytes);
    it = std::find_if(it, end, [&](const auto &entry) { return mayServe(entry.second, stream); });
    if (it != end)
      ends.push_back(it->second.free);
    return ends;
  }
  const auto isEnough = [&](const auto &entry) {
    const auto &[size, block] = entry;
    if (block.stream == stream.id() || !mayServe(block, stream))
      return false;
    ends.push_back(block.free);
    used -= size;
    return hasRoom(used, bytes);
  };
  const auto middle = pending_.lower_bound(bytes);
  if (std::find_if(middle, pending_.end(), isEnough) == pending_.end() &&
      std::find_if(std::reverse_iterator(middle), pending_.rend(), isEnough) == pending_.rend())
    ends.clear();
  return ends;
}

CUresult MemoryPool::allocate(Stream &stream, size_t bytes, CUdeviceptr &address) {
  if (isImported())
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = allocateNow(stream, bytes, address);
  if (result != CUDA_ERROR_OUT_OF_MEMORY)
    return result;
  const std::vector<Ref<Command>> ends = endsElsewhere(stream, bytes);
  if (ends.empty())
    return result;
  Process::get().scheduler.enqueue(make<Join>(), stream, ends);
  {
    LockGuard lock(mutex_);
    for (auto &[size, block] : pending_)
      if (std::find(ends.begin(), ends.end(), block.free) != ends.end())
        block.stream = stream.id();
  }
  return allocateNow(stream, bytes, address);
}

CUresult MemoryPool::allocateNow(Stream &stream, size_t bytes, CUdeviceptr &address) {
  Context &context = stream.context();
  LockGuard lock(mutex_);
  if (!hasRoom(usedBefore(stream), bytes))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (!takePending(stream, bytes, address) && !takeUnused(context, bytes, address)) {
    CUresult result = allocateNew(context, bytes, address);
    if (result == CUDA_ERROR_OUT_OF_MEMORY && !unused_.empty()) {
      trimLocked(0, 0);
      result = allocateNew(context, bytes, address);
    }
    if (result)
      return result;
    reserved_ += bytes;
    reservedHigh_ = std::max(reservedHigh_, reserved_);
  }
  used_ += bytes;
  taken_ += Process::get().memory.find(address)->size;
  usedHigh_ = std::max(usedHigh_, used_);
  if (place_.isManaged()) // prefers to be where the pool is
    Process::get().advice.update(address, bytes, [this](MemoryAdvice::State &state) {
      state = MemoryAdvice::State();
      state.preferred = place_.location;
    });
  retain(); // by the allocation, which may outlive the pool's handle
  return CUDA_SUCCESS;
}

void MemoryPool::letGo(const Allocation &allocation, Stream &stream, Ref<Command> free) {
  {
    LockGuard lock(mutex_);
    assert(used_ >= allocation.asked && taken_ >= allocation.size);
    used_ -= allocation.asked;
    taken_ -= allocation.size;
    pending_.emplace(allocation.size, Pending{allocation.base, stream.id(), free});
  }
  Process::get().scheduler.enqueue(std::move(free), stream);
}

void MemoryPool::takeBack(const Allocation &allocation, const Command *free) {
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->freed(allocation.base);
  release(); // what the allocation held
  LockGuard lock(mutex_);
  if (!free) {
    assert(used_ >= allocation.asked && taken_ >= allocation.size);
    used_ -= allocation.asked;
    taken_ -= allocation.size;
  } else {
    auto [it, end] = pending_.equal_range(allocation.size);
    it = std::find_if(it, end, [free](auto &block) { return block.second.free.get() == free; });
    if (it == end) // given out again
      return;
    pending_.erase(it);
  }
  std::optional<Allocation> now = Process::get().memory.find(allocation.base);
  if (!now)
    return;
  unused_.emplace(allocation.size, Unused{allocation.base, now->id});
  trimLocked(threshold_ / model::kReservedUnit * model::kReservedUnit, 0); // whole units are held
}

void MemoryPool::trim(size_t keep) {
  LockGuard lock(mutex_);
  trimLocked(keep, keep); // documented: that many bytes stay
}

void MemoryPool::trimLocked(size_t most, size_t least) {
  while (reserved_ > most && reserved_ > least) {
    auto largest = unused_.upper_bound(reserved_ - least);
    if (largest == unused_.begin())
      break;
    --largest;
    (void)Process::get().memory.free(largest->second.address, [&](const Allocation &allocation) {
      return allocation.id == largest->second.id;
    });
    reserved_ -= largest->first;
    unused_.erase(largest);
  }
}

CUresult MemoryPool::attribute(CUmemPool_attribute attribute, void *value) {
  LockGuard lock(mutex_);
  auto answer = [value](uint64_t number) {
    *static_cast<cuuint64_t *>(value) = number;
    return CUDA_SUCCESS;
  };
  switch (attribute) {
  case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
    *static_cast<int *>(value) = reuse_[reuseIndex(attribute)];
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    return answer(threshold_);
  case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    return answer(model::reservedFor(reserved_));
  case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    return answer(model::reservedFor(reservedHigh_));
  case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
    return answer(used_);
  case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    return answer(usedHigh_);
  }
  AW_UNREACHABLE("an attribute that the row refuses");
}

CUresult MemoryPool::setAttribute(CUmemPool_attribute attribute, const void *value) {
  LockGuard lock(mutex_);
  switch (attribute) {
  case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
  case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
    reuse_[reuseIndex(attribute)] = *static_cast<const int *>(value) != 0;
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    threshold_ = *static_cast<const cuuint64_t *>(value);
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    reservedHigh_ = reserved_;
    return CUDA_SUCCESS;
  case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    usedHigh_ = used_;
    return CUDA_SUCCESS;
  default:
    AW_UNREACHABLE("an attribute that the row refuses");
  }
}

namespace {
class FreeCommand final : public Command {
public:
  FreeCommand(const Allocation &allocation)
      : Command(Runs::Anywhere), allocation_(allocation),
        pool_(isPoolMemory(allocation) ? allocation.pool : nullptr) {}
  CUresult run(CUresult) override {
    if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
      sanitizer->freedIn(allocation_.base, ManagedAccess::momentOfRunning());
    if (isImportedPointer(allocation_))
      (void)Process::get().memory.closeImported(allocation_.base);
    else if (pool_)
      pool_->takeBack(allocation_, this);
    else
      (void)Process::get().memory.free(allocation_.base, [this](const Allocation &allocation) {
        return allocation.id == allocation_.id;
      });
    return CUDA_SUCCESS;
  }

private:
  Allocation allocation_;
  Ref<MemoryPool> pool_;
};

/// Memory of a graph that was freed stays until the stream has come here.
class ReleaseCommand final : public Command {
public:
  explicit ReleaseCommand(std::shared_ptr<GraphMemory> memory)
      : Command(Runs::Anywhere), memory_(std::move(memory)), allocations_(memory_->allocations()) {}
  CUresult run(CUresult) override {
    memory_->settleFree(allocations_);
    memory_ = nullptr;
    return CUDA_SUCCESS;
  }

private:
  std::shared_ptr<GraphMemory> memory_;
  const uint64_t allocations_;
};
} // namespace

/// In a capture memory comes from the graph, and goes back to one.
static CUresult captureFree(CUdeviceptr address, Stream &stream) {
  NodeContent content = EmptyNode{};
  if (CUresult result = makeFree(*captureGraph(stream), address, content))
    return result;
  return captureNode(stream, std::move(content));
}

static CUresult captureAlloc(CUdeviceptr *dptr, size_t bytes, const MemoryPool &pool,
                             Stream &stream) {
  CUDA_MEM_ALLOC_NODE_PARAMS params{};
  params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location = pool.place().location;
  params.bytesize = bytes;
  NodeContent content = EmptyNode{};
  if (CUresult result = makeAlloc(*captureGraph(stream), &stream.context(), params, content))
    return result;
  *dptr = params.dptr;
  return captureNode(stream, std::move(content));
}

CUresult freeAsync(CUdeviceptr address, Stream &stream) {
  bool isCapturing;
  if (CUresult result = enterStream(stream, isCapturing))
    return result;
  if (isCapturing)
    return captureFree(address, stream);
  std::optional<Allocation> allocation = Process::get().memory.find(address);
  if (std::shared_ptr<GraphMemory> memory = Process::get().graphMemory.find(address)) {
    if (CUresult result = freeGraphMemory(*memory))
      return result;
    Process::get().scheduler.enqueue(make<ReleaseCommand>(std::move(memory)), stream);
    return CUDA_SUCCESS;
  }
  if (CUresult result = checkFreed(allocation, address))
    return result;
  // Marks the allocation as given back, so that a second free is told.
  if (!isImportedPointer(*allocation) && !Process::get().memory.setFreed(address))
    return CUDA_ERROR_INVALID_VALUE;
  auto command = make<FreeCommand>(*allocation);
  if (isPoolMemory(*allocation))
    allocation->pool->letGo(*allocation, stream, std::move(command));
  else
    Process::get().scheduler.enqueue(std::move(command), stream);
  return CUDA_SUCCESS;
}

// -- Pools of several processes -------------------------------------------------------------------

int makePoolFile(const Device &device, const PoolPlace &place) {
  PoolLabel label{};
  std::memcpy(label.magic, PoolLabel::kMagic, sizeof label.magic);
  label.device = device.uuid();
  label.location = place.location;
  FileSizeLimitFails guard;
  int descriptor = memfd_create("cuda-pool", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0)
    return -1;
  if (pwrite(descriptor, &label, sizeof label, 0) == ssize_t(sizeof label) &&
      fcntl(descriptor, F_ADD_SEALS, kPoolSeals) == 0)
    return descriptor;
  close(descriptor);
  return -1;
}

CUresult cuMemPoolExportToShareableHandle(void *handle_out, MemoryPool &found,
                                          CUmemAllocationHandleType, unsigned long long) {
  int descriptor = fcntl(found.descriptor(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  *static_cast<int *>(handle_out) = descriptor;
  return CUDA_SUCCESS;
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool_out, void *handle,
                                            CUmemAllocationHandleType, unsigned long long) {
  int given = int(intptr_t(handle));
  PoolLabel label;
  const ssize_t bytes = pread(given, &label, sizeof label, 0);
  if (CUresult result = checkImportedPool(given, label, bytes))
    return result;
  const bool isDevices = label.location.type == CU_MEM_LOCATION_TYPE_DEVICE;
  Device *device = Process::get().devices().front().get();
  for (const auto &each : Process::get().devices())
    if (!std::memcmp(&each->uuid(), &label.device, sizeof label.device))
      device = each.get();
  int descriptor = fcntl(given, F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  if (isDevices)
    label.location.id = device->ordinal(); // as this process counts
  const PoolPlace place{CU_MEM_ALLOCATION_TYPE_PINNED, label.location};
  Ref<MemoryPool> made =
      make<MemoryPool>(*device, MemoryPool::Role::Imported, place, size_t(0), descriptor);
  if (CUresult result = Process::get().publish(Object::KindMemoryPool, made))
    return result;
  *pool_out = handleOf(*made);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr) {
  std::optional<Allocation> allocation = Process::get().memory.find(ptr);
  if (CUresult result = checkExportedPointer(allocation))
    return result;
  SharedFile file(SharedFile::Kind::PoolPointer, allocation->physical->descriptor());
  file.bytes = allocation->size;
  file.fileBytes = allocation->physical->size();
  file.pool = inodeOf(allocation->pool->descriptor());
  file.write(*shareData_out);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolImportPointer(CUdeviceptr *ptr_out, MemoryPool &found,
                                CUmemPoolPtrExportData *shareData) {
  SharedFile file;
  if (!file.read(*shareData, SharedFile::Kind::PoolPointer) ||
      file.pool != inodeOf(found.descriptor()))
    return CUDA_ERROR_INVALID_VALUE;
  // It goes when it is freed, or with the primary context of the pool's device.
  return Process::get().memory.importShared(*found.device().primary.context, file, *ptr_out,
                                            &found);
}

// -- Allocations ----------------------------------------------------------------------------------

static CUresult allocateAsync(CUdeviceptr *dptr, size_t bytes, MemoryPool &pool, CUstream hStream) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  bool isCapturing;
  if (CUresult result = enterStream(*stream, isCapturing))
    return result;
  if (isCapturing) {
    if (CUresult result = checkCapturedPool(pool))
      return result;
    return captureAlloc(dptr, bytes, pool, *stream);
  }
  if (bytes == 0) {
    *dptr = 0; // as NVIDIA's driver does
    return CUDA_SUCCESS;
  }
  if (CUresult result = pool.allocate(*stream, bytes, *dptr))
    return result;
  if (ManagedAccess::followsOrder()) // from here on in stream order
    if (insight::Sanitizer *sanitizer = insight::Sanitizer::get()) {
      const Ref<Command> here = make<Join>();
      Process::get().scheduler.enqueue(here, *stream);
      sanitizer->allocatedIn(*dptr, ManagedAccess::momentOf(*here, *stream));
    }
  return CUDA_SUCCESS;
}

CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  Ref<MemoryPool> pool = Process::get().pools.current(PoolPlace::of(stream->context().device()));
  if (!pool)
    return CUDA_ERROR_OUT_OF_MEMORY;
  return allocateAsync(dptr, bytesize, *pool, hStream);
}

#include "driver/bodies/MemPool.inc"

} // namespace anywarp::driver
