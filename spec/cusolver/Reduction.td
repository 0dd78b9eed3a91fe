// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: reductions to bidiagonal and tridiagonal form.

foreach S = Scalars in {
def "cusolverDn" # S.L # "gebrd_bufferSize" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, Out<"int *", "lwork">]>, Calls<"gebrdSize<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"n">];
}
def "cusolverDn" # S.L # "gebrd" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.R # " *", "D">, In<S.R # " *", "E">, In<S.T # " *", "TAUQ">,
    In<S.T # " *", "TAUP">, In<S.T # " *", "Work">, Int<"lwork">, Info<"info">]>, Calls<"gebrd<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"n">, Wide<"NOT_SUPPORTED">, Leading<"lda", "m">];
}
def "cusolverDn" # S.L # S.Or # "gbr_bufferSize" : LibraryFunction<[
    Dn, In<"cublasSideMode_t", "side">, Int<"m">, Int<"n">, Int<"k">, In<"const " # S.T # " *", "A">, Int<"lda">,
    In<"const " # S.T # " *", "tau">, Out<"int *", "lwork">]>, Calls<"orgbrSize<" # S.T # ">">;
def "cusolverDn" # S.L # S.Or # "gbr" : LibraryFunction<[
    Dn, In<"cublasSideMode_t", "side">, Int<"m">, Int<"n">, Int<"k">, In<S.T # " *", "A">, Int<"lda">,
    In<"const " # S.T # " *", "tau">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>, Calls<"orgbr<" # S.T # ">"> {
    let Errors = [Side, Negative<"m">, Bad<"n", "n < 0 || (side == CUBLAS_SIDE_LEFT ? n > m || n < std::min(m, k) : n < m || m < std::min(n, k))">,
      Negative<"k">, Leading<"lda", "m">];
}
def "cusolverDn" # S.L # S.Sy # "trd_bufferSize" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">, In<"const " # S.R # " *", "d">, In<"const " # S.R # " *", "e">,
    In<"const " # S.T # " *", "tau">, Out<"int *", "lwork">]>, Calls<"sytrdSize<" # S.T # ">">; // no triangle is looked at (seen)
def "cusolverDn" # S.L # S.Sy # "trd" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.R # " *", "d">, In<S.R # " *", "e">, In<S.T # " *", "tau">,
    In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>, Calls<"sytrd<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">, Leading<"lda", "n">];
}
def "cusolverDn" # S.L # S.Or # "gtr_bufferSize" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">, In<"const " # S.T # " *", "tau">, Out<"int *", "lwork">]>,
    Calls<"orgtrSize<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">, Invalid<"lda < 0">];
}
def "cusolverDn" # S.L # S.Or # "gtr" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<"const " # S.T # " *", "tau">, In<S.T # " *", "work">, Int<"lwork">,
    Info<"info">]>, Calls<"orgtr<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">, Leading<"lda", "n">];
}
def "cusolverDn" # S.L # S.Or # "mtr_bufferSize" : LibraryFunction<[
    Dn, In<"cublasSideMode_t", "side">, Fill, In<"cublasOperation_t", "trans">, Int<"m">, Int<"n">, In<"const " # S.T # " *", "A">,
    Int<"lda">, In<"const " # S.T # " *", "tau">, In<"const " # S.T # " *", "C">, Int<"ldc">, Out<"int *", "lwork">]>,
    Calls<"ormtrSize<" # S.T # ">"> {
    let Errors = [Uplo];
}
def "cusolverDn" # S.L # S.Or # "mtr" : LibraryFunction<[
    Dn, In<"cublasSideMode_t", "side">, Fill, In<"cublasOperation_t", "trans">, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">,
    In<S.T # " *", "tau">, In<S.T # " *", "C">, Int<"ldc">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>,
    Calls<"ormtr<" # S.T # ">"> {
    let Errors = [Side, TransQ<S.Or>, Uplo, Negative<"m">, Negative<"n">, Leading<"lda", "side == CUBLAS_SIDE_LEFT ? m : n">, Leading<"ldc",
      "m">];
}
}
