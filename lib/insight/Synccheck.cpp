// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// synccheck: waits that cannot end and members that are not there. It finds barriers that only a
// part of a warp comes to while the rest waits for them, and warps that meet at different barriers.
// It finds member masks without the caller, and mbarriers that nobody made. It finds arrivals in
// the next phase of threads that cannot know that the last one is over, and phases that nobody is
// left to complete.
#include <algorithm>
#include <map>
#include <set>

#include "exec/MbarrierAbi.h"
#include "insight/Sanitizer.h"
#include "insight/Stalls.h"
#include "support/Mutex.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::Verdict;

namespace {

/// Lanes of one warp at a barrier of the whole block.
struct Arrival {
  uint32_t lanes = 0;
  uint32_t site = 0;  ///< of the last that came
  uint32_t round = 0; ///< of the cluster's barrier
};

/// A barrier that takes a part of the block: of its open round, who has come and for how many.
struct Named {
  uint32_t count = 0;
  uint32_t site = 0;                 ///< of the first
  std::map<uint32_t, uint32_t> came; ///< lanes, by warp
};

/// An mbarrier.
struct Phases {
  struct Arrival {
    uint32_t phase = 0;
    uint32_t waits = 0; ///< of the thread, by then
  };
  uint64_t expected = 0, pending = 0;
  uint32_t number = 0;                  ///< of the open phase
  uint32_t known = 0;                   ///< the phases before it were seen to be over by a thread
  std::map<uint32_t, Arrival> arrivals; ///< the last of each thread
};

struct BlockWatch {
  uint64_t id = ~uint64_t(0);
  uint32_t at[3] = {};                       ///< blockIdx
  std::vector<uint32_t> exited;              ///< lanes, by warp
  uint32_t round = 0;                        ///< of the block's barrier
  std::vector<uint32_t> rounds;              ///< that each thread arrived in last
  std::vector<Arrival> arrivals;             ///< of this round, by warp
  std::vector<std::vector<Arrival>> partial; ///< by warp: what the missing lanes will tell
  /// At the cluster's barrier: how often each thread has arrived; by warp and parity of that.
  std::vector<uint32_t> clusterRounds;
  std::vector<Arrival> clusterArrivals;
  std::vector<uint32_t> clusterWaits;   ///< of each thread
  std::map<uint64_t, Named> named;      ///< by number
  std::map<uint64_t, Phases> mbarriers; ///< those that were made, by address
  std::vector<uint32_t> waits;          ///< of each thread, for anything
  std::vector<uint32_t> last;           ///< site of the last barrier or fence and 1, by warp
  Stalls stalls;
};

constexpr uint64_t kReserved = 0x400; ///< where CUDA's shared addresses start

/// Behind these a thread may know of what others did.
constexpr bool waits(EventKind kind) {
  return kind == EventKind::MbarrierPassed || kind == EventKind::BarrierLeave ||
         kind == EventKind::ClusterLeave || kind == EventKind::WarpSync ||
         kind == EventKind::WarpExchange;
}

class Synccheck final : public Watch {
public:
  using Watch::Watch;
  Verdict on(const Event &event) override;
  void finish(const exec::LaunchState &launch) override;

protected:
  const Site *lastOf(const uint32_t *block, uint32_t thread) override;

private:
  BlockWatch &blockOf(const Event &event) AW_REQUIRES(mutex_);
  void report(const Event &event, uint32_t site, uint32_t warp, uint32_t lanes, const char *what)
      AW_REQUIRES(mutex_);
  void arrive(const Event &event, BlockWatch &block, uint32_t warp, uint32_t lanes)
      AW_REQUIRES(mutex_);
  void leave(const Event &event, BlockWatch &block) AW_REQUIRES(mutex_);
  void arriveInCluster(const Event &event, BlockWatch &block, uint32_t warp, uint32_t lanes)
      AW_REQUIRES(mutex_);
  void noteProgress(const Event &event, BlockWatch &block, uint32_t warp, uint32_t lanes)
      AW_REQUIRES(mutex_);
  void checkMask(const Event &event) AW_REQUIRES(mutex_);
  void checkCount(const Event &event, BlockWatch &block, uint32_t warp) AW_REQUIRES(mutex_);
  void checkNamed(const Event &event, BlockWatch &block, uint32_t warp, uint32_t lane)
      AW_REQUIRES(mutex_);
  void checkCluster(const Event &event, const Site &site, BlockWatch &block, uint32_t warp)
      AW_REQUIRES(mutex_);
  void reportMbarrier(const Event &event, const BlockWatch &block, uint32_t lane, uint64_t offset,
                      const char *what) AW_REQUIRES(mutex_);
  void checkMbarrier(const Event &event, const Site &site, BlockWatch &block) AW_REQUIRES(mutex_);
  void checkPhase(const Event &event, BlockWatch &block, uint32_t lane, uint64_t offset)
      AW_REQUIRES(mutex_);
  void noteWait(const Event &event, const Site &site, BlockWatch &block) AW_REQUIRES(mutex_);
  bool isStalled(const Event &event) AW_REQUIRES(mutex_);
  void reportStall(const Event &event, const BlockWatch &block) AW_REQUIRES(mutex_);

  Mutex mutex_; ///< several workers
  std::map<const exec::BlockState *, BlockWatch> blocks_ AW_GUARDED_BY(mutex_);
  std::set<std::tuple<uint64_t, uint32_t, uint32_t>>
      told_ AW_GUARDED_BY(mutex_); ///< block, site and warp
};

BlockWatch &Synccheck::blockOf(const Event &event) {
  const uint32_t *dim = event.launch.gridDim, *at = event.block.blockIdx;
  const uint64_t id = at[0] + uint64_t(dim[0]) * (at[1] + uint64_t(dim[1]) * at[2]);
  BlockWatch &block = blocks_[&event.block];
  if (block.id != id) {
    block = BlockWatch();
    block.id = id;
    std::copy(at, at + 3, block.at);
    block.exited.resize(event.launch.warpsPerBlock);
    block.arrivals.resize(event.launch.warpsPerBlock);
    block.partial.resize(event.launch.warpsPerBlock);
    block.rounds.assign(event.launch.warpsPerBlock * 32, ~0u);
    block.waits.assign(event.launch.warpsPerBlock * 32, 0);
    block.last.assign(event.launch.warpsPerBlock, 0);
    block.clusterRounds.assign(event.launch.warpsPerBlock * 32, 0);
    block.clusterArrivals.assign(event.launch.warpsPerBlock * 2, {});
    block.clusterWaits.assign(event.launch.warpsPerBlock * 32, 0);
    const uint32_t tail = event.launch.threadsPerBlock % 32;
    block.stalls.begin(event.launch.warpsPerBlock);
    if (tail) {
      block.exited.back() = ~0u << tail;
      block.stalls.rest(event.launch.warpsPerBlock - 1, block.exited.back());
    }
  }
  return block;
}

void Synccheck::report(const Event &event, uint32_t site, uint32_t warp, uint32_t lanes,
                       const char *what) {
  failed_ = true;
  if (!told_.insert({blocks_[&event.block].id, site, warp}).second)
    return;
  eachLane(lanes, [&](uint32_t lane) {
    Record record("Synccheck");
    record.text(std::string("Barrier error detected. ") + what);
    record.at(sites_[site], threadText(event.launch, event.block.blockIdx, warp * 32 + lane));
    record.fact("type", what);
    send(record);
  });
}

void Synccheck::arrive(const Event &event, BlockWatch &block, uint32_t warp, uint32_t lanes) {
  Arrival &arrival = block.arrivals[warp];
  if (arrival.lanes && !sites_[arrival.site].isAt(sites_[event.site])) {
    report(event, arrival.site, warp, arrival.lanes, "Divergent thread(s) in warp.");
    report(event, event.site, warp, lanes, "Divergent thread(s) in warp.");
  }
  arrival.lanes |= lanes;
  arrival.site = event.site;
  eachLane(lanes, [&](uint32_t lane) { block.rounds[warp * 32 + lane] = block.round; });
}

/// barrier.cluster.arrive.aligned is for whole warps; other warps may arrive elsewhere.
void Synccheck::arriveInCluster(const Event &event, BlockWatch &block, uint32_t warp,
                                uint32_t lanes) {
  eachLane(lanes, [&](uint32_t lane) {
    mutex_.assertHeld();
    const uint32_t round = block.clusterRounds[warp * 32 + lane] - 1;
    Arrival &now = block.clusterArrivals[warp * 2 + round % 2];
    if (now.round != round)
      now = {0, 0, round};
    const uint32_t bit = 1u << lane;
    if (now.lanes && !sites_[now.site].isAt(sites_[event.site])) {
      report(event, now.site, warp, now.lanes, "Divergent thread(s) in warp.");
      report(event, event.site, warp, lanes, "Divergent thread(s) in warp.");
    }
    now.lanes |= bit;
    now.site = event.site;
  });
}

/// The barrier is met: whoever did not come has ended, or ought to have come.
void Synccheck::leave(const Event &event, BlockWatch &block) {
  if (block.rounds[event.threadOf(uint32_t(__builtin_ctz(event.lanes)))] != block.round)
    return; // another thread was the first to leave
  ++block.round;
  const Arrival *first = nullptr;
  for (uint32_t warp = 0; warp < block.arrivals.size(); ++warp) {
    Arrival &arrival = block.arrivals[warp];
    if (!arrival.lanes)
      continue;
    if (first && !sites_[first->site].isAt(sites_[arrival.site])) {
      const auto firstWarp = uint32_t(first - block.arrivals.data());
      report(event, first->site, firstWarp, first->lanes, "Divergent thread(s) in block.");
      report(event, arrival.site, warp, arrival.lanes, "Divergent thread(s) in block.");
    }
    if (!first)
      first = &arrival;
    if (~(arrival.lanes | block.exited[warp]))
      block.partial[warp].push_back(arrival);
  }
  for (Arrival &arrival : block.arrivals)
    arrival = Arrival();
}

/// `lanes` do something: they had not ended when they were missed at a barrier.
void Synccheck::noteProgress(const Event &event, BlockWatch &block, uint32_t warp, uint32_t lanes) {
  for (Arrival &arrival : block.partial[warp])
    if (lanes & ~arrival.lanes)
      report(event, arrival.site, warp, arrival.lanes, "Divergent thread(s) in warp.");
  std::erase_if(block.partial[warp], [&](const Arrival &a) { return (lanes & ~a.lanes) != 0; });
}

void Synccheck::checkMask(const Event &event) {
  const uint32_t shift = event.threadOf(0) % 32, warp = event.threadOf(0) / 32;
  uint32_t wrong = 0;
  eachLane(event.lanes, [&](uint32_t lane) {
    const uint32_t mask = event.a ? uint32_t(event.a[lane]) : 0;
    wrong |= uint32_t(!(mask >> (shift + lane) & 1)) << lane;
  });
  if (wrong)
    report(event, event.site, warp, wrong << shift, "Invalid arguments.");
}

void Synccheck::checkMbarrier(const Event &event, const Site &site, BlockWatch &block) {
  eachLane(event.lanes, [&](uint32_t lane) {
    mutex_.assertHeld();
    const uint64_t address = event.a ? event.a[lane] : 0;
    const uint64_t offset = address - reinterpret_cast<uint64_t>(event.block.shared);
    if (offset >= event.launch.totalShared)
      return; // another block's
    if (site.kind == EventKind::MbarrierInit) {
      const uint64_t count = event.b ? event.b[lane] : 0;
      if (!block.mbarriers.insert_or_assign(address, Phases{count, count, 0, 0, {}}).second)
        // undefined without inval
        reportMbarrier(event, block, lane, offset, "Already initialized.");
      constexpr uint64_t kMostArrivals = (1 << 20) - 1;
      if (event.b && event.b[lane] - 1 >= kMostArrivals)
        reportMbarrier(event, block, lane, offset, "Invalid arguments.");
    } else if (site.kind == EventKind::MbarrierInval) {
      block.mbarriers.erase(address);
    } else if (!block.mbarriers.count(address)) {
      reportMbarrier(event, block, lane, offset, "Missing init.");
    } else if (site.kind == EventKind::MbarrierPassed) {
      if (Phases &phases = block.mbarriers[address]; event.b && event.b[lane])
        phases.known = phases.number;
    } else if (site.kind == EventKind::MbarrierArrive) {
      checkPhase(event, block, lane, offset);
    }
  });
}

/// A thread that arrives once more, in another phase and without any wait in between, does so by
/// accident. Another thread that waited may have told it, by memory that is not followed. Phases
/// are counted as the arrivals come: a piece may have told of several before it carries out the
/// first.
void Synccheck::checkPhase(const Event &event, BlockWatch &block, uint32_t lane, uint64_t offset) {
  const std::string &instruction = siteOf(event).instruction;
  Phases &phases = block.mbarriers[event.a[lane]];
  const uint32_t thread = event.threadOf(lane);
  auto [it, isFirst] = phases.arrivals.try_emplace(thread);
  if (!isFirst && it->second.phase != phases.number && it->second.waits == block.waits[thread] &&
      phases.known <= it->second.phase)
    reportMbarrier(event, block, lane, offset, "Missing wait.");
  it->second = {phases.number, block.waits[thread]};
  const uint64_t count = event.b && event.b[lane] ? event.b[lane] : 1;
  if (instruction.find("arrive_drop") != instruction.npos)
    phases.expected -= std::min(count, phases.expected);
  phases.pending -= std::min(count, phases.pending);
  if (phases.pending)
    return;
  phases.pending = phases.expected;
  ++phases.number;
}

void Synccheck::reportMbarrier(const Event &event, const BlockWatch &block, uint32_t lane,
                               uint64_t offset, const char *what) {
  failed_ = true;
  if (!told_.insert({block.id, event.site, 0x10000 + event.threadOf(lane)}).second)
    return;
  Record record("Synccheck");
  record.text(std::string("Barrier error detected. ") + what);
  record.at(siteOf(event), threadText(event, lane));
  record.text("    Barrier is located at shared address " + hex(offset + kReserved));
  record.fact("type", what);
  send(record);
}

/// Who waits from now on, and who goes on.
void Synccheck::noteWait(const Event &event, const Site &site, BlockWatch &block) {
  const uint32_t shift = event.threadOf(0) % 32, warp = event.threadOf(0) / 32;
  switch (site.kind) {
  case EventKind::MbarrierWait: // what it finds is told behind it
    return;
  case EventKind::MbarrierPassed:
    return eachLane(event.lanes, [&](uint32_t lane) {
      if (event.a && event.b && !event.b[lane])
        block.stalls.wait(event.threadOf(lane), {event.site, event.a[lane]});
      else
        block.stalls.goOn(warp, 1u << lane << shift);
    });
  case EventKind::BarrierSync:
  case EventKind::ClusterWait:
  case EventKind::ThreadExit:
    return block.stalls.rest(warp, event.lanes << shift);
  default:
    return block.stalls.goOn(warp, event.lanes << shift);
  }
}

/// All threads of the cluster wait or have ended, and some wait for mbarriers.
bool Synccheck::isStalled(const Event &event) {
  const uint32_t *dim = event.launch.clusterDim;
  const auto now = std::chrono::steady_clock::now();
  uint32_t blocks = 0;
  bool all = true;
  for (auto &[state, block] : blocks_) {
    bool isHere = true;
    for (unsigned i = 0; i < 3; ++i)
      isHere &= block.at[i] / dim[i] == event.block.blockIdx[i] / dim[i];
    if (!isHere)
      continue;
    ++blocks;
    const bool isLasting = block.stalls.isLasting(now);
    all = all && block.stalls.allWait() && isLasting;
  }
  return all && blocks == dim[0] * dim[1] * dim[2];
}

/// The threads of the block that wait for an mbarrier.
void Synccheck::reportStall(const Event &event, const BlockWatch &block) {
  using exec::MbarrierWord;
  failed_ = true;
  for (const auto &[thread, wait] : block.stalls.atMbarriers()) {
    const uint64_t word = __atomic_load_n(MbarrierWord::at(wait.mbarrier), __ATOMIC_RELAXED);
    const uint64_t arrivals = word >> MbarrierWord::kPendingShift & MbarrierWord::kCountMask;
    const int64_t bytes = // below 0 where a copy came before it was expected
        int64_t(word >> MbarrierWord::kBytesShift & MbarrierWord::kBytesMask) -
        MbarrierWord::kNoBytes;
    Record record("Synccheck");
    record.text("Barrier error detected. Missing arrival.");
    record.at(sites_[wait.site], threadText(event.launch, block.at, thread));
    const uint64_t offset = wait.mbarrier - reinterpret_cast<uint64_t>(event.block.shared);
    if (offset < event.launch.totalShared)
      record.text("    Barrier is located at shared address " + hex(offset + kReserved));
    record.text("    All threads of the block or cluster wait or have ended. The phase lacks " +
                std::to_string(arrivals) + " arrivals and " + std::to_string(bytes) + " bytes");
    record.fact("type", "Missing arrival.");
    send(record);
  }
}

/// Who comes to a round has to name the same number of threads.
void Synccheck::checkNamed(const Event &event, BlockWatch &block, uint32_t warp, uint32_t lane) {
  const auto count = uint32_t(event.b[lane]);
  Named &round = block.named[event.a ? event.a[lane] : 0];
  const uint32_t bit = 1u << (event.threadOf(lane) % 32);
  if (round.came.empty()) {
    round.count = count;
    round.site = event.site;
  } else if (round.count != count) {
    for (const auto &[other, lanes] : round.came)
      report(event, round.site, other, lanes, "Invalid arguments.");
    report(event, event.site, warp, bit, "Invalid arguments.");
  }
  round.came[warp] |= bit;
  uint32_t threads = 0;
  for (const auto &[other, lanes] : round.came)
    threads += uint32_t(__builtin_popcount(lanes | block.exited[other]));
  if (threads >= round.count)
    round.came.clear();
}

/// Arrivals and waits at a cluster's barrier take turns.
void Synccheck::checkCluster(const Event &event, const Site &site, BlockWatch &block,
                             uint32_t warp) {
  const bool isArrival = site.kind == EventKind::ClusterArrive;
  uint32_t wrong = 0;
  eachLane(event.lanes, [&](uint32_t lane) {
    const uint32_t thread = event.threadOf(lane);
    uint32_t &waits = block.clusterWaits[thread];
    const bool hasArrived = block.clusterRounds[thread] != waits;
    waits += hasArrived; // the second arrival stands for the missing wait
    block.clusterRounds[thread] += isArrival;
    wrong |= uint32_t(hasArrived == isArrival) << thread % 32;
  });
  if (wrong)
    report(event, event.site, warp, wrong, isArrival ? "Missing wait." : "Missing arrival.");
}

/// bar.sync and bar.arrive take whole warps, and a block has 16 barriers.
void Synccheck::checkCount(const Event &event, BlockWatch &block, uint32_t warp) {
  uint32_t wrong = 0;
  eachLane(event.lanes, [&](uint32_t lane) {
    wrong |= uint32_t((event.b && event.b[lane] % 32 != 0) || (event.a && event.a[lane] > 15))
             << lane;
  });
  if (wrong)
    report(event, event.site, warp, wrong << event.threadOf(0) % 32, "Invalid arguments.");
  else if (event.b)
    eachLane(event.lanes, [&](uint32_t lane) {
      mutex_.assertHeld();
      checkNamed(event, block, warp, lane);
    });
}

Verdict Synccheck::on(const Event &event) {
  const Site &site = siteOf(event);
  LockGuard lock(mutex_);
  BlockWatch &block = blockOf(event);
  const uint32_t shift = event.threadOf(0) % 32, warp = event.threadOf(0) / 32;
  const uint32_t lanes = event.lanes << shift;
  noteWait(event, site, block);
  if (site.kind == EventKind::MbarrierPassed && block.stalls.allWait() && isStalled(event)) {
    reportStall(event, block);
    return Verdict::Fault;
  }
  if (site.kind == EventKind::ThreadExit) {
    block.exited[warp] |= lanes;
    std::erase_if(block.partial[warp],
                  [&](const Arrival &a) { return !~(a.lanes | block.exited[warp]); });
    return Verdict::GoOn;
  }
  noteProgress(event, block, warp, lanes);
  if (site.kind > EventKind::BulkAtomic && site.kind <= EventKind::Fence)
    block.last[warp] = event.site + 1;
  if (waits(site.kind))
    eachLane(event.lanes, [&](uint32_t lane) {
      mutex_.assertHeld();
      const bool isPassed =
          site.kind != EventKind::MbarrierPassed || (event.b && event.b[lane] != 0);
      block.waits[event.threadOf(lane)] += isPassed;
    });
  const bool isWhole = (!event.a || !event.a[__builtin_ctz(event.lanes)]) && !event.b;
  switch (site.kind) {
  case EventKind::BarrierSync:
    checkCount(event, block, warp);
    if (isWhole)
      arrive(event, block, warp, lanes);
    break;
  case EventKind::BarrierArrive:
    checkCount(event, block, warp);
    break;
  case EventKind::BarrierLeave:
    if (isWhole)
      leave(event, block);
    break;
  case EventKind::ClusterWait:
    checkCluster(event, site, block, warp);
    break;
  case EventKind::ClusterArrive:
    checkCluster(event, site, block, warp);
    if (site.flags & exec::SiteAligned)
      arriveInCluster(event, block, warp, lanes);
    break;
  case EventKind::WarpSync:
  case EventKind::WarpExchange:
    checkMask(event);
    break;
  default:
    if (site.kind >= EventKind::MbarrierInit && site.kind <= EventKind::BulkSignal)
      checkMbarrier(event, site, block);
  }
  return Verdict::GoOn;
}

const Site *Synccheck::lastOf(const uint32_t *block, uint32_t thread) {
  LockGuard lock(mutex_);
  for (const auto &[state, watched] : blocks_)
    if (std::equal(block, block + 3, watched.at) && thread / 32 < watched.last.size())
      return watched.last[thread / 32] ? &sites_[watched.last[thread / 32] - 1] : nullptr;
  return nullptr;
}

void Synccheck::finish(const exec::LaunchState &) {
  LockGuard lock(mutex_);
  blocks_.clear();
}

} // namespace

std::unique_ptr<Watch> makeSynccheck(Sanitizer &sanitizer, LaunchFacts facts) {
  return std::make_unique<Synccheck>(sanitizer, std::move(facts));
}

} // namespace anywarp::insight
