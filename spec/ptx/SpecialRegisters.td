// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special registers (chapter of the same name).

// SpecialRegister<name without %, type of a component>; `Components` 0: a scalar; 3: .x .y .z (and .w,
// which reads as 0); `Count` n > 0: name0 … name(n-1).
class SpecialRegister<string name, string type, int version = 10, int sm = 0> {
  string Name = name;
  string RegisterType = type;
  int Components = 0;
  int Count = 0;
  int PtxVersion = version;
  int SmVersion = sm;
}
class SpecialVector<string name, int version = 10, int sm = 0> : SpecialRegister<name, "u32", version, sm> {
  let Components = 3;
}
class SpecialArray<string name, int count, string type, int version = 10, int sm = 0>
    : SpecialRegister<name, type, version, sm> {
  let Count = count;
}

def : SpecialVector<"tid">;
def : SpecialVector<"ntid">;
def : SpecialRegister<"laneid", "u32", 13>;
def : SpecialRegister<"warpid", "u32", 13>;
def : SpecialRegister<"nwarpid", "u32", 20, 20>;
def : SpecialVector<"ctaid">;
def : SpecialVector<"nctaid">;
def : SpecialRegister<"smid", "u32", 13>;
def : SpecialRegister<"nsmid", "u32", 20, 20>;
def : SpecialRegister<"gridid", "u64", 10>;
def : SpecialRegister<"is_explicit_cluster", "pred", 78, 90>;
def : SpecialVector<"clusterid", 78, 90>;
def : SpecialVector<"nclusterid", 78, 90>;
def : SpecialVector<"cluster_ctaid", 78, 90>;
def : SpecialVector<"cluster_nctaid", 78, 90>;
def : SpecialRegister<"cluster_ctarank", "u32", 78, 90>;
def : SpecialRegister<"cluster_nctarank", "u32", 78, 90>;
foreach relation = ["eq", "le", "lt", "ge", "gt"] in
  def : SpecialRegister<"lanemask_" # relation, "u32", 20, 20>;
def : SpecialRegister<"clock", "u32">;
def : SpecialRegister<"clock_hi", "u32", 50, 20>;
def : SpecialRegister<"clock64", "u64", 20, 20>;
def : SpecialArray<"pm", 8, "u32", 13>;
foreach i = 0...7 in
  def : SpecialRegister<"pm" # i # "_64", "u64", 40, 50>;
def : SpecialArray<"envreg", 32, "b32", 21>;
def : SpecialRegister<"globaltimer", "u64", 31, 30>;
def : SpecialRegister<"globaltimer_lo", "u32", 31, 30>;
def : SpecialRegister<"globaltimer_hi", "u32", 31, 30>;
def : SpecialRegister<"reserved_smem_offset_begin", "b32", 76, 80>;
def : SpecialRegister<"reserved_smem_offset_end", "b32", 76, 80>;
def : SpecialRegister<"reserved_smem_offset_cap", "b32", 76, 80>;
def : SpecialArray<"reserved_smem_offset_", 2, "b32", 76, 80>;
def : SpecialRegister<"total_smem_size", "u32", 41, 20>;
def : SpecialRegister<"aggr_smem_size", "u32", 81, 90>;
def : SpecialRegister<"dynamic_smem_size", "u32", 41, 20>;
def : SpecialRegister<"current_graph_exec", "u64", 80, 50>;
