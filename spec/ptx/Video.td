// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Video instructions: scalar and SIMD.

def : Mnemonics<["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset",
  "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2", "vadd4", "vsub4", "vavrg4",
  "vabsdiff4", "vmin4", "vmax4", "vset4"]>;

class ScalarVideo<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "scalar-video-instructions-" # anchor> {
  let Means = Custom<"Video">;
  let PtxVersion = 20;
  let SmVersion = 20;
}
class SimdVideo<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "simd-video-instructions-" # anchor> {
  let Means = Custom<"Video">;
  let PtxVersion = 30;
  let SmVersion = 30;
}
foreach op = ["vadd", "vsub", "vabsdiff", "vmin", "vmax"] in {
  def : ScalarVideo<op # ".int32.int32.int32{.sat}", "d, a:t2, b:t3", op>;
  def : ScalarVideo<op # ".int32.int32.int32{.sat}.(add|min|max)", "d, a:t2, b:t3, c", op>;
  def : ScalarVideo<op # ".int32.int32.int32{.sat}", "d, a:t2, b:t3, c", op>;
}
foreach op = ["vshl", "vshr"] in {
  def : ScalarVideo<op # ".int32.int32.u32{.sat}.(clamp|wrap)", "d, a:t2, b:t3", op>;
  def : ScalarVideo<op # ".int32.int32.u32{.sat}.(clamp|wrap).(add|min|max)", "d, a:t2, b:t3, c", op>;
  def : ScalarVideo<op # ".int32.int32.u32{.sat}.(clamp|wrap)", "d, a:t2, b:t3, c", op>;
}
def : ScalarVideo<"vmad.int32.int32.int32{.sat}{.(shr7|shr15)}", "d, a:t2, b:t3, c", "vmad">;
def : ScalarVideo<"vmad.int32.int32.int32.po{.sat}{.(shr7|shr15)}", "d, a:t2, b:t3, c", "vmad">;
def : ScalarVideo<"vset.int32.int32.cmp", "d:u32, a:t1, b:t2", "vset">;
def : ScalarVideo<"vset.int32.int32.cmp.(add|min|max)", "d:u32, a:t1, b:t2, c:u32", "vset">;
def : ScalarVideo<"vset.int32.int32.cmp", "d:u32, a:t1, b:t2, c:u32", "vset">;
foreach n = ["2", "4"] in {
  foreach op = ["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"] in
    def : SimdVideo<op # n # ".int32.int32.int32{.sat}{.add}", "d, a:t2, b:t3, c", op # n>;
  def : SimdVideo<"vset" # n # ".int32.int32.cmp{.add}", "d:u32, a:t1, b:t2, c:u32", "vset" # n>;
}
