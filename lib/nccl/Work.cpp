// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs in a stream: one block per task. Ranks of one process read each other's buffers; ranks
// of several processes pass pieces through the shared memory. A rank that waits keeps its thread:
// an executor of the driver, which starts others as they are needed, or one that waits for the
// stream. In the thread that gives work, a task tries once and is left begun.
#include "nccl/Results.h"
#include "nccl/machines/Distant.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "support/Options.h"

namespace anywarp::nccl {

namespace {
struct Params {
  Task *task;
  /// Noted by a run of the task, which another thread may have freed by then if it is over.
  mutable bool isUnfinished = false;
};

/// The calling thread gives the next task and would rather not wait.
thread_local bool isTrying = false;

/// The rank has come to its next meeting, whose number is given back.
uint64_t arrive(Member &member) {
  const uint64_t number = ++member.meetings;
  member.region.own().calls[number % 2].number.store(number, std::memory_order_release);
  return number;
}

/// All ranks have come to the meeting of that number. ncclInProgress: not while it was worth a
/// look.
ncclResult_t await(Member &member, uint64_t number, bool tries) {
  const Region &region = member.region;
  auto isMissing = [&](int r) {
    return region.seat(r).calls[number % 2].number.load(std::memory_order_acquire) < number;
  };
  Patience patience(region);
  unsigned looks = 0;
  constexpr unsigned kBareLooks = 64; // the others are about to come as a rule
  for (int r = 0; r < region.ranks(); ++r) {
    for (unsigned i = 0; i < kBareLooks && isMissing(r); ++i) {
    }
    while (isMissing(r)) {
      if (tries && looks++ >= member.patience) {
        member.patience /= 2;
        return ncclInProgress;
      }
      if (ncclResult_t result = patience.pause(isMissing))
        return result;
    }
  }
  if (patience.looks() <= Member::kMostPatience)
    member.patience = Member::kMostPatience;
  return ncclSuccess;
}

ncclResult_t meet(Member &member) { return await(member, arrive(member), /*tries=*/false); }

/// One collective. Its first meeting has the number of the rank's last one once it has begun.
class Collective {
public:
  Collective(Member &member, const Operation &operation)
      : member_(member), region_(member.region), o_(operation), size_(sizeOf(operation.type)),
        ranks_(size_t(member.region.ranks())), me_(size_t(member.region.rank())),
        results_(operation, member.in, member.scalars), length_(results_.length()) {}

  /// Tells the others what the rank calls, with its elements, or the first of them.
  void begin() {
    const uint64_t next = member_.meetings + 1;
    publish(region_.own().calls[next % 2]);
    if (isStaged())
      stage(next, 0);
    arrive(member_);
  }

  /// ncclInProgress only if it `tries`.
  ncclResult_t finish(bool tries) {
    turn_ = member_.meetings % 2;
    if (ncclResult_t result = await(member_, member_.meetings, tries))
      return result;
    if (!agree())
      return ncclInvalidUsage;
    for (size_t r = 0; r < ranks_ && o_.op == kPreMulSum; ++r)
      member_.scalars[r] = callOf(r).scalar;
    if (isStaged())
      return runStaged();
    if (length_ * size_ > Call::kFew)
      return runDirect();
    for (size_t r = 0; r < ranks_; ++r)
      member_.in[r] = callOf(r).elements;
    results_.take(me_, o_.receive, 0, length_);
    return ncclSuccess;
  }

private:
  Call &callOf(size_t rank) const { return region_.seat(int(rank)).calls[turn_]; }
  bool isStaged() const { return length_ * size_ > Call::kFew && !region_.isDirect(); }
  void publish(Call &own) {
    own.kind = uint32_t(o_.kind);
    own.type = uint32_t(o_.type);
    own.op = o_.op;
    own.root = uint32_t(o_.root);
    own.count = o_.count;
    own.send = o_.send;
    own.receive = o_.receive;
    own.scalar = o_.scalar;
    if (o_.op == kPreMulSum && o_.deviceScalar)
      std::memcpy(&own.scalar, o_.deviceScalar, size_);
    const size_t bytes = length_ * size_;
    if (bytes && bytes <= Call::kFew && results_.brings(me_))
      std::memcpy(own.elements, o_.send, bytes);
  }
  /// The ranks have called the same.
  bool agree() const {
    const Call &own = callOf(me_);
    for (size_t r = 0; r < ranks_; ++r) {
      if (std::memcmp(&callOf(r).kind, &own.kind, Call::kSameBytes))
        return false;
    }
    return true;
  }
  ncclResult_t runDirect() {
    for (size_t r = 0; r < ranks_; ++r) {
      member_.in[r] = callOf(r).send;
      member_.out[r] = callOf(r).receive;
    }
    if (o_.kind == Kind::AllReduce) // a slice for all: results may lie where inputs do
      results_.reduce(member_.out, o_.count * me_ / ranks_, o_.count * (me_ + 1) / ranks_);
    else
      results_.take(me_, o_.receive, 0, length_);
    return meet(member_);
  }

  /// Elements of one piece. The slots have two, in turn like the calls.
  size_t most() const { return region_.slotBytes() / 2 / size_; }
  char *slot(size_t rank, uint64_t meeting) const {
    return region_.slot(int(rank)) + meeting % 2 * (region_.slotBytes() / 2);
  }
  void stage(uint64_t meeting, size_t at) {
    if (results_.brings(me_))
      std::memcpy(slot(me_, meeting), o_.send + at * size_, std::min(most(), length_ - at) * size_);
  }
  /// A rank takes what the others brought to a meeting, and brings the next piece to the next.
  ncclResult_t runStaged() {
    for (size_t at = 0;;) {
      const size_t count = std::min(most(), length_ - at);
      for (size_t r = 0; r < ranks_; ++r)
        member_.in[r] = slot(r, member_.meetings);
      // Results may lie where later pieces of the input do.
      const size_t next = at + count;
      if (next < length_)
        stage(member_.meetings + 1, next);
      results_.take(me_, o_.receive, at, count);
      if (next >= length_)
        return ncclSuccess;
      at = next;
      if (ncclResult_t result = meet(member_))
        return result;
    }
  }

  Member &member_;
  Region &region_;
  const Operation &o_;
  const size_t size_, ranks_, me_;
  uint64_t turn_ = 0; ///< which of the two calls of a seat
  const Results results_;
  const size_t length_; ///< of what a rank brings, in elements
};

// -- Messages -------------------------------------------------------------------------------------

/// Passes pieces of one message on, as far as they go now. True: something was done.
bool sendPiece(Region &region, Operation &o) {
  Box &box = region.box(region.rank(), o.root);
  const uint64_t posted = box.posted.load(std::memory_order_relaxed);
  if (box.taken.load(std::memory_order_acquire) != posted)
    return false;
  const size_t total = o.count * sizeOf(o.type);
  if (o.isPosted && o.done == total) {
    o.isOver = true;
    return true;
  }
  const size_t bytes = region.isDirect() ? total : std::min(total - o.done, region.pieceBytes());
  if (!region.isDirect() && bytes)
    std::memcpy(region.piece(region.rank(), o.root), o.send + o.done, bytes);
  box.address = o.send;
  box.bytes = bytes;
  box.total = total;
  box.type = uint32_t(o.type);
  o.done += bytes;
  o.isPosted = true;
  box.posted.store(posted + 1, std::memory_order_release);
  return true;
}

bool receivePiece(Region &region, Operation &o, ncclResult_t &result) {
  Box &box = region.box(o.root, region.rank());
  const uint64_t taken = box.taken.load(std::memory_order_relaxed);
  if (box.posted.load(std::memory_order_acquire) == taken)
    return false;
  const size_t total = o.count * sizeOf(o.type);
  if (box.total != total || box.bytes > total - o.done) {
    result = ncclInvalidUsage;
    return true;
  }
  const char *from = region.isDirect() ? box.address : region.piece(o.root, region.rank());
  if (box.bytes)
    std::memmove(o.receive + o.done, from, box.bytes);
  o.done += box.bytes;
  o.isOver = o.done == total;
  box.taken.store(taken + 1, std::memory_order_release);
  return true;
}

/// One look at all messages; those between the same ranks go in their order.
bool sweep(Member &member, Task &task, bool &isOver, ncclResult_t &result) {
  std::fill(member.sends.begin(), member.sends.end(), 0);
  std::fill(member.receives.begin(), member.receives.end(), 0);
  bool moved = false;
  isOver = true;
  for (Operation &o : task.operations) {
    if (!isMessage(o) || o.isOver)
      continue;
    const bool sends = o.kind == Kind::Send;
    char &isTaken = (sends ? member.sends : member.receives)[size_t(o.root)];
    if (!isTaken)
      moved |= sends ? sendPiece(member.region, o) : receivePiece(member.region, o, result);
    isTaken = 1;
    isOver = isOver && o.isOver;
  }
  return moved;
}

/// ncclInProgress only if it `tries`, when nothing has moved for a while.
ncclResult_t runMessages(Member &member, Task &task, bool tries) {
  Patience patience(member.region);
  for (;;) {
    bool isOver;
    ncclResult_t result = ncclSuccess;
    const bool moved = sweep(member, task, isOver, result);
    if (isOver || result)
      return result;
    if (moved) {
      patience.renew();
      continue;
    }
    if (tries && patience.looks() >= Member::kMostPatience)
      return ncclInProgress;
    result = patience.pause([&](int rank) {
      return std::any_of(task.operations.begin(), task.operations.end(), [&](const Operation &o) {
        if (!isMessage(o) || o.isOver || o.root != rank)
          return false;
        Box &box = o.kind == Kind::Send ? member.region.box(member.region.rank(), rank)
                                        : member.region.box(rank, member.region.rank());
        const bool isFull = box.posted.load() != box.taken.load();
        return isFull == (o.kind == Kind::Send); // there is nothing that this rank could do
      });
    });
    if (result)
      return result;
  }
}

/// The member becomes busy with the task. ncclInProgress only if it `tries`.
ncclResult_t begin(Member &member, Task &task, bool tries) {
  Patience patience(member.region);
  while (member.isBusy.exchange(true, std::memory_order_acquire)) {
    if (tries)
      return ncclInProgress;
    if (ncclResult_t result = patience.pause([](int) { return false; }))
      return result;
  }
  task.isBegun = true;
  for (Operation &o : task.operations) { // a graph may run it again
    o.done = 0;
    o.isPosted = o.isOver = false;
  }
  if (ncclResult_t failed = member.error.load())
    return failed;
  return member.region.isBroken() ? ncclRemoteError : ncclSuccess; // the others have given up
}

/// True: the task is one that the program may wait for a moment when it calls it.
bool isShort(const Task &task) {
  constexpr size_t kFewBytes = 64 << 10;
  if (task.member->wire)
    return false;
  const size_t ranks = size_t(task.member->region.ranks());
  size_t bytes = 0;
  for (const Operation &o : task.operations) {
    if (!isMessage(o) && task.operations.size() > 1)
      return false;
    bytes += o.count * sizeOf(o.type) * (isMessage(o) ? 1 : ranks);
  }
  return bytes <= kFewBytes;
}

/// Goes on with a task that has begun. ncclInProgress only if it `tries`.
ncclResult_t runTask(Member &member, Task &task, bool isNew, bool tries) {
  bool hasMessages = false;
  for (const Operation &o : task.operations) {
    if (isMessage(o)) {
      hasMessages = true;
      continue;
    }
    ncclResult_t result;
    if (member.wire) {
      result = runDistantCollective(member, o);
    } else {
      Collective collective(member, o);
      if (isNew)
        collective.begin();
      result = collective.finish(tries);
    }
    if (result)
      return result;
  }
  if (!hasMessages)
    return ncclSuccess;
  return member.wire ? runDistantMessages(member, task) : runMessages(member, task, tries);
}

void runBlock(const Params &params, library::Block) {
  Task &task = *params.task;
  Member &member = *task.member;
  const bool tries = isTrying, isNew = !task.isBegun;
  if (params.isUnfinished) // graphs share their parameters
    params.isUnfinished = false;
  ncclResult_t result = isNew ? begin(member, task, tries) : ncclSuccess;
  if (!result)
    result = runTask(member, task, isNew, tries);
  if (result == ncclInProgress) {
    params.isUnfinished = true;
    return;
  }
  if (std::exchange(task.isBegun, false))
    member.isBusy.store(false, std::memory_order_release);
  if (result)
    member.fail(result);
  task.isOver.store(true, std::memory_order_release);
}

bool isOver(const void *params) { return !static_cast<const Params *>(params)->isUnfinished; }
} // namespace

CUresult capture(CUstream stream, Task *task) {
  return library::launch<runBlock>("nccl", stream, 1, {task});
}

// Launches that block wait for their end in the same thread.
Trying::Trying(bool tries) {
  static const bool isBlocking = Options::get().launchBlocking == "1";
  isTrying = tries && !isBlocking;
}
Trying::~Trying() { isTrying = false; }

CUresult launch(driver::JointLaunch &launch, Task *task) {
  launch.runsHere = isShort(*task);
  launch.isOver = isOver;
  Trying trying(launch.runsHere);
  return library::launch<runBlock>("nccl", launch, 1, {task});
}

} // namespace anywarp::nccl
