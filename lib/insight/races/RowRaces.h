// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// racecheck for kernels whose threads meet only at barriers of the whole block and at syncs of
// warps, which is most of them. Instead of clocks there is one time that syncs advance: an access
// is over for all threads of the block if it is older than the block's last barrier. Every four
// bytes have the last write and up to two reads, a word each. Shared memory needs them only where
// rows of threads do not tell it (IntervalRows). One thread calls at a time.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "exec/calls/Observer.h"
#include "insight/Memory.h"
#include "insight/Sites.h"
#include "insight/races/Hazards.h"
#include "insight/races/IntervalRows.h"

namespace anywarp::insight {

/// Of every four bytes; `other`: a read of another warp than `read`'s. Arrays of their own, as
/// lanes side by side are looked at together.
struct RowWords {
  uint64_t *write = nullptr, *read = nullptr, *other = nullptr;
  RowWords() = default;
  RowWords(uint64_t *all, size_t granules)
      : write(all), read(all + granules), other(all + 2 * granules) {}
  RowWords at(uint64_t granule) const {
    RowWords words(*this);
    words.write += granule;
    words.read += granule;
    words.other += granule;
    return words;
  }
  static size_t bytesFor(size_t granules) { return 3 * 8 * granules; }
};

/// Times that tell what is over: of the launch, the block, its last barrier, the warp's last sync.
struct RowTimes {
  uint64_t start, blockStart, floor, warpFloor;
};

class RowRaces {
public:
  /// The kernel has no other synchronisation than what is understood here. `quiet`, by site: limit
  /// 1 where nothing is told.
  static bool suits(const SiteTable &sites, const std::vector<exec::SiteRange> &quiet);
  static bool suits(const exec::LaunchState &launch);

  /// `memory`: null if only shared memory is looked at. `tell`: null if nobody asks for single
  /// races.
  RowRaces(Memory *memory, const SiteTable &sites, Hazards &hazards, TellSighting tell);
  ~RowRaces();
  void on(const exec::Event &event);

private:
  using Words = RowWords;
  struct Warp {
    uint64_t floor = 0; ///< of its last sync as a whole
    /// What single lanes know of others, where parts of the warp meet: times by lane.
    std::unique_ptr<uint64_t[][32]> known;
    std::map<uint32_t, std::vector<uint64_t>> meetings; ///< by mask
  };
  struct Block {
    uint64_t id = ~uint64_t(0);
    uint64_t start = 0, floor = 0; ///< times, in place for comparison with words
    uint64_t tag = 0;
    uint32_t barriers = 0; ///< that are over
    struct Left {          ///< those that a piece left as a whole, and each lane besides
      uint32_t whole = 0, most = 0;
      uint32_t lanes[32] = {};
    };
    std::vector<Left> left; ///< by piece
    std::vector<Warp> warps;
    std::vector<uint64_t> shared; ///< three words for each granule of the window
    IntervalRows rows;            ///< since the last barrier; else words tell
  };
  struct Place { ///< memory that a site used last
    uint64_t base = 1, end = 0;
    Words words;
    bool isShared = false, isReadable = true;
  };
  /// What an access is compared with.
  struct Now : RowTimes {
    uint64_t word; ///< of the first thread of the piece
    const Warp &warp;
  };
  struct Facts {
    bool isAccess, isWrite, isStrong, isVolatile, hasValue, isSwap, isOfBlock;
    bool isRow; ///< plainly of shared memory
  };

  static uint64_t advance();
  Block &blockOf(const exec::Event &event);
  Now nowOf(const exec::Event &event, const Block &block) const;
  void endRows(const exec::Event &event, Block &block);
  void access(const exec::Event &event, const Site &site, const Facts &facts, Block &block);
  template <bool isShared>
  void lanesAt(const exec::Event &event, const Site &site, const Facts &facts, const Place &place,
               const Now &now, uint32_t lanes);
  Place placeOf(const exec::Event &event, Block &block, const Site &site, uint64_t low,
                uint64_t high);
  const Place &find(uint32_t site, uint64_t address);
  template <bool isShared> void read(Words granule, const Now &now, uint64_t word);
  template <bool isShared> void write(Words granule, const Now &now, uint64_t word, bool isSame);
  template <bool isShared> static bool isOver(uint64_t earlier, const Now &now, uint64_t word);
  template <bool isShared> bool isExcused(const Facts &a, const Facts &b, bool isOneBlock) const {
    return ((isOneBlock || !(a.isOfBlock || b.isOfBlock)) &&
            areSynchronising(a.isStrong, a.isVolatile, b.isStrong, b.isVolatile, isShared)) ||
           (a.isSwap && !b.isWrite) || (b.isSwap && !a.isWrite);
  }
  template <bool isShared>
  void meet(uint64_t earlier, const Now &now, uint64_t word, bool wasWrite, bool isWrite,
            bool isSame = false);
  static bool writesSame(const exec::Event &event, uint32_t lane, uint64_t bytes, uint64_t written,
                         uint64_t word);
  void barrierLeave(const exec::Event &event, Block &block);
  void warpSync(const exec::Event &event, Block &block);
  void warpLeave(const exec::Event &event, Block &block);

  Memory *const memory_;
  const SiteTable &sites_;
  Hazards &hazards_;
  const TellSighting tell_;
  const exec::Event *event_ = nullptr; ///< the one that is looked at
  uint64_t address_ = 0;               ///< of the granule that is
  const uint64_t start_;               ///< what is older is of an earlier launch
  uint64_t now_ = 0;                   ///< of the last sync
  std::vector<Facts> facts_;
  std::vector<Place> places_; ///< by site
  std::unordered_map<const void *, Block> blocks_;
  const void *lastKey_ = nullptr;
  Block *last_ = nullptr;
  struct Lease {
    BlockRef block;
    std::unique_ptr<void, decltype(&std::free)> own; ///< where another launch has the block's
  };
  std::unordered_map<uintptr_t, Lease> leases_;
};

} // namespace anywarp::insight
