// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A green context: some of a device's multiprocessors. Everything else (memory, modules, errors) is
// the device's primary context, which it keeps alive; grids in its streams run on as many workers
// as it has multiprocessors. As a CUcontext it is named by the same handle, and a thread for which
// it is current has it beside the primary context (ThreadState).
#pragma once

#include <cstdint>

#include "driver/context/Context.h"
#include "driver/stream/Stream.h"

namespace anywarp::driver {

class GreenContext : public Object {
public:
  using Handle = CUgreenCtx;
  static constexpr Kind kKind = KindGreenContext;

  GreenContext(Context &primary, uint32_t multiprocessors);

  Context &context() const { return *context_; }
  uint64_t id() const { return partition_->id; }
  uint32_t multiprocessors() const { return partition_->multiprocessors; }
  const std::shared_ptr<Partition> &partition() const { return partition_; }
  /// What a null stream means while it is current.
  Stream &defaultStream() const { return *stream_; }
  /// Not once it is destroyed, though a thread may still have it current.
  bool isActive() const { return partition_->green.load(std::memory_order_acquire); }

private:
  const Ref<Context> context_;
  const std::shared_ptr<Partition> partition_;
  const Ref<Stream> stream_;
};

/// The green context that a CUcontext stands for; null if it stands for a context.
GreenContext *findGreen(CUcontext handle);
/// The green context of a handle; or why there is none.
CUresult findGreen(CUgreenCtx handle, GreenContext *&green);

} // namespace anywarp::driver
