// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Look-ups from text in the generated tables: mnemonics, dotted words, special registers.
#pragma once

#include <optional>
#include <string_view>

#include "ptx/Module.h"

namespace anywarp::ptx {

/// A dotted word of an instruction; `value` is the enumerator of its kind, or the vector size.
struct Word {
  enum Kind : uint8_t { Unknown, Modifier, Type, Space, Vector };
  Kind kind = Unknown;
  uint16_t value = 0;
};
/// `text` without the dot.
Word findWord(std::string_view text);

std::optional<Opcode> findOpcode(std::string_view mnemonic);

#include "ptx/Specials.inc.h"

struct SpecialRegister {
  std::string_view name; ///< without '%'
  Special id;
  Type type;
  uint8_t components; ///< 0: a scalar; 3: .x .y .z
  uint8_t ptxVersion; ///< major × 10 + minor
  uint8_t smVersion;
};
/// `name` without '%' and component.
const SpecialRegister *findSpecialRegister(std::string_view name);

} // namespace anywarp::ptx
