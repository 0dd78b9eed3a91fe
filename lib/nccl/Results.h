// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the ranks get of what they bring to a collective, on whatever way it came.
#pragma once

#include <span>

#include "nccl/Comm.h"

namespace anywarp::nccl {

class Results {
public:
  /// `in`: elements of each rank, from the first that is asked for below.
  Results(const Operation &operation, std::span<const char *const> in,
          std::span<const uint64_t> scalars)
      : o_(operation), in_(in), scalars_(scalars), size_(sizeOf(operation.type)) {}

  /// Elements that a rank brings.
  size_t length() const;
  bool brings(size_t rank) const;
  /// Gives `rank` its results from elements [at, at + count) of what the ranks bring.
  void take(size_t rank, char *receive, size_t at, size_t count) const;
  /// Elements [begin, end) reduced, to the same places of each of `out`.
  void reduce(std::span<char *const> out, size_t begin, size_t end) const;

private:
  void copy(char *receive, size_t to, const char *from, size_t count) const;
  void reduceAt(char *receive, size_t to, size_t from, size_t count) const;

  const Operation &o_;
  const std::span<const char *const> in_;
  const std::span<const uint64_t> scalars_;
  static constexpr size_t kCached = size_t(16) << 20; ///< bytes of all results that caches may hold
  const size_t size_;
};

} // namespace anywarp::nccl
