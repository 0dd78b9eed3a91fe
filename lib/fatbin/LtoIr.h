// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What -dlto makes in place of machine code: an input of a later link, for which NVIDIA's tools
// have an intermediate form of their compiler. Here it is a container with PTX behind this form's
// four bytes, so that nobody takes one for the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace anywarp::fatbin {

inline constexpr std::string_view kLtoIrMark{"\xed\x43\x4e\x7f"
                                             "PTX\0",
                                             8};

inline std::string toLtoIr(std::string_view container) {
  return std::string(kLtoIrMark) + std::string(container);
}

/// The container; nothing: the bytes are not of this form.
inline std::optional<std::string_view> containerOfLtoIr(std::string_view bytes) {
  if (!bytes.starts_with(kLtoIrMark))
    return std::nullopt;
  return bytes.substr(kLtoIrMark.size());
}

} // namespace anywarp::fatbin
