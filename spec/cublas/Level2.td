// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: level 2.

foreach s = BothSizes in foreach t = AllNumbers in {
  defvar v2 = "_v2" # s.X;
  defvar isReal = !eq(t.T, t.R);
  defvar m = In<s.I, "m">;
  defvar n = In<s.I, "n">;
  defvar k = In<s.I, "k">;
  defvar lda = In<s.I, "lda">;
  defvar incx = In<s.I, "incx">;
  defvar incy = In<s.I, "incy">;
  defvar alpha = Read<t.T, "alpha">;
  defvar matrix = [Read<t.T, "A">, lda];
  defvar packed = [Read<t.T, "AP">];
  defvar x = [Read<t.T, "x">, incx];
  defvar y = [Read<t.T, "y">, incy];
  defvar betaY = [Read<t.T, "beta">, Write<t.T, "y">, incy];
  defvar intoX = [Write<t.T, "x">, incx];
  defvar intoA = [Write<t.T, "A">, lda];
  defvar intoPacked = [Write<t.T, "AP">];

  // A bad m, n, stride or operation of gemv is no error, and nothing is done (seen).
  let Errors = [Illegal<"lda", "m > 0 && n > 0 && lda < m">] in
    def "cublas" # t.L # "gemv" # s.X : Blas<t.L # "gemv", v2, "gemv", !listconcat([Op<"trans">, m, n, alpha], matrix, x, betaY)>;
  let Errors = [BadOp<"trans">, Negative<"m">, Negative<"n">, Negative<"kl">, Negative<"ku">, Illegal<"lda", "lda < kl + ku + 1">, Zero<"incx">, Zero<"incy">, NoFactor<"alpha", HasElements>, NoFactor<"beta", HasElements>] in
    def "cublas" # t.L # "gbmv" # s.X
        : Blas<t.L # "gbmv", v2, "gbmv", !listconcat([Op<"trans">, m, n, In<s.I, "kl">, In<s.I, "ku">, alpha], matrix, x, betaY)>;

  defvar triangle = [Uplo, Op<"trans">, Diag, n];
  defvar badTriangle = [BadUplo, BadOp<"trans">, BadDiag, Negative<"n">];
  foreach r = ["mv", "sv"] in {
    let Errors = !listconcat(badTriangle, [Below<"lda", "n">, Zero<"incx">]) in
      def "cublas" # t.L # "tr" # r # s.X : Blas<t.L # "tr" # r, v2, "tr" # r, !listconcat(triangle, matrix, intoX)>;
    let Errors = !listconcat(badTriangle, [Negative<"k">, Illegal<"lda", "lda < k + 1">, Zero<"incx">]) in
      def "cublas" # t.L # "tb" # r # s.X : Blas<t.L # "tb" # r, v2, "tb" # r, !listconcat(triangle, [k], matrix, intoX)>;
    let Errors = !listconcat(badTriangle, [Zero<"incx">]) in
      def "cublas" # t.L # "tp" # r # s.X : Blas<t.L # "tp" # r, v2, "tp" # r, !listconcat(triangle, packed, intoX)>;
  }

  // Symmetric ones, and Hermitian ones (h) of complex numbers.
  foreach h = !if(isReal, [0], [0, 1]) in {
    defvar sy = !if(h, "he", "sy");
    defvar sb = !if(h, "hb", "sb");
    defvar sp = !if(h, "hp", "sp");
    defvar real = Read<!if(h, t.R, t.T), "alpha">;
    let Errors = [BadUplo, Negative<"n">, Illegal<"lda", "n > 0 && lda < n">, Zero<"incx">, Zero<"incy">] in
      def "cublas" # t.L # sy # "mv" # s.X : Blas<t.L # sy # "mv", v2, sy # "mv", !listconcat([Uplo, n, alpha], matrix, x, betaY)>;
    let Errors = [BadUplo, Negative<"n">, Zero<"incx">, Below<"lda", "n">, NoFactor<"alpha", HasOrder>] in
      def "cublas" # t.L # !if(h, "her", "syr") # s.X : Blas<t.L # !if(h, "her", "syr"), v2, !if(h, "her", "syr"), !listconcat([Uplo, n, real], x, intoA)>;
    let Errors = [BadUplo, Negative<"n">, Zero<"incx">, Zero<"incy">, Below<"lda", "n">, NoFactor<"alpha", HasOrder>] in
      def "cublas" # t.L # !if(h, "her2", "syr2") # s.X
          : Blas<t.L # !if(h, "her2", "syr2"), v2, !if(h, "her2", "syr2"), !listconcat([Uplo, n, alpha], x, y, intoA)>;
    // Band and packed forms: no symmetric ones of complex numbers.
    if !or(h, isReal) then {
      let Errors = [BadUplo, Negative<"n">, Negative<"k">, Illegal<"lda", "lda < k + 1">, Zero<"incx">, Zero<"incy">, NoFactor<"alpha", HasOrder>, NoFactor<"beta", HasOrder>] in
        def "cublas" # t.L # sb # "mv" # s.X : Blas<t.L # sb # "mv", v2, sb # "mv", !listconcat([Uplo, n, k, alpha], matrix, x, betaY)>;
      let Errors = [BadUplo, Negative<"n">, Zero<"incx">, Zero<"incy">, NoFactor<"alpha", HasOrder>, NoFactor<"beta", HasOrder>] in
        def "cublas" # t.L # sp # "mv" # s.X : Blas<t.L # sp # "mv", v2, sp # "mv", !listconcat([Uplo, n, alpha], packed, x, betaY)>;
      let Errors = [BadUplo, Negative<"n">, Zero<"incx">, Zero<"incy">, NoFactor<"alpha", HasOrder>] in
        def "cublas" # t.L # sp # "r2" # s.X : Blas<t.L # sp # "r2", v2, sp # "r2", !listconcat([Uplo, n, alpha], x, y, intoPacked)>;
      let Errors = [BadUplo, Negative<"n">, Zero<"incx">, NoFactor<"alpha", HasOrder>] in
        def "cublas" # t.L # sp # "r" # s.X : Blas<t.L # sp # "r", v2, sp # "r", !listconcat([Uplo, n, real], x, intoPacked)>;
    }
  }

  foreach form = !if(isReal, ["ger"], ["geru", "gerc"]) in
    let Errors = [Negative<"m">, Negative<"n">, Zero<"incx">, Zero<"incy">, Below<"lda", "m">, NoFactor<"alpha", HasElements>] in
      def "cublas" # t.L # form # s.X : Blas<t.L # form, v2, !if(!eq(form, "gerc"), "gerc", "ger"), !listconcat([m, n, alpha], x, y, intoA)>;
}
