// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checked reading of containers.
#include "fatbin/Reader.h"

#include <cstring>

#include "fatbin/Format.h"

namespace anywarp::fatbin {

static Status invalid(std::string what) {
  return {StatusCode::InvalidInput, "fat binary: " + std::move(what)};
}

template <typename T> static T load(std::string_view bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// bytes[offset, offset+size), or an empty view if that is not inside.
static std::string_view slice(std::string_view bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset)
    return {};
  return bytes.substr(offset, size);
}

static std::string_view withoutTrailingNuls(std::string_view text) {
  while (!text.empty() && text.back() == '\0')
    text.remove_suffix(1);
  return text;
}

Expected<size_t> containerSize(std::string_view bytes) {
  if (bytes.size() < sizeof(ContainerHeader))
    return invalid("shorter than a container header");
  auto header = load<ContainerHeader>(bytes);
  if (header.magic != kContainerMagic)
    return invalid("no container magic");
  if (header.version != kContainerVersion)
    return invalid("container version " + std::to_string(header.version) + " is not known");
  if (header.headerSize < sizeof(ContainerHeader))
    return invalid("container header of " + std::to_string(header.headerSize) + " bytes");
  if (header.entryBytes > SIZE_MAX - header.headerSize)
    return invalid("container size overflows");
  return size_t(header.headerSize + header.entryBytes);
}

/// Reads the entry at the start of `bytes`; `size` becomes its bytes with header.
static Expected<Entry> readEntry(std::string_view bytes, size_t &size) {
  if (bytes.size() < sizeof(EntryHeader))
    return invalid("entry header is cut off");
  auto header = load<EntryHeader>(bytes);
  if (header.headerSize < sizeof(EntryHeader) || header.headerSize > bytes.size())
    return invalid("entry header size " + std::to_string(header.headerSize) + " out of range");
  if (header.payloadSize > bytes.size() - header.headerSize)
    return invalid("payload of " + std::to_string(header.payloadSize) +
                   " bytes goes beyond the container");
  if (header.compressedSize > header.payloadSize)
    return invalid("compressed size larger than the stored payload");
  size = size_t(header.headerSize + header.payloadSize);

  Entry entry;
  entry.kind = EntryKind(header.kind);
  entry.arch.sm = header.sm;
  if (header.flags & FlagArchSpecific)
    entry.arch.suffix = 'a';
  else if (header.flags & FlagFamilySpecific)
    entry.arch.suffix = 'f';
  entry.formatMajor = header.formatMajor;
  entry.formatMinor = header.formatMinor;
  entry.flags = header.flags;
  entry.stored = bytes.substr(header.headerSize, size_t(header.payloadSize));
  entry.uncompressedSize = entry.stored.size();
  if (header.compressedSize) {
    if (header.flags & FlagZstd)
      entry.compression = Compression::Zstd;
    else if (header.flags & FlagLz4)
      entry.compression = Compression::Lz4;
    else
      return invalid("entry is compressed in an unknown way");
    entry.stored = entry.stored.substr(0, header.compressedSize);
    entry.uncompressedSize = header.uncompressedSize;
  }

  // Names and options are a convenience: a bad offset loses them, not the image.
  std::string_view head = bytes.substr(0, header.headerSize);
  if (header.sourceNameOffset)
    entry.sourceName =
        withoutTrailingNuls(slice(head, header.sourceNameOffset, header.sourceNameSize));
  std::string_view record = slice(head, header.optionRecord, sizeof(OptionRecord));
  if (header.optionRecord && !record.empty()) {
    auto options = load<OptionRecord>(record);
    entry.options = withoutTrailingNuls(slice(head, options.offset, options.size));
  }
  return entry;
}

Expected<Container> readContainer(std::string_view bytes) {
  Expected<size_t> size = containerSize(bytes);
  if (!size)
    return size.takeStatus();
  if (*size > bytes.size())
    return invalid("container of " + std::to_string(*size) + " bytes in " +
                   std::to_string(bytes.size()) + " bytes");
  Container container;
  container.size = *size;
  std::string_view rest = bytes.substr(0, *size);
  rest.remove_prefix(load<ContainerHeader>(bytes).headerSize);
  while (!rest.empty()) {
    size_t used = 0;
    Expected<Entry> entry = readEntry(rest, used);
    if (!entry)
      return entry.takeStatus();
    container.entries.push_back(*entry);
    rest.remove_prefix(used); // at least a header: this ends
  }
  return container;
}

Expected<std::vector<Container>> readContainers(std::string_view bytes) {
  std::vector<Container> containers;
  size_t at = 0;
  while (true) {
    while (at < bytes.size() && bytes[at] == '\0')
      ++at; // padding
    if (at >= bytes.size())
      return containers;
    Expected<Container> container = readContainer(bytes.substr(at));
    if (!container)
      return container.takeStatus();
    at += container->size;
    containers.push_back(std::move(*container));
  }
}

std::vector<Container> findContainers(std::string_view bytes) {
  std::vector<Container> containers;
  const std::string_view magic(reinterpret_cast<const char *>(&kContainerMagic),
                               sizeof kContainerMagic);
  for (size_t at = bytes.find(magic); at != std::string_view::npos; at = bytes.find(magic, at)) {
    Expected<Container> container = readContainer(bytes.substr(at));
    at += container ? container->size : magic.size();
    if (container && !container->entries.empty())
      containers.push_back(std::move(*container));
  }
  return containers;
}

Expected<std::string> readContents(const Entry &entry, uint64_t limit) {
  if (entry.uncompressedSize > limit)
    return invalid("entry of " + std::to_string(entry.uncompressedSize) +
                   " bytes is beyond the limit of " + std::to_string(limit));
  Expected<std::string> bytes = unpack(entry.compression, entry.stored, entry.uncompressedSize);
  if (!bytes || entry.kind != EntryKind::Ptx)
    return bytes;
  std::string &text = *bytes;
  text.resize(withoutTrailingNuls(text).size());
  if (text.find('\0') != std::string::npos)
    return invalid("PTX text contains a NUL");
  size_t start = text.find_first_not_of("\r\n");
  text.erase(0, start == std::string::npos ? text.size() : start);
  return bytes;
}

} // namespace anywarp::fatbin
