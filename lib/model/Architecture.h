// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The limits of the compute capability that devices are modelled on. Constant while a process runs;
// any thread may ask.
#pragma once

#include <cstdint>

namespace anywarp::model {

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
/// That of all devices: ANYWARP_DEVICE_MODEL names it.
const Architecture &architecture();

// What all modelled architectures have in common. Limits that launches and occupancy are computed
// with.
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

} // namespace anywarp::model
