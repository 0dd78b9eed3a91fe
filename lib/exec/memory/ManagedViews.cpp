// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two mappings of one anonymous file.
#include "exec/memory/ManagedViews.h"

#include <fcntl.h>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

#include "exec/memory/HostGuard.h"
#include "exec/memory/Strict.h"
#include "support/Mutex.h"
#include "support/Options.h"
#include "support/Trace.h"
#include "support/os/PrivateFile.h"

namespace anywarp::exec {

bool exclusiveManaged = false, managedViews = false;
OnTouched onTouched = nullptr;
void (*onClosedManaged)(uintptr_t address) = nullptr;

namespace {

constexpr size_t kWindow = size_t(1) << kManagedBits;
constexpr size_t kPage = size_t(1) << kPageShift;

struct Window {
  int file = -1;
  Mutex mutex;
  std::map<size_t, size_t> free AW_GUARDED_BY(mutex){
      {0, kWindow}}; ///< offset → bytes, no two adjacent
};

Window &window() {
  static auto *made = new Window; // until the process is gone
  return *made;
}

bool mapAt(uintptr_t place, int file) {
  auto *wanted = reinterpret_cast<void *>(place);
  void *map =
      mmap(wanted, kWindow, PROT_NONE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file, 0);
  if (map != MAP_FAILED && map != wanted)
    munmap(map, kWindow);
  return map == wanted;
}

bool protect(size_t offset, size_t bytes, int rights) {
  return mprotect(reinterpret_cast<void *>(kManagedBase + offset), bytes, rights) == 0 &&
         mprotect(reinterpret_cast<void *>(kManagedBase + kManagedViewOffset + offset), bytes,
                  rights) == 0;
}

/// With a page behind it that nobody may touch.
size_t wholePages(size_t bytes) { return (bytes + kPage - 1) / kPage * kPage + kPage; }

void giveBack(Window &all, size_t offset, size_t bytes) AW_REQUIRES(all.mutex) {
  auto next = all.free.lower_bound(offset);
  if (next != all.free.end() && next->first == offset + bytes) {
    bytes += next->second;
    next = all.free.erase(next);
  }
  if (next != all.free.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      previous->second += bytes;
      return;
    }
  }
  all.free.emplace(offset, bytes);
}

} // namespace

/// The two views of one window.
static bool makeWindow() {
  int file = memfd_create("cuda-managed", MFD_CLOEXEC);
  if (file < 0 || !resizeFile(file, off_t(kWindow)) || !mapAt(kManagedBase, file) ||
      !mapAt(kManagedBase + kManagedViewOffset, file)) {
    report(
        "ANYWARP_CONCURRENT_MANAGED=0 and racecheck of the host are not possible here: the system "
        "gives no memory that can be seen at two addresses");
    return false;
  }
  window().file = file;
  managedViews = true;
  enableHostGuard();
  return true;
}

void enableManagedViews() {
  if (Options::get().concurrentManaged == "0" && !managedViews)
    exclusiveManaged = makeWindow();
}

void watchViews(OnTouched touched) {
  if (!isStrict() && !managedViews && makeWindow())
    onTouched = touched;
}

static void setView(uintptr_t start, size_t bytes, int rights) {
  const uintptr_t first = start / kPage * kPage, end = (start + bytes + kPage - 1) / kPage * kPage;
  mprotect(reinterpret_cast<void *>(first), end - first, rights);
}

void closeView(uintptr_t start, size_t bytes) { setView(start, bytes, PROT_NONE); }
void openView(uintptr_t start, size_t bytes) { setView(start, bytes, PROT_READ | PROT_WRITE); }

void *allocateManaged(size_t bytes) {
  if (bytes > kWindow / 2)
    return nullptr;
  const size_t pages = wholePages(bytes);
  Window &all = window();
  LockGuard lock(all.mutex);
  auto it = all.free.begin();
  while (it != all.free.end() && it->second < pages)
    ++it;
  if (it == all.free.end())
    return nullptr;
  auto [offset, room] = *it;
  if (!protect(offset, pages - kPage, PROT_READ | PROT_WRITE))
    return nullptr;
  all.free.erase(it);
  if (room > pages)
    all.free.emplace(offset + pages, room - pages);
  auto *block = reinterpret_cast<void *>(kManagedBase + offset);
  guardFromHost(block, pages - kPage, /*hostMay=*/true);
  return block;
}

void freeManaged(void *block, size_t bytes) {
  const size_t pages = wholePages(bytes),
               offset = reinterpret_cast<uintptr_t>(block) - kManagedBase;
  Window &all = window();
  LockGuard lock(all.mutex);
  unguardFromHost(block);
  (void)protect(offset, pages - kPage, PROT_NONE);
  (void)fallocate(all.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, off_t(offset),
                  off_t(pages));
  giveBack(all, offset, pages);
}

} // namespace anywarp::exec
