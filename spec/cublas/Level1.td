// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: level 1. No size is refused: nothing is done where there is nothing to do (seen).

foreach s = BothSizes in {
  defvar n = In<s.I, "n">;
  defvar incx = In<s.I, "incx">;
  defvar incy = In<s.I, "incy">;
  defvar v2 = "_v2" # s.X;

  foreach t = AllNumbers in {
    defvar x = Read<t.T, "x">;
    defvar y = Read<t.T, "y">;
    defvar intoX = Write<t.T, "x">;
    defvar intoY = Write<t.T, "y">;
    defvar real = !if(!eq(t.T, t.R), t.L, !if(!eq(t.L, "C"), "Sc", "Dz")); // of routines with a real result
    let Errors = [NoResult<"CUBLAS_STATUS_INVALID_VALUE">] in
      def "cublas" # real # "nrm2" # s.X : Blas<real # "nrm2", v2, "nrm2", [n, x, incx, Write<t.R, "result">]>;
    let Errors = [NoResult<"CUBLAS_STATUS_INVALID_VALUE">] in
      def "cublas" # real # "asum" # s.X : Blas<real # "asum", v2, "asum", [n, x, incx, Write<t.R, "result">]>;
    foreach which = ["amax", "amin"] in {
      defvar routine = "I" # !tolower(t.L) # which;
      let Errors = [NoResult<"CUBLAS_STATUS_INVALID_VALUE">] in
        def "cublas" # routine # s.X : Blas<routine, v2, "i" # which, [n, x, incx, Write<s.I, "result">]>;
    }
    def "cublas" # t.L # "scal" # s.X : Blas<t.L # "scal", v2, "scal", [n, Read<t.T, "alpha">, intoX, incx]>;
    def "cublas" # t.L # "axpy" # s.X : Blas<t.L # "axpy", v2, "axpy", [n, Read<t.T, "alpha">, x, incx, intoY, incy]>;
    def "cublas" # t.L # "copy" # s.X : Blas<t.L # "copy", v2, "copy", [n, x, incx, intoY, incy]>;
    def "cublas" # t.L # "swap" # s.X : Blas<t.L # "swap", v2, "swap", [n, intoX, incx, intoY, incy]>;
    def "cublas" # t.L # "rot" # s.X : Blas<t.L # "rot", v2, "rot", [n, intoX, incx, intoY, incy, Read<t.R, "c">, Read<t.T, "s">]>;
  }
  foreach t = RealNumbers in {
    let Errors = [NoResult<"CUBLAS_STATUS_MAPPING_ERROR">] in
      def "cublas" # t.L # "dot" # s.X : Blas<t.L # "dot", v2, "dot", [n, Read<t.T, "x">, incx, Read<t.T, "y">, incy, Write<t.T, "result">]>;
    def "cublas" # t.L # "rotm" # s.X : Blas<t.L # "rotm", v2, "rotm", [n, Write<t.T, "x">, incx, Write<t.T, "y">, incy, Read<t.T, "param">]>;
  }
  foreach t = ComplexNumbers in {
    let Errors = [NoResult<"CUBLAS_STATUS_MAPPING_ERROR">] in
      def "cublas" # t.L # "dotu" # s.X : Blas<t.L # "dotu", v2, "dot", [n, Read<t.T, "x">, incx, Read<t.T, "y">, incy, Write<t.T, "result">]>;
    let Errors = [NoResult<"CUBLAS_STATUS_MAPPING_ERROR">] in
      def "cublas" # t.L # "dotc" # s.X : Blas<t.L # "dotc", v2, "dotc", [n, Read<t.T, "x">, incx, Read<t.T, "y">, incy, Write<t.T, "result">]>;
    defvar mixed = !if(!eq(t.L, "C"), "Cs", "Zd");
    def "cublas" # mixed # "scal" # s.X : Blas<mixed # "scal", v2, "scal", [n, Read<t.R, "alpha">, Write<t.T, "x">, incx]>;
    def "cublas" # mixed # "rot" # s.X
        : Blas<mixed # "rot", v2, "rot", [n, Write<t.T, "x">, incx, Write<t.T, "y">, incy, Read<t.R, "c">, Read<t.R, "s">]>;
  }
}

foreach t = AllNumbers in
  def "cublas" # t.L # "rotg" : Blas<t.L # "rotg", "_v2", "rotg", [Write<t.T, "a">, Write<t.T, "b">, Write<t.R, "c">, Write<t.T, "s">]>;
foreach t = RealNumbers in
  def "cublas" # t.L # "rotmg"
      : Blas<t.L # "rotmg", "_v2", "rotmg", [Write<t.T, "d1">, Write<t.T, "d2">, Write<t.T, "x1">, Read<t.T, "y1">, Write<t.T, "param">]>;
