// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vocabulary of the PTX tables. utils/gen/ptx.py turns the records into the enums of
// ptx/Opcodes.inc.h and the tables of parser, verifier and printer.

// First words of instructions.
class Mnemonics<list<string> words> { list<string> List = words; }
// Words that may follow a mnemonic after a dot and are neither type, state space nor vector size.
class Words<list<string> words> { list<string> List = words; }

// A name for alternatives in the syntax of rows.
class Set<string name, list<string> words> {
  string Name = name;
  list<string> List = words;
}

// Where the meaning of an instruction is.
//
// Op, Call and Rounded have it as an expression, which utils/gen/ptxoperations.py translates for
// lib/codegen/emit/Operation.cpp. Packed types are computed element by element. An expression has
//   a b c …        the source operands by their letters
//   Add(a, b)      an instruction of LLVM, as its IRBuilder names it
//   umin(a, b)     an intrinsic of LLVM, overloaded on the type of its first argument
//   aw_name_*(a)   a function of device/builtins; the star is the first type, or that of its elements
//   wide(a) high(a)  extended to twice the size by the signedness of the first type; the upper half
//   flushed(a)     subnormal floats are zero, where the instruction has .ftz
//   carrySum(a, b) carryDifference(a, b)  as addc and .cc ask for
//   if(.word, x, y)  x where the instruction has the word
//   @Name(a, …)    a function of lib/codegen/Intrinsics.def; its second result is for the destination behind `|`
//   compare(a, b) truth(x) test(x) test(x, c) logic(x, c)  as set and setp ask for
//   pair(x, y)     the two elements of a packed result
// further members of Operation, and the arguments: numbers (of the type of the operand beside them), `width` and `last` (bits of the type,
// without one), the `lowest` number, `zero` (of the first type), `false`, `.word` (1 or 0), enumerators of device/builtins/Modes.h, `rounding`, `flags`
// (device::FloatFlag), `minflags` (those of min), `signed1`, `signed2` (of the types).
//
// Op is made of LLVM's operations; signed types may have another one. Call is a builtin. Rounded has two
// expressions: the first is for the processor's own rounding and subnormals, the second for all others. With `flushes`
// .ftz concerns operands only. Custom is emitNAME of NAME.cpp below lib/codegen/emit. Hint has no effect here, for a
// reason. Absent is nowhere.
class Meaning;
class Op<string expression, string ofSigned = expression> : Meaning {
  string Expression = expression;
  string OfSigned = ofSigned;
}
class Call<string expression> : Op<expression>;
class Rounded<string plain, string directed, bit flushes = 0> : Op<plain> {
  string Directed = directed;
  bit Flushes = flushes;
}
class Custom<string name> : Meaning { string Name = name; }
class Hint<string because> : Meaning { string Because = because; }
class Absent<string why> : Meaning { string Why = why; }

// One form of an instruction, as the manual's syntax line has it.
//
// Syntax: the mnemonic and its dotted words in the manual's order. `.name` is a Set of that name, or the
// word itself; `.(a|b)` gives alternatives in place; braces make a word optional. The order matters to
// the printer and among types and among state spaces; the parser takes words in any order.
//
// Operands, separated by commas, from the first one in braces on optional:
//   d        destination: register, vector of registers, or `_`      p  the same for a predicate
//   d|p p|q  the same; a second destination, a predicate, may follow after '|'
//   a b c …  source: register, constant, special register, or name   [a] address
//   {d} {a}  vector of any length, or what stands for one            imm constant
//   label func sym list any                                          what the word says
// `:type` behind it gives its type: a type's name, t1 t2 … for a type of the syntax, `wide` for twice
// the size of t1, `packed` for t1 or a vector that shares its bits, `any` for no check. Without it: t1.
class Instruction<string syntax, string operands, string anchor> {
  string Syntax = syntax;
  string Operands = operands;
  string Anchor = anchor;  // of its section in the manual
  int PtxVersion = 10;     // major × 10 + minor
  int SmVersion = 0;
  bit ArchSpecific = 0;    // needs a target with suffix a or f
  bit Relaxed = 0;         // registers may be wider than the type
  Meaning Means = ?;
}
// Instructions that a word or type is in need later versions than their row says.
class WordGate<string word, int version, int sm> {
  string Word = word;
  int PtxVersion = version;
  int SmVersion = sm;
}

def : Set<"rnd", ["rn", "rz", "rm", "rp"]>;
def : Set<"itype", ["u16", "u32", "u64", "s16", "s32", "s64"]>;
def : Set<"int32or64", ["u32", "s32", "u64", "s64"]>;
def : Set<"stype", ["s16", "s32", "s64"]>;
def : Set<"int32", ["u32", "s32"]>;
def : Set<"ftype", ["f32", "f64"]>;
def : Set<"btype", ["b16", "b32", "b64"]>;
def : Set<"half", ["f16", "f16x2"]>;
def : Set<"bhalf", ["bf16", "bf16x2"]>;
def : Set<"cmp", ["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu",
  "geu", "num", "nan"]>;
def : Set<"bool", ["and", "or", "xor"]>;
def : Set<"scope", ["cta", "cluster", "gpu", "sys"]>;
def : Set<"memory", ["const", "global", "local", "param", "param::entry", "param::func", "shared", "shared::cta",
  "shared::cluster"]>;
def : Set<"smem", ["shared", "shared::cta", "shared::cluster"]>;
def : Set<"vec", ["v2", "v4", "v8"]>;
def : Set<"evict1", ["L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last",
  "L1::no_allocate"]>;
def : Set<"evict2", ["L2::evict_normal", "L2::evict_first", "L2::evict_last"]>;
def : Set<"hint", ["L2::cache_hint"]>;
def : Set<"fetch", ["L2::64B", "L2::128B", "L2::256B"]>;
def : Set<"memtype", ["b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
  "f16", "f16x2", "bf16", "bf16x2", "f32", "f64"]>;

include "ptx/Types.td"
include "ptx/Words.td"
include "ptx/SpecialRegisters.td"
include "ptx/IntegerArith.td"
include "ptx/FloatingPoint.td"
include "ptx/HalfPrecision.td"
include "ptx/Comparison.td"
include "ptx/Logic.td"
include "ptx/DataMovement.td"
include "ptx/AsyncCopy.td"
include "ptx/Texture.td"
include "ptx/ControlFlow.td"
include "ptx/Synchronization.td"
include "ptx/Warp.td"
include "ptx/Matrix.td"
include "ptx/TensorCore5.td"
include "ptx/Video.td"
include "ptx/Misc.td"

def : WordGate<"cluster", 78, 90>;
def : WordGate<"shared::cluster", 78, 90>;
def : WordGate<"b128", 83, 70>;
foreach word = ["weak", "relaxed", "acquire", "release", "acq_rel"] in
  def : WordGate<word, 60, 0>;
def : WordGate<"mmio", 82, 70>;
def : WordGate<"param::entry", 83, 0>;
def : WordGate<"param::func", 83, 0>;
def : WordGate<"NaN", 70, 80>;
def : WordGate<"xorsign", 72, 86>;
def : WordGate<"bf16", 70, 80>;
def : WordGate<"bf16x2", 70, 75>;
def : WordGate<"tf32", 70, 80>;
def : WordGate<"L2::cache_hint", 74, 80>;
foreach word = ["L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate"] in
  def : WordGate<word, 74, 70>;
foreach word = ["L2::64B", "L2::128B", "L2::256B"] in
  def : WordGate<word, 74, 75>;
foreach word = ["u4", "s4", "b1"] in
  def : WordGate<word, 63, 75>;
