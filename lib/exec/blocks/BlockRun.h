// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block in flight: its memory, and for kernels whose pieces can wait, the state of every piece.
// Pieces run in rounds: each piece that can go on runs up to its next wait, in order. Everything
// that belongs to a block is touched by one worker only, so there are no locks and no atomics here.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/KernelAbi.h"
#include "exec/memory/GuardedMemory.h"

namespace anywarp::exec {

class BlockGroup;
class Grid;
class PieceThreads;
class Worker;

enum class PieceState : uint8_t {
  Running,  ///< runs in this round; if it suspends with nothing else posted, it waits at barrier 0
  Released, ///< what it waited for has happened: runs in the next round
  Yielded,  ///< lets others run: runs in the next round
  Asleep,   ///< runs in the first round after its time
  AtBarrier,
  AtLine,       ///< before a line of the source: waits for its turn (PieceThreads.h)
  AtCluster,    ///< waits for the cluster barrier
  InCollective, ///< waits for lanes of its warp in other pieces
  Done,
};

/// What a piece posted; meaningful as far as its state says.
struct Piece {
  uint8_t barrier;           ///< AtBarrier: which
  uint8_t reduction;         ///< AtBarrier: op of bar.red
  uint32_t lanesArrived;     ///< AtBarrier: threads counted for it
  uint32_t reduced;          ///< value of the last bar.red
  uintptr_t pc;              ///< where it waits; for a bare suspension the function that goes on
  uint64_t clusterPhase = 0; ///< phase of the last cluster arrival
  uint32_t clusterArrived;   ///< threads arrived in that phase
  Collective op;             ///< InCollective, with the lanes that are in it and those still open
  uint32_t lanes, openLanes;
  CollectiveLane *slots;
  std::chrono::steady_clock::time_point wakes; ///< Asleep: its time
  static constexpr uint8_t kNone = 255;
};

/// One of the 16 barriers of a block.
struct BarrierSlot {
  uint32_t expected = 0; ///< threads; 0: all that live
  uint32_t arrived = 0;  ///< threads so far, waiting or not
  uint32_t waiting = 0;  ///< pieces
  uint32_t popc = 0;     ///< bar.red over those that arrived
  bool any = false, all = true;
};

/// Lanes of one warp that met in a collective so far.
struct CollectiveGroup {
  Collective op{};
  uint32_t memberMask = 0;
  uint32_t arrived = 0;
};
struct Warp {
  uint32_t exited = 0; ///< lanes of pieces that ended or never were
  std::vector<CollectiveGroup> groups;
};

class BlockRun {
public:
  BlockRun();
  ~BlockRun();
  BlockRun(const BlockRun &) = delete;
  static BlockRun &of(BlockState *state) { return *static_cast<BlockRun *>(state->engine); }

  BlockState state{};
  Grid *grid = nullptr;
  Worker *worker = nullptr;
  BlockGroup *group = nullptr; ///< null for kernels in which nobody waits
  uint64_t linearIndex() const;

  /// Makes room for a block of this grid. False: no memory.
  bool bind(Grid &grid, Worker &worker);
  /// Bytes that bind() takes.
  static size_t bytesFor(const KernelInfo &info, uint32_t threads, uint32_t shared,
                         size_t frameStride);

  // Pieces. All of it runs on the kernel's stack and may be left by a fault at any call of device
  // code.
  /// The block is new at its place: nothing has run.
  void reset();
  /// Starts every piece and runs it to its first wait.
  void begin();
  struct Round {
    bool ran = false;
    bool yielded = false; ///< somebody goes on without anything having to happen
  };
  /// Runs every piece that can go on to its next wait; again, as long as all just meet at barrier
  /// 0.
  Round round();
  bool isFinished() const { return live_ == 0; }
  /// When nobody can go on: releases barriers by the older rule that a warp arrives as a whole,
  /// with the lanes that are masked off. False if that helps nobody either.
  bool relaxBarriers();
  /// "warps 0-2 wait at barrier 0 (96 of 128 threads arrived), …"
  std::string describeWaits() const;
  /// One that waits, as describeWaits() tells, with the place; spinning ones first. Null: none.
  const Piece *waitingPiece() const;
  uint32_t numberOf(const Piece &piece) const { return uint32_t(&piece - pieces_.data()); }

  // What pieces post (Barrier.cpp, Collectives.cpp, BlockGroup.cpp); true: the piece must suspend.
  bool sync(uint32_t piece, uint32_t id, uint32_t count, uint32_t lanes, uint32_t predicates,
            uint8_t op);
  void arrive(uint32_t piece, uint32_t id, uint32_t count, uint32_t lanes);
  bool collective(uint32_t piece, Collective op, uint32_t lanes, CollectiveLane *slots);
  bool yield(uint32_t piece);
  bool interrupt(uint32_t piece);
  bool sleep(uint32_t piece, uint32_t nanoseconds);

  /// Lane of its warp that a piece begins with.
  uint32_t warpLane(uint32_t piece) const { return piece % piecesPerWarp_ * width_; }
  uint32_t warpOf(uint32_t piece) const { return piece / piecesPerWarp_; }
  Piece &piece(uint32_t p) { return pieces_[p]; }
  uint32_t pieceCount() const { return count_; }
  uint32_t liveThreads() const { return liveThreads_; }
  uint32_t threadsOf(uint32_t piece) const { return piece + 1 == count_ ? tailThreads_ : width_; }
  /// The lanes of a piece that exist.
  uint32_t lanesOf(uint32_t piece) const { return uint32_t((uint64_t(1) << threadsOf(piece)) - 1); }
  /// Says that a piece does not merely wait at barrier 0.
  void post(uint32_t piece, PieceState state) {
    states_[piece] = state;
    posted_ = true;
  }
  /// Ends the piece that runs, from a runtime function that it called: as if it had exited. For
  /// observed kernels, whose pieces are run by runGuarded.
  [[noreturn]] void abandonPiece();
  PieceState stateOf(uint32_t piece) const { return states_[piece]; }
  void releasePiece(uint32_t piece) { states_[piece] = PieceState::Released; }
  /// Of a debugged kernel.
  PieceThreads &threads() { return *threads_; }

private:
  char *frame(uint32_t piece) const { return frames_ + piece * stride_; }
  void runPieces(bool all);
  void runGuarded(uint32_t piece, bool isStart);
  void wakePieces();
  void exitPiece(uint32_t piece);
  void endRound(bool everyPieceRan);
  void arriveAtWhole(uint32_t piece);
  uint32_t weight(uint32_t piece, uint32_t lanes) const;
  bool isComplete(const BarrierSlot &slot) const;
  void releaseBarrier(uint32_t id);
  void recheckBarriers();
  uint32_t absentLanes(uint32_t warp) const;
  void tryComplete(uint32_t warp, bool quiescent);
  bool isUnderWay(uint32_t warp) const;
  void complete(uint32_t warp, const CollectiveGroup &group);
  void recheckCollectives(bool quiescent);

  GuardedMemory shared_{GuardedMemory::kWindowGuard};
  GuardedMemory private_{GuardedMemory::kWindowGuard}; ///< frames, then local memory
  uint64_t boundTo_ = 0;                               ///< grid id
  char *frames_ = nullptr;
  size_t stride_ = 0;
  uint32_t width_ = 0, count_ = 0, tailThreads_ = 0, piecesPerWarp_ = 1;
  uint32_t pad_ = 0; ///< threads that the last warp lacks

  std::vector<Piece> pieces_;
  std::vector<PieceState> states_;
  std::vector<uint32_t> order_; ///< pieces that have not ended
  std::vector<Warp> warps_;
  uint32_t live_ = 0, liveThreads_ = 0;
  bool allReady_ = false;                ///< every live piece goes on in the next round
  bool posted_ = false, exited_ = false; ///< in this round
  bool collectives_ = false;             ///< some are open
  void *abandon_[5] = {};                ///< where abandonPiece goes
  uint32_t asleep_ = 0;                  ///< pieces
  bool barriersUsed_ = false;
  BarrierSlot barriers_[16];
  /// Of debugged kernels; null for others. Last, because its threads use the frames until they end.
  std::unique_ptr<PieceThreads> threads_;
};

/// Blocks that are resident together on one worker: one, or those of a cluster.
class BlockGroup {
public:
  /// False: no memory.
  bool bind(Grid &grid, Worker &worker);
  /// Places the group at `unit` of its grid; it then starts with the next run().
  void place(uint64_t unit);

  enum class Outcome { Finished, Yielded, Deadlock, Left };
  /// Runs rounds until the end or, in a resident grid, until somebody yielded. On the kernel's
  /// stack.
  Outcome run();
  /// Deadlock: the first block that is stuck.
  BlockRun &stuckBlock();

  void clusterArrive(BlockRun &block, uint32_t piece, uint32_t lanes);
  bool clusterWait(BlockRun &block, uint32_t piece);
  bool isClusterUsed() const { return clusterUsed_; }
  void clusterExit(BlockRun &block, uint32_t piece);

private:
  void useCluster();
  void arriveThreads(uint32_t threads);
  void completePhase();
  Outcome runBlocksInTurn();

  Grid *grid_ = nullptr;
  Worker *worker_ = nullptr;
  std::vector<std::unique_ptr<BlockRun>> blocks_;
  std::vector<char *> windows_;
  bool begun_ = false;
  bool clusterUsed_ = false;    ///< somebody arrived at the cluster barrier
  uint64_t phase_ = 1;          ///< of that barrier; never comes again
  uint64_t pendingThreads_ = 0; ///< that must still arrive
};

/// Coordinates of the `rank`-th block of a unit.
void placeBlock(BlockState &state, const Grid &grid, uint64_t unit, uint32_t rank);

} // namespace anywarp::exec
