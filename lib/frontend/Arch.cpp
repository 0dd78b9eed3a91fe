// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of architectures.
#include "frontend/Frontend.h"

#include "fatbin/Arch.h"

namespace anywarp::frontend {

std::string Arch::name(std::string_view prefix) const {
  std::string out = std::string(prefix) + std::to_string(number);
  if (suffix)
    out += suffix;
  return out;
}

std::optional<Arch> Arch::parse(std::string_view text) {
  std::optional<fatbin::Arch> arch = fatbin::Arch::parse(text);
  return arch ? std::optional(Arch{arch->sm, arch->suffix}) : std::nullopt;
}

} // namespace anywarp::frontend
