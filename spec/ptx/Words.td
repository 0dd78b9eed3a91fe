// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every modifier word of PTX ISA 1.0 to 9.0. The chapters' rows may use only these and the mnemonics
// that the chapters name, so a misspelt row does not build.

// Arithmetic
def : Words<["rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "rna", "rs", "ftz", "sat", "satfinite",
  "approx", "full", "relu", "oob", "noftz", "hi", "lo", "wide", "cc", "NaN", "nan", "xorsign", "abs", "pack",
  "finite", "infinite", "number", "notanumber", "normal", "subnormal", "shiftamt"]>;
// Comparison and logic
def : Words<["eq", "ne", "lt", "le", "gt", "ge", "ls", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu",
  "num", "and", "or", "xor", "l", "r", "clamp", "wrap"]>;
// shfl, prmt, vote, match, redux, bmsk
def : Words<["up", "down", "bfly", "idx", "sync", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16", "all", "any",
  "uni", "ballot", "min", "max", "add", "inc", "dec", "cas", "exch", "popc"]>;
// Memory
def : Words<["weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "sc", "mmio", "nc", "cta",
  "cluster", "gpu", "sys", "gl", "ca", "cg", "cs", "lu", "cv", "wb", "wt",
  "L1", "L2", "L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last",
  "L1::no_allocate", "L2::evict_normal", "L2::evict_first", "L2::evict_last", "L2::evict_unchanged",
  "L2::cache_hint", "L2::64B", "L2::128B", "L2::256B", "to",
  "fractional", "range", "cvt", "tensormap"]>;
// Barriers, fences, mbarrier
def : Words<["arrive", "red", "wait", "aligned", "warp", "proxy", "alias", "async", "async::generic",
  "tensormap::generic", "mbarrier_init", "sync_restrict::shared::cta", "sync_restrict::shared::cluster",
  "init", "inval", "expect_tx", "complete_tx", "arrive_drop", "test_wait", "try_wait", "parity",
  "pending_count", "noComplete", "noinc", "mbarrier", "launch_dependents",
  "mbarrier::complete_tx::bytes", "mbarrier::arrive::one", 
  "try_cancel", "query_cancel", "is_canceled", "get_first_ctaid", "get_first_ctaid::x",
  "get_first_ctaid::y", "get_first_ctaid::z"]>;
// Asynchronous copies, tensor maps, multimem
def : Words<["bulk", "tensor", "commit_group", "wait_group", "wait_all", "read", "reduce", "prefetch",
  "multicast::cluster", "multicast::cluster::all", "bulk_group", "tile", "tile::gather4", "tile::scatter4", "im2col",
  "im2col::w", "im2col::w::128", "im2col_no_offs", "cp_mask", "ignore_oob", "ld_reduce", "st", "acc::f16", "acc::f32", "replace", "cp_fenceproxy",
  "global_address", "rank", "box_dim", "global_dim", "global_stride", "element_stride", "elemtype",
  "interleave_layout", "swizzle_mode", "swizzle_atomicity", "fill_mode", "b1024", "cp"]>;
// Textures and surfaces
def : Words<["1d", "2d", "3d", "4d", "5d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms", "base", "level", "grad",
  "b", "g", "a", "p", "trap", "zero", "width", "height", "depth", "channel_data_type", "channel_order",
  "normalized_coords", "force_unnormalized_coords", "filter_mode", "addr_mode_0", "addr_mode_1",
  "addr_mode_2", "array_size", "num_mipmap_levels", "num_samples", "memory_layout"]>;
// Matrices
def : Words<["load", "store", "mma", "row", "col", "d", "c", "trans", "x1", "x2", "x4", "num", "sp",
  "sp::ordered_metadata", "block_scale", "kind::mxf8f6f4", "kind::f8f6f4", "kind::mxf4", "kind::mxf4nvf4",
  "kind::f16", "kind::tf32", "kind::i8", "scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block16", "block32",
  "b8x16", "b6x16_p32", "b4x16_p64", "m8n8", "m16n8", "m16n16", "m8n16", "m16n16k16", "m8n32k16",
  "m32n8k16", "m16n16k8", "m8n8k4", "m8n8k16", "m8n8k32", "m8n8k128", "m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32",
  "m16n8k64", "m16n8k128", "m16n8k256", "fence", "mma_async"]>;
foreach n = [8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168,
             176, 184, 192, 200, 208, 216, 224, 232, 240, 248, 256] in
  def : Words<["m64n" # n # "k8", "m64n" # n # "k16", "m64n" # n # "k32", "m64n" # n # "k64", "m64n" # n # "k256"]>;
// tcgen05
def : Words<["alloc", "dealloc", "relinquish_alloc_permit", "cta_group::1", "cta_group::2", "ld", "shift",
  "commit", "before_thread_sync", "after_thread_sync", "wait::ld", "wait::st", "unpack::16b", "pack::16b", "32x32b",
  "16x32bx2", "16x64b", "16x128b", "16x256b", "x8", "x16", "x32", "x64", "x128", "128x256b", "4x256b", "128x128b", "64x128b",
  "32x128b", "warpx2::02_13", "warpx2::01_23", "warpx4", "ws", "ashift",
  "collector::a::fill", "collector::a::use", "collector::a::lastuse", "collector::a::discard"]>;
foreach n = ["b0", "b1", "b2", "b3"] in
  def : Words<["collector::" # n # "::fill", "collector::" # n # "::use", "collector::" # n # "::lastuse",
               "collector::" # n # "::discard"]>;
// Video
def : Words<["shr7", "shr15", "po", "mask"]>;


