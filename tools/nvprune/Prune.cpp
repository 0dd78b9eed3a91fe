// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts entries out of containers, and puts the new section into the object by LLVM's objcopy.
#include "nvprune/Prune.h"

#include <algorithm>
#include <cstring>

#include "fatbin/Format.h"
#include "llvm/ObjCopy/CommonConfig.h"
#include "llvm/ObjCopy/ELF/ELFConfig.h"
#include "llvm/ObjCopy/ELF/ELFObjcopy.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace anywarp::nvprune {
namespace {

using fatbin::Entry;
using fatbin::EntryKind;

bool isFor(const Entry &entry, const Target &target) {
  return entry.arch.sm == target.arch.sm && entry.arch.suffix == target.arch.suffix;
}

bool isRelocatable(const Entry &entry) {
  return entry.options.find("--compile-only") != std::string_view::npos;
}

bool keeps(const Entry &entry, const fatbin::Container &container, const Request &request) {
  if (request.dropsRelocatableElf && entry.kind == EntryKind::Elf && isRelocatable(entry))
    return false;
  return std::any_of(request.targets.begin(), request.targets.end(), [&](const Target &target) {
    if (!isFor(entry, target))
      return false;
    const bool isPtx = entry.kind == EntryKind::Ptx;
    if (target.isVirtual || !isPtx)
      return target.isVirtual == isPtx;
    return std::none_of(container.entries.begin(), container.entries.end(), [&](const Entry &e) {
      return e.kind == EntryKind::Elf && isFor(e, target);
    });
  });
}

Expected<std::string> pruneSection(std::string_view bytes, const Request &request) {
  std::string pruned;
  for (size_t at = 0; at < bytes.size();) {
    if (bytes[at] == '\0') { // padding
      ++at;
      continue;
    }
    Expected<fatbin::Container> container = fatbin::readContainer(bytes.substr(at));
    if (!container)
      return container.takeStatus();
    pruned.resize(at); // code refers to it by its place
    pruned += pruneContainer(bytes.substr(at), request);
    at += container->size;
  }
  return pruned;
}

Status failure(llvm::Error error) {
  return {StatusCode::InvalidInput, llvm::toString(std::move(error))};
}

} // namespace

std::string pruneContainer(std::string_view bytes, const Request &request) {
  Expected<fatbin::Container> container = fatbin::readContainer(bytes);
  fatbin::ContainerHeader header;
  memcpy(&header, bytes.data(), sizeof header);
  std::string pruned(bytes.substr(0, header.headerSize));
  size_t at = header.headerSize;
  for (const Entry &entry : container->entries) {
    fatbin::EntryHeader fields;
    memcpy(&fields, bytes.data() + at, sizeof fields);
    const size_t size = size_t(fields.headerSize + fields.payloadSize);
    if (keeps(entry, *container, request))
      pruned += bytes.substr(at, size);
    at += size;
  }
  header.entryBytes = pruned.size() - header.headerSize;
  memcpy(pruned.data(), &header, sizeof header);
  return pruned;
}

Expected<std::string> pruneObject(std::string_view object, const Request &request) {
  llvm::MemoryBufferRef buffer(llvm::StringRef(object), "");
  auto file = llvm::object::ObjectFile::createELFObjectFile(buffer);
  if (!file)
    return failure(file.takeError());
  auto *elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->get());
  if (!elf || !elf->isRelocatableObject())
    return Status(StatusCode::InvalidInput, "it is no relocatable object");
  llvm::objcopy::CommonConfig config;
  llvm::objcopy::ELFConfig elfConfig;
  for (const llvm::object::SectionRef &section : elf->sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name)
      return failure(name.takeError());
    if (*name != ".nv_fatbin" && *name != "__nv_relfatbin")
      continue;
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (!contents)
      return failure(contents.takeError());
    Expected<std::string> pruned = pruneSection(std::string_view(*contents), request);
    if (!pruned)
      return pruned.takeStatus();
    config.UpdateSection.emplace_back(*name, llvm::MemoryBuffer::getMemBufferCopy(*pruned));
  }
  if (config.UpdateSection.empty())
    return std::string(object);
  llvm::SmallString<0> result;
  llvm::raw_svector_ostream out(result);
  if (llvm::Error error = llvm::objcopy::elf::executeObjcopyOnBinary(config, elfConfig, *elf, out))
    return failure(std::move(error));
  return std::string(result);
}

} // namespace anywarp::nvprune
