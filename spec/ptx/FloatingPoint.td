// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic, packed single precision and mixed precision.

def : Mnemonics<["testp", "copysign", "fma", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2",
  "tanh"]>;

class FloatingPoint<string syntax, string operands, string anchor, Meaning means>
    : Instruction<syntax, operands, "floating-point-instructions-" # anchor> {
  let Means = means;
}
class Mixed<string syntax, string operands, string anchor, Meaning means>
    : Instruction<syntax, operands, "mixed-precision-floating-point-instructions-" # anchor> {
  let Means = means;
  let PtxVersion = 86;
  let SmVersion = 100;
}

def : FloatingPoint<"testp.(finite|infinite|number|notanumber|normal|subnormal).ftype", "p, a", "testp", Op<"isOfClass(a)">> { let PtxVersion = 20; let SmVersion = 20; }
def : FloatingPoint<"copysign.ftype", "d, a, b", "copysign", Op<"copysign(b, a)">> { let PtxVersion = 20; let SmVersion = 20; }
foreach op = ["add", "sub", "mul"] in {
  defvar plain = !cond(!eq(op, "add") : "FAdd(a, b)", !eq(op, "sub") : "FSub(a, b)", true : "FMul(a, b)");
  defvar means = Rounded<plain, "aw_" # op # "_*(a, b, rounding, flags)">;
  def : FloatingPoint<op # "{.rnd}{.ftz}{.sat}.f32", "d, a, b", op, means>;
  def : FloatingPoint<op # "{.rnd}.f64", "d, a, b", op, Rounded<plain, "aw_" # op # "_f64(a, b, rounding)">>;
  def : FloatingPoint<op # "{.rnd}{.ftz}.f32x2", "d, a, b", op, means> { let PtxVersion = 86; let SmVersion = 100; }
}
foreach op = ["add", "sub"] in
  def : Mixed<op # "{.rnd}{.sat}.f32.(f16|bf16)", "d, a:t2, c", op, Call<"aw_" # op # "_f32(a, c, rounding, flags)">>;
defvar fused = Rounded<"fma(a, b, c)", "aw_fma_*(a, b, c, rounding, flags)">;
defvar fusedDouble = Rounded<"fma(a, b, c)", "aw_fma_f64(a, b, c, rounding)">;
def : FloatingPoint<"fma.rnd{.ftz}{.sat}.f32", "d, a, b, c", "fma", fused> { let PtxVersion = 20; let SmVersion = 20; }
def : FloatingPoint<"fma.rnd.f64", "d, a, b, c", "fma", fusedDouble> { let PtxVersion = 14; let SmVersion = 13; }
def : FloatingPoint<"fma.rnd{.ftz}.f32x2", "d, a, b, c", "fma", fused> { let PtxVersion = 86; let SmVersion = 100; }
def : Mixed<"fma.rnd{.sat}.f32.(f16|bf16)", "d, a:t2, b:t2, c", "fma", Call<"aw_fma_f32(a, b, c, rounding, flags)">>;
def : FloatingPoint<"mad{.rnd}{.ftz}{.sat}.f32", "d, a, b, c", "mad", fused>;
def : FloatingPoint<"mad{.rnd}.f64", "d, a, b, c", "mad", fusedDouble>;
def : FloatingPoint<"div.approx{.ftz}.f32", "d, a, b", "div", Call<"aw_div_approx_f32(a, b, flags)">>;
def : FloatingPoint<"div{.(full|rn|rz|rm|rp)}{.ftz}.f32", "d, a, b", "div", Rounded<"FDiv(a, b)", "aw_div_f32(a, b, rounding, flags)">>;
def : FloatingPoint<"div{.rnd}.f64", "d, a, b", "div", Rounded<"FDiv(a, b)", "aw_div_f64(a, b, rounding)">>;
foreach op = ["abs", "neg"] in {
  defvar made = !if(!eq(op, "abs"), "fabs", "FNeg");
  def : FloatingPoint<op # "{.ftz}.f32", "d, a", op, Op<made # "(flushed(a))">>;
  def : FloatingPoint<op # ".f64", "d, a", op, Op<"nanKept(a, " # made # "(a))">>;
}
foreach op = ["min", "max"] in {
  defvar how = !if(!eq(op, "min"), "minflags", "flags");
  defvar either = "aw_minmax_*(a, b, " # how # ")";
  def : FloatingPoint<op # "{.ftz}{.NaN}{.xorsign}{.abs}.f32", "d, a, b", op, Call<either>>;
  def : FloatingPoint<op # "{.ftz}{.NaN}{.abs}.f32", "d, a, b, c", op, Call<"aw_minmax_*(" # either # ", c, " # how # ")">> { let PtxVersion = 88; let SmVersion = 100; }
  def : FloatingPoint<op # ".f64", "d, a, b", op, Call<either>>;
}
foreach op = ["rcp", "sqrt"] in {
  defvar plain = !if(!eq(op, "rcp"), "FDiv(1.0, a)", "sqrt(flushed(a))"); // a root is never subnormal
  defvar means = Rounded<plain, "aw_" # op # "_f32(a, rounding, flags)", !eq(op, "sqrt")>;
  def : FloatingPoint<op # !if(!eq(op, "rcp"), "{.(rn|rz|rm|rp)}{.ftz}.f32", "{.(approx|rn|rz|rm|rp)}{.ftz}.f32"), "d, a", op, means>;
  def : FloatingPoint<op # "{.rnd}.f64", "d, a", op, Rounded<plain, "aw_" # op # "_f64(a, rounding)">>;
}
def : FloatingPoint<"rcp.approx{.ftz}.f32", "d, a", "rcp", Call<"aw_rcp_approx_f32(a, flags)">>;
def : FloatingPoint<"rcp.approx.ftz.f64", "d, a", "rcp-approx-ftz-f64", Call<"aw_rcp_gross_f64(a)">> { let PtxVersion = 21; let SmVersion = 20; }
def : FloatingPoint<"rsqrt{.approx}{.ftz}.f32", "d, a", "rsqrt", Call<"aw_rsqrt_approx_f32(a, flags)">>;
def : FloatingPoint<"rsqrt{.approx}.f64", "d, a", "rsqrt", Call<"aw_rsqrt_approx_f64(a)">>;
def : FloatingPoint<"rsqrt.approx.ftz.f64", "d, a", "rsqrt-approx-ftz-f64", Call<"aw_rsqrt_gross_f64(a)">> { let PtxVersion = 40; let SmVersion = 20; }
foreach op = ["sin", "cos", "lg2", "ex2"] in
  def : FloatingPoint<op # "{.approx}{.ftz}.f32", "d, a", op, Call<"aw_" # op # "_approx_f32(a, flags)">>;
def : FloatingPoint<"tanh.approx.f32", "d, a", "tanh", Call<"aw_tanh_approx_f32(a)">> { let PtxVersion = 70; let SmVersion = 75; }
