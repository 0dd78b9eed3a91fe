// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The word of an mbarrier object: the threads it expects, those still to come in its open phase,
// the parity of that phase, the bytes that asynchronous copies still owe, and two bits that differ
// from one init to the next.
#pragma once

#include <cstdint>

namespace anywarp::exec {

struct MbarrierWord {
  static constexpr unsigned kPendingShift = 20, kParityShift = 40, kBytesShift = 41,
                            kGenerationShift = 62;
  static constexpr uint64_t kCountMask = (1 << 20) - 1;
  static constexpr uint64_t kBytesMask = (1 << 21) - 1, kNoBytes = 1 << 20; ///< the bias
  static constexpr uint64_t kPhaseMask = uint64_t(3) << kGenerationShift | uint64_t(1)
                                                                               << kParityShift;

  static uint64_t *at(uint64_t address) { return reinterpret_cast<uint64_t *>(address); }
  static uint32_t parity(uint64_t address) {
    return uint32_t(__atomic_load_n(at(address), __ATOMIC_RELAXED) >> kParityShift & 1);
  }
  /// So many bytes more are to come.
  static void expect(uint64_t address, uint64_t bytes) {
    __atomic_fetch_add(at(address), bytes << kBytesShift, __ATOMIC_ACQ_REL);
  }
  /// They have come. Ends the phase if nothing else is missing.
  static void complete(uint64_t address, uint64_t bytes) {
    const uint64_t word = __atomic_sub_fetch(at(address), bytes << kBytesShift, __ATOMIC_ACQ_REL);
    if ((word >> kPendingShift & kCountMask) || (word >> kBytesShift & kBytesMask) != kNoBytes)
      return;
    const uint64_t one = uint64_t(1) << kParityShift;
    __atomic_fetch_add(at(address),
                       ((word & kCountMask) << kPendingShift) + (word & one ? 0 - one : one),
                       __ATOMIC_ACQ_REL);
  }
};

} // namespace anywarp::exec
