// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logic and shift instructions.

def : Mnemonics<["and", "or", "xor", "not", "cnot", "lop3", "shf", "shl", "shr"]>;

class Logic<string syntax, string operands, string anchor, Meaning means>
    : Instruction<syntax, operands, "logic-and-shift-instructions-" # anchor> {
  let Means = means;
}

def : Logic<"and.(pred|b16|b32|b64)", "d, a, b", "and", Op<"And(a, b)">>;
def : Logic<"or.(pred|b16|b32|b64)", "d, a, b", "or", Op<"Or(a, b)">>;
def : Logic<"xor.(pred|b16|b32|b64)", "d, a, b", "xor", Op<"Xor(a, b)">>;
def : Logic<"not.(pred|b16|b32|b64)", "d, a", "not", Op<"Not(a)">>;
def : Logic<"cnot.btype", "d, a", "cnot", Op<"ICmpEQ(a, 0)">>;
def : Logic<"lop3.b32", "d, a, b, c, imm", "lop3", Op<"lop3(a, b, c, imm)">> { let PtxVersion = 43; let SmVersion = 50; }
def : Logic<"lop3.(and|or).b32", "d|p, a, b, c, imm, e:pred", "lop3", Op<"withNonzero(lop3(a, b, c, imm), e)">> { let PtxVersion = 82; let SmVersion = 70; }
// A shift of 32 and more gives a.
def : Logic<"shf.l.(clamp|wrap).b32", "d, a, b, c:u32", "shf", Op<"if(.clamp, Select(ICmpUGE(c, 32), a, fshl(b, a, c)), fshl(b, a, c))">> { let PtxVersion = 31; let SmVersion = 32; }
def : Logic<"shf.r.(clamp|wrap).b32", "d, a, b, c:u32", "shf", Op<"if(.clamp, Select(ICmpUGE(c, 32), b, fshr(b, a, c)), fshr(b, a, c))">> { let PtxVersion = 31; let SmVersion = 32; }
// Shifts by the width and more leave nothing but the sign.
class Shift<string op> { string Bits = "Select(ICmpULT(b, width), " # op # "(a, resized(And(b, last))), 0)"; }
def : Logic<"shl.btype", "d, a, b:u32", "shl", Op<Shift<"Shl">.Bits>>;
def : Logic<"shr.(b16|b32|b64|u16|u32|u64|s16|s32|s64)", "d, a, b:u32", "shr", Op<Shift<"LShr">.Bits, "AShr(a, resized(umin(b, last)))">>;
