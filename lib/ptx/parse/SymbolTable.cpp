// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scoped names of the parser.
#include "ptx/parse/SymbolTable.h"

#include <cstring>

namespace anywarp::ptx {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Names that may be members of a range as well: `%r12`.
bool looksLikeMember(std::string_view name) {
  return name.size() > 1 && name[0] == '%' && isDigit(name.back());
}

} // namespace

uint64_t NameMap::hashOf(std::string_view name) {
  // Eight bytes at a time, multiplied and folded; the texts are short.
  uint64_t hash = name.size() * 0x9e3779b97f4a7c15ull;
  const char *p = name.data();
  size_t n = name.size();
  auto mix = [&](uint64_t word) {
    unsigned __int128 product = (unsigned __int128)(hash ^ word) * 0xd6e8feb86659fd93ull;
    hash = uint64_t(product) ^ uint64_t(product >> 64);
  };
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    mix(word);
  }
  uint64_t tail = 0;
  for (size_t i = 0; i < n; ++i)
    tail = tail << 8 | uint8_t(p[i]);
  mix(tail ^ 0xa0761d6478bd642full);
  return hash;
}

size_t NameMap::slotOf(std::string_view name) const {
  size_t mask = slots_.size() - 1;
  size_t at = hashOf(name) & mask;
  while (slots_[at].data && (slots_[at].size != name.size() ||
                             std::memcmp(slots_[at].data, name.data(), name.size()) != 0))
    at = (at + 1) & mask;
  return at;
}

void NameMap::grow() {
  std::vector<Slot> old = std::move(slots_);
  slots_.assign(old.empty() ? 64 : old.size() * (old.size() < 4096 ? 4 : 2), Slot());
  for (const Slot &slot : old)
    if (slot.data)
      slots_[slotOf({slot.data, slot.size})] = slot;
}

uint32_t &NameMap::at(std::string_view name) {
  if (2 * (used_ + 1) > slots_.size())
    grow();
  Slot &slot = slots_[slotOf(name)];
  if (!slot.data) {
    slot = {name.data(), uint32_t(name.size()), kNone};
    ++used_;
  }
  return slot.value;
}

uint32_t NameMap::find(std::string_view name) const {
  return slots_.empty() ? kNone : slots_[slotOf(name)].value;
}

void NameMap::clear() {
  slots_.clear();
  used_ = 0;
}

Symbol *SymbolTable::declare(std::string_view name, Symbol::Kind kind) {
  uint32_t &top = (kind == Symbol::Range ? ranges_ : names_).at(name);
  if (top != NameMap::kNone && symbols_[top].depth == depth())
    return nullptr;
  Symbol symbol;
  symbol.kind = kind;
  symbol.depth = depth();
  symbol.name = symbol.uniqueName = name;
  symbol.shadowed = top;
  top = uint32_t(symbols_.size());
  symbols_.push_back(std::move(symbol));
  if (kind == Symbol::Range && !name.empty() && isDigit(name.back()))
    ++digitPrefixes_;
  if (kind != Symbol::Range && looksLikeMember(name))
    ++memberNames_;
  return &symbols_.back();
}

Symbol *SymbolTable::find(std::string_view name) {
  uint32_t at = names_.find(name);
  return at == NameMap::kNone ? nullptr : &symbols_[at];
}

Symbol *SymbolTable::findRegister(std::string_view name, uint32_t &member, uint32_t maxDepth) {
  member = 0;
  uint32_t exact = memberNames_ || !looksLikeMember(name) ? names_.find(name) : NameMap::kNone;
  while (exact != NameMap::kNone && symbols_[exact].depth >= maxDepth)
    exact = symbols_[exact].shadowed;
  Symbol *best = exact == NameMap::kNone ? nullptr : &symbols_[exact];
  size_t start = name.size();
  uint64_t number = 0, scale = 1;
  while (start > 0 && isDigit(name[start - 1]) && name.size() - start < 9) {
    --start;
    number += scale * (name[start] - '0');
    scale *= 10;
    if (name[start] == '0' && start + 1 != name.size())
      continue; // no member is written with leading zeros
    if (!digitPrefixes_ && start > 0 && isDigit(name[start - 1]))
      continue;
    uint32_t at = ranges_.find(name.substr(0, start));
    while (at != NameMap::kNone && (symbols_[at].count <= number || symbols_[at].depth >= maxDepth))
      at = symbols_[at].shadowed; // an outer range of the same name may be longer
    if (at != NameMap::kNone && (!best || symbols_[at].depth > best->depth)) {
      best = &symbols_[at];
      member = uint32_t(number);
    }
  }
  return best;
}

void SymbolTable::enterScope() { scopes_.push_back(symbols_.size()); }

void SymbolTable::leaveScope() {
  size_t first = scopes_.back();
  scopes_.pop_back();
  while (symbols_.size() > first) {
    Symbol &symbol = symbols_.back();
    (symbol.kind == Symbol::Range ? ranges_ : names_).at(symbol.name) = symbol.shadowed;
    if (symbol.kind == Symbol::Range && !symbol.name.empty() && isDigit(symbol.name.back()))
      --digitPrefixes_;
    if (symbol.kind != Symbol::Range && looksLikeMember(symbol.name))
      --memberNames_;
    symbols_.pop_back();
  }
}

} // namespace anywarp::ptx
