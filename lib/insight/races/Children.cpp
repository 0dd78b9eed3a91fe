// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/races/Children.h"

#include "insight/races/Hazards.h"

namespace anywarp::insight {

static constexpr size_t kMostFollowed = 256;

class Children::Begun final : public Launched {
public:
  Begun(std::shared_ptr<Children> family, Child child)
      : family_(std::move(family)), child_(std::move(child)) {}
  void ended(std::shared_ptr<const Footprint> did, Footprints &all,
             const TellRecord &tell) override {
    child_.did = std::move(did);
    if (child_.did)
      family_->childEnded(std::move(child_), all, tell);
  }

private:
  const std::shared_ptr<Children> family_;
  Child child_;
};

std::shared_ptr<Launched> Children::add(Clocks known, ClusterShape cluster, uint64_t stream) {
  LockGuard lock(mutex_);
  if (++count_ > kMostFollowed)
    return nullptr;
  return std::make_shared<Begun>(shared_from_this(),
                                 Child{std::move(known), cluster, stream, nullptr});
}

/// What the parent did may race unless the one who launched the child knew of it.
void Children::compare(const Child &child, const TellRecord &tell) {
  constexpr uint32_t kNobody = ~0u - 1;
  if (child.stream == Launched::kTail)
    return;
  Hazards found;
  for (const auto &[at, granule] : used_) {
    const Footprint::Word did[] = {child.did->at(at * 4, false), child.did->at(at * 4, true)};
    if (!did[0].bytes && !did[1].bytes)
      continue;
    auto check = [&](const Access &access) {
      if (access.epoch.thread == ~0u || isBefore(child.cluster, access.epoch, child.known, kNobody))
        return;
      for (const bool isWrite : {false, true}) {
        const unsigned common = access.bytes & did[isWrite].bytes;
        const bool areStrong = (access.isStrong || access.isVolatile) && did[isWrite].isStrong;
        if (!common || !(access.isWrite || isWrite) || areStrong)
          continue;
        // A plain read beside a compare-and-swap is no race.
        const Site &own = sites_[access.site], &childs = (*child.did->sites)[did[isWrite].site];
        if (!(isSwap(own) && !isWrite) && !(isSwap(childs) && !access.isWrite))
          found[{access.site, did[isWrite].site, {access.isWrite, isWrite}}].count +=
              unsigned(__builtin_popcount(common));
      }
    };
    for (const Access &access : granule.reads)
      check(access);
    for (const Access &access : granule.writes)
      check(access);
  }
  for (const auto &[pair, hazards] : found) {
    auto name = [&](int i) { return pair.isWrite[i] ? "Write" : "Read"; };
    const Site &own = sites_[pair.first], &childs = (*child.did->sites)[pair.second];
    Record record("Analysis");
    record.placed(std::string("Error: Race reported between ") + name(0) + " access at ", own, "");
    record.placed(std::string("    and ") + name(1) + " access at ", childs,
                  " [" + std::to_string(hazards.count) +
                      (hazards.count == 1 ? " hazard]" : " hazards]"));
    record.text("    The second is by a kernel that the first one launched: it may run meanwhile");
    record.host(child.did->when, child.did->host);
    auto key = [](const Site &site) {
      const Frame &frame = site.frames[0];
      return frame.function + frame.file + std::to_string(frame.line) + "\n";
    };
    if (told_.insert(name(0) + key(own) + name(1) + key(childs)).second)
      tell(record);
  }
}

void Children::childEnded(Child child, Footprints &all, const TellRecord &tell) {
  LockGuard lock(mutex_);
  for (const Child &other : over_) {
    auto isOrdered = [](uint64_t stream) {
      return stream == Launched::kOrdered || stream == Launched::kTail;
    };
    if (!isOrdered(child.stream) && !isOrdered(other.stream) &&
        (child.stream != other.stream || child.stream == Launched::kNoStream))
      all.compareTwo(*other.did, *child.did, tell);
  }
  if (isOver_)
    compare(child, tell);
  over_.push_back(std::move(child));
}

void Children::parentEnded(GlobalGranules used, const TellRecord &tell) {
  LockGuard lock(mutex_);
  used_ = std::move(used);
  isOver_ = true;
  for (const Child &child : over_)
    compare(child, tell);
}

} // namespace anywarp::insight
