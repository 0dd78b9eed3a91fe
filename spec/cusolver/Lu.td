// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: LU factorization.

foreach S = Scalars in {
def "cusolverDn" # S.L # "getrf_bufferSize" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Out<"int *", "lwork">]>, Calls<"getrfSize<" # S.T # ">">;
def "cusolverDn" # S.L # "getrf" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.T # " *", "work">, In<"int *", "ipiv">, In<"int *", "info">]>,
    Calls<"getrf<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"n">, Leading<"lda", "m">];
}
def "cusolverDn" # S.L # "laswp" : LibraryFunction<[
    Dn, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Int<"k1">, Int<"k2">, In<"const int *", "ipiv">, Int<"incx">]>,
    Calls<"laswp<" # S.T # ">"> {
    let Errors = [Negative<"n">, Leading<"lda", "1">];
}
def "cusolverDn" # S.L # "getrs" : LibraryFunction<[
    Dn, In<"cublasOperation_t", "trans">, Int<"n">, Int<"nrhs">, In<"const " # S.T # " *", "A">, Int<"lda">, In<"const int *", "ipiv">,
    In<S.T # " *", "B">, Int<"ldb">, In<"int *", "info">]>, Calls<"getrs<" # S.T # ">"> {
    let Errors = [Trans, Negative<"n">, Negative<"nrhs">, Leading<"lda", "n">, Leading<"ldb", "n">];
}
}
