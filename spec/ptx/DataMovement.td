// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data movement and conversion, without the asynchronous copies (AsyncCopy.td).

def : Mnemonics<["mov", "shfl", "prmt", "ld", "ldu", "st", "multimem", "prefetch", "prefetchu",
  "applypriority", "discard", "createpolicy", "isspacep", "cvta", "cvt", "mapa", "getctarank",
  "stacksave", "stackrestore", "alloca"]>;

class DataMovement<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "data-movement-and-conversion-instructions-" # anchor> {
  let Means = Custom<"DataMovement">;
}
class Memory<string syntax, string operands, string anchor> : DataMovement<syntax, operands, anchor> {
  let Relaxed = 1;
}

let Means = Op<"a"> in
def : DataMovement<"mov.(pred|b16|b32|b64|b128|u16|u32|u64|s16|s32|s64|f16|bf16|f32|f64)", "d, a", "mov">;
def : DataMovement<"mov{.vec}.(pred|b16|b32|b64|b128|u16|u32|u64|s16|s32|s64|f16|f16x2|bf16|bf16x2|f32|f64)", "{d}:packed, {a}:packed", "mov">;
foreach way = ["Up", "Down", "Bfly", "Idx"] in {
  let Means = Op<"@Shfl" # way # "(a, b, c, @ActiveMask())"> in
  def : DataMovement<"shfl." # !tolower(way) # ".b32", "d|p, a, b:u32, c:u32", "shfl"> { let PtxVersion = 30; let SmVersion = 30; }
  let Means = Op<"@Shfl" # way # "(a, b, c, e)"> in
  def : DataMovement<"shfl.sync." # !tolower(way) # ".b32", "d|p, a, b:u32, c:u32, e:b32", "shfl-sync"> { let PtxVersion = 60; let SmVersion = 30; }
}
def : DataMovement<"prmt.b32{.(f4e|b4e|rc8|ecl|ecr|rc16)}", "d, a, b, c", "prmt"> { let PtxVersion = 20; let SmVersion = 20; }

def : Memory<"ld{.(weak|volatile|relaxed|acquire|mmio)}{.(relaxed|acquire)}{.scope}{.memory}{.(ca|cg|cs|lu|cv)}{.nc}{.evict1}{.evict2}{.hint}{.fetch}{.vec}.memtype", "{d}, [a]{, b:b64}", "ld">;
def : Memory<"ldu{.global}{.vec}.memtype", "{d}, [a]", "ldu"> { let PtxVersion = 20; }
def : Memory<"st{.(weak|volatile|relaxed|release|mmio)}{.(relaxed|release)}{.scope}{.memory}{.(wb|cg|cs|wt)}{.evict1}{.evict2}{.hint}{.vec}.memtype", "[a], {b}{, c:b64}", "st">;
let Means = Custom<"AsyncCopy"> in
def : Memory<"st.async{.weak}{.shared::cluster}{.mbarrier::complete_tx::bytes}{.vec}.(b32|b64|u32|u64|s32|s64|f32|f64)", "[a], {b}, [c]", "st-async"> { let PtxVersion = 81; let SmVersion = 90; }
let Means = Absent<"a form of 10.x that is not written"> in
def : Memory<"st.async{.mmio}.release{.scope}{.global}.(b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64)", "[a], b", "st-async"> { let PtxVersion = 87; let SmVersion = 100; }
let Means = Absent<"a form of 10.x that is not written"> in
def : Memory<"st.bulk{.weak}{.(shared|shared::cta)}", "[a], b:u64, imm", "st-bulk"> { let PtxVersion = 86; let SmVersion = 100; }
let Means = Absent<"there is no multicast memory"> in
def : Memory<"multimem.ld_reduce{.(weak|relaxed|acquire)}{.scope}{.global}.(add|min|max|and|or|xor){.(acc::f16|acc::f32)}{.vec}.(b32|b64|u32|u64|s32|s64|f16|f16x2|bf16|bf16x2|f32|f64|e4m3|e5m2|e4m3x4|e5m2x4|e4m3x2|e5m2x2)", "{d}:any, [a]", "multimem"> { let PtxVersion = 81; let SmVersion = 90; }
let Means = Absent<"there is no multicast memory"> in
def : Memory<"multimem.st{.(weak|relaxed|release)}{.scope}{.global}{.vec}.(b32|b64|u32|u64|s32|s64|f16|f16x2|bf16|bf16x2|f32|f64|e4m3|e5m2|e4m3x4|e5m2x4|e4m3x2|e5m2x2)", "[a], {b}:any", "multimem"> { let PtxVersion = 81; let SmVersion = 90; }
let Means = Absent<"there is no multicast memory"> in
def : Memory<"multimem.red{.(relaxed|release)}{.scope}{.global}.(add|min|max|and|or|xor){.vec}.(b32|b64|u32|u64|s32|s64|f16|f16x2|bf16|bf16x2|f32|f64)", "[a], {b}:any", "multimem"> { let PtxVersion = 81; let SmVersion = 90; }
let Means = Hint<"caches are the processor's business"> in {
  def : Memory<"prefetch{.(global|local)}.(L1|L2)", "[a]", "prefetch-prefetchu"> { let PtxVersion = 20; let SmVersion = 20; }
  def : Memory<"prefetch.global.(L2::evict_last|L2::evict_normal)", "[a]", "prefetch-prefetchu"> { let PtxVersion = 74; let SmVersion = 80; }
  def : Memory<"prefetch{.(const|param|param::entry)}.tensormap", "[a]", "prefetch-prefetchu"> { let PtxVersion = 80; let SmVersion = 90; }
  def : Memory<"prefetchu.L1", "[a]", "prefetch-prefetchu"> { let PtxVersion = 20; let SmVersion = 20; }
  def : Memory<"applypriority{.global}.L2::evict_normal", "[a], imm", "applypriority"> { let PtxVersion = 74; let SmVersion = 80; }
  def : Memory<"discard{.global}.L2", "[a], imm", "discard"> { let PtxVersion = 74; let SmVersion = 80; }
}
let Means = Op<"zero"> in {
  def : DataMovement<"createpolicy.fractional.(L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged){.(L2::evict_first|L2::evict_unchanged)}.b64", "d{, a:f32}", "createpolicy"> { let PtxVersion = 74; let SmVersion = 80; }
  def : DataMovement<"createpolicy.range{.global}.(L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged){.(L2::evict_first|L2::evict_unchanged)}.b64", "d, [a], b:u32, c:u32", "createpolicy"> { let PtxVersion = 74; let SmVersion = 80; }
  def : DataMovement<"createpolicy.cvt.L2.b64", "d, a", "createpolicy"> { let PtxVersion = 74; let SmVersion = 80; }
}
let Means = Op<"isInSpace(a)"> in
def : DataMovement<"isspacep.(const|global|local|shared|shared::cta|shared::cluster|param|param::entry)", "p, a:any", "isspacep"> { let PtxVersion = 20; let SmVersion = 20; }
def : DataMovement<"cvta{.to}.(const|global|local|shared|shared::cta|shared::cluster|param|param::entry).(u32|u64)", "d, a", "cvta"> { let PtxVersion = 20; let SmVersion = 20; }
def : DataMovement<"mapa{.shared::cluster}.(u32|u64)", "d, a, b:u32", "mapa"> { let PtxVersion = 78; let SmVersion = 90; }
def : DataMovement<"getctarank{.shared::cluster}.(u32|u64)", "d:u32, a", "getctarank"> { let PtxVersion = 78; let SmVersion = 90; }

class Conversion<string syntax, string operands, Meaning means> : DataMovement<syntax, operands, "cvt"> {
  let Means = means;
  let Relaxed = 1;
}
def : Set<"cvtint", ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"]>;
def : Set<"cvtfloat", ["f16", "bf16", "f32", "f64"]>;
defvar cvt = "cvt{.(rn|rz|rm|rp|rni|rzi|rmi|rpi|rna|rs)}{.ftz}{.relu}{.(sat|satfinite)}";
def : Conversion<cvt # ".cvtint.cvtint", "d, a:t2", Op<"converted(a)">>;
def : Conversion<cvt # ".cvtint.cvtfloat", "d, a:t2", Op<"toInteger(a)">>;
def : Conversion<cvt # ".cvtfloat.cvtint", "d, a:t2", Op<"fromInteger(a)">>;
def : Conversion<cvt # ".cvtfloat.cvtfloat", "d, a:t2", Op<"toFloat(a)">>;
def : Conversion<"cvt{.(rn|rz|rna)}{.relu}{.satfinite}.tf32.f32", "d, a:t2", Call<"aw_cvt_tf32_f32(a, rounding, flags)">> { let PtxVersion = 70; let SmVersion = 80; }
// Of two sources the first is the upper element.
foreach half = ["f16", "bf16"] in {
  defvar rounded = "aw_cvt_" # half # "_f32";
  defvar random = "aw_cvt_rs_" # half # "_f32";
  def : Conversion<"cvt.(rn|rz){.relu}{.satfinite}." # half # "x2.f32", "d, a:t2, b:t2",
      Call<"pair(" # rounded # "(b, rounding, flags), " # rounded # "(a, rounding, flags))">> { let PtxVersion = 70; let SmVersion = 80; }
  def : Conversion<"cvt.rs{.relu}{.satfinite}." # half # "x2.f32", "d, a:t2, b:t2, c:b32",
      Call<"pair(" # random # "(b, c, flags), " # random # "(a, LShr(c, 16), flags))">> { let PtxVersion = 87; let SmVersion = 100; let ArchSpecific = 1; }
}
foreach format = ["E4M3", "E5M2", "E2M1", "E2M3", "E3M2"] in {
  defvar type = !tolower(format) # "x2";
  defvar arguments = ", Format" # format # ", flags)";
  def : Conversion<"cvt.rn.satfinite{.relu}." # type # ".f32", "d, a:t2, b:t2",
      Call<"pair(aw_cvt_small_f32(b" # arguments # ", aw_cvt_small_f32(a" # arguments # ")">> { let PtxVersion = 78; let SmVersion = 89; }
  def : Conversion<"cvt.rn.satfinite{.relu}." # type # ".(f16x2|bf16x2)", "d, a:t2", Call<"aw_cvt_small_f32(half(a)" # arguments>> { let PtxVersion = 78; let SmVersion = 89; }
  def : Conversion<"cvt.rn{.relu}.f16x2." # type, "d, a:t2", Call<"aw_cvt_f16_small(word32(a)" # arguments>> { let PtxVersion = 78; let SmVersion = 89; }
}
def : Conversion<"cvt.rn{.relu}.bf16x2.ue8m0x2", "d, a:t2", Call<"aw_cvt_bf16_ue8m0(word32(a))">> { let PtxVersion = 78; let SmVersion = 89; }
def : Conversion<"cvt.(rz|rp){.satfinite}.ue8m0x2.f32", "d, a:t2, b:t2", Call<"pair(aw_cvt_ue8m0_f32(b, rounding), aw_cvt_ue8m0_f32(a, rounding))">> { let PtxVersion = 86; let SmVersion = 100; let ArchSpecific = 1; }
def : Conversion<"cvt.(rz|rp){.satfinite}.ue8m0x2.bf16x2", "d, a:t2", Call<"aw_cvt_ue8m0_f32(half(a), rounding)">> { let PtxVersion = 86; let SmVersion = 100; let ArchSpecific = 1; }
def : Conversion<"cvt.rs{.relu}.satfinite.(e4m3x4|e5m2x4|e2m1x4|e2m3x4|e3m2x4).f32", "d, {a}:any, c:b32", Absent<"stochastic rounding to four small floats is not modelled">> { let PtxVersion = 87; let SmVersion = 100; let ArchSpecific = 1; }
let Means = Op<"pair(converted(b), converted(a))"> in
def : DataMovement<"cvt.pack.sat.(u16|s16).s32", "d:b32, a:s32, b:s32", "cvt-pack"> { let PtxVersion = 65; let SmVersion = 72; }
foreach size = [2, 4, 8] in {
  // {low half of c, a, b}, from the top
  let Means = Op<"Or(Or(Shl(c, " # !mul(2, size) # "), Shl(word32(converted(a)), " # size # ")), word32(converted(b)))"> in
  def : DataMovement<"cvt.pack.sat.(u" # size # "|s" # size # ").s32.b32", "d:b32, a:s32, b:s32, c:b32", "cvt-pack"> { let PtxVersion = 65; let SmVersion = 72; }
}
let Means = Custom<"Misc"> in
def : DataMovement<"alloca.(u32|u64)", "d, a{, imm}", "alloca"> { let PtxVersion = 73; let SmVersion = 52; }
let Means = Custom<"Misc"> in
def : DataMovement<"stacksave.(u32|u64)", "d", "stacksave"> { let PtxVersion = 73; let SmVersion = 52; }
let Means = Custom<"Misc"> in
def : DataMovement<"stackrestore.(u32|u64)", "a", "stackrestore"> { let PtxVersion = 73; let SmVersion = 52; }
