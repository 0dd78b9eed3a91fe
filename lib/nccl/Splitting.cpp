// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators of some ranks of another one.
#include <algorithm>
#include <cstring>
#include <optional>

#include "nccl/Making.h"

namespace anywarp::nccl {

namespace {
struct Choice {
  int color, key;
};

/// The notes with which ranks of a child on several machines find each other: they go over the
/// parent's connections, and have one size.
class Notes {
public:
  Notes(std::shared_ptr<Member> parent, std::vector<int> members, uint64_t number)
      : parent_(std::move(parent)), members_(std::move(members)), number_(number),
        sent_(*parent_->wire) {}

  /// By rank comes what the others need to know. Gloo tells names of hosts, too, which nobody
  /// needs.
  static bool isName(const std::string &key) { return key.rfind("rank_", 0) == 0; }

  bool set(const std::string &key, const std::string &value) {
    if (isName(key))
      return true;
    if (value.size() + sizeof(uint64_t) > bytes())
      return false;
    std::vector<char> &note = notes_.emplace_back(bytes());
    const uint64_t length = value.size();
    std::memcpy(note.data(), &length, sizeof length);
    std::memcpy(note.data() + sizeof length, value.data(), value.size());
    for (int r : members_)
      if (r != parent_->region.rank())
        sent_.send(r, note.data(), bytes(), slot());
    return true;
  }
  bool get(const std::string &key, std::string &value) {
    value.clear();
    if (isName(key))
      return true;
    std::vector<char> note(bytes());
    Wire::Exchange arriving(*parent_->wire);
    arriving.receive(members_[std::strtoul(key.c_str(), nullptr, 10)], note.data(), bytes(),
                     slot());
    if (arriving.finish())
      return false;
    uint64_t length;
    std::memcpy(&length, note.data(), sizeof length);
    value.assign(note.data() + sizeof length, std::min<size_t>(length, bytes() - sizeof length));
    return true;
  }
  /// All are connected, so that all notes have been read.
  ncclResult_t finish() { return sent_.finish(); }

private:
  size_t bytes() const { return 512 + 512 * members_.size(); }
  uint64_t slot() const { return Wire::Addresses + (number_ << 8); }

  const std::shared_ptr<Member> parent_;
  const std::vector<int> members_; ///< of the child, by their ranks in the parent
  const uint64_t number_;
  std::vector<std::vector<char>> notes_;
  Wire::Exchange sent_;
};

/// Begins to connect ranks of a parent that is on several machines.
ncclResult_t connect(Steps &steps, const std::shared_ptr<Notes> &notes, const Member &parent) {
  return steps.connect(
      parent.wire->way(), parent.wire->address(),
      {[=](const std::string &key, const std::string &value) { return notes->set(key, value); },
       [=](const std::string &key, std::string &value) { return notes->get(key, value); }});
}

/// One rank's part in a split.
struct Split {
  std::shared_ptr<Member> parent;
  std::string name;
  Choice own;
  Steps steps;
  uint64_t number;
  std::vector<Choice> all;
  std::optional<Wire::Exchange> exchange;
  std::shared_ptr<Notes> notes;

  Split(Comm &comm, Choice choice, Birth birth)
      : parent(comm.member), name(comm.name), own(choice), steps{birth, nullptr},
        number(++comm.splits), all(size_t(parent->region.ranks())) {}
  Region &region() { return parent->region; }

  /// Tells the others, without waiting.
  ncclResult_t announce() {
    all[size_t(region().rank())] = own;
    if (!parent->wire) {
      Seat &seat = region().own();
      seat.split[number % Seat::kSplits] = {own.color, own.key};
      seat.splits.store(number, std::memory_order_release);
      return ncclSuccess;
    }
    exchange.emplace(*parent->wire);
    for (int r = 0; r < region().ranks(); ++r)
      if (r != region().rank()) {
        exchange->receive(r, &all[size_t(r)], sizeof(Choice), Wire::Splits);
        exchange->send(r, &all[size_t(region().rank())], sizeof(Choice), Wire::Splits);
      }
    return ncclSuccess;
  }
  ncclResult_t listen() {
    if (exchange)
      return exchange->finish();
    Patience patience(region());
    auto isMissing = [&](int r) {
      return region().seat(r).splits.load(std::memory_order_acquire) < number;
    };
    for (int r = 0; r < region().ranks(); ++r) {
      while (isMissing(r))
        if (ncclResult_t result = patience.pause(isMissing))
          return result;
      const auto &other = region().seat(r).split[number % Seat::kSplits];
      all[size_t(r)] = {other.color, other.key};
    }
    return ncclSuccess;
  }
  ncclResult_t join() {
    if (ncclResult_t result = listen())
      return result;
    if (own.color == NCCL_SPLIT_NOCOLOR)
      return ncclSuccess;
    std::vector<int> members;
    for (int r = 0; r < region().ranks(); ++r)
      if (all[size_t(r)].color == own.color)
        members.push_back(r);
    std::sort(members.begin(), members.end(), [&](int a, int b) {
      return std::pair(all[size_t(a)].key, a) < std::pair(all[size_t(b)].key, b);
    });
    const auto me = std::find(members.begin(), members.end(), region().rank());
    steps.birth.ranks = int(members.size());
    steps.birth.rank = int(me - members.begin());
    std::string &child = steps.birth.comm->name;
    child = name + "-" + std::to_string(number) + "." + std::to_string(own.color);
    if (child.size() > 200)
      return ncclInternalError;
    if (!parent->wire || members.size() == 1)
      return steps.attach();
    notes = std::make_shared<Notes>(parent, std::move(members), number);
    return connect(steps, notes, *parent);
  }
  ncclResult_t complete() {
    if (own.color == NCCL_SPLIT_NOCOLOR)
      return ncclSuccess;
    if (ncclResult_t result = steps.complete())
      return result;
    return notes ? notes->finish() : ncclSuccess;
  }
};
} // namespace

Job makeSplitJob(Comm &parent, int color, int key, Birth birth) {
  auto split = std::make_shared<Split>(parent, Choice{color, key}, birth);
  return Job{.steps = {[=] { return split->announce(); }, [=] { return split->join(); },
                       [=] { return split->complete(); }}};
}

Job makeShrinkJob(Comm &parent, std::vector<int> members, Birth birth) {
  auto steps = std::make_shared<Steps>(birth, nullptr);
  auto notes = std::make_shared<std::shared_ptr<Notes>>();
  const uint64_t number = ++parent.splits;
  const auto me = std::find(members.begin(), members.end(), parent.member->region.rank());
  steps->birth.ranks = int(members.size());
  steps->birth.rank = int(me - members.begin());
  steps->birth.comm->name = parent.name + "-" + std::to_string(number) + "s";
  for (int r : members) // ranks that do not agree do not meet
    steps->birth.comm->name += "." + std::to_string(r);
  Job job;
  job.steps.push_back([=, member = parent.member] {
    if (steps->birth.comm->name.size() > 200)
      return ncclInternalError;
    if (!member->wire || members.size() == 1)
      return steps->attach();
    *notes = std::make_shared<Notes>(member, members, number);
    return connect(*steps, *notes, *member);
  });
  job.steps.push_back([=] {
    if (ncclResult_t result = steps->complete())
      return result;
    return *notes ? (*notes)->finish() : ncclSuccess;
  });
  return job;
}

} // namespace anywarp::nccl
