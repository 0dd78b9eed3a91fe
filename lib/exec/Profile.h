// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who wants to know what the threads of a launch execute: each stretch of instructions, each branch
// and each memory access of a warp. Only code that was compiled for it (codegen's
// EmitOptions::profile) tells. An Profile belongs to whoever called runGrid. Each worker gets a
// ProfileWorker of its own from it, so that a ProfileWorker is used by one thread at a time and
// needs no lock. Calls come on the kernel's stack: they must not touch memory of the kernel.
#pragma once

#include <cstdint>

#include "exec/KernelAbi.h"

namespace anywarp::exec {

/// The threads of one warp that do something together.
struct ActiveLanes {
  const LaunchState &launch;
  const BlockState &block;
  uint32_t warp;      ///< of the block
  uint32_t lanes;     ///< mask over the warp's 32 lanes, never 0
  uint32_t firstLane; ///< the lane of the first address: 0 where a piece is a whole warp
};

class ProfileWorker {
public:
  virtual ~ProfileWorker() = default;
  virtual void execution(uint32_t place, const ActiveLanes &active) = 0;
  /// `taken`: the lanes of `active` that take the branch.
  virtual void branch(uint32_t place, const ActiveLanes &active, uint32_t taken) = 0;
  /// Address of lane `firstLane + i` at i; those of inactive lanes mean nothing.
  virtual void access(uint32_t place, const ActiveLanes &active, const uint64_t *addresses) = 0;
};

class Profile {
public:
  virtual ~Profile() = default;
  /// A worker begins to run blocks: its part, owned by the profile. Called by several at once.
  virtual ProfileWorker *enter(const Kernel &kernel) = 0;
};

} // namespace anywarp::exec
