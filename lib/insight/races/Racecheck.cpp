// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// racecheck: accesses to shared and global memory of which one is a write and neither happens
// before the other, by the PTX memory model: barriers of blocks, warps and clusters, mbarriers,
// fences with strong accesses, releases and acquires. Asynchronous copies count as done by a thread
// of their own, which only their waits order. The front end has one worker run all blocks, in the
// order in which they are handed out.
#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "insight/ImageAccess.h"
#include "insight/Sanitizer.h"
#include "insight/TensorParts.h"
#include "insight/races/BiasedLock.h"
#include "insight/races/Children.h"
#include "insight/races/HeldCopies.h"
#include "insight/races/RowRaces.h"
#include "support/Mutex.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;
using exec::Verdict;

namespace {

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

/// Acquires, releases and fences in system scope.
bool talksToHost(const Site &site) {
  return site.flags & exec::SiteSystemScope &&
         (site.kind == EventKind::Fence || site.flags & (exec::SiteAcquire | exec::SiteRelease));
}

class Racecheck final : public Watch {
public:
  Racecheck(Sanitizer &sanitizer, LaunchFacts facts) : Watch(sanitizer, std::move(facts)) {
    quiet_.resize(std::max<size_t>(sites_.size(), 1));
    findQuietShared();
    findWritten();
    if (facts_.mayLaunch)
      children_ = std::make_shared<Children>(sites_);
    if (!facts_.moment.number && !facts_.mayLaunch && !facts_.by)
      findQuiet();
    imagesRace_ = mayImagesRace();
    if (!imagesRace_ && !facts_.mayLaunch && RowRaces::suits(sites_, quiet_))
      rows_ = std::make_unique<RowRaces>(
          sanitizer.memory, sites_, found_,
          sanitizer.settings.hazards
              ? TellSighting([this](const Sighting &sighting) { tell(sighting); })
              : TellSighting());
    if (!facts_.moment.number && !facts_.by)
      return;
    footprint_ = std::make_shared<Footprint>();
    footprint_->moment = facts_.moment;
    footprint_->sites = &sites_;
    footprint_->host = facts_.host;
    footprint_->startsOthers = std::any_of(sites_.begin(), sites_.end(), [](const Site &site) {
      return site.instruction.starts_with("griddepcontrol.launch_dependents");
    });
    footprint_->talksToHost = std::any_of(sites_.begin(), sites_.end(), talksToHost);
    if (facts_.isDependent)
      early_ = std::make_shared<Footprint>(*footprint_);
  }
  Verdict on(const Event &event) override;
  exec::SiteRange *ranges(uint32_t) override { return quiet_.data(); }
  void finish(const exec::LaunchState &) override;
  std::shared_ptr<Launched> launched(uint64_t block, uint32_t thread, uint64_t stream,
                                     uintptr_t buffer) override;

private:
  Cluster &clusterOf(const Event &event);
  void remote(const Event &event, Cluster &cluster, uint32_t lane, uint32_t rank, uint64_t bytes,
              uint64_t offset);
  void reportRemote(const RemoteAccess &access, const char *why);
  void endCluster(Cluster &cluster);
  void access(const Event &event, const Site &site, Cluster &cluster);
  void accessLane(const Event &event, const Site &site, Cluster &cluster, uint32_t lane);
  template <typename Find>
  void touch(Cluster &cluster, uint64_t offset, uint64_t bytes, Access access, Find find);
  GlobalGranule *globalGranule(uint64_t index);
  bool isBefore(const Cluster &cluster, const Epoch &earlier, const Clocks &own,
                uint32_t index) const;
  bool isProxied(const Cluster &cluster, const Epoch &write, uint32_t index) const;
  void meet(Cluster &cluster, const Access &earlier, const Access &now, uint8_t bytes,
            uint64_t granule, bool lacksProxy = false);
  void tell(const Sighting &sighting);
  const Event *event_ = nullptr; ///< the one that is looked at
  unsigned told_ = 0;
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
  bool mayImagesRace() const;
  std::vector<BlockRef> written_; ///< blocks of global memory that the grid may write
  bool isWrittenKnown_ = true, areVariablesWritten_ = false;
  bool imagesRace_ = false;
  std::vector<exec::SiteRange> quiet_;             ///< by site: limit 1 where accesses cannot race
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
  uint64_t blockNumber(const Event &event) const;
  void leaveFootprint(const Event &event, const Site &site);
  std::shared_ptr<Children> children_; ///< of kernels that may launch some
  std::unique_ptr<RowRaces> rows_;     ///< of kernels that it suits, instead of what is above
};

static bool isRead(const Site &site) {
  return site.kind == EventKind::Load || site.kind == EventKind::CopyLoad ||
         site.kind == EventKind::BulkLoad || site.kind == EventKind::ImageLoad;
}

/// Only in shared memory, as far as is known.
static bool isSharedOnly(const Site &site) {
  return site.space == SiteSpace::Shared ||
         (site.space == SiteSpace::Generic && site.isOfShared && site.roots.empty() &&
          !site.isOfElse && !site.isOfVariable);
}

/// Reads of shared memory that the block does not write at the time, if the kernel has no other
/// blocks' shared memory to read.
void Racecheck::findQuietShared() {
  if (std::any_of(sites_.begin(), sites_.end(), [](const Site &site) {
        return site.flags & exec::SiteCluster || site.kind == EventKind::ClusterArrive;
      }))
    return;
  for (size_t i = 0; i < sites_.size(); ++i)
    quiet_[i].limit = sites_[i].isBetweenReads && sites_[i].kind == EventKind::Load &&
                      isSharedOnly(sites_[i]); // copies go on behind barriers
}

static bool isGlobal(const Site &site) {
  return site.kind <= EventKind::BulkAtomic &&
         (site.space == SiteSpace::Global || site.space == SiteSpace::Generic) &&
         !isSharedOnly(site);
}

/// The blocks that a site's addresses lie in; false: not known.
bool Racecheck::blocksOf(const Site &site, std::vector<BlockRef> &blocks) const {
  const Memory &memory = sanitizer_.memory;
  for (const uint32_t root : site.roots) {
    uint64_t address = 0;
    if (root + sizeof address > facts_.paramBytes)
      return false;
    std::memcpy(&address, static_cast<const char *>(facts_.params) + root, sizeof address);
    BlockRef block = memory.find(address);
    if (block && address == block->base && memory.find(address - 1))
      return false; // it may as well be the end of the other
    if (block)
      blocks.push_back(std::move(block));
    else if (address > uint64_t(1) << 32) // else a number
      return false;
  }
  return !site.isOfElse && !site.isOfShared && !(blocks.empty() && !site.isOfVariable);
}

void Racecheck::findWritten() {
  for (const Site &site : sites_)
    if (isGlobal(site) && !isRead(site)) {
      isWrittenKnown_ &= blocksOf(site, written_);
      areVariablesWritten_ |= site.isOfVariable;
    }
  for (const BlockRef &block : written_)
    areVariablesWritten_ |= block->kind == Block::Kind::Variable;
}

/// Reads of memory that nothing in the grid writes cannot race in it.
void Racecheck::findQuiet() {
  if (!isWrittenKnown_)
    return;
  std::vector<BlockRef> read;
  for (size_t i = 0; i < sites_.size(); ++i) {
    read.clear();
    if (!isGlobal(sites_[i]) || !isRead(sites_[i]) || !blocksOf(sites_[i], read))
      continue;
    const bool isWritten = std::any_of(read.begin(), read.end(), [&](const BlockRef &block) {
      return std::find(written_.begin(), written_.end(), block) != written_.end() ||
             (block->kind == Block::Kind::Variable && areVariablesWritten_);
    });
    quiet_[i].limit = !isWritten && !(sites_[i].isOfVariable && areVariablesWritten_);
  }
}

/// Textures of linear memory that the grid may write, and surfaces that it writes.
bool Racecheck::mayImagesRace() const {
  bool hasLoads = false;
  for (const Site &site : sites_) {
    if (site.kind == EventKind::ImageStore)
      return true;
    hasLoads |= site.kind == EventKind::ImageLoad;
  }
  // Handles may lie in memory: any texture may be meant.
  return hasLoads && exec::anyImage([&](const exec::Image &image) {
           // Linear memory, also in pitched rows; arrays are written by surfaces only.
           if (image.block != exec::Image::Block::None)
             return false;
           const BlockRef block =
               sanitizer_.memory.find(reinterpret_cast<uint64_t>(image.levels[0].data));
           if (block && block->kind == Block::Kind::Array)
             return false;
           return !isWrittenKnown_ ||
                  std::find(written_.begin(), written_.end(), block) != written_.end() ||
                  (block && block->kind == Block::Kind::Variable && areVariablesWritten_);
         });
}

Cluster &Racecheck::clusterOf(const Event &event) {
  const exec::LaunchState &launch = event.launch;
  Cluster &cluster = clusters_[event.block.clusterShared];
  uint64_t id = 0;
  for (int i = 2; i >= 0; --i)
    id = id * (launch.gridDim[i] / launch.clusterDim[i]) +
         event.block.blockIdx[i] / launch.clusterDim[i];
  if (cluster.id == id)
    return cluster;
  endCluster(cluster);
  cluster = Cluster();
  cluster.id = id;
  cluster.threads = launch.threadsPerBlock;
  const uint32_t blocks = launch.clusterDim[0] * launch.clusterDim[1] * launch.clusterDim[2];
  cluster.all.resize(size_t(blocks) * cluster.threads);
  cluster.shared.assign(blocks, std::vector<Granule>((launch.totalShared + 3) / 4));
  cluster.barriers.resize(blocks);
  cluster.ended.resize(blocks);
  return cluster;
}

/// Shared memory of another block: that has to have begun, and must not have ended.
void Racecheck::remote(const Event &event, Cluster &cluster, uint32_t lane, uint32_t rank,
                       uint64_t bytes, uint64_t offset) {
  const uint32_t index = indexOf(event, cluster, lane);
  const Thread &thread = cluster.all[index];
  RemoteAccess &access = cluster.remote[{index, rank}];
  const bool isNew = access.thread.empty();
  access.site = event.site;
  access.clock = thread.clock;
  access.bytes = bytes;
  access.offset = offset;
  if (isNew)
    access.thread = threadText(event, lane);
  const auto &known = thread.known.threads;
  const size_t first = size_t(rank) * cluster.threads;
  bool hasBegun = thread.hasMet;
  for (size_t i = first; i < std::min(known.size(), first + cluster.threads); ++i)
    hasBegun |= known[i] != 0;
  if (isNew && !hasBegun)
    reportRemote(access, "that might not have entered yet");
}

void Racecheck::reportRemote(const RemoteAccess &access, const char *why) {
  constexpr uint64_t kReserved = 0x400; // where CUDA's shared addresses start
  const Site &site = sites_[access.site];
  Record record("Precise");
  record.text(std::string("Potential invalid __shared__ ") + (isRead(site) ? "read" : "write") +
              " of size " + std::to_string(access.bytes) + " bytes");
  record.at(site, access.thread);
  record.text("    Address " + hex(access.offset + kReserved) + " is located in a block " + why);
  send(record);
}

/// All blocks of the cluster are over.
void Racecheck::endCluster(Cluster &cluster) {
  for (const auto &[key, access] : cluster.remote) {
    const auto &[index, rank] = key;
    // A relaxed arrival tells nobody of memory, but accesses before it are over.
    if (!cluster.hasRelaxed && Clocks::at(cluster.ended[rank].threads, index) < access.clock)
      reportRemote(access, "that might have already exited");
  }
  cluster.remote.clear();
}

bool Racecheck::isBefore(const Cluster &cluster, const Epoch &earlier, const Clocks &own,
                         uint32_t index) const {
  return insight::isBefore(cluster.shape(), earlier, own, index);
}

/// A proxy fence stands between a write and the bulk copy that thread `index` asks for.
bool Racecheck::isProxied(const Cluster &cluster, const Epoch &write, uint32_t index) const {
  constexpr uint32_t kNobody = ~0u;
  auto orders = [&](const ProxyFence &fence) {
    return isBefore(cluster, write, fence.known, kNobody) &&
           isBefore(cluster, fence.epoch, cluster.all[index].known, index);
  };
  return std::any_of(cluster.all.begin(), cluster.all.end(), [&](const Thread &thread) {
    return std::any_of(thread.proxyFences.begin(), thread.proxyFences.end(), orders);
  });
}

void Racecheck::meet(Cluster &cluster, const Access &earlier, const Access &now, uint8_t bytes,
                     uint64_t granule, bool lacksProxy) {
  const auto n = uint32_t(cluster.all.size());
  const uint32_t threads[] = {earlier.epoch.thread % n, now.epoch.thread % n};
  const bool isOfOneBlock = earlier.epoch.cluster == now.epoch.cluster &&
                            threads[0] / cluster.threads == threads[1] / cluster.threads;
  const bool isInScope = isOfOneBlock || !((sites_[earlier.site].flags | sites_[now.site].flags) &
                                           exec::SiteBlockScope);
  if ((isInScope && areOfOneSize(sites_[earlier.site], sites_[now.site]) &&
       areSynchronising(earlier.isStrong, earlier.isVolatile, now.isStrong, now.isVolatile,
                        now.isShared)) ||
      (isSwap(sites_[earlier.site]) && !now.isWrite) ||
      (isSwap(sites_[now.site]) && !earlier.isWrite))
    return;
  const bool isSame = earlier.isWrite && now.isWrite && earlier.hasValue && now.hasValue &&
                      earlier.value == now.value;
  const HazardPair pair{earlier.site, now.site, {earlier.isWrite, now.isWrite}, isSame};
  const bool isAsync = earlier.isAsync || now.isAsync;
  const bool isBetweenWarps = earlier.epoch.cluster != now.epoch.cluster ||
                              warpOf(cluster, threads[0]) != warpOf(cluster, threads[1]);
  HazardCount &found = found_[pair];
  found.count += unsigned(__builtin_popcount(bytes));
  found.isAsync |= isAsync;
  found.lacksProxy |= lacksProxy;
  found.betweenWarps |= isBetweenWarps;
  if (sanitizer_.settings.hazards)
    tell({pair,
          {threads[0] % cluster.threads, threads[1] % cluster.threads},
          granule,
          bytes,
          now.isShared,
          isAsync,
          isBetweenWarps,
          *event_});
}

/// A record for each byte of a race. In shared memory addresses are those of the window.
void Racecheck::tell(const Sighting &sighting) {
  constexpr unsigned kMost = 20'000;
  constexpr uint64_t kReserved = 0x400; // where CUDA's shared addresses start
  const Event &event = sighting.event;
  const auto window = reinterpret_cast<uint64_t>(event.block.shared);
  const bool isInWindow = sighting.address - window < event.launch.totalShared;
  const HazardPair &pair = sighting.pair;
  const std::string level = pair.isSame ? "Info" : sighting.isBetweenWarps ? "Error" : "Warning";
  const uint32_t *block = event.block.blockIdx;
  auto triple = [](uint32_t x, uint32_t y, uint32_t z) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
  };
  for (unsigned i = 0; i < 4; ++i) {
    if (!(sighting.bytes >> i & 1) || ++told_ > kMost)
      continue;
    const uint64_t shown = sighting.isShared && isInWindow
                               ? sighting.address - window + kReserved
                               : sighting.address + (sighting.isShared ? kReserved : 0);
    Record record("Hazard", level.c_str());
    record.text(
        level + ": " + (pair.isSame ? "(Identical data being written) " : "") + "Potential " +
        (!pair.isWrite[1]  ? "RAW"
         : pair.isWrite[0] ? "WAW"
                           : "WAR") +
        " hazard detected" + (sighting.isAsync ? " (invalid memcpy_async synchronization)" : "") +
        " at __" + (sighting.isShared ? "shared" : "global") + "__ " + hex(shown + i) +
        " in block " + triple(block[0], block[1], block[2]) + " :");
    const uint32_t *dim = event.launch.blockDim;
    for (int side : {0, 1}) {
      const uint32_t t = sighting.threads[side];
      record.placed(std::string("    ") + (pair.isWrite[side] ? "Write" : "Read") + " Thread " +
                        triple(t % dim[0], t / dim[0] % dim[1], t / dim[0] / dim[1]) + " at ",
                    sites_[side ? pair.second : pair.first], "");
    }
    if (isInWindow || !sighting.isShared)
      record.text("    Current Value : " +
                  std::to_string(*reinterpret_cast<const uint8_t *>(sighting.address + i)));
    send(record);
  }
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
      if (earlier.epoch.thread == ~0u || !common)
        return;
      if (!isBefore(cluster, earlier.epoch, thread.known, index))
        meet(cluster, earlier, access, common, at);
      else if (access.isBulk && earlier.isWrite && !earlier.isAsync &&
               earlier.epoch.cluster == cluster.id && !isProxied(cluster, earlier.epoch, index))
        meet(cluster, earlier, access, common, at, /*lacksProxy=*/true);
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
    // What else a thread wrote tells more than its atomic operations behind.
    auto isKept = [&](const Access &w) {
      return access.isStrong && !w.isStrong && w.epoch.thread == access.epoch.thread &&
             w.epoch.cluster == access.epoch.cluster;
    };
    auto known =
        std::find_if(std::begin(granule.writes), std::end(granule.writes),
                     [&](const Access &w) { return !(w.bytes & ~access.bytes) && !isKept(w); });
    if (known == std::end(granule.writes) &&
        std::any_of(std::begin(granule.writes), std::end(granule.writes), isKept))
      continue;
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

/// The block of the cluster whose shared memory holds the address, or ~0.
static uint32_t rankOf(const Event &event, const Cluster &cluster, uint64_t address) {
  for (uint32_t r = 0; r < cluster.shared.size(); ++r)
    if (address - reinterpret_cast<uint64_t>(event.block.clusterShared[r]) <
        event.launch.totalShared)
      return r;
  return ~0u;
}

void Racecheck::accessLane(const Event &event, const Site &site, Cluster &cluster, uint32_t lane) {
  const uint32_t index = indexOf(event, cluster, lane);
  const ImageBytes image = isOfImages(site) ? bytesOfImage(event, site, lane) : ImageBytes();
  if (isOfImages(site) && !image.bytes)
    return;
  const uint64_t address = image.bytes ? image.address : event.a[lane];
  const uint64_t bytes = image.bytes  ? image.bytes
                         : site.bytes ? site.bytes
                         : event.b    ? event.b[lane]
                                      : 0;
  const bool isShared =
      !image.bytes && (site.space == SiteSpace::Shared || site.space == SiteSpace::Generic);
  const uint32_t rank = isShared ? rankOf(event, cluster, address) : ~0u;
  const uint64_t stack = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t local = reinterpret_cast<uint64_t>(event.block.local);
  const uint64_t locals = uint64_t(facts_.info.localBytes) * cluster.threads;
  if (rank == ~0u && ((local && address - local < locals) || address - stack < kStackBytes))
    return; // the thread's own
  if (!image.bytes && site.kind != EventKind::BulkAtomic)
    strong(event, cluster, site, index, address, rank != ~0u);
  if (rank != ~0u && rank != event.block.clusterRank)
    remote(event, cluster, lane, rank, bytes,
           address - reinterpret_cast<uint64_t>(event.block.clusterShared[rank]));
  Thread &thread = cluster.all[index];
  Access access;
  access.isAsync = site.kind >= EventKind::CopyLoad && site.kind <= EventKind::BulkAtomic;
  // st.async and red.async, whose bytes are known, are of the generic proxy.
  access.isBulk =
      site.kind >= EventKind::BulkLoad && site.kind <= EventKind::BulkAtomic && !site.bytes;
  access.isStrong = (site.flags & exec::SiteStrong) != 0;
  access.isVolatile = isStrong(site);
  access.isShared = rank != ~0u;
  access.isWrite = !isRead(site);
  access.site = event.site;
  access.hasValue = site.kind == EventKind::Store && site.bytes && site.bytes <= 8;
  access.value = access.hasValue && event.b ? event.b[lane] : 0;
  access.epoch = epochOf(cluster, index);
  if (access.isAsync) {
    cluster.hasAsync = true;
    access.epoch.thread = access.isWrite ? asyncOf(cluster, index) : asyncReadsOf(cluster, index);
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
    thread.clusterRound = cluster.barrier.round;
    if (site.instruction.find(".relaxed") != site.instruction.npos) {
      cluster.hasRelaxed = true;
      if (thread.hasFence)
        cluster.barrier.arrived[cluster.barrier.round & 1].join(thread.fenced[1]);
      return;
    }
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
  case EventKind::Fence: {
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
    return;
  }
  default:
    return;
  }
}

uint64_t Racecheck::blockNumber(const Event &event) const {
  const uint32_t *at = event.block.blockIdx, *dim = event.launch.gridDim;
  return at[0] + uint64_t(dim[0]) * (at[1] + uint64_t(dim[1]) * at[2]);
}

void Racecheck::leaveFootprint(const Event &event, const Site &site) {
  if (site.space != SiteSpace::Global && site.space != SiteSpace::Generic)
    return;
  const bool isEarly = early_ && !hasWaited_.contains(blockNumber(event));
  eachLane(event.lanes, [&](uint32_t lane) {
    ImageBytes used{event.a[lane], site.bytes ? site.bytes : event.b ? event.b[lane] : 0};
    if (isOfImages(site))
      used = bytesOfImage(event, site, lane);
    const Footprint::How how{event.site, !isRead(site),
                             isStrong(site) && !(site.flags & exec::SiteBlockScope)};
    footprint_->note(sanitizer_.memory, used.address, used.bytes, how);
    if (isEarly)
      early_->note(sanitizer_.memory, used.address, used.bytes, how);
  });
}

Verdict Racecheck::on(const Event &event) {
  const Site &site = siteOf(event);
  if (site.flags & exec::SiteTensor && !event.isPart)
    return eachPart(event, site, [this](const Event &part) { return on(part); });
  const bool isOfImage = isOfImages(site);
  if (isOfImage && !imagesRace_ && !footprint_)
    return Verdict::GoOn;
  LockGuard lock(lock_);
  if (footprint_ && (site.kind <= EventKind::BulkAtomic || isOfImage) && event.a)
    leaveFootprint(event, site);
  // One thread of a block may wait for all: a barrier tells the others.
  if (early_ && site.instruction.starts_with("griddepcontrol.wait"))
    hasWaited_.insert(blockNumber(event));
  if (isOfImage && !imagesRace_)
    return Verdict::GoOn;
  if (rows_) {
    if (RowRaces::suits(event.launch)) {
      rows_->on(event);
      return Verdict::GoOn;
    }
    rows_.reset();
  }
  Cluster &cluster = clusterOf(event);
  event_ = &event;
  if (site.kind <= EventKind::BulkAtomic || isOfImage) {
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

/// A thread launches a kernel. Blocks of clusters are not followed.
std::shared_ptr<Launched> Racecheck::launched(uint64_t block, uint32_t thread, uint64_t stream,
                                              uintptr_t buffer) {
  if (!children_)
    return nullptr;
  LockGuard lock(lock_);
  // Another launch may get the buffer's memory while this grid runs.
  if (const BlockRef parameters = sanitizer_.memory.find(buffer))
    for (uint64_t at = parameters->base / 4; at < parameters->end() / 4; ++at)
      global_.erase(at);
  for (auto &[window, cluster] : clusters_)
    if (cluster.id == block && cluster.shared.size() == 1 && thread < cluster.all.size())
      return children_->add(release(cluster, thread), cluster.shape(), stream);
  return nullptr;
}

/// One record for each pair of places.
void Racecheck::finish(const exec::LaunchState &) {
  for (auto &[window, cluster] : clusters_)
    endCluster(cluster);
  const auto tell = [this](const Record &record) { sanitizer_.send(record); };
  if (facts_.by)
    facts_.by->ended(footprint_, sanitizer_.footprints(), tell);
  if (footprint_ && facts_.moment.number)
    sanitizer_.footprints().add(std::move(footprint_), std::move(early_), tell);
  if (children_)
    children_->parentEnded(std::move(global_), tell);
  if (!sanitizer_.settings.analysis)
    return;
  for (const auto &[pair, found] : found_) {
    auto name = [&](int i) { return pair.isWrite[i] ? "Write" : "Read"; };
    const char *level = pair.isSame ? "Info" : found.betweenWarps ? "Error" : "Warning";
    Record record("Analysis", level);
    record.placed(std::string(level) + ": Race reported between " + name(0) + " access at ",
                  sites_[pair.first], "");
    record.placed(std::string("    and ") + name(1) + " access at ", sites_[pair.second],
                  " [" + std::to_string(found.count) +
                      (found.count == 1 ? " hazard]" : " hazards]"));
    if (found.lacksProxy)
      record.text("    No fence.proxy.async is between the write and the bulk copy");
    send(record);
  }
}

} // namespace

std::unique_ptr<Watch> makeRacecheck(Sanitizer &sanitizer, LaunchFacts facts) {
  return std::make_unique<Racecheck>(sanitizer, std::move(facts));
}

} // namespace anywarp::insight
