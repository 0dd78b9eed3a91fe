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
      places.back().isOfMatrices = line.starts_with("ldmatrix");
      places.back().isBypass = line.starts_with("cp.async.cg");
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
      place.bytes = std::max(1u, number(takeUpTo(line, '\t')));
      place.atomicity = line == "swap"      ? Atomicity::Swap
                        : line == "count"   ? Atomicity::Count
                        : line == "combine" ? Atomicity::Combine
                        : line == "loop"    ? Atomicity::Loop
                                            : Atomicity::Plain;
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

void AccessCounts::add(const AccessCounts &other, uint64_t times) {
  warps += other.warps * times;
  threads += other.threads * times;
  sectors += other.sectors * times;
  idealSectors += other.idealSectors * times;
  lines += other.lines * times;
  bytes += other.bytes * times;
  wavefronts += other.wavefronts * times;
  idealWavefronts += other.idealWavefronts * times;
  requests += other.requests * times;
}

namespace {

/// What one warp instruction asks of one memory.
struct Cost {
  Space space = Space::Global;
  AccessCounts counts;
};

/// One memo of a place, made at the first access. The one that the kernel's code finds before is
/// empty and never written.
template <typename Entry, uint32_t kEntries> class Memo {
public:
  explicit operator bool() const { return entries_ != nullptr; }
  Entry *make() {
    entries_ = std::make_unique<Entry[]>(kEntries);
    costs_ = std::make_unique<Cost[]>(kEntries);
    return entries_.get();
  }
  /// The entry for a key is used for something else from here on; `take` gets what it counted.
  template <typename Take> Entry &replace(uint64_t key, const Cost &cost, Take take) {
    const uint32_t number = exec::entryOf(key, kEntries);
    Entry &entry = entries_[number];
    if (entry.times)
      take(entry.times, costs_[number]);
    entry.key = key;
    costs_[number] = cost;
    return entry;
  }
  template <typename Take> void takeAll(Take take) const {
    for (uint32_t i = 0; entries_ && i < kEntries; ++i)
      if (entries_[i].times)
        take(entries_[i].times, costs_[i]);
  }

private:
  std::unique_ptr<Entry[]> entries_;
  std::unique_ptr<Cost[]> costs_;
};

struct Memos {
  Memo<exec::LineEntry, exec::kLineEntries> lines;
  Memo<exec::GroupsEntry, exec::kGroupsEntries> groups;
  Memo<exec::ScatteredEntry, exec::kScatteredEntries> scattered;
};

alignas(64) constinit const exec::LineEntry kNoLines[exec::kLineEntries] = {};
constinit const exec::GroupsEntry kNoGroups[exec::kGroupsEntries] = {};
constinit const exec::ScatteredEntry kNoneScattered[exec::kScatteredEntries] = {};

} // namespace

class KernelProfile::Counter final : public exec::ProfileWorker {
public:
  Counter(const std::vector<Place> &places, uint32_t localBytes, uint64_t toldBlock)
      : counts(places.size()), places_(places), localBytes_(localBytes),
        array_(exec::kHeadWords + places.size() * exec::kPlaceWords), memos_(places.size()) {
    words_ = array_.data();
    words_[exec::WarpLocalBytes] = uint64_t(localBytes) * exec::kWarpSize;
    words_[exec::ToldBlock] = toldBlock;
    for (size_t i = 0; i < places.size(); ++i) {
      if (places[i].kind != Place::Access)
        continue;
      counts[i].spaces = std::make_unique<std::array<AccessCounts, kSpaces>>();
      wordsOf(i)[exec::LinesMemo] = reinterpret_cast<uint64_t>(kNoLines);
      wordsOf(i)[exec::GroupsMemo] = reinterpret_cast<uint64_t>(kNoGroups);
      wordsOf(i)[exec::ScatteredMemo] = reinterpret_cast<uint64_t>(kNoneScattered);
    }
  }

  void line(uint32_t place, const exec::ActiveLanes &active, const uint64_t *addresses,
            uint64_t key) override;
  void groups(uint32_t place, const exec::ActiveLanes &active, const uint64_t *addresses,
              uint64_t key) override;
  void scattered(uint32_t place, const exec::ActiveLanes &active, const uint64_t *addresses,
                 uint64_t key) override;

  void step(uint32_t place, const exec::ActiveLanes &active, uint32_t taken,
            const uint64_t *addresses) override;
  const std::vector<Step> &steps() const { return steps_; }
  bool isCut() const { return isCut_; }

  /// Takes what the kernel's code has counted into `counts`.
  void finish();

  std::vector<PlaceCounts> counts;

private:
  uint64_t *wordsOf(size_t place) { return words_ + exec::kHeadWords + place * exec::kPlaceWords; }
  Space spaceOf(const Place &place, const exec::ActiveLanes &active, uint64_t address) const;
  void count(AccessCounts &c, const Place &place, Space space, std::span<const uint64_t> addresses,
             std::span<const uint8_t> lanes) const;
  bool access(uint32_t place, const exec::ActiveLanes &active, const uint64_t *addresses,
              Cost &cost);
  /// Adds what the entry of a memo counted, which starts anew.
  auto taker(uint32_t place) {
    return [this, place](uint64_t &times, const Cost &cost) {
      (*counts[place].spaces)[unsigned(cost.space)].add(cost.counts, times);
      times = 0;
    };
  }
  template <typename Memo> void makeMemo(Memo &memo, uint32_t place, exec::PlaceWord word) {
    if (!memo)
      wordsOf(place)[word] = reinterpret_cast<uint64_t>(memo.make());
  }

  const std::vector<Place> &places_;
  const uint32_t localBytes_;
  std::vector<uint64_t> array_;
  std::vector<Memos> memos_;
  std::vector<Step> steps_;
  std::vector<uint32_t> stepsOfWarp_;
  bool isCut_ = false;
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
  c.threads += addresses.size();
  if (place.atomicity == Atomicity::Loop && space == Space::Shared) {
    const LoopCost cost = sharedLoopCost(addresses, lanes, place.bytes);
    c.warps += cost.rounds;
    c.wavefronts += place.operation == Place::Load ? cost.loads.wavefronts : cost.swaps;
    c.idealWavefronts += place.operation == Place::Load ? cost.loads.ideal : cost.swaps;
    return;
  }
  ++c.warps;
  switch (space) {
  case Space::Global: {
    const GlobalCost cost = globalCost(addresses, place.bytes);
    const bool isAtomic = place.operation >= Place::Atomic;
    c.sectors += isAtomic         ? atomicSectors(addresses)
                 : place.isBypass ? bypassSectors(addresses, lanes)
                                  : cost.sectors;
    c.lines += cost.lines;
    c.bytes += cost.bytes;
    c.idealSectors += (cost.bytes + kSectorBytes - 1) / kSectorBytes;
    break;
  }
  case Space::Shared: {
    const SharedCost cost = place.operation >= Place::Atomic
                                ? sharedAtomicCost(addresses, lanes, place.bytes, place.atomicity)
                                : sharedCost(addresses, lanes, place.bytes,
                                             place.operation == Place::Load && !place.isOfMatrices);
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

/// Counts one access. True: it is one of one memory, with this `cost`.
bool KernelProfile::Counter::access(uint32_t number, const exec::ActiveLanes &active,
                                    const uint64_t *addresses, Cost &cost) {
  const Place &place = places_[number];
  if (active.lanes == ~0u && active.firstLane == 0 && !place.isGeneric && !place.isLocal) {
    cost.space = place.known;
    count(cost.counts, place, place.known, {addresses, exec::kWarpSize}, kAllLanes);
    (*counts[number].spaces)[unsigned(place.known)].add(cost.counts);
    return true;
  }
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
  unsigned spaces = 0;
  for (unsigned s = 0; s < kSpaces; ++s) {
    if (!sizes[s])
      continue;
    ++spaces;
    cost = {Space(s), {}};
    count(cost.counts, place, Space(s), {kept[s].data(), sizes[s]}, {lanes[s].data(), sizes[s]});
    (*counts[number].spaces)[s].add(cost.counts);
  }
  return spaces == 1;
}

void KernelProfile::Counter::line(uint32_t place, const exec::ActiveLanes &active,
                                  const uint64_t *addresses, uint64_t key) {
  Cost cost;
  // A key of one address for all lanes says how it is aligned, no more: the cost of misaligned ones
  // depends on where they are.
  constexpr uint64_t kInLine = (exec::kMemoLine - 1) << exec::kKeyLine;
  const bool isOne = (uint32_t(key) >> exec::kKeyStride) == 0;
  if (!access(place, active, addresses, cost) || !key || (isOne && (key & kInLine)))
    return;
  auto &memo = memos_[place].lines;
  makeMemo(memo, place, exec::LinesMemo);
  memo.replace(key, cost, taker(place));
}

void KernelProfile::Counter::groups(uint32_t place, const exec::ActiveLanes &active,
                                    const uint64_t *addresses, uint64_t key) {
  Cost cost;
  if (!access(place, active, addresses, cost) || !key)
    return;
  auto &memo = memos_[place].groups;
  makeMemo(memo, place, exec::GroupsMemo);
  exec::GroupsEntry &entry = memo.replace(key, cost, taker(place));
  const uint64_t start = addresses[0] & ~(exec::kMemoLine - 1);
  const uint32_t groups = 1u << (key >> exec::kKeyGroups & 3);
  for (uint32_t i = 0; i < groups; ++i)
    entry.apart[i] = addresses[active.count / groups * i] - start;
}

void KernelProfile::Counter::scattered(uint32_t place, const exec::ActiveLanes &active,
                                       const uint64_t *addresses, uint64_t key) {
  Cost cost;
  if (!access(place, active, addresses, cost) || !key)
    return;
  auto &memo = memos_[place].scattered;
  makeMemo(memo, place, exec::ScatteredMemo);
  exec::ScatteredEntry &entry = memo.replace(key, cost, taker(place));
  const uint64_t start = addresses[0] & ~(exec::kMemoLine - 1);
  for (uint32_t i = 0; i < active.count; ++i)
    entry.apart[i] = addresses[i] - start;
}

void KernelProfile::Counter::step(uint32_t number, const exec::ActiveLanes &active, uint32_t taken,
                                  const uint64_t *addresses) {
  constexpr uint32_t kMostSteps = 2000, kFewest = 40;
  const uint32_t warps = active.launch.warpsPerBlock;
  stepsOfWarp_.resize(std::max<size_t>(stepsOfWarp_.size(), warps));
  if (++stepsOfWarp_[active.warp] > std::max(kFewest, kMostSteps / warps)) {
    isCut_ = true;
    return;
  }
  Step step{number, active.warp, active.lanes, taken, Space::Global, {}};
  for (uint32_t left = addresses ? active.lanes : 0; left; left &= left - 1) {
    const unsigned lane = unsigned(std::countr_zero(left));
    const uint64_t address = addresses[lane - active.firstLane];
    const Space space = spaceOf(places_[number], active, address);
    const uint64_t start = space == Space::Shared ? reinterpret_cast<uint64_t>(active.block.shared)
                           : space == Space::Local
                               ? reinterpret_cast<uint64_t>(active.block.local) +
                                     (uint64_t(active.warp) * exec::kWarpSize + lane) * localBytes_
                               : 0;
    step.space = space;
    step.addresses.push_back(address - start);
  }
  steps_.push_back(std::move(step));
}

void KernelProfile::Counter::finish() {
  for (uint32_t place = 0; place < places_.size(); ++place) {
    PlaceCounts &c = counts[place];
    memos_[place].lines.takeAll(taker(place));
    memos_[place].groups.takeAll(taker(place));
    memos_[place].scattered.takeAll(taker(place));
    if (c.spaces)
      continue;
    const uint64_t *words = wordsOf(place);
    const bool isBranch = places_[place].kind == Place::Branch;
    c.warps = words[exec::Warps];
    c.threads = isBranch ? 0 : words[exec::Threads];
    c.divergent = isBranch ? words[exec::DivergentWarps] : 0;
    c.taken = isBranch ? words[exec::TakenThreads] : 0;
  }
}

KernelProfile::KernelProfile(std::string_view places, uint64_t toldBlock)
    : places_(parsePlaces(places)), toldBlock_(toldBlock) {}
KernelProfile::~KernelProfile() = default;

exec::ProfileWorker *KernelProfile::enter(const exec::Kernel &kernel) {
  if (places_.empty())
    return nullptr;
  LockGuard lock(mutex_);
  counters_.push_back(std::make_unique<Counter>(places_, kernel.info.localBytes, toldBlock_));
  return counters_.back().get();
}

std::vector<Step> KernelProfile::steps(bool &isCut) const {
  mutex_.assertHeld(); // the grid has ended: nobody enters
  std::vector<Step> all;
  isCut = false;
  for (const auto &counter : counters_) {
    all.insert(all.end(), counter->steps().begin(), counter->steps().end());
    isCut |= counter->isCut();
  }
  return all;
}

std::vector<PlaceCounts> KernelProfile::sum() {
  mutex_.assertHeld(); // as in steps()
  std::vector<PlaceCounts> total(places_.size());
  for (const auto &counter : counters_) {
    counter->finish();
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
  }
  return total;
}

} // namespace anywarp::insight
