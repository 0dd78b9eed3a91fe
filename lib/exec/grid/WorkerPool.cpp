// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of the pool: look for offers, help, sleep.
#include "exec/grid/WorkerPool.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>
#include <utility>

#include "exec/arch/Processor.h"
#include "exec/grid/Futex.h"
#include "exec/grid/Grid.h"
#include "exec/grid/Places.h"
#include "exec/grid/Worker.h"
#include "support/Options.h"
#include "support/os/Processors.h"

namespace anywarp::exec {

using Clock = std::chrono::steady_clock;

static unsigned configuredWorkers() {
  unsigned long wanted = std::strtoul(Options::get().workers.c_str(), nullptr, 10);
  if (wanted)
    return unsigned(std::min(wanted, 1024ul));
  return usableProcessors();
}

WorkerPool &WorkerPool::get() {
  static WorkerPool *pool =
      new WorkerPool; // never destroyed: its threads outlive static destructors
  return *pool;
}

// Of a thread that launches nothing is known where it belongs: each place has a thread for each of
// its processors.
WorkerPool::WorkerPool() : helpers_(configuredWorkers() - Places::get().empty()) {}

void WorkerPool::start() {
  // The application's signals belong to its own threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (unsigned i = 0; i < helpers_; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, threadMain, this) != 0)
      break; // fewer threads help: slower, not wrong
    pthread_setname_np(thread, ("anywarp-" + std::to_string(i + 1)).c_str());
    pthread_detach(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

WorkerPool::Slot *WorkerPool::offer(Grid &grid, unsigned limit, int place) {
  if (!helpers_ || !limit)
    return nullptr;
  std::call_once(started_, [this] { start(); });
  for (unsigned i = 0; i < kSlots; ++i) {
    Slot &slot = slots_[i];
    if (slot.claimed.load(std::memory_order_relaxed) ||
        slot.claimed.exchange(true, std::memory_order_acquire))
      continue;
    uint32_t used = usedSlots_.load(std::memory_order_relaxed);
    while (used <= i && !usedSlots_.compare_exchange_weak(used, i + 1))
      ;
    slot.limit = limit;
    slot.place = place;
    slot.joined.store(0, std::memory_order_relaxed);
    slot.grid.store(&grid);
    epoch_.fetch_add(1);
    return &slot;
  }
  return nullptr;
}

void WorkerPool::wake(unsigned count) {
  if (count && sleepers_.load()) // who sleeps may belong to another place
    futexWake(epoch_, Places::get().empty() ? count : helpers_);
}

unsigned WorkerPool::withdraw(Slot &slot) {
  slot.grid.store(nullptr);
  auto end = Clock::now() + std::chrono::microseconds(50);
  while (slot.users.load()) {
    for (int i = 0; i < 64 && slot.users.load(std::memory_order_relaxed); ++i)
      arch::pause();
    if (Clock::now() < end)
      continue;
    slot.ownerWaits.store(true);
    while (uint32_t users = slot.users.load())
      futexWait(slot.users, users);
    slot.ownerWaits.store(false);
  }
  unsigned joined = slot.joined.load(std::memory_order_relaxed);
  slot.claimed.store(false, std::memory_order_release);
  return joined;
}

bool WorkerPool::serve(Slot &slot, int place) {
  if (!slot.grid.load(std::memory_order_relaxed))
    return false;
  bool served = false;
  uint32_t before = slot.users.fetch_add(1);
  if (Grid *grid = slot.grid.load(); grid && grid->hasMore() && !grid->isStopped() &&
                                     before < slot.limit &&
                                     (slot.place < 0 || slot.place == place)) {
    if (Worker *worker = Worker::ofThread()) {
      slot.joined.fetch_add(1, std::memory_order_relaxed);
      worker->participate(*grid, nullptr, nullptr);
      served = true;
    }
  }
  if (slot.users.fetch_sub(1) == 1 && slot.ownerWaits.load())
    futexWake(slot.users);
  return served;
}

void *WorkerPool::threadMain(void *pool) {
  static_cast<WorkerPool *>(pool)->loop();
  return nullptr;
}

namespace {
/// In turn, as far as places have processors.
unsigned placeOf(unsigned thread) {
  const auto &places = Places::get();
  size_t all = 0;
  for (const auto &place : places)
    all += place.size();
  thread %= std::max(unsigned(all), 1u);
  for (unsigned round = 0;; ++round)
    for (unsigned place = 0; place < places.size(); ++place)
      if (round < places[place].size() && thread-- == 0)
        return place;
}

/// How long an idle worker looks for offers before it sleeps. A sleeping one comes 30 µs late, so
/// it looks on where the last pause was short, and a program that pauses for long costs nothing.
class Patience {
public:
  /// Work has come.
  void end() {
    const Clock::time_point now = Clock::now();
    const auto pause = now - since_;
    if (pause > kMost)
      limit_ = kLeast;
    else if (pause > kLeast / 2)
      limit_ = std::min<Clock::duration>(2 * pause, kMost);
  }
  /// It is done.
  void begin() { since_ = last_ = Clock::now(); }
  /// False: to be called no more, it is time to sleep.
  bool isLeft() {
    const Clock::time_point now = Clock::now();
    // Others want this processor.
    if (std::exchange(last_, now) + kTaken < now)
      limit_ = kLeast;
    if (now - since_ < kLeast)
      return true;
    if (now - since_ >= limit_)
      return false;
    sched_yield();
    return true;
  }

private:
  static constexpr auto kLeast = std::chrono::microseconds(50);
  static constexpr auto kMost = std::chrono::milliseconds(2);
  static constexpr auto kTaken = std::chrono::microseconds(30);
  Clock::duration limit_ = kLeast;
  Clock::time_point since_ = Clock::now(), last_ = since_;
};
} // namespace

void WorkerPool::loop() {
  int place = -1;
  if (!Places::get().empty()) {
    place = int(placeOf(begun_.fetch_add(1)));
    Places::settle(unsigned(place));
  }
  Patience patience;
  uint32_t seen = epoch_.load();
  for (;;) {
    bool served = false;
    for (uint32_t i = 0, n = usedSlots_.load(); i < n; ++i)
      served |= serve(slots_[i], place);
    if (served) {
      patience.begin();
      seen = epoch_.load();
      continue;
    }
    for (int i = 0; i < 64 && epoch_.load(std::memory_order_relaxed) == seen; ++i)
      arch::pause();
    uint32_t now = epoch_.load();
    if (now != seen) {
      seen = now;
      patience.end();
      continue;
    }
    if (patience.isLeft())
      continue;
    sleepers_.fetch_add(1);
    futexWait(epoch_, seen);
    sleepers_.fetch_sub(1);
    seen = epoch_.load();
    patience.end();
    patience.begin();
  }
}

} // namespace anywarp::exec
