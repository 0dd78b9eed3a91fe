// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators. A Member is a rank as the work in streams sees it, and makes no call of CUDA; a
// Comm is what the handle stands for. Work keeps its Member alive, also in graphs.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "library/Work.h"
#include "nccl/Region.h"

namespace anywarp::nccl {

struct Member {
  Region region;
  std::atomic<ncclResult_t> error{ncclSuccess}; ///< the first that happened in a stream
  std::atomic<bool> isBusy{false};              ///< a stream runs work of this rank
  std::vector<const char *> in;                 ///< for one collective: inputs and outputs by rank
  std::vector<char *> out;
  std::vector<uint64_t> scalars;
  std::vector<char> sends, receives; ///< for messages: which peers are taken in this sweep

  /// Notes what went wrong: work of the communicator does nothing from now on.
  void fail(ncclResult_t result) {
    ncclResult_t none = ncclSuccess;
    error.compare_exchange_strong(none, result);
    region.breakAll();
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

/// What a group gives to one communicator: one piece of work in a stream.
struct Task {
  std::shared_ptr<Member> member;
  std::vector<Operation> operations;
  std::atomic<bool> isOver{false};
};

size_t sizeOf(ncclDataType_t type);
/// Runs the task in a stream, or has it captured. Collectives in their order, then all messages.
CUresult launch(CUstream stream, Task *task);

struct Comm {
  std::shared_ptr<Member> member = std::make_shared<Member>();
  std::string name; ///< of the shared memory; names of children follow from it
  int device = 0;
  CUcontext context = nullptr; ///< the device's primary one
  CUevent last = nullptr, join = nullptr;
  bool hasLast = false;
  CUstream lastStream = nullptr;
  std::vector<std::unique_ptr<Task>> tasks; ///< outside graphs, not yet known to be over
  uint64_t splits = 0;
  bool isFinalized = false;
  struct Factor {
    ncclDataType_t type;
    uint64_t bits;
    const void *device;
  };
  std::map<int, Factor> factors;          ///< of PreMulSum, by the operation's number
  std::map<void *, void *> registrations; ///< the buffers, by handle
  std::mutex mutex;                       ///< guards factors and registrations

  ~Comm();
  /// Device and context: the calling thread's device, or `device` if it is not negative.
  ncclResult_t open(int device);
  /// Gives the streams one task.
  ncclResult_t enqueue(std::vector<Operation> operations, const std::vector<CUstream> &streams);
  /// Waits for everything outside graphs.
  ncclResult_t wait();
};

/// The live communicator.
Comm &of(ncclComm_t comm);
/// The start of the names of what a unique id stands for; empty: no id of this machine.
std::string nameOf(const ncclUniqueId &id);
ncclResult_t toResult(CUresult result);

} // namespace anywarp::nccl
