// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// initcheck: every byte of global, shared and local memory that a kernel reads was written before.
// Kernels go on after an error.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <sys/mman.h>

#include "exec/images/Image.h"
#include "insight/Sanitizer.h"
#include "insight/TensorParts.h"
#include "support/Mutex.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;
using exec::Verdict;

namespace {

/// Memory that a block of threads has as long as it runs.
enum class Window : uint8_t { None, Shared, Local };

/// Where an access lies.
struct Place {
  Block *block = nullptr; ///< null: of memory that nobody looks after
  Window window = Window::None;
};

class Initcheck final : public Guarded {
public:
  using Guarded::Guarded;
  Verdict on(const Event &event) override;
  void begin(const exec::LaunchState &launch, const exec::BlockState &block) override;

private:
  Place placeOf(const Event &event, const Site &site, uint64_t address, uint64_t bytes);
  Block *blockOf(uint64_t address, uint64_t bytes);
  Block *windowOf(uint64_t base, uint64_t address, uint64_t bytes);
  void renew(const char *base, uint64_t bytes);
  void fill(const Event &event, const Site &site);
  bool takeRow(const Event &event, const Site &site, bool reads, bool writes);
  void learn(const Event &event, const Site &site, uint64_t generation);
  void report(const Event &event, const Site &site, uint32_t lane, uint64_t bytes, uint64_t address,
              const Place &place = {});
  void image(const Event &event, const Site &site, uint32_t lane);
  uint64_t localBytes(const exec::LaunchState &launch) const {
    return uint64_t(facts_.info.localBytes) * launch.threadsPerBlock;
  }
  Mutex mutex_;
  /// By where they begin. The map is guarded; its blocks are not, and stay where they are.
  std::map<uint64_t, Block> windows_ AW_GUARDED_BY(mutex_);
};

/// Of the last block found; it lives while the generation is the same.
struct Last {
  uint64_t generation = 0;
  BlockRef block;
};

Block *Initcheck::blockOf(uint64_t address, uint64_t bytes) {
  static thread_local Last last;
  const uint64_t generation = sanitizer_.memory.generation();
  if (last.generation == generation && last.block && last.block->contains(address, bytes))
    return last.block.get();
  BlockRef block = sanitizer_.memory.find(address);
  if (!block || !block->contains(address, bytes))
    return nullptr;
  last = {generation, std::move(block)};
  return last.block.get();
}

// -- Windows --------------------------------------------------------------------------------------

/// Pages of what kernels keep themselves, for a window with some room around it: a kernel may miss.
static uint8_t *mapWritten(const char *base, uint64_t bytes) {
  constexpr uint64_t kPage = 4096, kRoom = 64 << 10;
  static Mutex mutex;
  static std::set<uint64_t> &pages AW_GUARDED_BY(mutex) = *new std::set<uint64_t>;
  const auto start = uint64_t(reinterpret_cast<int64_t>(base) + exec::kWrittenOffset);
  LockGuard lock(mutex);
  for (uint64_t page = (start - kRoom) / kPage * kPage; page < start + bytes + kPage; page += kPage)
    if (pages.insert(page).second &&
        mmap(reinterpret_cast<void *>(page), kPage, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
             0) != reinterpret_cast<void *>(page)) {
      std::fputs("compute-sanitizer: no memory to follow shared and local memory\n", stderr);
      std::_Exit(1);
    }
  return reinterpret_cast<uint8_t *>(start);
}

/// Another block of threads has the window.
void Initcheck::renew(const char *base, uint64_t bytes) {
  if (!base || !bytes)
    return;
  Block *window;
  {
    LockGuard lock(mutex_);
    window = &windows_[reinterpret_cast<uint64_t>(base)];
  }
  if (window->size < bytes) {
    uint8_t *written = mapWritten(base, bytes);
    window->written =
        decltype(window->written)(written, [](void *) noexcept {}); // for all launches
  }
  window->base = reinterpret_cast<uint64_t>(base);
  window->size = bytes;
  std::memset(window->written.get(), 0, bytes);
}

void Initcheck::begin(const exec::LaunchState &launch, const exec::BlockState &block) {
  renew(block.shared, launch.totalShared);
  renew(block.local, localBytes(launch));
}

/// The window, if it is known and the access lies inside.
Block *Initcheck::windowOf(uint64_t base, uint64_t address, uint64_t bytes) {
  LockGuard lock(mutex_);
  auto it = windows_.find(base);
  return it != windows_.end() && it->second.contains(address, bytes) ? &it->second : nullptr;
}

Place Initcheck::placeOf(const Event &event, const Site &site, uint64_t address, uint64_t bytes) {
  const uint64_t total = event.launch.totalShared, locals = localBytes(event.launch);
  const auto local = reinterpret_cast<uint64_t>(event.block.local);
  if (site.space != SiteSpace::Global) {
    const uint32_t *dim = event.launch.clusterDim, blocks = dim[0] * dim[1] * dim[2];
    for (uint32_t rank = 0; total && rank < blocks; ++rank)
      if (const auto base = reinterpret_cast<uint64_t>(event.block.clusterShared[rank]);
          address - base < total)
        return {windowOf(base, address, bytes), Window::Shared};
    if (local && address - local < locals)
      return {windowOf(local, address, bytes), Window::Local};
    if (site.space != SiteSpace::Generic) // on the stack
      return {};
  }
  return {blockOf(address, bytes)};
}

/// Nothing is known of what was written there: to the end of the window, or of the thread's memory.
void Initcheck::fill(const Event &event, const Site &site) {
  eachLane(event.lanes, [&](uint32_t lane) {
    const uint64_t each = facts_.info.localBytes;
    const bool isLocal = site.space == SiteSpace::Local;
    const uint64_t address =
        isLocal ? reinterpret_cast<uint64_t>(event.block.local) + each * event.threadOf(lane)
                : event.a[lane];
    Place place = placeOf(event, site, address, isLocal ? each : 1);
    if (place.block && place.window != Window::None)
      std::memset(place.block->written.get() + (address - place.block->base), kWritten,
                  isLocal ? each : place.block->end() - address);
  });
}

// -- Accesses -------------------------------------------------------------------------------------

/// Only plain stores tell what members are like. Kernels know the marks of windows, too.
uint8_t markOf(const Site &site, const Place &place, uint64_t bytes) {
  return site.kind == EventKind::Store && place.window == Window::None ? widthMark(bytes)
                                                                       : kWritten;
}

/// Bits of a mask whose bytes are not written.
bool hasHole(const uint8_t *written, uint64_t bytes, uint32_t used) {
  if (bytes == 4 && (used & 15) == 15) {
    uint32_t word;
    std::memcpy(&word, written, sizeof word);
    return ((word - 0x01010101) & ~word & 0x80808080) != 0; // a byte is 0
  }
  for (uint64_t i = 0; i < bytes; ++i)
    if (!written[i] && (i >= 32 || used >> i & 1))
      return true;
  return false;
}

void Initcheck::report(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
                       uint64_t address, const Place &place) {
  constexpr uint64_t kReserved = 0x400; // where CUDA's shared addresses start
  const std::string space = site.kind == EventKind::ImageLoad ? "texture"
                            : place.window == Window::Shared  ? "shared"
                            : place.window == Window::Local   ? "local"
                                                              : "global";
  if (place.window != Window::None)
    address -= place.block->base;
  if (place.window == Window::Shared)
    address += kReserved;
  Record record("Initcheck");
  record.text("Uninitialized __" + space + "__ memory read of size " + std::to_string(bytes) +
              " bytes");
  record.at(site, threadText(event, lane));
  record.text("    Address " + hex(address));
  record.fact("space", space)
      .fact("size", std::to_string(bytes))
      .fact("direction", "read")
      .fact("address", hex(address));
  send(record);
}

/// Texels of linear memory are known one by one. An array counts as a whole: it is told when nobody
/// has written any of it.
void Initcheck::image(const Event &event, const Site &site, uint32_t lane) {
  const exec::Image *image = exec::findImage(event.a[lane]);
  const auto start = image ? reinterpret_cast<uint64_t>(image->levels[0].data) : 0;
  BlockRef block = start ? sanitizer_.memory.find(start) : nullptr;
  if (!block || !block->written)
    return;
  const uint64_t bytes = image->texelBytes();
  uint8_t *written = block->written.get() + (start - block->base);
  if (site.kind == EventKind::ImageStore) {
    std::memset(written, kWritten, block->end() - start);
    return;
  }
  if (!image->isBuffer || !event.b) {
    if (block->initialisedAround(start).second > start ||
        std::any_of(written, written + (block->end() - start), [](uint8_t mark) { return mark; }))
      return;
    return report(event, site, lane, bytes, start);
  }
  const uint64_t at = uint64_t(uint32_t(event.b[lane])) * bytes;
  if (uint32_t(event.b[lane]) < image->levels[0].size[0] && block->contains(start + at, bytes) &&
      hasHole(written + at, bytes, ~0u))
    report(event, site, lane, bytes, start + at);
}

Verdict Initcheck::on(const Event &event) {
  const Site &site = siteOf(event);
  if (site.kind == EventKind::ImageLoad || site.kind == EventKind::ImageStore) {
    eachLane(event.lanes, [&](uint32_t lane) { image(event, site, lane); });
    return Verdict::GoOn;
  }
  if (site.kind == EventKind::BulkStore && !event.b) {
    fill(event, site);
    return Verdict::GoOn;
  }
  const bool isBarrier = site.kind == EventKind::MbarrierInit;
  if ((site.kind > EventKind::BulkAtomic && !isBarrier) || !event.a)
    return Verdict::GoOn;
  if (site.flags & exec::SiteTensor && !event.isPart)
    return eachPart(event, site, [this](const Event &part) { return on(part); });
  const bool isAtomic = site.kind == EventKind::Atomic || site.kind == EventKind::BulkAtomic;
  const bool reads = isAtomic || site.kind == EventKind::Load || site.kind == EventKind::CopyLoad ||
                     site.kind == EventKind::BulkLoad;
  const bool writes = isAtomic || !reads;
  const uint64_t generation = sanitizer_.memory.generation();
  if (!takeRow(event, site, reads, writes)) {
    // Lanes that the first of them makes initialised still read what nobody had written.
    for (int pass = 0; pass < 2; ++pass)
      eachLane(event.lanes, [&](uint32_t lane) {
        const uint64_t bytes = site.bytes ? site.bytes : event.b ? event.b[lane] : 0;
        const Place place = bytes ? placeOf(event, site, event.a[lane], bytes) : Place();
        Block *block = place.block;
        if (!block || !block->written)
          return;
        uint8_t *written = block->written.get() + (event.a[lane] - block->base);
        // Padding stands behind a member.
        const bool isPadded = site.flags & exec::SiteStructure && *written;
        if (pass == 0 && reads && !isPadded && hasHole(written, bytes, site.used))
          report(event, site, lane, bytes, event.a[lane], place);
        if (pass == 1 && writes)
          std::memset(written, markOf(site, place, bytes), bytes);
      });
  }
  if (event.span && event.lanes)
    learn(event, site, generation);
  return Verdict::GoOn;
}

/// Lanes side by side in one block, with nothing to report: all at once. False: they are not.
bool Initcheck::takeRow(const Event &event, const Site &site, bool reads, bool writes) {
  const uint64_t first = event.a[0], bytes = site.bytes;
  if (event.width < 32 || event.lanes != ~0u || !bytes)
    return false;
  uint64_t differs = 0;
  for (uint32_t lane = 0; lane < 32; ++lane)
    differs |= event.a[lane] ^ (first + lane * bytes);
  const Place place = differs ? Place() : placeOf(event, site, first, 32 * bytes);
  Block *block = place.block;
  if (!block)
    return false;
  if (!block->written)
    return true;
  uint8_t *written = block->written.get() + (first - block->base);
  if (reads && std::memchr(written, 0, 32 * bytes))
    return false;
  if (writes)
    std::memset(written, markOf(site, place, bytes), 32 * bytes);
  return true;
}

/// Accesses of initialised bytes need not come here.
void Initcheck::learn(const Event &event, const Site &site, uint64_t generation) {
  const uint64_t address = event.a[__builtin_ctz(event.lanes)];
  const Place place = placeOf(event, site, address, site.bytes);
  Block *block = place.block;
  if (!block || place.window != Window::None)
    return;
  Memory::Part part(*block);
  if (block->written) {
    auto [begin, end] = block->initialisedAround(address);
    part = {begin, end};
  }
  sanitizer_.memory.open(rangeOf(event), *block, part, alignOf(site.bytes), event.span, generation);
}

} // namespace

std::unique_ptr<Watch> makeInitcheck(Sanitizer &sanitizer, LaunchFacts facts) {
  return std::make_unique<Initcheck>(sanitizer, std::move(facts));
}

} // namespace anywarp::insight
