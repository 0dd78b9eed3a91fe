// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video instructions: scalar and SIMD.

def : Mnemonics<["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset",
  "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2", "vadd4", "vsub4", "vavrg4",
  "vabsdiff4", "vmin4", "vmax4", "vset4"]>;

// Selectors, masks, words and signs are constants for device/builtins/Video.cpp: `part`, `selector`, `mask`, `merge`, `signs` and
// `comparison` (lib/codegen/emit/chapters/Video.h).
class ScalarVideo<string syntax, string operands, string anchor, string means>
    : Instruction<syntax, operands, "scalar-video-instructions-" # anchor> {
  let Means = Call<means>;
  let PtxVersion = 20;
  let SmVersion = 20;
}
class SimdVideo<string syntax, string operands, string anchor, string lanes, string what, string how>
    : Instruction<syntax, operands, "simd-video-instructions-" # anchor> {
  let Means = Call<"aw_video_simd" # lanes # "(a, b, c, " # what # ", " # how # ", selector(a), selector(b), mask(d), .add, signs)">;
  let PtxVersion = 30;
  let SmVersion = 30;
}
// `words` are those of the operation: without a third operand, with one and a secondary operation, with one to merge the result into.
multiclass ScalarVideos<string op, string words, string types, string anchor, string call, string what> {
  defvar head = call # "(a, b, ";
  defvar tail = ", " # what # ", part(a), part(b), part(d), merge, signs)";
  defvar d = !if(!eq(op, "vset"), "d:u32, a:t1, b:t2", "d, a:t2, b:t3");
  defvar c = !if(!eq(op, "vset"), ", c:u32", ", c");
  def : ScalarVideo<op # types # words, d, anchor, head # "0" # tail>;
  def : ScalarVideo<op # types # words # ".(add|min|max)", d # c, anchor, head # "c" # tail>;
  def : ScalarVideo<op # types # words, d # c, anchor, head # "c" # tail>;
}
foreach op = ["Add", "Sub", "AbsDiff", "Min", "Max"] in
  defm : ScalarVideos<"v" # !tolower(op), "{.sat}", ".int32.int32.int32", "v" # !tolower(op), "aw_video", "Video" # op>;
foreach op = ["Shl", "Shr"] in
  defm : ScalarVideos<"v" # !tolower(op), "{.sat}.(clamp|wrap)", ".int32.int32.u32", "v" # !tolower(op), "aw_video_shift", "Video" # op>;
defm : ScalarVideos<"vset", ".cmp", ".int32.int32", "vset", "aw_video_set", "comparison">;
foreach po = ["", ".po"] in
  def : ScalarVideo<"vmad.int32.int32.int32" # po # "{.sat}{.(shr7|shr15)}", "d, a:t2, b:t3, c", "vmad",
    "aw_video_mad(a, b, c, part(a), part(b), if(.shr7, 7, if(.shr15, 15, 0)), signs)">;
foreach n = ["2", "4"] in {
  foreach op = ["Add", "Sub", "Average", "AbsDiff", "Min", "Max"] in {
    defvar word = "v" # !if(!eq(op, "Average"), "avrg", !tolower(op)) # n;
    def : SimdVideo<word # ".int32.int32.int32{.sat}{.add}", "d, a:t2, b:t3, c", word, n, "Video" # op, "CompareEq">;
  }
  def : SimdVideo<"vset" # n # ".int32.int32.cmp{.add}", "d:u32, a:t1, b:t2, c:u32", "vset" # n, n, "VideoSet", "comparison">;
}
