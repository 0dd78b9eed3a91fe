// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A modelled device: the machine's CPUs seen as one GPU, of the compute capability that
// ANYWARP_DEVICE_MODEL names. ANYWARP_CPU_DEVICES of them share the CPUs and the memory. Constant
// after cuInit, except for the primary context.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "driver/base/Api.h"
#include "driver/context/Context.h"
#include "fatbin/Image.h"
#include "machine/Machine.h"

namespace anywarp::driver {

/// What differs between compute capabilities: a row of spec/Architectures.td.
struct Architecture {
  uint32_t sm; ///< 90: compute capability 9.0
  uint32_t maxWarpsPerSm, maxBlocksPerSm;
  uint32_t sharedPerSm, sharedPerBlockOptIn, reservedSharedPerBlock; ///< bytes
  uint32_t maxClusterSize, maxClusterSizeNonPortable;                ///< 1: no clusters
  uint32_t maxParamBytes;
  /// Hints for the cache are taken and have no effect: CPUs manage theirs themselves.
  uint32_t maxPersistingL2, maxAccessPolicyWindow;
  /// Shares of a multiprocessor's memory that shared memory may have, in kB, ascending; ends with
  /// 0.
  uint8_t carveouts[12];

  uint32_t major() const { return sm / 10; }
  uint32_t minor() const { return sm % 10; }
  uint32_t memSyncDomains() const { return sm >= 90 ? 4 : 1; }
  bool hasClusters() const { return maxClusterSize > 1; }
};
/// That of all devices.
const Architecture &architecture();
/// Taken unless the program's user asked for a model, or for strictness.
fatbin::Others codeForOthers();

/// What all modelled architectures have in common. Limits that launches and occupancy are computed
/// with.
namespace model {
inline constexpr uint32_t kWarpSize = 32;
inline constexpr uint32_t kMaxThreadsPerBlock = 1024;
inline constexpr uint32_t kMaxBlockDim[3] = {1024, 1024, 64};
inline constexpr uint32_t kMaxGridDim[3] = {0x7fffffff, 65535, 65535};
inline constexpr uint32_t kRegistersPerSm = 65536;
inline constexpr uint32_t kRegistersPerBlock = 65536;
inline constexpr uint32_t kMaxRegistersPerThread = 255;
inline constexpr uint32_t kRegisterUnit = 256; ///< registers are given to warps in such units
inline constexpr uint32_t kWarpUnit = 4;       ///< warps of a block are rounded up to
inline constexpr uint32_t kSharedPerBlock = 48 << 10;
inline constexpr uint32_t kSharedUnit = 128;
inline constexpr uint32_t kConstantBytes = 64 << 10;
inline constexpr uint32_t kMaxPitch = 0x7fffffff;
inline constexpr uint32_t kTextureAlignment = 512;
inline constexpr uint32_t kTexturePitchAlignment = 32;
inline constexpr uint32_t kTextureLinearWidth = 1u << 28; ///< of the largest texels
/// Texels of a texture over linear memory: smaller ones may be more (seen).
inline constexpr uint32_t textureLinearWidth(uint32_t texelBytes) {
  return kTextureLinearWidth * (16 / (texelBytes < 4 ? 4 : texelBytes));
}
/// Rows of cuMemAllocPitch start at multiples of it.
inline constexpr uint32_t kPitchAlignment = 512;
/// Pools and graphs reserve memory in such pieces (seen on an H200).
inline constexpr uint64_t kReservedUnit = uint64_t(32) << 20;
inline constexpr uint64_t reservedFor(uint64_t bytes) {
  return (bytes + kReservedUnit - 1) / kReservedUnit * kReservedUnit;
}
} // namespace model

class Device {
public:
  /// `number`: which of the `count` devices of the machine it is; ordinals count the visible ones.
  Device(int ordinal, int number, int count);
  ~Device();

  int ordinal() const { return ordinal_; }
  const std::string &name() const { return name_; }
  const CUuuid &uuid() const { return uuid_; }
  /// Bytes of memory the device claims.
  size_t memoryBytes() const { return memoryBytes_; }
  uint32_t multiprocessors() const { return multiprocessors_; }
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
    std::mutex mutex; ///< guards everything below
    Ref<Context> context;
    unsigned references = 0; ///< the program's
    unsigned greens = 0;     ///< green contexts: each has a reference, too
    unsigned flags = 0;
  } primary;
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
