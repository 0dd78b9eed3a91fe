// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that kernels may use, as the watched program has it. Blocks are known by address, with
// where they were allocated. Those freed lately stay. initcheck has a byte for each byte.
// Thread-safe.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "exec/ObserveAbi.h"
#include "insight/Moment.h"
#include "insight/Record.h"
#include "support/Mutex.h"

namespace anywarp::insight {

/// Of a byte that a store of so many bytes wrote; kWritten where that is not known.
constexpr uint8_t kWritten = 1;
constexpr uint8_t widthMark(size_t bytes) {
  return std::has_single_bit(bytes) ? uint8_t(kWritten + 1 + std::countr_zero(bytes)) : kWritten;
}
/// 0 if it is not known.
constexpr size_t widthOf(uint8_t mark) {
  return mark > kWritten ? size_t(1) << (mark - kWritten - 1) : 0;
}

struct Block {
  enum class Kind : uint8_t {
    Device,
    Managed,
    Pool,
    Graph,
    Variable,
    Array,
    Host,
    Mapped,
    Foreign, ///< as the driver knows them
    Heap,    ///< device malloc
  };
  uintptr_t base = 0;
  size_t size = 0;
  Kind kind = Kind::Device;
  bool isUsable = true; ///< stream-ordered memory: allocated, and not freed, in stream order
  std::atomic<bool> isGivenBack{false}; ///< by the graph whose memory it is
  HostFrames allocated;                 ///< where
  HostFrames released;
  /// initcheck: a byte for each byte. 0: nobody has written it; else how (widthMark).
  std::unique_ptr<uint8_t, decltype(&std::free)> written{nullptr, &std::free};
  std::unique_ptr<void, decltype(&std::free)> accesses{nullptr, &std::free}; ///< RowRaces
  std::atomic_flag accessesInUse;                                            ///< a launch has them
  std::atomic<size_t> firstHole{0}; ///< no byte before it is uninitialised
  /// Of stream-ordered memory: where it is allocated, and what other streams did to it.
  struct Visit {
    Moment moment;
    Record record;
  };
  Moment made;
  Mutex visitsMutex;
  std::vector<Visit> visits AW_GUARDED_BY(visitsMutex);

  uintptr_t end() const { return base + size; }
  /// How many bytes from offset `hole` on, which nobody has written, may be padding of a structure
  /// whose members were stored. `limit`: what is behind is not asked for.
  size_t paddingAt(size_t hole, size_t limit) const;
  /// The initialised bytes around `address`, as far as they were looked for.
  std::pair<uintptr_t, uintptr_t> initialisedAround(uintptr_t address);
  bool contains(uintptr_t address, size_t bytes) const {
    return address >= base && address <= end() && bytes <= end() - address;
  }
};
using BlockRef = std::shared_ptr<Block>;

class Memory {
public:
  void add(BlockRef block);
  /// Null if no block starts there.
  BlockRef remove(uintptr_t base);
  /// Stream order has come to the allocation, or to the free, of a block.
  void setUsable(uintptr_t base, bool usable);
  /// Changes with every change; blocks found before are still right while it is the same.
  uint64_t generation() const { return generation_.load(std::memory_order_acquire); }
  /// The block that holds the address; null if there is none.
  BlockRef find(uintptr_t address) const;
  /// The live block closest to the address.
  BlockRef nearest(uintptr_t address, bool heap) const;
  /// A block freed lately that held the address.
  BlockRef findFreed(uintptr_t address) const;
  template <typename Visit> void visit(Visit visit) const {
    SharedLock lock(mutex_);
    for (auto &[base, block] : blocks_)
      visit(block);
  }

  /// What kernels test by themselves (exec::SiteRange), all closed; they live as long as `owner` is
  /// known.
  exec::SiteRange *addRanges(const void *owner, size_t count);
  void dropRanges(const void *owner);
  /// Opens a range for accesses of `span` bytes to a part of a block that was found when the
  /// generation was `seen`. It closes when anything is freed.
  struct Part {
    uintptr_t begin, end;
    Part(uintptr_t begin, uintptr_t end) : begin(begin), end(end) {}
    Part(const Block &block) : Part(block.base, block.end()) {}
  };
  void open(exec::SiteRange &range, const Block &block, Part part, uint64_t align, uint64_t span,
            uint64_t seen) const;
  void closeRanges(const void *owner);

private:
  struct Ranges {
    const void *owner;
    size_t count;
    std::unique_ptr<exec::SiteRange[]> all;
    void close();
  };
  static bool isOpened(const Block &block);
  mutable SharedMutex mutex_; ///< guards what follows, but not the blocks' bytes
  std::map<uintptr_t, BlockRef> blocks_ AW_GUARDED_BY(mutex_);
  std::deque<BlockRef> freed_ AW_GUARDED_BY(mutex_);
  std::vector<Ranges> ranges_ AW_GUARDED_BY(mutex_);
  std::atomic<uint64_t> generation_{1};
};

} // namespace anywarp::insight
