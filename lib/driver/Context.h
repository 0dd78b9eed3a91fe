// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A context: the owner of modules, streams, events and memory on one device, and the place where a
// kernel's fault stays visible. A device's primary context is one object that is activated by the
// first retain and torn down by the last release or by a reset; all others are made by cuCtxCreate.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "driver/Api.h"
#include "driver/Object.h"
#include "exec/DeviceHeap.h"
#include "exec/Printf.h"

namespace anywarp::driver {

class Device;
class Stream;

class Context : public Object {
public:
  using Handle = CUcontext;
  static constexpr Kind kKind = KindContext;

  Context(Device &device, unsigned flags, bool isPrimary);
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
  /// Waits for everything in the context; what kernels printed is out then. The sticky error, if any.
  CUresult synchronize();

  /// The sticky error, CUDA_SUCCESS while there is none.
  CUresult error() const { return CUresult(error_.load(std::memory_order_acquire)); }
  /// The context is lost: every call on it answers `error` from now on. As on a GPU the process gets
  /// no other context on the device then.
  void lose(CUresult error);

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

  /// What kernels printed, until somebody synchronises.
  exec::PrintfBuffer output;
  exec::DeviceHeap &heap() { return *heap_; }

  CUresult limit(CUlimit limit, size_t &value) const;
  CUresult setLimit(CUlimit limit, size_t value);
  std::atomic<CUfunc_cache> cacheConfig{CU_FUNC_CACHE_PREFER_NONE};
  std::atomic<CUsharedconfig> sharedConfig{CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE};

  /// Contexts whose memory this one was allowed to access (cuCtxEnablePeerAccess), by id.
  bool addPeer(const Context &peer);
  bool removePeer(const Context &peer);

private:
  friend class Scheduler;
  Device &device_;
  const bool isPrimary_;
  const uint64_t id_;
  std::atomic<bool> active_{false};
  std::atomic<int> error_{CUDA_SUCCESS};
  std::atomic<unsigned> flags_;
  Ref<Stream> legacy_;
  std::vector<Stream *> streams_; ///< guarded by the scheduler's lock

  mutable std::mutex mutex_; ///< guards everything below
  std::map<uint64_t, Ref<Stream>> threadStreams_;
  std::unordered_map<uint64_t, Kind> children_; ///< by handle
  std::vector<uint64_t> peers_; ///< by id
  std::unique_ptr<exec::DeviceHeap> heap_;
  size_t limits_[CU_LIMIT_MAX];
};

} // namespace anywarp::driver
