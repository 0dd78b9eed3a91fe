// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcheck: every access of a kernel lies in memory that it may use, and is aligned. The piece of a
// wrong access ends there, as a warp does on a GPU; other pieces go on.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>

#include "insight/ImageAccess.h"
#include "insight/Sanitizer.h"
#include "insight/TensorParts.h"
#include "support/Mutex.h"

namespace anywarp::insight {

using namespace std::chrono_literals;
using exec::Event;
using exec::EventKind;
using exec::SiteSpace;
using exec::Verdict;

namespace {

/// What a worker found last: most accesses are to few blocks.
struct Found {
  uint64_t generation = 0;
  uintptr_t base[4] = {}, end[4] = {};
  unsigned next = 0;
};
thread_local Found found;

const char *accessName(EventKind kind) {
  switch (kind) {
  case EventKind::Load:
  case EventKind::CopyLoad:
  case EventKind::BulkLoad:
  case EventKind::ImageLoad:
    return "read";
  case EventKind::Store:
  case EventKind::CopyStore:
  case EventKind::BulkStore:
  case EventKind::ImageStore:
    return "write";
  default:
    return "atomic";
  }
}

class Memcheck final : public Guarded {
public:
  Memcheck(Sanitizer &sanitizer, LaunchFacts facts) : Guarded(sanitizer, std::move(facts)) {
    findMeant();
  }
  Verdict on(const Event &event) override;

private:
  enum class Where : uint8_t { Global, Shared, Remote, Local, Constant, Param };
  struct Place {
    Where where;
    bool isValid;
    uint64_t shown; ///< the address as CUDA has it
    uint32_t rank = 0;
  };
  /// The part of the shared window that the site's addresses belong to.
  struct Part {
    uint64_t begin, end;
  };
  static Part partOf(const Event &event, const Site &site) {
    const uint64_t total = event.launch.totalShared, begin = site.partStart;
    return {begin, std::min(total, begin + site.partBytes)};
  }
  /// The blocks that the parameters point to which a site's addresses are made from; none: not
  /// known.
  using Meant = std::vector<BlockRef>;
  void findMeant();
  bool isMeant(uint32_t site, uintptr_t base) const {
    const Meant &meant = meant_[site];
    return meant.empty() || std::any_of(meant.begin(), meant.end(),
                                        [&](const BlockRef &block) { return block->base == base; });
  }
  bool allInKnownBlock(const Event &event, const Site &site) const;
  Place placeOf(const Event &event, const Site &site, uint64_t address, uint64_t bytes,
                uint32_t thread) const;
  bool isUsable(const Event &event, uint64_t address, uint64_t bytes) const;
  void report(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
              const Place &place, bool isMisaligned);
  void tellNearest(Record &record, uint64_t address, uint64_t bytes) const;
  bool isLate();
  void reportTrap(const Event &event, const Site &site);
  Verdict check(const Event &event, const Site &site);
  Verdict checkImages(const Event &event, const Site &site);
  void fail();
  void noteVisit(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
                 const Place &place);
  bool isVisited(const Block &block) const {
    return sanitizer_.settings.streamRaces.any() && block.made.number &&
           block.made.stream != facts_.moment.stream;
  }
  Record recordOf(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
                  const Place &place, const char *what) const;
  void learn(const Event &event, const Site &site, uint64_t generation);
  std::vector<Meant> meant_; ///< by site
  std::atomic<int64_t> failedAt_{INT64_MAX};
  std::atomic<uint64_t> events_{0};
  std::atomic<bool> isLate_{false};
};

/// Of memory that only one allocation has: host memory and mappings may lie side by side.
static bool isSingle(const Block &block) {
  return block.kind == Block::Kind::Device || block.kind == Block::Kind::Managed ||
         block.kind == Block::Kind::Pool;
}

void Memcheck::findMeant() {
  meant_.resize(std::max<size_t>(sites_.size(), 1));
  std::map<uint32_t, BlockRef> known; // by parameter
  constexpr uint64_t kMostNumber = uint64_t(1) << 32;
  for (size_t i = 0; i < sites_.size(); ++i) {
    const Site &site = sites_[i];
    bool isKnown = !site.isOfElse && !site.isOfShared && !site.isOfVariable;
    for (const uint32_t root : site.roots) {
      uint64_t address = 0;
      isKnown &= root + sizeof address <= facts_.paramBytes;
      if (!isKnown)
        break;
      std::memcpy(&address, static_cast<const char *>(facts_.params) + root, sizeof address);
      auto [it, isNew] = known.try_emplace(root);
      if (isNew && address >= kMostNumber)
        it->second = sanitizer_.memory.find(address);
      if (it->second)
        meant_[i].push_back(it->second);
      isKnown &= it->second ? isSingle(*it->second) : address < kMostNumber;
    }
    if (!isKnown)
      meant_[i].clear();
  }
}

/// The common case, decided without a lock: all lanes in one block that was found before.
bool Memcheck::allInKnownBlock(const Event &event, const Site &site) const {
  if (!site.bytes || !event.a || site.space == SiteSpace::Local)
    return false;
  uint64_t low = ~uint64_t(0), high = 0, bits = 0;
  if (event.lanes == ~0u) {
    for (uint32_t lane = 0; lane < 32; ++lane) {
      low = std::min(low, event.a[lane]);
      high = std::max(high, event.a[lane]);
      bits |= event.a[lane];
    }
  } else {
    eachLane(event.lanes, [&](uint32_t lane) {
      low = std::min(low, event.a[lane]);
      high = std::max(high, event.a[lane]);
      bits |= event.a[lane];
    });
  }
  if (bits & (site.bytes - 1))
    return false;
  const auto window = reinterpret_cast<uint64_t>(event.block.shared);
  const Part part = partOf(event, site);
  if (site.space != SiteSpace::Global && low >= window + part.begin &&
      high + site.bytes <= window + part.end)
    return true;
  if (site.space == SiteSpace::Shared || found.generation != sanitizer_.memory.generation())
    return false;
  for (unsigned i = 0; i < 4; ++i)
    if (low >= found.base[i] && high + site.bytes <= found.end[i])
      return isMeant(event.site, found.base[i]);
  return false;
}

/// In a block of the driver's or of the heap, or in what the launch itself brings along.
bool Memcheck::isUsable(const Event &event, uint64_t address, uint64_t bytes) const {
  const uint64_t generation = sanitizer_.memory.generation();
  if (BlockRef block = sanitizer_.memory.find(address);
      block && block->kind != Block::Kind::Array && block->isUsable &&
      block->contains(address, bytes)) {
    if (isSingle(*block) && !isMeant(event.site, block->base))
      return false;
    if (isVisited(*block)) // each access is looked at
      return true;
    if (found.generation != generation)
      found = Found{generation};
    if (std::find(std::begin(found.base), std::end(found.base), block->base) ==
        std::end(found.base)) {
      const unsigned i = found.next++ % 4;
      found.base[i] = block->base;
      found.end[i] = block->end();
    }
    return true;
  }
  auto isIn = [&](uint64_t base, uint64_t size) {
    return base && address >= base && address - base <= size && bytes <= size - (address - base);
  };
  constexpr uint64_t kWorkspace = 64, kStack = 1 << 20;
  // Functions that are called through pointers or by themselves have local memory on the stack.
  const auto stack = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  return isIn(reinterpret_cast<uint64_t>(event.launch.params), facts_.paramBytes) ||
         isIn(event.launch.gridWorkspace, kWorkspace) || isIn(stack, kStack);
}

Memcheck::Place Memcheck::placeOf(const Event &event, const Site &site, uint64_t address,
                                  uint64_t bytes, uint32_t thread) const {
  constexpr uint64_t kReserved = 0x400; // where CUDA's shared addresses start
  constexpr uint64_t kNear = 8 << 20;   // a window is meant that is so close
  const uint64_t total = event.launch.totalShared;
  auto offsetIn = [&](const char *window) { return address - reinterpret_cast<uint64_t>(window); };
  auto fits = [&](uint64_t offset, uint64_t size) {
    return offset <= size && bytes <= size - offset;
  };
  const uint64_t own = offsetIn(event.block.shared);
  const Part part = partOf(event, site);
  const bool isInPart = own >= part.begin && fits(own, part.end);
  if (site.space == SiteSpace::Shared && !(site.flags & exec::SiteCluster))
    return {Where::Shared, isInPart, own + kReserved};
  if (site.space == SiteSpace::Shared || site.space == SiteSpace::Generic) {
    if (own < total)
      return {Where::Shared, isInPart, own + kReserved};
    const uint32_t *dim = event.launch.clusterDim;
    const uint32_t blocks = dim[0] * dim[1] * dim[2];
    for (uint32_t rank = 0; blocks > 1 && rank < blocks; ++rank)
      if (const uint64_t offset = offsetIn(event.block.clusterShared[rank]);
          offset < total || (offset < total + 4096 && !isUsable(event, address, bytes)))
        return {rank == event.block.clusterRank ? Where::Shared : Where::Remote,
                fits(offset, total), offset + kReserved, rank};
    if (site.space == SiteSpace::Shared || (own < total + 4096 && !isUsable(event, address, bytes)))
      return {Where::Shared, false, own + kReserved};
  }
  if (site.space == SiteSpace::Local || site.space == SiteSpace::Generic) {
    const uint64_t each = facts_.info.localBytes, all = each * event.launch.threadsPerBlock;
    const uint64_t offset = event.block.local ? offsetIn(event.block.local) : ~uint64_t(0);
    if (offset < all)
      return {Where::Local, offset / each == thread && fits(offset % each, each), offset};
    if (site.space == SiteSpace::Local ||
        (all && offset + kNear < all + 2 * kNear && !isUsable(event, address, bytes)))
      return {Where::Local, isUsable(event, address, bytes), offset};
  }
  return {site.space == SiteSpace::Const   ? Where::Constant
          : site.space == SiteSpace::Param ? Where::Param
                                           : Where::Global,
          isUsable(event, address, bytes), address};
}

void Memcheck::tellNearest(Record &record, uint64_t address, uint64_t bytes) const {
  const Memory &memory = sanitizer_.memory;
  BlockRef heap = memory.nearest(address, /*heap=*/true), block = memory.nearest(address, false);
  constexpr uint64_t kClose = 8 << 20;
  if (heap && address + kClose >= heap->base && address <= heap->end() + kClose)
    return void(record.text("    and is located in the device heap"));
  if (!block)
    return;
  std::string what;
  if (address < block->end() && address + bytes > block->base)
    what = "inside";
  else if (address >= block->end())
    what = grouped(address - block->end() + 1) + " bytes after";
  else
    what = grouped(block->base - address) + " bytes before";
  record.text("    and is " + what + " the nearest allocation at " + hex(block->base) +
              " of size " + grouped(block->size) + " bytes");
}

/// What all records of an access say.
Record Memcheck::recordOf(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
                          const Place &place, const char *what) const {
  static constexpr const char *kNames[] = {"global", "shared",   "remote_shared",
                                           "local",  "constant", "param"};
  const char *space = kNames[unsigned(place.where)], *access = accessName(site.kind);
  Record record("Precise");
  record.text(std::string("Invalid __") + space + "__ " + access + " of size " +
              std::to_string(bytes) + " bytes");
  record.at(site, threadText(event, lane));
  std::string to = "    Access to " + hex(place.shown);
  if (place.where == Where::Remote)
    to += " in CTA " + std::to_string(place.rank);
  record.text(to + " is " + what);
  record.fact("space", space)
      .fact("direction", access)
      .fact("size", std::to_string(bytes))
      .fact("error", what)
      .fact("address", hex(place.shown));
  return record;
}

void Memcheck::report(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
                      const Place &place, bool isMisaligned) {
  Record record =
      recordOf(event, site, lane, bytes, place, isMisaligned ? "misaligned" : "out of bounds");
  if (place.where == Where::Global)
    tellNearest(record, event.a[lane], bytes);
  if (BlockRef block = sanitizer_.memory.find(event.a ? event.a[lane] : 0);
      block && place.where == Where::Global && !isMeant(event.site, block->base)) {
    const Block &meant = *meant_[event.site].front();
    record.text("    The address is made from a pointer into the allocation at " + hex(meant.base) +
                " of size " + grouped(meant.size) + " bytes");
  }
  send(record);
}

/// Stream-ordered memory that another stream's kernel uses: its allocation has to come before, and
/// its free after.
void Memcheck::noteVisit(const Event &event, const Site &site, uint32_t lane, uint64_t bytes,
                         const Place &place) {
  constexpr size_t kMost = 4096;
  if (place.where != Where::Global || !sanitizer_.settings.streamRaces.any())
    return;
  BlockRef block = sanitizer_.memory.find(event.a[lane]);
  if (!block || !isVisited(*block))
    return;
  const auto &races = sanitizer_.settings.streamRaces;
  if (races.beforeAlloc && !block->made.isBefore(facts_.moment)) {
    Record record =
        recordOf(event, site, lane, bytes, place, "potentially accessed before it is allocated");
    return send(record);
  }
  LockGuard lock(block->visitsMutex);
  if (!races.afterFree || block->visits.size() >= kMost)
    return;
  Record record =
      recordOf(event, site, lane, bytes, place, "potentially accessed after it is freed");
  record.host("kernel launch time", facts_.host);
  block->visits.push_back({facts_.moment, std::move(record)});
}

/// Some time after the first error: what is left may wait for a piece that has ended.
bool Memcheck::isLate() {
  constexpr uint64_t kStride = 256;
  constexpr std::chrono::seconds kPatience{1};
  if (isLate_.load(std::memory_order_relaxed))
    return true;
  if (events_.fetch_add(1, std::memory_order_relaxed) % kStride)
    return false;
  const bool late =
      std::chrono::steady_clock::now().time_since_epoch().count() - failedAt_ > kPatience / 1ns;
  isLate_.store(late, std::memory_order_relaxed);
  return late;
}

/// Accesses like this one need not come here again.
void Memcheck::learn(const Event &event, const Site &site, uint64_t generation) {
  exec::SiteRange &range = rangeOf(event);
  const uint64_t address = event.a[__builtin_ctz(event.lanes)];
  if (site.space == SiteSpace::Shared)
    std::atomic_ref(range.limit).store(1);
  else if (BlockRef block = sanitizer_.memory.find(address);
           block && block->kind != Block::Kind::Array && block->isUsable && !isVisited(*block))
    sanitizer_.memory.open(range, *block, *block, alignOf(site.bytes), event.span, generation);
  if (failed_.load()) // every piece comes here from now on, so that it can be ended
    std::atomic_ref(range.limit).store(0);
}

Verdict Memcheck::on(const Event &event) {
  const Site &site = siteOf(event);
  if (failed() && isLate()) [[unlikely]]
    return Verdict::EndPiece;
  if (site.kind == EventKind::Trap)
    reportTrap(event, site);
  if (isOfImages(site))
    return checkImages(event, site);
  if (site.kind > EventKind::BulkAtomic || !event.lanes)
    return Verdict::GoOn;
  if (site.flags & exec::SiteTensor && !event.isPart)
    return eachPart(event, site, [this](const Event &part) { return on(part); });
  const uint64_t generation = sanitizer_.memory.generation();
  if (!allInKnownBlock(event, site))
    if (const Verdict verdict = check(event, site); verdict != Verdict::GoOn)
      return verdict;
  if (event.span && event.a && site.space != SiteSpace::Local && !failed())
    learn(event, site, generation);
  return Verdict::GoOn;
}

/// Here, not by the fault: the site knows the functions that were inlined.
void Memcheck::reportTrap(const Event &event, const Site &site) {
  if (!event.lanes || isTrapTold_.exchange(true))
    return;
  Record record("Precise");
  record.text("Trace/breakpoint trap");
  record.at(site, threadText(event, uint32_t(__builtin_ctz(event.lanes))));
  send(record);
}

void Memcheck::fail() {
  if (failed_.exchange(true))
    return;
  failedAt_ = std::chrono::steady_clock::now().time_since_epoch().count();
  sanitizer_.memory.closeRanges(this);
}

Verdict Memcheck::check(const Event &event, const Site &site) {
  bool isWrong = false;
  eachLane(event.lanes, [&](uint32_t lane) {
    const uint64_t bytes = site.bytes ? site.bytes : event.b ? event.b[lane] : 0;
    if (!bytes)
      return;
    const uint64_t address = event.a ? event.a[lane] : 0;
    const bool isBulk = site.kind >= EventKind::BulkLoad;
    const uint64_t align = event.isPart ? 1 : isBulk && !site.bytes ? 16 : alignOf(bytes);
    const Place place = placeOf(event, site, address, bytes, event.threadOf(lane));
    const bool isMisaligned = place.isValid && (address & (align - 1));
    if (place.isValid && !isMisaligned)
      return noteVisit(event, site, lane, bytes, place);
    isWrong = true;
    report(event, site, lane, bytes, place, isMisaligned);
  });
  if (!isWrong)
    return Verdict::GoOn;
  fail();
  return sanitizer_.settings.dumps ? Verdict::Fault : Verdict::EndPiece;
}

/// Memory behind a texture or surface may have been freed while the object lives. What lies outside
/// is no error of a texture, and of a surface a fault.
Verdict Memcheck::checkImages(const Event &event, const Site &site) {
  struct Known {
    uint64_t generation = 0, handle = 0;
  };
  static thread_local Known known;
  const uint64_t generation = sanitizer_.memory.generation();
  if (known.generation != generation)
    known = {generation};
  bool isWrong = false;
  eachLane(event.lanes, [&](uint32_t lane) {
    const uint64_t handle = event.a[lane];
    const exec::Image *image = handle != known.handle ? exec::findImage(handle) : nullptr;
    if (!image)
      return;
    ImageBytes texel = bytesOfImage(event, site, lane);
    if (!texel.bytes)
      texel = {reinterpret_cast<uint64_t>(image->levels[0].data), image->texelBytes()};
    const BlockRef block = sanitizer_.memory.find(texel.address);
    if (block ? block->isUsable : !sanitizer_.memory.findFreed(texel.address)) {
      known.handle = handle;
      return;
    }
    isWrong = true;
    Record record = recordOf(event, site, lane, texel.bytes, {Where::Global, false, texel.address},
                             "out of bounds");
    tellNearest(record, texel.address, texel.bytes);
    send(record);
  });
  if (!isWrong)
    return Verdict::GoOn;
  fail();
  return sanitizer_.settings.dumps ? Verdict::Fault : Verdict::EndPiece;
}

} // namespace

std::unique_ptr<Watch> makeMemcheck(Sanitizer &sanitizer, LaunchFacts facts) {
  return std::make_unique<Memcheck>(sanitizer, std::move(facts));
}

} // namespace anywarp::insight
