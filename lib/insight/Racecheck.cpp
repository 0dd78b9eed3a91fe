// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// racecheck: accesses to shared and global memory of which one is a write and neither happens
// before the other, by the PTX memory model: barriers of blocks, warps and clusters, mbarriers,
// fences with strong accesses, releases and acquires. Asynchronous copies count as done by a thread
// of their own, which only their waits order. The front end has one worker run all blocks, in
// order.
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "insight/Clocks.h"
#include "insight/RowRaces.h"
#include "insight/Sanitizer.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;
using exec::Verdict;

namespace {

struct Access {
  Epoch epoch;
  uint32_t site = 0;
  uint8_t bytes = 0; ///< of the granule
  bool isWrite = false, isStrong = false, isAsync = false, hasValue = false;
  uint64_t value = 0;
};

/// Four bytes of shared memory: who used them lately.
struct Granule {
  static constexpr unsigned kReads = 4, kWrites = 2;
  Access reads[kReads], writes[kWrites];
  uint8_t nextRead = 0, nextWrite = 0;
};

/// The same of global memory, where there is more of it.
struct GlobalGranule {
  Access reads[2], writes[1];
  uint8_t nextRead = 0, nextWrite = 0;
};

struct Thread {
  Clocks known;
  uint32_t clock = 1, warpRound = 0;
  uint32_t asyncClock = 0;      ///< of the copies it asked for
  std::vector<uint32_t> groups; ///< asyncClock at each commit
  Clocks fenced, pending;       ///< for relaxed accesses around fences
  bool hasFence = false, hasPending = false;
  uint32_t arrived[16] = {}; ///< rounds of barriers
  uint32_t clusterRound = 0;
};

struct Barrier {
  uint32_t round = 0;
  Clocks arrived[2]; ///< of rounds, by parity
};

/// A block, or the blocks of a cluster.
struct Cluster {
  uint64_t id = ~uint64_t(0);
  uint32_t threads = 0; ///< of a block
  std::vector<Thread> all;
  std::vector<std::vector<Granule>> shared; ///< by rank
  std::vector<std::array<Barrier, 16>> barriers;
  Barrier barrier;
  std::map<std::pair<uint32_t, uint32_t>, Clocks>
      warps;                                    ///< by warp and mask: lanes that come singly
  std::unordered_map<uint64_t, Clocks> objects; ///< mbarriers and words released, by address
  bool hasAsync = false;
};

/// Mostly one worker runs all blocks: nobody waits long.
class SpinLock {
public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire))
      std::this_thread::yield();
  }
  void unlock() { flag_.clear(std::memory_order_release); }

private:
  std::atomic_flag flag_;
};

class Racecheck final : public Watch {
public:
  Racecheck(Sanitizer &sanitizer, LaunchFacts facts) : Watch(sanitizer, std::move(facts)) {
    if (RowRaces::suits(sites_))
      rows_ = std::make_unique<RowRaces>(sanitizer.memory, sites_, found_);
  }
  Verdict on(const Event &event) override;
  void finish(const exec::LaunchState &) override;

private:
  Cluster &clusterOf(const Event &event);
  void access(const Event &event, const Site &site, Cluster &cluster);
  void accessLane(const Event &event, const Site &site, Cluster &cluster, uint32_t lane);
  template <typename Find>
  void touch(Cluster &cluster, uint64_t offset, uint64_t bytes, Access access, Find find);
  GlobalGranule *globalGranule(uint64_t index);
  bool isBefore(const Cluster &cluster, const Epoch &earlier, const Thread &thread,
                uint32_t index) const;
  void meet(Cluster &cluster, const Access &earlier, const Access &now, uint8_t bytes);
  void strong(const Event &event, Cluster &cluster, const Site &site, uint32_t index,
              uint64_t address, bool isShared);
  static bool isStrong(const Site &site) {
    return site.flags & (exec::SiteStrong | exec::SiteVolatile) ||
           site.instruction.find(".cg") != site.instruction.npos;
  }
  Clocks release(Cluster &cluster, uint32_t index);
  void warpSync(const Event &event, Cluster &cluster);
  void warpLeave(const Event &event, Cluster &cluster);
  void barrierArrive(const Event &event, Cluster &cluster, uint32_t lane);
  void barrierLeave(const Event &event, Cluster &cluster, uint32_t lane);
  void other(const Event &event, const Site &site, Cluster &cluster, uint32_t lane);
  uint32_t indexOf(const Event &event, const Cluster &cluster, uint32_t lane) const {
    return event.block.clusterRank * cluster.threads + event.threadOf(lane);
  }
  uint32_t warpOf(const Cluster &cluster, uint32_t index) const {
    const uint32_t warps = (cluster.threads + 31) / 32;
    return index / cluster.threads * warps + index % cluster.threads / 32;
  }
  /// The asynchronous thread of a thread.
  static uint32_t asyncOf(const Cluster &cluster, uint32_t index) {
    return uint32_t(cluster.all.size()) + index;
  }

  SpinLock lock_;
  static constexpr size_t kMostGranules = 1 << 20; ///< of global memory, a hundred bytes each
  static constexpr uint64_t kStackBytes = 1 << 20;
  std::map<const void *, Cluster> clusters_;           ///< by where the windows are told
  std::unordered_map<uint64_t, GlobalGranule> global_; ///< by address / 4
  std::unordered_map<uint64_t, Clocks> objects_;       ///< words of global memory
  Hazards found_;
  std::unique_ptr<RowRaces> rows_; ///< of kernels that it suits, instead of what is above
};

Cluster &Racecheck::clusterOf(const Event &event) {
  const exec::LaunchState &launch = event.launch;
  Cluster &cluster = clusters_[event.block.clusterShared];
  uint64_t id = 0;
  for (int i = 2; i >= 0; --i)
    id = id * (launch.gridDim[i] / launch.clusterDim[i]) +
         event.block.blockIdx[i] / launch.clusterDim[i];
  if (cluster.id == id)
    return cluster;
  cluster = Cluster();
  cluster.id = id;
  cluster.threads = launch.threadsPerBlock;
  const uint32_t blocks = launch.clusterDim[0] * launch.clusterDim[1] * launch.clusterDim[2];
  cluster.all.resize(size_t(blocks) * cluster.threads);
  cluster.shared.assign(blocks, std::vector<Granule>((launch.totalShared + 3) / 4));
  cluster.barriers.resize(blocks);
  return cluster;
}

bool Racecheck::isBefore(const Cluster &cluster, const Epoch &earlier, const Thread &thread,
                         uint32_t index) const {
  const bool isOwn = earlier.cluster == cluster.id;
  if (isOwn && earlier.thread == index)
    return true;
  const Clocks *known = &thread.known;
  if (!isOwn) {
    auto it = known->others.find(earlier.cluster);
    if (it == known->others.end())
      return false;
    known = &it->second;
  }
  if (Clocks::at(known->threads, earlier.thread) >= earlier.clock)
    return true;
  if (earlier.thread >= cluster.all.size()) // asynchronous
    return false;
  return Clocks::at(known->blocks, earlier.thread / cluster.threads) > earlier.block ||
         Clocks::at(known->warps, warpOf(cluster, earlier.thread)) > earlier.warp;
}

void Racecheck::meet(Cluster &cluster, const Access &earlier, const Access &now, uint8_t bytes) {
  if (earlier.isStrong && now.isStrong)
    return;
  if (earlier.isWrite && now.isWrite && earlier.hasValue && now.hasValue &&
      earlier.value == now.value)
    return; // the same is written: no harm
  const auto n = uint32_t(cluster.all.size());
  HazardCount &found = found_[{earlier.site, now.site, {earlier.isWrite, now.isWrite}}];
  found.count += unsigned(__builtin_popcount(bytes));
  found.isAsync |= earlier.isAsync || now.isAsync;
  found.betweenWarps |= earlier.epoch.cluster != now.epoch.cluster;
  found.betweenWarps |=
      warpOf(cluster, earlier.epoch.thread % n) != warpOf(cluster, now.epoch.thread % n);
}

/// `find` gives the granule of a number, or null.
template <typename Find>
void Racecheck::touch(Cluster &cluster, uint64_t offset, uint64_t bytes, Access access, Find find) {
  const uint32_t index = access.epoch.thread % uint32_t(cluster.all.size());
  const Thread &thread = cluster.all[index];
  for (uint64_t at = offset & ~uint64_t(3); at < offset + bytes; at += 4) {
    auto *place = find(at / 4);
    if (!place)
      continue;
    auto &granule = *place;
    access.bytes = 0;
    for (unsigned i = 0; i < 4; ++i)
      access.bytes |= uint8_t((at + i >= offset && at + i < offset + bytes) << i);
    auto check = [&](const Access &earlier) {
      const uint8_t common = earlier.bytes & access.bytes;
      // What a copy was told to do comes after what its thread did before.
      if (earlier.epoch.thread != ~0u && common && !isBefore(cluster, earlier.epoch, thread, index))
        meet(cluster, earlier, access, common);
    };
    for (const Access &write : granule.writes)
      check(write);
    if (!access.isWrite) {
      auto known =
          std::find_if(std::begin(granule.reads), std::end(granule.reads), [&](const Access &r) {
            return r.epoch.thread == access.epoch.thread &&
                   r.epoch.cluster == access.epoch.cluster && r.bytes == access.bytes;
          });
      (known != std::end(granule.reads)
           ? *known
           : granule.reads[granule.nextRead++ % std::size(granule.reads)]) = access;
      continue;
    }
    for (Access &read : granule.reads) {
      check(read);
      if (!(read.bytes & ~access.bytes))
        read = Access();
    }
    auto known = std::find_if(std::begin(granule.writes), std::end(granule.writes),
                              [&](const Access &w) { return !(w.bytes & ~access.bytes); });
    (known != std::end(granule.writes)
         ? *known
         : granule.writes[granule.nextWrite++ % std::size(granule.writes)]) = access;
  }
}

/// Null beyond what is kept.
GlobalGranule *Racecheck::globalGranule(uint64_t index) {
  if (auto it = global_.find(index); it != global_.end())
    return &it->second;
  return global_.size() < kMostGranules ? &global_[index] : nullptr;
}

/// What thread `index` knows, itself included; what it does from now on is not in it.
Clocks Racecheck::release(Cluster &cluster, uint32_t index) {
  Thread &thread = cluster.all[index];
  Clocks clocks = thread.known;
  Clocks::raise(clocks.threads, index, thread.clock++);
  return clocks;
}

/// Synchronisation through a word: releases and acquires, and relaxed accesses around fences.
void Racecheck::strong(const Event &event, Cluster &cluster, const Site &site, uint32_t index,
                       uint64_t address, bool isShared) {
  if (!isStrong(site))
    return;
  Thread &thread = cluster.all[index];
  const bool reads = site.kind != EventKind::Store, writes = site.kind != EventKind::Load;
  // The barrier of a cooperative grid.
  const bool isGrid = event.launch.gridWorkspace && address - event.launch.gridWorkspace < 64;
  // Words of shared memory are their cluster's own.
  Clocks &object = isShared ? cluster.objects[address] : objects_[address];
  auto acquire = [&](Clocks &clocks) {
    if (isShared)
      clocks.join(object);
    else
      clocks.joinFromOutside(object, cluster.id);
  };
  if (reads) {
    if (isGrid || site.flags & exec::SiteAcquire)
      acquire(thread.known);
    acquire(thread.pending);
    thread.hasPending = true;
  }
  const bool releases = isGrid || site.flags & exec::SiteRelease;
  if (!writes || !(releases || thread.hasFence))
    return;
  Clocks clocks = releases ? release(cluster, index) : thread.fenced;
  object.join(isShared ? clocks : Clocks::seenFromOutside(std::move(clocks), cluster.id));
}

void Racecheck::accessLane(const Event &event, const Site &site, Cluster &cluster, uint32_t lane) {
  const uint32_t index = indexOf(event, cluster, lane);
  const uint64_t address = event.a[lane];
  const uint64_t bytes = site.bytes ? site.bytes : event.b ? event.b[lane] : 0;
  const bool isShared = site.space == SiteSpace::Shared || site.space == SiteSpace::Generic;
  uint32_t rank = ~0u;
  for (uint32_t r = 0; isShared && r < cluster.shared.size(); ++r)
    if (address - reinterpret_cast<uint64_t>(event.block.clusterShared[r]) <
        event.launch.totalShared)
      rank = r;
  const uint64_t stack = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t local = reinterpret_cast<uint64_t>(event.block.local);
  const uint64_t locals = uint64_t(facts_.info.localBytes) * cluster.threads;
  if (rank == ~0u && ((local && address - local < locals) || address - stack < kStackBytes))
    return; // the thread's own
  strong(event, cluster, site, index, address, rank != ~0u);
  Thread &thread = cluster.all[index];
  Access access;
  access.isAsync = site.kind >= EventKind::CopyLoad && site.kind <= EventKind::BulkAtomic;
  // In shared memory a volatile access is no excuse.
  access.isStrong = rank == ~0u ? isStrong(site) : (site.flags & exec::SiteStrong) != 0;
  access.isWrite = site.kind != EventKind::Load && site.kind != EventKind::CopyLoad &&
                   site.kind != EventKind::BulkLoad;
  access.site = event.site;
  access.hasValue = site.kind == EventKind::Store && site.bytes && site.bytes <= 8;
  access.value = access.hasValue && event.b ? event.b[lane] : 0;
  access.epoch = {cluster.id, index, thread.clock,
                  Clocks::at(thread.known.blocks, index / cluster.threads),
                  Clocks::at(thread.known.warps, warpOf(cluster, index))};
  if (access.isAsync) {
    cluster.hasAsync = true;
    access.epoch.thread = asyncOf(cluster, index);
    access.epoch.clock = ++thread.asyncClock;
  }
  if (rank == ~0u)
    return touch(cluster, address, bytes, access, [&](uint64_t at) { return globalGranule(at); });
  std::vector<Granule> &granules = cluster.shared[rank];
  touch(cluster, address - reinterpret_cast<uint64_t>(event.block.clusterShared[rank]), bytes,
        access, [&](uint64_t at) { return at < granules.size() ? &granules[at] : nullptr; });
}

// -- Synchronisation ------------------------------------------------------------------------------

/// Lanes that come together are ordered at once; others leave what they know with the warp.
void Racecheck::warpSync(const Event &event, Cluster &cluster) {
  uint32_t done = 0;
  eachLane(event.lanes, [&](uint32_t lane) {
    if (done >> lane & 1)
      return;
    const uint32_t index = indexOf(event, cluster, lane), warp = warpOf(cluster, index);
    const uint32_t mask = event.a ? uint32_t(event.a[lane]) : 0;
    uint32_t same = 0; // lanes with this mask
    eachLane(event.lanes, [&](uint32_t other) {
      same |= uint32_t((event.a ? uint32_t(event.a[other]) : 0) == mask) << other;
    });
    done |= same;
    const uint32_t first = event.threadOf(0), left = cluster.threads - first / 32 * 32;
    const uint32_t whole = left >= 32 ? ~0u : (1u << left) - 1;
    if (event.width == 32 && same == whole && (mask & whole) == whole) {
      Clocks all;
      bool hasMore = false;
      eachLane(same, [&](uint32_t other) {
        const Clocks &known = cluster.all[indexOf(event, cluster, other)].known;
        hasMore |= !known.threads.empty() || known.warps.size() > 1 || !known.others.empty();
      });
      if (hasMore)
        eachLane(same, [&](uint32_t other) {
          all.join(cluster.all[indexOf(event, cluster, other)].known);
        });
      eachLane(same, [&](uint32_t other) {
        Thread &thread = cluster.all[indexOf(event, cluster, other)];
        if (hasMore)
          thread.known = all;
        Clocks::raise(thread.known.warps, warp, ++thread.warpRound);
      });
      return;
    }
    Clocks &meeting = cluster.warps[{warp, mask}];
    eachLane(same, [&](uint32_t other) {
      meeting.join(release(cluster, indexOf(event, cluster, other)));
    });
  });
}

void Racecheck::warpLeave(const Event &event, Cluster &cluster) {
  eachLane(event.lanes, [&](uint32_t lane) {
    const uint32_t index = indexOf(event, cluster, lane);
    const uint32_t mask = event.a ? uint32_t(event.a[lane]) : 0;
    if (auto it = cluster.warps.find({warpOf(cluster, index), mask}); it != cluster.warps.end())
      cluster.all[index].known.join(it->second);
  });
}

void Racecheck::barrierArrive(const Event &event, Cluster &cluster, uint32_t lane) {
  const uint32_t id = event.a ? event.a[lane] & 15 : 0;
  const uint64_t count = event.b ? event.b[lane] : 0;
  const uint32_t index = indexOf(event, cluster, lane);
  Barrier &barrier = cluster.barriers[event.block.clusterRank][id];
  Thread &thread = cluster.all[index];
  thread.arrived[id] = barrier.round;
  Clocks &arrived = barrier.arrived[barrier.round & 1];
  if (count && count < cluster.threads)
    arrived.join(release(cluster, index));
  else { // all threads: their round counts
    if (cluster.hasAsync || !thread.known.threads.empty() || !thread.known.others.empty() ||
        cluster.shared.size() > 1)
      arrived.join(thread.known);
    Clocks::raise(arrived.blocks, event.block.clusterRank,
                  Clocks::at(thread.known.blocks, event.block.clusterRank) + 1);
  }
}

void Racecheck::barrierLeave(const Event &event, Cluster &cluster, uint32_t lane) {
  const uint32_t id = event.a ? event.a[lane] & 15 : 0;
  Barrier &barrier = cluster.barriers[event.block.clusterRank][id];
  Thread &thread = cluster.all[indexOf(event, cluster, lane)];
  if (thread.arrived[id] == barrier.round) { // the first that leaves
    ++barrier.round;
    barrier.arrived[barrier.round & 1] = Clocks();
  }
  thread.known.join(barrier.arrived[thread.arrived[id] & 1]);
}

void Racecheck::other(const Event &event, const Site &site, Cluster &cluster, uint32_t lane) {
  const uint32_t index = indexOf(event, cluster, lane);
  Thread &thread = cluster.all[index];
  const uint64_t address = event.a ? event.a[lane] : 0;
  auto withCopies = [&](uint32_t clock) {
    Clocks clocks = release(cluster, index);
    Clocks::raise(clocks.threads, asyncOf(cluster, index), clock);
    return clocks;
  };
  switch (site.kind) {
  case EventKind::BarrierSync:
  case EventKind::BarrierArrive:
    return barrierArrive(event, cluster, lane);
  case EventKind::BarrierLeave:
    return barrierLeave(event, cluster, lane);
  case EventKind::ClusterArrive:
    thread.clusterRound = cluster.barrier.round;
    cluster.barrier.arrived[cluster.barrier.round & 1].join(release(cluster, index));
    Clocks::raise(cluster.barrier.arrived[cluster.barrier.round & 1].blocks,
                  event.block.clusterRank,
                  Clocks::at(thread.known.blocks, event.block.clusterRank));
    return;
  case EventKind::ClusterLeave:
    if (thread.clusterRound == cluster.barrier.round) {
      ++cluster.barrier.round;
      cluster.barrier.arrived[cluster.barrier.round & 1] = Clocks();
    }
    thread.known.join(cluster.barrier.arrived[thread.clusterRound & 1]);
    return;
  case EventKind::MbarrierInit:
    cluster.objects[address] = Clocks();
    return;
  case EventKind::MbarrierArrive:
    cluster.objects[address].join(release(cluster, index));
    return;
  case EventKind::CopyArrive:
  case EventKind::BulkSignal:
    cluster.objects[address].join(withCopies(thread.asyncClock));
    return;
  case EventKind::MbarrierPassed:
    if (event.b && event.b[lane])
      thread.known.join(cluster.objects[address]);
    return;
  case EventKind::CopyCommit:
  case EventKind::BulkCommit:
    thread.groups.push_back(thread.asyncClock);
    return;
  case EventKind::CopyWait:
  case EventKind::BulkWait: {
    const bool isAll = site.instruction.find("wait_all") != site.instruction.npos;
    const uint64_t open = address;
    const uint32_t over = isAll ? thread.asyncClock
                          : open < thread.groups.size()
                              ? thread.groups[thread.groups.size() - 1 - open]
                              : 0;
    Clocks::raise(thread.known.threads, asyncOf(cluster, index), over);
    return;
  }
  case EventKind::Fence:
    if (thread.hasPending)
      thread.known.join(thread.pending);
    thread.fenced = release(cluster, index);
    thread.hasFence = true;
    return;
  default:
    return;
  }
}

Verdict Racecheck::on(const Event &event) {
  const Site &site = siteOf(event);
  std::lock_guard lock(lock_); // for programs that are started without the front end
  if (rows_ && RowRaces::suits(event.launch)) {
    rows_->on(event);
    return Verdict::GoOn;
  }
  Cluster &cluster = clusterOf(event);
  if (site.kind <= EventKind::BulkAtomic) {
    if (event.a && site.space != SiteSpace::Local && site.space != SiteSpace::Const)
      eachLane(event.lanes, [&](uint32_t lane) { accessLane(event, site, cluster, lane); });
  } else if (site.kind == EventKind::WarpSync) {
    warpSync(event, cluster);
  } else if (site.kind == EventKind::WarpLeave) {
    warpLeave(event, cluster);
  } else {
    eachLane(event.lanes, [&](uint32_t lane) { other(event, site, cluster, lane); });
  }
  return Verdict::GoOn;
}

/// One record for each pair of places.
void Racecheck::finish(const exec::LaunchState &) {
  for (const auto &[pair, found] : found_) {
    auto name = [&](int i) { return pair.isWrite[i] ? "Write" : "Read"; };
    const char *level = found.betweenWarps ? "Error" : "Warning";
    Record record("Analysis", level);
    record.placed(std::string(level) + ": Race reported between " + name(0) + " access at ",
                  sites_[pair.first], "");
    record.placed(std::string("    and ") + name(1) + " access at ", sites_[pair.second],
                  " [" + std::to_string(found.count) +
                      (found.count == 1 ? " hazard]" : " hazards]"));
    send(record);
  }
}

} // namespace

std::unique_ptr<Watch> makeRacecheck(Sanitizer &sanitizer, LaunchFacts facts) {
  return std::make_unique<Racecheck>(sanitizer, std::move(facts));
}

} // namespace anywarp::insight
