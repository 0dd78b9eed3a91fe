// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many vector registers the values of a warp take that live at once: far more than there are
// cost time twice, when the kernel is compiled and when it runs.
#pragma once

namespace anywarp::codegen {

class BlockOrder;
class Uniformity;

/// The most registers of `vectorBits` that live at one place of the kernel, in pieces of
/// `lanes.width()` lanes. Values that lanes share, or that differ by a known step, take none.
unsigned estimateRegisterPressure(const BlockOrder &order, const Uniformity &lanes,
                                  unsigned vectorBits);

} // namespace anywarp::codegen
