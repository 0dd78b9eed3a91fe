// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of architectures.
#include "frontend/Frontend.h"

#include <algorithm>
#include <cstdlib>

namespace anywarp::frontend {

// CUDA 13 starts at 75; 50 to 72 stay, for sources and build files that still name them.
const std::vector<unsigned> kArchNumbers = {50, 52, 53, 60, 61, 62, 70,  72,  75,  80,  86,
                                            87, 88, 89, 90, 100, 103, 110, 120, 121};

std::string Arch::name(std::string_view prefix) const {
  std::string out = std::string(prefix) + std::to_string(number);
  if (suffix)
    out += suffix;
  return out;
}

std::optional<Arch> Arch::parse(std::string_view text) {
  for (std::string_view prefix : {"compute_", "sm_", "lto_"})
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      break;
    }
  Arch arch;
  if (!text.empty() && (text.back() == 'a' || text.back() == 'f')) {
    arch.suffix = text.back();
    text.remove_suffix(1);
  }
  if (text.empty() || text.size() > 3 ||
      !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  arch.number = unsigned(std::atoi(std::string(text).c_str()));
  if (std::find(kArchNumbers.begin(), kArchNumbers.end(), arch.number) == kArchNumbers.end())
    return std::nullopt;
  if (arch.suffix && arch.number < (arch.suffix == 'a' ? 90u : 100u))
    return std::nullopt;
  return arch;
}

} // namespace anywarp::frontend
