// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of streams and graphs on one word of memory: a store, or a wait for a value.
#pragma once

#include <cstdint>
#include <vector>

#include "driver/stream/Action.h"

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

/// The operations of a call or a node, in order.
struct MemOpAction final : Action {
  std::vector<MemOp> ops;
  CUresult run(const Turn &turn) const override;
  /// Whoever waits for the stream must not be kept from making a condition true.
  Command::Runs runs() const override;
};

/// The checks of a call or a node.
CUresult readMemOps(const CUstreamBatchMemOpParams *params, size_t count, MemOpAction &action);
/// Most operations of one batch.
inline constexpr unsigned kMaxMemOps = 255;

} // namespace anywarp::driver
