// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Look-ups in the generated hash tables: open addressing, FNV-1a, at most half full.
#include "ptx/Words.h"

#include <cstddef>

namespace anywarp::ptx {

namespace {

struct WordEntry {
  std::string_view text;
  Word word;
};
#include "ptx/Spellings.inc.h"

/// The same function as `fnv1a` of utils/gen/ptx.py.
uint32_t hashOf(std::string_view text) {
  uint32_t hash = 2166136261u;
  for (char c : text)
    hash = (hash ^ uint8_t(c)) * 16777619u;
  return hash;
}

/// Index of the entry with that text, or N. The slots hold index + 1.
template <typename GetText, size_t Slots>
size_t find(const uint16_t (&slots)[Slots], std::string_view text, GetText textOf) {
  static_assert((Slots & (Slots - 1)) == 0);
  for (size_t at = hashOf(text) & (Slots - 1); slots[at]; at = (at + 1) & (Slots - 1))
    if (textOf(slots[at] - 1) == text)
      return slots[at] - 1;
  return size_t(-1);
}

} // namespace

Word findWord(std::string_view text) {
  size_t at = find(kWordSlots, text, [](size_t i) { return kWords[i].text; });
  return at == size_t(-1) ? Word() : kWords[at].word;
}

std::optional<Opcode> findOpcode(std::string_view mnemonic) {
  size_t at = find(kOpcodeSlots, mnemonic, [](size_t i) { return kOpcodeNames[i]; });
  if (at == size_t(-1))
    return std::nullopt;
  return Opcode(at);
}

const SpecialRegister *findSpecialRegister(std::string_view name) {
  size_t at = find(kSpecialSlots, name, [](size_t i) { return kSpecials[i].name; });
  return at == size_t(-1) ? nullptr : &kSpecials[at];
}

std::string_view toString(Opcode opcode) { return kOpcodeNames[unsigned(opcode)]; }
std::string_view toString(Modifier modifier) { return kModifierNames[unsigned(modifier)]; }

} // namespace anywarp::ptx
