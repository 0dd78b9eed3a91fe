// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives and messages of all ranks in one piece of work.
#include "nccl/Joint.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>

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

CUresult launch(CUstream stream, std::unique_ptr<Joint> joint, uint64_t blocks,
                const std::vector<Share> &shares) {
  if (!blocks)
    return CUDA_SUCCESS;
  joint->left = blocks;
  joint->members.reserve(shares.size());
  for (const Share &share : shares)
    joint->members.push_back(share.comm->member);
  const CUresult result = library::launch<runBlock>("nccl_joint", stream, blocks, {joint.get()});
  if (!result)
    shares.front().comm->tasks.push_back(std::move(joint));
  return result;
}

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

CUresult launchCollective(CUstream stream, const std::vector<Share> &shares,
                          const std::vector<const Operation *> &calls) {
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
  return launch(stream, std::move(joint), blocks, shares);
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
CUresult launchMessages(CUstream stream, const std::vector<Share> &shares,
                        const Messages &messages) {
  Bytes read, written;
  auto joint = std::make_unique<JointCopies>();
  for (const auto &[place, piece] : messages) {
    const auto &[to, from, bytes] = piece;
    if (written.meets(from, bytes) || written.meets(to, bytes) || read.meets(to, bytes)) {
      const uint64_t blocks = joint->pieces.size();
      if (CUresult result = launch(stream, std::move(joint), blocks, shares))
        return result;
      joint = std::make_unique<JointCopies>();
      read.clear();
      written.clear();
    }
    read.add(from, bytes);
    written.add(to, bytes);
    if (to == from)
      continue;
    const bool overlaps = from < to + bytes && to < from + bytes; // a message to itself
    const size_t most = overlaps ? bytes : kBlockBytes;
    for (size_t at = 0; at < bytes; at += most)
      joint->pieces.push_back({to + at, from + at, std::min(most, bytes - at)});
  }
  const uint64_t blocks = joint->pieces.size();
  return launch(stream, std::move(joint), blocks, shares);
}

// -- Order ----------------------------------------------------------------------------------------

/// The rank's context, where its stream is named by it. A context is current in any case.
class Named {
public:
  explicit Named(const Share &share) {
    if (share.stream == nullptr || share.stream == CU_STREAM_LEGACY ||
        share.stream == CU_STREAM_PER_THREAD)
      current_.emplace(share.comm->context());
  }

private:
  std::optional<Current> current_;
};

/// The first rank's stream waits for what the others' streams have, and for earlier work.
CUresult gather(const std::vector<Share> &shares) {
  const auto &cu = library::cu();
  const CUstream first = shares.front().stream;
  for (const Share &share : shares) {
    Comm &comm = *share.comm;
    Named named(share);
    CUresult result = CUDA_SUCCESS;
    if (comm.last && comm.lastStream != first && comm.lastStream != share.stream)
      result = cu.cuStreamWaitEvent(share.stream, comm.last, 0);
    if (!result && &share != &shares.front())
      result = cu.cuEventRecord(comm.join.get(), share.stream);
    if (result)
      return result;
  }
  for (const Share &share : shares)
    if (&share != &shares.front())
      if (CUresult result = cu.cuStreamWaitEvent(first, share.comm->join.get(), 0))
        return result;
  return CUDA_SUCCESS;
}

/// The others' streams go on when the first one's work is done.
CUresult release(const std::vector<Share> &shares, CUevent event) {
  const auto &cu = library::cu();
  const CUstream first = shares.front().stream;
  if (CUresult result = cu.cuEventRecord(event, first))
    return result;
  for (const Share &share : shares) {
    Comm &comm = *share.comm;
    if (&share != &shares.front()) {
      Named named(share);
      if (CUresult result = cu.cuStreamWaitEvent(share.stream, event, 0))
        return result;
    }
    comm.last = event;
    comm.lastStream = first;
  }
  return CUDA_SUCCESS;
}
} // namespace

void noteMessages(Comm &comm, std::span<const Operation> operations, bool isCaptured) {
  if (!comm.family || std::none_of(operations.begin(), operations.end(), isMessage))
    return;
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
  Current current(first.context());
  if (current.result())
    return ncclUnhandledCudaError;
  for (const Share &share : shares) {
    Named named(share);
    if (library::isCapturing(share.stream))
      return ncclSuccess;
  }
  LockGuard lock(family.mutex);
  if (!messages.empty() && (family.isCaptured || !family.unpaired.empty()))
    return ncclSuccess;
  if (!family.joint.get())
    if (ncclResult_t result = family.joint.make(first.device))
      return result;
  isTaken = true;
  for (const Share &share : shares)
    share.comm->forget();
  CUresult result = gather(shares);
  for (size_t i = 0; i < collectives.front().size() && !result; ++i) {
    std::vector<const Operation *> calls;
    calls.reserve(collectives.size());
    for (const auto &own : collectives)
      calls.push_back(own[i]);
    result = launchCollective(shares.front().stream, shares, calls);
  }
  if (!result)
    result = launchMessages(shares.front().stream, shares, messages);
  return toResult(result ? result : release(shares, family.joint.get()));
}

} // namespace anywarp::nccl
