// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DWARF by LLVM's reader, gdb by its JIT interface, perf by its map file.
#include "jit/DebugInfo.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ELFObjectFile.h>
#include <unistd.h>

#include "codegen/Codegen.h"
#include "support/Mutex.h"
#include "support/Options.h"
#include "support/os/PrivateFile.h"

// gdb's JIT compilation interface (GDB manual, "JIT Interface"): it sets a breakpoint on the
// function and reads the list when it is called.
extern "C" {
struct jit_code_entry {
  jit_code_entry *next_entry, *prev_entry;
  const char *symfile_addr;
  uint64_t symfile_size;
};
struct jit_descriptor {
  uint32_t version;
  uint32_t action_flag; // 0 nothing, 1 register, 2 unregister
  jit_code_entry *relevant_entry, *first_entry;
};
[[gnu::weak, gnu::used, gnu::visibility("default")]] jit_descriptor __jit_debug_descriptor = {
    1, 0, nullptr, nullptr};
[[gnu::weak, gnu::used, gnu::noinline, gnu::visibility("default")]] void
__jit_debug_register_code() {
  asm volatile("" ::: "memory");
}
}

namespace anywarp::jit {

namespace {

/// Tells LLVM's DWARF reader where sections were loaded.
class LoadedSections final : public llvm::LoadedObjectInfoHelper<LoadedSections> {
public:
  explicit LoadedSections(const LinkedObject &object) : object_(object) {}
  uint64_t getSectionLoadAddress(const llvm::object::SectionRef &section) const override {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      return 0;
    }
    for (const LinkedObject::Section &s : object_.sections())
      if (s.name == *name)
        return s.address;
    return 0;
  }

private:
  const LinkedObject &object_;
};

} // namespace

struct LineTable::Parsed {
  std::unique_ptr<llvm::object::ObjectFile> file;
  std::unique_ptr<llvm::DWARFContext> dwarf;
};

LineTable::LineTable() = default;
LineTable::~LineTable() = default;

LineEntry LineTable::locate(const LinkedObject &object, uintptr_t pc) const {
  LineEntry entry{pc, 0, 0, {}};
  if (!object.contains(pc))
    return entry;
  LockGuard lock(mutex_);
  if (!parsed_) {
    parsed_ = std::make_unique<Parsed>();
    auto file = llvm::object::ObjectFile::createELFObjectFile(
        llvm::MemoryBufferRef(llvm::StringRef(*object.object()), "kernel"));
    if (!file) {
      llvm::consumeError(file.takeError());
      return entry;
    }
    parsed_->file = std::move(*file);
    LoadedSections loaded(object);
    parsed_->dwarf = llvm::DWARFContext::create(
        *parsed_->file, llvm::DWARFContext::ProcessDebugRelocations::Process, &loaded, "",
        [](llvm::Error e) { llvm::consumeError(std::move(e)); },
        [](llvm::Error e) { llvm::consumeError(std::move(e)); });
  }
  if (!parsed_->dwarf)
    return entry;
  // Rows of a relocatable object are found by section and address.
  uint64_t sectionIndex = llvm::object::SectionedAddress::UndefSection;
  for (const LinkedObject::Section &s : object.sections()) {
    if (pc < s.address || pc >= s.address + s.size)
      continue;
    for (const llvm::object::SectionRef &section : parsed_->file->sections()) {
      llvm::Expected<llvm::StringRef> name = section.getName();
      if (!name)
        llvm::consumeError(name.takeError());
      else if (*name == s.name)
        sectionIndex = section.getIndex();
    }
  }
  llvm::DILineInfo info = parsed_->dwarf->getLineInfoForAddress(
      {pc, sectionIndex},
      llvm::DILineInfoSpecifier(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath));
  if (info.FileName != llvm::DILineInfo::BadString && info.Line)
    entry = {pc, info.Line, info.Column, info.FileName, info.FileName == codegen::kPtxFileName};
  return entry;
}

namespace {

Mutex &descriptorMutex() {
  static auto *mutex = new Mutex; // guards __jit_debug_descriptor
  return *mutex;
}

/// A copy of the object whose section headers say where the sections are.
class GdbRegistration final : public DebugRegistration {
public:
  explicit GdbRegistration(const LinkedObject &object) : image_(*object.object()) {
    auto *header = reinterpret_cast<llvm::ELF::Elf64_Ehdr *>(image_.data());
    auto *sections = reinterpret_cast<llvm::ELF::Elf64_Shdr *>(image_.data() + header->e_shoff);
    const char *names = image_.data() + sections[header->e_shstrndx].sh_offset;
    for (unsigned i = 0; i < header->e_shnum; ++i)
      for (const LinkedObject::Section &s : object.sections())
        if (s.name == names + sections[i].sh_name)
          sections[i].sh_addr = s.address;
    entry_.symfile_addr = image_.data();
    entry_.symfile_size = image_.size();
    LockGuard lock(descriptorMutex());
    entry_.prev_entry = nullptr;
    entry_.next_entry = __jit_debug_descriptor.first_entry;
    if (entry_.next_entry)
      entry_.next_entry->prev_entry = &entry_;
    __jit_debug_descriptor.first_entry = &entry_;
    notify(1);
  }
  ~GdbRegistration() override {
    LockGuard lock(descriptorMutex());
    (entry_.prev_entry ? entry_.prev_entry->next_entry : __jit_debug_descriptor.first_entry) =
        entry_.next_entry;
    if (entry_.next_entry)
      entry_.next_entry->prev_entry = entry_.prev_entry;
    notify(2);
  }

private:
  void notify(uint32_t action) {
    __jit_debug_descriptor.relevant_entry = &entry_;
    __jit_debug_descriptor.action_flag = action;
    __jit_debug_register_code();
  }
  std::string image_;
  jit_code_entry entry_{};
};

/// The file where perf looks for names; -1 if it cannot be had. This process makes it anew: one
/// that lies there before may be a trap, or left by a process that had the same number.
int openPerfMap(bool isFirst) {
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  constexpr int kFlags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
  if (isFirst) {
    unlink(path.c_str());
    return open(path.c_str(), kFlags | O_CREAT | O_EXCL, 0600);
  }
  int file = open(path.c_str(), kFlags);
  if (file < 0 || isPrivate(file))
    return file;
  close(file);
  return -1;
}

/// perf's map of anonymous code: a line for each symbol. perf reads it afterwards, nothing is
/// undone.
void writePerfMap(const LinkedObject &object) {
  static auto &mutex = *new Mutex;
  static pid_t owner AW_GUARDED_BY(mutex) = 0; // the child of a fork has a map of its own
  LockGuard lock(mutex);
  const bool isFirst = owner != getpid();
  owner = getpid();
  const int file = openPerfMap(isFirst);
  if (file < 0)
    return;
  std::string lines;
  char place[48];
  for (const auto &[name, range] : object.symbols())
    if (range.second) {
      std::snprintf(place, sizeof place, "%" PRIxPTR " %zx ", range.first, range.second);
      lines += place + name + "\n";
    }
  FileSizeLimitFails guard;
  writeAll(file, lines);
  close(file);
}

} // namespace

std::unique_ptr<DebugRegistration> DebugRegistration::announce(const LinkedObject &object) {
  const std::string &wanted = Options::get().debugJit;
  if (wanted.empty())
    return nullptr;
  if (Options::contains(wanted, "perf"))
    writePerfMap(object);
  if (Options::contains(wanted, "gdb"))
    return std::make_unique<GdbRegistration>(object);
  return nullptr;
}

} // namespace anywarp::jit
