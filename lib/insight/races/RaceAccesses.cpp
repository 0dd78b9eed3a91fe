// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// racecheck's accesses: each is held against those that the same bytes saw before.
#include <algorithm>

#include "insight/ImageAccess.h"
#include "insight/races/Racecheck.h"

namespace anywarp::insight {

using exec::Event;
using exec::EventKind;
using exec::SiteSpace;

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
  if (rank == ~0u && sanitizer_.settings.sharedOnly)
    return;
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

} // namespace anywarp::insight
