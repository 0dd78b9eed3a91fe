// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the next block of a row of the grid reads: a mark of NextBlocks.cpp, which FormWarps reads.
#pragma once

namespace anywarp::codegen {

/// On a load: by how many bytes its address grows from one block to the next, as i64.
inline constexpr char kNextBlockMetadata[] = "aw.next.block";

} // namespace anywarp::codegen
