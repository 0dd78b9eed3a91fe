// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mappings that are inaccessible to the host.
#include "exec/memory/HostGuard.h"

#include <atomic>
#include <map>
#include <sys/mman.h>
#include <utility>

#include "exec/arch/Processor.h"
#include "exec/grid/Worker.h"
#include "exec/memory/Faults.h"

namespace anywarp::exec {

bool guardsHost = false;

namespace {

/// Taken by the fault handler too: nothing that may fault is done while it is held.
class SpinLock {
public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire))
      arch::pause();
  }
  void unlock() { flag_.clear(std::memory_order_release); }

private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

struct Mapping {
  size_t bytes;
  bool isLent;  ///< open until those inside have left
  bool hostMay; ///< the program may touch it
  bool isOpen() const { return isLent || hostMay; }
};

using Mappings = std::map<uintptr_t, Mapping>;

struct Guard {
  SpinLock lock; ///< guards everything below
  Mappings mappings;
  unsigned inside = 0; ///< threads in code that may touch device memory
  bool isAnyLent = false;
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

Mappings::iterator mappingOf(Guard &all, uintptr_t address) {
  auto it = all.mappings.upper_bound(address);
  if (it == all.mappings.begin())
    return all.mappings.end();
  --it;
  return address - it->first < it->second.bytes ? it : all.mappings.end();
}

void protect(uintptr_t start, const Mapping &mapping) {
  mprotect(reinterpret_cast<void *>(start), mapping.bytes,
           mapping.isOpen() ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void lend(Guard &all, uintptr_t start, Mapping &mapping) {
  const bool wasOpen = mapping.isOpen();
  all.isAnyLent = mapping.isLent = true;
  if (!wasOpen) // else another thread was faster
    protect(start, mapping);
}

void leaveOnce(Guard &all) {
  if (--all.inside || !all.isAnyLent)
    return;
  for (auto &[start, mapping] : all.mappings)
    if (std::exchange(mapping.isLent, false) && !mapping.hostMay)
      protect(start, mapping);
  all.isAnyLent = false;
}

} // namespace

void enableHostGuard() {
  (void)guard();
  guardsHost = true;
  ensureFaultHandlers();
}

void guardFromHost(void *start, size_t bytes, bool hostMay) {
  if (!guardsHost)
    return;
  Locked locked;
  const bool isLent = !hostMay && locked.all.inside; // closed with the others
  locked.all.isAnyLent |= isLent;
  Mapping &mapping = locked.all.mappings[uintptr_t(start)];
  mapping = {bytes, isLent, hostMay};
  protect(uintptr_t(start), mapping);
}

void unguardFromHost(void *start) {
  if (!guardsHost)
    return;
  Locked locked;
  locked.all.mappings.erase(uintptr_t(start));
}

static void setHostMay(uintptr_t start, Mapping &mapping, bool may) {
  if (std::exchange(mapping.hostMay, may) != may && !mapping.isLent)
    protect(start, mapping);
}

void setHostMay(void *start, bool may) {
  Locked locked;
  auto it = locked.all.mappings.find(uintptr_t(start));
  if (it != locked.all.mappings.end())
    setHostMay(it->first, it->second, may);
}

void openToHost(uintptr_t address) {
  if (!guardsHost)
    return;
  Locked locked;
  if (auto it = mappingOf(locked.all, address); it != locked.all.mappings.end())
    setHostMay(it->first, it->second, true);
}

void DeviceAccess::enter() {
  if (depth++)
    return;
  Worker::makeKnown();
  Locked locked;
  ++locked.all.inside;
}

void DeviceAccess::leave() {
  if (!depth || --depth) // none: strict mode began in between, in cuInit
    return;
  Locked locked;
  leaveOnce(locked.all);
}

void DeviceAccess::openAll() {
  if (!guardsHost)
    return;
  Locked locked;
  for (auto &[start, mapping] : locked.all.mappings)
    lend(locked.all, start, mapping);
}

HostAccess::HostAccess() {
  if (!guardsHost || !depth)
    return;
  depth_ = depth;
  depth = 0;
  Locked locked;
  leaveOnce(locked.all);
}

HostAccess::~HostAccess() {
  if (!depth_)
    return;
  Locked locked;
  ++locked.all.inside;
  depth = depth_;
}

bool isInside() {
  Worker *worker = Worker::inHandler();
  return (worker && worker->isInKernel()) || (Worker::isKnown() && depth);
}

bool admitAccess(uintptr_t address) {
  if (!guardsHost)
    return false;
  const bool mayTouch = isInside();
  Locked locked;
  auto it = mappingOf(locked.all, address);
  if (it == locked.all.mappings.end())
    return false;
  if (mayTouch)
    lend(locked.all, it->first, it->second);
  return it->second.isOpen(); // of the host's accesses those that were faster than another thread
}

} // namespace anywarp::exec
