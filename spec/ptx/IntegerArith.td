// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic, and its extended-precision forms.

def : Mnemonics<["add", "sub", "mul", "mad", "mul24", "mad24", "sad", "div", "rem", "abs", "neg",
  "min", "max", "popc", "clz", "bfind", "fns", "brev", "bfe", "bfi", "szext", "bmsk", "dp4a",
  "dp2a", "addc", "subc", "madc"]>;

class IntegerArith<string syntax, string operands, string anchor, Meaning means>
    : Instruction<syntax, operands, "integer-arithmetic-instructions-" # anchor> {
  let Means = means;
}
class ExtendedArith<string syntax, string operands, string anchor, Meaning means>
    : Instruction<syntax, operands, "extended-precision-arithmetic-instructions-" # anchor> {
  let Means = means;
}
defvar highProduct = "high(Mul(wide(a), wide(b)))";
defvar product = !strconcat("if(.hi, ", highProduct, ", Mul(a, b))");
// PTX leaves division by zero open; an H200 answers all ones for quotient and remainder of every width. The one
// quotient that does not fit wraps.
class Division<string divide> {
  string Unsigned = !strconcat("Select(ICmpEQ(b, 0), -1, U", divide, "(a, Select(ICmpEQ(b, 0), 1, b)))");
  string Signed = !strconcat("Select(ICmpEQ(b, 0), -1, S", divide,
    "(a, Select(Or(ICmpEQ(b, 0), And(ICmpEQ(a, lowest), ICmpEQ(b, -1))), 1, b)))");
}
// mul24, mad24: the 48-bit product of the low 24 bits; .hi is its upper 32 bits.
defvar product24 = "aw_mul24_*(a, b, .hi)";

multiclass Sum<string op, string plain, string saturating, string carrying> {
  def : IntegerArith<op # ".itype", "d, a, b", op, Op<plain>>;
  def : IntegerArith<op # ".sat.s32", "d, a, b", op, Op<saturating>>;
  def : ExtendedArith<op # ".cc.int32or64", "d, a, b", op # "-cc", Op<carrying>> { let PtxVersion = 12; }
  def : ExtendedArith<op # "c{.cc}.int32or64", "d, a, b", op # "c", Op<carrying>> { let PtxVersion = 12; }
}
defm : Sum<"add", "Add(a, b)", "sadd_sat(a, b)", "carrySum(a, b)">;
defm : Sum<"sub", "Sub(a, b)", "ssub_sat(a, b)", "carryDifference(a, b)">;
def : IntegerArith<"add.(u16x2|s16x2)", "d, a, b", "add", Op<"Add(a, b)">> { let PtxVersion = 80; let SmVersion = 90; }
def : IntegerArith<"mul.(hi|lo).itype", "d, a, b", "mul", Op<product>>;
def : IntegerArith<"mul.wide.(u16|s16|u32|s32)", "d:wide, a, b", "mul", Op<"Mul(wide(a), wide(b))">>;
def : IntegerArith<"mul24.(hi|lo).int32", "d, a, b", "mul24", Call<product24>>;
def : IntegerArith<"mad.(hi|lo).itype", "d, a, b, c", "mad", Op<!strconcat("Add(", product, ", c)")>>;
def : IntegerArith<"mad.hi.sat.s32", "d, a, b, c", "mad", Op<!strconcat("sadd_sat(", highProduct, ", c)")>>;
def : IntegerArith<"mad.wide.(u16|s16|u32|s32)", "d:wide, a, b, c:wide", "mad", Op<"Add(Mul(wide(a), wide(b)), c)">>;
def : IntegerArith<"mad24.(hi|lo).int32", "d, a, b, c", "mad24", Call<!strconcat("Add(", product24, ", c)")>>;
def : IntegerArith<"mad24.hi.sat.s32", "d, a, b, c", "mad24", Call<!strconcat("sadd_sat(", product24, ", c)")>>;
def : ExtendedArith<"mad.(hi|lo).cc.int32or64", "d, a, b, c", "mad-cc", Op<!strconcat("carrySum(", product, ", c)")>> { let PtxVersion = 30; let SmVersion = 20; }
def : ExtendedArith<"madc.(hi|lo){.cc}.int32or64", "d, a, b, c", "madc", Op<!strconcat("carrySum(", product, ", c)")>> { let PtxVersion = 30; let SmVersion = 20; }
def : IntegerArith<"sad.itype", "d, a, b, c", "sad", Op<"Add(Sub(umax(a, b), umin(a, b)), c)", "Add(Sub(smax(a, b), smin(a, b)), c)">>;
def : IntegerArith<"div.itype", "d, a, b", "div", Op<Division<"Div">.Unsigned, Division<"Div">.Signed>>;
def : IntegerArith<"rem.itype", "d, a, b", "rem", Op<Division<"Rem">.Unsigned, Division<"Rem">.Signed>>;
def : IntegerArith<"abs.stype", "d, a", "abs", Op<"abs(a, false)">>;
def : IntegerArith<"neg.stype", "d, a", "neg", Op<"Neg(a)">>;
foreach op = ["min", "max"] in {
  defvar either = Op<"u" # op # "(a, b)", "s" # op # "(a, b)">;
  def : IntegerArith<op # ".itype", "d, a, b", op, either>;
  def : IntegerArith<op # ".(u16x2|s16x2)", "d, a, b", op, either> { let PtxVersion = 80; let SmVersion = 90; }
  def : IntegerArith<op # ".relu.(s16x2|s32)", "d, a, b", op, Op<"smax(s" # op # "(a, b), 0)">> { let PtxVersion = 80; let SmVersion = 90; }
}
def : IntegerArith<"popc.(b32|b64)", "d:u32, a", "popc", Op<"ctpop(a)">> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"clz.(b32|b64)", "d:u32, a", "clz", Op<"ctlz(a, false)">> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"bfind{.shiftamt}.int32or64", "d:u32, a", "bfind", Call<"aw_bfind_*(a, .shiftamt)">> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"fns.b32", "d, a, b, c:s32", "fns", Call<"aw_fns(a, b, c)">> { let PtxVersion = 60; let SmVersion = 30; }
def : IntegerArith<"brev.(b32|b64)", "d, a", "brev", Op<"bitreverse(a)">> { let PtxVersion = 20; let SmVersion = 20; }
// Fields of bits. Position and length are the low byte of their words; with 64 bits they are the whole words (seen; the
// manual has the byte for both). Where NVIDIA's assembler knows both it makes other instructions, and from 32 on these do
// not do what the manual says and what a GPU does with registers. Programs see it, so that 32 bits are taken as there.
class Shifted<string op, string value, string by> {
  string Bits = !strconcat("Select(ICmpULT(", by, ", width), ", op, "(", value, ", And(", by, ", last)), 0)");
}
class Extract<string position, string length> {
  defvar unused = !strconcat("umin(Sub(width, umin(", length, ", width)), last)");
  defvar moved = !strconcat("AShr(Shl(AShr(a, umin(", position, ", last)), ", unused, "), ", unused, ")");
  string Unsigned = !strconcat("And(", Shifted<"LShr", "a", position>.Bits, ", Not(", Shifted<"Shl", "-1", length>.Bits, "))");
  string Signed = !strconcat("Select(ICmpEQ(", length, ", 0), 0, ", moved, ")");
}
class Insert<string position, string length> {
  defvar ones = !strconcat("Not(", Shifted<"Shl", "-1", length>.Bits, ")");
  defvar mask = Shifted<"Shl", ones, position>.Bits;
  string Bits = !strconcat("Or(And(b, Not(", mask, ")), And(", Shifted<"Shl", "a", position>.Bits, ", ", mask, "))");
}
class Field<string syntax, string operands, string anchor, Meaning means> : IntegerArith<syntax, operands, anchor, means> {
  let PtxVersion = 20;
  let SmVersion = 20;
}
defvar byteB = "resized(And(b, 255))";
defvar byteC = "resized(And(c, 255))";
defvar byteE = "resized(And(e, 255))";
def : Field<"bfe.u32", "d, a, b:u32, c:u32", "bfe", Op<Extract<byteB, byteC>.Unsigned>>;
def : Field<"bfe.s32", "d, a, b:u32, c:u32", "bfe", Op<!strconcat("foldedField(a, ", byteB, ", ", byteC, ", ", Extract<byteB, byteC>.Signed, ")")>>;
def : Field<"bfe.(u64|s64)", "d, a, b:u32, c:u32", "bfe", Op<Extract<"resized(b)", "resized(c)">.Unsigned, Extract<"resized(b)", "resized(c)">.Signed>>;
def : Field<"bfi.b32", "d, a, b, c:u32, e:u32", "bfi", Op<Insert<byteC, !strconcat("foldedLength(b, c, ", byteE, ")")>.Bits>>;
def : Field<"bfi.b64", "d, a, b, c:u32, e:u32", "bfi", Op<Insert<"resized(c)", "resized(e)">.Bits>>;
def : IntegerArith<"szext.(clamp|wrap).int32", "d, a, b:u32", "szext", Call<"aw_szext_*(a, b, .wrap)">> { let PtxVersion = 76; let SmVersion = 70; }
def : IntegerArith<"bmsk.(clamp|wrap).b32", "d, a:u32, b:u32", "bmsk", Call<"aw_bmsk(a, b, .wrap)">> { let PtxVersion = 76; let SmVersion = 70; }
def : IntegerArith<"dp4a.int32.int32", "d:s32, a:b32, b:b32, c:s32", "dp4a", Call<"aw_dp4a(a, b, c, signed1, signed2)">> { let PtxVersion = 50; let SmVersion = 61; }
def : IntegerArith<"dp2a.(lo|hi).int32.int32", "d:s32, a:b32, b:b32, c:s32", "dp2a", Call<"aw_dp2a(a, b, c, signed1, signed2, .hi)">> { let PtxVersion = 50; let SmVersion = 61; }
