// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes into the fat binary reader: containers, entries, unpacking, choice of an image; what
// was read is written and must read back the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fatbin/Image.h"
#include "fatbin/Writer.h"

using namespace anywarp;
using namespace anywarp::fatbin;

/// Small, so that the time goes into reading and not into filling memory.
static constexpr uint64_t kLimit = 1 << 20;

static void checkRoundTrip(const Entry &entry, const std::string &contents) {
  NewEntry copy;
  copy.kind = entry.kind;
  copy.arch = entry.arch;
  copy.contents = contents;
  copy.formatMajor = entry.formatMajor;
  copy.compression = entry.compression;
  copy.sourceName = entry.sourceName;
  copy.options = entry.options;
  Expected<std::string> bytes = writeContainer({copy});
  if (!bytes)
    std::abort();
  Expected<Container> again = readContainer(*bytes);
  if (!again || again->entries.size() != 1 || again->entries[0].arch.sm != entry.arch.sm ||
      again->entries[0].options != entry.options)
    std::abort();
  Expected<std::string> back = readContents(again->entries[0]);
  // Other kinds are stored padded to 8 bytes when raw.
  if (!back || back->substr(0, contents.size()) != contents)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  if (Expected<std::vector<Container>> containers = readContainers(bytes))
    for (const Container &container : *containers) {
      (void)bool(choosePtx(container, 90));
      for (const Entry &entry : container.entries)
        if (Expected<std::string> contents = readContents(entry, kLimit))
          checkRoundTrip(entry, *contents);
    }
  if (size < kLimit && classify(bytes) == ImageKind::PtxText)
    if (!loadImage(bytes, 90))
      std::abort();
  return 0;
}
