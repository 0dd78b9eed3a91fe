// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout of containers.
#include "fatbin/Writer.h"

#include <charconv>
#include <cstring>

#include "fatbin/Format.h"

namespace anywarp::fatbin {

template <typename T> static void append(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
}

static void pad8(std::string &bytes) { bytes.resize((bytes.size() + 7) / 8 * 8); }

/// Fills the format version from the first `.version M.m` of a PTX text.
static void readPtxVersion(std::string_view text, EntryHeader &header) {
  constexpr std::string_view kWord = ".version";
  size_t at = text.find(kWord);
  if (at == std::string_view::npos)
    return;
  at = text.find_first_not_of(" \t", at + kWord.size());
  if (at == std::string_view::npos)
    return;
  const char *end = text.data() + text.size();
  auto major = std::from_chars(text.data() + at, end, header.formatMajor);
  if (major.ec == std::errc() && major.ptr != end && *major.ptr == '.')
    std::from_chars(major.ptr + 1, end, header.formatMinor);
}

static Status appendEntry(std::string &out, const NewEntry &entry) {
  EntryHeader header{};
  header.kind = uint16_t(entry.kind);
  header.version = kEntryVersion;
  header.sm = entry.arch.sm;
  header.formatMajor = entry.formatMajor;
  header.formatMinor = entry.formatMinor;
  header.flags = Flag64Bit | FlagLinux | (entry.debug ? FlagDebug : 0);
  if (entry.arch.suffix == 'a')
    header.flags |= FlagArchSpecific;
  else if (entry.arch.suffix == 'f')
    header.flags |= FlagFamilySpecific;

  std::string contents(entry.contents);
  if (entry.kind == EntryKind::Ptx) {
    contents += '\0';
    if (!entry.formatMajor)
      readPtxVersion(entry.contents, header);
  }
  std::string payload = contents;
  if (entry.compression != Compression::None) {
    Expected<std::string> packed = pack(entry.compression, contents);
    if (!packed)
      return packed.takeStatus();
    if (packed->size() < contents.size()) {
      payload = std::move(*packed);
      header.flags |= entry.compression == Compression::Zstd ? FlagZstd : FlagLz4;
      header.compressedSize = uint32_t(payload.size());
      header.uncompressedSize = contents.size();
    }
  }
  pad8(payload);
  header.payloadSize = payload.size();

  // Behind the fixed part: source name, option record, options; the payload starts at 8.
  std::string tail;
  if (!entry.sourceName.empty()) {
    header.sourceNameOffset = sizeof header;
    header.sourceNameSize = uint32_t(entry.sourceName.size());
    tail += entry.sourceName;
    tail += '\0';
    pad8(tail);
  }
  header.optionRecord = uint32_t(sizeof header + tail.size());
  append(tail, OptionRecord{uint32_t(header.optionRecord + sizeof(OptionRecord)),
                            uint32_t(entry.options.size())});
  tail += entry.options;
  tail += '\0';
  pad8(tail);
  header.headerSize = uint32_t(sizeof header + tail.size());

  append(out, header);
  out += tail;
  out += payload;
  return {};
}

Expected<std::string> writeContainer(const std::vector<NewEntry> &entries) {
  std::string body;
  for (const NewEntry &entry : entries)
    if (Status status = appendEntry(body, entry); !status.ok())
      return status;
  std::string out;
  append(out,
         ContainerHeader{kContainerMagic, kContainerVersion, sizeof(ContainerHeader), body.size()});
  return out + body;
}

} // namespace anywarp::fatbin
