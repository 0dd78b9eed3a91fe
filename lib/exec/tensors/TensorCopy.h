// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes of tensors between global and shared memory, as tensor maps describe them: one call carries
// out one cp.async.bulk.tensor or cp.reduce.async.bulk.tensor of one thread, at once. Owns nothing
// and holds no lock: an access to memory that is not there may leave it at any point.
#pragma once

#include <cstdint>

#include "exec/KernelAbi.h"
#include "exec/tensors/TensorMap.h"

namespace anywarp::exec {

/// The shared memory of the block whose box it is.
struct SharedWindow {
  char *begin = nullptr;
  uint64_t bytes = 0;
};

struct TensorResult {
  Fault fault = Fault::None;
  const char *reason = ""; ///< of the fault
  uint64_t bytes = 0;      ///< of the box in shared memory: what its mbarrier is told
};

/// `operands.shared` is an address inside of `window`; operands.map is not read.
TensorResult copyTensor(TensorOp op, const TensorMap &map, const TensorOperands &operands,
                        SharedWindow window);

/// tensormap.replace. False: there is no such field, or it cannot be `value`. What is no tensor map
/// stays as it is: an H100 changes some bits of it without an error, and the copy that uses it
/// faults.
bool replaceField(TensorMap &map, TensorField field, uint32_t ordinal, uint64_t value);

} // namespace anywarp::exec
