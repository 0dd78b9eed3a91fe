// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who gets which elements.
#include "nccl/Results.h"

#include "nccl/Reduce.h"

namespace anywarp::nccl {

size_t sizeOf(ncclDataType_t type) {
  size_t size = 1;
  withType(type, [&](auto t) { size = sizeof(t); });
  return size;
}

size_t Results::length() const {
  const bool isForEach =
      o_.kind == Kind::ReduceScatter || o_.kind == Kind::Scatter || o_.kind == Kind::AlltoAll;
  return isForEach ? o_.count * in_.size() : o_.count;
}

bool Results::brings(size_t rank) const {
  return (o_.kind != Kind::Broadcast && o_.kind != Kind::Scatter) || rank == size_t(o_.root);
}

void Results::reduce(std::span<char *const> out, size_t begin, size_t end) const {
  const size_t results = o_.kind == Kind::Reduce ? 1 : in_.size();
  const bool isLarge = o_.count * size_ * results > kCached;
  const Reduction reduction{o_.op, in_, scalars_, out, isLarge};
  withType(o_.type, [&](auto t) { reduceTyped<decltype(t)>(reduction, begin, end); });
}

void Results::copy(char *receive, size_t to, const char *from, size_t count) const {
  char *target = receive + to * size_;
  if (count && target != from)
    std::memmove(target, from, count * size_);
}

/// Elements [from, from + count) of the inputs, to element `to` of the result.
void Results::reduceAt(char *receive, size_t to, size_t from, size_t count) const {
  char *const out = receive + (to - from) * size_;
  reduce({&out, 1}, from, from + count);
}

void Results::take(size_t rank, char *receive, size_t at, size_t count) const {
  // This rank's part, of what goes to all in turn.
  const size_t mine = rank * o_.count;
  const size_t begin = std::max(at, mine), end = std::min(at + count, mine + o_.count);
  const bool isRoot = rank == size_t(o_.root);
  switch (o_.kind) {
  case Kind::Reduce:
    if (!isRoot)
      return;
    [[fallthrough]];
  case Kind::AllReduce:
    return reduceAt(receive, at, 0, count);
  case Kind::ReduceScatter:
    if (begin < end)
      reduceAt(receive, begin - mine, begin - at, end - begin);
    return;
  case Kind::Broadcast:
    return copy(receive, at, in_[size_t(o_.root)], count);
  case Kind::Gather:
    if (!isRoot)
      return;
    [[fallthrough]];
  case Kind::AllGather:
    for (size_t r = 0; r < in_.size(); ++r)
      copy(receive, r * o_.count + at, in_[r], count);
    return;
  case Kind::Scatter:
    if (begin < end)
      copy(receive, begin - mine, in_[size_t(o_.root)] + (begin - at) * size_, end - begin);
    return;
  case Kind::AlltoAll:
    for (size_t r = 0; r < in_.size() && begin < end; ++r)
      copy(receive, r * o_.count + begin - mine, in_[r] + (begin - at) * size_, end - begin);
    return;
  case Kind::Send:
  case Kind::Receive:
    return;
  }
}

} // namespace anywarp::nccl
