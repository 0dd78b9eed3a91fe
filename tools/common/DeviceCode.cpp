// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding images by LLVM's readers of archives and ELF files.
#include "common/DeviceCode.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>

#include "fatbin/Image.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"

namespace anywarp::tool {
namespace {

constexpr unsigned kArchs[] = {50, 52, 53, 60, 61, 62,  70,  72,  75,  80,
                               86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

/// The architecture number that a cubin carries in its ELF flags.
fatbin::Arch archOfElf(std::string_view bytes) {
  // Elf64_Ehdr::e_flags; older cubins keep the number in the low byte, those of CUDA 13 one byte
  // up.
  uint32_t flags = 0;
  if (bytes.size() >= 52)
    memcpy(&flags, bytes.data() + 48, sizeof flags);
  for (uint32_t number : {(flags >> 8) & 0xff, flags & 0xff})
    if (std::find(std::begin(kArchs), std::end(kArchs), number) != std::end(kArchs))
      return {number, 0};
  return {};
}

bool isCubin(std::string_view bytes) {
  uint16_t machine = 0;
  if (bytes.size() >= 20)
    memcpy(&machine, bytes.data() + 18, sizeof machine);
  return machine == llvm::ELF::EM_CUDA;
}

class Collector {
public:
  DeviceCode code;

  void read(std::string_view bytes, const std::string &member) {
    switch (fatbin::classify(bytes)) {
    case fatbin::ImageKind::Container:
      found(DeviceCode::Container);
      addContainers(bytes, member);
      return;
    case fatbin::ImageKind::Cubin:
      if (isCubin(bytes)) {
        found(DeviceCode::Cubin);
        add(fatbin::EntryKind::Elf, archOfElf(bytes), bytes, member);
      } else {
        found(DeviceCode::Host);
        addSections(bytes, member);
      }
      return;
    case fatbin::ImageKind::PtxText:
      if (fatbin::Arch arch = archOfPtx(bytes); arch.sm) {
        found(DeviceCode::Ptx);
        add(fatbin::EntryKind::Ptx, arch, bytes, member);
      }
      return;
    case fatbin::ImageKind::Wrapper:
    case fatbin::ImageKind::Unknown:
      return;
    }
  }

  void readArchive(const llvm::object::Archive &archive) {
    code.kind = DeviceCode::Archive;
    llvm::Error error = llvm::Error::success();
    for (const llvm::object::Archive::Child &child : archive.children(error)) {
      llvm::Expected<llvm::StringRef> name = child.getName();
      llvm::Expected<llvm::StringRef> bytes = child.getBuffer();
      if (bytes && name)
        read(*bytes, name->str());
      note(name.takeError());
      note(bytes.takeError());
    }
    note(std::move(error));
  }

private:
  void found(DeviceCode::Kind kind) {
    if (code.kind != DeviceCode::Archive)
      code.kind = kind;
  }

  void note(llvm::Error error) {
    if (error)
      code.faults.push_back(llvm::toString(std::move(error)));
  }

  void add(fatbin::EntryKind kind, fatbin::Arch arch, std::string_view bytes,
           const std::string &member) {
    DeviceImage image;
    image.entry.kind = kind;
    image.entry.arch = arch;
    image.entry.stored = bytes;
    image.entry.uncompressedSize = bytes.size();
    image.member = member;
    image.isPlain = true;
    image.container = ++containers_;
    code.images.push_back(std::move(image));
  }

  void addContainers(std::string_view bytes, const std::string &member) {
    Expected<std::vector<fatbin::Container>> containers = fatbin::readContainers(bytes);
    if (!containers) {
      code.faults.push_back(containers.status().message());
      containers = fatbin::findContainers(bytes);
    }
    for (const fatbin::Container &container : *containers) {
      ++containers_;
      for (const fatbin::Entry &entry : container.entries) {
        DeviceImage image;
        image.container = containers_;
        image.entry = entry;
        image.member = member;
        code.images.push_back(std::move(image));
      }
    }
  }

  void addSections(std::string_view bytes, const std::string &member) {
    auto object = llvm::object::ObjectFile::createELFObjectFile(
        llvm::MemoryBufferRef(llvm::StringRef(bytes), member));
    if (!object)
      return note(object.takeError());
    for (const llvm::object::SectionRef &section : (*object)->sections()) {
      llvm::Expected<llvm::StringRef> name = section.getName();
      if (!name) {
        note(name.takeError());
        continue;
      }
      if (*name != ".nv_fatbin" && *name != "__nv_relfatbin")
        continue;
      if (llvm::Expected<llvm::StringRef> contents = section.getContents())
        addContainers(*contents, member);
      else
        note(contents.takeError());
    }
  }

  unsigned containers_ = 0;
};

} // namespace

fatbin::Arch parseArch(std::string_view text) {
  for (std::string_view prefix : {"sm_", "compute_", "lto_"})
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      break;
    }
  fatbin::Arch arch;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), arch.sm);
  std::string_view rest(end, size_t(text.data() + text.size() - end));
  if (rest == "a" || rest == "f")
    arch.suffix = rest[0];
  else if (!rest.empty())
    return {};
  bool isKnown = error == std::errc() &&
                 std::find(std::begin(kArchs), std::end(kArchs), arch.sm) != std::end(kArchs) &&
                 (!arch.suffix || arch.sm >= (arch.suffix == 'a' ? 90 : 100));
  return isKnown ? arch : fatbin::Arch();
}

fatbin::Arch archOfPtx(std::string_view text) {
  // The directive stands among the first ones; comments before it may be long.
  size_t at = text.find(".target");
  if (at == std::string_view::npos)
    return {};
  size_t begin = text.find_first_not_of(" \t", at + 7);
  if (begin == std::string_view::npos)
    return {};
  size_t end = std::min(text.find_first_of(" \t\r\n,;", begin), text.size());
  return parseArch(text.substr(begin, end - begin));
}

DeviceCode readDeviceCode(std::string_view bytes) {
  Collector collector;
  if (bytes.starts_with("!<arch>\n") || bytes.starts_with("!<thin>\n")) {
    auto archive = llvm::object::Archive::create(llvm::MemoryBufferRef(llvm::StringRef(bytes), ""));
    if (archive) {
      collector.readArchive(**archive);
    } else {
      collector.code.kind = DeviceCode::Archive;
      collector.code.faults.push_back(llvm::toString(archive.takeError()));
    }
  } else {
    collector.read(bytes, {});
  }
  return std::move(collector.code);
}

} // namespace anywarp::tool
