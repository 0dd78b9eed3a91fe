// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: QR factorization.

foreach S = Scalars in {
def "cusolverDn" # S.L # "geqrf_bufferSize" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Out<"int *", "lwork">]>, Calls<"geqrfSize<" # S.T # ">">;
def "cusolverDn" # S.L # "geqrf" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.T # " *", "TAU">, In<S.T # " *", "work">, Int<"lwork">,
    Info<"info">]>, Calls<"geqrf<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"n">, Leading<"lda", "m">];
}
def "cusolverDn" # S.L # S.Or # "gqr_bufferSize" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, Int<"k">, In<"const " # S.T # " *", "A">, Int<"lda">, In<"const " # S.T # " *", "tau">,
    Out<"int *", "lwork">]>, Calls<"orgqrSize<" # S.T # ">">;
def "cusolverDn" # S.L # S.Or # "gqr" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, Int<"k">, In<S.T # " *", "A">, Int<"lda">, In<"const " # S.T # " *", "tau">, In<S.T # " *", "work">,
    Int<"lwork">, Info<"info">]>, Calls<"orgqr<" # S.T # ">"> {
    let Errors = [Negative<"m">, Beyond<"n", "m">, Beyond<"k", "n">, Leading<"lda", "m">];
}
def "cusolverDn" # S.L # S.Or # "mqr_bufferSize" : LibraryFunction<[
    Dn, In<"cublasSideMode_t", "side">, In<"cublasOperation_t", "trans">, Int<"m">, Int<"n">, Int<"k">, In<"const " # S.T # " *", "A">,
    Int<"lda">, In<"const " # S.T # " *", "tau">, In<"const " # S.T # " *", "C">, Int<"ldc">, Out<"int *", "lwork">]>,
    Calls<"ormqrSize<" # S.T # ">">;
def "cusolverDn" # S.L # S.Or # "mqr" : LibraryFunction<[
    Dn, In<"cublasSideMode_t", "side">, In<"cublasOperation_t", "trans">, Int<"m">, Int<"n">, Int<"k">, In<"const " # S.T # " *", "A">,
    Int<"lda">, In<"const " # S.T # " *", "tau">, In<S.T # " *", "C">, Int<"ldc">, In<S.T # " *", "work">, Int<"lwork">,
    Info<"info">]>, Calls<"ormqr<" # S.T # ">"> {
    let Errors = [Side, TransQ<S.Or>, Negative<"m">, Negative<"n">, Beyond<"k", "side == CUBLAS_SIDE_LEFT ? m : n">, Leading<"lda", "side == CUBLAS_SIDE_LEFT ? m : n">,
      Leading<"ldc", "m">];
}
}
