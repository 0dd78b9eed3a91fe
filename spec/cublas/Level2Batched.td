// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: matrix times vector, batched.

// Types of A and x, of y, and of alpha and beta.
class GemvTypes<string letters, string a, string y, string scalar> {
  string L = letters;
  string A = a;
  string Y = y;
  string V = scalar;
}
def GemvS : GemvTypes<"S", "float", "float", "float">;
def GemvD : GemvTypes<"D", "double", "double", "double">;
def GemvC : GemvTypes<"C", "cuComplex", "cuComplex", "cuComplex">;
def GemvZ : GemvTypes<"Z", "cuDoubleComplex", "cuDoubleComplex", "cuDoubleComplex">;
def GemvHSH : GemvTypes<"HSH", "__half", "__half", "float">;
def GemvHSS : GemvTypes<"HSS", "__half", "float", "float">;
def GemvTST : GemvTypes<"TST", "__nv_bfloat16", "__nv_bfloat16", "float">;
def GemvTSS : GemvTypes<"TSS", "__nv_bfloat16", "float", "float">;

// Of bad arguments only a small lda and a negative number of matrices are errors, and only where there are elements; nothing is done for the rest (seen).
defvar badBatch = [Illegal<"lda", "m > 0 && n > 0 && batchCount != 0 && lda < m">,
                   Fails<"CUBLAS_STATUS_EXECUTION_FAILED", "m > 0 && n > 0 && batchCount < 0">];

foreach s = BothSizes in foreach t = [GemvS, GemvD, GemvC, GemvZ, GemvHSH, GemvHSS, GemvTST, GemvTSS] in {
  defvar sizes = [Op<"trans">, In<s.I, "m">, In<s.I, "n">, Read<t.V, "alpha">];
  defvar incx = In<s.I, "incx">;
  defvar incy = In<s.I, "incy">;
  defvar lda = In<s.I, "lda">;
  defvar beta = Read<t.V, "beta">;
  defvar count = In<s.I, "batchCount">;
  let IsCplusplus = !ne(!find(t.A, "__"), -1), Errors = badBatch in {
    def "cublas" # t.L # "gemvBatched" # s.X
        : Blas<t.L # "gemvBatched", s.X, "gemvBatched",
               !listconcat(sizes, [ReadArray<t.A, "Aarray">, lda, ReadArray<t.A, "xarray">, incx, beta, WriteArray<t.Y, "yarray">, incy, count])>;
    def "cublas" # t.L # "gemvStridedBatched" # s.X
        : Blas<t.L # "gemvStridedBatched", s.X, "gemvStridedBatched",
               !listconcat(sizes, [Read<t.A, "A">, lda, In<"long long int", "strideA">, Read<t.A, "x">, incx, In<"long long int", "stridex">, beta,
                                   Write<t.Y, "y">, incy, In<"long long int", "stridey">, count])>;
  }
}
