// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/profiler/MemoryModel.h"

#include <algorithm>
#include <array>

namespace anywarp::insight {
namespace {

/// A few numbers that are to be counted without their repetitions. Most warps bring them in order.
class Distinct {
public:
  void add(uint64_t value) {
    if (count_ && values_[count_ - 1] == value)
      return;
    isSorted_ &= !count_ || values_[count_ - 1] < value;
    if (count_ == values_.size())
      reduce();
    if (count_ < values_.size())
      values_[count_++] = value;
  }
  uint32_t count() {
    reduce();
    return uint32_t(count_);
  }

private:
  void reduce() {
    if (isSorted_)
      return;
    std::sort(values_.begin(), values_.begin() + count_);
    count_ = size_t(std::unique(values_.begin(), values_.begin() + count_) - values_.begin());
    isSorted_ = true;
  }
  // 32 lanes of at most 128 bytes that may begin inside a sector.
  std::array<uint64_t, 32 * 5> values_;
  size_t count_ = 0;
  bool isSorted_ = true;
};

uint32_t countUnits(std::span<const uint64_t> addresses, uint32_t bytes, uint32_t unit) {
  Distinct units;
  for (uint64_t address : addresses)
    for (uint64_t at = address / unit, last = (address + std::max(bytes, 1u) - 1) / unit;
         at <= last; ++at)
      units.add(at);
  return units.count();
}

} // namespace

GlobalCost globalCost(std::span<const uint64_t> addresses, uint32_t bytes) {
  return {countUnits(addresses, bytes, kSectorBytes), countUnits(addresses, bytes, kLineBytes),
          countUnits(addresses, 1, 1) * bytes};
}

uint32_t atomicSectors(std::span<const uint64_t> addresses, uint32_t bytes) {
  std::array<uint64_t, 32> sorted;
  const size_t count = std::min<size_t>(addresses.size(), sorted.size());
  std::copy_n(addresses.begin(), count, sorted.begin());
  std::sort(sorted.begin(), sorted.begin() + count);
  uint32_t sectors = 0;
  for (size_t i = 0; i < count;) {
    // Of the addresses in a sector the one that most lanes share.
    const uint64_t sector = sorted[i] / kSectorBytes;
    uint32_t most = 0;
    while (i < count && sorted[i] / kSectorBytes == sector) {
      const size_t first = i;
      while (i < count && sorted[i] == sorted[first])
        ++i;
      most = std::max(most, uint32_t(i - first));
    }
    sectors += most;
  }
  return sectors;
}

SharedCost sharedCost(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes,
                      uint32_t bytes) {
  const uint32_t lanesAtOnce = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  SharedCost cost;
  for (size_t i = 0; i < addresses.size();) {
    const uint32_t group = lanes[i] / lanesAtOnce;
    // Distinct words of the group, then how many of them the busiest bank has.
    std::array<uint64_t, 32 * 5> words;
    size_t count = 0;
    for (; i < addresses.size() && lanes[i] / lanesAtOnce == group; ++i)
      for (uint64_t at = addresses[i] / kBankBytes,
                    last = (addresses[i] + std::max(bytes, 1u) - 1) / kBankBytes;
           at <= last && count < words.size(); ++at)
        words[count++] = at;
    std::sort(words.begin(), words.begin() + count);
    count = size_t(std::unique(words.begin(), words.begin() + count) - words.begin());
    std::array<uint8_t, kBanks> perBank{};
    uint8_t most = 0;
    for (size_t k = 0; k < count; ++k)
      most = std::max(most, ++perBank[words[k] % kBanks]);
    cost.wavefronts += most;
    ++cost.ideal;
  }
  return cost;
}

GlobalCost localCost(std::span<const uint64_t> offsets, std::span<const uint8_t> lanes,
                     uint32_t bytes) {
  Distinct sectors, lines;
  for (size_t i = 0; i < offsets.size(); ++i)
    for (uint64_t word = offsets[i] / kBankBytes,
                  last = (offsets[i] + std::max(bytes, 1u) - 1) / kBankBytes;
         word <= last; ++word) {
      sectors.add(word * (kLineBytes / kSectorBytes) + lanes[i] / 8);
      lines.add(word);
    }
  return {sectors.count(), lines.count(), uint32_t(offsets.size()) * bytes};
}

uint32_t constantRequests(std::span<const uint64_t> addresses) {
  Distinct words;
  for (uint64_t address : addresses)
    words.add(address / kBankBytes);
  return words.count();
}

} // namespace anywarp::insight
