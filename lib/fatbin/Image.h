// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program hands to cuModuleLoadData and its kin, a bare pointer, and what of it a device can
// run: one PTX text, or several that are one program (a device link).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fatbin/Reader.h"
#include "support/Status.h"

namespace anywarp::fatbin {

enum class ImageKind { Unknown, Wrapper, Container, PtxText, Cubin };

/// By the first bytes, as far as they are readable.
ImageKind classify(const void *image);
ImageKind classify(std::string_view bytes);

/// A PTX text chosen from an image.
struct PtxImage {
  std::string text;
  Arch arch;              ///< of the entry; sm 0 when the image was plain text
  std::string sourceName; ///< empty if not recorded
  std::string options;    ///< of the compiler
};

/// True if PTX for `arch` runs on a device of compute capability `sm` (90 for 9.0).
bool runsOn(const Arch &arch, uint32_t sm);

/// Where an image holds nothing that runs on the device, code for other architectures is left alone
/// or tried: of the newer ones the oldest, as it asks for least.
enum class Others { Refused, Taken };

/// True of PTX that is to be linked (nvcc -rdc=true).
bool isRelocatable(const Entry &entry);
bool isRelocatable(const PtxImage &image);

/// The PTX entry that fits the device best: the newest that runs on it, the more specific first.
/// NotFound, with what to do about it, if there is none. An empty container answers null.
Expected<const Entry *> choosePtx(const Container &container, uint32_t sm,
                                  Others others = Others::Refused);

/// The PTX texts of `image` for a device. InvalidInput: damaged or not an image. NotFound: nothing
/// that runs on the device. More than one text: modules to be linked with each other.
Expected<std::vector<PtxImage>> loadImage(const void *image, uint32_t sm,
                                          Others others = Others::Refused);

/// The same for the containers in an object file or an archive.
Expected<std::vector<PtxImage>> loadObjects(std::string_view bytes, uint32_t sm,
                                            Others others = Others::Refused);

/// The same for bytes of known length (files, cuLinkAddData); a wrapper is not accepted here.
Expected<std::vector<PtxImage>> loadImage(std::string_view bytes, uint32_t sm,
                                          Others others = Others::Refused);

/// True if an image holds machine code that a GPU of that capability runs. Without it, and without
/// PTX, the image has nothing for the device.
bool hasCodeFor(std::string_view bytes, uint32_t sm);

} // namespace anywarp::fatbin
