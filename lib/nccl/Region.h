// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the ranks of a communicator meet: memory that their processes share, found by the unique
// id. A file in memory holds a seat for each rank and a box for each pair; it has no name any more
// once all ranks have sat down. Each rank holds a lock on its byte of the file (fcntl(2), open file
// description locks): the kernel drops it when the process ends, which tells the others.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "nccl/Api.h"

namespace anywarp::nccl {

/// What a rank brings when the ranks meet; read by the others once they have. A few elements lie in
/// the same line of the cache as the number that the others watch.
struct alignas(64) Call {
  std::atomic<uint64_t> number; ///< of the meeting for which this is complete
  uint32_t kind, type, op, root;
  uint64_t count;
  static constexpr size_t kSameBytes = 4 * sizeof(uint32_t) + sizeof(uint64_t); ///< of all ranks
  uint64_t scalar; ///< bits of the factor of a PreMulSum
  static constexpr size_t kFew = 192;
  alignas(8) char elements[kFew]; ///< all that the rank brings, if they fit
  const char *send;
  char *receive;
};
static_assert(offsetof(Call, scalar) - offsetof(Call, kind) == Call::kSameBytes);

struct alignas(64) Seat {
  enum State : uint32_t { Empty, Taken, Left };
  std::atomic<uint64_t> splits; ///< splits that the rank has announced
  std::atomic<uint32_t> state;
  uint32_t pid;
  int device;
  uint64_t process; ///< a random number of the process: pids of two containers may be equal
  static constexpr unsigned kSplits = 16; ///< announced splits that are kept
  struct {
    int color, key;
  } split[kSplits];
  /// In turn, so that ranks which are slow may still read the previous one.
  Call calls[2];
};

/// Messages from one rank to another: one piece is in the box while posted != taken.
struct alignas(64) Box {
  std::atomic<uint64_t> posted, taken;
  const char *address; ///< direct: the whole message
  uint64_t bytes;      ///< of the piece
  uint64_t total;      ///< of the message
  uint32_t type;
};

/// One rank's hold on the shared memory. Streams' work of one rank and its thread may use it at
/// once.
class Region {
public:
  /// Ranks of several machines: there is no shared memory.
  void set(int ranks, int rank) {
    ranks_ = ranks;
    rank_ = rank;
  }
  /// Sits down at `rank`. `name` is the same for all ranks. Does not wait.
  ncclResult_t attach(const std::string &name, int ranks, int rank, int device);
  /// Waits until all ranks have sat down. Two on one device of a process are refused: their work
  /// could stand in one stream.
  ncclResult_t complete();
  ~Region();

  int ranks() const { return ranks_; }
  int rank() const { return rank_; }
  Seat &seat(int rank) const { return seats_[rank]; }
  Seat &own() const { return seats_[rank_]; }
  Box &box(int from, int to) const { return boxes_[size_t(from) * size_t(ranks_) + size_t(to)]; }
  /// True: all ranks are threads of this process, and read each other's memory.
  bool isDirect() const { return isDirect_; }
  /// There are more ranks here than processors: who waits gives its processor away.
  bool isCrowded() const { return isCrowded_; }
  /// Staging memory of a rank, of a pair.
  char *slot(int rank) const { return slots_ + size_t(rank) * slotBytes_; }
  size_t slotBytes() const { return slotBytes_; }
  char *piece(int from, int to) const {
    return pieces_ + (size_t(from) * size_t(ranks_) + size_t(to)) * pieceBytes_;
  }
  size_t pieceBytes() const { return pieceBytes_; }

  /// The rank gives up its seat: who waits for it gets an error.
  void leave() {
    if (seats_)
      own().state.store(Seat::Left, std::memory_order_release);
  }
  /// Everything that waits returns an error: here, and in all ranks.
  void stop() { stopped_.store(true, std::memory_order_release); }
  bool isStopped() const { return stopped_.load(std::memory_order_acquire); }
  void breakAll() { broken_->store(1, std::memory_order_release); }
  bool isBroken() const { return broken_->load(std::memory_order_acquire) != 0; }
  /// True: the rank sat down once and will do nothing any more.
  bool isGone(int rank) const;

private:
  ncclResult_t claim(int device);

  int ranks_ = 0, rank_ = 0, file_ = -1;
  std::string name_;
  char *memory_ = nullptr;
  size_t bytes_ = 0, used_ = 0;
  Seat *seats_ = nullptr;
  Box *boxes_ = nullptr;
  std::atomic<uint32_t> ownBroken_{0};
  std::atomic<uint32_t> *broken_ = &ownBroken_;
  char *slots_ = nullptr, *pieces_ = nullptr;
  size_t slotBytes_ = 0, pieceBytes_ = 0;
  bool isDirect_ = false, isCrowded_ = false, isSeated_ = false, isNamed_ = true;
  std::atomic<bool> stopped_{false};
};

/// A wait for other ranks: `pause` passes a moment. Neither takes a lock nor calls CUDA.
class Patience {
public:
  explicit Patience(const Region &region) : region_(region) {}
  /// An error: a rank for which `isMissing` is true has gone, the communicator was aborted, or
  /// nothing has happened for patienceSeconds().
  template <typename Missing> ncclResult_t pause(Missing isMissing) {
    if (ncclResult_t result = passTime())
      return result;
    if (tries_ < kSpins || tries_ % kLooks)
      return ncclSuccess;
    for (int r = 0; r < region_.ranks(); ++r)
      if (isMissing(r) && region_.isGone(r) && isMissing(r))
        return ncclRemoteError;
    return ncclSuccess;
  }
  /// Something has happened.
  void renew() { tries_ = 0; }
  /// Moments since.
  uint64_t looks() const { return tries_; }

private:
  ncclResult_t passTime();
  static constexpr uint64_t kSpins = 4000, kYields = 6000, kLooks = 64;
  const Region &region_;
  uint64_t tries_ = 0;
  int64_t began_ = 0;
};

} // namespace anywarp::nccl
