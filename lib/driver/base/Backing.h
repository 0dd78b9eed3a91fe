// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where device memory comes from: anonymous mappings between pages that nobody can write (nor read,
// in strict mode). Large blocks have a mapping of their own. Small ones share chunks of 2 MiB, as
// on a GPU. There, running off an allocation hits a neighbour before it hits nothing. Not
// thread-safe: the MemoryMap's lock guards it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "exec/memory/Strict.h"

namespace anywarp::driver {

class Backing {
public:
  /// All blocks start at multiples of it.
  static constexpr size_t kAlignment = 512;
  /// Blocks from here on have their own mapping, at a multiple of 2 MiB.
  static constexpr size_t kLarge = size_t(1) << 20;

  /// `isLow`: all of it below 4 GiB, for programs whose device pointers have 32 bits.
  /// `isHosts`: the host may touch it, in strict mode too (exec/memory/Strict.h).
  explicit Backing(bool isLow = false, bool isHosts = false) : isLow_(isLow), isHosts_(isHosts) {}
  ~Backing();
  /// Null when the system refuses. `bytes` is not 0.
  void *allocate(size_t bytes);
  /// `bytes` as it was asked for.
  void free(void *block, size_t bytes);

  /// A file that holds the mapping in which a block lies, for other processes to map.
  struct Shared {
    int descriptor;
    uintptr_t start; ///< of the mapping; the file begins there
    size_t bytes;
  };
  /// Puts a file below the block's mapping, bytes and address unchanged. Nobody may write there
  /// meanwhile. Null descriptor (-1) when the system refuses.
  Shared share(void *block, size_t bytes);

private:
  void unmap(uintptr_t start, size_t bytes);
  struct Chunk {
    std::map<size_t, size_t> free; ///< offset → bytes, no two adjacent
    size_t used = 0;
  };
  void *map(size_t bytes);
  bool isGuarded() const { return !isHosts_ && exec::isStrict(); }
  const bool isLow_, isHosts_;
  std::map<uintptr_t, Chunk> chunks_;
  std::map<uintptr_t, Shared> shared_; ///< by start
};

} // namespace anywarp::driver
