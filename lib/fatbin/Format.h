// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Byte layout of fat binaries, little-endian, as nvcc 12 and 13 write them. Read with memcpy only:
// nothing guarantees alignment.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace anywarp::fatbin {

static_assert(std::endian::native == std::endian::little);

inline constexpr uint32_t kWrapperMagic = 0x466243B1;
inline constexpr uint32_t kContainerMagic = 0xBA55ED50;
inline constexpr uint16_t kContainerVersion = 1;
inline constexpr uint16_t kEntryVersion = 0x0101;

/// In the section .nvFatBinSegment; `__cudaRegisterFatBinary` gets its address.
struct WrapperHeader {
  uint32_t magic;
  uint32_t version; ///< 1, or 2 for the result of a device link
  uint64_t data;    ///< pointer to a container
  uint64_t extra; ///< version 1: file name or null; 2: null-terminated array of container pointers
};
static_assert(sizeof(WrapperHeader) == 24);

struct ContainerHeader {
  uint32_t magic;
  uint16_t version;
  uint16_t headerSize;
  uint64_t entryBytes; ///< of all entries, without this header
};
static_assert(sizeof(ContainerHeader) == 16);

/// Followed, up to headerSize, by the source name, the option record and the option string; then by
/// payloadSize bytes. Offsets count from the start of the entry; 0 means absent.
struct EntryHeader {
  uint16_t kind;
  uint16_t version;
  uint32_t headerSize;
  uint64_t payloadSize;    ///< stored bytes, padded to 8
  uint32_t compressedSize; ///< 0: stored raw
  uint32_t optionRecord;   ///< offset of an OptionRecord
  uint16_t formatMinor, formatMajor;
  uint32_t sm;
  uint32_t sourceNameOffset, sourceNameSize;
  uint64_t flags;
  uint64_t reserved;
  uint64_t uncompressedSize; ///< 0: stored raw
};
static_assert(sizeof(EntryHeader) == 64);

struct OptionRecord {
  uint32_t offset, size;
};

enum EntryFlag : uint64_t {
  Flag64Bit = 0x1,
  FlagDebug = 0x2,
  FlagLinux = 0x10,
  FlagLz4 = 0x2000,
  FlagZstd = 0x8000,
  FlagArchSpecific = 0x100000,   ///< sm_90a
  FlagFamilySpecific = 0x200000, ///< sm_100f
};

} // namespace anywarp::fatbin
