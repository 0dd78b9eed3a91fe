// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device code in any file that may hold some: PTX text, cubins (NVIDIA's ELF files and our own,
// which are containers), fat binaries, host objects, programs, shared libraries, archives. Every
// size in the file is checked; what is damaged is told and passed over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fatbin/Reader.h"

namespace anywarp::tool {

/// One image. Contents are unpacked when asked for (fatbin::readContents).
struct DeviceImage {
  fatbin::Entry entry;    ///< borrows the bytes of the file, or those of `owned`
  std::string member;     ///< of an archive; empty elsewhere
  unsigned container = 0; ///< images with the same number are one program for several architectures
  bool isPlain = false;   ///< PTX text or an ELF file by itself: there is no container
  bool isRelocatable() const {
    return entry.options.find("--compile-only") != std::string_view::npos;
  }
};

struct DeviceCode {
  enum Kind { None, Ptx, Cubin, Container, Host, Archive } kind = None;
  std::vector<DeviceImage> images;
  std::vector<std::string> faults; ///< what was passed over, and why
};

/// Reads the images of `bytes`, which must outlive the result.
DeviceCode readDeviceCode(std::string_view bytes);

/// The architecture of a PTX text's .target directive; sm 0 if there is none.
fatbin::Arch archOfPtx(std::string_view text);

} // namespace anywarp::tool
