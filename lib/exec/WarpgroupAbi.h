// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operands of wgmma between generated code and the engine. Standalone, as KernelAbi.h.
#pragma once

#include <cstdint>

namespace anywarp::exec {

/// What aw_wgmma reads and changes: one thread's part of a wgmma.mma_async.
struct WarpgroupOperands {
  enum Element : uint8_t { F16, BF16, TF32, E4M3, E5M2, S8, U8, B1 };

  uint64_t descriptorA, descriptorB;
  uint32_t a[16];       ///< hasRegisters: the thread's two rows of A, 32 bytes each
  uint16_t n;           ///< columns
  uint8_t typeA, typeB; ///< Element
  uint8_t hasHalfSums;  ///< D is f16: two in a word
  uint8_t hasRegisters;
  uint8_t isAdded; ///< to D as it was; else to 0
  uint8_t isNegativeA, isNegativeB, isTransposedA, isTransposedB;
  uint8_t saturates; ///< integers
  uint8_t reserved[4];
  uint32_t d[128];
};

} // namespace anywarp::exec
