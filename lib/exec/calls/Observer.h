// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who listens to observed kernels. An observer is given with a launch (LaunchOptions::observer) and
// is called by the worker that runs the block, in the middle of device code.
#pragma once

#include <cstdint>

#include "exec/KernelAbi.h"
#include "exec/ObserveAbi.h"

namespace anywarp::exec {

/// One event of one piece.
struct Event {
  const LaunchState &launch;
  const BlockState &block;
  uint32_t width; ///< lanes of a piece
  uint32_t piece; ///< its first thread is piece * width
  uint32_t site;
  uint32_t lanes;      ///< active ones
  const uint64_t *a;   ///< of each lane; those of inactive lanes mean nothing
  const uint64_t *b;   ///< null where the kind has none
  uint64_t span = 0;   ///< bytes of the site's test, which failed (SiteRange); 0: it has none
  bool isPart = false; ///< one place of a tensor copy, as an event of its own
  uint32_t threadOf(uint32_t lane) const { return piece * width + lane; }
};

/// What happens to the piece of an event.
enum class Verdict : uint8_t {
  GoOn,
  EndPiece, ///< the piece ends here as if it had exited
  Fault,    ///< the kernel is stopped by an illegal address
};

class Observer {
public:
  virtual ~Observer() = default;
  virtual Verdict on(const Event &event) = 0;
  /// A block is about to run, by the calling worker.
  virtual void begin(const LaunchState &, const BlockState &) {}
  /// What the calling worker's tests read: SiteRange[sites]; null: no test can fail.
  virtual SiteRange *ranges(uint32_t /*sites*/) { return nullptr; }
  /// Device heap: `address` is 0 where malloc failed; free of `address`, which is known to be
  /// legal.
  virtual void allocated(const LaunchState &, const BlockState &, uint32_t thread, uint64_t address,
                         uint64_t bytes) = 0;
  virtual void freed(const LaunchState &, const BlockState &, uint32_t thread,
                     uint64_t address) = 0;
};

} // namespace anywarp::exec
