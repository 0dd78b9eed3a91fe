// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that the parser knows at a place in the text, by scope. Register ranges (`%r<100>`) are one
// entry whatever their size; a register of a range comes to life at its first use.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/Module.h"

namespace anywarp::ptx {

/// Hash map from text to a 32-bit number; the texts are borrowed.
class NameMap {
public:
  static constexpr uint32_t kNone = ~0u;
  /// Reference to the number of `name`, kNone when it is new. Valid until the next call.
  uint32_t &at(std::string_view name);
  uint32_t find(std::string_view name) const;
  void clear();
  size_t size() const { return used_; }

private:
  struct Slot {
    const char *data = nullptr;
    uint32_t size = 0, value = kNone;
  };
  static uint64_t hashOf(std::string_view name);
  size_t slotOf(std::string_view name) const;
  void grow();
  std::vector<Slot> slots_;
  size_t used_ = 0;
};

struct Symbol {
  enum Kind : uint8_t { Register, Range, Variable, Function, Label };
  Kind kind = Variable;
  uint8_t vector = 1;     ///< Register, Range: 2 or 4 for `.reg .v4`
  Type type = Type::None; ///< Register, Range; Variable: element type
  uint32_t depth = 0;     ///< of the scope that declares it
  uint32_t index = 0; ///< Function: in Module::functions; Label: in Function::labels and the like
  uint32_t shadowed = NameMap::kNone;
  uint32_t count = 0; ///< Range
  std::string_view name;
  std::string_view uniqueName; ///< name in the module; differs where an inner name hides another
  std::vector<uint32_t> ids;   ///< registers, `vector` for each member of a range; kNone until used
  std::unordered_map<uint32_t, uint32_t> sparseIds; ///< members of a range far from its start
};

class SymbolTable {
public:
  /// Declares a name in the current scope; null if the scope has it already. Pointers to symbols
  /// are valid until the next declaration.
  Symbol *declare(std::string_view name, Symbol::Kind kind);
  Symbol *find(std::string_view name);
  /// A name, or the range that it is in: sets `member` to the number behind the range's prefix.
  /// Only scopes of less than `maxDepth` count.
  Symbol *findRegister(std::string_view name, uint32_t &member, uint32_t maxDepth = ~0u);
  /// True if a scope around that of `depth` declares the name or a range that has it.
  bool hasOuterRegister(std::string_view name, uint32_t depth) {
    uint32_t member;
    return findRegister(name, member, depth) != nullptr;
  }
  void enterScope();
  void leaveScope();
  uint32_t depth() const { return uint32_t(scopes_.size()); }

private:
  std::vector<Symbol> symbols_;
  std::vector<size_t> scopes_; ///< number of symbols at the entry of each scope
  NameMap names_, ranges_;
  uint32_t digitPrefixes_ = 0; ///< ranges in scope whose prefix ends in a digit
  uint32_t memberNames_ = 0;   ///< other names in scope that read like members of a range
};

} // namespace anywarp::ptx
