// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What racecheck knows of the threads, barriers and words of a cluster that runs: vector clocks of
// what each has seen happen.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/MbarrierAbi.h"
#include "insight/races/Granules.h"
#include "insight/races/HeldCopies.h"

namespace anywarp::insight {

/// A proxy fence: what it orders before bulk copies that come after it.
struct ProxyFence {
  Epoch epoch;
  Clocks known;
};

struct Thread {
  Clocks known;
  uint32_t clock = 1, warpRound = 0;
  uint32_t asyncClock = 0;      ///< of the copies it asked for
  std::vector<uint32_t> groups; ///< asyncClock at each commit
  /// For relaxed accesses around fences: by fences of any scope in the block, and by those of more
  /// than the block's beyond it.
  Clocks fenced[2], pending[2];
  bool hasFence = false, hasPending = false;
  uint32_t arrived[16] = {}; ///< rounds of barriers
  uint32_t clusterRound = 0;
  bool hasMet = false;                ///< the others of its cluster at their barrier
  std::deque<ProxyFence> proxyFences; ///< the last ones
};

/// Who waits for a phase learns from those that arrived in it. The object itself tells which phase
/// is open.
struct Mbarrier {
  Clocks phases[2]; ///< by parity
  uint32_t open = 0;

  Clocks &openPhase(uint64_t address) {
    const uint32_t parity = exec::MbarrierWord::parity(address);
    if (parity != open)
      phases[parity] = Clocks();
    open = parity;
    return phases[parity];
  }
  const Clocks &lastPhase(uint64_t address) const {
    return phases[1 - exec::MbarrierWord::parity(address)];
  }
};

struct Barrier {
  uint32_t round = 0;
  Clocks arrived[2]; ///< of rounds, by parity
};

/// Of another block's shared memory.
struct RemoteAccess {
  uint32_t site = 0, clock = 0;
  uint64_t bytes = 0, offset = 0;
  std::string thread;
};

/// What the releases tell that a word's value comes from.
struct Word : Clocks {
  std::set<uint64_t> releasers; ///< threads

  void release(uint64_t thread, const Clocks &clocks) {
    join(clocks);
    releasers.insert(thread);
  }
  /// A store of `thread`. Who reads its value has not observed what only others released before;
  /// where the thread is one of several, all is kept.
  void overwrite(uint64_t thread) {
    if (!releasers.contains(thread))
      *this = {};
  }
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
      warps;                                  ///< by warp and mask: lanes that come singly
  std::unordered_map<uint64_t, Word> objects; ///< words released, by address
  std::unordered_map<uint64_t, Mbarrier> mbarriers;
  /// Words of global memory released in block scope, by the block's rank and address.
  std::map<std::pair<uint32_t, uint64_t>, Word> blockObjects;
  bool hasAsync = false;
  bool hasRelaxed = false; ///< arrivals at its barrier that release nothing
  /// Accesses to other blocks, by thread and rank: the last is to be over when the block ends.
  std::map<std::pair<uint32_t, uint32_t>, RemoteAccess> remote;
  std::vector<Clocks> ended; ///< what the threads of each block knew when they ended
  HeldCopies held;
  ClusterShape shape() const { return {id, threads, uint32_t(all.size())}; }
};

} // namespace anywarp::insight
