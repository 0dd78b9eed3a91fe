// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHA-256 (FIPS 180-4), for keys of caches.
#pragma once

#include <string>
#include <string_view>

namespace anywarp {

/// The digest of `bytes` as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

} // namespace anywarp
