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

} // namespace anywarp::codegen
