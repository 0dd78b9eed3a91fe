// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All memory that the driver has given out or was told of, by address. Device pointers are plain
// addresses of the process, so the one map serves every device. It answers what a pointer is,
// whether a copy stays inside, and whether a free is legal. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "driver/base/Api.h"
#include "driver/base/Backing.h"
#include "driver/base/Object.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Context;
class Device;
class ExternalMemory;
class MemoryPool;
class PhysicalMemory;
struct SharedFile;

struct Allocation {
  enum class Kind : uint8_t {
    Device,     ///< cuMemAlloc, cuMemAllocPitch
    Managed,    ///< cuMemAllocManaged, managed variables
    Pool,       ///< cuMemAllocAsync
    Graph,      ///< an allocation node's
    Variable,   ///< of a module
    Array,      ///< behind a CUarray: no device pointer of the program's
    Host,       ///< cuMemHostAlloc, cuMemAllocHost
    Registered, ///< cuMemHostRegister: memory of the program's
    Mapped,     ///< cuMemMap: physical memory in a reserved range
    Imported,   ///< of another process: cuIpcOpenMemHandle, cuMemPoolImportPointer
    External,   ///< cuExternalMemoryGetMappedBuffer
  };
  uintptr_t base = 0;
  size_t size = 0;
  size_t asked = 0; ///< of the size, by who has it now; less than it only in pools
  Kind kind = Kind::Device;
  unsigned flags = 0; ///< as given by the program
  /// The owner. Of a pool's memory: whose stream it was allocated in; the primary one since that
  /// has gone.
  Context *context = nullptr;
  MemoryPool *pool = nullptr; ///< Pool: where it came from
  uint64_t id = 0;            ///< unique in the process
  bool syncMemops = false;    ///< CU_POINTER_ATTRIBUTE_SYNC_MEMOPS
  bool isFreed = false;       ///< a stream is to free it, or a pool keeps it: no free is legal
  bool isLow = false;         ///< of the memory below 4 GiB
  bool isPooledHost = false, isPooledManaged = false; ///< of a pool of such memory
  PhysicalMemory *physical = nullptr;                 ///< Mapped, Pool: the map holds a reference
  /// Mapped: who may read and write, a bit for each device's ordinal; the host.
  uint64_t readers = 0, writers = 0;
  bool hostReads = false, hostWrites = false;

  uintptr_t end() const { return base + size; }
  bool isHost() const { return kind == Kind::Host || kind == Kind::Registered || isPooledHost; }
  bool isManaged() const { return kind == Kind::Managed || isPooledManaged; }
  /// The program may touch it.
  bool isOpenToHost() const { return isHost() || isManaged(); }
  /// True if a device pointer to it can be a device-side operand of a copy.
  bool isDeviceAccessible() const { return kind != Kind::Array; }
  /// False for memory of the host that its pool has not opened to any device.
  bool kernelsMay() const;
};

class MemoryMap {
public:
  /// Memory for `context`, within what its device has. CUDA_ERROR_OUT_OF_MEMORY if there is none.
  /// `physical`: where it is, instead of memory of this process alone. `isLow`: below 4 GiB.
  CUresult allocate(Context &context, Allocation::Kind kind, size_t bytes, unsigned flags,
                    CUdeviceptr &address, MemoryPool *pool = nullptr,
                    PhysicalMemory *physical = nullptr, bool isLow = false);
  /// Ends an allocation that starts at `address` and that `accept` is true of.
  /// CUDA_ERROR_INVALID_VALUE if there is none.
  template <typename Accept> CUresult free(CUdeviceptr address, Accept accept) {
    LockGuard lock(mutex_);
    auto it = allocations_.find(address);
    if (it == allocations_.end() || !accept(it->second))
      return CUDA_ERROR_INVALID_VALUE;
    remove(it);
    return CUDA_SUCCESS;
  }
  /// Marks the allocation at `address` as freed from the program's view. False if it is so already.
  bool setFreed(uintptr_t address);
  /// Gives the allocation out again, `bytes` of it asked for; 0: as many as before.
  void giveOut(uintptr_t address, Context &context, size_t bytes = 0);

  /// Notes memory of the program's. HOST_MEMORY_ALREADY_REGISTERED if some of it is known already;
  /// INVALID_VALUE if it is the driver's, or not there.
  CUresult registerHost(Context &context, uintptr_t address, size_t bytes, unsigned flags);
  /// HOST_MEMORY_NOT_REGISTERED if nothing is known there, INVALID_VALUE if that does not begin
  /// there or is the driver's.
  CUresult unregisterHost(uintptr_t address);

  /// The allocation that `address` lies in.
  std::optional<Allocation> find(uintptr_t address) const;
  /// True if it lies in an allocation or in a reserved range.
  bool isKnown(uintptr_t address) const;
  /// True if [address, address + bytes) lies in one allocation that the device can access.
  bool contains(CUdeviceptr address, size_t bytes) const;
  bool setSyncMemops(uintptr_t address, bool value);
  /// Whether kernels may touch the memory of a pool (strict mode).
  void openToKernels(const MemoryPool &pool, bool may);

  // Memory of several processes (Ipc.h).
  /// The file below a cuMemAlloc allocation. False if `address` lies in none.
  bool share(uintptr_t address, Allocation &allocation, Backing::Shared &shared);
  /// Maps a part of a file that another process shares, or finds that this is mapped already.
  CUresult importShared(Context &context, const SharedFile &file, CUdeviceptr &address,
                        MemoryPool *pool = nullptr);
  /// Closes it once. CUDA_ERROR_INVALID_VALUE if it is not such memory.
  CUresult closeImported(uintptr_t address);

  /// Maps a part of external memory.
  CUresult mapExternal(Context &context, const ExternalMemory &external, size_t offset,
                       size_t bytes, CUdeviceptr &address);

  // Virtual memory management: ranges of addresses, and physical memory that is put there.
  /// Takes a range of addresses, at `wanted` if that is free. `alignment` is a power of two.
  CUresult reserve(size_t bytes, size_t alignment, uintptr_t wanted, CUdeviceptr &address);
  /// Gives back a whole range. CUDA_ERROR_INVALID_VALUE if it is none, or something is mapped
  /// there.
  CUresult unreserve(uintptr_t address, size_t bytes);
  /// Puts physical memory into a free part of a range. Nobody may access it yet.
  CUresult mapPhysical(uintptr_t address, size_t bytes, PhysicalMemory &physical);
  /// Takes whole mappings out.
  CUresult unmapPhysical(uintptr_t address, size_t bytes);
  /// Says who may access whole mappings.
  CUresult setAccess(uintptr_t address, size_t bytes, const CUmemAccessDesc *descriptions,
                     size_t count);
  /// What is mapped at the address; null if that is not mapped memory.
  Ref<PhysicalMemory> physicalAt(uintptr_t address) const;
  /// CUDA_SUCCESS if mappings without a gap, which some device can read, hold the range.
  CUresult checkMapped(uintptr_t address, size_t bytes, bool &isReadOnly) const;

  /// Counts physical memory against a device. OUT_OF_MEMORY if there is not so much.
  CUresult take(const Device &device, size_t bytes);
  void giveBack(const Device &device, size_t bytes);

  /// Bytes given out that count against the device's memory.
  size_t used(const Device &device) const;
  /// Bytes that the device could still give out.
  size_t available(const Device &device) const;
  /// Calls `visit` with each allocation of the context. The map's lock is held meanwhile.
  template <typename Visit> void visit(const Context &context, Visit visit) const {
    SharedLock lock(mutex_);
    for (auto &[base, allocation] : allocations_)
      if (allocation.context == &context)
        visit(allocation);
  }
  /// Ends everything the context owns. Memory of pools is theirs and stays (seen).
  void releaseAll(const Context &context);

private:
  using Map = std::map<uintptr_t, Allocation>;
  void remove(Map::iterator it) AW_REQUIRES(mutex_);
  template <typename Visit>
  bool eachMapping(uintptr_t address, size_t bytes, Visit visit) AW_REQUIRES(mutex_);
  size_t usedLocked(const Device &device) const AW_REQUIRES_SHARED(mutex_);

  mutable SharedMutex mutex_; ///< guards everything below
  Map allocations_ AW_GUARDED_BY(mutex_);
  Backing backing_ AW_GUARDED_BY(mutex_);
  Backing low_ AW_GUARDED_BY(mutex_){/*isLow=*/true};
  Backing hosts_ AW_GUARDED_BY(mutex_){/*isLow=*/false, /*isHosts=*/true};
  Backing lowHosts_ AW_GUARDED_BY(mutex_){/*isLow=*/true, /*isHosts=*/true};
  Backing &backingFor(const Allocation &allocation);
  void *obtain(const Allocation &allocation);
  void giveUp(const Allocation &allocation);
  void add(const Allocation &allocation) AW_REQUIRES(mutex_);
  void closePages(uintptr_t start, size_t bytes) AW_REQUIRES(mutex_);
  std::map<int, size_t> used_ AW_GUARDED_BY(mutex_); ///< by ordinal
  bool isReserved(uintptr_t address, size_t bytes) const AW_REQUIRES_SHARED(mutex_);
  std::map<uintptr_t, size_t> reservations_ AW_GUARDED_BY(mutex_);
  struct Import {
    uint64_t inode, offset;
    uintptr_t start; ///< of the mapping
    size_t bytes;
    unsigned opened;
  };
  std::map<uintptr_t, Import> imports_ AW_GUARDED_BY(mutex_); ///< by address
  uint64_t nextId_ AW_GUARDED_BY(mutex_) = 1;
};

} // namespace anywarp::driver
