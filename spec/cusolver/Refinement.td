// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: linear systems by iterative refinement.

// Letters: precision of the data, then the lowest precision of the factorization.
foreach S = Mixed in {
def "cusolverDn" # S.L # "gesv" : LibraryFunction<[
    Dn, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<S.T # " *", "dA">, In<"cusolver_int_t", "ldda">,
    In<"cusolver_int_t *", "dipiv">, In<S.T # " *", "dB">, In<"cusolver_int_t", "lddb">, In<S.T # " *", "dX">,
    In<"cusolver_int_t", "lddx">, In<"void *", "work">, In<"size_t", "lwork_bytes">, Out<"cusolver_int_t *", "iter">,
    In<"cusolver_int_t *", "d_info">]>, Calls<"gesv<" # S.T # ", " # S.P # ">"> {
    let Errors = [Negative<"n">, Negative<"nrhs">, Leading<"ldda", "n">, Leading<"lddb", "n">, Leading<"lddx", "n">];
}
def "cusolverDn" # S.L # "gesv_bufferSize" : LibraryFunction<[
    Dn, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<S.T # " *", "dA">, In<"cusolver_int_t", "ldda">,
    In<"cusolver_int_t *", "dipiv">, In<S.T # " *", "dB">, In<"cusolver_int_t", "lddb">, In<S.T # " *", "dX">,
    In<"cusolver_int_t", "lddx">, In<"void *", "work">, Out<"size_t *", "lwork_bytes">]>, Calls<"gesvSize<" # S.T # ", " # S.P # ">">;
def "cusolverDn" # S.L # "gels" : LibraryFunction<[
    Dn, In<"cusolver_int_t", "m">, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<S.T # " *", "dA">,
    In<"cusolver_int_t", "ldda">, In<S.T # " *", "dB">, In<"cusolver_int_t", "lddb">, In<S.T # " *", "dX">,
    In<"cusolver_int_t", "lddx">, In<"void *", "work">, In<"size_t", "lwork_bytes">, Out<"cusolver_int_t *", "iter">,
    In<"cusolver_int_t *", "d_info">]>, Calls<"gels<" # S.T # ", " # S.P # ">"> {
    let Errors = [Negative<"m">, Negative<"n">, Negative<"nrhs">, Leading<"ldda", "m">, Leading<"lddb", "m">, Leading<"lddx", "n">];
}
def "cusolverDn" # S.L # "gels_bufferSize" : LibraryFunction<[
    Dn, In<"cusolver_int_t", "m">, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<S.T # " *", "dA">,
    In<"cusolver_int_t", "ldda">, In<S.T # " *", "dB">, In<"cusolver_int_t", "lddb">, In<S.T # " *", "dX">,
    In<"cusolver_int_t", "lddx">, In<"void *", "work">, Out<"size_t *", "lwork_bytes">]>, Calls<"gelsSize<" # S.T # ", " # S.P # ">">;
}
def cusolverDnIRSXgesv : LibraryFunction<[
    Dn, In<"cusolverDnIRSParams_t", "gesv_irs_params">, In<"cusolverDnIRSInfos_t", "gesv_irs_infos">, In<"cusolver_int_t", "n">,
    In<"cusolver_int_t", "nrhs">, In<"void *", "dA">, In<"cusolver_int_t", "ldda">, In<"void *", "dB">, In<"cusolver_int_t", "lddb">,
    In<"void *", "dX">, In<"cusolver_int_t", "lddx">, In<"void *", "work">, In<"size_t", "lwork_bytes">,
    In<"cusolver_int_t *", "niters">, In<"cusolver_int_t *", "d_info">]> {
    let Errors = [Negative<"n">, Negative<"nrhs">, Leading<"ldda", "n">, Leading<"lddb", "n">, Leading<"lddx", "n">];
}
def cusolverDnIRSXgesv_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnIRSParams_t", "params">, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, Out<"size_t *", "lwork_bytes">]>;
def cusolverDnIRSXgels : LibraryFunction<[
    Dn, In<"cusolverDnIRSParams_t", "gels_irs_params">, In<"cusolverDnIRSInfos_t", "gels_irs_infos">, In<"cusolver_int_t", "m">,
    In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<"void *", "dA">, In<"cusolver_int_t", "ldda">, In<"void *", "dB">,
    In<"cusolver_int_t", "lddb">, In<"void *", "dX">, In<"cusolver_int_t", "lddx">, In<"void *", "work">, In<"size_t", "lwork_bytes">,
    In<"cusolver_int_t *", "niters">, In<"cusolver_int_t *", "d_info">]> {
    let Errors = [Negative<"m">, Negative<"n">, Negative<"nrhs">, Leading<"ldda", "m">, Leading<"lddb", "m">, Leading<"lddx", "n">];
}
def cusolverDnIRSXgels_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnIRSParams_t", "params">, In<"cusolver_int_t", "m">, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">,
    Out<"size_t *", "lwork_bytes">]>;
