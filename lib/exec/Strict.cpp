// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The map of pages, and mappings that are inaccessible to the host.
#include "exec/Strict.h"

#include <atomic>
#include <map>
#include <sys/mman.h>

#include "exec/Faults.h"
#include "exec/KernelAbi.h"
#include "exec/Worker.h"
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

// -- Mappings that are closed to the host ---------------------------------------------------------

/// Taken by the fault handler too: nothing that may fault is done while it is held.
class SpinLock {
public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire))
      __builtin_ia32_pause();
  }
  void unlock() { flag_.clear(std::memory_order_release); }

private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

struct Mapping {
  size_t bytes;
  bool isOpen;
};

struct Guard {
  SpinLock lock; ///< guards everything below
  std::map<uintptr_t, Mapping> mappings;
  unsigned inside = 0; ///< threads in code that may touch device memory
  bool isAnyOpen = false;
};

Guard &guard() {
  static auto *made = new Guard; // until the process is gone
  return *made;
}

struct Locked {
  Guard &all = guard();
  Locked() { all.lock.lock(); }
  ~Locked() { all.lock.unlock(); }
};

thread_local unsigned depth = 0;

void setOpen(uintptr_t start, Mapping &mapping, bool isOpen) {
  mprotect(reinterpret_cast<void *>(start), mapping.bytes,
           isOpen ? PROT_READ | PROT_WRITE : PROT_NONE);
  mapping.isOpen = isOpen;
}

void closeAll(Guard &all) {
  for (auto &[start, mapping] : all.mappings)
    if (mapping.isOpen)
      setOpen(start, mapping, /*isOpen=*/false);
  all.isAnyOpen = false;
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
  (void)guard();
  strictMode = true;
  ensureFaultHandlers();
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

void guardFromHost(void *start, size_t bytes) {
  if (!isStrict())
    return;
  Locked locked;
  Mapping &mapping = locked.all.mappings[uintptr_t(start)];
  mapping = {bytes, /*isOpen=*/true};
  if (locked.all.inside)
    locked.all.isAnyOpen = true; // closed with the others
  else
    setOpen(uintptr_t(start), mapping, /*isOpen=*/false);
}

void unguardFromHost(void *start) {
  if (!isStrict())
    return;
  Locked locked;
  locked.all.mappings.erase(uintptr_t(start));
}

void DeviceAccess::enter() {
  if (depth++)
    return;
  Locked locked;
  ++locked.all.inside;
}

void DeviceAccess::leave() {
  if (!depth || --depth) // none: strict mode began in between, in cuInit
    return;
  Locked locked;
  if (--locked.all.inside == 0 && locked.all.isAnyOpen)
    closeAll(locked.all);
}

void DeviceAccess::openAll() {
  if (!isStrict())
    return;
  Locked locked;
  for (auto &[start, mapping] : locked.all.mappings)
    if (!mapping.isOpen)
      setOpen(start, mapping, /*isOpen=*/true);
  locked.all.isAnyOpen = true;
}

HostAccess::HostAccess() {
  if (!isStrict() || !depth)
    return;
  depth_ = depth;
  depth = 0;
  Locked locked;
  if (--locked.all.inside == 0 && locked.all.isAnyOpen)
    closeAll(locked.all);
}

HostAccess::~HostAccess() {
  if (!depth_)
    return;
  Locked locked;
  ++locked.all.inside;
  depth = depth_;
}

bool admitAccess(uintptr_t address) {
  if (!isStrict())
    return false;
  Worker *worker = Worker::current();
  if (!depth && !(worker && worker->isInKernel()))
    return false;
  Locked locked;
  auto it = locked.all.mappings.upper_bound(address);
  if (it == locked.all.mappings.begin())
    return false;
  --it;
  if (address - it->first >= it->second.bytes)
    return false;
  if (!it->second.isOpen) // else another thread was faster
    setOpen(it->first, it->second, /*isOpen=*/true);
  locked.all.isAnyOpen = true;
  return true;
}

} // namespace anywarp::exec
