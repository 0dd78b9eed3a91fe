// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guarded pages by mmap. Pages are committed when first touched, so generous sizes cost nothing.
#include "exec/memory/GuardedMemory.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "exec/memory/Strict.h"

namespace anywarp::exec {

static size_t roundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

/// What may be spent on one guard: the rest of the process needs address space, too.
static size_t largestGuard() {
  rlimit limit;
  const bool isLimited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return isLimited ? size_t(1) << 20 : SIZE_MAX;
}

bool GuardedMemory::reserve(size_t bytes) {
  if (base_ && bytes <= size_)
    return true;
  static const size_t page = size_t(sysconf(_SC_PAGESIZE)), largest = largestGuard();
  size_t size = roundUp(bytes ? bytes : 1, page);
  if (base_ && size < 2 * size_)
    size = 2 * size_; // few growths, whatever the order of launches
  release();
  guard_ = roundUp(std::min(guard_, largest), page);
  void *p = mmap(nullptr, size + 2 * guard_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0);
  if (p == MAP_FAILED)
    return false;
  if (mprotect(static_cast<char *>(p) + guard_, size, PROT_READ | PROT_WRITE) != 0) {
    munmap(p, size + 2 * guard_);
    return false;
  }
  base_ = static_cast<char *>(p);
  size_ = size;
  openToKernels(uintptr_t(begin()), size_);
  return true;
}

void GuardedMemory::release() {
  if (base_) {
    closeToKernels(uintptr_t(begin()), size_);
    munmap(base_, size_ + 2 * guard_);
  }
  base_ = nullptr;
  size_ = 0;
}

bool GuardedMemory::isGuard(uintptr_t address) const {
  if (!base_)
    return false;
  auto base = reinterpret_cast<uintptr_t>(base_);
  auto first = reinterpret_cast<uintptr_t>(begin()), last = reinterpret_cast<uintptr_t>(end());
  return (address >= base && address < first) || (address >= last && address < last + guard_);
}

} // namespace anywarp::exec
