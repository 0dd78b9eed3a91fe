// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor copies taken apart: each row of bytes in global or in shared memory is an event, as if it
// were a bulk copy's.
#pragma once

#include <cstring>

#include "exec/tensors/TensorCopy.h"
#include "insight/Sanitizer.h"

namespace anywarp::insight {

/// Tells `see` of each part of an event of a SiteTensor, until its verdict is another than GoOn.
template <typename See>
exec::Verdict eachPart(const exec::Event &event, const Site &site, See see) {
  uint64_t a[32], b[32];
  auto verdict = exec::Verdict::GoOn;
  const bool isSignal = site.kind == exec::EventKind::BulkSignal;
  eachLane(event.lanes, [&](uint32_t lane) {
    exec::Event part{event.launch, event.block, event.width, event.piece, event.site,
                     1u << lane,   a,           b,           0,           /*isPart=*/true};
    auto tell = [&](uint64_t address, uint64_t bytes) {
      if (!bytes || verdict != exec::Verdict::GoOn)
        return;
      a[lane] = address;
      b[lane] = bytes;
      verdict = see(part);
    };
    const auto &operands =
        *reinterpret_cast<const exec::TensorOperands *>(isSignal ? event.b[lane] : event.a[lane]);
    alignas(64) exec::TensorMap map;
    std::memcpy(&map, reinterpret_cast<const void *>(operands.map), sizeof map);
    if (isSignal)
      return tell(event.a[lane], exec::boxBytes(map));
    const auto op = exec::TensorOp::of(uint32_t(event.b[lane]));
    const bool isGlobal = (site.kind == exec::EventKind::BulkLoad) == (op.kind == op.Load);
    for (const exec::TensorPart &each : exec::partsOf(
             op, map, operands, exec::windowOf(event.launch, event.block, operands.shared)))
      if (isGlobal)
        tell(each.global, each.globalBytes);
      else
        tell(each.shared, each.sharedBytes);
  });
  return verdict;
}

} // namespace anywarp::insight
