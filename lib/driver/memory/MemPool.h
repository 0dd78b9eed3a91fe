// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A memory pool of the stream-ordered allocator. Memory that a stream has freed stays with the pool
// up to the release threshold, for the next allocation. Memory that a stream has yet to free is
// given to what is allocated later in that stream. Another stream that is made to wait for the end
// gets it, too. Memory may be a device's, the host's or managed. It outlives the context in whose
// stream it was allocated.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "driver/context/Context.h"
#include "driver/context/Device.h"
#include "driver/stream/Stream.h"
#include "support/Mutex.h"

namespace anywarp::driver {

struct Allocation;

/// Where a pool's memory is. Ids that mean nothing are 0.
struct PoolPlace {
  CUmemAllocationType type;
  CUmemLocation location;

  static PoolPlace of(const Device &device);
  bool isManaged() const { return type == CU_MEM_ALLOCATION_TYPE_MANAGED; }
  /// Pinned memory of the host.
  bool isHosts() const { return !isManaged() && location.type != CU_MEM_LOCATION_TYPE_DEVICE; }
  auto key() const { return std::tuple(int(type), int(location.type), location.id); }
  bool operator==(const PoolPlace &other) const { return key() == other.key(); }
};

class MemoryPool : public Object {
public:
  using Handle = CUmemoryPool;
  static constexpr Kind kKind = KindMemoryPool;

  enum class Role : uint8_t {
    Default,
    Created,
    Imported, ///< of another process: nothing can be allocated from it
  };
  /// `descriptor`: of the file that stands for a pool which other processes may import; it is the
  /// pool's from then on. Negative: none.
  MemoryPool(Device &device, Role role, const PoolPlace &place, size_t maxBytes,
             int descriptor = -1)
      : device_(device), role_(role), place_(place), maxBytes_(model::reservedFor(maxBytes)),
        descriptor_(descriptor), kernelsMay_(!place.isHosts()) {}
  ~MemoryPool() override;

  /// That of its memory; of memory that is no device's, the first.
  Device &device() const { return device_; }
  const PoolPlace &place() const { return place_; }
  bool isDefault() const { return role_ == Role::Default; }
  bool isImported() const { return role_ == Role::Imported; }
  int descriptor() const { return descriptor_; }

  CUresult allocate(Stream &stream, size_t bytes, CUdeviceptr &address);
  /// Enqueues `free`, which calls takeBack: the end of an allocation. That is in use no more from
  /// then on (seen), though the stream has not come there.
  void letGo(const Allocation &allocation, Stream &stream, Ref<Command> free);
  /// The end of an allocation, by a command or at once. The pool may go with it: callers hold a
  /// reference.
  void takeBack(const Allocation &allocation, const Command *free = nullptr);
  /// Gives unused memory back to the system, but keeps `keep` bytes.
  void trim(size_t keep);
  /// What is said of access from devices that do not have it anyway.
  void setAccess(int device, bool isAllowed);
  bool isAccessibleFrom(int device);
  /// True if some device may use the memory: that of the host has to be opened first.
  bool kernelsMay() const { return kernelsMay_; }
  CUresult attribute(CUmemPool_attribute attribute, void *value);
  CUresult setAttribute(CUmemPool_attribute attribute, const void *value);

private:
  /// Gives blocks back until at most `most` bytes are reserved, but keeps `least`.
  void trimLocked(size_t most, size_t least) AW_REQUIRES(mutex_);
  CUresult allocateNew(Context &context, size_t bytes, CUdeviceptr &address);
  bool takeUnused(Context &context, size_t bytes, CUdeviceptr &address) AW_REQUIRES(mutex_);
  bool takePending(Stream &stream, size_t bytes, CUdeviceptr &address) AW_REQUIRES(mutex_);
  CUresult allocateNow(Stream &stream, size_t bytes, CUdeviceptr &address);
  std::vector<Ref<Command>> endsElsewhere(Stream &stream, size_t bytes);
  size_t usedBefore(const Stream &stream) const AW_REQUIRES(mutex_);
  bool hasRoom(size_t used, size_t bytes) const {
    return !maxBytes_ || (bytes <= maxBytes_ && used <= maxBytes_ - bytes);
  }

  Device &device_;
  const Role role_;
  const PoolPlace place_;
  const size_t maxBytes_; ///< 0: no limit of its own
  const int descriptor_;
  std::atomic<bool> kernelsMay_;
  Mutex mutex_; ///< guards everything below
  struct Unused {
    CUdeviceptr address;
    uint64_t id; ///< of the allocation: tells whether it is still there
  };
  std::multimap<size_t, Unused> unused_ AW_GUARDED_BY(mutex_); ///< by size
  struct Pending {
    CUdeviceptr address;
    uint64_t stream; ///< what comes later in it comes after the end
    Ref<Command> free;
  };
  bool mayServe(const Pending &block, Stream &stream) const;
  std::multimap<size_t, Pending>
      pending_ AW_GUARDED_BY(mutex_);         ///< allocations that streams are to free, by size
  std::set<int> peers_ AW_GUARDED_BY(mutex_); ///< devices that were given access
  uint64_t threshold_ AW_GUARDED_BY(mutex_) = 0;
  uint64_t taken_ AW_GUARDED_BY(mutex_) = 0; ///< as used_, in whole blocks: what maxBytes_ limits
  uint64_t used_ AW_GUARDED_BY(mutex_) = 0;
  uint64_t usedHigh_ AW_GUARDED_BY(mutex_) = 0;
  uint64_t reserved_ AW_GUARDED_BY(mutex_) = 0;
  uint64_t reservedHigh_ AW_GUARDED_BY(mutex_) = 0;
  int reuse_[3] = {1, 1, 1}; ///< the three reuse policies
};

/// The pools by place: the one that is used, and the one that is used by default. Made when
/// somebody asks for them. Thread-safe.
class PoolTable {
public:
  /// Null: no handle is left.
  Ref<MemoryPool> current(const PoolPlace &place) { return at(place, &Slot::current); }
  Ref<MemoryPool> initial(const PoolPlace &place) { return at(place, &Slot::initial); }
  void setCurrent(const PoolPlace &place, MemoryPool &pool);
  /// The pool is to go: where it is used the default one is.
  void remove(MemoryPool &pool);

private:
  struct Slot {
    Ref<MemoryPool> initial, current;
  };
  Ref<MemoryPool> at(const PoolPlace &place, Ref<MemoryPool> Slot::*which);
  Mutex mutex_; ///< guards slots_
  std::map<std::tuple<int, int, int>, Slot> slots_ AW_GUARDED_BY(mutex_);
};

/// The file that stands for a pool which other processes may import. Negative if there is none.
int makePoolFile(const Device &device, const PoolPlace &place);

/// Enqueues the freeing of an allocation: cuMemFreeAsync.
CUresult freeAsync(CUdeviceptr address, Stream &stream);

} // namespace anywarp::driver
