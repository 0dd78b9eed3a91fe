// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ncu/Course.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace anywarp::ncu {
namespace {

/// The branches and loops around the current instruction of a function, by how often warps execute
/// them.
class Nest {
public:
  /// How often a warp that gets to the next instruction executes it, of which there are `count`.
  double roundsOf(uint64_t count, uint64_t warps) {
    const auto same = std::find_if(levels_.rbegin(), levels_.rend(),
                                   [&](const Level &level) { return level.count == count; });
    if (same != levels_.rend()) {
      levels_.erase(same.base(), levels_.end());
    } else if (levels_.empty()) {
      levels_.push_back({count, std::min(count, warps)});
    } else {
      const Level last = levels_.back();
      const bool isOtherSide =
          levels_.size() > 1 && last.count + count == levels_[levels_.size() - 2].count;
      if (isOtherSide) {
        levels_.pop_back();
        levels_.push_back({count, std::min(count, levels_.back().warps)});
      } else {
        levels_.push_back({count, std::min(count, last.warps)});
      }
    }
    return double(count) / double(levels_.back().warps);
  }

private:
  struct Level {
    uint64_t count;
    uint64_t warps; ///< at most that got there
  };
  std::vector<Level> levels_;
};

bool touches(const tool::InstructionRow &row, std::string_view space, std::string_view operation) {
  return std::any_of(row.accesses.begin(), row.accesses.end(), [&](const tool::AccessRow &access) {
    return access.space == space && (operation.empty() || access.operation == operation);
  });
}

} // namespace

void Course::add(const tool::InstructionRow &row, double times, double waits) {
  const Class what = classify(row);
  instructions += times;
  loadWaits += waits;
  locals += touches(row, "local", "") ? times : 0;
  stores += touches(row, "global", "store") ? times : 0;
  shared += touches(row, "shared", "") ? times : 0;
  barriers += what == Class::Barrier ? times : 0;
  results += touches(row, "global", "atomic") ? times : 0;
  texels += what == Class::Texture ? times : 0;
  specials += what == Class::FloatOther ? times : 0;
}

Course::Both Course::of(const tool::KernelRecord &kernel) {
  const uint64_t warps = kernel.blocks() * kernel.warpsPerBlock();
  Both both;
  std::map<std::string, Nest> nests;
  uint64_t loads = 0; // that nothing has waited for
  for (const tool::InstructionRow &row : kernel.instructions) {
    if (row.has('x') || !row.warps || !warps)
      continue;
    const double rounds = nests[row.function].roundsOf(row.warps, warps);
    double waits = 0;
    if (row.has('w')) { // a load in front of a loop is waited for once
      waits = double(std::min(row.warps, loads));
      loads = 0;
    }
    if (touches(row, "global", "load"))
      loads += row.warps;
    both.average.add(row, double(row.warps) / double(warps), waits / double(warps));
    both.longest.add(row, rounds, rounds * waits / double(row.warps));
  }
  return both;
}

} // namespace anywarp::ncu
