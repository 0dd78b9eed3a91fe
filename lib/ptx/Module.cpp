// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes, kinds and spellings of PTX types, and look-ups in a module.
#include "ptx/Module.h"

#include <limits>

#include "ptx/Spellings.inc.h"

namespace anywarp::ptx {

namespace {

enum class TypeClass : uint8_t { Other, Bits, Unsigned, Signed, Float };
struct TypeFacts {
  std::string_view name;
  uint16_t bits;
  TypeClass kind;
};
// In the order of the enum.
constexpr TypeFacts kTypes[] = {
    {"", 0, TypeClass::Other},
    {"pred", 1, TypeClass::Other},
    {"b1", 1, TypeClass::Bits},
    {"b8", 8, TypeClass::Bits},
    {"b16", 16, TypeClass::Bits},
    {"b32", 32, TypeClass::Bits},
    {"b64", 64, TypeClass::Bits},
    {"b128", 128, TypeClass::Bits},
    {"u2", 2, TypeClass::Unsigned},
    {"u4", 4, TypeClass::Unsigned},
    {"u8", 8, TypeClass::Unsigned},
    {"u16", 16, TypeClass::Unsigned},
    {"u32", 32, TypeClass::Unsigned},
    {"u64", 64, TypeClass::Unsigned},
    {"s2", 2, TypeClass::Signed},
    {"s4", 4, TypeClass::Signed},
    {"s8", 8, TypeClass::Signed},
    {"s16", 16, TypeClass::Signed},
    {"s32", 32, TypeClass::Signed},
    {"s64", 64, TypeClass::Signed},
    {"f16", 16, TypeClass::Float},
    {"f16x2", 32, TypeClass::Float},
    {"bf16", 16, TypeClass::Float},
    {"bf16x2", 32, TypeClass::Float},
    {"tf32", 32, TypeClass::Float},
    {"f32", 32, TypeClass::Float},
    {"f32x2", 64, TypeClass::Float},
    {"f64", 64, TypeClass::Float},
    {"u8x4", 32, TypeClass::Unsigned},
    {"s8x4", 32, TypeClass::Signed},
    {"u16x2", 32, TypeClass::Unsigned},
    {"s16x2", 32, TypeClass::Signed},
    {"e4m3", 8, TypeClass::Float},
    {"e5m2", 8, TypeClass::Float},
    {"e4m3x2", 16, TypeClass::Float},
    {"e5m2x2", 16, TypeClass::Float},
    {"e4m3x4", 32, TypeClass::Float},
    {"e5m2x4", 32, TypeClass::Float},
    {"e2m1", 4, TypeClass::Float},
    {"e2m3", 6, TypeClass::Float},
    {"e3m2", 6, TypeClass::Float},
    {"e2m1x2", 8, TypeClass::Float},
    {"e2m3x2", 16, TypeClass::Float},
    {"e3m2x2", 16, TypeClass::Float},
    {"e2m1x4", 16, TypeClass::Float},
    {"e2m3x4", 32, TypeClass::Float},
    {"e3m2x4", 32, TypeClass::Float},
    {"ue8m0", 8, TypeClass::Float},
    {"ue8m0x2", 16, TypeClass::Float},
    {"ue4m3", 8, TypeClass::Float},
    {"texref", 64, TypeClass::Other},
    {"samplerref", 64, TypeClass::Other},
    {"surfref", 64, TypeClass::Other},
};
static_assert(std::size(kTypes) == unsigned(Type::SurfRef) + 1);

constexpr std::string_view kSpaces[] = {
    "",      "reg",         "sreg",        "const",  "global",      "local",
    "param", "param::entry", "param::func", "shared", "shared::cta", "shared::cluster",
    "tex",
};
static_assert(std::size(kSpaces) == unsigned(StateSpace::Tex) + 1);

const TypeFacts &facts(Type type) { return kTypes[unsigned(type)]; }

} // namespace

unsigned sizeInBits(Type type) { return facts(type).bits; }
bool isSigned(Type type) { return facts(type).kind == TypeClass::Signed; }
bool isUnsigned(Type type) { return facts(type).kind == TypeClass::Unsigned; }
bool isFloat(Type type) { return facts(type).kind == TypeClass::Float; }
std::string_view toString(Type type) { return facts(type).name; }
std::string_view toString(StateSpace space) { return kSpaces[unsigned(space)]; }
std::string_view toString(Opcode opcode) { return kOpcodeNames[unsigned(opcode)]; }
std::string_view toString(Modifier modifier) { return kModifierNames[unsigned(modifier)]; }

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

} // namespace anywarp::ptx
