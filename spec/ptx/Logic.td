// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logic and shift instructions.

def : Mnemonics<["and", "or", "xor", "not", "cnot", "lop3", "shf", "shl", "shr"]>;

class Logic<string syntax, string operands, string anchor, Meaning means = Custom<"Logic">>
    : Instruction<syntax, operands, "logic-and-shift-instructions-" # anchor> {
  let Means = means;
}

def : Logic<"and.(pred|b16|b32|b64)", "d, a, b", "and", Op<"And(a, b)">>;
def : Logic<"or.(pred|b16|b32|b64)", "d, a, b", "or", Op<"Or(a, b)">>;
def : Logic<"xor.(pred|b16|b32|b64)", "d, a, b", "xor", Op<"Xor(a, b)">>;
def : Logic<"not.(pred|b16|b32|b64)", "d, a", "not", Op<"Not(a)">>;
def : Logic<"cnot.btype", "d, a", "cnot", Op<"ICmpEQ(a, 0)">>;
def : Logic<"lop3.b32", "d, a, b, c, imm", "lop3"> { let PtxVersion = 43; let SmVersion = 50; }
def : Logic<"lop3.(and|or).b32", "d|p, a, b, c, imm, e:pred", "lop3"> { let PtxVersion = 82; let SmVersion = 70; }
def : Logic<"shf.(l|r).(clamp|wrap).b32", "d, a, b, c:u32", "shf"> { let PtxVersion = 31; let SmVersion = 32; }
def : Logic<"shl.btype", "d, a, b:u32", "shl">;
def : Logic<"shr.(b16|b32|b64|u16|u32|u64|s16|s32|s64)", "d, a, b:u32", "shr">;
