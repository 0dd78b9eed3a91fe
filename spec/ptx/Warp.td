// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp-level matrix instructions on fragments: wmma. (mma and the matrix loads: Matrix.td.)

class Wmma<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "warp-level-matrix-instructions-wmma-" # anchor> {
  let Means = Custom<"Matrix">;
  let PtxVersion = 60;
  let SmVersion = 70;
}
def : Set<"layout", ["row", "col"]>;
def : Set<"wmmashape", ["m16n16k16", "m8n32k16", "m32n8k16", "m16n16k8", "m8n8k4", "m8n8k32", "m8n8k128"]>;
def : Set<"wmmatype", ["f16", "bf16", "tf32", "f32", "f64", "u8", "s8", "u4", "s4", "b1", "s32"]>;
def : Wmma<"wmma.load.(a|b|c).sync.aligned.layout.wmmashape{.memory}.wmmatype", "{d}:any, [a]{, b:any}", "load">;
def : Wmma<"wmma.store.d.sync.aligned.layout.wmmashape{.memory}.wmmatype", "[a], {b}:any{, c:any}", "store">;
def : Wmma<"wmma.mma.sync.aligned.layout.layout.wmmashape{.rnd}.wmmatype.wmmatype{.wmmatype}{.wmmatype}{.satfinite}", "{d}:any, {a}:any, {b}:any, {c}:any", "mma">;
def : Wmma<"wmma.mma.(xor|and).popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32", "{d}:any, {a}:any, {b}:any, {c}:any", "mma"> { let PtxVersion = 63; let SmVersion = 75; }
