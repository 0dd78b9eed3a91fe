// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes, kinds and spellings of PTX types, and look-ups in a module.
#include "ptx/Module.h"

#include <iterator>
#include <limits>

namespace anywarp::ptx {

namespace {

enum class TypeKind : uint8_t { Other, Bits, Unsigned, Signed, Float };
struct TypeFacts {
  Type type;
  std::string_view name;
  uint16_t bits;
  TypeKind kind;
};
struct SpaceFacts {
  StateSpace space;
  std::string_view name;
};
#include "ptx/Types.inc.h"

template <typename T, size_t N> constexpr bool inOrder(const T (&rows)[N], auto member) {
  for (size_t i = 0; i < N; ++i)
    if (unsigned(rows[i].*member) != i)
      return false;
  return true;
}
static_assert(std::size(kTypes) == unsigned(Type::SurfRef) + 1 &&
              inOrder(kTypes, &TypeFacts::type));
static_assert(std::size(kSpaces) == unsigned(StateSpace::Tex) + 1 &&
              inOrder(kSpaces, &SpaceFacts::space));

const TypeFacts &facts(Type type) { return kTypes[unsigned(type)]; }

} // namespace

unsigned sizeInBits(Type type) { return facts(type).bits; }
bool isSigned(Type type) { return facts(type).kind == TypeKind::Signed; }
bool isUnsigned(Type type) { return facts(type).kind == TypeKind::Unsigned; }
bool isFloat(Type type) { return facts(type).kind == TypeKind::Float; }
bool isOpaque(Type type) {
  return type == Type::TexRef || type == Type::SamplerRef || type == Type::SurfRef;
}
std::string_view toString(Type type) { return facts(type).name; }
std::string_view toString(StateSpace space) { return kSpaces[unsigned(space)].name; }

uint64_t Variable::sizeInBytes() const {
  uint64_t size = (uint64_t(sizeInBits(type)) + 7) / 8 * vector;
  for (uint64_t dim : dims)
    if (__builtin_mul_overflow(size, dim, &size))
      return std::numeric_limits<uint64_t>::max(); // the parser refuses such a declaration
  return size;
}

const Function *Module::findFunction(std::string_view name) const {
  for (const auto &f : functions)
    if (f->name == name)
      return f.get();
  return nullptr;
}

const Variable *Module::findVariable(std::string_view name) const {
  for (const auto &v : variables)
    if (v->name == name)
      return v.get();
  return nullptr;
}

std::string Module::debugString(uint32_t file, const std::string &label, uint64_t offset) const {
  const DebugUnit *unit = nullptr;
  for (const DebugUnit &each : debugUnits)
    if (each.firstFile <= file && (!unit || each.firstFile >= unit->firstFile))
      unit = &each;
  if (!unit)
    return {};
  for (const DebugSection &section : unit->sections)
    if (auto it = section.labels.find(label);
        section.name == ".debug_str" && it != section.labels.end()) {
      const uint64_t at = it->second + offset;
      return at < section.bytes.size() ? section.bytes.c_str() + at : std::string();
    }
  return {};
}

bool Module::describesVariables() const {
  for (const DebugUnit &unit : debugUnits)
    for (const DebugSection &section : unit.sections)
      if (section.name == ".debug_info" && !section.bytes.empty())
        return true;
  return false;
}

} // namespace anywarp::ptx
