// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes of tensors between global and shared memory, as tensor maps describe them: one call carries
// out one cp.async.bulk.tensor or cp.reduce.async.bulk.tensor of one thread, at once. Owns nothing
// and holds no lock: an access to memory that is not there may leave it at any point.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/KernelAbi.h"
#include "exec/tensors/TensorMap.h"

namespace anywarp::exec {

/// The shared memory of the block whose box it is.
struct SharedWindow {
  char *begin = nullptr;
  uint64_t bytes = 0;
};

/// The window that an address lies in: of another block of the cluster, or the own.
SharedWindow windowOf(const LaunchState &launch, const BlockState &block, uint64_t address);

struct TensorResult {
  Fault fault = Fault::None;
  const char *reason = ""; ///< of the fault
  uint64_t bytes = 0;      ///< of the box in shared memory: what its mbarrier is told
};

/// `operands.shared` is an address inside of `window`; operands.map is not read.
TensorResult copyTensor(TensorOp op, const TensorMap &map, const TensorOperands &operands,
                        SharedWindow window);

/// Bytes in global memory and bytes of the box in shared memory, each in a row. One of them may be
/// none.
struct TensorPart {
  uint64_t global = 0, globalBytes = 0, shared = 0, sharedBytes = 0;
};

/// What the copy would use, without doing it. Nothing where copyTensor would refuse.
std::vector<TensorPart> partsOf(TensorOp op, const TensorMap &map, const TensorOperands &operands,
                                SharedWindow window);

/// Bytes that an mbarrier is told of a box that comes to shared memory.
uint64_t boxBytes(const TensorMap &map);

/// tensormap.replace. False: there is no such field, or it cannot be `value`. What is no tensor map
/// stays as it is: an H100 changes some bits of it without an error, and the copy that uses it
/// faults.
bool replaceField(TensorMap &map, TensorField field, uint32_t ordinal, uint64_t value);

} // namespace anywarp::exec
