// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A context: the owner of modules, streams, events and memory on one device, and the place where a
// kernel's fault stays visible. A device's primary context is one object. The first retain
// activates it; the last release or a reset tears it down. All other contexts are made by
// cuCtxCreate.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "driver/base/Api.h"
#include "driver/base/Object.h"
#include "exec/calls/DeviceHeap.h"
#include "exec/calls/Printf.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Command;
class Device;
class Stream;
struct CoredumpSettings;
struct Partition;

class Context : public Object {
public:
  using Handle = CUcontext;
  static constexpr Kind kKind = KindContext;

  /// `multiprocessors`: at most so many; 0: those of the device.
  Context(Device &device, unsigned flags, bool isPrimary, uint32_t multiprocessors = 0);
  ~Context() override;

  Device &device() const { return device_; }
  bool isPrimary() const { return isPrimary_; }
  uint64_t id() const { return id_; }

  /// Active from construction (primary: from activate) to destroy.
  bool isActive() const { return active_.load(std::memory_order_acquire); }
  void activate(unsigned flags);
  /// Waits for all work, then drops every object and all memory of the context. A primary context
  /// can be activated again.
  void destroy();
  /// Waits for everything in the context; what kernels printed is out then. The sticky error, if
  /// any.
  CUresult synchronize();

  /// The sticky error, CUDA_SUCCESS while there is none.
  CUresult error() const { return CUresult(error_.load(std::memory_order_acquire)); }
  /// The context is lost: every call on it answers `error` from now on. As on a GPU the process
  /// gets no other context on the device then.
  void lose(CUresult error);

  /// Multiprocessors that its grids may use.
  uint32_t multiprocessors() const { return multiprocessors_; }

  /// How often the program has it (cuCtxAttach): created counts as once. True when it was the last.
  void attach() { attached_.fetch_add(1, std::memory_order_relaxed); }
  bool detach() { return attached_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  /// Streams that are made from now on wait for the command (those of the partition if it is not
  /// null).
  void addGate(Ref<Command> command, std::shared_ptr<Partition> partition);
  /// Makes a new stream wait.
  void hold(Stream &stream);

  unsigned flags() const { return flags_.load(std::memory_order_relaxed); }
  void setFlags(unsigned flags) { flags_.store(flags, std::memory_order_relaxed); }

  Stream &legacyStream() const { return *legacy_; }
  /// The calling thread's default stream.
  Stream &threadStream();
  /// A thread has ended: its default stream goes.
  void forgetThread(uint64_t thread);

  /// Enters an object into the handle table as a child: it goes with the context.
  /// CUDA_ERROR_OUT_OF_MEMORY when there are no more handles.
  CUresult publish(Kind kind, Ref<Object> object);
  /// Takes a child out again; null if the handle is none of this kind.
  static Ref<Object> unpublish(Kind kind, uint64_t handle);

  /// How its faults are to be written down.
  std::shared_ptr<CoredumpSettings> coredump;

  /// What kernels printed, until somebody synchronises.
  exec::PrintfBuffer output;
  /// A kernel that prints was launched: the size of the buffer stays (seen).
  std::atomic<bool> hasOutput{false};
  exec::DeviceHeap &heap() { return *heap_; }

  CUresult limit(CUlimit limit, size_t &value) const;
  CUresult setLimit(CUlimit limit, size_t value);
  std::atomic<CUfunc_cache> cacheConfig{CU_FUNC_CACHE_PREFER_NONE};

  /// Contexts whose memory this one was allowed to access (cuCtxEnablePeerAccess), by id.
  bool addPeer(const Context &peer);
  bool removePeer(const Context &peer);

private:
  friend class Scheduler;
  Device &device_;
  const bool isPrimary_;
  const uint64_t id_;
  const uint32_t multiprocessors_;
  std::atomic<unsigned> attached_{1};
  std::atomic<bool> active_{false};
  std::atomic<int> error_{CUDA_SUCCESS};
  std::atomic<unsigned> flags_;
  Ref<Stream> legacy_;
  std::vector<Stream *> streams_; ///< guarded by the scheduler's lock

  std::unique_ptr<exec::DeviceHeap> heap_; ///< there while the context is active

  mutable Mutex mutex_; ///< guards everything below
  std::map<uint64_t, Ref<Stream>> threadStreams_ AW_GUARDED_BY(mutex_);
  std::unordered_map<uint64_t, Kind> children_ AW_GUARDED_BY(mutex_); ///< by handle
  std::vector<uint64_t> peers_ AW_GUARDED_BY(mutex_);                 ///< by id
  struct Gate {
    Ref<Command> command;
    std::shared_ptr<Partition> partition;
  };
  std::vector<Gate> gates_ AW_GUARDED_BY(mutex_);
  size_t limits_[CU_LIMIT_MAX] AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::driver
