// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of spec/ptx in memory: the forms that each instruction has, and the search for the form
// that an instruction as written is an instance of.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ptx/Module.h"
#include "ptx/Words.h"

namespace anywarp::ptx {

/// A place for one dotted word.
struct Slot {
  Word::Kind kind;
  bool isOptional;
  uint16_t first, count; ///< in the pool of words
};

enum class Role : uint8_t { Dest, DestPred, Source, Address, Immediate, Label, Symbol, Call, Any };
enum class TypeFrom : uint8_t { AnyType, Slot1, Slot2, Slot3, Slot4, Wide, Packed, Fixed };

struct OperandShape {
  Role role;
  TypeFrom type;
  Type fixed;
  bool isOptional, hasPair, isVector;
};

struct Form {
  Opcode opcode;
  uint16_t firstSlot, slotCount, firstOperand, operandCount;
  uint8_t ptxVersion, smVersion;
  bool isArchSpecific, isRelaxed;
  Emitter emitter;
  uint16_t operation; ///< of Emitter::Operation: its number
  std::string_view whyAbsent;

  std::span<const Slot> slots() const;
  std::span<const OperandShape> operands() const;
};

/// A word that needs later versions than the form it stands in.
struct WordGate {
  Word word;
  std::string_view text;
  uint8_t ptxVersion, smVersion;
};

/// The type that an operand of this shape has; None for any.
Type typeOf(const Instruction &inst, const OperandShape &shape);

std::span<const Form> formsOf(Opcode opcode);
std::span<const WordGate> wordGates();
/// The alternatives of a slot, as values of its kind.
std::span<const uint16_t> alternatives(const Slot &slot);

/// How far an instruction fits a form; the larger the closer.
enum class Fit : uint8_t {
  Modifier,
  Types,
  Space,
  Vector,
  Missing,
  OperandCount,
  Operand,
  Gate,
  Full
};
struct Match {
  Fit fit = Fit::Modifier;
  unsigned words = 0;  ///< modifiers that found their place: tells two equal fits apart
  std::string message; ///< unless Full
  TextLoc loc;
};
/// What `function` and `module` say about registers and versions takes part where they are given.
Match match(const Instruction &inst, const Form &form, const Function *function,
            const Module *module);

/// The form that `inst` is an instance of, versions left aside; null if there is none.
const Form *findForm(const Instruction &inst, const Function &function);

/// The PTX ISA that instructions and pragmas need, major × 10 + minor.
unsigned neededVersion(const Module &module);

/// The instruction without its operands, words in the order of the manual: "ld.global.v4.f32".
std::string spell(const Instruction &inst, const Form *form = nullptr);

} // namespace anywarp::ptx
