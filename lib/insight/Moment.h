// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place in the orders of streams: what comes before a command. It does so by stream
// order, by events and by what the host had waited for when it enqueued the command.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

namespace anywarp::insight {

struct Moment {
  using Clock = std::map<uint64_t, uint64_t>; ///< the last command that comes before, by stream
  uint64_t stream = 0, number = 0;            ///< number 0: nothing is known
  std::shared_ptr<const Clock> before;        ///< itself included
  /// The command before it in the stream, if the host had not seen its end; else 0.
  uint64_t follows = 0;

  /// What is not known counts as ordered.
  bool isBefore(const Moment &later) const {
    if (!number || !later.number)
      return true;
    auto it = later.before->find(stream);
    return it != later.before->end() && it->second >= number;
  }
  bool isOrderedWith(const Moment &other) const { return isBefore(other) || other.isBefore(*this); }
};

} // namespace anywarp::insight
