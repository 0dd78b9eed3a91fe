// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Results.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

namespace anywarp::insight {

ResultDigest::ResultDigest(uint64_t bytes) : bytes_(bytes) {
  constexpr uint64_t kLeast = 4; // a word
  const uint64_t part = (bytes + kMostParts - 1) / kMostParts;
  part_ = (std::max(part, kLeast) + kLeast - 1) / kLeast * kLeast;
  constexpr uint64_t kBasis = 0xcbf29ce484222325;
  digests_.fill(kBasis);
}

/// Fowler, Noll, Vo: FNV-1a, 64 bits.
void ResultDigest::add(const char *bytes, size_t count) {
  constexpr uint64_t kPrime = 0x100000001b3;
  while (count) {
    uint64_t &digest = digests_[at_ / part_];
    const auto here = size_t(std::min<uint64_t>(count, part_ - at_ % part_));
    for (size_t i = 0; i < here; ++i)
      digest = (digest ^ uint8_t(bytes[i])) * kPrime;
    bytes += here;
    count -= here;
    at_ += here;
  }
}

std::string ResultDigest::describe() const {
  std::string text = std::to_string(bytes_) + " " + std::to_string(part_);
  for (size_t i = 0; i * part_ < bytes_; ++i) {
    char digest[24];
    std::snprintf(digest, sizeof digest, " %" PRIx64, digests_[i]);
    text += digest;
  }
  return text;
}

} // namespace anywarp::insight
