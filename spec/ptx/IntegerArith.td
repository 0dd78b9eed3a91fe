// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic, and its extended-precision forms.

def : Mnemonics<["add", "sub", "mul", "mad", "mul24", "mad24", "sad", "div", "rem", "abs", "neg",
  "min", "max", "popc", "clz", "bfind", "fns", "brev", "bfe", "bfi", "szext", "bmsk", "dp4a",
  "dp2a", "addc", "subc", "madc"]>;

class IntegerArith<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "integer-arithmetic-instructions-" # anchor> {
  let Means = Custom<"IntegerArith">;
}
class ExtendedArith<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "extended-precision-arithmetic-instructions-" # anchor> {
  let Means = Custom<"IntegerArith">;
}

foreach op = ["add", "sub"] in {
  def : IntegerArith<op # ".itype", "d, a, b", op>;
  def : IntegerArith<op # ".sat.s32", "d, a, b", op>;
  def : ExtendedArith<op # ".cc.int32or64", "d, a, b", op # "-cc"> { let PtxVersion = 12; }
  def : ExtendedArith<op # "c{.cc}.int32or64", "d, a, b", op # "c"> { let PtxVersion = 12; }
}
def : IntegerArith<"add.(u16x2|s16x2)", "d, a, b", "add"> { let PtxVersion = 80; let SmVersion = 90; }
def : IntegerArith<"mul.(hi|lo).itype", "d, a, b", "mul">;
def : IntegerArith<"mul.wide.(u16|s16|u32|s32)", "d:wide, a, b", "mul">;
def : IntegerArith<"mul24.(hi|lo).int32", "d, a, b", "mul24">;
def : IntegerArith<"mad.(hi|lo).itype", "d, a, b, c", "mad">;
def : IntegerArith<"mad.hi.sat.s32", "d, a, b, c", "mad">;
def : IntegerArith<"mad.wide.(u16|s16|u32|s32)", "d:wide, a, b, c:wide", "mad">;
def : IntegerArith<"mad24.(hi|lo).int32", "d, a, b, c", "mad24">;
def : IntegerArith<"mad24.hi.sat.s32", "d, a, b, c", "mad24">;
def : ExtendedArith<"mad.(hi|lo).cc.int32or64", "d, a, b, c", "mad-cc"> { let PtxVersion = 30; let SmVersion = 20; }
def : ExtendedArith<"madc.(hi|lo){.cc}.int32or64", "d, a, b, c", "madc"> { let PtxVersion = 30; let SmVersion = 20; }
def : IntegerArith<"sad.itype", "d, a, b, c", "sad">;
def : IntegerArith<"div.itype", "d, a, b", "div">;
def : IntegerArith<"rem.itype", "d, a, b", "rem">;
def : IntegerArith<"abs.stype", "d, a", "abs">;
def : IntegerArith<"neg.stype", "d, a", "neg">;
foreach op = ["min", "max"] in {
  def : IntegerArith<op # ".itype", "d, a, b", op>;
  def : IntegerArith<op # ".(u16x2|s16x2)", "d, a, b", op> { let PtxVersion = 80; let SmVersion = 90; }
  def : IntegerArith<op # ".relu.(s16x2|s32)", "d, a, b", op> { let PtxVersion = 80; let SmVersion = 90; }
}
def : IntegerArith<"popc.(b32|b64)", "d:u32, a", "popc"> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"clz.(b32|b64)", "d:u32, a", "clz"> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"bfind{.shiftamt}.int32or64", "d:u32, a", "bfind"> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"fns.b32", "d, a, b, c:s32", "fns"> { let PtxVersion = 60; let SmVersion = 30; }
def : IntegerArith<"brev.(b32|b64)", "d, a", "brev"> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"bfe.int32or64", "d, a, b:u32, c:u32", "bfe"> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"bfi.(b32|b64)", "d, a, b, c:u32, e:u32", "bfi"> { let PtxVersion = 20; let SmVersion = 20; }
def : IntegerArith<"szext.(clamp|wrap).int32", "d, a, b:u32", "szext"> { let PtxVersion = 76; let SmVersion = 70; }
def : IntegerArith<"bmsk.(clamp|wrap).b32", "d, a:u32, b:u32", "bmsk"> { let PtxVersion = 76; let SmVersion = 70; }
def : IntegerArith<"dp4a.int32.int32", "d:s32, a:b32, b:b32, c:s32", "dp4a"> { let PtxVersion = 50; let SmVersion = 61; }
def : IntegerArith<"dp2a.(lo|hi).int32.int32", "d:s32, a:b32, b:b32, c:s32", "dp2a"> { let PtxVersion = 50; let SmVersion = 61; }
