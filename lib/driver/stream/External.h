// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and semaphores that something else made, by file descriptors: another library on the CPU,
// a graphics driver that runs there. Memory is any file that can be mapped (a memfd, a dma-buf). A
// semaphore is an eventfd, or, with a value, a file in memory that begins with a 64-bit counter.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "driver/context/Context.h"
#include "driver/stream/Action.h"

namespace anywarp::driver {

class ExternalMemory : public Object {
public:
  using Handle = CUexternalMemory;
  static constexpr Kind kKind = KindExternalMemory;

  /// Takes over the descriptor when it succeeds.
  static CUresult import(const CUDA_EXTERNAL_MEMORY_HANDLE_DESC &from, Ref<ExternalMemory> &made);
  ~ExternalMemory() override;
  int descriptor() const { return descriptor_; }
  size_t size() const { return bytes_; }

private:
  ExternalMemory(int descriptor, size_t bytes) : descriptor_(descriptor), bytes_(bytes) {}
  const int descriptor_;
  const size_t bytes_;
};

class ExternalSemaphore : public Object {
public:
  using Handle = CUexternalSemaphore;
  static constexpr Kind kKind = KindExternalSemaphore;

  /// Takes over the descriptor when it succeeds.
  static CUresult import(const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC &from,
                         Ref<ExternalSemaphore> &made);
  ~ExternalSemaphore() override;

  /// A counter becomes `value`; an eventfd is signalled once.
  void signal(uint64_t value);
  /// Returns when the counter is `value` or more, or the eventfd could be taken once; at once when
  /// the context is lost or the process ends.
  void wait(uint64_t value, const Context &context);

private:
  using Counter = std::atomic<uint64_t>;
  ExternalSemaphore(int descriptor, Counter *counter)
      : descriptor_(descriptor), counter_(counter) {}
  bool take();
  const int descriptor_;
  Counter *const counter_; ///< null: an eventfd
};

/// Signals or waits, all of one kind: what one call or one node of a graph does.
struct SemaphoreAction final : Action {
  struct Step {
    Ref<ExternalSemaphore> semaphore;
    uint64_t value;
  };
  bool isSignal = false;
  std::vector<Step> steps;
  CUresult run(const Turn &turn) const override;
  /// Nobody who waits for the stream can bring about what a wait waits for.
  Command::Runs runs() const override {
    return isSignal ? Command::Runs::Anywhere : Command::Runs::OnExecutor;
  }
};

/// The checks of a call or a node.
CUresult readSignals(const CUexternalSemaphore *semaphores,
                     const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *params, unsigned count,
                     SemaphoreAction &action);
CUresult readWaits(const CUexternalSemaphore *semaphores,
                   const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *params, unsigned count,
                   SemaphoreAction &action);

} // namespace anywarp::driver
