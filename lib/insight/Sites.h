// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sites of an observed kernel (exec/ObserveAbi.h), read from their text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exec/ObserveAbi.h"

namespace anywarp::insight {

/// A place in device code: of an instruction, or of the call that led to it.
struct Frame {
  std::string function; ///< mangled
  std::string file;     ///< empty: not known; "<ptx>": the line is the PTX's
  uint32_t line = 0;
  bool operator==(const Frame &) const = default;
};

struct Site {
  exec::EventKind kind{};
  exec::SiteSpace space{};
  uint32_t bytes = 0, flags = 0;
  uint32_t partStart = 0, partBytes = exec::kWholeWindow; ///< of the shared window
  uint32_t used = ~0u, ptxLine = 0;
  std::string instruction;
  std::vector<uint32_t> roots; ///< offsets of parameters that the address is made from
  bool isOfVariable = false;   ///< and of variables
  bool isOfShared = false;     ///< and of the start of shared memory
  bool isBetweenReads = false; ///< the block writes no shared memory at the time
  bool isOfElse = false;       ///< and of what is not known
  std::vector<Frame> frames;   ///< the innermost first; never empty
  /// The same line of the same function, whatever the instruction.
  bool isAt(const Site &other) const { return frames == other.frames; }
};

/// A compare-and-swap. A plain read beside it is a guess that the operation proves: the programming
/// guide's loops begin with one.
bool isSwap(const Site &site);

/// False: atomic operations of different sizes, which are not atomic to each other.
bool areOfOneSize(const Site &a, const Site &b);

using SiteTable = std::vector<Site>;

SiteTable readSites(std::string_view text);

} // namespace anywarp::insight
