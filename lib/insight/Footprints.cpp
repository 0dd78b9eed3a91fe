// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Footprints.h"

#include <algorithm>

namespace anywarp::insight {

namespace {
constexpr uint32_t kBytes = 15, kStrong = 16, kSiteShift = 5;
constexpr size_t kMostKept = 64, kMostBytes = size_t(1) << 29;
} // namespace

Footprint::Part *Footprint::partOf(const Memory &memory, uintptr_t address) {
  if (last_ && last_->block->contains(address, 1))
    return last_;
  BlockRef block = memory.find(address);
  if (!block)
    return nullptr;
  Part &part = parts_[block->base];
  if (part.block != block) { // also: freed, and given out again
    part = Part();
    part.block = block;
  }
  return last_ = &part;
}

Footprint::Word Footprint::at(uintptr_t address, bool isWrite) const {
  auto it = parts_.upper_bound(address);
  if (it == parts_.begin())
    return {};
  const auto &[base, part] = *--it;
  const std::vector<uint32_t> &words = part.words[isWrite];
  const size_t index = (address - (base & ~uintptr_t(3))) / 4;
  const uint32_t word = index < words.size() ? words[index] : 0;
  if (!word)
    return {};
  return {(word >> kSiteShift) - 1, uint8_t(word & kBytes), (word & kStrong) != 0};
}

void Footprint::note(const Memory &memory, uintptr_t address, size_t bytes, How how) {
  Part *part = partOf(memory, address);
  hasStrongElsewhere_ |= !part && how.isStrong;
  if (!part || !part->block->contains(address, bytes) || !bytes)
    return;
  std::vector<uint32_t> &words = part->words[how.isWrite];
  const uintptr_t base = part->block->base & ~uintptr_t(3);
  if (words.empty()) {
    words.resize((part->block->end() - base + 3) / 4);
    bytes_ += 4 * words.size();
  }
  const uint32_t fresh = (how.site + 1) << kSiteShift | (how.isStrong ? kStrong : 0);
  for (uintptr_t at = address & ~uintptr_t(3); at < address + bytes; at += 4) {
    uint32_t &word = words[(at - base) / 4];
    uint32_t mask = kBytes;
    if (at < address)
      mask &= kBytes << (address - at);
    if (at + 4 > address + bytes)
      mask &= kBytes >> (at + 4 - address - bytes);
    // A plain access is told rather than a strong one.
    if (!word || (word & kStrong && !how.isStrong))
      word = fresh | (word & kBytes);
    word |= mask;
  }
}

bool Footprint::hasStrong(const Part &part) {
  return std::any_of(std::begin(part.words), std::end(part.words), [](const auto &words) {
    return std::any_of(words.begin(), words.end(), [](uint32_t word) { return word & kStrong; });
  });
}

template <typename IsTouched> bool Footprint::mayHaveToldHost(IsTouched isTouched) const {
  return hasStrongElsewhere_ || std::any_of(parts_.begin(), parts_.end(), [&](const auto &entry) {
           const BlockRef &block = entry.second.block;
           // Who touches other memory of the host is not seen.
           const bool isOpen =
               block->kind == Block::Kind::Foreign || block->kind == Block::Kind::Mapped;
           return (isOpen || isTouched(block)) && hasStrong(entry.second);
         });
}

/// The host reads words of memory unseen once it has touched their block. A kernel that
/// synchronises in system scope may tell it, or be told, by those.
bool Footprints::mayAgree(const Footprint &kernel, const Footprint &host) const {
  auto touches = [](const Footprint &of, const BlockRef &block) {
    const auto it = of.parts_.find(block->base);
    return it != of.parts_.end() && it->second.block == block;
  };
  return kernel.talksToHost && kernel.mayHaveToldHost([&](const BlockRef &block) {
    mutex_.assertHeld();
    return touches(host, block) || std::any_of(all_.begin(), all_.end(), [&](const auto &other) {
             return other->isOfHost && touches(*other, block);
           });
  });
}

void Footprints::compare(const Footprint &a, const Footprint &b,
                         const std::function<void(const Record &)> &send) {
  if ((a.isOfHost && mayAgree(b, a)) || (b.isOfHost && mayAgree(a, b)))
    return;
  struct Pair {
    uint32_t first, second;
    bool isWrite[2];
    auto operator<=>(const Pair &) const = default;
  };
  std::map<Pair, uint64_t> found;
  for (const auto &[base, part] : a.parts_) {
    auto it = b.parts_.find(base);
    if (it == b.parts_.end() || it->second.block != part.block)
      continue;
    for (auto [i, j] : {std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)}) {
      const auto &mine = part.words[i], &other = it->second.words[j];
      const size_t count = std::min(mine.size(), other.size());
      for (size_t at = 0; at < count; ++at) {
        const uint32_t both = mine[at] & other[at];
        if (both & kBytes && !(both & kStrong))
          found[{mine[at] >> kSiteShift, other[at] >> kSiteShift, {bool(i), bool(j)}}] +=
              unsigned(__builtin_popcount(both & kBytes));
      }
    }
  }
  for (const auto &[pair, count] : found) {
    Record record("Analysis");
    std::string key;
    auto place = [&](const std::string &prefix, const Footprint &of, uint32_t site, bool isWrite,
                     const std::string &suffix) {
      const std::string text = prefix + (isWrite ? "Write" : "Read") + " access at ";
      key += text;
      if (!of.sites) {
        record.text(text + of.what + suffix);
        key += of.what;
        return;
      }
      const Site &at = (*of.sites)[site - 1];
      record.placed(text, at, suffix);
      key += at.frames[0].function + at.frames[0].file + std::to_string(at.frames[0].line);
    };
    const bool isTurned = !a.sites; // kernels come first
    const Footprint &first = isTurned ? b : a, &second = isTurned ? a : b;
    place("Error: Race reported between ", first, isTurned ? pair.second : pair.first,
          pair.isWrite[isTurned], "");
    place("    and ", second, isTurned ? pair.first : pair.second, pair.isWrite[!isTurned],
          " [" + std::to_string(count) + (count == 1 ? " hazard]" : " hazards]"));
    record.text(b.moment.stream == a.moment.stream
                    ? "    The second may begin before the first ends, and did not wait for it"
                    : "    No order of streams, events or the host is between them");
    const Footprint &shown = b.host.empty() ? a : b;
    record.host(shown.when, shown.host);
    if (told_.insert(key).second)
      send(record);
  }
}

void Footprints::add(std::shared_ptr<Footprint> now, const std::shared_ptr<Footprint> &early,
                     const std::function<void(const Record &)> &send) {
  LockGuard lock(mutex_);
  if (early && now->moment.follows) {
    const auto before = std::find_if(all_.rbegin(), all_.rend(), [&](const auto &other) {
      return other->moment.stream == now->moment.stream &&
             other->moment.number == now->moment.follows;
    });
    if (before != all_.rend() && (*before)->startsOthers)
      compare(**before, *early, send);
  }
  for (const auto &earlier : all_)
    if (!earlier->moment.isOrderedWith(now->moment))
      compare(*earlier, *now, send);
  bytes_ += now->bytes();
  all_.push_back(std::move(now));
  while (all_.size() > kMostKept || bytes_ > kMostBytes) {
    bytes_ -= all_.front()->bytes();
    all_.pop_front();
  }
}

} // namespace anywarp::insight
