// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two codecs of fat binaries. The size of the result is always known beforehand, so a bomb is
// refused before a byte is unpacked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/Status.h"

namespace anywarp::fatbin {

enum class Compression : uint8_t { None, Lz4, Zstd };

/// Most bytes that one entry may unpack to.
inline constexpr uint64_t kMaxUnpackedBytes = uint64_t(256) << 20;

/// Unpacks `stored` into exactly `size` bytes (Compression::None: copies).
Expected<std::string> unpack(Compression codec, std::string_view stored, uint64_t size);

/// Packs `bytes`; fails only when memory runs out or `bytes` is beyond the codec.
Expected<std::string> pack(Compression codec, std::string_view bytes);

} // namespace anywarp::fatbin
