// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp-level matrix multiply and matrix loads, and the asynchronous warpgroup instructions.

def : Mnemonics<["wmma", "mma", "ldmatrix", "stmatrix", "movmatrix", "wgmma"]>;

class Matrix<string syntax, string operands, string anchor, int version, int sm>
    : Instruction<syntax, operands, "warp-level-matrix-instructions-" # anchor> {
  let Means = Custom<"Matrix">;
  let PtxVersion = version;
  let SmVersion = sm;
}
class Wgmma<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "asynchronous-warpgroup-level-matrix-instructions-" # anchor> {
  let Means = Custom<"Matrix">;
  let PtxVersion = 80;
  let SmVersion = 90;
  let ArchSpecific = 1;
}
def : Set<"mmashape", ["m8n8k4", "m8n8k16", "m8n8k32", "m8n8k128", "m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32", "m16n8k64", "m16n8k128", "m16n8k256"]>;
def : Set<"mmatype", ["f16", "bf16", "tf32", "f32", "f64", "u8", "s8", "u4", "s4", "b1", "s32", "e4m3", "e5m2", "e2m1", "e2m3", "e3m2"]>;
def : Set<"kind", ["kind::f8f6f4", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"]>;
def : Set<"scalevec", ["scale_vec::1X", "scale_vec::2X", "scale_vec::4X"]>;
def : Set<"scaletype", ["ue8m0", "ue4m3"]>;
def : Matrix<"mma.sync.aligned.mmashape.layout.layout{.satfinite}{.rnd}{.(kind::f8f6f4)}.mmatype.mmatype.mmatype.mmatype", "{d}:any, {a}:any, {b}:any, {c}:any", "mma", 64, 70>;
def : Matrix<"mma.sync.aligned.mmashape.row.col.s32.b1.b1.s32.(xor|and).popc", "{d}:any, {a}:any, {b}:any, {c}:any", "mma", 70, 75>;
let Means = Absent<"products with scaled blocks are not computed"> in
def : Matrix<"mma.sync.aligned.mmashape.row.col.kind.block_scale{.scalevec}.f32.mmatype.mmatype.f32.scaletype", "{d}:any, {a}:any, {b}:any, {c}:any, a:b32, {a}:any, b:b32, {b}:any", "mma", 87, 120> { let ArchSpecific = 1; }
def : Matrix<"mma.(sp|sp::ordered_metadata).sync.aligned.mmashape.row.col{.satfinite}{.kind}.mmatype.mmatype.mmatype.mmatype", "{d}:any, {a}:any, {b}:any, {c}:any, e:b32, imm", "mma-sp", 71, 80>;
let Means = Absent<"products with scaled blocks are not computed"> in
def : Matrix<"mma.(sp|sp::ordered_metadata).sync.aligned.mmashape.row.col.kind.block_scale{.scalevec}.f32.mmatype.mmatype.f32.scaletype", "{d}:any, {a}:any, {b}:any, {c}:any, e:b32, imm, a:b32, {a}:any, b:b32, {b}:any", "mma-sp", 87, 120> { let ArchSpecific = 1; }
def : Matrix<"ldmatrix.sync.aligned.m8n8.(x1|x2|x4){.trans}{.(shared|shared::cta)}.b16", "{d}:b32, [a]", "ldmatrix", 65, 75>;
let Means = Absent<"matrices of 8-bit elements are not moved"> in
def : Matrix<"ldmatrix.sync.aligned.(m8n16|m16n16).(x1|x2|x4){.trans}{.(shared|shared::cta)}{.b8x16}{.(b6x16_p32|b4x16_p64)}{.b8}", "{d}:b32, [a]", "ldmatrix", 86, 100> { let ArchSpecific = 1; }
def : Matrix<"stmatrix.sync.aligned.m8n8.(x1|x2|x4){.trans}{.(shared|shared::cta)}.b16", "[a], {b}:b32", "stmatrix", 78, 90>;
let Means = Absent<"matrices of 8-bit elements are not moved"> in
def : Matrix<"stmatrix.sync.aligned.m16n8.(x1|x2|x4){.trans}{.(shared|shared::cta)}.b8", "[a], {b}:b32", "stmatrix", 86, 100> { let ArchSpecific = 1; }
def : Matrix<"movmatrix.sync.aligned.m8n8.trans.b16", "d:b32, a:b32", "movmatrix", 78, 75>;

// Shapes m64nNkK for N = 8, 16 … 256.
defvar wgmmaN = [8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176,
                 184, 192, 200, 208, 216, 224, 232, 240, 248, 256];
def : Set<"wgmmashape", !listconcat(!foreach(n, wgmmaN, "m64n" # n # "k8"), !foreach(n, wgmmaN, "m64n" # n # "k16"),
                                    !foreach(n, wgmmaN, "m64n" # n # "k32"), !foreach(n, wgmmaN, "m64n" # n # "k64"),
                                    !foreach(n, wgmmaN, "m64n" # n # "k256"))>;
def : Wgmma<"wgmma.mma_async{.(sp|sp::ordered_metadata)}.sync.aligned.wgmmashape{.satfinite}.mmatype.mmatype.mmatype", "{d}:any, {a}:any, b:b64, any{, any}{, any}{, any}{, any}{, any}{, any}", "wgmma-mma-async">;
def : Wgmma<"wgmma.mma_async{.(sp|sp::ordered_metadata)}.sync.aligned.wgmmashape.s32.b1.b1.and.popc", "{d}:any, {a}:any, b:b64, any{, any}{, any}", "wgmma-mma-async">;
def : Wgmma<"wgmma.fence.sync.aligned", "", "wgmma-fence">;
def : Wgmma<"wgmma.commit_group.sync.aligned", "", "wgmma-commit-group">;
def : Wgmma<"wgmma.wait_group.sync.aligned", "imm", "wgmma-wait-group">;
