// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/blocks/PieceThreads.h"

#include <algorithm>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

#include "exec/blocks/BlockRun.h"
#include "exec/grid/Grid.h"
#include "exec/grid/Worker.h"
#include "support/Mutex.h"

using anywarp::exec::DebugState;

extern "C" {
[[gnu::used, gnu::visibility("default")]] DebugState anywarp_debug_state = {
    anywarp::exec::kDebugVersion, 0, nullptr};
// A debugger reads the arguments in their registers: callers would not set what is not used.
[[gnu::used, gnu::noinline, gnu::visibility("default")]] void
anywarp_debug_launch(const char *kernel, uint64_t gridId) {
  asm volatile("" ::"r"(kernel), "r"(gridId) : "memory");
}
[[gnu::used, gnu::noinline, gnu::visibility("default")]] void
anywarp_debug_fault(uint32_t fault, uint64_t address) {
  asm volatile("" ::"r"(fault), "r"(address) : "memory");
}
}

namespace anywarp::exec {

namespace {
Mutex &stateMutex() {
  static auto *mutex = new Mutex; // guards the list of anywarp_debug_state
  return *mutex;
}
} // namespace

struct PieceThreads::Thread {
  PieceThreads &owner;
  const uint32_t piece;
  std::binary_semaphore go{0};
  void *frame = nullptr;
  uint32_t place = 0;
  uint32_t lines = 0; ///< begun in this block
  bool isInKernel = false;
  bool wasLeft = false;    ///< by a fault, or because its grid stops; the record says why
  bool isUnwanted = false; ///< its block was left
  bool quits = false;
  pthread_t handle{};
  FaultRecord record;
};

/// What a frame holds: see PieceFn.
namespace {
struct Frame {
  ResumeFn resume;
  void *thread;
};
} // namespace

PieceThreads::PieceThreads(BlockRun &block) : block_(block), process_(::getpid()) {}

PieceThreads::~PieceThreads() {
  publish(false);
  if (process_ != ::getpid()) {
    for (auto &thread : threads_)
      (void)thread.release(); // its stack is not ours
    return;
  }
  giveUp();
  for (auto &thread : threads_) {
    thread->quits = true;
    thread->go.release();
    ::pthread_join(thread->handle, nullptr);
  }
}

void PieceThreads::publish(bool isShown) {
  if (isShown == isShown_)
    return;
  isShown_ = isShown;
  LockGuard lock(stateMutex());
  DebugBlock **link = &anywarp_debug_state.first;
  if (isShown) {
    view_.next = *link;
    *link = &view_;
    return;
  }
  while (*link && *link != &view_)
    link = &(*link)->next;
  if (*link)
    *link = view_.next;
}

void PieceThreads::begin() {
  if (process_ != ::getpid()) {
    for (auto &thread : threads_)
      (void)thread.release();
    threads_.clear();
    process_ = ::getpid();
  }
  publish(false);
  giveUp();
  const LaunchState &launch = block_.grid->launch;
  shown_.assign(block_.pieceCount(), DebugThread{});
  warps_.assign(launch.warpsPerBlock, Warp());
  view_.kernel = block_.grid->kernel.name;
  view_.threads = shown_.data();
  view_.gridId = launch.gridId;
  std::memcpy(view_.gridDim, launch.gridDim, sizeof view_.gridDim);
  std::memcpy(view_.blockDim, launch.blockDim, sizeof view_.blockDim);
  std::memcpy(view_.blockIdx, block_.state.blockIdx, sizeof view_.blockIdx);
  view_.threadCount = block_.pieceCount();
  view_.shared = block_.state.shared;
  view_.sharedBytes = launch.totalShared;
  view_.params = static_cast<const char *>(launch.params);
  hasBegun_ = false;
  publish(true);
}

void PieceThreads::end() { publish(false); }

/// Ends what a block that was left by a fault has still under way.
void PieceThreads::giveUp() {
  for (auto &thread : threads_)
    if (thread->isInKernel) {
      thread->isUnwanted = true;
      pass(*thread);
      thread->isUnwanted = thread->wasLeft = false;
    }
}

void PieceThreads::pass(Thread &thread) {
  thread.go.release();
  back_.acquire();
}

void PieceThreads::start(uint32_t piece, void *frame) {
  while (threads_.size() <= piece) {
    auto thread = std::make_unique<Thread>(*this, uint32_t(threads_.size()));
    if (::pthread_create(&thread->handle, nullptr, run, thread.get()) != 0) {
      block_.grid->stop(Status(StatusCode::OutOfMemory,
                               "no thread for a debugged thread: the limit of the process or of "
                               "the system is reached"));
      block_.worker->leave(Fault::None);
    }
    threads_.push_back(std::move(thread));
  }
  Thread &thread = *threads_[piece];
  thread.frame = frame;
  thread.isInKernel = true;
  thread.lines = 0;
  *static_cast<Frame *>(frame) = {resume, &thread};
  resume(frame);
}

void PieceThreads::resume(void *frame) {
  Thread &thread = *static_cast<Thread *>(static_cast<Frame *>(frame)->thread);
  PieceThreads &owner = thread.owner;
  owner.pass(thread);
  if (!std::exchange(thread.wasLeft, false))
    return;
  Worker &worker = *owner.block_.worker;
  worker.record() = thread.record;
  owner.end();
  worker.stack().escape();
}

void *PieceThreads::run(void *arg) {
  Thread &thread = *static_cast<Thread *>(arg);
  PieceThreads &owner = thread.owner;
  Worker *self = Worker::ofThread();
  if (self)
    self->tellDebugger();
  for (;;) {
    thread.go.acquire();
    if (thread.quits)
      return nullptr;
    DebugThread &shown = owner.shown_[thread.piece];
    shown.systemTask = uint32_t(::gettid());
    auto body = [](void *arg) {
      Thread &thread = *static_cast<Thread *>(arg);
      BlockRun &block = thread.owner.block_;
      block.grid->kernel.piece(&block.grid->launch, &block.state, thread.piece, thread.frame);
    };
    if (!self) {
      owner.block_.grid->stop(Status(StatusCode::OutOfMemory, "no memory for a thread's stack"));
      thread.record = FaultRecord();
      thread.wasLeft = true;
    } else if (!self->stack().run(body, &thread)) {
      thread.record = std::exchange(self->record(), FaultRecord());
      thread.wasLeft = true;
    }
    thread.isInKernel = false;
    shown.state = DebugThreadState::Ended;
    static_cast<Frame *>(thread.frame)->resume = nullptr;
    owner.back_.release();
  }
}

void PieceThreads::wait(uint32_t piece) {
  Thread &thread = *threads_[piece];
  DebugThread &shown = shown_[piece];
  if (block_.stateOf(piece) != PieceState::AtLine)
    shown.state = DebugThreadState::Waiting;
  back_.release();
  thread.go.acquire();
  shown.state = DebugThreadState::AtLine;
  if (thread.isUnwanted)
    Worker::current()->leave(Fault::None);
}

void PieceThreads::line(uint32_t piece, uint32_t place, uint32_t line, uintptr_t pc) {
  DebugThread &shown = shown_[piece];
  shown.pc = pc;
  shown.line = line;
  shown.state = DebugThreadState::AtLine;
  Thread &thread = *threads_[piece];
  thread.place = place;
  block_.post(piece, PieceState::AtLine);
  wait(piece);
  // Parameters have their values behind the line of the function's head.
  if (++thread.lines == 2 && !std::exchange(hasBegun_, true))
    anywarp_debug_launch(view_.kernel, view_.gridId);
}

bool PieceThreads::takeTurns(std::vector<uint32_t> &order) {
  constexpr uint32_t kPatience = 1000;
  for (uint32_t w = 0; w < warps_.size(); ++w) {
    const uint32_t first = w * kWarpSize, end = std::min(first + kWarpSize, block_.pieceCount());
    uint32_t place = ~0u, standing = 0;
    for (uint32_t p = first; p < end; ++p)
      if (block_.stateOf(p) == PieceState::AtLine) {
        place = std::min(place, threads_[p]->place);
        ++standing;
      }
    if (!standing)
      continue;
    Warp &warp = warps_[w];
    const bool all = warp.passedOver > kPatience;
    uint32_t gone = 0;
    ++warp.turn;
    for (uint32_t p = first; p < end; ++p)
      if (block_.stateOf(p) == PieceState::AtLine && (all || threads_[p]->place == place)) {
        block_.releasePiece(p);
        shown_[p].turn = warp.turn;
        ++gone;
      }
    warp.passedOver = gone == standing ? 0 : warp.passedOver + 1;
  }
  std::ranges::sort(order);
  const uint32_t focus = anywarp_debug_state.focus;
  if (auto it = std::ranges::find(order, focus); it != order.end())
    std::rotate(order.begin(), it, it + 1);
  if (++rounds_ < kPatience)
    return false;
  rounds_ = 0;
  return true;
}

} // namespace anywarp::exec
