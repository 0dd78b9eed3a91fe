// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel costs at each width, as far as its text tells: the model behind ChooseWidth. Lanes
// of a piece share what is equal for them and use vectors, but take every way that one of them
// takes, go around a loop until the last one leaves it, and access scattered memory one by one.
#pragma once

namespace llvm {
class Function;
class LoopInfo;
} // namespace llvm

namespace anywarp::codegen {

class BlockOrder;
class ControlPlan;
class Uniformity;

/// Estimated cycles of 32 threads; only their ratio means anything.
struct WidthCost {
  double warp = 0;   ///< in one piece
  double thread = 0; ///< one after the other
  /// Lanes go around some loop different numbers of times for reasons that the text does not show:
  /// where there is none, a piece of a whole warp is never worse.
  bool hasOpenLoop = false;
};

/// `lanes` and `plan` are those of whole warps.
WidthCost estimateWidthCost(llvm::Function &kernel, const BlockOrder &order,
                            const Uniformity &lanes, const ControlPlan &plan,
                            const llvm::LoopInfo &loops, unsigned vectorBits);

} // namespace anywarp::codegen
