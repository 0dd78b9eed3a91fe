// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: LU factorization.

foreach S = Scalars in {
def "cusolverDn" # S.L # "getrf_bufferSize" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Out<"int *", "lwork">]>, Calls<"getrfSize<" # S.T # ">">;
def "cusolverDn" # S.L # "getrf" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.T # " *", "work">, In<"int *", "ipiv">, Info<"info">]>,
    Calls<"getrf<" # S.T # ">"> {
    // With pivots a small lda is told by info alone (seen).
    let Errors = [Bad<"m", "!ipiv && m < 0">, Bad<"n", "!ipiv && n < 0">, Bad<"lda", "!ipiv && (lda < 1 || lda < m)">, Invalid<"m < 0 || n < 0">, Bad<"lda", "lda < 1 || lda < m", "SUCCESS">];
}
def "cusolverDn" # S.L # "laswp" : LibraryFunction<[
    Dn, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Int<"k1">, Int<"k2">, In<"const int *", "ipiv">, Int<"incx">]>,
    Calls<"laswp<" # S.T # ">">;
def "cusolverDn" # S.L # "getrs" : LibraryFunction<[
    Dn, In<"cublasOperation_t", "trans">, Int<"n">, Int<"nrhs">, In<"const " # S.T # " *", "A">, Int<"lda">, In<"const int *", "ipiv">,
    In<S.T # " *", "B">, Int<"ldb">, In<"int *", "info">]>, Calls<"getrs<" # S.T # ">"> {
    let Errors = [Trans, Negative<"n">, Negative<"nrhs">, Leading<"lda", "n">, Leading<"ldb", "n">];
}
}
