// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic parallelism: what the threads of one running grid ask of the device runtime. Launches and
// copies are noted in the order of the calls and begin when the grid has ended: one after the
// other, each with everything that it launched itself. That order keeps every rule of streams and
// events, and a child sees all that its parent wrote. All but tail launches may begin before the
// end (EarlyChildren.h): in the same order, but for fire-and-forget launches, which wait for none.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "driver/launch/Launch.h"
#include "exec/DeviceRuntime.h"
#include "support/Mutex.h"

namespace anywarp::insight {
class Watch;
}

namespace anywarp::driver {

class EarlyChildren;

/// Something to do when the grid has ended.
struct DeviceWork {
  enum class Kind : uint8_t { Grid, Copy, Fill };
  Kind kind = Kind::Grid;
  bool isForgotten = false; ///< of the fire-and-forget stream

  // Grid
  Function *function = nullptr; ///< of the module of the grid that launched it
  LaunchRequest request;
  struct Release {
    void operator()(void *memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Release> params;

  // Copy, Fill: `height` rows of `width` bytes
  uintptr_t to = 0, from = 0;
  size_t toPitch = 0, fromPitch = 0, width = 0, height = 0;
  int value = 0;

  /// Copies or fills. False: the memory cannot be accessed.
  bool moveMemory() const;
};

class DeviceLaunches final : public exec::DeviceRuntime {
public:
  /// `pending`: launches that have not begun, in the whole tree below what the host launched.
  /// `graph`: that the grid belongs to; null: launches of graphs are refused.
  DeviceLaunches(Module &module, std::atomic<size_t> &pending, GraphRun *graph)
      : module_(module), pending_(pending), graph_(graph) {}

  uint64_t call(const exec::DeviceCall &call) noexcept override;

  /// Whom to tell of what may begin before the end.
  void setEarly(EarlyChildren *early) { early_ = early; }
  /// Who watches the grid; null: nobody.
  void setWatch(insight::Watch *watch) { watch_ = watch; }
  /// Takes the next of it. False: there is none.
  bool takeEarly(DeviceWork &work);
  /// The grid has ended: appends its work to a stack whose last element is to run next.
  void moveTo(std::vector<DeviceWork> &stack);

private:
  struct State;
  struct DeleteState {
    void operator()(State *state) const;
  };
  struct Arguments;
  int serve(const exec::DeviceCall &call, Arguments arguments);
  int serveDevice(const exec::DeviceCall &call, Arguments arguments);
  int serveStreams(const exec::DeviceCall &call, Arguments arguments); ///< and events
  int serveMemory(const exec::DeviceCall &call, Arguments arguments);
  void *parameterBuffer(const exec::DeviceCall &call, Arguments arguments);
  int launch(const exec::DeviceCall &call, void *buffer, uint64_t stream);
  int serveGraph(exec::DeviceFunction function, Arguments arguments);
  int enqueue(DeviceWork work, uint64_t stream);
  int describeFunction(uint64_t kernel, uint64_t attributes);
  int occupancy(uint64_t blocks, uint64_t kernel, uint32_t threads, uint64_t shared,
                unsigned flags);
  int fail(const exec::DeviceCall &call, int error);
  State &state() AW_REQUIRES(mutex_);

  Module &module_;
  std::atomic<size_t> &pending_;
  GraphRun *const graph_;
  EarlyChildren *early_ = nullptr;
  insight::Watch *watch_ = nullptr;
  std::atomic<bool> hasEvents_{false}; ///< that order streams
  std::atomic<bool> anyError_{false};
  Mutex mutex_; ///< never held where kernel memory is touched
  /// Made by the first call that needs it.
  std::unique_ptr<State, DeleteState> state_ AW_GUARDED_BY(mutex_) AW_POINTS_TO_GUARDED_BY(mutex_);
};

} // namespace anywarp::driver
