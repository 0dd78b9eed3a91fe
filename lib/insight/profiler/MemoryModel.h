// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one memory instruction of a warp asks of a GPU's memory: pure functions of the addresses of
// its active lanes. Sources: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory" and
// "Shared Memory and Memory Banks"; Nsight Compute documentation, "Memory Tables". (seen) marks
// what was counted on an H200.
#pragma once

#include <cstdint>
#include <span>

namespace anywarp::insight {

constexpr uint32_t kSectorBytes = 32, kLineBytes = 128, kBanks = 32, kBankBytes = 4;

struct GlobalCost {
  uint32_t sectors = 0; ///< distinct ones
  uint32_t lines = 0;   ///< distinct ones of 128 bytes: tags of the first-level cache
  uint32_t bytes = 0;   ///< asked for; those that several lanes ask for count once
};
/// `bytes` of each lane. At most 32 addresses.
GlobalCost globalCost(std::span<const uint64_t> addresses, uint32_t bytes);

/// Sectors of cp.async.cg, which passes the first-level cache by: one for each two neighbouring
/// lanes, two where those are in different lines (seen).
uint32_t bypassSectors(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes);

/// Sectors of an atomic: those of lanes that share an address count again for each of them (seen).
uint32_t atomicSectors(std::span<const uint64_t> addresses);

struct SharedCost {
  uint32_t wavefronts = 0;
  uint32_t ideal = 0; ///< without bank conflicts: 1, of wide accesses more
};
/// `lanes`: of each address, in ascending order. Accesses of 8 and 16 bytes are served half and
/// quarter warps at a time. Loads are served twice as many lanes at a time where each lane's
/// neighbour, or each lane's second neighbour, has the same address or is not active (seen).
SharedCost sharedCost(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes,
                      uint32_t bytes, bool isLoad = true);

/// How an atomic operation goes about it: HOW of codegen/emit/Profile.h.
enum class Atomicity : uint8_t { Plain, Swap, Count, Combine, Loop };
/// Lanes whose words are the same do not go together, unless they are counted or the compiler has
/// combined them. A compare-and-swap takes each wavefront twice (seen).
SharedCost sharedAtomicCost(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes,
                            uint32_t bytes, Atomicity how);

/// Loads and swaps until all lanes have succeeded. In each round one lane of those succeeds whose
/// words or banks are the same (seen).
struct LoopCost {
  uint32_t rounds = 0, swaps = 0; ///< swaps: wavefronts, without conflicts
  SharedCost loads;
};
LoopCost sharedLoopCost(std::span<const uint64_t> addresses, std::span<const uint8_t> lanes,
                        uint32_t bytes);

/// Local memory is interleaved: the same word of 32 lanes lies side by side. `offsets` are those in
/// the lane's own memory.
GlobalCost localCost(std::span<const uint64_t> offsets, std::span<const uint8_t> lanes,
                     uint32_t bytes);

/// Distinct words: a constant access is served one after the other (seen: idc__requests).
uint32_t constantRequests(std::span<const uint64_t> addresses);

} // namespace anywarp::insight
