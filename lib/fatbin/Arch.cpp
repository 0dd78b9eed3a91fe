// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of architectures.
#include "fatbin/Arch.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>

namespace anywarp::fatbin {

std::string Arch::toString() const {
  std::string text = std::to_string(sm);
  if (suffix)
    text += suffix;
  return text;
}

std::optional<Arch> Arch::parse(std::string_view text) {
  for (std::string_view prefix : {"compute_", "sm_", "lto_"})
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      break;
    }
  Arch arch;
  if (text.ends_with('a') || text.ends_with('f')) {
    arch.suffix = text.back();
    text.remove_suffix(1);
  }
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), arch.sm);
  const bool isKnown = error == std::errc() && end == text.data() + text.size() &&
                       std::find(std::begin(kArchNumbers), std::end(kArchNumbers), arch.sm) !=
                           std::end(kArchNumbers) &&
                       (!arch.suffix || arch.sm >= (arch.suffix == 'a' ? 90u : 100u));
  return isKnown ? std::optional(arch) : std::nullopt;
}

Arch Arch::ofCubin(std::string_view bytes) {
  // As the ELF flags of EM_CUDA say it (LLVM's BinaryFormat/ELF.h): the lowest byte, from ABI
  // version 8 on the second.
  constexpr size_t kAbiVersion = 8, kFlags = 48, kHeader = 64;
  if (bytes.size() < kHeader)
    return {};
  uint32_t flags;
  std::memcpy(&flags, bytes.data() + kFlags, sizeof flags);
  return {(bytes[kAbiVersion] >= 8 ? flags >> 8 : flags) & 0xff, 0};
}

} // namespace anywarp::fatbin
