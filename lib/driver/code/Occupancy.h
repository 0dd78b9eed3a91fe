// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many blocks of a kernel a multiprocessor of the modelled device holds: the arithmetic of the
// programming guide for compute capability 9.0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver/code/Function.h"

namespace anywarp::driver {

/// Blocks that each resource of a multiprocessor holds. `threads` is a legal block size.
struct OccupancyLimits {
  uint32_t blocks = 0, warps = 0, registers = 0, shared = 0;
};
OccupancyLimits occupancyLimits(const KernelFacts &facts, const FunctionSettings &settings,
                                uint32_t threads, size_t dynamicShared);

/// Blocks that the shared memory holds which the driver sets up for a launch: what a few blocks
/// need, the rest is cache. `carveout` is a launch's, `warps` that of OccupancyLimits. Profilers
/// tell of it.
uint32_t blocksInLaunchedShared(const KernelFacts &facts, int carveout, uint32_t warps,
                                size_t dynamicShared);

/// Blocks of `threads` threads and that much dynamic shared memory; 0 if not even one fits.
uint32_t maxActiveBlocks(const KernelFacts &facts, const FunctionSettings &settings,
                         uint32_t threads, size_t dynamicShared);

} // namespace anywarp::driver
