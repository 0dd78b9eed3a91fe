// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries → the bytes of a container, as nvcc embeds them and `fatbinary` stores them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fatbin/Compression.h"
#include "fatbin/Reader.h"
#include "support/Status.h"

namespace anywarp::fatbin {

struct NewEntry {
  EntryKind kind = EntryKind::Ptx;
  Arch arch;
  std::string_view contents; ///< PTX: text without a closing NUL
  /// Format version; for PTX the ISA version, 0.0: taken from the text's `.version`.
  uint16_t formatMajor = 0, formatMinor = 0;
  Compression compression = Compression::Zstd;
  bool debug = false;
  std::string sourceName; ///< "a.cu"; empty: not recorded
  std::string options;    ///< e.g. "--compile-only" for relocatable code
};

/// The container of `entries`, its size a multiple of 8. An entry that compression would make
/// larger is stored raw.
Expected<std::string> writeContainer(const std::vector<NewEntry> &entries);

} // namespace anywarp::fatbin
