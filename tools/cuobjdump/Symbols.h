// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names in an image: of PTX by our parser, of NVIDIA's ELF files by LLVM's reader.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cuobjdump/Dump.h"

namespace anywarp::cuobjdump {

struct Symbol {
  const char *type;    ///< STT_FUNC, STT_OBJECT …
  const char *binding; ///< STB_GLOBAL …
  const char *other;   ///< STO_ENTRY or empty
  std::string name;
  bool isFunction() const { return std::string_view(type) == "STT_FUNC"; }
  bool isEntry() const { return std::string_view(other) == "STO_ENTRY"; }
};

/// False if the image is damaged; what could be read is in `symbols`.
bool readSymbols(const std::string &image, bool isPtx, std::vector<Symbol> &symbols);

/// Name, size and kind of the sections of an ELF image.
void printSections(const std::string &image);

/// What -res-usage prints for one image.
void printResources(const Options &options, const std::string &image, bool isPtx);

} // namespace anywarp::cuobjdump
