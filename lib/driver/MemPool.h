// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A memory pool of the stream-ordered allocator. Memory that a stream has freed stays with the pool up
// to the release threshold, for the next allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "driver/Context.h"
#include "driver/Stream.h"

namespace anywarp::driver {

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
  MemoryPool(Device &device, Role role, size_t maxBytes, int descriptor = -1)
      : device_(device), role_(role), maxBytes_(maxBytes), descriptor_(descriptor) {}
  ~MemoryPool() override;

  Device &device() const { return device_; }
  bool isDefault() const { return role_ == Role::Default; }
  bool isImported() const { return role_ == Role::Imported; }
  int descriptor() const { return descriptor_; }

  CUresult allocate(Context &context, size_t bytes, CUdeviceptr &address);
  /// Takes back an allocation that a stream has come to free. The pool may go with it: callers hold a
  /// reference.
  void takeBack(CUdeviceptr address, size_t bytes);
  /// Gives unused memory back to the system until at most `keep` bytes are held.
  void trim(size_t keep);
  /// The memory went with its context.
  void forget();
  /// What is said of access from other devices.
  void setAccess(int device, bool isAllowed);
  bool isAccessibleFrom(int device);
  CUresult attribute(CUmemPool_attribute attribute, void *value);
  CUresult setAttribute(CUmemPool_attribute attribute, const void *value);

private:
  void trimLocked(size_t keep);
  CUresult allocateNew(Context &context, size_t bytes, CUdeviceptr &address);
  bool takeUnused(Context &context, size_t bytes, CUdeviceptr &address);

  Device &device_;
  const Role role_;
  const size_t maxBytes_; ///< 0: no limit of its own
  const int descriptor_;
  std::mutex mutex_;      ///< guards everything below
  struct Unused {
    CUdeviceptr address;
    uint64_t id; ///< of the allocation: tells whether it is still there
  };
  std::multimap<size_t, Unused> unused_; ///< by size
  std::set<int> peers_;                  ///< devices that were given access
  uint64_t threshold_ = 0;
  uint64_t used_ = 0, usedHigh_ = 0, reserved_ = 0, reservedHigh_ = 0;
  int reuse_[3] = {1, 1, 1}; ///< the three reuse policies, all harmless here
};

/// Enqueues the freeing of an allocation: cuMemFreeAsync.
CUresult freeAsync(CUdeviceptr address, Stream &stream);

} // namespace anywarp::driver
