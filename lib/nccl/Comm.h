// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators. A Member is a rank as the work in streams sees it, and makes no call of CUDA; a
// Comm is what the handle stands for. Work keeps its Member alive, also in graphs.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "library/Work.h"
#include "nccl/Region.h"
#include "nccl/machines/Bootstrap.h"
#include "nccl/machines/Wire.h"
#include "support/Mutex.h"

namespace anywarp::nccl {

struct Member {
  Region region;
  std::unique_ptr<Wire> wire;                   ///< if the ranks are on several machines
  std::atomic<ncclResult_t> error{ncclSuccess}; ///< the first that happened in a stream
  std::atomic<bool> isBusy{false};              ///< a stream runs work of this rank
  // Of who keeps it busy:
  uint64_t meetings = 0;             ///< that this rank has come to
  unsigned patience = kMostPatience; ///< looks for others that are worth it while the program waits
  static constexpr unsigned kMostPatience = 512;
  std::vector<const char *> in; ///< for one collective: inputs and outputs by rank
  std::vector<char *> out;
  std::vector<uint64_t> scalars;
  std::vector<char> sends, receives; ///< for messages: which peers are taken in this sweep

  /// Notes what went wrong: work of the communicator does nothing from now on.
  void fail(ncclResult_t result) {
    ncclResult_t none = ncclSuccess;
    error.compare_exchange_strong(none, result);
    breakAll();
  }
  /// Nobody waits for this rank any more.
  void breakAll() {
    region.breakAll();
    if (wire)
      wire->interrupt();
  }
};

enum class Kind : uint32_t {
  AllReduce,
  Reduce,
  ReduceScatter,
  Broadcast,
  AllGather,
  Gather,
  Scatter,
  AlltoAll,
  Send,
  Receive
};

/// How PreMulSum is numbered among the operations of a Call.
inline constexpr uint32_t kPreMulSum = ncclNumOps;

/// One call of the program.
struct Operation {
  Kind kind;
  ncclDataType_t type;
  uint32_t op = 0;
  int root = 0; ///< or peer
  size_t count = 0;
  const char *send = nullptr;
  char *receive = nullptr;
  uint64_t scalar = 0;                ///< of a PreMulSum, as it lies in memory
  const void *deviceScalar = nullptr; ///< where it is read when the work runs, unless null
  size_t done = 0;                    ///< bytes of a message that were passed on
  bool isPosted = false, isOver = false;
};

inline bool isMessage(const Operation &o) {
  return o.kind == Kind::Send || o.kind == Kind::Receive;
}

/// Work that was given to a stream.
struct Pending {
  std::atomic<bool> isOver{false};
  virtual ~Pending() = default;
};

/// What a group gives to one communicator: one piece of work in a stream.
struct Task : Pending {
  std::shared_ptr<Member> member;
  std::vector<Operation> operations;
  bool isBegun = false; ///< it keeps the member busy, and has told the others what there is to tell
};

/// An event of a device's primary context.
class Event {
public:
  ncclResult_t make(int device);
  ~Event();
  CUevent get() const { return event_; }
  CUcontext context() const { return context_; }

private:
  int device_ = 0;
  CUcontext context_ = nullptr;
  CUevent event_ = nullptr;
};

/// The context is the calling thread's meanwhile.
class Current {
public:
  explicit Current(CUcontext context) : result_(library::cu().cuCtxPushCurrent(context)) {}
  ~Current();
  Current(const Current &) = delete;
  CUresult result() const { return result_; }

private:
  const CUresult result_;
};

/// What the ranks of one process share, if they are all of the communicator's.
struct Family {
  Mutex mutex;
  Event joint; ///< behind the last work of all ranks together (Joint.h)
  /// Messages that were given to single ranks' streams, and their counterparts not yet: how many,
  /// by sender and receiver; negative for receives.
  std::map<std::pair<int, int>, int64_t> unpaired;
  bool isCaptured = false; ///< messages are in graphs, and may come at any time
  static std::shared_ptr<Family> of(const std::string &name);
};

size_t sizeOf(ncclDataType_t type);
/// Collectives in their order, then all messages. Has the task captured by a stream.
CUresult capture(CUstream stream, Task *task);
/// Runs it in streams. What is short and needs no waiting is done when the call returns.
CUresult launch(driver::JointLaunch &launch, Task *task);
/// While it lives, tasks that this thread runs end at once where they would wait for other ranks.
class Trying {
public:
  explicit Trying(bool tries);
  ~Trying();
};

struct Comm {
  std::shared_ptr<Member> member = std::make_shared<Member>();
  std::string name; ///< of the shared memory; names of children follow from it
  int device = 0;
  Event own, join; ///< behind the rank's last work; between streams that are captured
  /// Behind all work outside graphs: `own`, or the family's. Null: all is over.
  CUevent last = nullptr;
  CUstream lastStream = nullptr;
  std::deque<std::unique_ptr<Pending>>
      tasks;                      ///< outside graphs, in their order, not known to be over
  std::unique_ptr<Task> spare;    ///< one that is over, for the next
  std::shared_ptr<Family> family; ///< null: some ranks are of other processes
  uint64_t splits = 0;
  bool isFinalized = false;
  bool isBlocking = true; ///< calls that make or finalize it wait for their end
  /// Whether it has come into being: ncclInProgress, or how that ended.
  std::atomic<ncclResult_t> making{ncclInProgress};
  /// Those made from this one that are under way in threads of their own.
  std::shared_ptr<std::atomic<unsigned>> children = std::make_shared<std::atomic<unsigned>>(0);
  struct Factor {
    ncclDataType_t type;
    uint64_t bits;
    const void *device;
  };
  std::map<int, Factor> factors AW_GUARDED_BY(mutex); ///< of PreMulSum, by the operation's number
  std::map<void *, void *> registrations AW_GUARDED_BY(mutex); ///< the buffers, by handle
  std::weak_ptr<Bootstrap> bootstrap AW_GUARDED_BY(mutex);     ///< while the ranks find each other
  Mutex mutex;

  ~Comm();
  /// Device and context: the calling thread's device, or `device` if it is not negative.
  ncclResult_t open(int device);
  CUcontext context() const { return own.context(); }
  void forget(); ///< tasks that are over
  /// All work outside graphs has ended.
  void settle() {
    last = nullptr;
    if (!tasks.empty())
      tasks.clear();
  }
  /// What work in `stream` waits for, beside the stream's own.
  CUevent lastBefore(CUstream stream) const {
    const bool isSame = lastStream == stream && stream != CU_STREAM_PER_THREAD; // one a thread
    return isSame ? nullptr : last;
  }
  /// Gives the streams one task.
  ncclResult_t enqueue(std::span<const Operation> operations, std::span<const CUstream> streams);
  CUresult capture(std::unique_ptr<Task> task, std::span<const CUstream> streams);
  /// Waits for everything outside graphs.
  ncclResult_t wait();
  /// True: there is nothing to wait for.
  bool isIdle() const;
};

/// Streams that wait for each other, by an event.
CUresult order(CUevent event, CUstream first, CUstream second);
/// The live communicator.
Comm &of(ncclComm_t comm);
ncclResult_t toResult(CUresult result);

} // namespace anywarp::nccl
