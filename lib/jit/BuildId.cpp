// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the note NT_GNU_BUILD_ID of the loaded object around this code.
#include "jit/BuildId.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/xxhash.h>

namespace anywarp::jit {

namespace {

struct Search {
  uintptr_t code;
  std::string id;
};

void readNotes(const char *at, size_t size, std::string &id) {
  const char *end = at + size;
  while (at + sizeof(Elf64_Nhdr) <= end) {
    Elf64_Nhdr note;
    std::memcpy(&note, at, sizeof note);
    const char *name = at + sizeof note;
    const char *data = name + (note.n_namesz + 3) / 4 * 4;
    const char *next = data + (note.n_descsz + 3) / 4 * 4;
    if (next > end)
      return;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
      id = llvm::toHex(llvm::StringRef(data, note.n_descsz), /*LowerCase=*/true);
    at = next;
  }
}

int visit(dl_phdr_info *info, size_t, void *arg) {
  auto &search = *static_cast<Search *>(arg);
  bool ours = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto &segment = info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + segment.p_vaddr;
    ours |=
        segment.p_type == PT_LOAD && search.code >= start && search.code < start + segment.p_memsz;
  }
  if (!ours)
    return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto &segment = info->dlpi_phdr[i];
    if (segment.p_type == PT_NOTE)
      readNotes(reinterpret_cast<const char *>(info->dlpi_addr + segment.p_vaddr), segment.p_memsz,
                search.id);
  }
  if (search.id.empty()) // linked without one: the code itself is the identity, at some cost
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto &segment = info->dlpi_phdr[i];
      if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X))
        search.id += llvm::utohexstr(llvm::xxh3_64bits(
            llvm::ArrayRef(reinterpret_cast<const uint8_t *>(info->dlpi_addr + segment.p_vaddr),
                           segment.p_filesz)));
    }
  return 1;
}

} // namespace

const std::string &buildId() {
  // Never freed, as kernels may still be compiled while the program's destructors run.
  static const std::string *const id = [] {
    Search search{reinterpret_cast<uintptr_t>(&visit), {}};
    dl_iterate_phdr(visit, &search);
    return new std::string(search.id);
  }();
  return *id;
}

} // namespace anywarp::jit
