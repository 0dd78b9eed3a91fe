// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface instructions.

def : Mnemonics<["tex", "tld4", "txq", "istypep", "suld", "sust", "sured", "suq"]>;

class Texture<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "texture-instructions-" # anchor> {
  let Means = Custom<"Texture">;
}
class Surface<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "surface-instructions-" # anchor> {
  let Means = Custom<"Texture">;
}
def : Set<"geometry", ["1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms"]>;
def : Set<"texel", ["u32", "s32", "f16", "f16x2", "f32"]>;

// Level or gradients, offset and depth-compare value follow the address in this order where given; a
// residency predicate stands at the destination.
def : Texture<"tex{.(base|level|grad)}.geometry{.vec}.texel.(s32|f32)", "{d}|p:any, [a]{, {b}:any}{, {c}:any}{, {e}:any}{, {f}:any}", "tex">;
def : Texture<"tld4.(r|g|b|a).(2d|a2d|cube|acube).v4.(u32|s32|f32).f32", "{d}|p:any, [a]{, {b}:any}{, c:any}", "tld4"> { let PtxVersion = 31; let SmVersion = 20; }
def : Texture<"txq{.level}.(width|height|depth|channel_data_type|channel_order|normalized_coords|array_size|num_mipmap_levels|num_samples|force_unnormalized_coords|filter_mode|addr_mode_0|addr_mode_1|addr_mode_2).b32", "d, [a]{, b:b32}", "txq"> { let PtxVersion = 15; }
def : Texture<"istypep.(texref|samplerref|surfref)", "p, a:any", "istypep"> { let PtxVersion = 40; let SmVersion = 30; }

def : Surface<"suld.b.geometry{.(ca|cg|cs|cv)}{.vec}.(b8|b16|b32|b64){.(trap|clamp|zero)}", "{d}, [a]", "suld"> { let PtxVersion = 15; let Relaxed = 1; }
def : Surface<"sust.(b|p).geometry{.(wb|cg|cs|wt)}{.vec}.(b8|b16|b32|b64|u32|s32|f32){.(trap|clamp|zero)}", "[a], {b}", "sust"> { let PtxVersion = 15; let Relaxed = 1; }
def : Surface<"sured.(b|p).(add|min|max|and|or).geometry.(u32|u64|s32|b32|b64|s64){.(trap|clamp|zero)}", "[a], b", "sured"> { let PtxVersion = 30; let SmVersion = 20; }
def : Surface<"suq.(width|height|depth|channel_data_type|channel_order|array_size|memory_layout).b32", "d, [a]", "suq"> { let PtxVersion = 15; }
