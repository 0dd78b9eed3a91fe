// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives and messages of all ranks in one piece of work.
#include "nccl/Joint.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "nccl/Results.h"
#include "support/Mutex.h"

namespace anywarp::nccl {

namespace {
/// Bytes that a block reads.
constexpr size_t kBlockBytes = size_t(256) << 10;

struct Joint : Pending {
  std::vector<std::shared_ptr<Member>> members;
  std::atomic<uint64_t> left{0}; ///< blocks
  virtual void run(uint64_t block) = 0;
  /// A rank was aborted or has failed: then none does anything.
  bool isStopped() const {
    return std::any_of(members.begin(), members.end(), [](const auto &member) {
      return member->region.isStopped() || member->region.isBroken();
    });
  }
};

struct JointCollective : Joint {
  Operation operation{};
  std::vector<const char *> in;
  std::vector<char *> out;
  std::vector<uint64_t> scalars;
  std::vector<const void *> deviceScalars;
  size_t size = 1, length = 0, window = 1;

  void run(uint64_t block) override {
    const size_t begin = block * window, count = std::min(window, length - begin);
    // Scalars of a device are read by each block, to the same values.
    const char *from[kMost];
    uint64_t factors[kMost];
    const size_t ranks = in.size();
    for (size_t r = 0; r < ranks; ++r) {
      from[r] = in[r] + begin * size;
      factors[r] = scalars[r];
      if (deviceScalars[r])
        std::memcpy(&factors[r], deviceScalars[r], size);
    }
    const Results results(operation, {from, ranks}, {factors, ranks});
    if (operation.kind == Kind::AllReduce) {
      char *to[kMost];
      for (size_t r = 0; r < ranks; ++r)
        to[r] = out[r] + begin * size;
      return results.reduce({to, ranks}, 0, count);
    }
    for (size_t r = 0; r < ranks; ++r)
      results.take(r, out[r], begin, count);
  }
  static constexpr size_t kMost = 256; ///< ranks
};

/// Pieces of messages.
struct JointCopies : Joint {
  struct Piece {
    char *to;
    const char *from;
    size_t bytes;
  };
  std::vector<Piece> pieces;
  void run(uint64_t block) override {
    std::memmove(pieces[block].to, pieces[block].from, pieces[block].bytes);
  }
};

struct Params {
  Joint *joint;
};

void runBlock(const Params &params, library::Block block) {
  Joint &joint = *params.joint;
  if (joint.isStopped()) {
    for (const auto &member : joint.members)
      member->fail(ncclRemoteError);
  } else {
    joint.run(block.index);
  }
  if (joint.left.fetch_sub(1, std::memory_order_acq_rel) == 1)
    joint.isOver.store(true, std::memory_order_release);
}

/// Gives work of all ranks to their streams, one piece after the other.
class Launches {
public:
  explicit Launches(const std::vector<Share> &shares) : shares_(shares) {
    const CUstream first = shares.front().stream;
    streams_.reserve(shares.size());
    contexts_.reserve(shares.size());
    after_.reserve(shares.size());
    for (const Share &share : shares) {
      streams_.push_back(share.stream);
      contexts_.push_back(share.comm->context());
      const CUevent last = share.comm->lastBefore(first);
      after_.push_back(last ? share.comm->lastBefore(share.stream) : nullptr);
    }
  }

  /// `bytes`: that are read. The calling thread takes few of them.
  CUresult give(std::unique_ptr<Joint> joint, uint64_t blocks, size_t bytes) {
    if (!blocks)
      return CUDA_SUCCESS;
    joint->left = blocks;
    joint->members.reserve(shares_.size());
    for (const Share &share : shares_)
      joint->members.push_back(share.comm->member);
    driver::JointLaunch asked{};
    asked.count = unsigned(shares_.size());
    asked.streams = streams_.data();
    asked.contexts = contexts_.data();
    asked.after = given_ ? nullptr : after_.data();
    asked.runsHere = bytes <= kFewBytes;
    Trying trying(asked.runsHere); // what stands before it may wait for other processes
    if (CUresult result = library::launch<runBlock>("nccl_joint", asked, blocks, {joint.get()}))
      return result;
    if (asked.isCapturing) {
      isCapturing_ = true;
      return given_ ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
    }
    ++given_;
    hasEnded_ = asked.hasEnded;
    if (!hasEnded_)
      shares_.front().comm->tasks.push_back(std::move(joint));
    return CUDA_SUCCESS;
  }
  bool isCapturing() const { return isCapturing_; }

  /// What the communicators wait for from now on.
  CUresult finish(CUevent event) {
    if (!given_)
      return CUDA_SUCCESS;
    for (const Share &share : shares_) {
      Comm &comm = *share.comm;
      if (hasEnded_) {
        comm.settle();
        continue;
      }
      comm.last = event;
      comm.lastStream = streams_.front();
    }
    if (hasEnded_)
      return CUDA_SUCCESS;
    Current current(contexts_.front());
    return current.result() ? current.result()
                            : library::cu().cuEventRecord(event, streams_.front());
  }

private:
  static constexpr size_t kFewBytes = 64 << 10;
  const std::vector<Share> &shares_;
  std::vector<CUstream> streams_;
  std::vector<CUcontext> contexts_;
  std::vector<CUevent> after_;
  unsigned given_ = 0;
  bool hasEnded_ = false, isCapturing_ = false;
};

// -- Collectives ----------------------------------------------------------------------------------

bool isSame(const Operation &a, const Operation &b) {
  return a.kind == b.kind && a.type == b.type && a.op == b.op && a.root == b.root &&
         a.count == b.count;
}

/// The collectives of each rank, in their order; false: the ranks do not call the same.
bool collectivesOf(const std::vector<Share> &shares,
                   std::vector<std::vector<const Operation *>> &found) {
  found.reserve(shares.size());
  for (const Share &share : shares) {
    std::vector<const Operation *> own;
    own.reserve(share.operations.size());
    for (const Operation &o : share.operations)
      if (!isMessage(o))
        own.push_back(&o);
    if (!found.empty() &&
        !std::equal(own.begin(), own.end(), found.front().begin(), found.front().end(),
                    [](const Operation *a, const Operation *b) { return isSame(*a, *b); }))
      return false;
    found.push_back(std::move(own));
  }
  return true;
}

CUresult launchCollective(Launches &launches, const std::vector<const Operation *> &calls) {
  auto joint = std::make_unique<JointCollective>();
  joint->operation = *calls.front();
  const size_t ranks = calls.size();
  joint->in.reserve(ranks);
  joint->out.reserve(ranks);
  joint->scalars.reserve(ranks);
  joint->deviceScalars.reserve(ranks);
  for (const Operation *o : calls) {
    joint->in.push_back(o->send);
    joint->out.push_back(o->receive);
    joint->scalars.push_back(o->scalar);
    joint->deviceScalars.push_back(o->op == kPreMulSum ? o->deviceScalar : nullptr);
  }
  joint->size = sizeOf(joint->operation.type);
  joint->length = Results(joint->operation, joint->in, joint->scalars).length();
  joint->window = std::max<size_t>(512, kBlockBytes / ranks / joint->size);
  const uint64_t blocks = (joint->length + joint->window - 1) / joint->window;
  const size_t bytes = joint->length * joint->size * ranks;
  return launches.give(std::move(joint), blocks, bytes);
}

// -- Messages -------------------------------------------------------------------------------------

/// By their places among the calls of their ranks: the later one's.
using Messages = std::multimap<size_t, JointCopies::Piece>;
using Places = std::deque<std::pair<size_t, const Operation *>>;

/// Sends and receives of the group, paired in their order; false: they do not fit.
bool pair(const std::vector<Share> &shares, Messages &messages) {
  std::map<std::pair<int, int>, std::pair<Places, Places>> between;
  for (size_t r = 0; r < shares.size(); ++r)
    for (size_t i = 0; i < shares[r].operations.size(); ++i) {
      const Operation &o = shares[r].operations[i];
      if (o.kind == Kind::Send)
        between[{int(r), o.root}].first.emplace_back(i, &o);
      else if (o.kind == Kind::Receive)
        between[{o.root, int(r)}].second.emplace_back(i, &o);
    }
  for (const auto &[ranks, lists] : between) {
    const auto &[sends, receives] = lists;
    if (sends.size() != receives.size())
      return false;
    for (size_t i = 0; i < sends.size(); ++i) {
      const Operation &from = *sends[i].second, &to = *receives[i].second;
      const size_t bytes = from.count * sizeOf(from.type);
      if (bytes != to.count * sizeOf(to.type))
        return false;
      if (bytes)
        messages.insert(
            {std::max(sends[i].first, receives[i].first), {to.receive, from.send, bytes}});
    }
  }
  return true;
}

/// Bytes of memory, as intervals.
class Bytes {
public:
  bool meets(const char *begin, size_t bytes) const {
    auto next = intervals_.upper_bound(begin);
    return (next != intervals_.end() && next->first < begin + bytes) ||
           (next != intervals_.begin() && std::prev(next)->second > begin);
  }
  void add(const char *begin, size_t bytes) {
    const char *end = begin + bytes;
    auto it = intervals_.upper_bound(begin);
    if (it != intervals_.begin() && std::prev(it)->second >= begin)
      --it;
    while (it != intervals_.end() && it->first <= end) {
      begin = std::min(begin, it->first);
      end = std::max(end, it->second);
      it = intervals_.erase(it);
    }
    intervals_.emplace(begin, end);
  }
  void clear() { intervals_.clear(); }

private:
  std::map<const char *, const char *> intervals_;
};

/// Messages whose memory has to do with that of earlier ones come after these, although the manual
/// promises no order inside a group: the hypercube of NVIDIA's nccl-tests counts on it.
CUresult launchMessages(Launches &launches, const Messages &messages) {
  Bytes read, written;
  auto joint = std::make_unique<JointCopies>();
  size_t total = 0;
  auto give = [&] {
    const uint64_t blocks = joint->pieces.size();
    return launches.give(std::move(joint), blocks, std::exchange(total, 0));
  };
  for (const auto &[place, piece] : messages) {
    const auto &[to, from, bytes] = piece;
    if (written.meets(from, bytes) || written.meets(to, bytes) || read.meets(to, bytes)) {
      if (CUresult result = give())
        return result;
      joint = std::make_unique<JointCopies>();
      read.clear();
      written.clear();
    }
    read.add(from, bytes);
    written.add(to, bytes);
    total += bytes;
    if (to == from)
      continue;
    const bool overlaps = from < to + bytes && to < from + bytes; // a message to itself
    const size_t most = overlaps ? bytes : kBlockBytes;
    for (size_t at = 0; at < bytes; at += most)
      joint->pieces.push_back({to + at, from + at, std::min(most, bytes - at)});
  }
  return give();
}

} // namespace

void noteMessages(Comm &comm, std::span<const Operation> operations, CUstream stream) {
  if (!comm.family || std::none_of(operations.begin(), operations.end(), isMessage))
    return;
  const bool isCaptured = library::isCapturing(stream);
  Family &family = *comm.family;
  const int rank = comm.member->region.rank();
  LockGuard lock(family.mutex);
  family.isCaptured = family.isCaptured || isCaptured;
  for (const Operation &o : operations) {
    if (!isMessage(o))
      continue;
    const bool sends = o.kind == Kind::Send;
    auto between = sends ? std::pair(rank, o.root) : std::pair(o.root, rank);
    if (!(family.unpaired[between] += sends ? 1 : -1))
      family.unpaired.erase(between);
  }
}

ncclResult_t enqueueJointly(std::vector<Share> shares, bool &isTaken) {
  isTaken = false;
  std::sort(shares.begin(), shares.end(), [](const Share &a, const Share &b) {
    return a.comm->member->region.rank() < b.comm->member->region.rank();
  });
  Comm &first = *shares.front().comm;
  Family &family = *first.family;
  std::vector<std::vector<const Operation *>> collectives;
  Messages messages;
  if (shares.size() > JointCollective::kMost || !collectivesOf(shares, collectives) ||
      !pair(shares, messages))
    return ncclSuccess;
  LockGuard lock(family.mutex);
  if (!messages.empty() && (family.isCaptured || !family.unpaired.empty()))
    return ncclSuccess;
  if (!family.joint.get())
    if (ncclResult_t result = family.joint.make(first.device))
      return result;
  for (const Share &share : shares)
    share.comm->forget();
  Launches launches(shares);
  CUresult result = CUDA_SUCCESS;
  for (size_t i = 0; i < collectives.front().size() && !result && !launches.isCapturing(); ++i) {
    std::vector<const Operation *> calls;
    calls.reserve(collectives.size());
    for (const auto &own : collectives)
      calls.push_back(own[i]);
    result = launchCollective(launches, calls);
  }
  if (!result && !launches.isCapturing())
    result = launchMessages(launches, messages);
  isTaken = result || !launches.isCapturing();
  return toResult(result ? result : launches.finish(family.joint.get()));
}

} // namespace anywarp::nccl
