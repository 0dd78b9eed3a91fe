// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What runs in a stream: one block per task. Ranks of one process read each other's buffers; ranks
// of several processes pass pieces through the shared memory. A rank that waits keeps its thread,
// an executor of the driver, which starts others as they are needed.
#include "nccl/Reduce.h"

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
        ranks_(size_t(member.region.ranks())), me_(size_t(member.region.rank())) {}

  ncclResult_t run() {
    publish();
    if (ncclResult_t result = meet(region_))
      return result;
    if (!agree())
      return ncclInvalidUsage;
    for (size_t r = 0; r < ranks_; ++r)
      member_.scalars[r] = region_.seat(int(r)).call.scalar;
    return region_.isDirect() ? runDirect() : runStaged();
  }

private:
  void publish() {
    uint64_t scalar = o_.scalar;
    if (o_.op == kPreMulSum && o_.deviceScalar)
      std::memcpy(&scalar, o_.deviceScalar, size_);
    region_.own().call = {uint32_t(o_.kind), uint32_t(o_.type), o_.op,      uint32_t(o_.root),
                          o_.count,          o_.send,           o_.receive, scalar};
  }
  /// The ranks have called the same.
  bool agree() const {
    const Call &own = region_.own().call;
    for (size_t r = 0; r < ranks_; ++r) {
      const Call &call = region_.seat(int(r)).call;
      if (call.kind != own.kind || call.type != own.type || call.op != own.op ||
          call.root != own.root || call.count != own.count)
        return false;
    }
    return true;
  }
  bool isRoot() const { return me_ == size_t(o_.root); }
  /// Elements that a rank brings.
  size_t length() const {
    return o_.kind == Kind::ReduceScatter || o_.kind == Kind::Scatter || o_.kind == Kind::AlltoAll
               ? o_.count * ranks_
               : o_.count;
  }
  bool brings() const {
    return (o_.kind != Kind::Broadcast && o_.kind != Kind::Scatter) || isRoot();
  }

  ncclResult_t runDirect() {
    for (size_t r = 0; r < ranks_; ++r) {
      member_.in[r] = region_.seat(int(r)).call.send;
      member_.out[r] = region_.seat(int(r)).call.receive;
    }
    if (o_.kind == Kind::AllReduce) // a slice for all: results may lie where inputs do
      reduce(member_.out.data(), ranks_, o_.count * me_ / ranks_, o_.count * (me_ + 1) / ranks_);
    else
      take(0, length());
    return meet(region_);
  }

  ncclResult_t runStaged() {
    const size_t most = region_.slotBytes() / size_;
    for (size_t r = 0; r < ranks_; ++r)
      member_.in[r] = region_.slot(int(r));
    for (size_t at = 0; at < length(); at += most) {
      const size_t count = std::min(most, length() - at);
      if (brings())
        std::memcpy(region_.slot(int(me_)), o_.send + at * size_, count * size_);
      if (ncclResult_t result = meet(region_))
        return result;
      take(at, count);
      if (ncclResult_t result = meet(region_))
        return result;
    }
    return length() ? ncclSuccess : meet(region_);
  }

  void reduce(char *const *out, size_t outs, size_t begin, size_t end) {
    const Reduction reduction{o_.op, member_.in, member_.scalars, out, outs};
    withType(o_.type, [&](auto t) { reduceTyped<decltype(t)>(reduction, begin, end); });
  }

  void copy(size_t to, const char *from, size_t count) {
    char *target = o_.receive + to * size_;
    if (count && target != from)
      std::memmove(target, from, count * size_);
  }

  /// Takes this rank's results from elements [at, at + count) of what the ranks bring, which begin
  /// at member_.in.
  void take(size_t at, size_t count) {
    // This rank's part, of what goes to all in turn.
    const size_t mine = me_ * o_.count;
    const size_t begin = std::max(at, mine), end = std::min(at + count, mine + o_.count);
    switch (o_.kind) {
    case Kind::Reduce:
      if (!isRoot())
        return;
      [[fallthrough]];
    case Kind::AllReduce:
      return reduceAt(at, 0, count);
    case Kind::ReduceScatter:
      if (begin < end)
        reduceAt(begin - mine, begin - at, end - begin);
      return;
    case Kind::Broadcast:
      return copy(at, member_.in[size_t(o_.root)], count);
    case Kind::Gather:
      if (!isRoot())
        return;
      [[fallthrough]];
    case Kind::AllGather:
      for (size_t r = 0; r < ranks_; ++r)
        copy(r * o_.count + at, member_.in[r], count);
      return;
    case Kind::Scatter:
      if (begin < end)
        copy(begin - mine, member_.in[size_t(o_.root)] + (begin - at) * size_, end - begin);
      return;
    case Kind::AlltoAll:
      for (size_t r = 0; r < ranks_ && begin < end; ++r)
        copy(r * o_.count + begin - mine, member_.in[r] + (begin - at) * size_, end - begin);
      return;
    case Kind::Send:
    case Kind::Receive:
      return;
    }
  }

  /// Elements [from, from + count) of the inputs, to element `to` of the result.
  void reduceAt(size_t to, size_t from, size_t count) {
    char *out = o_.receive + (to - from) * size_;
    reduce(&out, 1, from, from + count);
  }

  Member &member_;
  Region &region_;
  const Operation &o_;
  const size_t size_, ranks_, me_;
};

// -- Messages -------------------------------------------------------------------------------------

bool isMessage(const Operation &o) { return o.kind == Kind::Send || o.kind == Kind::Receive; }

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
      if (ncclResult_t result = Collective(member, o).run())
        return result;
  return runMessages(member, task);
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

size_t sizeOf(ncclDataType_t type) {
  size_t size = 1;
  withType(type, [&](auto t) { size = sizeof(t); });
  return size;
}

CUresult launch(CUstream stream, Task *task) {
  return library::launch<runBlock>("nccl", stream, 1, {task});
}

} // namespace anywarp::nccl
