// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks for grids that stand still, and lends them threads.
#include "exec/grid/Rescue.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <linux/membarrier.h>
#include <map>
#include <pthread.h>
#include <sched.h>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "exec/grid/Futex.h"
#include "exec/grid/Grid.h"
#include "exec/grid/Worker.h"
#include "support/Mutex.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::exec {

using namespace std::chrono_literals;

// -- Barriers -------------------------------------------------------------------------------------

/// Whether visitors can make the barriers of all threads. Set once, while launches and visits may
/// be under way: a visit that reads false makes a fence, and so does a launch.
static std::atomic<bool> hasBarrierOfAll{false};

static bool makeAllPassBarrier() {
  return hasBarrierOfAll.load(std::memory_order_acquire) &&
         syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
}

/// Takes milliseconds where the process has threads, as the system waits for all processors.
/// Launches make barriers of their own until then.
static void findBarrierOfAll() {
  hasBarrierOfAll.store(syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) ==
                        0);
}

/// What a launching thread wrote before is seen before it reads on: by itself where visitors
/// cannot see to that.
static inline void orderForVisitors() {
  if (hasBarrierOfAll.load(std::memory_order_relaxed))
    std::atomic_signal_fence(std::memory_order_seq_cst);
  else
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

/// The visitors' side of it.
static void orderForLaunches() {
  if (!makeAllPassBarrier())
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

// -- Units in hand --------------------------------------------------------------------------------

void UnitsInHand::begin(const Grid &grid, uint64_t first, uint64_t count) {
  auto publish = [&] {
    at_.store(first, std::memory_order_relaxed);
    gridId_.store(grid.launch.gridId, std::memory_order_release);
  };
  if (count == 1)
    return publish();
  LockGuard lock(mutex_);
  end_.store(first + count, std::memory_order_relaxed);
  publish();
}

bool UnitsInHand::isLeft(uint64_t unit) {
  if (!end_.load(std::memory_order_relaxed)) { // a single one
    gridId_.store(0, std::memory_order_relaxed);
    return false;
  }
  LockGuard lock(mutex_); // behind a theft, which may have failed
  if (unit < end_.load(std::memory_order_relaxed))
    return true;
  forget();
  return false;
}

void UnitsInHand::drop() {
  if (!gridId_.load(std::memory_order_relaxed))
    return;
  LockGuard lock(mutex_);
  forget();
}

void UnitsInHand::forget() {
  gridId_.store(0, std::memory_order_relaxed);
  end_.store(0, std::memory_order_relaxed);
}

bool UnitsInHand::unitOf(uint64_t gridId, uint64_t &unit) const {
  if (gridId_.load(std::memory_order_acquire) != gridId)
    return false;
  unit = at_.load(std::memory_order_relaxed);
  return true;
}

bool UnitsInHand::steal(uint64_t gridId, uint64_t &first, uint64_t &count) {
  LockGuard lock(mutex_);
  const uint64_t end = end_.load(std::memory_order_relaxed);
  if (!end) // nor does a range of several begin now
    return false;
  const uint64_t unit = at_.load(std::memory_order_relaxed);
  if (gridId_.load(std::memory_order_relaxed) != gridId || end <= unit + 1)
    return false;
  end_.store(unit + 1, std::memory_order_relaxed);
  if (!makeAllPassBarrier() || at_.load(std::memory_order_relaxed) != unit) {
    end_.store(end, std::memory_order_relaxed); // the owner got on meanwhile
    return false;
  }
  first = unit + 1;
  count = end - first;
  return true;
}

namespace {

/// Threads that are lent, all grids together.
constexpr unsigned kMostLent = 512;

class Rescue {
public:
  static Rescue &get() {
    static Rescue *rescue = new Rescue; // its thread outlives static destructors
    return *rescue;
  }
  void enlist(Worker &worker) {
    LockGuard lock(mutex_);
    workers_.push_back(&worker);
  }
  void strikeOff(Worker &worker) {
    LockGuard lock(mutex_);
    std::erase(workers_, &worker);
  }
  void wake() {
    if (!isStarted_.load(std::memory_order_acquire))
      start();
    if (isAsleep_.load() && isAsleep_.exchange(0))
      futexWake(isAsleep_);
  }

private:
  void start() {
    std::call_once(started_, [this] {
      startThread(
          [](void *self) -> void * {
            pthread_setname_np(pthread_self(), "anywarp-rescue");
            static_cast<Rescue *>(self)->loop();
            return nullptr;
          },
          this);
      isStarted_.store(true, std::memory_order_release);
    });
  }

  static constexpr auto kTick = 25ms;
  static constexpr unsigned kTicksToSleep = 80;
  /// Processor time of the process: what a debugger or another process takes does not count. A grid
  /// that was given one thread runs its blocks in order for longer: that may be why.
  static constexpr auto kPatience = 200ms, kLonePatience = 1000ms;

  /// What is known of a grid that was seen before.
  struct Seen {
    uint64_t progress = 0;
    std::chrono::nanoseconds still{0}; ///< processor time used without progress
    unsigned lend = 1;                 ///< threads next time
    bool isHere = false;
  };

  /// The application's signals belong to its own threads.
  static bool startThread(void *(*main)(void *), void *arg) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    const bool isThere = pthread_create(&thread, nullptr, main, arg) == 0;
    if (isThere)
      pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return isThere;
  }

  void loop() {
    std::this_thread::sleep_for(kTick); // most programs are done by then
    findBarrierOfAll();
    for (unsigned idle = 0;;) {
      std::this_thread::sleep_for(kTick);
      idle = look() ? 0 : idle + 1;
      if (idle < kTicksToSleep)
        continue;
      isAsleep_.store(1);
      orderForLaunches();
      if (look()) // begun before it could see that we sleep
        isAsleep_.store(0);
      while (isAsleep_.load())
        futexWait(isAsleep_, 1);
      idle = 0;
    }
  }

  /// False: nothing is under way.
  bool look() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    const auto used = std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    const auto since = used - std::exchange(used_, used);
    LockGuard lock(mutex_);
    for (auto &[id, seen] : seen_)
      seen.isHere = false;
    bool any = false;
    for (Worker *worker : workers_)
      if (Grid *grid = worker->inView().visit()) {
        any = true;
        lookAt(*grid, *worker, since);
        worker->inView().leave();
      }
    std::erase_if(seen_, [](const auto &entry) { return !entry.second.isHere; });
    return any;
  }

  void lookAt(Grid &grid, Worker &launching, std::chrono::nanoseconds since) AW_REQUIRES(mutex_) {
    const uint64_t id = grid.launch.gridId;
    Seen &seen = seen_[id];
    uint64_t progress = grid.unitsTaken(), rest = grid.hasMore(), unit;
    for (Worker *worker : workers_)
      if (worker->inHand().unitOf(id, unit)) {
        progress += unit;
        rest += worker->inHand().hasRest();
      }
    seen.isHere = true;
    if (progress != std::exchange(seen.progress, progress) || !rest) {
      seen.still = 0ns;
      return;
    }
    seen.still += since;
    if (seen.still < (seen.lend > 1 ? kTick : grid.participants() > 1 ? kPatience : kLonePatience))
      return;
    seen.still = 0ns;
    uint64_t first, count;
    for (Worker *worker : workers_)
      if (worker->inHand().steal(id, first, count))
        grid.giveBack(first, count);
    for (unsigned i = 0; i < seen.lend && grid.hasMore() && lent_.load() < kMostLent; ++i)
      lend(launching);
    if (isTraced("exec"))
      trace("exec", std::string(grid.kernel.name) +
                        ": blocks wait for others that have not begun; " +
                        std::to_string(seen.lend) + " more threads");
    seen.lend *= 2;
  }

  /// Starts a thread that runs blocks of what `launching` launched.
  void lend(Worker &launching) {
    if (!launching.inView().visit())
      return;
    lent_.fetch_add(1);
    auto main = [](void *arg) -> void * {
      LaunchInView &view = static_cast<Worker *>(arg)->inView();
      if (Grid *grid = view.visit()) {
        if (Worker *own = Worker::ofThread())
          own->participate(*grid, nullptr, nullptr);
        view.leave();
      }
      view.leave(); // the visit that was made for this thread
      get().lent_.fetch_sub(1);
      return nullptr;
    };
    if (startThread(main, &launching))
      return;
    launching.inView().leave();
    lent_.fetch_sub(1);
  }

  Mutex mutex_;
  std::vector<Worker *> workers_ AW_GUARDED_BY(mutex_);
  std::map<uint64_t, Seen> seen_; ///< by grid id; of the thread that looks
  std::chrono::nanoseconds used_{0};
  std::once_flag started_;
  std::atomic<bool> isStarted_{false};
  std::atomic<uint32_t> isAsleep_{0}, lent_{0};
};

} // namespace

/// In a debugger nobody is rescued: a person looks at what stands still, and gdb may lose a process
/// that ends while a thread wakes up.
static bool isDebugged() {
  static const bool debugged = Options::contains(Options::get().debugJit, "gdb");
  return debugged;
}

void LaunchInView::begin(Grid &grid) {
  grid_.store(&grid, std::memory_order_release);
  orderForVisitors();
  if (!isDebugged())
    Rescue::get().wake();
}

void LaunchInView::end() {
  grid_.store(nullptr, std::memory_order_release);
  orderForVisitors();
  while (visitors_.load(std::memory_order_acquire))
    sched_yield();
}

Grid *LaunchInView::visit() {
  if (!grid_.load(std::memory_order_acquire))
    return nullptr;
  visitors_.fetch_add(1);
  orderForLaunches();
  Grid *grid = grid_.load();
  if (!grid)
    visitors_.fetch_sub(1);
  return grid;
}

void LaunchInView::leave() { visitors_.fetch_sub(1); }

void enlist(Worker &worker) { Rescue::get().enlist(worker); }
void strikeOff(Worker &worker) { Rescue::get().strikeOff(worker); }

} // namespace anywarp::exec
