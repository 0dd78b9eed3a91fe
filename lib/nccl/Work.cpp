// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs in a stream: one block per task. Ranks of one process read each other's buffers; ranks
// of several processes pass pieces through the shared memory. A rank that waits keeps its thread,
// an executor of the driver, which starts others as they are needed.
#include "nccl/Results.h"
#include "nccl/machines/Distant.h"

#include <algorithm>
#include <cstring>

namespace anywarp::nccl {

namespace {
struct Params {
  Task *task;
};

/// All ranks have come here.
ncclResult_t meet(Region &region) {
  const uint64_t number = region.own().arrived.load(std::memory_order_relaxed) + 1;
  region.own().arrived.store(number, std::memory_order_release);
  Patience patience(region);
  for (int r = 0; r < region.ranks(); ++r)
    while (region.seat(r).arrived.load(std::memory_order_acquire) < number)
      if (ncclResult_t result = patience.pause([&](int rank) {
            return region.seat(rank).arrived.load(std::memory_order_acquire) < number;
          }))
        return result;
  return ncclSuccess;
}

class Collective {
public:
  Collective(Member &member, const Operation &operation)
      : member_(member), region_(member.region), o_(operation), size_(sizeOf(operation.type)),
        ranks_(size_t(member.region.ranks())), me_(size_t(member.region.rank())),
        turn_(region_.own().arrived.load(std::memory_order_relaxed) % 2),
        results_(operation, member.in, member.scalars) {}

  ncclResult_t run() {
    const size_t bytes = results_.length() * size_;
    publish(bytes);
    if (ncclResult_t result = meet(region_))
      return result;
    if (!agree())
      return ncclInvalidUsage;
    for (size_t r = 0; r < ranks_; ++r)
      member_.scalars[r] = callOf(r).scalar;
    if (bytes > Call::kFew)
      return region_.isDirect() ? runDirect() : runStaged();
    for (size_t r = 0; r < ranks_; ++r)
      member_.in[r] = callOf(r).elements;
    results_.take(me_, o_.receive, 0, results_.length());
    return ncclSuccess;
  }

private:
  Call &callOf(size_t rank) const { return region_.seat(int(rank)).calls[turn_]; }
  void publish(size_t bytes) {
    Call &own = callOf(me_);
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
    if (bytes && bytes <= Call::kFew && results_.brings(me_))
      std::memcpy(own.elements, o_.send, bytes);
  }
  /// The ranks have called the same.
  bool agree() const {
    const Call &own = callOf(me_);
    for (size_t r = 0; r < ranks_; ++r) {
      const Call &call = callOf(r);
      if (call.kind != own.kind || call.type != own.type || call.op != own.op ||
          call.root != own.root || call.count != own.count)
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
      results_.take(me_, o_.receive, 0, results_.length());
    return meet(region_);
  }

  ncclResult_t runStaged() {
    const size_t most = region_.slotBytes() / size_, length = results_.length();
    for (size_t r = 0; r < ranks_; ++r)
      member_.in[r] = region_.slot(int(r));
    for (size_t at = 0; at < length; at += most) {
      const size_t count = std::min(most, length - at);
      if (results_.brings(me_))
        std::memcpy(region_.slot(int(me_)), o_.send + at * size_, count * size_);
      if (ncclResult_t result = meet(region_))
        return result;
      results_.take(me_, o_.receive, at, count);
      if (ncclResult_t result = meet(region_))
        return result;
    }
    return ncclSuccess;
  }

  Member &member_;
  Region &region_;
  const Operation &o_;
  const size_t size_, ranks_, me_;
  const uint64_t turn_; ///< which of the two calls of a seat
  const Results results_;
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

ncclResult_t runMessages(Member &member, Task &task) {
  for (Operation &o : task.operations) { // a graph may run it again
    o.done = 0;
    o.isPosted = o.isOver = false;
  }
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

ncclResult_t runTask(Member &member, Task &task) {
  if (ncclResult_t result = member.error.load())
    return result;
  for (const Operation &o : task.operations)
    if (!isMessage(o))
      if (ncclResult_t result =
              member.wire ? runDistantCollective(member, o) : Collective(member, o).run())
        return result;
  return member.wire ? runDistantMessages(member, task) : runMessages(member, task);
}

void runBlock(const Params &params, library::Block) {
  Task &task = *params.task;
  Member &member = *task.member;
  Patience patience(member.region);
  ncclResult_t result = ncclSuccess;
  while (!result && member.isBusy.exchange(true, std::memory_order_acquire))
    result = patience.pause([](int) { return false; });
  if (!result) {
    result = runTask(member, task);
    member.isBusy.store(false, std::memory_order_release);
  }
  if (result)
    member.fail(result);
  task.isOver.store(true, std::memory_order_release);
}
} // namespace

CUresult launch(CUstream stream, Task *task) {
  return library::launch<runBlock>("nccl", stream, 1, {task});
}

} // namespace anywarp::nccl
