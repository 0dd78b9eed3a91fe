// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: sums and scalings of matrices, packed triangles.

foreach t = AllNumbers in {
  foreach s = BothSizes in {
    defvar m = In<s.I, "m">;
    defvar n = In<s.I, "n">;
    let Errors = [BadOp<"transa">, BadOp<"transb">, Negative<"m">, Negative<"n">, Below<"lda", "cublas::isPlain(transa) ? m : n">,
                  Below<"ldb", "cublas::isPlain(transb) ? m : n">, Below<"ldc", "m">] in
      def "cublas" # t.L # "geam" # s.X
          : Blas<t.L # "geam", s.X, "geam", [Op<"transa">, Op<"transb">, m, n, Read<t.T, "alpha">, Read<t.T, "A">, In<s.I, "lda">, Read<t.T, "beta">,
                                             Read<t.T, "B">, In<s.I, "ldb">, Write<t.T, "C">, In<s.I, "ldc">]>;
    let Errors = [Illegal<"mode", "!cublas::isSide(mode)">, Negative<"m">, Negative<"n">, Below<"lda", "m">, Below<"ldc", "m">] in
      def "cublas" # t.L # "dgmm" # s.X
          : Blas<t.L # "dgmm", s.X, "dgmm", [In<"cublasSideMode_t", "mode">, m, n, Read<t.T, "A">, In<s.I, "lda">, Read<t.T, "x">, In<s.I, "incx">,
                                             Write<t.T, "C">, In<s.I, "ldc">]>;
  }
  let Errors = [BadUplo, Negative<"n">, Below<"lda", "n">] in {
    def "cublas" # t.L # "tpttr" : Blas<t.L # "tpttr", "", "tpttr", [Uplo, In<"int", "n">, Read<t.T, "AP">, Write<t.T, "A">, In<"int", "lda">]>;
    def "cublas" # t.L # "trttp" : Blas<t.L # "trttp", "", "trttp", [Uplo, In<"int", "n">, Read<t.T, "A">, In<"int", "lda">, Write<t.T, "AP">]>;
  }
}
