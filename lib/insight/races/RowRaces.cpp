// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/races/RowRaces.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "insight/races/Wide.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;

namespace {

// A word tells of an access: time, thread of the block, site, whether other lanes of the warp did
// the same at the same time, and four bits of the block's number.
constexpr unsigned kTimeShift = 28, kThreadShift = 18, kSiteShift = 5, kManyShift = 4;
constexpr uint64_t kTag = 15, kMany = uint64_t(1) << kManyShift;
constexpr uint32_t kMostSites = 1 << (kThreadShift - kSiteShift);
constexpr uint64_t kMostGranules = uint64_t(1) << 26; ///< of one block of memory

uint32_t threadIn(uint64_t word) { return uint32_t(word >> kThreadShift) & 1023; }
uint32_t siteIn(uint64_t word) { return uint32_t(word >> kSiteShift) & (kMostSites - 1); }
bool isWholeWarp(const Event &event, uint32_t lanes, uint32_t mask) {
  const uint32_t left = event.launch.threadsPerBlock - event.threadOf(0) / 32 * 32;
  const uint32_t whole = left >= 32 ? ~0u : (1u << left) - 1;
  return event.width == 32 && lanes == whole && (mask & whole) == whole;
}

} // namespace

bool RowRaces::suits(const SiteTable &sites, const std::vector<exec::SiteRange> &quiet) {
  auto isPlain = [](const Site &site) {
    switch (site.kind) {
    case EventKind::Load:
    case EventKind::Store:
    case EventKind::Atomic:
      return site.bytes && site.bytes % 4 == 0 &&
             !(site.flags & (exec::SiteAcquire | exec::SiteRelease | exec::SiteCluster));
    case EventKind::BarrierSync:
    case EventKind::BarrierLeave:
      return (site.flags & exec::SiteWhole) != 0;
    case EventKind::WarpSync:
    case EventKind::WarpLeave:
    case EventKind::WarpExchange:
    case EventKind::ThreadExit:
    case EventKind::ImageLoad: // looked at by Racecheck, which knows that they do not race
      return true;
    case EventKind::Fence:
      return site.instruction.starts_with("griddepcontrol");
    default:
      return false;
    }
  };
  if (sites.size() >= kMostSites)
    return false;
  for (size_t i = 0; i < sites.size(); ++i)
    if (!quiet[i].limit && !isPlain(sites[i]))
      return false;
  return true;
}

bool RowRaces::suits(const exec::LaunchState &launch) {
  const uint32_t *dim = launch.clusterDim;
  return !launch.gridWorkspace && dim[0] * dim[1] * dim[2] == 1;
}

/// The next time, as it stands in words.
uint64_t RowRaces::advance() {
  static std::atomic<uint64_t> time{0};
  return (time.fetch_add(1, std::memory_order_relaxed) + 1) << kTimeShift;
}

RowRaces::RowRaces(Memory *memory, const SiteTable &sites, Hazards &hazards, TellSighting tell)
    : memory_(memory), sites_(sites), hazards_(hazards), tell_(std::move(tell)), start_(advance()),
      places_(sites.size()) {
  for (const Site &site : sites) {
    const bool isVolatile =
        site.flags & exec::SiteVolatile || site.instruction.find(".cg") != site.instruction.npos;
    const bool hasValue = site.kind == EventKind::Store && site.bytes <= 8 &&
                          site.instruction.find(".v") == site.instruction.npos;
    facts_.push_back({site.kind <= EventKind::Atomic, site.kind != EventKind::Load,
                      (site.flags & exec::SiteStrong) != 0, isVolatile, hasValue, isSwap(site),
                      (site.flags & exec::SiteBlockScope) != 0,
                      (site.kind == EventKind::Load ||
                       (site.kind == EventKind::Store && !(site.flags & exec::SiteStrong))) &&
                          (site.space == SiteSpace::Shared || site.isOfShared)});
  }
}

RowRaces::~RowRaces() {
  for (auto &[base, lease] : leases_)
    if (!lease.own)
      lease.block->accessesInUse.clear();
}

RowRaces::Block &RowRaces::blockOf(const Event &event) {
  const uint32_t *dim = event.launch.gridDim, *at = event.block.blockIdx;
  const uint64_t id = at[0] + uint64_t(dim[0]) * (at[1] + uint64_t(dim[1]) * at[2]);
  if (lastKey_ != &event.block) {
    lastKey_ = &event.block;
    last_ = &blocks_[lastKey_];
  }
  Block &block = *last_;
  if (block.id == id)
    return block;
  block.id = id;
  block.start = block.floor = now_ = advance();
  block.tag = id & kTag;
  block.barriers = 0;
  block.rows.begin();
  block.left.assign(event.launch.warpsPerBlock * 32 / event.width, {});
  block.warps.clear();
  block.warps.resize(event.launch.warpsPerBlock);
  block.shared.resize(3 *
                      ((event.launch.totalShared + 3) / 4)); // what was there is older than `start`
  return block;
}

// -- Accesses -------------------------------------------------------------------------------------

namespace {

constexpr uint64_t kWarpBits = uint64_t(31) << (kThreadShift + 5) | kTag;
constexpr uint64_t kThreadBits = uint64_t(1023) << kThreadShift | kTag;

/// The access `earlier` happened before all that the thread of `word` does now. No branches: rows
/// of words are compared at once.
template <bool isShared>
[[gnu::always_inline]] inline uint64_t isOverFor(uint64_t earlier, const RowTimes &now,
                                                 uint64_t word) {
  const uint64_t differs = earlier ^ word;
  const uint64_t isSameThread = (differs & kThreadBits) == 0;
  const uint64_t isSameWarp = (differs & kWarpBits) == 0;
  const uint64_t isOrdered =
      uint64_t(earlier < now.floor) | isSameThread | (isSameWarp & (earlier < now.warpFloor));
  if (isShared) // of this block since it began: nobody else's are newer
    return isOrdered;
  const uint64_t isOwn = uint64_t(earlier >= now.blockStart) & ((differs & kTag) == 0);
  return uint64_t(earlier < now.start) | (isOwn & isOrdered);
}

constexpr unsigned kLanes = 8; ///< that are looked at together
constexpr uint64_t kNextThread = uint64_t(1) << kThreadShift;

/// Lanes that read side by side. False: something is to be told, and nothing was done.
template <bool isShared>
[[gnu::always_inline]] inline bool readRow(const RowWords &words, const RowTimes &now,
                                           uint64_t word) {
  uint64_t isBad = 0, hasMoved = 0, next[kLanes], nextOther[kLanes];
  for (unsigned i = 0; i < kLanes; ++i) {
    const uint64_t mine = word + i * kNextThread, read = words.read[i], other = words.other[i];
    const uint64_t differs = read ^ mine;
    const uint64_t isNear = read >= now.blockStart;
    const uint64_t isOver = isOverFor<isShared>(read, now, mine);
    const uint64_t isSameThread = isNear & ((differs & kThreadBits) == 0);
    const uint64_t isSameWarp = isNear & ((differs & kWarpBits) == 0);
    const uint64_t moves = (isOver ^ 1) & (isSameWarp ^ 1) & isOverFor<isShared>(other, now, mine);
    const uint64_t isCurrent = uint64_t(read >= now.floor) & uint64_t(read >= now.warpFloor);
    const uint64_t isWith =
        (isSameThread & isCurrent & read >> kManyShift) | ((isOver ^ 1) & isSameWarp);
    isBad |= isOverFor<isShared>(words.write[i], now, mine) ^ 1;
    const uint64_t joined = mine | (isWith & 1) << kManyShift;
    next[i] = (isOver | isSameWarp | moves) ? joined : read;
    nextOther[i] = moves ? read : other;
    hasMoved |= moves;
  }
  if (isBad)
    return false;
  std::memcpy(words.read, next, sizeof next);
  if (hasMoved) // else pages that nobody has written stay so
    std::memcpy(words.other, nextOther, sizeof nextOther);
  return true;
}

/// The same for lanes that write.
template <bool isShared>
[[gnu::always_inline]] inline bool writeRow(const RowWords &words, const RowTimes &now,
                                            uint64_t word) {
  uint64_t isBad = 0, wasRead = 0, wasReadByOther = 0;
  for (unsigned i = 0; i < kLanes; ++i) {
    const uint64_t mine = word + i * kNextThread, read = words.read[i];
    const uint64_t isAlone = ((read >> kManyShift & 1) ^ 1) | (read < now.floor);
    wasRead |= read;
    wasReadByOther |= words.other[i];
    isBad |=
        (isOverFor<isShared>(words.write[i], now, mine) & isOverFor<isShared>(read, now, mine) &
         isAlone & isOverFor<isShared>(words.other[i], now, mine)) ^
        1;
  }
  if (isBad)
    return false;
  for (unsigned i = 0; i < kLanes; ++i)
    words.write[i] = word + i * kNextThread;
  if (wasRead) // else the lines stay clean
    std::fill_n(words.read, kLanes, 0);
  if (wasReadByOther)
    std::fill_n(words.other, kLanes, 0);
  return true;
}

/// Takes so many times eight lanes; tells for how many of them it did.
using RowFunction = unsigned (*)(const RowWords &, const RowTimes &, uint64_t word, unsigned count);

template <bool isShared, bool isWrite>
[[gnu::always_inline]] inline unsigned takeRows(const RowWords &words, const RowTimes &now,
                                                uint64_t word, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const RowWords here = words.at(i * kLanes);
    const uint64_t first = word + i * kLanes * kNextThread;
    if (!(isWrite ? writeRow<isShared>(here, now, first) : readRow<isShared>(here, now, first)))
      return i;
  }
  return count;
}

template <bool isShared, bool isWrite>
unsigned takeRow(const RowWords &words, const RowTimes &now, uint64_t word, unsigned count) {
  return takeRows<isShared, isWrite>(words, now, word, count);
}

template <bool isShared, bool isWrite>
AW_WIDE unsigned takeRowWide(const RowWords &words, const RowTimes &now, uint64_t word,
                             unsigned count) {
  return takeRows<isShared, isWrite>(words, now, word, count);
}

/// What this processor does best.
template <bool isShared, bool isWrite> RowFunction rowFunction() {
  return canBeWide() ? takeRowWide<isShared, isWrite> : takeRow<isShared, isWrite>;
}

/// Lanes use one place (step 0), or elements side by side (step 4).
[[gnu::always_inline]] inline bool hasStep(const uint64_t *addresses, uint64_t step,
                                           unsigned count) {
  uint64_t differs = 0;
  for (unsigned i = 0; i < count; ++i)
    differs |= addresses[i] ^ (addresses[0] + i * step);
  return !differs;
}

} // namespace

template <bool isShared> bool RowRaces::isOver(uint64_t earlier, const Now &now, uint64_t word) {
  if (isOverFor<isShared>(earlier, now, word))
    return true;
  if ((earlier ^ word) & kWarpBits || earlier < now.blockStart || !now.warp.known)
    return false;
  return earlier >> kTimeShift << kTimeShift <
         now.warp.known[threadIn(word) % 32][threadIn(earlier) % 32];
}

template <bool isShared>
void RowRaces::meet(uint64_t earlier, const Now &now, uint64_t word, bool wasWrite, bool isWrite,
                    bool isSame) {
  const uint32_t first = siteIn(earlier), second = siteIn(word);
  const bool isOneBlock = earlier >= now.blockStart && ((earlier ^ word) & kTag) == 0;
  if (isExcused<isShared>(facts_[first], facts_[second], isOneBlock) &&
      areOfOneSize(sites_[first], sites_[second]))
    return;
  const HazardPair pair{first, second, {wasWrite, isWrite}, isSame};
  HazardCount &found = hazards_[pair];
  found.count += 4;
  const bool isBetweenWarps = ((earlier ^ word) & kWarpBits) || earlier < now.blockStart;
  found.betweenWarps |= isBetweenWarps;
  if (tell_)
    tell_({pair,
           {threadIn(earlier), threadIn(word)},
           address_,
           15,
           isShared,
           false,
           isBetweenWarps,
           *event_});
}

template <bool isShared> void RowRaces::read(Words granule, const Now &now, uint64_t word) {
  if (!isOver<isShared>(*granule.write, now, word)) [[unlikely]]
    meet<isShared>(*granule.write, now, word, true, false);
  const uint64_t known = *granule.read;
  const bool isNear = known >= now.blockStart;
  if (isOver<isShared>(known, now, word)) {
    // Others that read before the last sync are over.
    const bool isCurrent = known >= std::max(now.floor, now.warpFloor);
    const bool isOwn = isNear && !((known ^ word) & kThreadBits);
    *granule.read = word | (isOwn && isCurrent ? known & kMany : 0);
  } else if (isNear && !((known ^ word) & kWarpBits)) {
    *granule.read = word | kMany;
  } else if (isOver<isShared>(*granule.other, now, word)) {
    *granule.other = known;
    *granule.read = word;
  } // else two warps are known: a third one adds nothing
}

template <bool isShared>
void RowRaces::write(Words granule, const Now &now, uint64_t word, bool isSame) {
  if (!isOver<isShared>(*granule.write, now, word))
    meet<isShared>(*granule.write, now, word, true, true, isSame);
  for (uint64_t earlier : {*granule.read, *granule.other})
    // Another lane of the warp may have read, too, since the last sync.
    if (!isOver<isShared>(earlier, now, word) ||
        (earlier & kMany && earlier >= std::max(now.floor, now.warpFloor)))
      meet<isShared>(earlier, now, word, false, true);
  // What else a thread wrote tells more than its atomic operations behind.
  const uint64_t known = *granule.write, least = isShared ? now.floor : now.start;
  const bool isKept = facts_[siteIn(word)].isStrong && known >= std::max(least, now.blockStart) &&
                      !((known ^ word) & kThreadBits) && !facts_[siteIn(known)].isStrong;
  if (!isKept)
    *granule.write = word;
  *granule.read = 0;
  if (*granule.other) // else pages that nobody has written stay so
    *granule.other = 0;
}

/// The memory around an address.
const RowRaces::Place &RowRaces::find(uint32_t site, uint64_t address) {
  Place &place = places_[site];
  if (address >= place.base && address < place.end)
    return place;
  place = Place();
  if (!memory_)
    return place;
  BlockRef block = memory_->find(address);
  const size_t granules = block ? (block->end() + 3) / 4 - block->base / 4 : 0;
  if (!block || granules > kMostGranules)
    return place;
  auto [it, isNew] = leases_.try_emplace(block->base, Lease{block, {nullptr, &std::free}});
  Lease &lease = it->second;
  if (lease.block != block) // freed, and given out again
    return place;
  if (isNew) {
    if (block->accessesInUse.test_and_set())
      lease.own.reset(std::calloc(Words::bytesFor(granules), 1));
    else if (!block->accesses)
      block->accesses.reset(std::calloc(Words::bytesFor(granules), 1));
  }
  auto *all = static_cast<uint64_t *>(lease.own ? lease.own.get() : block->accesses.get());
  if (!all)
    return place;
  place = {block->base, block->end(), Words(all, granules), false,
           block->kind != insight::Block::Kind::Managed &&
               block->kind != insight::Block::Kind::Host};
  return place;
}

/// Where addresses from `low` to `high` lie; with base > end where that is not one place.
RowRaces::Place RowRaces::placeOf(const Event &event, Block &block, const Site &site, uint64_t low,
                                  uint64_t high) {
  const auto window = reinterpret_cast<uint64_t>(event.block.shared);
  if (site.space != SiteSpace::Global && low >= window && high <= window + event.launch.totalShared)
    return {window, window + event.launch.totalShared,
            Words(block.shared.data(), block.shared.size() / 3), true, true};
  if (site.space == SiteSpace::Shared)
    return {};
  const Place &place = find(event.site, low);
  return high <= place.end ? place : Place();
}

/// Lanes that use one place.
template <bool isShared>
void RowRaces::lanesAt(const Event &event, const Site &site, const Facts &facts, const Place &place,
                       const Now &now, uint32_t lanes) {
  static const RowFunction rows[] = {rowFunction<isShared, false>(), rowFunction<isShared, true>()};
  const RowFunction row = rows[facts.isWrite];
  const uint64_t origin = place.base / 4, bytes = site.bytes;
  while (lanes) {
    const auto lane = uint32_t(__builtin_ctz(lanes));
    const uint64_t address = event.a[lane], word = now.word + lane * kNextThread;
    const Words words = place.words.at(address / 4 - origin);
    const bool isFull = lane % kLanes == 0 && (lanes >> lane & 0xff) == 0xff;
    const bool isPlain = !facts.isWrite || !facts.isStrong;
    if (isFull && isPlain && bytes == 4 && !now.warp.known) {
      const unsigned count = lanes == ~0u && hasStep(event.a, 4, 32) ? 4
                             : hasStep(event.a + lane, 4, kLanes)    ? 1
                                                                     : 0;
      if (const unsigned done = count ? row(words, now, word, count) : 0) {
        lanes &= ~uint32_t(((uint64_t(1) << kLanes * done) - 1) << lane);
        continue;
      }
    }
    if (isFull && (!facts.isWrite || facts.isStrong) && hasStep(event.a + lane, 0, kLanes)) {
      for (uint64_t i = 0; i < bytes / 4; ++i) { // two of them tell as much as all
        address_ = address + 4 * i;
        for (const uint64_t mine : {word, word + kNextThread})
          if (facts.isWrite)
            write<isShared>(words.at(i), now, mine, false);
          else
            read<isShared>(words.at(i), now, mine);
      }
      lanes &= lanes == ~0u && hasStep(event.a, 0, 32) ? 0 : ~(0xffu << lane);
      continue;
    }
    lanes &= lanes - 1;
    bool isSame = false;
    if (facts.hasValue && place.isReadable)
      isSame = writesSame(event, lane, bytes, *words.write, word);
    for (uint64_t i = 0; i < bytes / 4; ++i) {
      address_ = address + 4 * i;
      if (facts.isWrite)
        write<isShared>(words.at(i), now, word, isSame);
      else
        read<isShared>(words.at(i), now, word);
    }
  }
}

/// A store writes what is there already. What the write before left still is: events come before
/// their instructions.
bool RowRaces::writesSame(const Event &event, uint32_t lane, uint64_t bytes, uint64_t written,
                          uint64_t word) {
  const uint64_t value = event.b ? event.b[lane] : 0, address = event.a[lane];
  const uint32_t other = threadIn(written) - event.threadOf(0);
  if (written >> kTimeShift == word >> kTimeShift && siteIn(written) == event.site &&
      !((written ^ word) & kTag) && other < event.width && event.lanes >> other & 1 &&
      event.a[other] == address) // a lane of this very row
    return value == (event.b ? event.b[other] : 0);
  return !std::memcmp(reinterpret_cast<const void *>(address), &value, bytes);
}

RowRaces::Now RowRaces::nowOf(const Event &event, const Block &block) const {
  const Warp &warp = block.warps[event.threadOf(0) / 32];
  return {{start_, block.start, block.floor, warp.floor},
          now_ | uint64_t(event.threadOf(0)) << kThreadShift | uint64_t(event.site) << kSiteShift |
              block.tag,
          warp};
}

/// From here to the next barrier words tell. Those of rows so far do not race with each other.
void RowRaces::endRows(const Event &event, Block &block) {
  const auto start = reinterpret_cast<uint64_t>(event.block.shared);
  const Place window{start, start + event.launch.totalShared,
                     Words(block.shared.data(), block.shared.size() / 3), true, true};
  block.rows.end(start, [&](const SharedRow &row, const uint64_t *addresses) {
    const Event earlier{event.launch, event.block, event.width, row.first / event.width,
                        row.site,     row.lanes,   addresses,   nullptr};
    event_ = &earlier;
    lanesAt<true>(earlier, sites_[row.site], facts_[row.site], window, nowOf(earlier, block),
                  row.lanes);
  });
}

void RowRaces::access(const Event &event, const Site &site, const Facts &facts, Block &block) {
  if (facts.isRow &&
      block.rows.take({event.site, event.threadOf(0), event.lanes, site.bytes, facts.isWrite},
                      event.width, event.a, reinterpret_cast<uint64_t>(event.block.shared),
                      event.launch.totalShared))
    return;
  const uint64_t bytes = site.bytes;
  const Now now = nowOf(event, block);
  uint64_t low = event.a[0], high = low, bits = low;
  const auto eights = [&] { // rows of eight
    for (unsigned i = 0; i < 32; i += kLanes)
      if (!hasStep(event.a + i, 4, kLanes))
        return false;
    return true;
  };
  if (event.width == 32 && event.lanes == ~0u && eights()) {
    for (unsigned i = 0; i < 32; i += kLanes) {
      low = std::min(low, event.a[i]);
      high = std::max(high, event.a[i] + 4 * (kLanes - 1));
      bits |= event.a[i];
    }
  } else {
    low = ~uint64_t(0);
    high = bits = 0;
    for (uint32_t lanes = event.lanes; lanes; lanes &= lanes - 1) {
      const uint64_t address = event.a[__builtin_ctz(lanes)];
      low = std::min(low, address);
      high = std::max(high, address);
      bits |= address;
    }
  }
  if (bits % 4)
    return;
  auto take = [&](const Place &place, uint32_t lanes) {
    if (place.isShared && !block.rows.isOver())
      endRows(event, block);
    event_ = &event;
    if (place.isShared)
      lanesAt<true>(event, site, facts, place, now, lanes);
    else if (place.words.write)
      lanesAt<false>(event, site, facts, place, now, lanes);
  };
  Place place = placeOf(event, block, site, low, high + bytes);
  if (place.words.write)
    return take(place, event.lanes);
  for (uint32_t lanes = event.lanes; lanes; lanes &= lanes - 1) {
    const uint64_t address = event.a[__builtin_ctz(lanes)];
    take(placeOf(event, block, site, address, address + bytes), lanes & -lanes);
  }
}

// -- Synchronisation ------------------------------------------------------------------------------

/// Lanes that come together as a whole warp are ordered at once; others leave what they know.
void RowRaces::warpSync(const Event &event, Block &block) {
  const uint32_t first = event.threadOf(0), shift = first % 32;
  Warp &warp = block.warps[first / 32];
  endRows(event, block);
  now_ = advance();
  uint32_t done = 0;
  for (uint32_t lanes = event.lanes; lanes; lanes = event.lanes & ~done) {
    const uint32_t mask = event.a ? uint32_t(event.a[__builtin_ctz(lanes)]) : 0;
    uint32_t same = 0;
    for (uint32_t lane = 0; lane < event.width; ++lane)
      same |= uint32_t((event.a ? uint32_t(event.a[lane]) : 0) == mask) << lane;
    same &= lanes;
    done |= same;
    if (isWholeWarp(event, same, mask)) {
      warp.floor = now_;
      continue;
    }
    if (!warp.known)
      warp.known = std::make_unique<uint64_t[][32]>(32);
    std::vector<uint64_t> &meeting = warp.meetings[mask];
    meeting.resize(32);
    for (uint32_t lane = 0; lane < event.width; ++lane)
      if (same >> lane & 1) {
        for (uint32_t other = 0; other < 32; ++other)
          meeting[other] = std::max(meeting[other], warp.known[lane + shift][other]);
        meeting[lane + shift] = now_;
      }
  }
}

void RowRaces::warpLeave(const Event &event, Block &block) {
  const uint32_t first = event.threadOf(0), shift = first % 32;
  Warp &warp = block.warps[first / 32];
  for (uint32_t lane = 0; lane < event.width; ++lane) {
    if (!(event.lanes >> lane & 1))
      continue;
    auto it = warp.meetings.find(event.a ? uint32_t(event.a[lane]) : 0);
    for (uint32_t other = 0; it != warp.meetings.end() && other < 32; ++other)
      warp.known[lane + shift][other] =
          std::max(warp.known[lane + shift][other], it->second[other]);
  }
}

/// The first that leaves tells that all have come.
void RowRaces::barrierLeave(const Event &event, Block &block) {
  Block::Left &left = block.left[event.piece];
  if (event.lanes == ~0u)
    ++left.whole;
  else
    for (uint32_t lanes = event.lanes; lanes; lanes &= lanes - 1)
      left.most = std::max(left.most, ++left.lanes[__builtin_ctz(lanes)]);
  if (left.whole + left.most <= block.barriers)
    return;
  ++block.barriers;
  block.floor = now_ = advance();
  block.rows.begin();
}

void RowRaces::on(const Event &event) {
  if (!event.lanes)
    return;
  const Site &site = sites_[event.site];
  const Facts &facts = facts_[event.site];
  Block &block = blockOf(event);
  if (facts.isAccess) {
    if (event.a && site.space != SiteSpace::Local && site.space != SiteSpace::Const)
      access(event, site, facts, block);
    return;
  }
  switch (site.kind) {
  case EventKind::BarrierLeave:
    return barrierLeave(event, block);
  case EventKind::WarpSync:
    return warpSync(event, block);
  case EventKind::WarpLeave:
    return warpLeave(event, block);
  default:
    return;
  }
}

} // namespace anywarp::insight
