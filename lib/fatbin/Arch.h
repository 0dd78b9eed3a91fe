// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of architectures, for every tool and library that takes or prints one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace anywarp::fatbin {

/// Every number that nvcc of CUDA 13 knows, ascending. It compiles from 75 on; 50 to 72 stay, for
/// sources, images and build files that still name them.
inline constexpr uint32_t kArchNumbers[] = {
#define AW_TOOLKIT_ARCHITECTURE(sm) sm,
#include "support/Architectures.inc"
};

struct Arch {
  uint32_t sm = 0;
  char suffix = 0;              ///< 0, 'a' this architecture only, 'f' this family only
  std::string toString() const; ///< "90a"

  /// Of "90a", with or without "sm_", "compute_" or "lto_"; none if CUDA knows no such name.
  static std::optional<Arch> parse(std::string_view text);
  /// Of the ELF header of a cubin; sm is 0 if it does not tell.
  static Arch ofCubin(std::string_view bytes);
};

} // namespace anywarp::fatbin
