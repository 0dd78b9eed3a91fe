// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the code of a profiled kernel counts. Each worker has an array of 64-bit words of its own:
// kHeadWords, then kPlaceWords for each place of the kernel (codegen/emit/Profile.h). Shared by
// codegen, which makes the code (passes/warps/WidenProfile.cpp), and by who reads the words
// (exec/calls/Profile.h).
//
// An access has no words of counts. What it costs depends on few things: which lanes are active,
// where in a line of 128 bytes the address of the first lane is, and how far from it those of the
// others are. Such a pattern stands in a *memo* of its place with the number of times that it came.
// The code adds one where it finds the pattern, and else calls the engine, which works out the
// cost and puts the pattern into the memo, in place of another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anywarp::exec {

inline constexpr uint32_t kHeadWords = 4, kPlaceWords = 4;
enum HeadWord : uint32_t {
  WarpLocalBytes, ///< local memory of a warp
  ToldBlock,      ///< number of the block, x first, whose steps are told; all bits set: of none
};
enum PlaceWord : uint32_t {
  Warps,          ///< stretch, guard, branch
  Threads,        ///< stretch, guard
  DivergentWarps, ///< branch
  TakenThreads,   ///< branch
  LinesMemo = 0,  ///< access: address of its LineEntry[kLineEntries]
  GroupsMemo,     ///< access: address of its GroupsEntry[kGroupsEntries]
  ScatteredMemo,  ///< access: address of its ScatteredEntry[kScatteredEntries]
};

/// Lanes whose addresses are evenly spaced: the key tells everything.
struct LineEntry {
  uint64_t key, times;
};
inline constexpr uint32_t kMostGroups = 4;
/// Two or four groups of such lanes, all with the same distance. `apart`: from the start of the
/// line of memory that the first lane's address lies in to the first address of each group.
struct alignas(64) GroupsEntry {
  uint64_t key, times;
  uint64_t apart[kMostGroups];
};
/// Other lanes: how far each lane's address is from there, whether the lane is active or not.
struct alignas(64) ScatteredEntry {
  uint64_t key, times, unused[6];
  uint64_t apart[32];
};
inline constexpr uint32_t kLineEntries = 32, kGroupsEntries = 32, kScatteredEntries = 8;
inline constexpr uint64_t kMemoLine = 128;

/// Keys: bit 0 is set, so that no key is 0; bits 1 to 7 have the place in the line; 8 and 9 the
/// logarithm of the number of groups; bits 10 to 31 the distance between neighbours, of scattered
/// lanes 0; bits 32 to 63 the active lanes.
inline constexpr uint32_t kKeyLine = 1, kKeyGroups = 8, kKeyStride = 10, kKeyLanes = 32,
                          kKeyStrideBits = 22;
constexpr bool fitsKey(int64_t stride) {
  return stride >= -(int64_t(1) << (kKeyStrideBits - 1)) && stride < int64_t(1)
                                                                         << (kKeyStrideBits - 1);
}
constexpr uint64_t keyOf(int64_t stride, uint32_t groupsLog2) {
  return 1 | uint64_t(groupsLog2) << kKeyGroups |
         (uint64_t(stride) & ((uint64_t(1) << kKeyStrideBits) - 1)) << kKeyStride;
}

/// Of a number of entries that is a power of two the one for a key: by the word of the line, which
/// moves on in loops, and by the other bits mixed.
inline constexpr uint32_t kKeyWord = 3, kKeyMixed = 8, kMixedShift = 59;
inline constexpr uint64_t kKeyFactor = 0x9e3779b97f4a7c15;
constexpr uint32_t entryOf(uint64_t key, uint32_t entries) {
  return uint32_t((key >> kKeyWord) ^ ((key >> kKeyMixed) * kKeyFactor >> kMixedShift)) &
         (entries - 1);
}

} // namespace anywarp::exec
