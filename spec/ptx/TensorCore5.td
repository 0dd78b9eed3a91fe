// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TensorCore 5th generation family: tcgen05.

def : Mnemonics<["tcgen05"]>;

class TensorCore5<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "tcgen05-instructions-tcgen05-" # anchor> {
  let Means = Absent<"the tensor memory of 10.x and 11.0 is not modelled">;
  let PtxVersion = 86;
  let SmVersion = 100;
  let ArchSpecific = 1;
}
def : Set<"ldshape", ["16x64b", "16x128b", "16x256b", "32x32b", "16x32bx2"]>;
def : Set<"repeat", ["x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128"]>;
def : Set<"collectorA", ["collector::a::fill", "collector::a::use", "collector::a::lastuse", "collector::a::discard"]>;
def : Set<"collectorB", !listconcat(!foreach(n, ["b0", "b1", "b2", "b3"], "collector::" # n # "::fill"),
  !foreach(n, ["b0", "b1", "b2", "b3"], "collector::" # n # "::use"),
  !foreach(n, ["b0", "b1", "b2", "b3"], "collector::" # n # "::lastuse"),
  !foreach(n, ["b0", "b1", "b2", "b3"], "collector::" # n # "::discard"))>;
def : Set<"mmakind", ["kind::f16", "kind::tf32", "kind::f8f6f4", "kind::i8", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"]>;

def : TensorCore5<"tcgen05.alloc.ctagroup.sync.aligned{.(shared|shared::cta)}.b32", "[a], b", "alloc">;
def : TensorCore5<"tcgen05.dealloc.ctagroup.sync.aligned.b32", "a, b", "alloc">;
def : TensorCore5<"tcgen05.relinquish_alloc_permit.ctagroup.sync.aligned", "", "alloc">;
def : TensorCore5<"tcgen05.ld{.red}.sync.aligned.ldshape.repeat{.(min|max)}{.abs}{.NaN}{.pack::16b}.(b32|u32|s32|f32)", "{d}:any, [a]{, any}{, any}", "ld">;
def : TensorCore5<"tcgen05.st.sync.aligned.ldshape.repeat{.unpack::16b}.b32", "[a], any{, any}", "st">;
def : TensorCore5<"tcgen05.(wait::ld|wait::st).sync.aligned", "", "wait">;
def : TensorCore5<"tcgen05.cp.ctagroup.(128x256b|4x256b|128x128b|64x128b|32x128b){.(warpx2::02_13|warpx2::01_23|warpx4)}{.b8x16}{.(b6x16_p32|b4x16_p64)}", "[a], b:b64", "cp">;
def : TensorCore5<"tcgen05.shift.ctagroup.down", "[a]", "shift">;
def : TensorCore5<"tcgen05.mma{.(sp|ws)}{.(sp|sp::ordered_metadata)}.ctagroup{.ashift}.mmakind{.block_scale}{.(scale_vec::1X|scale_vec::2X|scale_vec::4X|block16|block32)}{.ashift}{.collectorA}{.collectorB}", "[a], any, any, any{, any}{, any}{, any}{, any}{, any}{, any}", "mma">;
def : TensorCore5<"tcgen05.commit.ctagroup{.mbarrier::arrive::one}{.smem}{.multicast::cluster}.b64", "[a]{, any}", "commit">;
def : TensorCore5<"tcgen05.fence.(before_thread_sync|after_thread_sync)", "", "fence">;
