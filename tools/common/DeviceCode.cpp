// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding images by LLVM's readers of archives and ELF files.
#include "common/DeviceCode.h"

#include <algorithm>
#include <cstring>

#include "fatbin/Image.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"

namespace anywarp::tool {
namespace {

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
        add(fatbin::EntryKind::Elf, fatbin::Arch::ofCubin(bytes), bytes, member);
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

fatbin::Arch archOfPtx(std::string_view text) {
  // The directive stands among the first ones; comments before it may be long.
  size_t at = text.find(".target");
  if (at == std::string_view::npos)
    return {};
  size_t begin = text.find_first_not_of(" \t", at + 7);
  if (begin == std::string_view::npos)
    return {};
  size_t end = std::min(text.find_first_of(" \t\r\n,;", begin), text.size());
  return fatbin::Arch::parse(text.substr(begin, end - begin)).value_or(fatbin::Arch());
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
