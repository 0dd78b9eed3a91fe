// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread, or an object that threads synchronise by, knows to have happened. Barriers of
// whole blocks and warps are counted, as programs have little else; only what synchronises fewer
// threads makes clocks of single ones necessary.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace anywarp::insight {

/// Lengths grow as they are needed; what is missing is 0.
struct Clocks {
  std::vector<uint32_t> blocks;      ///< rounds of the block's barrier that are over
  std::vector<uint32_t> warps;       ///< rounds of syncs of whole warps
  std::vector<uint32_t> threads;     ///< releases of single threads, asynchronous ones behind them
  std::map<uint64_t, Clocks> others; ///< the same of other clusters, by their number

  static uint32_t at(const std::vector<uint32_t> &all, uint32_t i) {
    return i < all.size() ? all[i] : 0;
  }
  static void raise(std::vector<uint32_t> &all, uint32_t i, uint32_t value) {
    if (i >= all.size())
      all.resize(i + 1);
    all[i] = std::max(all[i], value);
  }
  void join(const Clocks &other) {
    joinAll(blocks, other.blocks);
    joinAll(warps, other.warps);
    joinAll(threads, other.threads);
    for (auto &[cluster, clocks] : other.others)
      others[cluster].join(clocks);
  }
  /// As other clusters see it: everything by cluster, the own one too.
  static Clocks seenFromOutside(Clocks clocks, uint64_t own) {
    Clocks result;
    result.others.swap(clocks.others);
    result.others[own].join(clocks);
    return result;
  }
  void joinFromOutside(const Clocks &outside, uint64_t own) {
    for (auto &[cluster, clocks] : outside.others)
      (cluster == own ? *this : others[cluster]).join(clocks);
  }

private:
  static void joinAll(std::vector<uint32_t> &all, const std::vector<uint32_t> &other) {
    if (all.size() < other.size())
      all.resize(other.size());
    for (size_t i = 0; i < other.size(); ++i)
      all[i] = std::max(all[i], other[i]);
  }
};

/// When something was done, as the one who did it counts.
struct Epoch {
  uint64_t cluster = 0;
  uint32_t thread = ~0u; ///< in the cluster; ~0: never
  uint32_t clock = 0, block = 0, warp = 0;
};

} // namespace anywarp::insight
