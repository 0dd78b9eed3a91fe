// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver carries from a launch by device code to the kernel that is launched.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace anywarp::insight {

class Footprint;
class Footprints;
class Record;
using TellRecord = std::function<void(const Record &)>;

class Launched {
public:
  /// Streams of kernels without an order among each other, of those whose order is not known (no
  /// other of the parent's is compared), and of those that begin when the parent and all its others
  /// are over.
  static constexpr uint64_t kNoStream = 0, kOrdered = ~uint64_t(0), kTail = ~uint64_t(1);
  virtual ~Launched() = default;
  /// The kernel is over, and used that.
  virtual void ended(std::shared_ptr<const Footprint> did, Footprints &all,
                     const TellRecord &tell) = 0;
};

} // namespace anywarp::insight
