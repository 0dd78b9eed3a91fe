// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory without an address: what cuMemCreate makes and cuMemMap puts at an address. It is an
// anonymous file in memory, sealed so that nobody can change its size. Behind its bytes lies a page
// that says what they are, for processes that are handed the file's descriptor. Lives as long as a
// handle or a mapping of it. Thread-safe.
#pragma once

#include <cstddef>

#include "driver/base/Api.h"
#include "driver/base/Object.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Device;

class PhysicalMemory : public Object {
public:
  using Handle = CUmemGenericAllocationHandle;
  static constexpr Kind kKind = KindPhysicalMemory;
  /// Sizes and addresses are multiples of it.
  static constexpr size_t kGranularity = size_t(2) << 20;

  /// New memory, counted against its device unless whoever makes it does that.
  static CUresult create(const CUmemAllocationProp &properties, size_t bytes,
                         Ref<PhysicalMemory> &memory, bool isCounted = true);
  /// Memory of another process, or of this one, by a descriptor; the caller keeps that.
  static CUresult import(int descriptor, Ref<PhysicalMemory> &memory);
  ~PhysicalMemory() override;

  size_t size() const { return bytes_; }
  int descriptor() const { return descriptor_; }
  const CUmemAllocationProp &properties() const { return properties_; }
  /// The device it is on, as far as it is on one that this process sees; else the first.
  Device &device() const { return device_; }
  bool isOnHost() const { return properties_.location.type != CU_MEM_LOCATION_TYPE_DEVICE; }

  /// Others may write it elsewhere, or have done so: the host, processes, an earlier mapping.
  bool isShared() const {
    return isOnHost() || wasMapped_ || properties_.requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE;
  }
  void noteMapping() { wasMapped_ = true; }

  /// How often cuMemRelease is to be called. addHandle answers false if the handle is gone. Then a
  /// new one must be made, which counts as once. dropHandle answers true when it was the last time.
  bool addHandle();
  bool dropHandle();

private:
  PhysicalMemory(Device &device, const CUmemAllocationProp &properties, size_t bytes,
                 int descriptor, bool isCounted)
      : device_(device), properties_(properties), bytes_(bytes), descriptor_(descriptor),
        isCounted_(isCounted) {}

  Device &device_;
  const CUmemAllocationProp properties_;
  const size_t bytes_;
  const int descriptor_;
  const bool isCounted_;
  bool wasMapped_ = false; ///< guarded by the MemoryMap
  Mutex mutex_;            ///< guards handles_
  unsigned handles_ AW_GUARDED_BY(mutex_) = 1;
};

/// Null if the handle is none; such handles are numbers and not pointers.
PhysicalMemory *findPhysical(CUmemGenericAllocationHandle handle);

} // namespace anywarp::driver
