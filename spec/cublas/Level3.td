// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: level 3 but for general products.

foreach s = BothSizes in foreach t = AllNumbers in {
  defvar v2 = "_v2" # s.X;
  defvar isReal = !eq(t.T, t.R);
  defvar m = In<s.I, "m">;
  defvar n = In<s.I, "n">;
  defvar k = In<s.I, "k">;
  defvar alpha = Read<t.T, "alpha">;
  defvar a = [Read<t.T, "A">, In<s.I, "lda">];
  defvar b = [Read<t.T, "B">, In<s.I, "ldb">];
  defvar c = [Write<t.T, "C">, In<s.I, "ldc">];
  defvar badA = Below<"lda", "cublas::isPlain(trans) ? n : k">;
  defvar badB = Below<"ldb", "cublas::isPlain(trans) ? n : k">;
  foreach h = !if(isReal, [0], [0, 1]) in {
    defvar sy = !if(h, "he", "sy");
    // Complex products of a matrix with itself are transposed one way only: T and C mean the same (seen).
    defvar badRank = [BadUplo, BadOp<"trans">, Negative<"n">, Negative<"k">];
    defvar scalar = !if(h, t.R, t.T); // beta of the rank k updates; alpha of herk
    let Errors = [BadSide, BadUplo, Negative<"m">, Negative<"n">, Below<"lda", "side == CUBLAS_SIDE_LEFT ? m : n">, Below<"ldb", "m">, Below<"ldc", "m">, NoFactor<"alpha", HasElements>, NoFactor<"beta", HasElements>] in
      def "cublas" # t.L # sy # "mm" # s.X
          : Blas<t.L # sy # "mm", v2, sy # "mm", !listconcat([Side, Uplo, m, n, alpha], a, b, [Read<t.T, "beta">], c)>;
    let Errors = !listconcat(badRank, [badA, Below<"ldc", "n">], NoFactors<HasOrder>.All) in
      def "cublas" # t.L # sy # "rk" # s.X
          : Blas<t.L # sy # "rk", v2, sy # "rk", !listconcat([Uplo, Op<"trans">, n, k, Read<scalar, "alpha">], a, [Read<scalar, "beta">], c)>;
    let Errors = !listconcat(badRank, [badA, badB, Below<"ldc", "n">], NoFactors<HasOrder>.All) in {
      def "cublas" # t.L # sy # "r2k" # s.X
          : Blas<t.L # sy # "r2k", v2, sy # "r2k", !listconcat([Uplo, Op<"trans">, n, k, alpha], a, b, [Read<scalar, "beta">], c)>;
      def "cublas" # t.L # sy # "rkx" # s.X
          : Blas<t.L # sy # "rkx", s.X, sy # "rkx", !listconcat([Uplo, Op<"trans">, n, k, alpha], a, b, [Read<scalar, "beta">], c)>;
    }
  }

  defvar triangle = [Side, Uplo, Op<"trans">, Diag, m, n, alpha];
  defvar badTriangle = [BadSide, BadUplo, BadOp<"trans">, BadDiag, Negative<"m">, Negative<"n">, Below<"lda", "side == CUBLAS_SIDE_LEFT ? m : n">,
                        Below<"ldb", "m">];
  let Errors = !listconcat(badTriangle, [NoFactor<"alpha", HasElements>]) in
    def "cublas" # t.L # "trsm" # s.X : Blas<t.L # "trsm", v2, "trsm", !listconcat(triangle, a, [Write<t.T, "B">, In<s.I, "ldb">])>;
  let Errors = !listconcat(badTriangle, [Below<"ldc", "m">, NoFactor<"alpha", HasElements>]) in
    def "cublas" # t.L # "trmm" # s.X : Blas<t.L # "trmm", v2, "trmm", !listconcat(triangle, a, b, c)>;
  let Errors = !listconcat(badTriangle, [Negative<"batchCount">]) in
    def "cublas" # t.L # "trsmBatched" # s.X
        : Blas<t.L # "trsmBatched", s.X, "trsmBatched",
               !listconcat(triangle, [ReadArray<t.T, "A">, In<s.I, "lda">, WriteArray<t.T, "B">, In<s.I, "ldb">, In<s.I, "batchCount">])>;
}
