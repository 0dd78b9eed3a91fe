// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/profiler/KernelProfile.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "insight/profiler/MemoryModel.h"

namespace anywarp::insight {

const char *toString(Space space) {
  constexpr const char *kNames[] = {"global", "shared", "local", "const"};
  return kNames[unsigned(space)];
}

const char *toString(Place::Operation operation) {
  constexpr const char *kNames[] = {"load", "store", "atomic", "reduce"};
  return kNames[operation];
}

// -- Places ---------------------------------------------------------------------------------------

static std::string_view takeUpTo(std::string_view &text, char end) {
  const size_t length = text.find(end);
  std::string_view part = text.substr(0, length);
  text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
  return part;
}

static uint32_t number(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<Place> parsePlaces(std::string_view text) {
  std::vector<Place> places;
  while (!text.empty()) {
    std::string_view line = takeUpTo(text, '\n');
    const std::string_view kind = takeUpTo(line, '\t');
    if (kind == "I" && !places.empty()) {
      Place::Instruction inst;
      inst.flags = takeUpTo(line, '\t');
      inst.ptxLine = number(takeUpTo(line, '\t'));
      inst.file = takeUpTo(line, '\t');
      inst.line = number(takeUpTo(line, '\t'));
      inst.text = line;
      places.back().instructions.push_back(inst);
    } else if (kind.size() == 1) {
      Place place;
      place.kind = Place::Kind(kind[0]);
      place.function = takeUpTo(line, '\t');
      const std::string_view operation = takeUpTo(line, '\t');
      for (auto each : {Place::Load, Place::Store, Place::Atomic, Place::Reduce})
        if (operation == toString(each))
          place.operation = each;
      place.space = takeUpTo(line, '\t');
      place.bytes = std::max(1u, number(line));
      place.isGeneric = place.space == "generic";
      place.isLocal = place.space == "local";
      place.known = place.space.starts_with("shared") ? Space::Shared
                    : place.isLocal                   ? Space::Local
                    : place.space == "const"          ? Space::Constant
                                                      : Space::Global;
      places.push_back(std::move(place));
    }
  }
  return places;
}

// -- Counting -------------------------------------------------------------------------------------

void AccessCounts::add(const AccessCounts &other) {
  warps += other.warps;
  threads += other.threads;
  sectors += other.sectors;
  idealSectors += other.idealSectors;
  lines += other.lines;
  bytes += other.bytes;
  wavefronts += other.wavefronts;
  idealWavefronts += other.idealWavefronts;
  requests += other.requests;
}

class KernelProfile::Counter final : public exec::ProfileWorker {
public:
  Counter(const std::vector<Place> &places, uint32_t localBytes)
      : counts(places.size()), places_(places), localBytes_(localBytes) {
    for (size_t i = 0; i < places.size(); ++i)
      if (places[i].kind == Place::Access)
        counts[i].spaces = std::make_unique<std::array<AccessCounts, kSpaces>>();
  }

  void execution(uint32_t place, const exec::ActiveLanes &active) override {
    PlaceCounts &c = counts[place];
    ++c.warps;
    c.threads += unsigned(std::popcount(active.lanes));
  }

  void branch(uint32_t place, const exec::ActiveLanes &active, uint32_t taken) override {
    PlaceCounts &c = counts[place];
    ++c.warps;
    c.threads += unsigned(std::popcount(active.lanes));
    c.taken += unsigned(std::popcount(taken));
    c.divergent += taken != 0 && taken != active.lanes;
  }

  void access(uint32_t place, const exec::ActiveLanes &active, const uint64_t *addresses) override;

  std::vector<PlaceCounts> counts;

private:
  Space spaceOf(const Place &place, const exec::ActiveLanes &active, uint64_t address) const;
  void count(AccessCounts &c, const Place &place, Space space, std::span<const uint64_t> addresses,
             std::span<const uint8_t> lanes) const;

  const std::vector<Place> &places_;
  const uint32_t localBytes_;
};

constexpr std::array<uint8_t, exec::kWarpSize> kAllLanes = [] {
  std::array<uint8_t, exec::kWarpSize> lanes{};
  for (unsigned i = 0; i < exec::kWarpSize; ++i)
    lanes[i] = uint8_t(i);
  return lanes;
}();

Space KernelProfile::Counter::spaceOf(const Place &place, const exec::ActiveLanes &active,
                                      uint64_t address) const {
  if (!place.isGeneric)
    return place.known;
  if (address - reinterpret_cast<uint64_t>(active.block.shared) < active.launch.totalShared)
    return Space::Shared;
  const uint64_t local = uint64_t(active.launch.warpsPerBlock) * exec::kWarpSize * localBytes_;
  if (address - reinterpret_cast<uint64_t>(active.block.local) < local)
    return Space::Local;
  const exec::LaunchState &launch = active.launch;
  const uint32_t ranks = launch.clusterDim[0] * launch.clusterDim[1] * launch.clusterDim[2];
  for (uint32_t rank = 0; ranks > 1 && rank < ranks; ++rank)
    if (address - reinterpret_cast<uint64_t>(active.block.clusterShared[rank]) < launch.totalShared)
      return Space::Shared;
  return Space::Global;
}

void KernelProfile::Counter::count(AccessCounts &c, const Place &place, Space space,
                                   std::span<const uint64_t> addresses,
                                   std::span<const uint8_t> lanes) const {
  ++c.warps;
  c.threads += addresses.size();
  switch (space) {
  case Space::Global: {
    const GlobalCost cost = globalCost(addresses, place.bytes);
    const bool isAtomic = place.operation >= Place::Atomic;
    c.sectors += isAtomic ? atomicSectors(addresses) : cost.sectors;
    c.lines += cost.lines;
    c.bytes += cost.bytes;
    c.idealSectors += (cost.bytes + kSectorBytes - 1) / kSectorBytes;
    break;
  }
  case Space::Shared: {
    const SharedCost cost = sharedCost(addresses, lanes, place.bytes);
    c.wavefronts += cost.wavefronts;
    c.idealWavefronts += cost.ideal;
    break;
  }
  case Space::Local: {
    const GlobalCost cost = localCost(addresses, lanes, place.bytes);
    c.sectors += cost.sectors;
    c.lines += cost.lines;
    c.bytes += cost.bytes;
    c.idealSectors += (cost.bytes + kSectorBytes - 1) / kSectorBytes;
    break;
  }
  case Space::Constant:
    c.requests += constantRequests(addresses);
  }
}

void KernelProfile::Counter::access(uint32_t number, const exec::ActiveLanes &active,
                                    const uint64_t *addresses) {
  const Place &place = places_[number];
  if (active.lanes == ~0u && active.firstLane == 0 && !place.isGeneric && !place.isLocal)
    return count((*counts[number].spaces)[unsigned(place.known)], place, place.known,
                 {addresses, exec::kWarpSize}, kAllLanes);
  std::array<uint64_t, exec::kWarpSize> kept[kSpaces];
  std::array<uint8_t, exec::kWarpSize> lanes[kSpaces];
  unsigned sizes[kSpaces] = {};
  for (uint32_t left = active.lanes; left; left &= left - 1) {
    const unsigned lane = unsigned(std::countr_zero(left));
    uint64_t address = addresses[lane - active.firstLane];
    const Space space = spaceOf(place, active, address);
    if (space == Space::Local)
      address -= reinterpret_cast<uint64_t>(active.block.local) +
                 (uint64_t(active.warp) * exec::kWarpSize + lane) * localBytes_;
    const unsigned s = unsigned(space);
    kept[s][sizes[s]] = address;
    lanes[s][sizes[s]++] = uint8_t(lane);
  }
  for (unsigned s = 0; s < kSpaces; ++s)
    if (sizes[s])
      count((*counts[number].spaces)[s], place, Space(s), {kept[s].data(), sizes[s]},
            {lanes[s].data(), sizes[s]});
}

KernelProfile::KernelProfile(std::string_view places) : places_(parsePlaces(places)) {}
KernelProfile::~KernelProfile() = default;

exec::ProfileWorker *KernelProfile::enter(const exec::Kernel &kernel) {
  if (places_.empty())
    return nullptr;
  std::lock_guard lock(mutex_);
  counters_.push_back(std::make_unique<Counter>(places_, kernel.info.localBytes));
  return counters_.back().get();
}

std::vector<PlaceCounts> KernelProfile::sum() const {
  std::vector<PlaceCounts> total(places_.size());
  for (const auto &counter : counters_)
    for (size_t i = 0; i < total.size(); ++i) {
      const PlaceCounts &from = counter->counts[i];
      PlaceCounts &to = total[i];
      to.warps += from.warps;
      to.threads += from.threads;
      to.divergent += from.divergent;
      to.taken += from.taken;
      if (!from.spaces)
        continue;
      if (!to.spaces)
        to.spaces = std::make_unique<std::array<AccessCounts, kSpaces>>();
      for (unsigned s = 0; s < kSpaces; ++s)
        (*to.spaces)[s].add((*from.spaces)[s]);
    }
  return total;
}

} // namespace anywarp::insight
