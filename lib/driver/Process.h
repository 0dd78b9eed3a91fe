// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything global of the driver, in one object that cuInit makes and nothing ever deletes: threads
// of the program may call in until the process is gone. What a thread has of its own is ThreadState.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "driver/Api.h"
#include "driver/Context.h"
#include "driver/Device.h"
#include "driver/GraphMemory.h"
#include "driver/MemoryAdvice.h"
#include "driver/MemoryMap.h"
#include "driver/Object.h"
#include "driver/Scheduler.h"
#include "driver/Stream.h"

namespace anywarp::driver {

class Process {
public:
  /// After cuInit; entry points that require it have checked.
  static Process &get() { return *instance_.load(std::memory_order_acquire); }
  /// CUDA_SUCCESS, NOT_INITIALIZED (never, or in a forked child), or DEINITIALIZED (at exit).
  static CUresult state();
  /// Makes the process object; further calls only tell how it went.
  static CUresult initialize();

  HandleTable handles;
  MemoryMap memory;
  MemoryAdvice advice;
  Scheduler scheduler;
  GraphMemoryTable graphMemory;
  Captures captures;

  int deviceCount() const { return int(devices_.size()); }
  /// Null if there is no such device.
  Device *device(CUdevice ordinal) const {
    return ordinal >= 0 && ordinal < deviceCount() ? devices_[size_t(ordinal)].get() : nullptr;
  }

private:
  Process();
  static void atExit();
  static std::atomic<Process *> instance_;
  static std::atomic<int> state_;
  std::vector<std::unique_ptr<Device>> devices_;
};

/// The object of a handle; null if it is none of that kind.
template <typename T> T *find(typename T::Handle handle) {
  return static_cast<T *>(
      Process::get().handles.find(T::kKind, reinterpret_cast<uint64_t>(handle)));
}
template <typename T> typename T::Handle handleOf(const T &object) {
  return reinterpret_cast<typename T::Handle>(object.handleBits());
}

class ThreadState {
public:
  static ThreadState &get();
  ~ThreadState();

  uint64_t id() const { return id_; }
  /// The current context; null if there is none.
  Context *current() const { return contexts_.empty() ? nullptr : contexts_.back().get(); }
  void push(Ref<Context> context) { contexts_.push_back(std::move(context)); }
  Ref<Context> pop();
  /// Replaces the top of the stack; null pops.
  void setCurrent(Ref<Context> context);

  /// How calls of this thread that may be unsafe for captures are judged.
  CUstreamCaptureMode captureMode = CU_STREAM_CAPTURE_MODE_GLOBAL;

private:
  ThreadState();
  const uint64_t id_;
  std::vector<Ref<Context>> contexts_;
};

/// The current context; entry points that require one have checked.
inline Context &currentContext() { return *ThreadState::get().current(); }

} // namespace anywarp::driver
