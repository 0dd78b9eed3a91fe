// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What compute-sanitizer --schedule compares: the bytes that a program copies to the host. A copy
// is told by the digests of its parts, so that the place of a difference can be said without the
// bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace anywarp::insight {

class ResultDigest {
public:
  explicit ResultDigest(uint64_t bytes);
  /// The next bytes of the copy.
  void add(const char *bytes, size_t count);
  /// "BYTES PART DIGEST…": the copy's size, the bytes of a part, hexadecimal digests.
  std::string describe() const;

private:
  static constexpr size_t kMostParts = 64;
  uint64_t bytes_, part_, at_ = 0;
  std::array<uint64_t, kMostParts> digests_;
};

} // namespace anywarp::insight
