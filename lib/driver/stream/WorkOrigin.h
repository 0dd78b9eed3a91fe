// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where recorded work came from. Work in streams is recorded for the profilers
// (support/Recording.h) and told to observers (support/Observer.h); records are objects that live
// while the work runs.
#pragma once

#include <cstdint>
#include <vector>

namespace anywarp {
class RecordLine;
} // namespace anywarp

namespace anywarp::driver {

class Stream;

/// Who gave the work to a stream, and when.
struct WorkOrigin {
  uint64_t stream = 0, thread = 0, queued = 0;
  uint64_t seen = 0; ///< when, by the observer's clock
  uint32_t context = 0, device = 0, correlation = 0;
  bool isAsync = false;
  std::vector<void *> host; ///< frames of the call, for compute-sanitizer
  /// The calling thread, now. Zeros where nobody records, observes or checks.
  static WorkOrigin here(const Stream &stream);
};

/// True if the profilers record work in streams.
bool recordsWork();
/// Adds who gave the work, and that it ran from `start` until now.
void addOrigin(RecordLine &line, const WorkOrigin &origin, uint64_t start);

} // namespace anywarp::driver
