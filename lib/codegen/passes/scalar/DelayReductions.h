// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks of DelayReductions, which FormWarps reads.
#pragma once

namespace anywarp::codegen {

/// On an atomicrmw: the engine may do it later (aw_reduce of exec/Runtime.def).
inline constexpr char kDelayedMetadata[] = "aw.delayed";
/// On an access of memory: memory first gets what is delayed for the same place.
inline constexpr char kSettlePlaceMetadata[] = "aw.settle.place";
/// On any instruction: memory first gets all that is delayed.
inline constexpr char kSettleAllMetadata[] = "aw.settle.all";

/// On the kernel: some of its reductions are delayed.
inline constexpr char kDelaysAttribute[] = "aw-delays";
/// On a prefetch of PrefetchAhead. Others, which programs ask for, do nothing.
inline constexpr char kAheadMetadata[] = "aw.ahead";

} // namespace anywarp::codegen
