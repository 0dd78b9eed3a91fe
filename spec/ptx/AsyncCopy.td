// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies, bulk and tensor copies, tensor maps.

def : Mnemonics<["cp", "tensormap"]>;

class AsyncCopy<string syntax, string operands, string anchor, int version, int sm>
    : Instruction<syntax, operands, "data-movement-and-conversion-instructions-" # anchor> {
  let Means = Custom<"AsyncCopy">;
  let PtxVersion = version;
  let SmVersion = sm;
}
def : Set<"dim", ["1d", "2d", "3d", "4d", "5d"]>;
def : Set<"tensormode", ["tile", "tile::gather4", "tile::scatter4", "im2col", "im2col::w", "im2col::w::128", "im2col_no_offs"]>;
def : Set<"ctagroup", ["cta_group::1", "cta_group::2"]>;

def : AsyncCopy<"cp.async.(ca|cg).(shared|shared::cta).global{.hint}{.fetch}", "[a], [b], imm{, c:any}{, e:any}", "cp-async", 70, 80>;
def : AsyncCopy<"cp.async.commit_group", "", "cp-async-commit-group", 70, 80>;
def : AsyncCopy<"cp.async.wait_group", "imm", "cp-async-wait-group", 70, 80>;
def : AsyncCopy<"cp.async.wait_all", "", "cp-async-wait-group", 70, 80>;
def : AsyncCopy<"cp.async.mbarrier.arrive{.noinc}{.(shared|shared::cta)}.b64", "[a]", "cp-async-mbarrier-arrive", 70, 80>;

def : AsyncCopy<"cp.async.bulk.shared::cluster.(global|shared::cta).mbarrier::complete_tx::bytes{.multicast::cluster}{.ignore_oob}{.hint}", "[a], [b], c:u32, [d]{, any}{, any}{, any}{, any}", "cp-async-bulk", 80, 90>;
def : AsyncCopy<"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes{.ignore_oob}{.hint}", "[a], [b], c:u32, [d]{, any}{, any}{, any}", "cp-async-bulk", 86, 90>;
def : AsyncCopy<"cp.async.bulk.global.(shared|shared::cta).bulk_group{.hint}{.cp_mask}", "[a], [b], c:u32{, any}{, any}", "cp-async-bulk", 80, 90>;
def : AsyncCopy<"cp.async.bulk.prefetch.L2.global{.hint}", "[a], b:u32{, c:b64}", "cp-async-bulk-prefetch", 80, 90>;
def : AsyncCopy<"cp.async.bulk.commit_group", "", "cp-async-bulk-commit-group", 80, 90>;
def : AsyncCopy<"cp.async.bulk.wait_group{.read}", "imm", "cp-async-bulk-wait-group", 80, 90>;
def : AsyncCopy<"cp.reduce.async.bulk.(shared::cluster|global).(shared|shared::cta).(mbarrier::complete_tx::bytes|bulk_group){.hint}.(add|inc|dec|min|max|and|or|xor){.noftz}.(f16|bf16|b32|b64|u32|u64|s32|s64|f32|f64)", "[a], [b], c:u32{, any}{, any}", "cp-reduce-async-bulk", 80, 90>;
let Means = Custom<"TensorMap"> in
def : AsyncCopy<"cp.async.bulk.tensor.dim.shared::cluster.global{.tensormode}.mbarrier::complete_tx::bytes{.multicast::cluster}{.ctagroup}{.hint}", "[a], [b], [c]{, any}{, any}{, any}", "cp-async-bulk-tensor", 80, 90>;
let Means = Custom<"TensorMap"> in
def : AsyncCopy<"cp.async.bulk.tensor.dim.shared::cta.global{.tensormode}.mbarrier::complete_tx::bytes{.ctagroup}{.hint}", "[a], [b], [c]{, any}{, any}{, any}", "cp-async-bulk-tensor", 86, 90>;
let Means = Custom<"TensorMap"> in
def : AsyncCopy<"cp.async.bulk.tensor.dim.global.(shared|shared::cta){.tensormode}.bulk_group{.hint}", "[a], [b]{, any}", "cp-async-bulk-tensor", 80, 90>;
let Means = Custom<"TensorMap"> in
def : AsyncCopy<"cp.reduce.async.bulk.tensor.dim.global.(shared|shared::cta).(add|inc|dec|min|max|and|or|xor){.tensormode}.bulk_group{.hint}", "[a], [b]{, any}", "cp-reduce-async-bulk-tensor", 80, 90>;
let Means = Custom<"TensorMap"> in
def : AsyncCopy<"cp.async.bulk.prefetch.tensor.dim.L2.global{.tensormode}{.hint}", "[a]{, any}{, any}", "cp-async-bulk-prefetch-tensor", 80, 90>;
let Means = Absent<"there is no multicast memory"> in
def : AsyncCopy<"multimem.cp.async.bulk{.bulk_group}.global.(shared|shared::cta){.cp_mask}", "[a], [b], c:u32{, any}", "multimem-cp-async-bulk", 90, 90>;
let Means = Absent<"there is no multicast memory"> in
def : AsyncCopy<"multimem.cp.reduce.async.bulk{.bulk_group}.global.(shared|shared::cta).(add|min|max|and|or|xor){.noftz}.(f16|bf16|b32|b64|u32|u64|s32|s64|f32|f64)", "[a], [b], c:u32", "multimem-cp-reduce-async-bulk", 90, 90>;

let Means = Custom<"TensorMap"> in
def : AsyncCopy<"tensormap.replace{.tile}.(global_address|rank|box_dim|global_dim|global_stride|element_stride|elemtype|interleave_layout|swizzle_mode|swizzle_atomicity|fill_mode){.(global|shared|shared::cta)}.b1024{.(b32|b64)}", "[a], any{, any}", "tensormap-replace", 83, 90> { let ArchSpecific = 1; }
let Means = Custom<"TensorMap"> in
def : AsyncCopy<"tensormap.cp_fenceproxy.global.(shared|shared::cta).tensormap::generic.release.scope.sync.aligned", "[a], [b], imm", "tensormap-cp-fenceproxy", 83, 90>;
