// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops that run blocks: plain blocks in chunks, groups of waiting pieces one after the other,
// and resident blocks in turn.
#include "exec/grid/Worker.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include <utility>

#include "exec/DebugAbi.h"
#include "exec/arch/Processor.h"
#include "exec/calls/Observer.h"
#include "exec/calls/Profile.h"
#include "exec/grid/Schedule.h"
#include "support/ThreadObject.h"

namespace anywarp::exec {

static thread_local Worker *currentWorker = nullptr;

/// A key, as reading its value never allocates: storage of this library's own is allocated at first
/// use where it was loaded late, which a signal handler must not do.
struct KnownKey {
  pthread_key_t key = 0;
  bool isThere = pthread_key_create(&key, nullptr) == 0; ///< a process has 1,024
};
static const KnownKey &knownKey() {
  static const KnownKey key;
  return key;
}

void Worker::makeKnown() {
  if (knownKey().isThere)
    pthread_setspecific(knownKey().key, &knownKey());
}
bool Worker::isKnown() { return !knownKey().isThere || pthread_getspecific(knownKey().key); }

Worker *Worker::current() { return currentWorker; }

Worker *Worker::ofThread() {
  if (currentWorker)
    return currentWorker;
  auto worker = std::unique_ptr<Worker>(new Worker);
  if (!worker->stack_.create() || !worker->setUpThread())
    return nullptr;
  makeKnown();
  atThreadEnd([] {
    delete currentWorker;
    currentWorker = nullptr;
  });
  return currentWorker = worker.release();
}

static unsigned nextNumber() {
  static std::atomic<unsigned> next{0};
  return next.fetch_add(1, std::memory_order_relaxed);
}

Worker::Worker() : number_(nextNumber()) { enlist(*this); }

bool Worker::setUpThread() {
  // Overflow of the kernel's stack can only be handled on another one. A thread that has its own
  // alternate stack keeps it, if it is large enough for the handler.
  constexpr size_t kEnough = 16 << 10, kOurs = 64 << 10;
  stack_t now;
  if (sigaltstack(nullptr, &now) == 0 && ((now.ss_flags & SS_DISABLE) || now.ss_size < kEnough)) {
    if (!signalStack_.reserve(kOurs))
      return false;
    stack_t ours = {};
    ours.ss_sp = signalStack_.begin();
    ours.ss_size = signalStack_.size();
    sigaltstack(&ours, nullptr);
  }
  sigset_t faults;
  sigemptyset(&faults);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    sigaddset(&faults, signal);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
  return true;
}

Worker::~Worker() {
  strikeOff(*this);
  stack_t now;
  if (signalStack_.size() && sigaltstack(nullptr, &now) == 0 && now.ss_sp == signalStack_.begin()) {
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
}

void Worker::leave(Fault fault, std::optional<uint64_t> address, uint32_t thread) {
  Worker &self = *currentWorker; // a debugged thread is not its block's worker
  FaultRecord &record = self.record_;
  record.fault = fault;
  record.address = address;
  record.thread = thread;
  record.pieceRegister = arch::pieceRegister();
  if (self.tellsDebugger_ && fault != Fault::None)
    anywarp_debug_fault(uint32_t(fault), address.value_or(0));
  self.stack_.escape();
}

void Worker::print(const BlockRun &block, std::string_view text) {
  uint64_t index = block.linearIndex();
  if (output_.empty() || output_.back().block != index)
    output_.push_back({index, {}});
  output_.back().text += text;
  outputBytes_ += text.size();
  if (outputBytes_ > 1 << 20) {
    block.grid->addOutput(output_, /*now=*/true);
    outputBytes_ = 0;
  }
}

/// Completes what is told of a fault, while the block's memory is as it was.
static void addBlock(const Grid &grid, const BlockRun &block, FaultInfo &info) {
  info.kernel = grid.kernel.name ? grid.kernel.name : "";
  std::memcpy(info.blockIdx, block.state.blockIdx, sizeof info.blockIdx);
  info.gridId = grid.launch.gridId;
  if (!grid.options.keepFaulted)
    return;
  auto copy = std::make_shared<FaultedBlock>();
  copy->shared.assign(block.state.shared, grid.launch.totalShared);
  copy->firstThread = info.firstThread / kWarpSize * kWarpSize;
  copy->threadCount = std::min(kWarpSize, grid.launch.threadsPerBlock - copy->firstThread);
  copy->localBytes = grid.kernel.info.localBytes;
  if (copy->localBytes)
    copy->local.assign(block.state.local + size_t(copy->firstThread) * copy->localBytes,
                       size_t(copy->threadCount) * copy->localBytes);
  info.block = std::move(copy);
}

static FaultInfo infoOf(const FaultRecord &record) {
  FaultInfo info;
  info.fault = record.fault;
  info.address = record.address;
  info.pc = record.pc;
  info.detail = record.detail;
  return info;
}

void Worker::reportFault(Grid &grid, BlockRun &block) {
  FaultRecord record = std::exchange(record_, FaultRecord());
  if (record.fault == Fault::None)
    return; // left because the grid stops already
  if (record.fault == Fault::StackOverflow)
    stack_.trim();
  FaultInfo info = infoOf(record);
  const uint32_t threads = grid.launch.threadsPerBlock, width = grid.kernel.info.simdWidth;
  if (record.thread != FaultRecord::kNoThread) {
    info.firstThread = record.thread;
    info.threadCount = 1;
  } else {
    uint32_t piece = block.state.currentPiece;
    if (piece == kPieceInRegister)
      piece = record.pieceRegister;
    const uint32_t count = (piece >> kMorePiecesShift) + 1;
    piece &= (1u << kMorePiecesShift) - 1;
    info.firstThread = uint32_t(std::min<uint64_t>(uint64_t(piece) * width, threads - 1));
    info.threadCount = std::min(width * count, threads - info.firstThread);
  }
  addBlock(grid, block, info);
  grid.stop(std::move(info));
}

namespace {
struct Blocks {
  const Kernel &kernel;
  const LaunchState &launch;
  BlockState state;
};

void runAll(void *arg) {
  auto &[kernel, launch, state] = *static_cast<Blocks *>(arg);
  uint32_t *at = state.blockIdx;
  for (at[2] = 0; at[2] < launch.gridDim[2]; ++at[2])
    for (at[1] = 0; at[1] < launch.gridDim[1]; ++at[1])
      for (at[0] = 0; at[0] < launch.gridDim[0]; ++at[0])
        kernel.block(&launch, &state);
}
} // namespace

void Worker::runBlocks(const Kernel &kernel, const LaunchState &launch, FaultInfo &fault) {
  Blocks blocks{kernel, launch, {}};
  if (stack_.run(runAll, &blocks))
    return;
  const FaultRecord record = std::exchange(record_, FaultRecord());
  if (record.fault == Fault::StackOverflow)
    stack_.trim();
  fault = infoOf(record);
  fault.kernel = kernel.name ? kernel.name : "";
  std::memcpy(fault.blockIdx, blocks.state.blockIdx, sizeof fault.blockIdx);
  fault.threadCount = 1;
}

void Worker::endReductions(Grid &grid) {
  auto settle = [](void *reductions) { static_cast<Reductions *>(reductions)->settle(); };
  if (grid.isStopped()) // one may be for the address that faulted
    return reductions_->discard();
  // The program may have given memory back meanwhile.
  if (!reductions_->isPending() || stack_.run(settle, reductions_.get()))
    return;
  reductions_->discard();
  const FaultRecord record = std::exchange(record_, FaultRecord());
  FaultInfo info;
  info.fault = record.fault;
  info.address = record.address;
  info.kernel = grid.kernel.name ? grid.kernel.name : "";
  info.gridId = grid.launch.gridId;
  info.detail = "an atomic operation without a result, of any block";
  grid.stop(std::move(info));
}

void Worker::participate(Grid &grid, void (*between)(void *), void *arg) {
  ProfileWorker *outer = std::exchange(
      profile_, grid.options.profile ? grid.options.profile->enter(grid.kernel) : nullptr);
  if (reductions_)
    reductions_->begin(grid.kernel.block ? reinterpret_cast<const void *>(grid.kernel.block)
                                         : reinterpret_cast<const void *>(grid.kernel.piece));
  if (grid.isResident())
    runResident(grid);
  else if (grid.kernel.block && grid.blocksPerUnit() == 1)
    runPlain(grid, between, arg);
  else
    runGroups(grid, between, arg);
  running_ = nullptr;
  if (reductions_)
    endReductions(grid);
  profile_ = outer;
  inHand_.drop();
  grid.addOutput(output_, /*now=*/false);
  outputBytes_ = 0;
}

namespace {
struct PlainChunk {
  Grid &grid;
  BlockState &state;
  UnitsInHand &inHand;
  uint64_t first;
};

void runPlainChunk(void *arg) {
  auto &chunk = *static_cast<PlainChunk *>(arg);
  const Grid &grid = chunk.grid;
  const LaunchState *launch = &grid.launch;
  Observer *const observer = grid.options.observer;
  BlockState &state = chunk.state;
  const uint32_t parts = grid.partsPerBlock();
  const uint64_t pieces = launch->piecesPerBlock;
  uint32_t part = uint32_t(chunk.first % parts);
  placeBlock(state, grid, chunk.first / parts, /*rank=*/0);
  for (;;) {
    if (parts > 1) {
      state.firstPiece = uint32_t(pieces * part / parts);
      state.endPiece = uint32_t(pieces * (part + 1) / parts);
    }
    if (observer) [[unlikely]]
      observer->begin(*launch, state);
    grid.kernel.bestBlock()(launch, &state);
    if (!chunk.inHand.next() || grid.isStopped())
      return;
    if (++part < parts)
      continue;
    part = 0;
    grid.order().advance(launch->gridDim, state.blockIdx);
  }
}

Status noMemory() { return {StatusCode::OutOfMemory, "no memory for the blocks of the grid"}; }
} // namespace

void Worker::runPlain(Grid &grid, void (*between)(void *), void *arg) {
  uint64_t first, count;
  if (!grid.take(first, count))
    return;
  if (!plain_.bind(grid, *this))
    return grid.stop(noMemory());
  plain_.state.currentPiece = 0;
  running_ = &plain_;
  do {
    inHand_.begin(grid, first, count);
    PlainChunk chunk{grid, plain_.state, inHand_, first};
    if (!stack_.run(runPlainChunk, &chunk))
      return reportFault(grid, plain_);
    if (between)
      between(arg);
  } while (grid.take(first, count));
}

std::unique_ptr<BlockGroup> Worker::obtainGroup(Grid &grid) {
  std::unique_ptr<BlockGroup> group;
  if (spare_.empty()) {
    group = std::make_unique<BlockGroup>();
  } else {
    group = std::move(spare_.back());
    spare_.pop_back();
  }
  if (!group->bind(grid, *this)) {
    grid.stop(noMemory());
    return nullptr;
  }
  return group;
}

void Worker::giveBack(std::unique_ptr<BlockGroup> group) {
  constexpr size_t kKeep = 8; // a cooperative launch may have needed thousands
  if (spare_.size() < kKeep)
    spare_.push_back(std::move(group));
}

void Worker::reportDeadlock(Grid &grid, BlockGroup &group, const std::string &more) {
  BlockRun &block = group.stuckBlock();
  FaultInfo info;
  info.fault = Fault::Deadlock;
  if (const Piece *piece = block.waitingPiece()) {
    const uint32_t width = grid.kernel.info.simdWidth;
    info.pc = piece->pc;
    info.firstThread = block.numberOf(*piece) * width;
    info.threadCount = std::min(width, grid.launch.threadsPerBlock - info.firstThread);
  }
  info.isAtGridBarrier = !more.empty();
  info.detail = block.describeWaits() + (more.empty() ? "" : "; " + more);
  addBlock(grid, block, info);
  grid.stop(std::move(info));
}

BlockGroup::Outcome Worker::runUnits(Grid &grid, BlockGroup &group, uint64_t first,
                                     uint64_t count) {
  struct Call {
    Grid &grid;
    BlockGroup &group;
    UnitsInHand &inHand;
    uint64_t unit;
    BlockGroup::Outcome outcome;
  } call{grid, group, inHand_, first, BlockGroup::Outcome::Left};
  inHand_.begin(grid, first, count);
  auto body = [](void *arg) {
    auto &call = *static_cast<Call *>(arg);
    do {
      call.group.place(call.unit++);
      call.outcome = call.group.run();
      if (call.outcome != BlockGroup::Outcome::Finished)
        return;
      if (call.grid.isStopped()) {
        call.outcome = BlockGroup::Outcome::Left;
        return;
      }
    } while (call.inHand.next());
  };
  if (!stack_.run(body, &call)) {
    reportFault(grid, *running_);
    return BlockGroup::Outcome::Left;
  }
  if (call.outcome == BlockGroup::Outcome::Deadlock)
    reportDeadlock(grid, group);
  return call.outcome;
}

BlockGroup::Outcome Worker::runGroup(Grid &grid, BlockGroup &group) {
  struct Call {
    BlockGroup &group;
    BlockGroup::Outcome outcome;
  } call{group, BlockGroup::Outcome::Left};
  auto body = [](void *arg) {
    auto &call = *static_cast<Call *>(arg);
    call.outcome = call.group.run();
  };
  if (!stack_.run(body, &call)) {
    reportFault(grid, *running_);
    return BlockGroup::Outcome::Left;
  }
  if (call.outcome == BlockGroup::Outcome::Deadlock) {
    reportDeadlock(grid, group);
    return BlockGroup::Outcome::Left;
  }
  return call.outcome;
}

void Worker::runGroups(Grid &grid, void (*between)(void *), void *arg) {
  uint64_t first, count;
  std::unique_ptr<BlockGroup> group;
  while (grid.take(first, count)) {
    if (!group && !(group = obtainGroup(grid)))
      return;
    if (runUnits(grid, *group, first, count) != BlockGroup::Outcome::Finished)
      break;
    if (between)
      between(arg);
  }
  if (group)
    giveBack(std::move(group));
}

void Worker::runResident(Grid &grid) {
  // Blocks are started in order and every started block is run again and again, so whatever waits
  // for an earlier block gets on. Further blocks are started when nobody here gets on any more: at
  // once in a cooperative launch (up to a fair share, so that the other workers find some), after
  // some patience else.
  const uint64_t share = (grid.units() + grid.participants() - 1) / grid.participants();
  const unsigned patience = grid.options.cooperative ? 256 : 64;
  Schedule *schedule = grid.options.schedule;
  const uint64_t most =
      grid.options.cooperative ? grid.units()
      : schedule && !grid.startsInOrder()
          ? schedule->unitsInFlight()
          : residentBlockLimit(grid.kernel, grid.launch.threadsPerBlock, grid.launch.dynamicShared);
  std::vector<std::unique_ptr<BlockGroup>> ring;
  unsigned idle = 0;
  while (!grid.isStopped()) {
    const bool eager = (grid.options.cooperative && ring.size() < share) ||
                       (schedule && ring.size() < schedule->unitsInFlight());
    uint64_t unit;
    if ((ring.empty() || eager || (idle > patience && ring.size() < most)) && grid.takeOne(unit)) {
      auto group = obtainGroup(grid);
      if (!group)
        break;
      group->place(unit);
      BlockGroup::Outcome outcome = runGroup(grid, *group);
      if (outcome == BlockGroup::Outcome::Yielded) {
        ring.push_back(std::move(group));
      } else {
        grid.unitEnded();
        giveBack(std::move(group));
      }
      idle = 0;
      continue;
    }
    if (ring.empty())
      break;
    bool progress = false;
    for (size_t i = 0; i < ring.size() && !grid.isStopped();) {
      BlockGroup::Outcome outcome = runGroup(grid, *ring[i]);
      if (outcome == BlockGroup::Outcome::Yielded) {
        ++i;
        continue;
      }
      grid.unitEnded();
      giveBack(std::move(ring[i]));
      ring.erase(ring.begin() + ptrdiff_t(i));
      progress = true;
    }
    // What we wait for may need this processor; if it takes long, it is not ours to hurry.
    idle = progress ? 0 : idle + 1;
    // Over 0.1 s of sleep (below): by then who comes in time has come, and the test costs nothing.
    constexpr unsigned kLong = 12'000;
    if (idle % kLong == kLong - 1)
      if (const std::string lost = grid.lostBarrier(); !lost.empty())
        reportDeadlock(grid, *ring.front(), lost);
    if (schedule)
      continue;
    if (idle > 10000)
      usleep(50);
    else if (idle > 32)
      sched_yield();
  }
  for (auto &group : ring)
    giveBack(std::move(group));
}

} // namespace anywarp::exec
