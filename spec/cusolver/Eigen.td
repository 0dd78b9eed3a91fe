// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: symmetric eigenvalue problems.

foreach S = Scalars in {
def "cusolverDn" # S.L # S.Sy # "evd_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">, In<"const " # S.R # " *", "W">,
    Out<"int *", "lwork">]>, Calls<"syevdSize<" # S.T # ">"> {
    let Errors = [Negative<"n">]; // no mode is looked at (seen)
}
def "cusolverDn" # S.L # S.Sy # "evd" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.R # " *", "W">, In<S.T # " *", "work">,
    Int<"lwork">, Info<"info">]>, Calls<"syevd<" # S.T # ">"> {
    let Errors = [Jobz, Uplo, Negative<"n">, Leading<"lda", "n">];
}
def "cusolverDn" # S.L # S.Sy # "evdx_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, In<"cusolverEigRange_t", "range">, Fill, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">,
    In<S.R, "vl">, In<S.R, "vu">, Int<"il">, Int<"iu">, In<"int *", "meig">, In<"const " # S.R # " *", "W">, Out<"int *", "lwork">]>,
    Calls<"syevdxSize<" # S.T # ">"> {
    let Errors = [Negative<"n">]; // no mode is looked at (seen)
}
def "cusolverDn" # S.L # S.Sy # "evdx" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, In<"cusolverEigRange_t", "range">, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">,
    In<S.R, "vl">, In<S.R, "vu">, Int<"il">, Int<"iu">, In<"int *", "meig">, In<S.R # " *", "W">, In<S.T # " *", "work">, Int<"lwork">,
    Info<"info">]>, Calls<"syevdx<" # S.T # ">"> {
    let Errors = !listconcat([Jobz, Range, Uplo, Negative<"n">, Leading<"lda", "n">], Selection<"n">.Errors);
}
def "cusolverDn" # S.L # S.Sy # "gvdx_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigType_t", "itype">, In<"cusolverEigMode_t", "jobz">, In<"cusolverEigRange_t", "range">, Fill, Int<"n">,
    In<"const " # S.T # " *", "A">, Int<"lda">, In<"const " # S.T # " *", "B">, Int<"ldb">, In<S.R, "vl">, In<S.R, "vu">, Int<"il">,
    Int<"iu">, In<"int *", "meig">, In<"const " # S.R # " *", "W">, Out<"int *", "lwork">]>, Calls<"sygvdxSize<" # S.T # ">"> {
    let Errors = [Uplo, Negative<"n">]; // no mode is looked at (seen)
}
def "cusolverDn" # S.L # S.Sy # "gvdx" : LibraryFunction<[
    Dn, In<"cusolverEigType_t", "itype">, In<"cusolverEigMode_t", "jobz">, In<"cusolverEigRange_t", "range">, Fill, Int<"n">,
    In<S.T # " *", "A">, Int<"lda">, In<S.T # " *", "B">, Int<"ldb">, In<S.R, "vl">, In<S.R, "vu">, Int<"il">, Int<"iu">,
    In<"int *", "meig">, In<S.R # " *", "W">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>, Calls<"sygvdx<" # S.T # ">"> {
    let Errors = !listconcat([Itype, Jobz, Range, Uplo, Negative<"n">, Leading<"lda", "n">, Leading<"ldb", "n">], Selection<"n">.Errors);
}
def "cusolverDn" # S.L # S.Sy # "gvd_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigType_t", "itype">, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">,
    In<"const " # S.T # " *", "B">, Int<"ldb">, In<"const " # S.R # " *", "W">, Out<"int *", "lwork">]>, Calls<"sygvdSize<" # S.T # ">"> {
    let Errors = [Negative<"n">]; // no mode is looked at (seen)
}
def "cusolverDn" # S.L # S.Sy # "gvd" : LibraryFunction<[
    Dn, In<"cusolverEigType_t", "itype">, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">,
    In<S.T # " *", "B">, Int<"ldb">, In<S.R # " *", "W">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">]>,
    Calls<"sygvd<" # S.T # ">"> {
    let Errors = [Itype, Jobz, Uplo, Negative<"n">, Leading<"lda", "n">, Leading<"ldb", "n">];
}
}
