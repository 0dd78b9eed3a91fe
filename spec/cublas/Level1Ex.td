// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: level 1 with types as parameters.

class Kind<string name> : In<"cudaDataType", name>;

foreach s = BothSizes in {
  defvar n = In<s.I, "n">;
  defvar x = Read<"void", "x">;
  defvar y = Read<"void", "y">;
  defvar intoX = Write<"void", "x">;
  defvar intoY = Write<"void", "y">;
  defvar xs = [Kind<"xType">, In<s.I, "incx">];
  defvar ys = [Kind<"yType">, In<s.I, "incy">];
  defvar result = [Write<"void", "result">, Kind<"resultType">, Kind<"executionType">];

  let Errors = [NoResult<"CUBLAS_STATUS_INVALID_VALUE">, NoType<"xType">, NoType<"resultType">, NoType<"executionType">] in
    def "cublasNrm2Ex" # s.X : Blas<"Nrm2Ex", s.X, "nrm2Ex", !listconcat([n, x], xs, result)>;
  let Errors = [NoResult<"CUBLAS_STATUS_INVALID_VALUE">] in
    def "cublasAsumEx" # s.X : Blas<"AsumEx", s.X, "asumEx", !listconcat([n, x], xs, result)>;
  let Errors = [NoType<"xType">, NoType<"yType">, NoType<"resultType">, NoType<"executionType">] in {
  def "cublasDotEx" # s.X : Blas<"DotEx", s.X, "dotEx", !listconcat([n, x], xs, [y], ys, result)>;
  def "cublasDotcEx" # s.X : Blas<"DotcEx", s.X, "dotcEx", !listconcat([n, x], xs, [y], ys, result)>;
  }
  let Errors = [NoType<"alphaType">, NoType<"xType">, NoType<"executionType">] in
    def "cublasScalEx" # s.X : Blas<"ScalEx", s.X, "scalEx", !listconcat([n, Read<"void", "alpha">, Kind<"alphaType">, intoX], xs, [Kind<"executionType">])>;
  let Errors = [NoType<"alphaType">, NoType<"xType">, NoType<"yType">, NoType<"executiontype">] in
  def "cublasAxpyEx" # s.X
      : Blas<"AxpyEx", s.X, "axpyEx", !listconcat([n, Read<"void", "alpha">, Kind<"alphaType">, x], xs, [intoY], ys, [Kind<"executiontype">])>;
  def "cublasCopyEx" # s.X : Blas<"CopyEx", s.X, "copyEx", !listconcat([n, x], xs, [intoY], ys)>;
  def "cublasSwapEx" # s.X : Blas<"SwapEx", s.X, "swapEx", !listconcat([n, intoX], xs, [intoY], ys)>;
  let Errors = [NoResult<"CUBLAS_STATUS_INVALID_VALUE">] in
    def "cublasIamaxEx" # s.X : Blas<"IamaxEx", s.X, "iamaxEx", !listconcat([n, x], xs, [Write<s.I, "result">])>;
  let Errors = [NoResult<"CUBLAS_STATUS_INVALID_VALUE">] in
    def "cublasIaminEx" # s.X : Blas<"IaminEx", s.X, "iaminEx", !listconcat([n, x], xs, [Write<s.I, "result">])>;
  def "cublasRotEx" # s.X
      : Blas<"RotEx", s.X, "rotEx",
             !listconcat([n, intoX], xs, [intoY], ys, [Read<"void", "c">, Read<"void", "s">, Kind<"csType">, Kind<"executiontype">])>;
  def "cublasRotmEx" # s.X
      : Blas<"RotmEx", s.X, "rotmEx",
             !listconcat([n, intoX], xs, [intoY], ys, [Read<"void", "param">, Kind<"paramType">, Kind<"executiontype">])>;
}
def cublasRotgEx : Blas<"RotgEx", "", "rotgEx", [Write<"void", "a">, Write<"void", "b">, Kind<"abType">, Write<"void", "c">, Write<"void", "s">,
                                                 Kind<"csType">, Kind<"executiontype">]>;
def cublasRotmgEx : Blas<"RotmgEx", "", "rotmgEx", [Write<"void", "d1">, Kind<"d1Type">, Write<"void", "d2">, Kind<"d2Type">, Write<"void", "x1">, Kind<"x1Type">,
                                                    Read<"void", "y1">, Kind<"y1Type">, Write<"void", "param">, Kind<"paramType">, Kind<"executiontype">]>;
