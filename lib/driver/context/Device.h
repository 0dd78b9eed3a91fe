// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A modelled device: the machine's CPUs seen as one GPU, of the compute capability that
// ANYWARP_DEVICE_MODEL names. ANYWARP_CPU_DEVICES of them share the CPUs and the memory. Constant
// after cuInit, except for the primary context.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "driver/base/Api.h"
#include "driver/context/Context.h"
#include "fatbin/Image.h"
#include "machine/Machine.h"
#include "model/Architecture.h"
#include "support/Mutex.h"

namespace anywarp::driver {

using model::Architecture;
using model::architecture;

/// Taken unless the program's user asked for a model, or for strictness.
fatbin::Others codeForOthers();

class Device {
public:
  /// `number`: which of the `count` devices of the machine it is; ordinals count the visible ones.
  Device(int ordinal, int number, int count);
  ~Device();

  int ordinal() const { return ordinal_; }
  int number() const { return number_; }
  const std::string &name() const { return name_; }
  const CUuuid &uuid() const { return uuid_; }
  /// Bytes of memory the device claims.
  size_t memoryBytes() const { return memoryBytes_; }
  uint32_t multiprocessors() const { return multiprocessors_; }
  int clockKHz() const { return clockKHz_; }
  /// Whose processors and memory it has; null: all of the machine's.
  const NumaNode *node() const;
  /// Where its grids run (exec/Launch.h); -1: everywhere.
  int place() const { return node() ? number_ : -1; }
  int pciBus() const { return machine::kPciBus; }
  int pciDevice() const { return number_; }
  int pciDomain() const { return machine::kPciDomain; }
  /// False if there is no attribute of that number.
  bool attribute(int attribute, int &value) const;

  /// The error with which a kernel of this process lost a context here: new contexts are refused
  /// with it. CUDA_SUCCESS: none has.
  std::atomic<CUresult> lostWith{CUDA_SUCCESS};

  /// The primary context's state. Its object exists from the start and is active from a retain to
  /// the last release or a reset, which leaves the references as they are (seen).
  struct Primary {
    Mutex mutex; ///< guards everything below
    Ref<Context> context;
    unsigned references AW_GUARDED_BY(mutex) = 0; ///< the program's
    unsigned greens AW_GUARDED_BY(mutex) = 0;     ///< green contexts: each has a reference, too
    unsigned flags AW_GUARDED_BY(mutex) = 0;
  } primary;
  /// What is current where a context is made current that has been destroyed: never active.
  Ref<Context> gone;
  /// Retains the primary context, for the program or for a green context.
  CUresult retainPrimary(unsigned Primary::*references);
  /// INVALID_CONTEXT if there is no such reference, NOT_PERMITTED if that of a green context is the
  /// last.
  CUresult releasePrimary(unsigned Primary::*references);

private:
  const int ordinal_, number_;
  std::string name_;
  CUuuid uuid_{};
  size_t memoryBytes_ = 0;
  uint32_t multiprocessors_ = 1;
  int clockKHz_ = 0;
};

/// That of the machine's devices by number, visible or not.
CUuuid deviceUuid(int number);
/// The device of an ordinal; null if there is none.
Device *findDevice(CUdevice device);

} // namespace anywarp::driver
