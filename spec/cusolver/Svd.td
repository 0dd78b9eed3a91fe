// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: singular values by QR iteration.

foreach S = Scalars in {
def "cusolverDn" # S.L # "gesvd_bufferSize" : LibraryFunction<[
    Dn, Int<"m">, Int<"n">, Out<"int *", "lwork">]>, Calls<"gesvdSize<" # S.T # ">">;
def "cusolverDn" # S.L # "gesvd" : LibraryFunction<[
    Dn, In<"signed char", "jobu">, In<"signed char", "jobvt">, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">,
    In<S.R # " *", "S">, In<S.T # " *", "U">, Int<"ldu">, In<S.T # " *", "VT">, Int<"ldvt">, In<S.T # " *", "work">, Int<"lwork">,
    In<S.R # " *", "rwork">, In<"int *", "info">]>, Calls<"gesvd<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"n">, Leading<"lda", "m">];
}
}
