// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half-precision floating point: f16 and bf16, scalar and packed.

class HalfPrecision<string syntax, string operands, string anchor, int version, int sm, string call>
    : Instruction<syntax, operands, "half-precision-floating-point-instructions-" # anchor> {
  let Means = Call<call>;
  let PtxVersion = version;
  let SmVersion = sm;
}

foreach op = ["add", "sub", "mul"] in {
  def : HalfPrecision<op # "{.rn}{.ftz}{.sat}.half", "d, a, b", op, 42, 53, "aw_" # op # "_*(a, b, flags)">;
  def : HalfPrecision<op # "{.rn}.bhalf", "d, a, b", op, 78, 90, "aw_" # op # "_*(a, b, flags)">;
}
def : HalfPrecision<"fma.rn{.ftz}{.sat}.half", "d, a, b, c", "fma", 42, 53, "aw_fma_*(a, b, c, flags)">;
def : HalfPrecision<"fma.rn{.ftz}.relu.half", "d, a, b, c", "fma", 70, 80, "aw_fma_*(a, b, c, flags)">;
def : HalfPrecision<"fma.rn{.relu}.bhalf", "d, a, b, c", "fma", 70, 80, "aw_fma_*(a, b, c, flags)">;
def : HalfPrecision<"fma.rn.oob{.relu}.(f16|f16x2|bf16|bf16x2)", "d, a, b, c", "fma", 81, 90, "aw_fma_*(a, b, c, flags)">;
foreach op = ["neg", "abs"] in {
  def : HalfPrecision<op # "{.ftz}.half", "d, a", op, 60, 53, "aw_" # op # "_f16(a, flags)">;
  def : HalfPrecision<op # ".bhalf", "d, a", op, 70, 80, "aw_" # op # "_bf16(a)">;
}
foreach op = ["min", "max"] in {
  defvar how = !if(!eq(op, "min"), "minflags", "flags");
  def : HalfPrecision<op # "{.ftz}{.NaN}{.xorsign}{.abs}.half", "d, a, b", op, 70, 80, "aw_minmax_*(a, b, " # how # ")">;
  def : HalfPrecision<op # "{.NaN}{.xorsign}{.abs}.bhalf", "d, a, b", op, 70, 80, "aw_minmax_*(a, b, " # how # ")">;
}
def : HalfPrecision<"tanh.approx.half", "d, a", "tanh", 70, 75, "aw_tanh_approx_*(a)">;
def : HalfPrecision<"tanh.approx.bhalf", "d, a", "tanh", 78, 90, "aw_tanh_approx_*(a)">;
def : HalfPrecision<"ex2.approx{.ftz}.half", "d, a", "ex2", 70, 75, "aw_ex2_approx_*(a)">;
def : HalfPrecision<"ex2.approx.ftz.bhalf", "d, a", "ex2", 78, 90, "aw_ex2_approx_*(a)">;
