// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Look-up of shared libraries.
#include "support/os/SystemLibrary.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/Environment.h"
#include "support/Options.h"

namespace anywarp {

namespace {

/// Every library and program that looks for others has this note.
constexpr char kOwner[] = "Anywarp";
struct OwnNote {
  ElfW(Nhdr) header;
  char owner[sizeof kOwner];
  uint32_t version;
};
[[gnu::used, gnu::section(".note.anywarp")]] alignas(4) const OwnNote ownNote = {
    {sizeof kOwner, sizeof(uint32_t), 1}, "Anywarp", 1};

/// Whether notes as elf(5) describes them have one of ours.
bool hasOwnNote(const std::vector<char> &notes, size_t align) {
  auto padded = [&](size_t size) { return (size + align - 1) / align * align; };
  ElfW(Nhdr) header;
  for (size_t at = 0; at + sizeof header <= notes.size();) {
    std::memcpy(&header, notes.data() + at, sizeof header);
    const size_t owner = at + sizeof header;
    if (header.n_namesz == sizeof kOwner && owner + sizeof kOwner <= notes.size() &&
        std::memcmp(notes.data() + owner, kOwner, sizeof kOwner) == 0)
      return true;
    const size_t next = padded(sizeof header + header.n_namesz) + padded(header.n_descsz);
    at += std::min(next, notes.size());
  }
  return false;
}

} // namespace

bool isOwnLibrary(const std::string &path) {
  // Streams would bring all locales of libstdc++ into each library.
  struct File {
    int number;
    ~File() { ::close(number); }
  } file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  auto read = [&](uint64_t at, void *to, size_t bytes) {
    return ::pread(file.number, to, bytes, off_t(at)) == ssize_t(bytes);
  };
  ElfW(Ehdr) header;
  if (!read(0, &header, sizeof header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(ElfW(Phdr)))
    return false;
  constexpr size_t kMostNotes = 1 << 16; // bytes
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    if (!read(header.e_phoff + i * sizeof segment, &segment, sizeof segment))
      return false;
    if (segment.p_type != PT_NOTE || segment.p_filesz > kMostNotes)
      continue;
    std::vector<char> notes(segment.p_filesz);
    if (read(segment.p_offset, notes.data(), notes.size()) &&
        hasOwnNote(notes, segment.p_align == 8 ? 8 : 4))
      return true;
  }
  return false;
}

std::vector<std::string> findLibraries(std::string_view name) {
  std::vector<std::string> folders;
  if (const char *list = readEnvironment("LD_LIBRARY_PATH"))
    for (std::string_view rest = list; !rest.empty();) {
      const size_t end = rest.find_first_of(":;");
      if (std::string_view folder = rest.substr(0, end); !folder.empty())
        folders.emplace_back(folder);
      rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    }
  for (const char *folder : {"/usr/local/nvidia/lib64", "/usr/local/nvidia/lib", "/usr/lib/wsl/lib",
#if defined(__aarch64__)
                             "/usr/lib/aarch64-linux-gnu", "/lib/aarch64-linux-gnu",
#else
                             "/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu",
#endif
                             "/usr/lib64", "/lib64", "/usr/lib", "/lib"})
    folders.emplace_back(folder);
  std::vector<std::string> found;
  for (const std::string &folder : folders)
    if (std::string path = folder + "/" + std::string(name);
        ::access(path.c_str(), R_OK) == 0 && isSafeToLoad(path))
      found.push_back(std::move(path));
  return found;
}

std::vector<std::string> findVendorLibraries(std::string_view name) {
  std::vector<std::string> found = findLibraries(name);
  std::erase_if(found, isOwnLibrary);
  return found;
}

std::vector<std::string> findVendorDrivers() {
  if (const std::string &path = Options::get().nvidiaDriver; !path.empty())
    return isSameFile(path, pathOfCode(reinterpret_cast<const void *>(&findVendorDrivers)))
               ? std::vector<std::string>()
               : std::vector{path};
  return findVendorLibraries("libcuda.so.1");
}

bool isSameFile(const std::string &a, const std::string &b) {
  struct stat x, y;
  return ::stat(a.c_str(), &x) == 0 && ::stat(b.c_str(), &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

std::string pathOfLibrary(void *handle) {
  link_map *map = nullptr;
  return ::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : std::string();
}

std::string pathOfCode(const void *code) {
  Dl_info info;
  char resolved[PATH_MAX];
  if (!::dladdr(code, &info) || !info.dli_fname || !::realpath(info.dli_fname, resolved))
    return {};
  return resolved;
}

} // namespace anywarp
