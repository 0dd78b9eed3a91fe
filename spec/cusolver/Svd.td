// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: singular values by QR iteration.

foreach S = Scalars in {
def "cusolverDn" # S.L # "gesvd_bufferSize" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, Out<"int *", "lwork">]>, Calls<"gesvdSize<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"n">];
}
def "cusolverDn" # S.L # "gesvd" : LibraryFunction<[
    Dn, In<"signed char", "jobu">, In<"signed char", "jobvt">, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">,
    In<S.R # " *", "S">, In<S.T # " *", "U">, Int<"ldu">, In<S.T # " *", "VT">, Int<"ldvt">, In<S.T # " *", "work">, Int<"lwork">,
    In<S.R # " *", "rwork">, Info<"info">]>, Calls<"gesvd<" # S.T # ">"> {
    let Errors = [JobU<"jobu">, JobU<"jobvt", "jobu">, Negative<"m">, Negative<"n">, Bad<"", "m == 0 || n == 0", "SUCCESS">,
      Wide<"INVALID_VALUE">, Leading<"lda", "m">, VectorsU, VectorsVt];
}
}
