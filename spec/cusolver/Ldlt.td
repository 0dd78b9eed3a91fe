// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: LDL' factorization of symmetric matrices.

foreach S = Scalars in {
def "cusolverDn" # S.L # "sytrf_bufferSize" : LibraryFunction<[
    Dn, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Out<"int *", "lwork">]>, Calls<"sytrfSize<" # S.T # ">">;
def "cusolverDn" # S.L # "sytrf" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<"int *", "ipiv">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>,
    Calls<"sytrf<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">, Leading<"lda", "n">, Bad<"lwork", "n > 0 && lwork < 1">, Idle<"n == 0 && ipiv">]; // without pivots info is 0 (seen)
}
def "cusolverDn" # S.L # "sytri_bufferSize" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<"const int *", "ipiv">, Out<"int *", "lwork">]>,
    Calls<"sytriSize<" # S.T # ">"> {
    let Errors = [Uplo];
}
def "cusolverDn" # S.L # "sytri" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<"const int *", "ipiv">, In<S.T # " *", "work">, Int<"lwork">,
    In<"int *", "info">]>, Calls<"sytri<" # S.T # ">"> {
    // What is wrong does nothing (seen).
    let Errors = [Fails<"CUSOLVER_STATUS_SUCCESS", "(uplo != CUBLAS_FILL_MODE_LOWER && uplo != CUBLAS_FILL_MODE_UPPER) || n < 0 || lda < std::max(1, n)">];
}
}
