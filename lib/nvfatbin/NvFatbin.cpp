// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libnvfatbin: entries are collected, nvFatbinSize writes the container.
#include "nvFatbin.h"

#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fatbin/Image.h"
#include "fatbin/LtoIr.h"
#include "fatbin/Writer.h"
#include "support/HandleTable.h"
#include "support/Mutex.h"

#define AW_EXPORT extern "C" __attribute__((visibility("default")))

using namespace anywarp;

namespace {

struct Builder {
  Mutex mutex;
  fatbin::Compression compression AW_GUARDED_BY(mutex) = fatbin::Compression::Zstd;
  bool isCompressed AW_GUARDED_BY(mutex) = true, isDebug AW_GUARDED_BY(mutex) = false;
  std::vector<fatbin::NewEntry> entries AW_GUARDED_BY(mutex);
  std::deque<std::string> texts AW_GUARDED_BY(mutex); ///< what the entries borrow
  std::set<std::string>
      relocatable AW_GUARDED_BY(mutex); ///< architecture, source and text's hash of what was added
  std::optional<std::string> image AW_GUARDED_BY(mutex); ///< since nvFatbinSize

  std::string_view keep(std::string text) AW_REQUIRES(mutex) {
    texts.push_back(std::move(text));
    return texts.back();
  }
};

using Table = HandleTable<nvFatbinHandle, Builder>;

std::shared_ptr<Builder> find(nvFatbinHandle handle) { return Table::get().find(handle); }

/// False: there is no such option.
bool setOption(Builder &builder, std::string_view option) AW_REQUIRES(builder.mutex) {
  using fatbin::Compression;
  if (option == "-64" || option == "-c" || option == "-cuda" || option == "-compress-all" ||
      option == "-host=linux" || option == "-host=windows" || option == "-host=mac") {
    // what the container of this platform is, or nothing that it could tell
  } else if (option == "-g") {
    builder.isDebug = true;
  } else if (option == "-compress=true" || option == "-compress=false") {
    builder.isCompressed = option == "-compress=true";
  } else if (option == "-compress-mode=default" || option == "-compress-mode=size" ||
             option == "-compress-mode=balance") {
    builder.compression = Compression::Zstd;
  } else if (option == "-compress-mode=speed") {
    builder.compression = Compression::Lz4;
  } else if (option == "-compress-mode=none") {
    builder.compression = Compression::None;
  } else {
    return false;
  }
  return true;
}

/// Of "90", "90a"; whether there is such a device is not asked, as NVIDIA's library does not.
std::optional<fatbin::Arch> parseArch(const char *text) {
  fatbin::Arch arch;
  while (*text >= '0' && *text <= '9' && arch.sm < 1000)
    arch.sm = arch.sm * 10 + uint32_t(*text++ - '0');
  if (*text == 'a' || *text == 'f')
    arch.suffix = *text++;
  if (*text || arch.sm >= 1000)
    return std::nullopt;
  return arch;
}

/// PTX is known by a .version with a number; all else is left to who compiles it.
bool hasVersion(std::string_view ptx) {
  constexpr std::string_view name = ".version";
  size_t at = ptx.find(name);
  if (at == std::string_view::npos)
    return false;
  at = ptx.find_first_not_of(" \t", at + name.size());
  return at != std::string_view::npos && ptx[at] >= '0' && ptx[at] <= '9';
}

nvFatbinResult add(Builder &builder, fatbin::EntryKind kind, std::string contents,
                   const fatbin::Arch &arch, const char *identifier, const char *options)
    AW_REQUIRES(builder.mutex) {
  fatbin::NewEntry entry;
  entry.kind = kind;
  entry.arch = arch;
  entry.contents = builder.keep(std::move(contents));
  entry.compression = builder.isCompressed ? builder.compression : fatbin::Compression::None;
  entry.debug = builder.isDebug;
  entry.sourceName = identifier ? identifier : "";
  entry.options = options ? options : "";
  builder.entries.push_back(std::move(entry));
  builder.image.reset();
  return NVFATBIN_SUCCESS;
}

/// Of one entry of ours in a cubin or LTO-IR: the container's first.
Expected<std::string> ptxOf(std::string_view container, fatbin::Arch &arch) {
  Expected<fatbin::Container> read = fatbin::readContainer(container);
  if (!read)
    return read.status();
  if (read->entries.empty())
    return Status(StatusCode::InvalidInput, "no entry");
  arch = read->entries.front().arch;
  return fatbin::readContents(read->entries.front());
}

} // namespace

AW_EXPORT const char *nvFatbinGetErrorString(nvFatbinResult result) {
  switch (result) {
  case NVFATBIN_SUCCESS:
    return nullptr;
  case NVFATBIN_ERROR_INTERNAL:
    return "internal error";
  case NVFATBIN_ERROR_ELF_ARCH_MISMATCH:
    return "the cubin is for another architecture";
  case NVFATBIN_ERROR_ELF_SIZE_MISMATCH:
    return "the cubin's word size differs from the options'";
  case NVFATBIN_ERROR_MISSING_PTX_VERSION:
    return "the PTX has no .version";
  case NVFATBIN_ERROR_NULL_POINTER:
    return "a pointer is null";
  case NVFATBIN_ERROR_COMPRESSION_FAILED:
    return "an entry could not be compressed";
  case NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED:
    return "a compressed entry is too large";
  case NVFATBIN_ERROR_UNRECOGNIZED_OPTION:
    return "there is no such option";
  case NVFATBIN_ERROR_INVALID_ARCH:
    return "there is no such architecture";
  case NVFATBIN_ERROR_INVALID_NVVM:
    return "this is no LTO-IR that can be read";
  case NVFATBIN_ERROR_EMPTY_INPUT:
    return "the input is empty";
  case NVFATBIN_ERROR_MISSING_PTX_ARCH:
    return "the PTX has no .target";
  case NVFATBIN_ERROR_PTX_ARCH_MISMATCH:
    return "the PTX is for a newer architecture";
  case NVFATBIN_ERROR_MISSING_FATBIN:
    return "the host object has no fat binary";
  case NVFATBIN_ERROR_INVALID_INDEX:
    return "the index cannot be read";
  case NVFATBIN_ERROR_IDENTIFIER_REUSE:
    return "an identifier is used twice for one architecture";
  case NVFATBIN_ERROR_INTERNAL_PTX_OPTION:
    return "the options of the PTX cannot be read";
  }
  return "unknown result";
}

AW_EXPORT nvFatbinResult nvFatbinVersion(unsigned int *major, unsigned int *minor) {
  if (!major || !minor)
    return NVFATBIN_ERROR_NULL_POINTER;
  *major = 13;
  *minor = 0;
  return NVFATBIN_SUCCESS;
}

AW_EXPORT nvFatbinResult nvFatbinCreate(nvFatbinHandle *handle, const char **options,
                                        size_t count) {
  if (!handle || (count && !options))
    return NVFATBIN_ERROR_NULL_POINTER;
  auto builder = std::make_shared<Builder>();
  {
    LockGuard lock(builder->mutex);
    for (size_t i = 0; i < count; ++i) {
      if (!options[i])
        return NVFATBIN_ERROR_NULL_POINTER;
      if (!setOption(*builder, options[i]))
        return NVFATBIN_ERROR_UNRECOGNIZED_OPTION;
    }
  }
  *handle = Table::get().add(std::move(builder));
  return NVFATBIN_SUCCESS;
}

AW_EXPORT nvFatbinResult nvFatbinDestroy(nvFatbinHandle *handle) {
  if (!handle)
    return NVFATBIN_ERROR_NULL_POINTER;
  if (!Table::get().remove(*handle))
    return NVFATBIN_ERROR_NULL_POINTER;
  *handle = nullptr;
  return NVFATBIN_SUCCESS;
}

AW_EXPORT nvFatbinResult nvFatbinAddPTX(nvFatbinHandle handle, const char *code, size_t size,
                                        const char *arch, const char *identifier,
                                        const char *options) {
  std::shared_ptr<Builder> builder = find(handle);
  if (!builder || !code || !arch)
    return NVFATBIN_ERROR_NULL_POINTER;
  std::string_view text(code, size);
  text = text.substr(0, text.find('\0'));
  if (text.empty())
    return NVFATBIN_ERROR_EMPTY_INPUT;
  std::optional<fatbin::Arch> wanted = parseArch(arch);
  if (!wanted)
    return NVFATBIN_ERROR_INVALID_ARCH;
  if (!hasVersion(text))
    return NVFATBIN_ERROR_MISSING_PTX_VERSION;
  LockGuard lock(builder->mutex);
  return add(*builder, fatbin::EntryKind::Ptx, std::string(text), *wanted, identifier, options);
}

AW_EXPORT nvFatbinResult nvFatbinAddCubin(nvFatbinHandle handle, const void *code, size_t size,
                                          const char *arch, const char *identifier) {
  std::shared_ptr<Builder> builder = find(handle);
  if (!builder || !code || !arch)
    return NVFATBIN_ERROR_NULL_POINTER;
  if (!size)
    return NVFATBIN_ERROR_EMPTY_INPUT;
  std::optional<fatbin::Arch> wanted = parseArch(arch);
  if (!wanted)
    return NVFATBIN_ERROR_INVALID_ARCH;
  std::string_view bytes(static_cast<const char *>(code), size);
  LockGuard lock(builder->mutex);
  // A cubin of ours is a container with the PTX, which stays what the driver compiles.
  if (fatbin::classify(bytes) == fatbin::ImageKind::Container) {
    fatbin::Arch made;
    Expected<std::string> text = ptxOf(bytes, made);
    if (!text)
      return NVFATBIN_ERROR_INTERNAL;
    if (made.sm != wanted->sm)
      return NVFATBIN_ERROR_ELF_ARCH_MISMATCH;
    return add(*builder, fatbin::EntryKind::Ptx, std::move(*text), *wanted, identifier, nullptr);
  }
  if (fatbin::classify(bytes) != fatbin::ImageKind::Cubin)
    return NVFATBIN_ERROR_ELF_SIZE_MISMATCH; // what is no 64-bit ELF
  return add(*builder, fatbin::EntryKind::Elf, std::string(bytes), *wanted, identifier, nullptr);
}

AW_EXPORT nvFatbinResult nvFatbinAddLTOIR(nvFatbinHandle handle, const void *code, size_t size,
                                          const char *arch, const char *identifier,
                                          const char *options) {
  std::shared_ptr<Builder> builder = find(handle);
  if (!builder || !code || !arch)
    return NVFATBIN_ERROR_NULL_POINTER;
  if (!size)
    return NVFATBIN_ERROR_EMPTY_INPUT;
  std::optional<fatbin::Arch> wanted = parseArch(arch);
  if (!wanted)
    return NVFATBIN_ERROR_INVALID_ARCH;
  auto container = fatbin::containerOfLtoIr({static_cast<const char *>(code), size});
  if (!container)
    return NVFATBIN_ERROR_INVALID_NVVM;
  fatbin::Arch made;
  Expected<std::string> text = ptxOf(*container, made);
  if (!text)
    return NVFATBIN_ERROR_INVALID_NVVM;
  LockGuard lock(builder->mutex);
  return add(*builder, fatbin::EntryKind::Ptx, std::move(*text), *wanted, identifier, options);
}

AW_EXPORT nvFatbinResult nvFatbinAddReloc(nvFatbinHandle handle, const void *code, size_t size) {
  std::shared_ptr<Builder> builder = find(handle);
  if (!builder || !code)
    return NVFATBIN_ERROR_NULL_POINTER;
  std::string_view object(static_cast<const char *>(code), size);
  if (size < 16) // no ELF's first bytes
    return NVFATBIN_ERROR_EMPTY_INPUT;
  if (!object.starts_with("\177ELF") && !object.starts_with("!<arch>\n"))
    return NVFATBIN_ERROR_INTERNAL;
  // All of it or nothing is added. What is not relocatable PTX is passed over.
  struct Found {
    const fatbin::Entry *entry;
    std::string text;
  };
  std::vector<fatbin::Container> containers = fatbin::findContainers(object);
  std::vector<Found> found;
  LockGuard lock(builder->mutex);
  std::set<std::string> known = builder->relocatable;
  for (const fatbin::Container &container : containers)
    for (const fatbin::Entry &entry : container.entries) {
      if (!fatbin::isRelocatable(entry))
        continue;
      Expected<std::string> text = fatbin::readContents(entry);
      if (!text)
        return NVFATBIN_ERROR_INTERNAL;
      // Most objects do not tell their source's name.
      if (!known
               .insert(entry.arch.toString() + ':' + std::string(entry.sourceName) + ':' +
                       std::to_string(std::hash<std::string>{}(*text)))
               .second)
        return NVFATBIN_ERROR_IDENTIFIER_REUSE;
      found.push_back({&entry, std::move(*text)});
    }
  builder->relocatable = std::move(known);
  for (Found &each : found)
    add(*builder, each.entry->kind, std::move(each.text), each.entry->arch,
        std::string(each.entry->sourceName).c_str(), std::string(each.entry->options).c_str());
  return NVFATBIN_SUCCESS;
}

AW_EXPORT nvFatbinResult nvFatbinSize(nvFatbinHandle handle, size_t *size) {
  std::shared_ptr<Builder> builder = find(handle);
  if (!builder || !size)
    return NVFATBIN_ERROR_NULL_POINTER;
  LockGuard lock(builder->mutex);
  if (!builder->image) {
    Expected<std::string> image = fatbin::writeContainer(builder->entries);
    if (!image)
      return NVFATBIN_ERROR_INTERNAL;
    builder->image = std::move(*image);
  }
  *size = builder->image->size();
  return NVFATBIN_SUCCESS;
}

AW_EXPORT nvFatbinResult nvFatbinGet(nvFatbinHandle handle, void *buffer) {
  std::shared_ptr<Builder> builder = find(handle);
  if (!builder || !buffer)
    return NVFATBIN_ERROR_NULL_POINTER;
  LockGuard lock(builder->mutex);
  if (!builder->image) // nvFatbinSize comes first
    return NVFATBIN_ERROR_INTERNAL;
  std::memcpy(buffer, builder->image->data(), builder->image->size());
  return NVFATBIN_SUCCESS;
}
