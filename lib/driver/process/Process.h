// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything global of the driver, in one object that cuInit makes and nothing ever deletes:
// threads of the program may call in until the process is gone. What a thread has of its own is
// ThreadState.
#pragma once

#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

#include "driver/base/Api.h"
#include "driver/base/Object.h"
#include "driver/context/Context.h"
#include "driver/context/Device.h"
#include "driver/memory/GraphMemory.h"
#include "driver/memory/ManagedAccess.h"
#include "driver/memory/MemPool.h"
#include "driver/memory/MemoryAdvice.h"
#include "driver/memory/MemoryMap.h"
#include "driver/stream/Scheduler.h"
#include "driver/stream/Stream.h"

namespace anywarp::driver {

class GreenContext;

class Process {
public:
  /// After cuInit; entry points that require it have checked.
  static Process &get() { return *instance_.load(std::memory_order_acquire); }
  /// CUDA_SUCCESS, NOT_INITIALIZED (never, or in a forked child), or DEINITIALIZED (at exit).
  static CUresult state();
  /// Devices of another driver, listed before ours; `handleMark` tells our handles from its own.
  struct Neighbours {
    bool areListed = false;
    int devices = 0;
    uint8_t handleMark = 0;
  };
  /// Makes the process object; further calls only tell how it went.
  static CUresult initialize(const Neighbours &neighbours);

  HandleTable handles;
  /// Gives an object its handle; an error where there is none left.
  CUresult publish(Object::Kind kind, Ref<Object> object) {
    return handles.insert(kind, std::move(object)) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
  }
  MemoryMap memory;
  MemoryAdvice advice;
  ManagedAccess managed;
  PoolTable pools;
  Scheduler scheduler;
  GraphMemoryTable graphMemory;
  Captures captures;

  int deviceCount() const { return int(devices_.size()); }
  const std::vector<std::unique_ptr<Device>> &devices() const { return devices_; }
  /// A context is destroyed: which device it was on is still asked for (seen).
  void noteGone(CUcontext handle, Device &device);
  /// Stands for a context that has been destroyed; null if `handle` never was one.
  Context *goneContext(CUcontext handle) const;
  /// Null if there is no such device.
  Device *device(CUdevice ordinal) const {
    const int index = ordinal - firstOrdinal_;
    return index >= 0 && index < deviceCount() ? devices_[size_t(index)].get() : nullptr;
  }

private:
  explicit Process(const Neighbours &neighbours);
  static void atExit();
  static std::atomic<Process *> instance_;
  static std::atomic<int> state_;
  const int firstOrdinal_; ///< of our devices: NVIDIA's, if listed too, come before
  std::vector<std::unique_ptr<Device>> devices_;
  mutable Mutex goneMutex_;
  /// Of contexts that were not on the first device.
  std::unordered_map<CUcontext, Device *> goneDevices_ AW_GUARDED_BY(goneMutex_);
};

/// The object of a handle; null if it is none of that kind.
template <typename T> T *find(typename T::Handle handle) {
  return static_cast<T *>(
      Process::get().handles.find(T::kKind, reinterpret_cast<uint64_t>(handle)));
}
/// That of a green context, too: its primary context.
template <> Context *find<Context>(CUcontext handle);
template <typename T> typename T::Handle handleOf(const T &object) {
  return reinterpret_cast<typename T::Handle>(object.handleBits());
}

class ThreadState {
  struct End {
    ~End() { own_ = nullptr; }
  } end_; ///< first: the last to go

public:
  static ThreadState &get() { return own_ ? *own_ : make(); }
  ThreadState(); ///< for make()
  ~ThreadState();

  uint64_t id() const { return id_; }
  /// What is current: a context, or a green context and with it its primary context.
  struct Current {
    Ref<Context> context;
    Ref<Object> green;
    CUcontext handle = nullptr; ///< as the program knows it, also once it is destroyed (seen)
  };
  /// What a handle stands for, a destroyed context too (seen); no context if it never was one.
  static Current named(CUcontext handle);

  /// The current context; null if there is none.
  Context *current() const { return contexts_.empty() ? nullptr : contexts_.back().context.get(); }
  /// The current green context; null if there is none.
  GreenContext *currentGreen() const;
  CUcontext currentHandle() const { return contexts_.empty() ? nullptr : contexts_.back().handle; }
  void push(Current current) { contexts_.push_back(std::move(current)); }
  Current pop();
  /// Replaces the top of the stack; no context pops.
  void setCurrent(Current current);

  /// How calls of this thread that may be unsafe for captures are judged.
  CUstreamCaptureMode captureMode = CU_STREAM_CAPTURE_MODE_GLOBAL;

  /// Memory for the next brief launch (Native.cpp).
  std::unique_ptr<char[]> spare;

  /// A function of the program that a stream, a graph or a user object runs: no context is current
  /// to it, and few calls answer (InHostFunctions in spec/driver).
  class HostFunction {
  public:
    HostFunction() { ++get().hostFunctions_; }
    ~HostFunction() { --get().hostFunctions_; }
    HostFunction(const HostFunction &) = delete;
    HostFunction &operator=(const HostFunction &) = delete;
  };
  bool isInHostFunction() const { return hostFunctions_ != 0; }

private:
  static ThreadState &make();
  static inline thread_local ThreadState *own_ = nullptr;
  const uint64_t id_;
  unsigned hostFunctions_ = 0;
  std::vector<Current> contexts_;
};

/// The current context, for calls that need one in some cases; or why there is none to use.
CUresult usableContext(Context *&context);
/// The context of a handle, the current one for null; or why there is none to use. That of a
/// destroyed one only tells its device.
CUresult usableContext(CUcontext handle, Context *&context);

/// Of a handle that stands for nothing: a destroyed object's is told from what `never` was one's
/// (seen).
template <typename Handle> CUresult absent(Object::Kind kind, Handle handle, CUresult never) {
  return Process::get().handles.wasGivenOut(kind, reinterpret_cast<uint64_t>(handle))
             ? CUDA_ERROR_CONTEXT_IS_DESTROYED
             : never;
}

/// Of a handle that stands for nothing, where what went with its context is told from what was
/// destroyed alone (seen).
template <typename Handle> CUresult absentChild(Handle handle) {
  return Process::get().handles.wentWithContext(reinterpret_cast<uint64_t>(handle))
             ? CUDA_ERROR_CONTEXT_IS_DESTROYED
             : CUDA_ERROR_INVALID_HANDLE;
}

/// Of a CUcontext that stands for no context, green or not.
inline CUresult absentContext(CUcontext handle) {
  const CUresult result = absent(Object::KindContext, handle, CUDA_ERROR_INVALID_CONTEXT);
  return absent(Object::KindGreenContext, handle, result);
}

/// The current context; entry points that require one have checked.
inline Context &currentContext() { return *ThreadState::get().current(); }

} // namespace anywarp::driver
