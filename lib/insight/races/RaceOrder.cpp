// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What orders accesses for racecheck: strong accesses to words, fences, barriers of warps, blocks
// and clusters, mbarriers, and the waits for asynchronous copies.
#include "insight/races/Racecheck.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;

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
  // Words of shared memory are their cluster's own. In block scope those of global memory are the
  // block's: others see nothing of it.
  const bool isOfBlock = !isShared && site.flags & exec::SiteBlockScope;
  Word &object = isShared    ? cluster.objects[address]
                 : isOfBlock ? cluster.blockObjects[{event.block.clusterRank, address}]
                             : objects_[address];
  auto acquire = [&](Clocks &clocks) {
    if (isShared || isOfBlock)
      clocks.join(object);
    else if (&clocks != &thread.pending[0])
      clocks.joinFromOutside(object, cluster.id);
    if (auto it = cluster.blockObjects.find({event.block.clusterRank, address});
        !isOfBlock && it != cluster.blockObjects.end())
      clocks.join(it->second);
  };
  if (reads) {
    if (isGrid || site.flags & exec::SiteAcquire)
      acquire(thread.known);
    for (Clocks &pending : thread.pending)
      acquire(pending);
    thread.hasPending = true;
  }
  const uint64_t self = cluster.id << 32 | index;
  if (site.kind == EventKind::Store && !isGrid) {
    object.overwrite(self);
    if (auto it = cluster.blockObjects.find({event.block.clusterRank, address});
        !isShared && !isOfBlock && it != cluster.blockObjects.end())
      it->second.overwrite(self);
  }
  const bool releases = isGrid || site.flags & exec::SiteRelease;
  if (!writes || !(releases || thread.hasFence))
    return;
  Clocks clocks = releases ? release(cluster, index) : thread.fenced[0];
  if (!isShared && !isOfBlock) {
    cluster.blockObjects[{event.block.clusterRank, address}].release(self, clocks);
    clocks = Clocks::seenFromOutside(releases ? std::move(clocks) : thread.fenced[1], cluster.id);
  }
  object.release(self, clocks);
}

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
  // Who only arrives goes on at once: rounds would take in what comes behind.
  if (id != 0 || (count && count < cluster.threads))
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

void Racecheck::clusterArrive(const Event &event, const Site &site, Cluster &cluster,
                              uint32_t index) {
  Thread &thread = cluster.all[index];
  thread.clusterRound = cluster.barrier.round;
  if (site.instruction.find(".relaxed") != site.instruction.npos) {
    cluster.hasRelaxed = true;
    if (thread.hasFence)
      cluster.barrier.arrived[cluster.barrier.round & 1].join(thread.fenced[1]);
    return;
  }
  cluster.barrier.arrived[cluster.barrier.round & 1].join(release(cluster, index));
  Clocks::raise(cluster.barrier.arrived[cluster.barrier.round & 1].blocks, event.block.clusterRank,
                Clocks::at(thread.known.blocks, event.block.clusterRank));
}

void Racecheck::fence(const Site &site, Cluster &cluster, uint32_t index) {
  Thread &thread = cluster.all[index];
  if (site.instruction.starts_with("griddepcontrol"))
    return;
  if (site.instruction.find("proxy.async") != site.instruction.npos) {
    constexpr size_t kKept = 8;
    const Epoch epoch = epochOf(cluster, index);
    thread.proxyFences.push_back({epoch, release(cluster, index)});
    if (thread.proxyFences.size() > kKept)
      thread.proxyFences.pop_front();
    return;
  }
  const bool isOfBlock = site.flags & exec::SiteBlockScope;
  if (thread.hasPending)
    thread.known.join(thread.pending[isOfBlock ? 0 : 1]);
  thread.fenced[0] = release(cluster, index);
  if (!isOfBlock)
    thread.fenced[1] = thread.fenced[0];
  thread.hasFence = true;
}

void Racecheck::other(const Event &event, const Site &site, Cluster &cluster, uint32_t lane) {
  const uint32_t index = indexOf(event, cluster, lane);
  Thread &thread = cluster.all[index];
  const uint64_t address = event.a ? event.a[lane] : 0;
  auto withCopies = [&](uint32_t clock) {
    Clocks clocks = release(cluster, index);
    Clocks::raise(clocks.threads, asyncOf(cluster, index), clock);
    Clocks::raise(clocks.threads, asyncReadsOf(cluster, index), clock);
    return clocks;
  };
  const bool isOfMbarrier =
      site.kind == EventKind::MbarrierInit || site.kind == EventKind::MbarrierArrive ||
      site.kind == EventKind::MbarrierPassed || site.kind == EventKind::MbarrierInval ||
      site.kind == EventKind::CopyArrive || site.kind == EventKind::BulkSignal;
  if (isOfMbarrier && rankOf(event, cluster, address) == ~0u)
    return; // nothing that could be read; the kernel faults by itself
  switch (site.kind) {
  case EventKind::BarrierSync:
  case EventKind::BarrierArrive:
    return barrierArrive(event, cluster, lane);
  case EventKind::BarrierLeave:
    return barrierLeave(event, cluster, lane);
  case EventKind::ClusterArrive:
    return clusterArrive(event, site, cluster, index);
  case EventKind::ClusterLeave:
    if (thread.clusterRound == cluster.barrier.round) {
      ++cluster.barrier.round;
      cluster.barrier.arrived[cluster.barrier.round & 1] = Clocks();
    }
    thread.known.join(cluster.barrier.arrived[thread.clusterRound & 1]);
    thread.hasMet = true;
    return;
  case EventKind::MbarrierInit:
  case EventKind::MbarrierInval:
    cluster.held.forget(address);
    cluster.mbarriers[address] = Mbarrier();
    return;
  case EventKind::MbarrierArrive:
    cluster.held.release(address);
    cluster.mbarriers[address].openPhase(address).join(release(cluster, index));
    return;
  case EventKind::CopyArrive:
  case EventKind::BulkSignal:
    cluster.mbarriers[address].openPhase(address).join(withCopies(thread.asyncClock));
    if (site.kind == EventKind::BulkSignal && event.b)
      cluster.held.hold(address, event.b[lane]);
    return;
  case EventKind::MbarrierPassed:
    if (event.b && event.b[lane])
      thread.known.join(cluster.mbarriers[address].lastPhase(address));
    else
      cluster.held.release(address);
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
    Clocks::raise(thread.known.threads, asyncReadsOf(cluster, index), over);
    if (site.instruction.find(".read") == site.instruction.npos)
      Clocks::raise(thread.known.threads, asyncOf(cluster, index), over);
    return;
  }
  case EventKind::ThreadExit:
    if (!cluster.remote.empty())
      cluster.ended[event.block.clusterRank].join(thread.known);
    return;
  case EventKind::Fence:
    return fence(site, cluster, index);
  default:
    return;
  }
}

} // namespace anywarp::insight
