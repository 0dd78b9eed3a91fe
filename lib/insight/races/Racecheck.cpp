// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// racecheck: accesses to shared and global memory of which one is a write and neither happens
// before the other. The order is that of the PTX memory model: barriers of blocks, warps and
// clusters, mbarriers, fences with strong accesses, releases and acquires. Asynchronous copies
// count as done by a thread of their own, which only their waits order. The front end has one
// worker run all blocks, in the order in which they are handed out.
#include "insight/races/Racecheck.h"

#include <algorithm>

#include "insight/ImageAccess.h"
#include "insight/TensorParts.h"
#include "support/Mutex.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;
using exec::Verdict;

/// Acquires, releases and fences in system scope.
static bool talksToHost(const Site &site) {
  return site.flags & exec::SiteSystemScope &&
         (site.kind == EventKind::Fence || site.flags & (exec::SiteAcquire | exec::SiteRelease));
}

Racecheck::Racecheck(Sanitizer &sanitizer, LaunchFacts facts) : Watch(sanitizer, std::move(facts)) {
  quiet_.resize(std::max<size_t>(sites_.size(), 1));
  findQuietShared();
  const bool isSharedOnly = sanitizer.settings.sharedOnly;
  if (isSharedOnly) {
    quietenGlobal();
  } else {
    findWritten();
    if (facts_.mayLaunch)
      children_ = std::make_shared<Children>(sites_);
    if (!facts_.moment.number && !facts_.mayLaunch && !facts_.by)
      findQuiet();
    imagesRace_ = mayImagesRace();
  }
  if (!imagesRace_ && (!facts_.mayLaunch || isSharedOnly) && RowRaces::suits(sites_, quiet_))
    rows_ = std::make_unique<RowRaces>(
        isSharedOnly ? nullptr : &sanitizer.memory, sites_, found_,
        sanitizer.settings.hazards
            ? TellSighting([this](const Sighting &sighting) { tell(sighting); })
            : TellSighting());
  if ((!facts_.moment.number && !facts_.by) || isSharedOnly)
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

/// What it is to hear of barriers depends on how it watches.
void Racecheck::begin(const exec::LaunchState &launch, const exec::BlockState &) {
  LockGuard lock(lock_);
  if (isBegun_)
    return;
  isBegun_ = true;
  if (rows_ && !RowRaces::suits(launch))
    rows_.reset();
  for (size_t i = 0; i < sites_.size(); ++i)
    if (sites_[i].kind == EventKind::BarrierSync || sites_[i].kind == EventKind::ThreadExit)
      quiet_[i].limit = rows_ != nullptr;
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

uint64_t Racecheck::blockNumber(const Event &event) const {
  const uint32_t *at = event.block.blockIdx, *dim = event.launch.gridDim;
  return at[0] + uint64_t(dim[0]) * (at[1] + uint64_t(dim[1]) * at[2]);
}

void Racecheck::leaveFootprint(const Event &event, const Site &site) {
  if (site.space != SiteSpace::Global && site.space != SiteSpace::Generic &&
      site.space != SiteSpace::Const) // which copies write
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
    rows_->on(event);
    return Verdict::GoOn;
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
  if (facts_.by && footprint_)
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

std::unique_ptr<Watch> makeRacecheck(Sanitizer &sanitizer, LaunchFacts facts) {
  return std::make_unique<Racecheck>(sanitizer, std::move(facts));
}

} // namespace anywarp::insight
