// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special registers (chapter of the same name): a row is all that is known of one. utils/gen/ptxregisters.py makes
// of it the enumerator, the parser's look-up, the function of scalar device IR that stands for it, its range,
// what a kernel reads, and a line of the support page.

// Where a register's value comes from.
class Source;
class Launch<string member> : Source { string Member = member; } // LaunchState::member; .y and .z stand behind .x
class Block<string member> : Source { string Member = member; }  // BlockState::member, in the same way
def Piece : Source;    // computed at the start of each piece of threads: passes/warps/SpecialRegisters.cpp
def Timer : Source;    // a new value at each read
def Computed : Source; // from other registers: emit/SpecialRegisters.cpp
class Always<int value> : Source { int Value = value; }
class Lower<string other> : Source { string Other = other; } // the bits of another register, as far as they fit
class Upper<string other> : Source { string Other = other; } // the upper 32 bits of another register

// How values vary over the threads of a block (codegen/Intrinsics.h).
class Varies<string shape> { string Shape = shape; }
def PerBlock : Varies<"Block">; // equal in the block
def PerWarp : Varies<"Warp">;   // equal in a warp
def PerLane : Varies<"Lane">;   // a known function of the lane and of the block's shape

// SpecialRegister<name without %, type of a component, source, PTX version, architecture>.
class SpecialRegister<string name, string type, Source source, int version = 10, int sm = 0> {
  string Name = name;
  string RegisterType = type;
  Source From = source;
  int PtxVersion = version;
  int SmVersion = sm;
  string Id = "";           // of sources Launch, Block, Piece and Timer: codegen::Intrinsic (and X, Y, Z)
  Varies Lanes = PerBlock;  // of these sources, too
  int Low = 0;              // least and greatest value; both 0: any of the type
  int High = 0;
  int Components = 0;       // 0: a scalar; 3: .x .y .z and .w
  int W = 0;                // what .w reads as
  bit Hidden = 0;           // no register of PTX, but others are made of it
}
class SpecialVector<string name, Source source, string id = "", int version = 10, int sm = 0>
    : SpecialRegister<name, "u32", source, version, sm> {
  let Id = id;
  let Components = 3;
}
defvar kMaxThreads = 1024;
defvar kMaxBlocks = 0x7fffffff;

// Threads and blocks
def : SpecialVector<"tid", Piece, "Tid"> { let Lanes = PerLane; let High = !sub(kMaxThreads, 1); }
def : SpecialVector<"ntid", Launch<"blockDim">, "NTid"> { let Low = 1; let High = kMaxThreads; let W = 1; }
def : SpecialVector<"ctaid", Block<"blockIdx">, "CtaId"> { let High = !sub(kMaxBlocks, 1); }
def : SpecialVector<"nctaid", Launch<"gridDim">, "NCtaId"> { let Low = 1; let High = kMaxBlocks; let W = 1; }
def : SpecialRegister<"laneid", "u32", Piece, 13> { let Id = "LaneId"; let Lanes = PerLane; let High = 31; }
def : SpecialRegister<"warpid", "u32", Piece, 13> { let Id = "WarpId"; let Lanes = PerWarp; let High = 31; }
def : SpecialRegister<"nwarpid", "u32", Launch<"warpIds">, 20, 20> { let Id = "NWarpId"; let Low = 1; let High = 64; }
def : SpecialRegister<"gridid", "u64", Launch<"gridId">, 10> { let Id = "GridId"; }
foreach relation = ["eq", "le", "lt", "ge", "gt"] in
  def : SpecialRegister<"lanemask_" # relation, "u32", Computed, 20, 20>;
// One multiprocessor.
def : SpecialRegister<"smid", "u32", Always<0>, 13>;
def : SpecialRegister<"nsmid", "u32", Always<1>, 20, 20>;

// Clusters
def : SpecialRegister<"is_explicit_cluster", "pred", Computed, 78, 90>;
def : SpecialVector<"clusterid", Computed, "", 78, 90>;
def : SpecialVector<"nclusterid", Computed, "", 78, 90> { let W = 1; }
def : SpecialVector<"cluster_ctaid", Computed, "", 78, 90>;
def : SpecialVector<"cluster_nctaid", Launch<"clusterDim">, "ClusterNCtaId", 78, 90> { let W = 1; }
def : SpecialRegister<"cluster_ctarank", "u32", Block<"clusterRank">, 78, 90> { let Id = "ClusterCtaRank"; }
def : SpecialRegister<"cluster_nctarank", "u32", Computed, 78, 90>;

// Time
def : SpecialRegister<"clock64", "u64", Timer, 20, 20> { let Id = "Clock"; let Lanes = PerWarp; }
def : SpecialRegister<"clock", "u32", Lower<"clock64">>;
def : SpecialRegister<"clock_hi", "u32", Upper<"clock64">, 50, 20>;
def : SpecialRegister<"globaltimer", "u64", Timer, 31, 30> { let Id = "GlobalTimer"; let Lanes = PerWarp; }
def : SpecialRegister<"globaltimer_lo", "u32", Lower<"globaltimer">, 31, 30>;
def : SpecialRegister<"globaltimer_hi", "u32", Upper<"globaltimer">, 31, 30>;
// No performance counters.
foreach i = !range(8) in {
  def : SpecialRegister<"pm" # i, "u32", Always<0>, 13>;
  def : SpecialRegister<"pm" # i # "_64", "u64", Always<0>, 40, 50>;
}

// Environment. The address that a cooperative launch hands to its grid barrier comes in two halves; the rest is 0.
def : SpecialRegister<"grid_workspace", "u64", Launch<"gridWorkspace">> { let Id = "GridWorkspace"; let Hidden = 1; }
def : SpecialRegister<"envreg1", "b32", Upper<"grid_workspace">, 21>;
def : SpecialRegister<"envreg2", "b32", Lower<"grid_workspace">, 21>;
foreach i = !listconcat([0], !range(3, 32)) in
  def : SpecialRegister<"envreg" # i, "b32", Always<0>, 21>;
def : SpecialRegister<"current_graph_exec", "u64", Launch<"currentGraph">, 80, 50> { let Id = "CurrentGraph"; }

// Shared memory. What the system reserves begins at 0.
foreach name = ["begin", "0"] in
  def : SpecialRegister<"reserved_smem_offset_" # name, "b32", Always<0>, 76, 80>;
foreach name = ["end", "cap", "1"] in
  def : SpecialRegister<"reserved_smem_offset_" # name, "b32", Computed, 76, 80>;
def : SpecialRegister<"total_smem_size", "u32", Computed, 41, 20>;
def : SpecialRegister<"aggr_smem_size", "u32", Launch<"totalShared">, 81, 90> { let Id = "TotalShared"; }
def : SpecialRegister<"dynamic_smem_size", "u32", Launch<"dynamicShared">, 41, 20> { let Id = "DynamicShared"; }
