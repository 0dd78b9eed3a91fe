// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compute-sanitizer's part in the watched process. The driver tells it of memory, launches, copies
// and failed calls; it watches observed kernels and writes records. There is none unless
// ANYWARP_SANITIZER asks for one: all that costs otherwise is the test for null.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "exec/Launch.h"
#include "exec/calls/Observer.h"
#include "insight/Footprints.h"
#include "insight/Launched.h"
#include "insight/Memory.h"
#include "insight/Record.h"
#include "insight/Results.h"
#include "insight/Settings.h"
#include "insight/Sites.h"
#include "support/Mutex.h"

namespace anywarp::insight {

class Watch;

/// What is known of a launch before it runs.
struct LaunchFacts {
  std::string kernel; ///< mangled
  std::string_view sites;
  exec::KernelInfo info;
  const void *params = nullptr;
  size_t paramBytes = 0;
  HostFrames host;                   ///< where it was launched
  Moment moment;                     ///< in the orders of streams
  bool isDependent = false;          ///< may begin before the kernel before it in the stream ends
  bool mayLaunch = false;            ///< its threads may launch kernels
  std::shared_ptr<Launched> by = {}; ///< of a kernel that a kernel launched, if that is followed
};

class Sanitizer {
public:
  /// The process's, or null.
  static Sanitizer *get();

  const Settings settings;
  Memory memory;

  /// exec::Observe that kernels are compiled with.
  uint32_t observes() const;
  /// Bytes to leave unused behind every allocation.
  size_t padding() const;
  /// Freed memory of the size is not given out again for now.
  bool keepsFreed(size_t bytes);

  void allocated(uintptr_t base, size_t bytes, Block::Kind kind, bool usable = true);
  void freed(uintptr_t base);
  /// By a node of the graph that has it: it is no leak, and nodes before may still use it.
  void givenBack(uintptr_t base);
  /// It goes with its context.
  void leaked(uintptr_t base);
  /// A handle that the program has to destroy, `what` it stands for; it was destroyed; it goes with
  /// its context.
  void opened(const char *what, uint64_t handle);
  void closed(uint64_t handle);
  void leakedHandle(uint64_t handle);
  // `host`: frames of the call that asked for it, which another thread may carry out.
  /// initcheck: bytes that the host or a fill wrote; a copy; a read by a call of the API.
  void wrote(uintptr_t address, size_t bytes);
  void copied(uintptr_t to, uintptr_t from, size_t bytes);
  void hostReads(uintptr_t address, size_t bytes, const char *call, const HostFrames &host);
  /// Copies to the host are told (--schedule).
  bool wantsResults() const { return settings.tool == Settings::Tool::Schedule; }
  /// The host used memory that a command may use at the time, where the program is at `pc`.
  void hostTouched(const Moment &moment, uintptr_t address, bool isWrite, void *pc);
  void copiedToHost(const ResultDigest &result, const HostFrames &host);
  /// memcheck: kernels may use only memory that CUDA knows.
  bool checksPlaces() const { return settings.tool == Settings::Tool::Memcheck; }
  /// Orders of streams are asked for.
  bool followsStreams() const {
    return (settings.tool == Settings::Tool::Racecheck && !settings.sharedOnly) ||
           settings.streamRaces.any();
  }
  /// A block of a pool was allocated; a block is freed, in stream order.
  void allocatedIn(uintptr_t base, Moment moment);
  void freedIn(uintptr_t base, const Moment &moment);
  /// A copy or, with source 0, a fill.
  void moved(const Moment &moment, uintptr_t to, uintptr_t from, size_t bytes,
             const HostFrames &host);
  Footprints &footprints() { return footprints_; }
  /// The same of a kernel that was stopped: `what` is the line for the program's user.
  void stopped(const std::string &what);
  /// A core dump was written.
  void dumped(const std::string &file);
  /// A kernel ran that tells no events.
  void ranUnobserved(const void *params, size_t bytes);

  /// Who watches a launch; null if it is not to be watched.
  std::unique_ptr<Watch> watch(LaunchFacts facts);
  /// A call of the API failed.
  void apiFailed(const char *call, int error, const char *name, const char *text);
  /// The process, or what it has on a device, ends: leaks.
  void atEnd();

  const SiteTable &sitesOf(std::string_view text);
  void send(const Record &record) const { record.send(settings.log); }

private:
  explicit Sanitizer(Settings settings) : settings(std::move(settings)) {}
  void reportLeak(const Block &block);
  void reportUnused(const Block &block);
  struct Handle {
    const char *what;
    HostFrames made;
  };
  void reportLeak(uint64_t bits, const Handle &handle);
  Mutex mutex_;
  std::map<std::string, std::unique_ptr<SiteTable>, std::less<>>
      sites_ AW_GUARDED_BY(mutex_); ///< by their texts
  std::map<uint64_t, Handle> handles_ AW_GUARDED_BY(mutex_);
  uint64_t matching_ AW_GUARDED_BY(mutex_) = 0, kept_ AW_GUARDED_BY(mutex_) = 0;
  Footprints footprints_;
};

/// Watches one grid.
class Watch : public exec::Observer {
public:
  Watch(Sanitizer &sanitizer, LaunchFacts facts);

  /// The grid was stopped. `place`: of the fault, as far as known.
  void fault(const exec::FaultInfo &fault, const exec::LaunchState &launch, const Frame &place);
  /// The grid is over.
  virtual void finish(const exec::LaunchState &) {}
  /// A thread launches a kernel: what that one is given (LaunchFacts::by). `stream` is a number of
  /// the grid's, or one of Launched's. `buffer`: where the thread wrote the parameters, which is
  /// freed when they are used.
  virtual std::shared_ptr<Launched> launched(uint64_t /*block*/, uint32_t /*thread*/,
                                             uint64_t /*stream*/, uintptr_t /*buffer*/) {
    return nullptr;
  }
  /// The launch counts as failed: what was found stops a GPU.
  bool failed() const { return failed_.load(std::memory_order_relaxed); }

  void allocated(const exec::LaunchState &, const exec::BlockState &, uint32_t thread,
                 uint64_t address, uint64_t bytes) override;
  void freed(const exec::LaunchState &, const exec::BlockState &, uint32_t thread,
             uint64_t address) override;

protected:
  /// Where the warp of a thread was last at a barrier or fence, as far as it told; null: not known.
  virtual const Site *lastOf(const uint32_t * /*block*/, uint32_t /*thread*/) { return nullptr; }
  const Site *imageAt(const Frame &place) const;
  static std::string threadText(const exec::LaunchState &launch, const uint32_t *block,
                                uint32_t thread);
  std::string threadText(const exec::Event &event, uint32_t lane) const {
    return threadText(event.launch, event.block.blockIdx, event.threadOf(lane));
  }
  const Site &siteOf(const exec::Event &event) const { return sites_[event.site]; }
  void send(Record &record) {
    record.host("kernel launch time", facts_.host);
    sanitizer_.send(record);
  }

  Sanitizer &sanitizer_;
  const LaunchFacts facts_;
  const SiteTable &sites_;
  std::atomic<bool> failed_{false};
  std::atomic<bool> isTrapTold_{false};
};

/// Watches a grid whose kernel tests accesses itself: what it knows closes when memory is freed.
class Guarded : public Watch {
public:
  Guarded(Sanitizer &sanitizer, LaunchFacts facts);
  ~Guarded() override { sanitizer_.memory.dropRanges(this); }
  exec::SiteRange *ranges(uint32_t sites) override;

protected:
  exec::SiteRange &rangeOf(const exec::Event &event) {
    return ranges(uint32_t(sites_.size()))[event.site];
  }
  static uint64_t alignOf(uint64_t bytes) { return bytes & (bytes - 1) ? 1 : bytes; }

private:
  uint64_t number_; ///< of all launches that were watched
};

std::unique_ptr<Watch> makeMemcheck(Sanitizer &sanitizer, LaunchFacts facts);
std::unique_ptr<Watch> makeInitcheck(Sanitizer &sanitizer, LaunchFacts facts);
std::unique_ptr<Watch> makeSynccheck(Sanitizer &sanitizer, LaunchFacts facts);
std::unique_ptr<Watch> makeRacecheck(Sanitizer &sanitizer, LaunchFacts facts);

/// Calls `body` for each lane of a mask.
template <typename Body> void eachLane(uint32_t lanes, Body body) {
  for (; lanes; lanes &= lanes - 1)
    body(uint32_t(__builtin_ctz(lanes)));
}

} // namespace anywarp::insight
