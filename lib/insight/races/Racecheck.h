// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch under racecheck. Racecheck.cpp receives the events, QuietSites.cpp finds the places
// that need none, RaceAccesses.cpp compares accesses, RaceOrder.cpp follows what orders them.
#pragma once

#include <cstring>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "insight/Sanitizer.h"
#include "insight/races/BiasedLock.h"
#include "insight/races/Children.h"
#include "insight/races/RaceState.h"
#include "insight/races/RowRaces.h"

namespace anywarp::insight {

inline bool isRead(const Site &site) {
  return site.kind == exec::EventKind::Load || site.kind == exec::EventKind::CopyLoad ||
         site.kind == exec::EventKind::BulkLoad || site.kind == exec::EventKind::ImageLoad;
}

/// Only in shared memory, as far as is known.
inline bool isSharedOnly(const Site &site) {
  return site.space == exec::SiteSpace::Shared ||
         (site.space == exec::SiteSpace::Generic && site.isOfShared && site.roots.empty() &&
          !site.isOfElse && !site.isOfVariable);
}

/// The block of the cluster whose shared memory holds the address, or ~0.
inline uint32_t rankOf(const exec::Event &event, const Cluster &cluster, uint64_t address) {
  for (uint32_t r = 0; r < cluster.shared.size(); ++r)
    if (address - reinterpret_cast<uint64_t>(event.block.clusterShared[r]) <
        event.launch.totalShared)
      return r;
  return ~0u;
}

class Racecheck final : public Watch {
public:
  Racecheck(Sanitizer &sanitizer, LaunchFacts facts);
  exec::Verdict on(const exec::Event &event) override;
  void begin(const exec::LaunchState &launch, const exec::BlockState &) override;
  exec::SiteRange *ranges(uint32_t) override { return quiet_.data(); }
  void finish(const exec::LaunchState &) override;
  std::shared_ptr<Launched> launched(uint64_t block, uint32_t thread, uint64_t stream,
                                     uintptr_t buffer) override;

private:
  Cluster &clusterOf(const exec::Event &event);
  void remote(const exec::Event &event, Cluster &cluster, uint32_t lane, uint32_t rank,
              uint64_t bytes, uint64_t offset);
  void reportRemote(const RemoteAccess &access, const char *why);
  void endCluster(Cluster &cluster);
  void accessLane(const exec::Event &event, const Site &site, Cluster &cluster, uint32_t lane);
  template <typename Find>
  void touch(Cluster &cluster, uint64_t offset, uint64_t bytes, Access access, Find find);
  GlobalGranule *globalGranule(uint64_t index);
  bool isBefore(const Cluster &cluster, const Epoch &earlier, const Clocks &own,
                uint32_t index) const;
  bool isProxied(const Cluster &cluster, const Epoch &write, uint32_t index) const;
  void meet(Cluster &cluster, const Access &earlier, const Access &now, uint8_t bytes,
            uint64_t granule, bool lacksProxy = false);
  void tell(const Sighting &sighting);
  const exec::Event *event_ = nullptr; ///< the one that is looked at
  unsigned told_ = 0;
  void strong(const exec::Event &event, Cluster &cluster, const Site &site, uint32_t index,
              uint64_t address, bool isShared);
  static bool isStrong(const Site &site) {
    return site.flags & (exec::SiteStrong | exec::SiteVolatile) ||
           site.instruction.find(".cg") != site.instruction.npos;
  }
  Clocks release(Cluster &cluster, uint32_t index);
  void warpSync(const exec::Event &event, Cluster &cluster);
  void warpLeave(const exec::Event &event, Cluster &cluster);
  void barrierArrive(const exec::Event &event, Cluster &cluster, uint32_t lane);
  void barrierLeave(const exec::Event &event, Cluster &cluster, uint32_t lane);
  void clusterArrive(const exec::Event &event, const Site &site, Cluster &cluster, uint32_t index);
  void fence(const Site &site, Cluster &cluster, uint32_t index);
  void other(const exec::Event &event, const Site &site, Cluster &cluster, uint32_t lane);
  uint32_t indexOf(const exec::Event &event, const Cluster &cluster, uint32_t lane) const {
    return event.block.clusterRank * cluster.threads + event.threadOf(lane);
  }
  uint32_t warpOf(const Cluster &cluster, uint32_t index) const {
    return cluster.shape().warpOf(index);
  }
  /// What the thread does now.
  Epoch epochOf(const Cluster &cluster, uint32_t index) const {
    const Thread &thread = cluster.all[index];
    return {cluster.id, index, thread.clock,
            Clocks::at(thread.known.blocks, index / cluster.threads),
            Clocks::at(thread.known.warps, warpOf(cluster, index))};
  }
  /// The asynchronous threads of a thread: what its copies write and what they read.
  static uint32_t asyncOf(const Cluster &cluster, uint32_t index) {
    return uint32_t(cluster.all.size()) + index;
  }
  static uint32_t asyncReadsOf(const Cluster &cluster, uint32_t index) {
    return 2 * uint32_t(cluster.all.size()) + index;
  }

  bool blocksOf(const Site &site, std::vector<BlockRef> &blocks) const;
  void findWritten();
  void findQuiet();
  void findQuietShared();
  void quietenGlobal();
  bool mayImagesRace() const;
  std::vector<BlockRef> written_; ///< blocks of global memory that the grid may write
  bool isWrittenKnown_ = true, areVariablesWritten_ = false;
  bool imagesRace_ = false;
  std::vector<exec::SiteRange> quiet_; ///< by site: limit 1 where accesses cannot race
  bool isBegun_ = false;
  BiasedLock lock_;                                ///< mostly one worker runs all blocks
  static constexpr size_t kMostGranules = 1 << 19; ///< of global memory, 400 bytes each
  static constexpr uint64_t kStackBytes = 1 << 20;
  std::map<const void *, Cluster> clusters_;           ///< by where the windows are told
  std::unordered_map<uint64_t, GlobalGranule> global_; ///< by address / 4
  std::unordered_map<uint64_t, Word> objects_;         ///< words of global memory
  Hazards found_;
  std::shared_ptr<Footprint> footprint_; ///< where other commands may run at the same time
  /// Of a programmatic dependent: what threads did before they waited for the kernel before it.
  std::shared_ptr<Footprint> early_;
  std::unordered_set<uint64_t> hasWaited_; ///< blocks
  uint64_t blockNumber(const exec::Event &event) const;
  void leaveFootprint(const exec::Event &event, const Site &site);
  std::shared_ptr<Children> children_; ///< of kernels that may launch some
  std::unique_ptr<RowRaces> rows_;     ///< of kernels that it suits, instead of what is above
};

} // namespace anywarp::insight
