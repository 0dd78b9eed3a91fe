// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Called for every memory instruction of every warp: one pass over the lanes, whose addresses
// mostly ascend. Others are sorted first.
#include "insight/profiler/MemoryModel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

namespace anywarp::insight {
namespace {

/// Pieces of 2^shift bytes that accesses touch, counted once each. Accesses come by ascending
/// address.
class Pieces {
public:
  explicit Pieces(unsigned shift) : shift_(shift) {}
  void add(uint64_t address, uint32_t bytes) {
    const uint64_t first = std::max(address >> shift_, next_);
    const uint64_t behind = ((address + bytes - 1) >> shift_) + 1;
    if (behind > first) {
      count_ += uint32_t(behind - first);
      next_ = behind;
    }
  }
  uint32_t count() const { return count_; }

private:
  const unsigned shift_;
  uint64_t next_ = 0; ///< the first piece behind those that were counted
  uint32_t count_ = 0;
};

/// Numbers, each counted once; at most 64.
class Distinct {
public:
  void add(uint64_t number) {
    for (unsigned at = unsigned(number * kFactor >> 57);; at = (at + 1) % kSlots) {
      if (keys_[at] == number + 1)
        return;
      if (keys_[at] == 0) {
        keys_[at] = number + 1;
        ++count_;
        return;
      }
    }
  }
  uint32_t count() const { return count_; }

private:
  static constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;
  static constexpr unsigned kSlots = 128;
  uint64_t keys_[kSlots] = {};
  uint32_t count_ = 0;
};

constexpr unsigned kSectorShift = 5, kLineShift = 7, kBankShift = 2;
static_assert(kSectorBytes == 1 << kSectorShift && kLineBytes == 1 << kLineShift &&
              kBankBytes == 1 << kBankShift);

using Sorted = std::array<uint64_t, 32>;

/// The addresses in ascending order: themselves, or in `place`.
std::span<const uint64_t> ascending(std::span<const uint64_t> addresses, Sorted &place) {
  bool isSorted = true;
  for (size_t i = 1; i < addresses.size(); ++i)
    isSorted &= addresses[i - 1] <= addresses[i];
  if (isSorted)
    return addresses;
  const size_t count = std::min(addresses.size(), place.size());
  std::copy_n(addresses.begin(), count, place.begin());
  std::sort(place.begin(), place.begin() + count);
  return {place.data(), count};
}

/// What most warps do: a row of 32 neighbours, or one address for all.
enum class Pattern : uint8_t { Row, One, Other };
Pattern patternOf(std::span<const uint64_t> addresses, uint32_t bytes) {
  if (addresses.size() != 32)
    return Pattern::Other;
  uint64_t fromRow = 0, fromOne = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const uint64_t distance = addresses[i] - addresses[0];
    fromOne |= distance;
    fromRow |= distance - uint64_t(i) * bytes;
  }
  return !fromRow ? Pattern::Row : !fromOne ? Pattern::One : Pattern::Other;
}

/// The distinct words of a group of lanes, by bank.
class Banks {
public:
  void add(uint64_t word) {
    const unsigned bank = word % kBanks;
    const auto &known = words_[bank];
    for (unsigned i = 0; i < counts_[bank]; ++i)
      if (known[i] == word)
        return;
    words_[bank][counts_[bank]++] = word;
    most_ = std::max<uint32_t>(most_, counts_[bank]);
  }
  uint32_t most() const { return most_; }

private:
  // A lane has at most one word of a bank: its 16 bytes are 4 or, misaligned, 5 banks.
  uint64_t words_[kBanks][32];
  uint8_t counts_[kBanks] = {};
  uint32_t most_ = 0;
};

} // namespace

GlobalCost globalCost(std::span<const uint64_t> addresses, uint32_t bytes) {
  if (const Pattern pattern = patternOf(addresses, bytes); pattern != Pattern::Other) {
    const uint32_t size = pattern == Pattern::Row ? 32 * bytes : bytes;
    auto pieces = [&](unsigned shift) {
      return uint32_t(((addresses[0] + size - 1) >> shift) - (addresses[0] >> shift) + 1);
    };
    return {pieces(kSectorShift), pieces(kLineShift), size};
  }
  if (bytes <= kSectorBytes && !std::is_sorted(addresses.begin(), addresses.end())) {
    Distinct sectors, lines, places;
    for (uint64_t address : addresses) {
      places.add(address);
      for (uint64_t last : {address, address + bytes - 1}) {
        sectors.add(last >> kSectorShift);
        lines.add(last >> kLineShift);
      }
    }
    return {sectors.count(), lines.count(), places.count() * bytes};
  }
  Sorted place;
  Pieces sectors(kSectorShift), lines(kLineShift);
  uint32_t distinct = 0;
  uint64_t last = 0;
  for (uint64_t address : ascending(addresses, place)) {
    if (distinct && address == last)
      continue;
    last = address;
    ++distinct;
    sectors.add(address, bytes);
    lines.add(address, bytes);
  }
  return {sectors.count(), lines.count(), distinct * bytes};
}

uint32_t bypassSectors(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes) {
  uint32_t sectors = 0;
  for (size_t i = 0; i < addresses.size(); ++i) {
    const bool isSecond = i && lanes[i - 1] / 2 == lanes[i] / 2 &&
                          addresses[i - 1] >> kLineShift == addresses[i] >> kLineShift;
    sectors += !isSecond;
  }
  return sectors;
}

uint32_t atomicSectors(std::span<const uint64_t> addresses) {
  Sorted place;
  const std::span<const uint64_t> sorted = ascending(addresses, place);
  uint32_t sectors = 0;
  for (size_t i = 0; i < sorted.size();) {
    // Of the addresses in a sector the one that most lanes share.
    const uint64_t sector = sorted[i] / kSectorBytes;
    uint32_t most = 0;
    while (i < sorted.size() && sorted[i] / kSectorBytes == sector) {
      const size_t first = i;
      while (i < sorted.size() && sorted[i] == sorted[first])
        ++i;
      most = std::max(most, uint32_t(i - first));
    }
    sectors += most;
  }
  return sectors;
}

/// Each lane has the address of the one at the distance, or that is not active.
static bool goTogether(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes,
                       unsigned distance) {
  uint64_t of[32];
  uint32_t active = 0;
  for (size_t i = 0; i < addresses.size(); ++i) {
    of[lanes[i]] = addresses[i];
    active |= uint32_t(1) << lanes[i];
  }
  return std::all_of(lanes.begin(), lanes.end(), [&](uint8_t lane) {
    const unsigned other = lane ^ distance;
    return !(active >> other & 1) || of[other] == of[lane];
  });
}

SharedCost sharedAtomicCost(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes,
                            uint32_t bytes, Atomicity how) {
  if (how == Atomicity::Count || how == Atomicity::Combine)
    return sharedCost(addresses, lanes, bytes, /*isLoad=*/false);
  const unsigned groupShift = bytes <= 4 ? 5 : bytes <= 8 ? 4 : 3;
  SharedCost cost;
  for (size_t i = 0; i < addresses.size();) {
    const uint32_t group = lanes[i] >> groupShift;
    uint32_t counts[kBanks] = {}, most = 0;
    for (; i < addresses.size() && lanes[i] >> groupShift == group; ++i)
      for (uint32_t at = 0; at < bytes; at += kBankBytes)
        most = std::max(most, ++counts[((addresses[i] + at) >> kBankShift) % kBanks]);
    cost.wavefronts += most;
    ++cost.ideal;
  }
  if (how == Atomicity::Swap) {
    cost.ideal += cost.wavefronts; // the conflicts stay
    cost.wavefronts *= 2;
  }
  return cost;
}

SharedCost sharedCost(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes,
                      uint32_t bytes, bool isLoad) {
  if (bytes <= 4 && addresses[0] % bytes == 0 && patternOf(addresses, bytes) != Pattern::Other)
    return {1, 1};
  const unsigned groupShift = bytes <= 4 ? 5 : bytes <= 8 ? 4 : 3;
  SharedCost cost;
  for (size_t i = 0; i < addresses.size();) {
    unsigned shift = groupShift;
    if (isLoad && shift < 5) {
      const uint32_t both = lanes[i] >> (shift + 1);
      size_t end = i;
      while (end < addresses.size() && lanes[end] >> (shift + 1) == both)
        ++end;
      const auto mine = addresses.subspan(i, end - i);
      const auto their = lanes.subspan(i, end - i);
      shift += goTogether(mine, their, 1) || goTogether(mine, their, 2);
    }
    const uint32_t group = lanes[i] >> shift;
    Banks banks;
    for (; i < addresses.size() && lanes[i] >> shift == group; ++i)
      for (uint64_t word = addresses[i] >> kBankShift,
                    last = (addresses[i] + bytes - 1) >> kBankShift;
           word <= last; ++word)
        banks.add(word);
    cost.wavefronts += banks.most();
    ++cost.ideal;
  }
  return cost;
}

LoopCost sharedLoopCost(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes,
                        uint32_t bytes) {
  const unsigned groupShift = bytes <= 4 ? 5 : 4;
  std::array<uint64_t, 32> left;
  std::array<uint8_t, 32> leftLanes;
  size_t count = std::min(addresses.size(), left.size());
  std::copy_n(addresses.begin(), count, left.begin());
  std::copy_n(lanes.begin(), count, leftLanes.begin());
  LoopCost cost;
  for (; count; ++cost.rounds) {
    const SharedCost load = sharedCost({left.data(), count}, {leftLanes.data(), count}, bytes);
    cost.loads.wavefronts += load.wavefronts;
    cost.loads.ideal += load.ideal;
    uint32_t taken[2] = {}, groups = 0; // banks, by group of lanes
    std::array<uint64_t, 32> won;
    size_t wins = 0, kept = 0;
    for (size_t i = 0; i < count; ++i) {
      const uint32_t group = leftLanes[i] >> groupShift;
      const uint32_t bank = 1u << (left[i] >> kBankShift) % kBanks;
      groups |= 1u << group;
      const bool isFirst = !(taken[group] & bank) && std::find(won.begin(), won.begin() + wins,
                                                               left[i]) == won.begin() + wins;
      if (isFirst) {
        taken[group] |= bank;
        won[wins++] = left[i];
        continue;
      }
      left[kept] = left[i];
      leftLanes[kept++] = leftLanes[i];
    }
    cost.swaps += 2 * uint32_t(std::popcount(groups));
    count = kept;
  }
  return cost;
}

/// Of one word for each lane, all of them within 64: a bit for each, by the eight lanes whose words
/// make a sector.
static std::optional<GlobalCost> nearWords(std::span<const uint64_t> offsets,
                                           std::span<const uint8_t> lanes, uint32_t bytes) {
  uint64_t lowest = ~uint64_t(0), highest = 0, isApart = 0;
  for (uint64_t offset : offsets) {
    lowest = std::min(lowest, offset >> kBankShift);
    highest = std::max(highest, offset >> kBankShift);
    isApart |= (offset ^ (offset + bytes - 1)) >> kBankShift;
  }
  if (isApart || highest - lowest >= 64)
    return {};
  uint64_t words[4] = {};
  for (size_t i = 0; i < offsets.size(); ++i)
    words[lanes[i] / 8 % 4] |= uint64_t(1) << ((offsets[i] >> kBankShift) - lowest);
  GlobalCost cost{0, uint32_t(std::popcount(words[0] | words[1] | words[2] | words[3])),
                  uint32_t(offsets.size()) * bytes};
  for (uint64_t each : words)
    cost.sectors += uint32_t(std::popcount(each));
  return cost;
}

GlobalCost localCost(std::span<const uint64_t> offsets, std::span<const uint8_t> lanes,
                     uint32_t bytes) {
  if (std::optional<GlobalCost> near = nearWords(offsets, lanes, bytes))
    return *near;
  // Each word of a lane as the address that it has among the 32 lanes' words.
  constexpr size_t kMostWords = 9; // 32 bytes, misaligned
  std::array<uint64_t, 32 * kMostWords> places;
  size_t count = 0;
  for (size_t i = 0; i < offsets.size(); ++i)
    for (uint64_t word = offsets[i] >> kBankShift, last = (offsets[i] + bytes - 1) >> kBankShift;
         word <= last && count < places.size(); ++word)
      places[count++] = word * kLineBytes + lanes[i] * kBankBytes;
  std::sort(places.begin(), places.begin() + count);
  Pieces sectors(kSectorShift), lines(kLineShift);
  for (size_t i = 0; i < count; ++i) {
    sectors.add(places[i], kBankBytes);
    lines.add(places[i], kBankBytes);
  }
  return {sectors.count(), lines.count(), uint32_t(offsets.size()) * bytes};
}

uint32_t constantRequests(std::span<const uint64_t> addresses) {
  Sorted place;
  Pieces words(kBankShift);
  for (uint64_t address : ascending(addresses, place))
    words.add(address, 1);
  return words.count();
}

} // namespace anywarp::insight
