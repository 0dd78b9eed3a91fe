// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mappings that are inaccessible to the host.
#include "exec/HostGuard.h"

#include <atomic>
#include <map>
#include <sys/mman.h>
#include <utility>

#include "exec/Faults.h"
#include "exec/Worker.h"

namespace anywarp::exec {

bool guardsHost = false;

namespace {

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
  bool isLent;  ///< open until those inside have left
  bool hostMay; ///< the program may touch it
  bool isOpen() const { return isLent || hostMay; }
};

struct Guard {
  SpinLock lock; ///< guards everything below
  std::map<uintptr_t, Mapping> mappings;
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

void setHostMay(void *start, bool may) {
  Locked locked;
  auto it = locked.all.mappings.find(uintptr_t(start));
  if (it == locked.all.mappings.end() || std::exchange(it->second.hostMay, may) == may)
    return;
  if (!it->second.isLent)
    protect(it->first, it->second);
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

bool admitAccess(uintptr_t address) {
  if (!guardsHost)
    return false;
  Worker *worker = Worker::inHandler();
  const bool isInside = (worker && worker->isInKernel()) || (Worker::isKnown() && depth);
  Locked locked;
  auto it = locked.all.mappings.upper_bound(address);
  if (it == locked.all.mappings.begin())
    return false;
  --it;
  if (address - it->first >= it->second.bytes)
    return false;
  if (isInside)
    lend(locked.all, it->first, it->second);
  return it->second.isOpen(); // of the host's accesses those that were faster than another thread
}

} // namespace anywarp::exec
