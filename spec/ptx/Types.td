// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types and state spaces, in the order of the enums of lib/ptx/Module.h.

class TypeKind;
def Bits : TypeKind;
def Unsigned : TypeKind;
def Signed : TypeKind;
def Float : TypeKind;
def Other : TypeKind;

// Type<enumerator, spelling, bits, kind>
class Type<string enumerator, string word, int size, TypeKind kind> {
  string Enumerator = enumerator;
  string Word = word;
  int Size = size;
  TypeKind Kind = kind;
}
defset list<Type> Types = {
  def : Type<"Pred", "pred", 1, Other>;
  def : Type<"B1", "b1", 1, Bits>;
  def : Type<"B8", "b8", 8, Bits>;
  def : Type<"B16", "b16", 16, Bits>;
  def : Type<"B32", "b32", 32, Bits>;
  def : Type<"B64", "b64", 64, Bits>;
  def : Type<"B128", "b128", 128, Bits>;
  def : Type<"U2", "u2", 2, Unsigned>;
  def : Type<"U4", "u4", 4, Unsigned>;
  def : Type<"U8", "u8", 8, Unsigned>;
  def : Type<"U16", "u16", 16, Unsigned>;
  def : Type<"U32", "u32", 32, Unsigned>;
  def : Type<"U64", "u64", 64, Unsigned>;
  def : Type<"S2", "s2", 2, Signed>;
  def : Type<"S4", "s4", 4, Signed>;
  def : Type<"S8", "s8", 8, Signed>;
  def : Type<"S16", "s16", 16, Signed>;
  def : Type<"S32", "s32", 32, Signed>;
  def : Type<"S64", "s64", 64, Signed>;
  def : Type<"F16", "f16", 16, Float>;
  def : Type<"F16x2", "f16x2", 32, Float>;
  def : Type<"BF16", "bf16", 16, Float>;
  def : Type<"BF16x2", "bf16x2", 32, Float>;
  def : Type<"TF32", "tf32", 32, Float>;
  def : Type<"F32", "f32", 32, Float>;
  def : Type<"F32x2", "f32x2", 64, Float>;
  def : Type<"F64", "f64", 64, Float>;
  def : Type<"U8x4", "u8x4", 32, Unsigned>;
  def : Type<"S8x4", "s8x4", 32, Signed>;
  def : Type<"U16x2", "u16x2", 32, Unsigned>;
  def : Type<"S16x2", "s16x2", 32, Signed>;
  def : Type<"E4M3", "e4m3", 8, Float>;
  def : Type<"E5M2", "e5m2", 8, Float>;
  def : Type<"E4M3x2", "e4m3x2", 16, Float>;
  def : Type<"E5M2x2", "e5m2x2", 16, Float>;
  def : Type<"E4M3x4", "e4m3x4", 32, Float>;
  def : Type<"E5M2x4", "e5m2x4", 32, Float>;
  def : Type<"E2M1", "e2m1", 4, Float>;
  def : Type<"E2M3", "e2m3", 6, Float>;
  def : Type<"E3M2", "e3m2", 6, Float>;
  def : Type<"E2M1x2", "e2m1x2", 8, Float>;
  def : Type<"E2M3x2", "e2m3x2", 16, Float>;
  def : Type<"E3M2x2", "e3m2x2", 16, Float>;
  def : Type<"E2M1x4", "e2m1x4", 16, Float>;
  def : Type<"E2M3x4", "e2m3x4", 32, Float>;
  def : Type<"E3M2x4", "e3m2x4", 32, Float>;
  def : Type<"UE8M0", "ue8m0", 8, Float>;
  def : Type<"UE8M0x2", "ue8m0x2", 16, Float>;
  def : Type<"UE4M3", "ue4m3", 8, Float>;
  def : Type<"TexRef", "texref", 64, Other>;
  def : Type<"SamplerRef", "samplerref", 64, Other>;
  def : Type<"SurfRef", "surfref", 64, Other>;
}

class StateSpace<string enumerator, string word> {
  string Enumerator = enumerator;
  string Word = word;
}
defset list<StateSpace> StateSpaces = {
  def : StateSpace<"Reg", "reg">;
  def : StateSpace<"SReg", "sreg">;
  def : StateSpace<"Const", "const">;
  def : StateSpace<"Global", "global">;
  def : StateSpace<"Local", "local">;
  def : StateSpace<"Param", "param">;
  def : StateSpace<"ParamEntry", "param::entry">;
  def : StateSpace<"ParamFunc", "param::func">;
  def : StateSpace<"Shared", "shared">;
  def : StateSpace<"SharedCta", "shared::cta">;
  def : StateSpace<"SharedCluster", "shared::cluster">;
  def : StateSpace<"Tex", "tex">;
}

def Order {
  list<Type> InTypes = Types;
  list<StateSpace> InSpaces = StateSpaces;
}
