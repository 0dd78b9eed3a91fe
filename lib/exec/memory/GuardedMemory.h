// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run of pages between two runs of inaccessible ones: stacks, shared windows, frames. What runs
// off its end faults instead of hitting a neighbour. Not thread-safe; owned by one worker at a
// time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anywarp::exec {

class GuardedMemory {
public:
  /// What a GPU sets aside for a window of shared or local memory. An index that is off by less
  /// meets no memory of others.
  static constexpr size_t kWindowGuard = 16 << 20;

  explicit GuardedMemory(size_t guardBytes = 64 << 10) : guard_(guardBytes) {}
  ~GuardedMemory() { release(); }
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  /// Makes at least `bytes` usable; growing drops the contents. Guards are small where
  /// address space is limited (`ulimit -v`). False: the system has none.
  bool reserve(size_t bytes);
  void release();

  char *begin() const { return base_ ? base_ + guard_ : nullptr; }
  char *end() const { return begin() + size_; }
  size_t size() const { return size_; }
  /// True if `address` lies in one of the two inaccessible runs.
  bool isGuard(uintptr_t address) const;

private:
  char *base_ = nullptr;
  size_t guard_;
  size_t size_ = 0;
};

} // namespace anywarp::exec
