// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The map of pages.
#include "exec/memory/Strict.h"

#include <atomic>
#include <sys/mman.h>

#include "exec/KernelAbi.h"
#include "exec/memory/HostGuard.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::exec {

bool strictMode = false;

namespace {

constexpr size_t kMapBytes = size_t(1) << (kAddressBits - kPageShift - 3);

std::atomic<uint32_t> &wordOf(uintptr_t page) {
  return reinterpret_cast<std::atomic<uint32_t> *>(kOpenPagesBase)[page >> 5];
}

template <typename Change> void eachPage(uintptr_t start, size_t bytes, Change change) {
  if (!bytes)
    return;
  const uintptr_t last = (start + bytes - 1) >> kPageShift;
  for (uintptr_t page = start >> kPageShift; page <= last; ++page)
    if (page >> (kAddressBits - kPageShift) == 0)
      change(wordOf(page), uint32_t(1) << (page & 31));
}

} // namespace

void enableStrict() {
  if (Options::get().strict != "1" || strictMode)
    return;
  auto *wanted = reinterpret_cast<void *>(kOpenPagesBase);
  void *map = mmap(wanted, kMapBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (map != wanted) {
    if (map != MAP_FAILED)
      munmap(map, kMapBytes);
    report("ANYWARP_STRICT=1 is not possible here: the addresses of its table are taken");
    return;
  }
  strictMode = true;
  enableHostGuard();
}

void openToKernels(uintptr_t start, size_t bytes) {
  if (isStrict())
    eachPage(start, bytes, [](std::atomic<uint32_t> &word, uint32_t bit) { word |= bit; });
}

void closeToKernels(uintptr_t start, size_t bytes) {
  if (isStrict())
    eachPage(start, bytes, [](std::atomic<uint32_t> &word, uint32_t bit) { word &= ~bit; });
}

bool isOpenToKernels(uintptr_t address) {
  bool isOpen = false;
  eachPage(address, 1, [&](std::atomic<uint32_t> &word, uint32_t bit) { isOpen = word & bit; });
  return isOpen;
}

} // namespace anywarp::exec
