// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each rank tells all others what it calls, together with its elements if these are few. More
// elements go straight to the ranks that need them, or in rounds (Rounds.h) if there are many ranks
// and not so many bytes. A reduction is shared: each rank reduces a slice, in the order of the
// ranks, so that the bits are those of ranks on one machine.
#include "nccl/machines/Distant.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>

#include "nccl/Results.h"
#include "nccl/machines/Rounds.h"

namespace anywarp::nccl {

namespace {
/// What a rank tells the others at the beginning.
struct Announcement {
  uint32_t kind, type, op, root;
  uint64_t count, scalar;
  static constexpr size_t kMostBytes = 480, kMostAmongMany = 32;
  alignas(16) char elements[kMostBytes]; ///< all that the rank brings, if they fit
};

class Collective {
public:
  Collective(Member &member, const Operation &o)
      : member_(member), wire_(*member.wire), o_(o), size_(sizeOf(o.type)),
        ranks_(member.region.ranks()), me_(member.region.rank()), rounds_(wire_, ranks_, me_),
        results_(o, member.in, member.scalars) {}

  ncclResult_t run() {
    std::vector<Announcement> all(size_t(ranks_), Announcement{});
    const size_t bytes = results_.length() * size_;
    const bool isShort =
        bytes <= (areMany() ? Announcement::kMostAmongMany : Announcement::kMostBytes);
    announce(all[size_t(me_)], isShort ? bytes : 0);
    if (ncclResult_t result = tell(all))
      return result;
    for (const Announcement &other : all)
      if (std::memcmp(&other, &all[size_t(me_)], offsetof(Announcement, scalar)))
        return ncclInvalidUsage;
    for (size_t r = 0; r < all.size(); ++r) {
      member_.scalars[r] = all[r].scalar;
      member_.in[r] = all[r].elements;
    }
    if (isShort) {
      results_.take(size_t(me_), o_.receive, 0, results_.length());
      return ncclSuccess;
    }
    return runLong();
  }

private:
  void announce(Announcement &own, size_t bytes) {
    own.kind = uint32_t(o_.kind);
    own.type = uint32_t(o_.type);
    own.op = o_.op;
    own.root = uint32_t(o_.root);
    own.count = o_.count;
    own.scalar = o_.scalar;
    if (o_.op == kPreMulSum && o_.deviceScalar)
      std::memcpy(&own.scalar, o_.deviceScalar, size_);
    if (bytes && results_.brings(size_t(me_)))
      std::memcpy(own.elements, o_.send, bytes);
  }
  bool areMany() const { return ranks_ > kFewRanks; }
  ncclResult_t tell(std::vector<Announcement> &all) {
    return areMany() ? tellInRounds(all) : tellDirectly(all);
  }
  ncclResult_t tellDirectly(std::vector<Announcement> &all) {
    Wire::Exchange exchange(wire_);
    for (int r = 0; r < ranks_; ++r)
      if (r != me_)
        exchange.receive(r, &all[size_t(r)], sizeof(Announcement), Wire::Calls);
    for (int r = 0; r < ranks_; ++r)
      if (r != me_)
        exchange.send(r, &all[size_t(me_)], sizeof(Announcement), Wire::Calls);
    return exchange.finish();
  }

  ncclResult_t tellInRounds(std::vector<Announcement> &all) {
    constexpr size_t kBytes = offsetof(Announcement, elements) + Announcement::kMostAmongMany;
    std::vector<char> heads(kBytes * all.size());
    std::memcpy(heads.data() + kBytes * size_t(me_), &all[size_t(me_)], kBytes);
    if (ncclResult_t result = rounds_.gather(heads.data(), kBytes))
      return result;
    for (size_t r = 0; r < all.size(); ++r)
      std::memcpy(&all[r], heads.data() + kBytes * r, kBytes);
    return ncclSuccess;
  }

  ncclResult_t runAmongMany(size_t bytes) {
    switch (o_.kind) {
    case Kind::Broadcast:
      if (me_ == o_.root && o_.send != o_.receive)
        std::memmove(o_.receive, o_.send, bytes);
      return rounds_.broadcast(o_.receive, bytes, o_.root);
    case Kind::AllGather: {
      char *own = o_.receive + bytes * size_t(me_);
      if (own != o_.send)
        std::memmove(own, o_.send, bytes);
      return rounds_.gather(o_.receive, bytes);
    }
    case Kind::Scatter:
      return copy();
    default:
      break;
    }
    if (bytes * size_t(ranks_) <= kGatheredBytes)
      return takeGathered(bytes);
    if (bytes > kExchangedBytes * size_t(ranks_) || o_.kind == Kind::Gather)
      return runAmongFew();
    return takeExchanged();
  }

  /// All elements to all ranks: fewest messages, most bytes.
  ncclResult_t takeGathered(size_t bytes) {
    staging_.resize(bytes * size_t(ranks_));
    std::memcpy(staging_.data() + bytes * size_t(me_), o_.send, bytes);
    if (ncclResult_t result = rounds_.gather(staging_.data(), bytes))
      return result;
    for (size_t r = 0; r < size_t(ranks_); ++r)
      member_.in[r] = staging_.data() + bytes * r;
    results_.take(size_t(me_), o_.receive, 0, results_.length());
    return ncclSuccess;
  }

  /// To each rank what it reduces, or gets; then the results of an AllReduce or Reduce to all.
  ncclResult_t takeExchanged() {
    const auto n = size_t(ranks_), me = size_t(me_);
    const bool isShared = o_.kind == Kind::AllReduce || o_.kind == Kind::Reduce;
    const size_t part = isShared ? (o_.count + n - 1) / n : o_.count, bytes = part * size_;
    staging_.resize(bytes * n); // of shared elements the last are nobody's
    std::memcpy(staging_.data(), o_.send, results_.length() * size_);
    if (ncclResult_t result = rounds_.exchange(staging_.data(), bytes))
      return result;
    if (o_.kind == Kind::AlltoAll) {
      std::memcpy(o_.receive, staging_.data(), bytes * n);
      return ncclSuccess;
    }
    for (size_t r = 0; r < n; ++r)
      member_.in[r] = staging_.data() + bytes * r;
    slice_.resize(bytes * (isShared ? n : 1));
    char *own = isShared ? slice_.data() + bytes * me : o_.receive;
    results_.reduce({&own, 1}, 0, part);
    if (!isShared)
      return ncclSuccess;
    if (ncclResult_t result = rounds_.gather(slice_.data(), bytes))
      return result;
    if (o_.kind == Kind::AllReduce || me_ == o_.root)
      std::memcpy(o_.receive, slice_.data(), o_.count * size_);
    return ncclSuccess;
  }

  ncclResult_t runLong() {
    return areMany() ? runAmongMany(results_.length() * size_) : runAmongFew();
  }
  ncclResult_t runAmongFew() {
    switch (o_.kind) {
    case Kind::AllReduce:
      if (o_.count * size_ <= kSwappedBytes && !areMany())
        return takeSwapped(o_.count * size_);
      [[fallthrough]];
    case Kind::Reduce:
      return reduceSlices();
    case Kind::ReduceScatter:
      return reduceChunks();
    default:
      return copy();
    }
  }

  /// All elements to all ranks, which takes one message less for each than slices do.
  ncclResult_t takeSwapped(size_t bytes) {
    staging_.resize(bytes * size_t(ranks_));
    Wire::Exchange exchange(wire_);
    for (int r = 0; r < ranks_; ++r) {
      char *place = staging_.data() + bytes * size_t(r);
      member_.in[size_t(r)] = r == me_ ? o_.send : place;
      if (r != me_)
        exchange.receive(r, place, bytes, Wire::Elements);
    }
    for (int r = 0; r < ranks_; ++r)
      if (r != me_)
        exchange.send(r, o_.send, bytes, Wire::Elements);
    if (ncclResult_t result = exchange.finish())
      return result;
    results_.reduce({&o_.receive, 1}, 0, o_.count);
    return ncclSuccess;
  }

  /// Copies from memory of one rank to memory of another, for all pairs in which this rank is.
  ncclResult_t copy() {
    const size_t chunk = o_.count * size_;
    const bool isRoot = me_ == o_.root;
    auto send = [&](int r) { return const_cast<char *>(o_.send) + size_t(r) * chunk; };
    auto receive = [&](int r) { return o_.receive + size_t(r) * chunk; };
    Wire::Exchange exchange(wire_);
    const char *own = o_.send; // what this rank keeps, and where
    char *place = o_.receive;
    for (int r = 0; r < ranks_; ++r) {
      const bool isFromRoot = r == o_.root;
      if (r == me_)
        continue;
      switch (o_.kind) {
      case Kind::Broadcast:
      case Kind::Scatter:
        if (isRoot)
          exchange.send(r, o_.kind == Kind::Scatter ? send(r) : o_.send, chunk, Wire::Elements);
        if (isFromRoot)
          exchange.receive(r, o_.receive, chunk, Wire::Elements);
        break;
      case Kind::Gather:
        if (isRoot)
          exchange.receive(r, receive(r), chunk, Wire::Elements);
        if (isFromRoot)
          exchange.send(r, o_.send, chunk, Wire::Elements);
        break;
      case Kind::AllGather:
        exchange.receive(r, receive(r), chunk, Wire::Elements);
        exchange.send(r, o_.send, chunk, Wire::Elements);
        break;
      default: // AlltoAll
        exchange.receive(r, receive(r), chunk, Wire::Elements);
        exchange.send(r, send(r), chunk, Wire::Elements);
      }
    }
    if (o_.kind == Kind::Scatter || o_.kind == Kind::AlltoAll)
      own = send(me_);
    if (o_.kind == Kind::Gather || o_.kind == Kind::AllGather || o_.kind == Kind::AlltoAll)
      place = receive(me_);
    const bool keeps = o_.kind == Kind::AllGather || o_.kind == Kind::AlltoAll || isRoot;
    if (keeps && own != place)
      std::memmove(place, own, chunk);
    return exchange.finish();
  }

  /// Receives elements [begin, end) of all ranks and reduces them to `out`. `sent(r)`: the element
  /// at which begins what rank r reduces meanwhile, and how many there are.
  template <typename Sent>
  ncclResult_t reduceRange(size_t begin, size_t end, char *out, Sent sent) {
    const size_t bytes = (end - begin) * size_;
    staging_.resize(bytes * size_t(ranks_));
    Wire::Exchange exchange(wire_);
    for (int r = 0; r < ranks_; ++r) {
      char *place = staging_.data() + size_t(r) * bytes;
      member_.in[size_t(r)] = r == me_ ? o_.send + begin * size_ : place;
      if (r != me_ && bytes)
        exchange.receive(r, place, bytes, Wire::Elements);
    }
    for (int r = 0; r < ranks_; ++r) {
      const auto [from, count] = sent(r);
      if (r != me_ && count)
        exchange.send(r, o_.send + from * size_, count * size_, Wire::Elements);
    }
    if (ncclResult_t result = exchange.finish())
      return result;
    results_.reduce({&out, 1}, 0, end - begin);
    return ncclSuccess;
  }

  /// In windows, so that staging memory stays small.
  ncclResult_t reduceSlices() {
    const size_t most = std::max<size_t>(size_t(ranks_), kWindowBytes / size_);
    for (size_t at = 0; at < o_.count; at += most) {
      const size_t count = std::min(most, o_.count - at);
      if (ncclResult_t result = reduceWindow(at, count))
        return result;
    }
    return ncclSuccess;
  }
  ncclResult_t reduceWindow(size_t at, size_t count) {
    auto bound = [&](int r) { return at + count * size_t(r) / size_t(ranks_); };
    auto length = [&](int r) { return bound(r + 1) - bound(r); };
    const bool isForAll = o_.kind == Kind::AllReduce, isRoot = me_ == o_.root;
    slice_.resize(length(me_) * size_);
    char *own = isForAll || isRoot ? o_.receive + bound(me_) * size_ : slice_.data();
    if (ncclResult_t result = reduceRange(bound(me_), bound(me_ + 1), own,
                                          [&](int r) { return std::pair(bound(r), length(r)); }))
      return result;
    Wire::Exchange exchange(wire_);
    for (int r = 0; r < ranks_; ++r) {
      if (r == me_)
        continue;
      if ((isForAll || isRoot) && length(r))
        exchange.receive(r, o_.receive + bound(r) * size_, length(r) * size_, Wire::Elements);
      if ((isForAll || r == o_.root) && length(me_))
        exchange.send(r, own, length(me_) * size_, Wire::Elements);
    }
    return exchange.finish();
  }
  ncclResult_t reduceChunks() {
    const size_t most = std::max<size_t>(1, kWindowBytes / size_ / size_t(ranks_));
    for (size_t at = 0; at < o_.count; at += most) {
      const size_t count = std::min(most, o_.count - at);
      const size_t begin = size_t(me_) * o_.count + at;
      if (ncclResult_t result =
              reduceRange(begin, begin + count, o_.receive + at * size_,
                          [&](int r) { return std::pair(size_t(r) * o_.count + at, count); }))
        return result;
    }
    return ncclSuccess;
  }

  static constexpr size_t kWindowBytes = size_t(8) << 20;
  // By benchmarks/nccl/loggp.
  static constexpr int kFewRanks = 8;
  static constexpr size_t kSwappedBytes = size_t(32) << 10;
  static constexpr size_t kGatheredBytes = size_t(512) << 10, kExchangedBytes = size_t(16) << 10;
  Member &member_;
  Wire &wire_;
  const Operation &o_;
  const size_t size_;
  const int ranks_, me_;
  Rounds rounds_;
  const Results results_;
  std::vector<char> staging_, slice_;
};

/// Comes before each message.
struct Envelope {
  uint64_t bytes;
};
} // namespace

ncclResult_t runDistantCollective(Member &member, const Operation &operation) {
  return Collective(member, operation).run();
}

ncclResult_t runDistantMessages(Member &member, const Task &task) {
  const int me = member.region.rank();
  std::deque<Envelope> sent;
  std::deque<std::pair<Envelope, uint64_t>> received; // with what is expected
  std::deque<const Operation *> toSelf, fromSelf;
  Wire::Exchange envelopes(*member.wire), elements(*member.wire);
  for (const Operation &o : task.operations) {
    if (!isMessage(o))
      continue;
    const uint64_t bytes = o.count * sizeOf(o.type);
    if (o.root == me) {
      (o.kind == Kind::Send ? toSelf : fromSelf).push_back(&o);
    } else if (o.kind == Kind::Send) {
      sent.push_back({bytes});
      envelopes.send(o.root, &sent.back(), sizeof(Envelope), Wire::Envelopes);
      if (bytes)
        elements.send(o.root, o.send, bytes, Wire::sized(bytes));
    } else {
      received.push_back({{}, bytes});
      envelopes.receive(o.root, &received.back().first, sizeof(Envelope), Wire::Envelopes);
      if (bytes)
        elements.receive(o.root, o.receive, bytes, Wire::sized(bytes));
    }
  }
  ncclResult_t result = toSelf.size() == fromSelf.size() ? ncclSuccess : ncclInvalidUsage;
  for (size_t i = 0; i < toSelf.size() && !result; ++i) {
    const Operation &from = *toSelf[i], &to = *fromSelf[i];
    if (from.count * sizeOf(from.type) != to.count * sizeOf(to.type))
      result = ncclInvalidUsage;
    else if (from.count)
      std::memmove(to.receive, from.send, from.count * sizeOf(from.type));
  }
  if (!result)
    result = envelopes.finish();
  for (const auto &[envelope, bytes] : received)
    if (!result && envelope.bytes != bytes)
      result = ncclInvalidUsage;
  if (result) // nobody waits for what does not fit
    member.wire->interrupt();
  const ncclResult_t ended = elements.finish();
  return result ? result : ended;
}

} // namespace anywarp::nccl
