// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A parsed PTX module: plain data, owned by the module, immutable after parsing and verifying, and
// safe to read from any number of threads. No LLVM. Names follow the PTX ISA manual.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/Opcodes.inc.h" // generated from spec/ptx: enum class Opcode, enum class Modifier

namespace anywarp::ptx {

/// Place in the PTX text; line and column count from 1, 0 means unknown.
struct TextLoc {
  uint32_t line = 0, column = 0;
};

/// Place in the user's source, from `.loc`; file indexes Module::files.
struct SourceLoc {
  uint32_t file = 0, line = 0, column = 0;
  bool known() const { return line != 0; }
  bool operator==(const SourceLoc &) const = default;
};

enum class StateSpace : uint8_t {
  Generic,
  Reg,
  SReg,
  Const,
  Global,
  Local,
  Param,
  ParamEntry,
  ParamFunc,
  Shared,
  SharedCta,
  SharedCluster,
  Tex,
};

/// Fundamental and instruction types. `None` where an instruction has no type suffix.
enum class Type : uint8_t {
  None,
  Pred,
  B1,
  B8,
  B16,
  B32,
  B64,
  B128,
  U2,
  U4,
  U8,
  U16,
  U32,
  U64,
  S2,
  S4,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  TF32,
  F32,
  F32x2,
  F64,
  U8x4,
  S8x4,
  U16x2,
  S16x2,
  E4M3,
  E5M2,
  E4M3x2,
  E5M2x2,
  E4M3x4,
  E5M2x4,
  E2M1,
  E2M3,
  E3M2,
  E2M1x2,
  E2M3x2,
  E3M2x2,
  E2M1x4,
  E2M3x4,
  E3M2x4,
  UE8M0,
  UE8M0x2,
  UE4M3,
  TexRef,
  SamplerRef,
  SurfRef,
};
unsigned sizeInBits(Type type);
bool isSigned(Type type);
bool isUnsigned(Type type);
bool isFloat(Type type);
bool isOpaque(Type type); ///< .texref, .samplerref, .surfref
std::string_view toString(Type type);
std::string_view toString(StateSpace space);

struct Variable;
struct Function;
struct Form;

/// A register of a function, by index into Function::registers.
using RegisterId = uint32_t;

struct Operand {
  enum Kind : uint8_t {
    None,
    Register, ///< reg
    Special,  ///< special register: name with component, e.g. "tid.x" ('%' dropped)
    Integer,  ///< integer: value as 64 bits
    Float,    ///< number with its bits as double in `integer` (0d…, 0f… widened exactly, decimal)
    Symbol,   ///< a variable, function, label or parameter: name (+ offset)
    Address,  ///< [base + offset]: base is a register (reg valid), a symbol (name) or neither
    Vector,   ///< {a, b, …}: elements
    List,     ///< (a, b, …): elements; arguments and results of call
    Sink,     ///< _
  };
  Kind kind = None;
  bool negated = false;     ///< !p, or -a of vmad
  bool isFloat32 = false;   ///< Float written 0f…
  bool hasRegister = false; ///< Address: base is `reg`
  RegisterId reg = ~0u;
  int64_t integer =
      0;            ///< Integer: value; Float: bits of the double; Symbol, Address: offset in bytes
  std::string name; ///< Symbol, Special, Address with a symbol base
  std::string second; ///< Register: selector of a video instruction ("b0", "h1", "b3210"), no dot
  /// Vector, List: the parts. Address: what follows the base inside the brackets, as in
  /// `[tex, smp, {x, y}]` and `[tensorMap, {c0, c1}]`.
  std::vector<Operand> elements;
  std::shared_ptr<Operand> pair; ///< the p of `d|p`
  TextLoc loc;
};

struct Instruction {
  Opcode opcode{};
  const Form *form = nullptr; ///< the row of spec/ptx that it is an instance of; set by verify
  StateSpace space = StateSpace::Generic; ///< of ld/st/atom…, from `.global` etc.
  uint8_t vector = 1;                     ///< .v2 .v4 .v8
  bool poisoned = false; ///< known to the manual but not supported, or not known at all
  bool hasGuard = false, guardNegated = false;
  RegisterId guard = ~0u;              ///< @p / @!p
  std::vector<Modifier> modifiers;     ///< all other dotted words, in the order written
  std::vector<Type> types;             ///< type suffixes in the order written
  std::vector<StateSpace> extraSpaces; ///< second and further spaces (cp.async.bulk, cvta.to)
  /// As written, destination first. `call (r), f, (a), proto` has List?, Symbol or Register, List?,
  /// Symbol? in this order, a List for each pair of parentheses written.
  std::vector<Operand> operands;
  TextLoc loc;
  SourceLoc source;
  uint32_t inlined =
      0; ///< Function::inlined at this number less one; 0: not of an inlined function

  bool has(Modifier m) const {
    for (Modifier x : modifiers)
      if (x == m)
        return true;
    return false;
  }
  Type type(size_t i = 0) const { return i < types.size() ? types[i] : Type::None; }
};

struct Register {
  std::string name; ///< with its '%', as written
  Type type = Type::None;
};

struct Label {
  std::string name;
  size_t index = 0; ///< instruction that it stands before; may be body.size()
};

/// An address inside the initial bytes of a variable.
struct Relocation {
  size_t offset = 0;  ///< in the initial bytes
  std::string symbol; ///< variable or function
  int64_t addend = 0;
  bool generic = false; ///< generic(sym)
  uint8_t size = 8;     ///< bytes to write
  uint8_t shift = 0;    ///< `0xff00(sym)`: low bits of the address that are dropped before writing
};

struct Variable {
  std::string name;
  StateSpace space = StateSpace::Generic;
  Type type = Type::B8;
  uint8_t vector = 1;
  uint32_t align = 0;         ///< bytes, always set (natural alignment if not written)
  std::vector<uint64_t> dims; ///< array dimensions; an open first dimension is 0
  bool isExtern = false, isVisible = false, isWeak = false, isCommon = false, isManaged = false;
  bool ptrParam = false; ///< .ptr parameter
  StateSpace ptrSpace = StateSpace::Generic;
  std::vector<uint8_t> initial; ///< may be shorter than the variable: the rest is zero
  std::vector<Relocation> relocations;
  std::vector<std::pair<std::string, std::string>>
      fields; ///< initialiser of an opaque type: name = value
  TextLoc loc;
  uint64_t sizeInBytes() const; ///< 0 for an open extern array
};

/// One inlined call, from the function_name and inlined_at of a `.loc`.
struct InlinedCall {
  std::string function; ///< its label in .debug_str
  uint64_t offset = 0;  ///< behind the label
  SourceLoc caller;     ///< place of the call
  uint32_t outer = 0;   ///< the call that the caller is part of, as Instruction::inlined
  bool operator==(const InlinedCall &) const = default;
};

struct Function {
  std::string name;
  bool isEntry = false, isExtern = false, isVisible = false, isWeak = false, isNoreturn = false;
  bool isDefined = false;
  std::vector<Variable> results; ///< .func only
  std::vector<Variable> params;
  /// The registers that the body uses, by first use; names are unique (those of an inner scope that
  /// hide others carry a suffix `$N`), components of vector registers are registers `NAME$x`.
  std::vector<Register> registers;
  std::vector<Variable> locals; ///< variables declared in the body, names unique in the same way
  std::vector<Label> labels;
  std::vector<Instruction> body;
  std::vector<InlinedCall> inlined; ///< those that the body's `.loc` tell of
  /// .callprototype / .calltargets / .branchtargets declared in the body
  struct Prototype {
    std::string name;
    std::vector<Variable> results, params;
    bool isNoreturn = false;
  };
  struct Targets {
    std::string name;
    std::vector<std::string> names;
    bool isCall = false;
  };
  std::vector<Prototype> prototypes;
  std::vector<Targets> targets;
  // performance-tuning and cluster directives; 0 = not given
  uint32_t maxntid[3] = {0, 0, 0}, reqntid[3] = {0, 0, 0}, reqnctapercluster[3] = {0, 0, 0};
  uint32_t minnctapersm = 0, maxnreg = 0, maxclusterrank = 0;
  bool explicitCluster = false, blocksAreClusters = false;
  std::vector<std::string> pragmas;
  std::string poison; ///< non-empty: why this function cannot be compiled, with line
  TextLoc loc;
};

/// A `.section` of debug information: bytes with names in them, as the PTX has it.
struct DebugSection {
  struct Reference {
    uint64_t offset;    ///< in `bytes`, which are zero there
    unsigned size;      ///< 1, 2, 4 or 8
    std::string symbol; ///< a label, a variable, or a section with its dot
    std::string minus;  ///< what is subtracted, or empty
    int64_t addend;
  };
  std::string name; ///< ".debug_info"
  std::string bytes;
  std::vector<Reference> references;
  std::map<std::string, uint64_t> labels; ///< offsets of those that the section defines
};

/// The debug information of one compiled file.
struct DebugUnit {
  std::vector<DebugSection> sections;
  uint32_t firstFile = 0; ///< Module::files has its file N at firstFile + N
};

struct Module {
  unsigned versionMajor = 0, versionMinor = 0;
  std::string target;                     ///< "sm_90a"
  std::vector<std::string> targetOptions; ///< texmode_independent, debug, …
  unsigned addressSize = 64;
  std::map<uint32_t, std::string> files; ///< .file
  std::vector<std::unique_ptr<Variable>> variables;
  std::vector<std::unique_ptr<Function>>
      functions; ///< definitions and declarations, by first appearance
  std::vector<std::pair<std::string, std::string>> aliases; ///< .alias a, b
  std::vector<DebugUnit> debugUnits; ///< of those files that have any debug section

  const Function *findFunction(std::string_view name) const;
  const Variable *findVariable(std::string_view name) const;
  /// The name that a `.loc` of `file` refers to: the text at a label of .debug_str; empty if there
  /// is none.
  std::string debugString(uint32_t file, const std::string &label, uint64_t offset) const;
  /// True if a file has the variables of its source: it was compiled with -G.
  bool describesVariables() const;
};

std::string_view toString(Opcode opcode);
std::string_view toString(Modifier modifier);

} // namespace anywarp::ptx
