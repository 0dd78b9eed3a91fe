// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who counts what the threads of a launch execute: each stretch of instructions, each branch and
// each memory access of a warp. Only code that was compiled for it (codegen's EmitOptions::profile)
// counts, and a launch of such code must have a Profile. A Profile belongs to whoever called
// runGrid. Each worker gets a ProfileWorker of its own from it, so that a ProfileWorker is used by
// one thread at a time and needs no lock. Calls come on the kernel's stack: they must not touch
// memory of the kernel.
#pragma once

#include <cstdint>

#include "exec/KernelAbi.h"
#include "exec/ProfileAbi.h"

namespace anywarp::exec {

/// The threads of one warp that do something together.
struct ActiveLanes {
  const LaunchState &launch;
  const BlockState &block;
  uint32_t warp;      ///< of the block
  uint32_t lanes;     ///< mask over the warp's 32 lanes, never 0
  uint32_t firstLane; ///< the lane of the first address: 0 where a piece is a whole warp
  uint32_t count;     ///< lanes of the piece
};

class ProfileWorker {
public:
  virtual ~ProfileWorker() = default;
  /// What the kernel's code adds to (ProfileAbi.h).
  uint64_t *words() const { return words_; }
  /// An access that the place's memo of lines has not. Address of lane `firstLane + i` at i; those
  /// of inactive lanes mean nothing. `key`: what it may be remembered by; 0: not at all.
  virtual void line(uint32_t place, const ActiveLanes &active, const uint64_t *addresses,
                    uint64_t key) = 0;
  /// The same for the memos of groups and of scattered accesses.
  virtual void groups(uint32_t place, const ActiveLanes &active, const uint64_t *addresses,
                      uint64_t key) = 0;
  virtual void scattered(uint32_t place, const ActiveLanes &active, const uint64_t *addresses,
                         uint64_t key) = 0;

  /// A step of the block whose steps are told: a stretch or a guarded instruction begins, a branch
  /// is about to be taken by the lanes `taken`, or memory is accessed.
  virtual void step(uint32_t place, const ActiveLanes &active, uint32_t taken,
                    const uint64_t *addresses) = 0;

protected:
  uint64_t *words_ = nullptr;
};

class Profile {
public:
  virtual ~Profile() = default;
  /// A worker begins to run blocks: its part, owned by the profile. Called by several at once.
  virtual ProfileWorker *enter(const Kernel &kernel) = 0;
};

} // namespace anywarp::exec
