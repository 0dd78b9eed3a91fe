// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the functions of a runtime inside a library and puts the jumps there.
#include "audit/Adoption.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/Jumps.h"
#include "audit/Report.h"

namespace anywarp::audit {

namespace {

/// A library's file, mapped.
class File {
public:
  explicit File(const char *path) {
    const int descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0)
      return;
    if (::fstat(descriptor, &status) == 0 && status.st_size > 0) {
      void *mapped = ::mmap(nullptr, size_t(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (mapped != MAP_FAILED) {
        bytes_ = static_cast<const char *>(mapped);
        size_ = size_t(status.st_size);
      }
    }
    ::close(descriptor);
  }
  ~File() {
    if (bytes_)
      ::munmap(const_cast<char *>(bytes_), size_);
  }
  File(const File &) = delete;

  /// `count` objects at `offset`; null if the file does not hold them.
  template <typename T> const T *at(uint64_t offset, uint64_t count = 1) const {
    if (offset > size_ || count > (size_ - offset) / sizeof(T) || offset % alignof(T))
      return nullptr;
    return reinterpret_cast<const T *>(bytes_ + offset);
  }

private:
  const char *bytes_ = nullptr;
  size_t size_ = 0;
};

/// Functions that runtimes have: ours, and what CUDA 12 had besides, which answers NOT_SUPPORTED.
constexpr const char *kNames[] = {
#define AW_SYMBOL(name) #name,
#include "runtime/Symbols.inc"
#undef AW_SYMBOL
    "cudaLaunchCooperativeKernelMultiDevice",
    "cudaSetDoubleForDevice",
    "cudaSetDoubleForHost",
    "cudaThreadExit",
    "cudaThreadGetCacheConfig",
    "cudaThreadGetLimit",
    "cudaThreadSetCacheConfig",
    "cudaThreadSetLimit",
    "cudaThreadSynchronize",
};

/// A name that begins with cuda may be one of the library's own, and what compilers write into each
/// module must run as it is: __cuda_module_ctor, __cudaRegisterLinkedBinary_NAME.
bool isOfRuntime(const char *name) {
  std::string_view base = name;
  if (!base.starts_with("cuda") && !base.starts_with("__cuda")) // most symbols of a library
    return false;
  auto isKnown = [](std::string_view wanted) {
    return std::any_of(std::begin(kNames), std::end(kNames),
                       [&](const char *known) { return wanted == known; });
  };
  if (isKnown(base))
    return true;
  // A version of a function that we have in another: cudaStreamGetCaptureInfo_v2_ptsz.
  if (base.ends_with("_ptsz") || base.ends_with("_ptds"))
    base.remove_suffix(5);
  const size_t at = base.size() > 3 ? base.size() - 3 : 0;
  return base[at] == '_' && base[at + 1] == 'v' && base[at + 2] >= '2' && base[at + 2] <= '9' &&
         isKnown(base.substr(0, at));
}

/// The full symbol table of a file, if it was not stripped.
struct Symbols {
  const ElfW(Sym) *first = nullptr;
  uint64_t count = 0;
  const char *names = nullptr;
  uint64_t nameBytes = 0;

  explicit Symbols(const File &file) {
    const auto *head = file.at<ElfW(Ehdr)>(0);
    if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_machine != EM_X86_64)
      return;
    const auto *sections = file.at<ElfW(Shdr)>(head->e_shoff, head->e_shnum);
    for (unsigned i = 0; sections && i < head->e_shnum; ++i) {
      if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= head->e_shnum)
        continue;
      const ElfW(Shdr) &strings = sections[sections[i].sh_link];
      count = sections[i].sh_size / sizeof(ElfW(Sym));
      first = file.at<ElfW(Sym)>(sections[i].sh_offset, count);
      names = file.at<char>(strings.sh_offset, strings.sh_size);
      nameBytes = strings.sh_size;
      if (!first || !nameBytes || !names || names[nameBytes - 1])
        first = nullptr;
      return;
    }
  }
  /// The name of a function of a runtime that is defined here; null for all other symbols.
  const char *runtimeFunction(const ElfW(Sym) & symbol) const {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF ||
        symbol.st_name >= nameBytes)
      return nullptr;
    const char *name = names + symbol.st_name;
    return isOfRuntime(name) ? name : nullptr;
  }
  /// A jump fits: into the function, or into it and the padding up to the next 16 bytes.
  bool hasRoom(const ElfW(Sym) & symbol) const {
    if (symbol.st_size >= kJumpBytes)
      return true;
    if (symbol.st_value % 16 || !symbol.st_size)
      return false;
    for (uint64_t i = 0; i < count; ++i)
      if (first[i].st_shndx == symbol.st_shndx && first[i].st_value > symbol.st_value &&
          first[i].st_value < symbol.st_value + kJumpBytes)
        return false;
    return true;
  }
};

/// Whole pages of code that may be written while it lives.
class Writable {
public:
  Writable(uintptr_t address, size_t bytes) {
    const auto page = uintptr_t(::sysconf(_SC_PAGESIZE));
    start_ = address & ~(page - 1);
    bytes_ = (address + bytes + page - 1 - start_) & ~(page - 1);
    isOpen_ =
        !::mprotect(reinterpret_cast<void *>(start_), bytes_, PROT_READ | PROT_WRITE | PROT_EXEC);
  }
  ~Writable() {
    if (isOpen_)
      ::mprotect(reinterpret_cast<void *>(start_), bytes_, PROT_READ | PROT_EXEC);
  }
  Writable(const Writable &) = delete;
  bool isOpen() const { return isOpen_; }

private:
  uintptr_t start_;
  size_t bytes_;
  bool isOpen_;
};

} // namespace

void adopt(const link_map &library) {
  const File file(library.l_name);
  const Symbols symbols(file);
  if (!symbols.first)
    return;
  bool launches = false, registers = false;
  for (uint64_t i = 0; i < symbols.count; ++i)
    if (const char *name = symbols.runtimeFunction(symbols.first[i])) {
      launches |= !std::strcmp(name, "cudaLaunchKernel");
      registers |= !std::strcmp(name, "__cudaRegisterFatBinary");
    }
  if (!launches || !registers) // a program's own functions called cuda…
    return;
  unsigned adopted = 0, tooSmall = 0;
  for (uint64_t i = 0; i < symbols.count; ++i) {
    const ElfW(Sym) &symbol = symbols.first[i];
    const char *name = symbols.runtimeFunction(symbol);
    if (!name)
      continue;
    const uintptr_t entry = library.l_addr + symbol.st_value;
    const Writable code(entry, kJumpBytes);
    if (!symbols.hasRoom(symbol) || !code.isOpen() ||
        !writeJump(reinterpret_cast<unsigned char *>(entry), name)) {
      report("%s: %s stays as it is", library.l_name, name);
      ++tooSmall;
      continue;
    }
    report("%s: %s is ours", library.l_name, name);
    ++adopted;
  }
  report("%s: %u functions of its runtime are ours, %u are not", library.l_name, adopted, tooSmall);
}

} // namespace anywarp::audit
