// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic, packed single precision and mixed precision.

def : Mnemonics<["testp", "copysign", "fma", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2",
  "tanh"]>;

class FloatingPoint<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "floating-point-instructions-" # anchor> {
  let Means = Custom<"FloatingPoint">;
}
class Mixed<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "mixed-precision-floating-point-instructions-" # anchor> {
  let Means = Custom<"HalfPrecision">;
  let PtxVersion = 86;
  let SmVersion = 100;
}

def : FloatingPoint<"testp.(finite|infinite|number|notanumber|normal|subnormal).ftype", "p, a", "testp"> { let PtxVersion = 20; let SmVersion = 20; }
def : FloatingPoint<"copysign.ftype", "d, a, b", "copysign"> { let PtxVersion = 20; let SmVersion = 20; }
foreach op = ["add", "sub", "mul"] in {
  def : FloatingPoint<op # "{.rnd}{.ftz}{.sat}.f32", "d, a, b", op>;
  def : FloatingPoint<op # "{.rnd}.f64", "d, a, b", op>;
  def : FloatingPoint<op # "{.rnd}{.ftz}.f32x2", "d, a, b", op> { let PtxVersion = 86; let SmVersion = 100; }
}
foreach op = ["add", "sub"] in
  def : Mixed<op # "{.rnd}{.sat}.f32.(f16|bf16)", "d, a:t2, c", op>;
def : FloatingPoint<"fma.rnd{.ftz}{.sat}.f32", "d, a, b, c", "fma"> { let PtxVersion = 20; let SmVersion = 20; }
def : FloatingPoint<"fma.rnd.f64", "d, a, b, c", "fma"> { let PtxVersion = 14; let SmVersion = 13; }
def : FloatingPoint<"fma.rnd{.ftz}.f32x2", "d, a, b, c", "fma"> { let PtxVersion = 86; let SmVersion = 100; }
def : Mixed<"fma.rnd{.sat}.f32.(f16|bf16)", "d, a:t2, b:t2, c", "fma">;
def : FloatingPoint<"mad{.rnd}{.ftz}{.sat}.f32", "d, a, b, c", "mad">;
def : FloatingPoint<"mad{.rnd}.f64", "d, a, b, c", "mad">;
def : FloatingPoint<"div{.(approx|full|rn|rz|rm|rp)}{.ftz}.f32", "d, a, b", "div">;
def : FloatingPoint<"div{.rnd}.f64", "d, a, b", "div">;
foreach op = ["abs", "neg"] in {
  def : FloatingPoint<op # "{.ftz}.f32", "d, a", op>;
  def : FloatingPoint<op # ".f64", "d, a", op>;
}
foreach op = ["min", "max"] in {
  def : FloatingPoint<op # "{.ftz}{.NaN}{.xorsign}{.abs}.f32", "d, a, b", op>;
  def : FloatingPoint<op # "{.ftz}{.NaN}{.abs}.f32", "d, a, b, c", op> { let PtxVersion = 88; let SmVersion = 100; }
  def : FloatingPoint<op # ".f64", "d, a, b", op>;
}
foreach op = ["rcp", "sqrt"] in {
  def : FloatingPoint<op # "{.(approx|rn|rz|rm|rp)}{.ftz}.f32", "d, a", op>;
  def : FloatingPoint<op # "{.rnd}.f64", "d, a", op>;
}
def : FloatingPoint<"rcp.approx.ftz.f64", "d, a", "rcp-approx-ftz-f64"> { let PtxVersion = 21; let SmVersion = 20; }
def : FloatingPoint<"rsqrt{.approx}{.ftz}.f32", "d, a", "rsqrt">;
def : FloatingPoint<"rsqrt{.approx}.f64", "d, a", "rsqrt">;
def : FloatingPoint<"rsqrt.approx.ftz.f64", "d, a", "rsqrt-approx-ftz-f64"> { let PtxVersion = 40; let SmVersion = 20; }
foreach op = ["sin", "cos", "lg2", "ex2"] in
  def : FloatingPoint<op # "{.approx}{.ftz}.f32", "d, a", op>;
def : FloatingPoint<"tanh.approx.f32", "d, a", "tanh"> { let PtxVersion = 70; let SmVersion = 75; }
