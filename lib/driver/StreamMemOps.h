// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of streams and graphs on one word of memory: a store, or a wait for a value.
#pragma once

#include <cstdint>

#include "driver/Stream.h"

namespace anywarp::driver {

struct MemOp {
  enum class Kind : uint8_t { None, Write, Wait };
  Kind kind = Kind::None;
  bool is64 = false;
  CUdeviceptr address = 0;
  uint64_t value = 0;
  unsigned condition = 0; ///< Wait

  /// Stores, or waits until the condition holds, the context is lost or the process ends.
  void run(Context &context) const;
};

/// The checks of one operation of a batch.
CUresult readMemOp(const CUstreamBatchMemOpParams &params, MemOp &op);
/// Most operations of one batch.
inline constexpr unsigned kMaxMemOps = 255;

} // namespace anywarp::driver
