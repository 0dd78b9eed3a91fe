// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matching of instructions with the rows of spec/ptx.
#include "ptx/Forms.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace anywarp::ptx {

namespace {

#include "ptx/Forms.inc.h"
static_assert(std::size(kFirstForm) == kOpcodeCount + 1);

constexpr unsigned kMaxSlots = 32;
constexpr size_t kOpenTail = 4096;

bool holds(const Slot &slot, uint16_t value) {
  const uint16_t *words = kSlotWords + slot.first;
  return std::find(words, words + slot.count, value) != words + slot.count;
}

std::string describe(const Slot &slot) {
  std::string text;
  for (unsigned i = 0; i < slot.count && i < 8; ++i) {
    uint16_t value = kSlotWords[slot.first + i];
    text += i ? ", ." : ".";
    switch (slot.kind) {
    case Word::Modifier:
      text += toString(Modifier(value));
      break;
    case Word::Type:
      text += toString(Type(value));
      break;
    case Word::Space:
      text += toString(StateSpace(value));
      break;
    default:
      text += "v" + std::to_string(value);
    }
  }
  return slot.count > 8 ? text + ", …" : text;
}

/// The words of an instruction laid into the slots of a form; index of the word in its list, or -1.
struct Layout {
  int8_t word[kMaxSlots];
};

bool fail(Match &result, Fit fit, std::string message) {
  result.fit = fit;
  result.message = std::move(message);
  return false;
}

std::string quoted(const Instruction &inst) {
  return "'" + std::string(toString(inst.opcode)) + "'";
}

/// Lays the elements of an ordered list (types or spaces) into the slots of `kind` in order.
template <typename List>
bool layInOrder(const List &list, std::span<const Slot> slots, Word::Kind kind, Layout &layout) {
  size_t next = 0;
  for (size_t s = 0; s < slots.size(); ++s) {
    if (slots[s].kind != kind)
      continue;
    if (next < list.size() && holds(slots[s], uint16_t(list[next])))
      layout.word[s] = int8_t(next++);
    else if (!slots[s].isOptional)
      return false;
  }
  return next == list.size();
}

struct SpaceList {
  const Instruction &inst;
  size_t size() const {
    return inst.space == StateSpace::Generic ? 0 : 1 + inst.extraSpaces.size();
  }
  StateSpace operator[](size_t i) const { return i ? inst.extraSpaces[i - 1] : inst.space; }
};

bool layWords(const Instruction &inst, const Form &form, Layout &layout, Match &result) {
  std::span<const Slot> slots = form.slots();
  assert(slots.size() <= kMaxSlots);
  std::fill(std::begin(layout.word), std::end(layout.word), -1);
  for (size_t m = 0; m < inst.modifiers.size(); ++m) {
    result.words = unsigned(m);
    bool isKnown = false;
    size_t s = 0;
    for (; s < slots.size(); ++s) {
      if (slots[s].kind != Word::Modifier || !holds(slots[s], uint16_t(inst.modifiers[m])))
        continue;
      isKnown = true;
      if (layout.word[s] < 0)
        break;
    }
    std::string_view text = toString(inst.modifiers[m]);
    if (s == slots.size())
      return fail(result, Fit::Modifier,
                  isKnown ? "Modifier '." + std::string(text) + "' of instruction " + quoted(inst) +
                                " is given twice or excludes another one"
                          : "Illegal modifier '." + std::string(text) + "' for instruction " +
                                quoted(inst));
    layout.word[s] = int8_t(m);
  }
  if (!layInOrder(inst.types, slots, Word::Type, layout)) {
    std::string expected;
    for (const Slot &slot : slots)
      if (slot.kind == Word::Type)
        expected += (expected.empty() ? "" : " and ") +
                    std::string(slot.isOptional ? "optionally " : "") +
                    (slot.count > 1 ? "one of " : "") + describe(slot);
    return fail(result, Fit::Types,
                "Unexpected instruction types specified for " + quoted(inst) + ": expected " +
                    (expected.empty() ? "none" : expected));
  }
  if (!layInOrder(SpaceList{inst}, slots, Word::Space, layout)) {
    std::string expected;
    for (const Slot &slot : slots)
      if (slot.kind == Word::Space)
        expected += (expected.empty() ? "" : " and ") + describe(slot);
    return fail(result, Fit::Space,
                "State space incorrect for instruction " + quoted(inst) + ": expected " +
                    (expected.empty() ? "none" : expected));
  }
  bool hasVector = inst.vector == 1;
  for (size_t s = 0; s < slots.size(); ++s) {
    if (slots[s].kind != Word::Vector)
      continue;
    if (inst.vector > 1 && holds(slots[s], inst.vector))
      hasVector = true, layout.word[s] = 0;
    else if (inst.vector == 1 && !slots[s].isOptional)
      hasVector = false;
  }
  if (!hasVector)
    return fail(result, Fit::Vector, "Vector size incorrect for instruction " + quoted(inst));
  for (size_t s = 0; s < slots.size(); ++s)
    if (slots[s].kind == Word::Modifier && !slots[s].isOptional && layout.word[s] < 0)
      return fail(result, Fit::Missing,
                  "Missing modifier for instruction " + quoted(inst) + ": expected " +
                      (slots[s].count > 1 ? "one of " : "") + describe(slots[s]));
  return true;
}

Type widened(Type type) {
  switch (type) {
  case Type::U16:
    return Type::U32;
  case Type::S16:
    return Type::S32;
  case Type::U32:
    return Type::U64;
  case Type::S32:
    return Type::S64;
  default:
    return type;
  }
}

/// Float types that registers are declared with; the others live in registers of bits.
bool isRegisterFloat(Type type) {
  switch (type) {
  case Type::F16:
  case Type::F16x2:
  case Type::BF16:
  case Type::BF16x2:
  case Type::F32:
  case Type::F64:
    return true;
  default:
    return false;
  }
}

bool isInteger(Type type) { return isSigned(type) || isUnsigned(type); }

bool agrees(Type wanted, Type reg, bool isRelaxed) {
  if (wanted == Type::Pred || reg == Type::Pred)
    return wanted == reg;
  unsigned want = std::max(sizeInBits(wanted), 8u), have = std::max(sizeInBits(reg), 8u);
  if (want != have && !(isRelaxed && have > want))
    return false;
  if (isRegisterFloat(wanted))
    return !isInteger(reg) && (!isRegisterFloat(reg) || wanted == reg);
  return !isInteger(wanted) || !isRegisterFloat(reg) || reg == Type::F16x2;
}

struct OperandCheck {
  const Instruction &inst;
  const Form &form;
  const Function &function;
  Match &result;
  std::string message;

  bool isRegister(const Operand &operand, Type wanted) {
    Type type = function.registers[operand.reg].type;
    if (wanted == Type::None || agrees(wanted, type, form.isRelaxed))
      return true;
    message = "register '" + function.registers[operand.reg].name + "' is of type ." +
              std::string(toString(type)) + ", expected ." + std::string(toString(wanted));
    return false;
  }

  bool fits(const Operand &operand, const OperandShape &shape) {
    Type wanted = typeOf(inst, shape);
    if (operand.pair) {
      if (!shape.hasPair && shape.role != Role::Any) {
        message = "it has no second destination";
        return false;
      }
      if (operand.pair->kind == Operand::Register && !isRegister(*operand.pair, Type::Pred))
        return false;
    }
    switch (shape.role) {
    case Role::Any:
    case Role::Call:
      return true;
    case Role::Dest:
    case Role::DestPred:
      if (operand.kind == Operand::Sink)
        return true;
      if (operand.kind == Operand::Register)
        return isRegister(operand, wanted) && isVectorCount(1, shape);
      if (operand.kind == Operand::Vector && shape.isVector)
        return isVector(operand, shape, wanted);
      message =
          shape.isVector ? "expected a register or a vector of registers" : "expected a register";
      return false;
    case Role::Source:
      if (operand.kind == Operand::Vector && shape.isVector)
        return isVector(operand, shape, wanted);
      // `mov.v4.u32 v, %tid` reads all components of a special register.
      return isSource(operand, wanted) &&
             (operand.kind == Operand::Special || isVectorCount(1, shape));
    case Role::Address:
      if (operand.kind == Operand::Address || operand.kind == Operand::Symbol)
        return true;
      message = "expected an address in brackets";
      return false;
    case Role::Immediate:
      if (operand.kind == Operand::Integer)
        return true;
      message = "expected an integer constant";
      return false;
    case Role::Label:
      if (operand.kind == Operand::Symbol)
        return true;
      message = "expected a label";
      return false;
    case Role::Symbol:
      if (operand.kind == Operand::Symbol)
        return true;
      message = "expected a name";
      return false;
    }
    return true;
  }

  bool isSource(const Operand &operand, Type wanted) {
    switch (operand.kind) {
    case Operand::Register:
      return isRegister(operand, wanted);
    case Operand::Special: {
      const SpecialRegister *special =
          inst.vector == 1 ? findSpecialRegister(operand.name) : nullptr; // null with a component
      if (!special || !special->components)
        return true;
      message = "special register '%" + operand.name + "' is a vector, expected a component of it";
      return false;
    }
    case Operand::Integer:
      if (isRegisterFloat(wanted)) {
        message = "integer constant where type ." + std::string(toString(wanted)) + " is expected";
        return false;
      }
      return true;
    case Operand::Symbol:
      if (isFloat(wanted) || wanted == Type::Pred) {
        message = "name where a value of type ." + std::string(toString(wanted)) + " is expected";
        return false;
      }
      return true;
    case Operand::Float:
      if (isInteger(wanted)) {
        message =
            "floating-point constant where type ." + std::string(toString(wanted)) + " is expected";
        return false;
      }
      return true;
    default:
      message = "expected a register or a constant";
      return false;
    }
  }

  bool isVectorCount(size_t count, const OperandShape &shape) {
    if (!shape.isVector || shape.type == TypeFrom::AnyType)
      return true;
    bool hasSlot = false;
    for (const Slot &slot : form.slots())
      hasSlot |= slot.kind == Word::Vector;
    if (!hasSlot || inst.vector == count)
      return true;
    message = "expected a vector of " + std::to_string(inst.vector) + " elements, found " +
              std::to_string(count);
    return false;
  }

  bool isVector(const Operand &operand, const OperandShape &shape, Type wanted) {
    // mov packs and unpacks: the elements share the bits of the type.
    bool isPacked = shape.type == TypeFrom::Packed && inst.vector == 1;
    unsigned part =
        operand.elements.empty() ? 0 : sizeInBits(wanted) / unsigned(operand.elements.size());
    for (const Operand &element : operand.elements) {
      if (isPacked) {
        if (element.kind != Operand::Register ||
            std::max(sizeInBits(function.registers[element.reg].type), 8u) == part)
          continue;
        message = "register '" + function.registers[element.reg].name + "' is of type ." +
                  std::string(toString(function.registers[element.reg].type)) + ", expected " +
                  std::to_string(part) + " bits";
        return false;
      }
      if (element.kind == Operand::Sink)
        continue;
      // Of elements only the size counts: `ld.v2.u32` may fill .f32 registers.
      bool isSized = element.kind == Operand::Register && wanted != Type::None &&
                     sizeInBits(function.registers[element.reg].type) == sizeInBits(wanted);
      if (!isSized && !isSource(element, wanted))
        return false;
    }
    return isPacked || isVectorCount(operand.elements.size(), shape);
  }
};

bool matchOperands(const Instruction &inst, const Form &form, const Function &function,
                   Match &result) {
  std::span<const OperandShape> shapes = form.operands();
  size_t least = 0;
  while (least < shapes.size() && !shapes[least].isOptional)
    ++least;
  size_t most = shapes.size();
  if (most && shapes[0].role == Role::Call)
    most = kOpenTail;
  size_t have = inst.operands.size();
  if (have < least || have > most) {
    result.loc = inst.loc;
    std::string expected = std::to_string(least);
    if (most != least)
      expected += " to " + std::to_string(most);
    return fail(result, Fit::OperandCount,
                "Arguments mismatch for instruction " + quoted(inst) + ": expected " + expected +
                    (expected == "1" ? " operand" : " operands") + ", found " +
                    std::to_string(have));
  }
  OperandCheck check{inst, form, function, result, {}};
  for (size_t i = 0; i < have && i < shapes.size(); ++i)
    if (!check.fits(inst.operands[i], shapes[i])) {
      result.loc = inst.operands[i].loc;
      return fail(result, Fit::Operand,
                  "Arguments mismatch for instruction " + quoted(inst) + ": operand " +
                      std::to_string(i + 1) + ": " + check.message);
    }
  return true;
}

struct Versions {
  unsigned ptx = 0, sm = 0;
  bool isArchSpecific = false;
};

Versions versionsOf(const Module &module) {
  Versions v;
  v.ptx = module.versionMajor * 10 + std::min(module.versionMinor, 9u);
  for (char c : module.target) {
    if (c >= '0' && c <= '9')
      v.sm = v.sm * 10 + unsigned(c - '0');
  }
  v.isArchSpecific =
      !module.target.empty() && (module.target.back() == 'a' || module.target.back() == 'f');
  return v;
}

std::string versionText(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

bool hasWord(const Instruction &inst, Word word) {
  switch (word.kind) {
  case Word::Modifier:
    return inst.has(Modifier(word.value));
  case Word::Type:
    return std::find(inst.types.begin(), inst.types.end(), Type(word.value)) != inst.types.end();
  case Word::Space:
    return inst.space == StateSpace(word.value) ||
           std::find(inst.extraSpaces.begin(), inst.extraSpaces.end(), StateSpace(word.value)) !=
               inst.extraSpaces.end();
  case Word::Vector:
    return inst.vector == word.value;
  case Word::Unknown:
    break;
  }
  return false;
}

bool matchGates(const Instruction &inst, const Form &form, const Module &module, Match &result) {
  Versions have = versionsOf(module);
  auto check = [&](const std::string &feature, unsigned ptx, unsigned sm) {
    if (have.ptx < ptx)
      return fail(result, Fit::Gate,
                  "Feature '" + feature + "' requires PTX ISA .version " + versionText(ptx) +
                      " or later");
    if (have.sm < sm)
      return fail(result, Fit::Gate,
                  "Feature '" + feature + "' requires .target sm_" + std::to_string(sm) +
                      " or higher");
    return true;
  };
  if (have.ptx < form.ptxVersion || have.sm < form.smVersion ||
      (form.isArchSpecific && !have.isArchSpecific)) {
    std::string feature = spell(inst, &form);
    if (!check(feature, form.ptxVersion, form.smVersion))
      return false;
    return fail(result, Fit::Gate,
                "Instruction '" + feature + "' not supported on .target '" + module.target +
                    "', expected an architecture-specific target as sm_" +
                    std::to_string(form.smVersion) + "a");
  }
  for (const WordGate &gate : kWordGates)
    if ((have.ptx < gate.ptxVersion || have.sm < gate.smVersion) && hasWord(inst, gate.word) &&
        !check("." + std::string(gate.text), gate.ptxVersion, gate.smVersion))
      return false;
  return true;
}

} // namespace

Type typeOf(const Instruction &inst, const OperandShape &shape) {
  switch (shape.type) {
  case TypeFrom::AnyType:
    return Type::None;
  case TypeFrom::Packed:
    return inst.type();
  case TypeFrom::Wide:
    return widened(inst.type());
  case TypeFrom::Fixed:
    return shape.fixed;
  default:
    return inst.type(unsigned(shape.type) - unsigned(TypeFrom::Slot1));
  }
}

std::span<const Slot> Form::slots() const { return {kSlots + firstSlot, slotCount}; }
std::span<const OperandShape> Form::operands() const {
  return {kOperands + firstOperand, operandCount};
}

std::span<const Form> formsOf(Opcode opcode) {
  unsigned at = unsigned(opcode);
  return {kForms + kFirstForm[at], size_t(kFirstForm[at + 1] - kFirstForm[at])};
}

std::span<const WordGate> wordGates() { return kWordGates; }

std::span<const uint16_t> alternatives(const Slot &slot) {
  return {kSlotWords + slot.first, slot.count};
}

Match match(const Instruction &inst, const Form &form, const Function *function,
            const Module *module) {
  Match result;
  result.loc = inst.loc;
  Layout layout;
  if (!layWords(inst, form, layout, result))
    return result;
  if (function && !matchOperands(inst, form, *function, result))
    return result;
  if (module && !matchGates(inst, form, *module, result))
    return result;
  result.fit = Fit::Full;
  return result;
}

const Form *findForm(const Instruction &inst, const Function &function) {
  for (const Form &form : formsOf(inst.opcode))
    if (match(inst, form, &function, nullptr).fit == Fit::Full)
      return &form;
  return nullptr;
}

static unsigned neededVersion(const Instruction &inst, const Function &function) {
  const Form *form = findForm(inst, function);
  unsigned needed = form ? form->ptxVersion : 0;
  for (const WordGate &gate : kWordGates)
    if (gate.ptxVersion > needed && hasWord(inst, gate.word))
      needed = gate.ptxVersion;
  auto visit = [&needed](auto &self, const Operand &operand) -> void {
    if (operand.kind == Operand::Special)
      if (const SpecialRegister *special =
              findSpecialRegister(operand.name.substr(0, operand.name.find('.'))))
        needed = std::max<unsigned>(needed, special->ptxVersion);
    for (const Operand &element : operand.elements)
      self(self, element);
  };
  for (const Operand &operand : inst.operands)
    visit(visit, operand);
  return needed;
}

unsigned neededVersion(const Module &module) {
  unsigned needed = 0;
  for (const auto &function : module.functions) {
    for (const Instruction &inst : function->body)
      needed = std::max(needed, neededVersion(inst, *function));
    for (const std::string &pragma : function->pragmas)
      if (pragma == "enable_smem_spilling")
        needed = std::max(needed, 87u);
  }
  return needed;
}

std::string spell(const Instruction &inst, const Form *form) {
  std::string text(toString(inst.opcode));
  auto add = [&](std::string_view word) {
    text += '.';
    text += word;
  };
  SpaceList spaces{inst};
  Layout layout;
  Match ignored;
  if (form && layWords(inst, *form, layout, ignored)) {
    std::span<const Slot> slots = form->slots();
    for (size_t s = 0; s < slots.size(); ++s) {
      if (layout.word[s] < 0)
        continue;
      size_t at = size_t(layout.word[s]);
      switch (slots[s].kind) {
      case Word::Modifier:
        add(toString(inst.modifiers[at]));
        break;
      case Word::Type:
        add(toString(inst.types[at]));
        break;
      case Word::Space:
        add(toString(spaces[at]));
        break;
      default:
        add("v" + std::to_string(inst.vector));
      }
    }
    return text;
  }
  for (Modifier modifier : inst.modifiers)
    add(toString(modifier));
  for (size_t i = 0; i < spaces.size(); ++i)
    add(toString(spaces[i]));
  if (inst.vector > 1)
    add("v" + std::to_string(inst.vector));
  for (Type type : inst.types)
    add(toString(type));
  return text;
}

} // namespace anywarp::ptx
