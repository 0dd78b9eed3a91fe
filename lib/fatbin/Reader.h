// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes of a container → its entries → their contents. Pure functions over bounded spans: every
// size and offset in the bytes is checked, so hostile input ends in a Status. Entries borrow the
// bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fatbin/Arch.h"
#include "fatbin/Compression.h"
#include "support/Status.h"

namespace anywarp::fatbin {

/// In Entry::options, before "sm_80,sm_86": the text stands for machine code for these alone.
inline constexpr char kForDevices[] = "--for-devices=";

/// Values of EntryHeader::kind; others are kept as they are.
enum class EntryKind : uint16_t { Ptx = 1, Elf = 2, LtoIr = 8 };

struct Entry {
  EntryKind kind{};
  Arch arch;
  uint16_t formatMajor = 0, formatMinor = 0; ///< PTX: ISA version
  uint64_t flags = 0;                        ///< EntryFlag
  Compression compression = Compression::None;
  std::string_view stored;       ///< payload without the padding that is known as such
  uint64_t uncompressedSize = 0; ///< == stored.size() when raw
  std::string_view sourceName;   ///< empty if not recorded
  std::string_view options;      ///< of the compiler, e.g. "-maxrregcount=32"
};

struct Container {
  std::vector<Entry> entries;
  size_t size = 0; ///< bytes with header
};

/// Reads the container at the start of `bytes`, which may go on behind it.
Expected<Container> readContainer(std::string_view bytes);

/// Reads the containers of a file or section: one after the other, each at a multiple of 8, zeros
/// between them allowed.
Expected<std::vector<Container>> readContainers(std::string_view bytes);

/// The containers anywhere in `bytes`: in an object file or an archive of them. What is damaged is
/// passed over.
std::vector<Container> findContainers(std::string_view bytes);

/// Unpacked bytes of an entry. PTX comes as clean text: without the NULs behind it and without the
/// blank lines that stand before it in place of comments.
Expected<std::string> readContents(const Entry &entry, uint64_t limit = kMaxUnpackedBytes);

/// Bytes of the container at the start of `bytes` by its header (16 bytes are enough).
Expected<size_t> containerSize(std::string_view bytes);

} // namespace anywarp::fatbin
