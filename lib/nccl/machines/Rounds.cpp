// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bruck et al., "Efficient Algorithms for All-to-All Communications in Multiport Message-Passing
// Systems"; a binomial tree.
#include "nccl/machines/Rounds.h"

#include <algorithm>
#include <cstring>

namespace anywarp::nccl {

/// After round k a rank has the blocks of the 2^k ranks from itself on, and gives them to the rank
/// 2^k before it.
ncclResult_t Rounds::gather(char *data, size_t bytes) {
  char *const end = data + ranks_ * bytes;
  std::rotate(data, data + me_ * bytes, end); // the own one first
  for (size_t known = 1; known < ranks_; known *= 2) {
    const size_t part = std::min(known, ranks_ - known) * bytes;
    Wire::Exchange exchange(wire_);
    exchange.receive(int((me_ + known) % ranks_), data + known * bytes, part, Wire::Elements);
    exchange.send(int((me_ + ranks_ - known) % ranks_), data, part, Wire::Elements);
    if (ncclResult_t result = exchange.finish())
      return result;
  }
  std::rotate(data, data + (ranks_ - me_) * bytes, end);
  return ncclSuccess;
}

/// Block i has i ranks to go: round k takes it 2^k of them if that bit of i is set.
ncclResult_t Rounds::exchange(char *data, size_t bytes) {
  char *const end = data + ranks_ * bytes;
  std::rotate(data, data + me_ * bytes, end);
  for (size_t step = 1; step < ranks_; step *= 2) {
    sent_.clear();
    for (size_t i = step; i < ranks_; ++i)
      if (i & step)
        sent_.insert(sent_.end(), data + i * bytes, data + (i + 1) * bytes);
    received_.resize(sent_.size());
    Wire::Exchange exchange(wire_);
    exchange.receive(int((me_ + ranks_ - step) % ranks_), received_.data(), received_.size(),
                     Wire::Elements);
    exchange.send(int((me_ + step) % ranks_), sent_.data(), sent_.size(), Wire::Elements);
    if (ncclResult_t result = exchange.finish())
      return result;
    const char *from = received_.data();
    for (size_t i = step; i < ranks_; ++i)
      if (i & step) {
        std::memcpy(data + i * bytes, from, bytes);
        from += bytes;
      }
  }
  // Block i is now that of the rank i before this one.
  std::vector<char> &turned = sent_;
  turned.assign(data, end);
  for (size_t i = 0; i < ranks_; ++i)
    std::memcpy(data + (me_ + ranks_ - i) % ranks_ * bytes, turned.data() + i * bytes, bytes);
  return ncclSuccess;
}

/// The tree of a rank whose place has its lowest bit at 2^k is the 2^k places from there on.
ncclResult_t Rounds::broadcast(char *data, size_t bytes, int root) {
  const size_t place = (me_ + ranks_ - size_t(root)) % ranks_;
  auto at = [&](size_t other) { return int((other + size_t(root)) % ranks_); };
  size_t below = 1;
  while (below < ranks_ && !(place & below))
    below *= 2;
  if (place) {
    Wire::Exchange exchange(wire_);
    exchange.receive(at(place - below), data, bytes, Wire::Elements);
    if (ncclResult_t result = exchange.finish())
      return result;
  }
  Wire::Exchange exchange(wire_);
  for (below /= 2; below; below /= 2)
    if (place + below < ranks_)
      exchange.send(at(place + below), data, bytes, Wire::Elements);
  return exchange.finish();
}

} // namespace anywarp::nccl
