// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: Cholesky factorization.

foreach S = Scalars in {
def "cusolverDn" # S.L # "potrf_bufferSize" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Out<"int *", "lwork">]>, Calls<"potrfSize<" # S.T # ">"> {
    let Errors = [Uplo];
}
def "cusolverDn" # S.L # "potrf" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>,
    Calls<"potrf<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">, Leading<"lda", "n">];
}
def "cusolverDn" # S.L # "potrs" : LibraryFunction<[
    Dn, Fill, Int<"n">, Int<"nrhs">, In<"const " # S.T # " *", "A">, Int<"lda">, In<S.T # " *", "B">, Int<"ldb">, Info<"info">]>,
    Calls<"potrs<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">, Negative<"nrhs">, Bad<"lda", "lda < n">, Leading<"ldb", "n">];
}
def "cusolverDn" # S.L # "potrfBatched" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " **", "Aarray">, Int<"lda">, Info<"infoArray", true>, Int<"batchSize">]>,
    Calls<"potrfBatched<" # S.T # ">"> {
    let Errors = [Invalid<"batchSize < 1">, Uplo, Negative<"n">, Leading<"lda", "n">];
}
def "cusolverDn" # S.L # "potrsBatched" : LibraryFunction<[
    Dn, Fill, Int<"n">, Int<"nrhs">, In<S.T # " **", "A">, Int<"lda">, In<S.T # " **", "B">, Int<"ldb">, Info<"d_info", true>,
    Int<"batchSize">]>, Calls<"potrsBatched<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">, Bad<"nrhs", "nrhs != 1">, Leading<"lda", "n">, Leading<"ldb", "n">,
      Bad<"batchSize", "batchSize < 1">];
}
def "cusolverDn" # S.L # "potri_bufferSize" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Out<"int *", "lwork">]>, Calls<"potriSize<" # S.T # ">"> {
    let Errors = [Uplo];
}
def "cusolverDn" # S.L # "potri" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>,
    Calls<"potri<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">, Leading<"lda", "n">, Idle<"n == 0">];
}
def "cusolverDn" # S.L # "lauum_bufferSize" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, Out<"int *", "lwork">]>, Calls<"lauumSize<" # S.T # ">"> {
    let Errors = [Uplo];
}
def "cusolverDn" # S.L # "lauum" : LibraryFunction<[
    Dn, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>,
    Calls<"lauum<" # S.T # ">"> {
    let Errors = [Uplo, Bad<"", "n < 0">, Leading<"lda", "n">];
}
}
