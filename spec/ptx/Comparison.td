// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison and selection, single, double and half precision and integers.

def : Mnemonics<["set", "setp", "selp", "slct"]>;

// Of set and setp, with and without a third operand.
class Truth<bit combines> : Op<!if(combines, "truth(logic(compare(a, b), c))", "truth(compare(a, b))")>;
class Test<bit combines> : Op<!if(combines, "test(compare(a, b), c)", "test(compare(a, b))")>;

class Comparison<string syntax, string operands, string anchor, Meaning means>
    : Instruction<syntax, operands, "comparison-and-selection-instructions-" # anchor> {
  let Means = means;
}
class HalfComparison<string syntax, string operands, string anchor, int version, int sm, Meaning means>
    : Instruction<syntax, operands, "half-precision-comparison-instructions-" # anchor> {
  let Means = means;
  let PtxVersion = version;
  let SmVersion = sm;
}
def : Set<"cmptype", ["b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64"]>;

def : Comparison<"set.cmp{.ftz}.(u32|s32|f32).cmptype", "d, a:t2, b:t2", "set", Truth<0>>;
def : Comparison<"set.cmp.bool{.ftz}.(u32|s32|f32).cmptype", "d, a:t2, b:t2, c:pred", "set", Truth<1>>;
def : Comparison<"setp.cmp{.ftz}.cmptype", "p|q, a, b", "setp", Test<0>>;
def : Comparison<"setp.cmp.bool{.ftz}.cmptype", "p|q, a, b, c:pred", "setp", Test<1>>;
def : Comparison<"selp.cmptype", "d, a, b, c:pred", "selp", Op<"Select(c, a, b)">>;
def : Comparison<"slct.cmptype.s32", "d, a, b, c:t2", "slct", Op<"Select(ICmpSGE(c, 0), a, b)">>;
def : Comparison<"slct{.ftz}.cmptype.f32", "d, a, b, c:t2", "slct", Op<"Select(FCmpOGE(flushed(c), 0.0), a, b)">>;

def : HalfComparison<"set.cmp{.ftz}.f16.(b16|b32|b64|u16|u32|u64|s16|s32|s64|f16|f32|f64)", "d, a:t2, b:t2", "set", 42, 53, Truth<0>>;
def : HalfComparison<"set.cmp.bool{.ftz}.f16.(b16|b32|b64|u16|u32|u64|s16|s32|s64|f16|f32|f64)", "d, a:t2, b:t2, c:pred", "set", 42, 53, Truth<1>>;
def : HalfComparison<"set.cmp.bf16.(b16|b32|b64|u16|u32|u64|s16|s32|s64|bf16|f32|f64)", "d, a:t2, b:t2", "set", 78, 90, Truth<0>>;
def : HalfComparison<"set.cmp.bool.bf16.(b16|b32|b64|u16|u32|u64|s16|s32|s64|bf16|f32|f64)", "d, a:t2, b:t2, c:pred", "set", 78, 90, Truth<1>>;
def : HalfComparison<"set.cmp{.ftz}.(u16|s16|u32|s32|f16).f16", "d, a:t2, b:t2", "set", 42, 53, Truth<0>>;
def : HalfComparison<"set.cmp.bool{.ftz}.(u16|s16|u32|s32|f16).f16", "d, a:t2, b:t2, c:pred", "set", 42, 53, Truth<1>>;
def : HalfComparison<"set.cmp.(u16|s16|u32|s32|bf16).bf16", "d, a:t2, b:t2", "set", 78, 90, Truth<0>>;
def : HalfComparison<"set.cmp.bool.(u16|s16|u32|s32|bf16).bf16", "d, a:t2, b:t2, c:pred", "set", 78, 90, Truth<1>>;
def : HalfComparison<"set.cmp{.ftz}.(f16x2|u32|s32).f16x2", "d, a:t2, b:t2", "set", 42, 53, Truth<0>>;
def : HalfComparison<"set.cmp.bool{.ftz}.(f16x2|u32|s32).f16x2", "d, a:t2, b:t2, c:pred", "set", 42, 53, Truth<1>>;
def : HalfComparison<"set.cmp.(bf16x2|u32|s32).bf16x2", "d, a:t2, b:t2", "set", 78, 90, Truth<0>>;
def : HalfComparison<"set.cmp.bool.(bf16x2|u32|s32).bf16x2", "d, a:t2, b:t2, c:pred", "set", 78, 90, Truth<1>>;
def : HalfComparison<"setp.cmp{.ftz}.half", "p|q, a, b", "setp", 42, 53, Test<0>>;
def : HalfComparison<"setp.cmp.bool{.ftz}.half", "p|q, a, b, c:pred", "setp", 42, 53, Test<1>>;
def : HalfComparison<"setp.cmp.bhalf", "p|q, a, b", "setp", 78, 90, Test<0>>;
def : HalfComparison<"setp.cmp.bool.bhalf", "p|q, a, b, c:pred", "setp", 78, 90, Test<1>>;
