// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch: decides how many threads are worth calling, takes part, and waits for the others.
#include "exec/Launch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <unistd.h>

#include "exec/grid/Grid.h"
#include "exec/grid/Places.h"
#include "exec/grid/Worker.h"
#include "exec/grid/WorkerPool.h"
#include "exec/memory/Faults.h"
#include "support/Trace.h"

namespace anywarp::exec {

using Clock = std::chrono::steady_clock;

namespace {

/// What a block of a kernel took before, so that a launch that ends sooner than a thread wakes up
/// troubles nobody. Only a hint: entries are lost when two kernels share one.
class CostTable {
public:
  /// Nanoseconds; negative if not known.
  static float lookUp(uint64_t key) {
    Entry &e = entry(key);
    return e.key.load(std::memory_order_relaxed) == key ? e.cost.load(std::memory_order_relaxed)
                                                        : -1;
  }
  static void update(uint64_t key, float cost) {
    Entry &e = entry(key);
    float before = lookUp(key);
    // A launch that was interrupted looks dear: believe rises slowly.
    float weight = before < 0 ? 1.f : cost > 2 * before ? 0.2f : 0.5f;
    e.cost.store(before < 0 ? cost : before + weight * (cost - before), std::memory_order_relaxed);
    e.key.store(key, std::memory_order_relaxed);
  }
  static uint64_t keyOf(const Grid &grid) {
    auto code = grid.kernel.block ? reinterpret_cast<uint64_t>(grid.kernel.block)
                                  : reinterpret_cast<uint64_t>(grid.kernel.piece);
    return (code ^ (uint64_t(grid.launch.threadsPerBlock) << 48)) * 0x9e3779b97f4a7c15u | 1;
  }

private:
  struct Entry {
    std::atomic<uint64_t> key{0};
    std::atomic<float> cost{0};
  };
  static Entry &entry(uint64_t key) {
    static constinit Entry table[1024];
    return table[key >> 54];
  }
};

/// Calls workers to help with one grid: at once when the grid is known to be long or not known at
/// all, else when it turns out to last longer than expected.
class Recruiter {
public:
  explicit Recruiter(Grid &grid)
      : grid_(grid), limit_(unsigned(std::min<uint64_t>(grid.participants(), grid.units())) - 1),
        key_(CostTable::keyOf(grid)), start_(Clock::now()) {
    float cost = CostTable::lookUp(key_);
    float expected = cost * float(grid.blocks());
    bool unknown = cost < 0 || grid.isResident();
    if (!unknown) { // chunks of half a microsecond at least; all at once if nobody will be called
      float each = expected / float(grid.units());
      float least =
          expected <= kOfferAfter ? float(grid.units()) : kLeastChunk / std::max(each, 0.1f);
      grid.setLeastChunk(uint64_t(std::clamp(least, 1.f, 1e6f)));
    }
    if (leavesToCompiler())
      return;
    if (unknown || expected > kOfferAfter)
      offer();
    if (unknown || expected > kWakeAfter)
      wake();
  }
  /// Others would help if there were enough units, as far as is known.
  static bool wouldCall(const Grid &grid) {
    const float cost = CostTable::lookUp(CostTable::keyOf(grid));
    return cost < 0 || cost * float(grid.blocks()) > kOfferAfter;
  }
  ~Recruiter() {
    auto elapsed = float((Clock::now() - start_).count());
    unsigned joined = slot_ ? WorkerPool::get().withdraw(*slot_) : 0;
    if (!grid_.isStopped() && !grid_.isResident())
      CostTable::update(key_, elapsed * float(1 + joined) / float(grid_.blocks()));
  }
  void between() {
    if (woken_ || !grid_.hasMore() || leavesToCompiler())
      return;
    auto elapsed = float((Clock::now() - start_).count());
    if (elapsed > kOfferAfter)
      offer();
    if (elapsed > kWakeAfter)
      wake();
  }

private:
  // Nanoseconds. A spinning worker takes up an offer in 0.2 µs, a sleeping one in about 25 µs.
  static constexpr float kOfferAfter = 2e3f, kWakeAfter = 20e3f, kLeastChunk = 500;

  /// Of two processors one makes better code first.
  bool leavesToCompiler() const {
    const Kernel &kernel = grid_.kernel;
    return limit_ == 1 && kernel.lacksBetter() && !grid_.isResident() &&
           kernel.better->isComing.load(std::memory_order_relaxed);
  }
  void offer() {
    if (!offered_)
      slot_ = WorkerPool::get().offer(grid_, limit_, grid_.options.place);
    offered_ = true;
  }
  void wake() {
    if (slot_)
      WorkerPool::get().wake(limit_);
    woken_ = true;
  }

  Grid &grid_;
  unsigned limit_;
  uint64_t key_;
  Clock::time_point start_;
  WorkerPool::Slot *slot_ = nullptr;
  bool offered_ = false, woken_ = false;
};

/// Tells those who could make better code how long a grid runs without.
class Tally {
public:
  /// A grid is looked at so many times at least, if it has the blocks.
  static constexpr unsigned kParts = 256;

  explicit Tally(const Kernel &kernel) : kernel_(kernel), from_(Clock::now()) {}
  ~Tally() { tell(Clock::now(), /*isEnd=*/true); }
  void between() {
    if (const Clock::time_point now = Clock::now(); now - from_ > kOften)
      tell(now, /*isEnd=*/false);
  }

private:
  static constexpr std::chrono::microseconds kOften{200};
  void tell(Clock::time_point now, bool isEnd) {
    if (kernel_.lacksBetter())
      kernel_.better->ran(uint64_t((now - from_).count()), isEnd);
    from_ = now;
  }
  const Kernel &kernel_;
  Clock::time_point from_;
};

/// What the thread of a launch does between blocks.
struct Between {
  std::optional<Recruiter> recruiter;
  std::optional<Tally> tally;
  static void call(void *arg) {
    auto &self = *static_cast<Between *>(arg);
    if (self.recruiter)
      self.recruiter->between();
    if (self.tally)
      self.tally->between();
  }
};

Status validate(const Kernel &kernel, const LaunchState &launch) {
  auto invalid = [](const char *what) { return Status(StatusCode::InvalidInput, what); };
  const KernelInfo &info = kernel.info;
  if (info.abiVersion != kAbiVersion)
    return invalid("kernel was compiled for another version of the engine");
  if ((info.frameBytes ? !kernel.piece : !kernel.block))
    return invalid("kernel has no code");
  if (info.simdWidth == 0 || kWarpSize % info.simdWidth)
    return invalid("kernel's lane count does not divide the warp");
  for (int i = 0; i < 3; ++i) {
    if (!launch.gridDim[i] || !launch.blockDim[i])
      return invalid("a dimension of the launch is 0");
    if (launch.clusterDim[i] && launch.gridDim[i] % launch.clusterDim[i])
      return invalid("grid is not a multiple of the cluster");
  }
  if (uint64_t(launch.blockDim[0]) * launch.blockDim[1] * launch.blockDim[2] > 1 << 20)
    return invalid("block is too large");
  return {};
}

/// ANYWARP_TRACE=exec: a line for each grid that ran.
void traceGrid(const Kernel &kernel, const LaunchState &launch, unsigned participants,
               std::chrono::nanoseconds time) {
  char text[160];
  std::snprintf(text, sizeof text,
                ": grid (%u,%u,%u), block (%u,%u,%u), W %u, up to %u threads, %.1f us",
                launch.gridDim[0], launch.gridDim[1], launch.gridDim[2], launch.blockDim[0],
                launch.blockDim[1], launch.blockDim[2], kernel.info.simdWidth, participants,
                double(time.count()) / 1e3);
  trace("exec", kernel.name + std::string(text));
}

/// The calling thread's, which may launch.
Expected<Worker *> workerToLaunch() {
  Worker *worker = Worker::ofThread();
  if (!worker)
    return Status(StatusCode::OutOfMemory, "no memory for a kernel stack");
  if (worker->isInKernel())
    return Status(StatusCode::InvalidInput, "launch from inside a kernel");
  ensureFaultHandlers();
  return worker;
}

} // namespace

LaunchResult runGrid(const Kernel &kernel, const LaunchState &launch,
                     const LaunchOptions &options) {
  if (Status status = validate(kernel, launch); !status.ok())
    return {std::move(status), {}};
  Expected<Worker *> mine = workerToLaunch();
  if (!mine)
    return {mine.takeStatus(), {}};
  Worker *const worker = *mine;

  const Places::Stay stay(options.place);
  unsigned participants = workerCount(options.place);
  if (options.workers)
    participants = std::min(participants, options.workers);
  if (options.schedule)
    participants = 1;
  static const bool isTracing = isTraced("exec");
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = isTracing ? Clock::now() : Clock::time_point();
  Grid grid(kernel, launch, options, participants);
  const bool isDivisible = grid.isDivisible();
  if (isDivisible && Recruiter::wouldCall(grid))
    grid.divideBlocks();
  worker->inView().begin(grid);
  {
    Between between;
    if (kernel.lacksBetter()) {
      between.tally.emplace(kernel);
      grid.setMostChunk(std::max<uint64_t>(grid.units() / Tally::kParts, 1));
    }
    if (participants > 1 && (grid.units() > 1 || isDivisible))
      between.recruiter.emplace(grid);
    const bool isAsked = between.tally || between.recruiter;
    worker->participate(grid, isAsked ? Between::call : nullptr, &between);
  }
  worker->inView().end();
  LaunchResult result = grid.finish();
  if (isTracing)
    traceGrid(kernel, launch, participants, Clock::now() - start);
  return result;
}

LaunchResult runBriefly(const Kernel &kernel, const LaunchState &launch) {
  Expected<Worker *> mine = workerToLaunch();
  if (!mine)
    return {mine.takeStatus(), {}};
  LaunchResult result;
  (*mine)->runBlocks(kernel, launch, result.fault);
  return result;
}

LaunchOfThread::LaunchOfThread() {
  Worker *worker = Worker::ofThread();
  view_ = worker ? &worker->inView() : nullptr;
}

void LaunchOfThread::stop() const {
  Grid *grid = view_ ? view_->visit() : nullptr;
  if (!grid)
    return;
  grid->stop(FaultInfo());
  view_->leave();
}

unsigned workerCount() { return WorkerPool::get().helpers() + Places::get().empty(); }

uint64_t residentBlockLimit(const Kernel &kernel, uint32_t threadsPerBlock,
                            uint32_t dynamicShared) {
  // Half of the machine's memory, and few enough mappings for the system's limit of 65530.
  constexpr uint64_t kMost = 4096;
  uint64_t memory = uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE)) / 2;
  uint32_t threads = std::max(threadsPerBlock, 1u);
  size_t frame = (kernel.info.frameBytes + size_t(4095)) / 128 * 128;
  size_t bytes = BlockRun::bytesFor(kernel.info, threads, kernel.info.staticShared + dynamicShared,
                                    kernel.piece ? frame : 0);
  return std::clamp<uint64_t>(memory / std::max<size_t>(bytes, 1), 1, kMost);
}

const char *toString(Fault fault) {
  switch (fault) {
  case Fault::None:
    return "none";
  case Fault::IllegalAddress:
    return "illegal address";
  case Fault::MisalignedAddress:
    return "misaligned address";
  case Fault::IllegalInstruction:
    return "illegal instruction";
  case Fault::Trap:
    return "trap";
  case Fault::Assert:
    return "assertion failed";
  case Fault::StackOverflow:
    return "stack overflow";
  case Fault::HeapExhausted:
    return "heap exhausted";
  case Fault::Deadlock:
    return "deadlock";
  case Fault::InvalidPc:
    return "invalid program counter";
  case Fault::Timeout:
    return "timeout";
  }
  return "unknown";
}

std::string FaultInfo::describe() const {
  char text[192];
  std::string line = toString(fault);
  if (address) {
    std::snprintf(text, sizeof text, " 0x%" PRIx64, *address);
    line += text;
  }
  line += " in kernel " + kernel;
  std::snprintf(text, sizeof text, ", block (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", blockIdx[0],
                blockIdx[1], blockIdx[2]);
  line += text;
  if (threadCount == 1)
    line += ", thread " + std::to_string(firstThread);
  else if (threadCount && fault != Fault::Deadlock)
    line += ", threads " + std::to_string(firstThread) + "-" +
            std::to_string(firstThread + threadCount - 1);
  if (!detail.empty())
    line += ": " + detail;
  return line;
}

} // namespace anywarp::exec
