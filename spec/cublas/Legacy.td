// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: the interface without handles (cublas.h). Errors are kept for cublasGetError.

class General<string routine, list<Param> params, string result = "cublasStatus_t"> : LibraryFunction<params> {
  let Symbol = "cublas" # routine;
  let Calls = "legacy::" # !tolower(!substr(routine, 0, 1)) # !substr(routine, 1);
  let Result = result;
}
def legacyInit : General<"Init", []>;
def legacyShutdown : General<"Shutdown", []>;
def legacyGetError : General<"GetError", []>;
def legacyGetVersion : General<"GetVersion", [In<"int *", "version">]>;
def legacyAlloc : General<"Alloc", [In<"int", "n">, In<"int", "elemSize">, In<"void **", "devicePtr">]>;
def legacyFree : General<"Free", [In<"void *", "devicePtr">]>;
def legacySetKernelStream : General<"SetKernelStream", [In<"cudaStream_t", "stream">]>;

class Legacy<string routine, string work, list<Param> params, string result = "void"> : LibraryFunction<params> {
  let Symbol = "cublas" # routine;
  let Calls = "legacy::" # work;
  let Result = result;
}
class Size<string name> : In<"int", name>;
class Letter<string name> : In<"char", name>;

foreach t = AllNumbers in {
  defvar isReal = !eq(t.T, t.R);
  defvar n = Size<"n">;
  defvar x = [Read<t.T, "x">, Size<"incx">];
  defvar y = [Read<t.T, "y">, Size<"incy">];
  defvar intoX = [Write<t.T, "x">, Size<"incx">];
  defvar intoY = [Write<t.T, "y">, Size<"incy">];
  defvar a = [Read<t.T, "A">, Size<"lda">];
  defvar b = [Read<t.T, "B">, Size<"ldb">];
  defvar intoA = [Write<t.T, "A">, Size<"lda">];
  defvar intoB = [Write<t.T, "B">, Size<"ldb">];
  defvar intoC = [Write<t.T, "C">, Size<"ldc">];
  defvar packed = [Read<t.T, "AP">];
  defvar intoPacked = [Write<t.T, "AP">];
  defvar alpha = In<t.T, "alpha">;
  defvar beta = In<t.T, "beta">;
  defvar real = !if(isReal, t.L, !if(!eq(t.L, "C"), "Sc", "Dz"));
  defvar mixed = !if(!eq(t.L, "C"), "Cs", "Zd");

  foreach r = ["nrm2", "asum"] in
    def "legacy" # real # r : Legacy<real # r, r, !listconcat([n], x), t.R>;
  foreach r = ["amax", "amin"] in
    def "legacyI" # !tolower(t.L) # r : Legacy<"I" # !tolower(t.L) # r, r, !listconcat([n], x), "int">;
  foreach r = !if(isReal, ["dot"], ["dotu", "dotc"]) in
    def "legacy" # t.L # r : Legacy<t.L # r, r, !listconcat([n], x, y), t.T>;
  def "legacy" # t.L # "scal" : Legacy<t.L # "scal", "scal", !listconcat([n, alpha], intoX)>;
  def "legacy" # t.L # "axpy" : Legacy<t.L # "axpy", "axpy", !listconcat([n, alpha], x, intoY)>;
  def "legacy" # t.L # "copy" : Legacy<t.L # "copy", "copy", !listconcat([n], x, intoY)>;
  def "legacy" # t.L # "swap" : Legacy<t.L # "swap", "swap", !listconcat([n], intoX, intoY)>;
  def "legacy" # t.L # "rot" : Legacy<t.L # "rot", "rot", !listconcat([n], intoX, intoY, [In<t.R, "c">, In<t.T, "s">])>;
  def "legacy" # t.L # "rotg" : Legacy<t.L # "rotg", "rotg", [Write<t.T, "a">, !if(isReal, Write<t.T, "b">, In<t.T, "b">), Write<t.R, "c">, Write<t.T, "s">]>;
  if isReal then {
    def "legacy" # t.L # "rotm" : Legacy<t.L # "rotm", "rotm", !listconcat([n], intoX, intoY, [Read<t.T, "param">])>;
    def "legacy" # t.L # "rotmg"
        : Legacy<t.L # "rotmg", "rotmg", [Write<t.T, "d1">, Write<t.T, "d2">, Write<t.T, "x1">, Read<t.T, "y1">, Write<t.T, "param">]>;
  } else {
    def "legacy" # mixed # "scal" : Legacy<mixed # "scal", "realScal", !listconcat([n, In<t.R, "alpha">], intoX)>;
    def "legacy" # mixed # "rot" : Legacy<mixed # "rot", "realRot", !listconcat([n], intoX, intoY, [In<t.R, "c">, In<t.R, "s">])>;
  }

  def "legacy" # t.L # "gemv" : Legacy<t.L # "gemv", "gemv", !listconcat([Letter<"trans">, Size<"m">, n, alpha], a, x, [beta], intoY)>;
  def "legacy" # t.L # "gbmv"
      : Legacy<t.L # "gbmv", "gbmv", !listconcat([Letter<"trans">, Size<"m">, n, Size<"kl">, Size<"ku">, alpha], a, x, [beta], intoY)>;
  defvar triangle = [Letter<"uplo">, Letter<"trans">, Letter<"diag">, n];
  foreach r = ["mv", "sv"] in {
    def "legacy" # t.L # "tr" # r : Legacy<t.L # "tr" # r, "tr" # r, !listconcat(triangle, a, intoX)>;
    def "legacy" # t.L # "tb" # r : Legacy<t.L # "tb" # r, "tb" # r, !listconcat(triangle, [Size<"k">], a, intoX)>;
    def "legacy" # t.L # "tp" # r : Legacy<t.L # "tp" # r, "tp" # r, !listconcat(triangle, packed, intoX)>;
  }
  // Symmetric ones of real numbers, Hermitian ones of complex numbers.
  defvar sy = !if(isReal, "sy", "he");
  defvar sb = !if(isReal, "sb", "hb");
  defvar sp = !if(isReal, "sp", "hp");
  defvar her = !if(isReal, "syr", "her");
  defvar realAlpha = In<t.R, "alpha">;
  defvar head = [Letter<"uplo">, n];
  def "legacy" # t.L # sy # "mv" : Legacy<t.L # sy # "mv", sy # "mv", !listconcat(head, [alpha], a, x, [beta], intoY)>;
  def "legacy" # t.L # sb # "mv" : Legacy<t.L # sb # "mv", sb # "mv", !listconcat(head, [Size<"k">, alpha], a, x, [beta], intoY)>;
  def "legacy" # t.L # sp # "mv" : Legacy<t.L # sp # "mv", sp # "mv", !listconcat(head, [alpha], packed, x, [beta], intoY)>;
  foreach r = !if(isReal, ["ger"], ["geru", "gerc"]) in
    def "legacy" # t.L # r : Legacy<t.L # r, r, !listconcat([Size<"m">, n, alpha], x, y, intoA)>;
  def "legacy" # t.L # her : Legacy<t.L # her, her, !listconcat(head, [realAlpha], x, intoA)>;
  def "legacy" # t.L # sp # "r" : Legacy<t.L # sp # "r", sp # "r", !listconcat(head, [realAlpha], x, intoPacked)>;
  def "legacy" # t.L # her # "2" : Legacy<t.L # her # "2", her # "2", !listconcat(head, [alpha], x, y, intoA)>;
  def "legacy" # t.L # sp # "r2" : Legacy<t.L # sp # "r2", sp # "r2", !listconcat(head, [alpha], x, y, intoPacked)>;

  def "legacy" # t.L # "gemm"
      : Legacy<t.L # "gemm", "gemm", !listconcat([Letter<"transa">, Letter<"transb">, Size<"m">, n, Size<"k">, alpha], a, b, [beta], intoC)>;
  defvar rank = [Letter<"uplo">, Letter<"trans">, n, Size<"k">];
  foreach h = !if(isReal, [0], [0, 1]) in {
    defvar form = !if(h, "he", "sy");
    defvar scalar = !if(h, t.R, t.T);
    def "legacy" # t.L # form # "mm"
        : Legacy<t.L # form # "mm", form # "mm", !listconcat([Letter<"side">, Letter<"uplo">, Size<"m">, n, alpha], a, b, [beta], intoC)>;
    def "legacy" # t.L # form # "rk" : Legacy<t.L # form # "rk", form # "rk", !listconcat(rank, [In<scalar, "alpha">], a, [In<scalar, "beta">], intoC)>;
    def "legacy" # t.L # form # "r2k" : Legacy<t.L # form # "r2k", form # "r2k", !listconcat(rank, [alpha], a, b, [In<scalar, "beta">], intoC)>;
  }
  foreach r = ["trsm", "trmm"] in
    def "legacy" # t.L # r
        : Legacy<t.L # r, r, !listconcat([Letter<"side">, Letter<"uplo">, Letter<"transa">, Letter<"diag">, Size<"m">, n, alpha], a, intoB)>;
}
