// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: linear systems by iterative refinement.

class BadIrs<string param, string condition> : Bad<param, condition, "IRS_PARAMS_INVALID">;
defvar NoSpace = Fails<"CUSOLVER_STATUS_INVALID_WORKSPACE", "n > 0 && lwork_bytes < 1">;
defvar IrsGesv = [BadIrs<"n", "n < 0">, BadIrs<"nrhs", "nrhs < 0">, BadIrs<"ldda", "ldda < 1 || ldda < n">,
                  BadIrs<"lddb", "lddb < 1 || lddb < n">, BadIrs<"lddx", "lddx < 1 || lddx < n">];
defvar IrsGels = [BadIrs<"m", "m < 0">, BadIrs<"n", "n < 0 || n > m">, BadIrs<"nrhs", "nrhs < 0">, BadIrs<"ldda", "ldda < 1 || ldda < m">,
                  BadIrs<"lddb", "lddb < 1 || lddb < m">, BadIrs<"lddx", "lddx < 1 || lddx < n">];

// Letters: precision of the data, then the lowest precision of the factorization.
foreach S = Mixed in {
def "cusolverDn" # S.L # "gesv" : LibraryFunction<[
    Dn, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<S.T # " *", "dA">, In<"cusolver_int_t", "ldda">,
    In<"cusolver_int_t *", "dipiv">, In<S.T # " *", "dB">, In<"cusolver_int_t", "lddb">, In<S.T # " *", "dX">,
    In<"cusolver_int_t", "lddx">, In<"void *", "work">, In<"size_t", "lwork_bytes">, Out<"cusolver_int_t *", "iter">,
    Info<"d_info">]>, Calls<"gesv<" # S.T # ", " # S.P # ">"> {
    let Errors = !listconcat(IrsGesv, [NoSpace, Idle<"n == 0 || nrhs == 0">]);
}
def "cusolverDn" # S.L # "gesv_bufferSize" : LibraryFunction<[
    Dn, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<S.T # " *", "dA">, In<"cusolver_int_t", "ldda">,
    In<"cusolver_int_t *", "dipiv">, In<S.T # " *", "dB">, In<"cusolver_int_t", "lddb">, In<S.T # " *", "dX">,
    In<"cusolver_int_t", "lddx">, In<"void *", "work">, Out<"size_t *", "lwork_bytes">]>, Calls<"gesvSize<" # S.T # ", " # S.P # ">"> {
    let Errors = IrsGesv;
}
def "cusolverDn" # S.L # "gels" : LibraryFunction<[
    Dn, In<"cusolver_int_t", "m">, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<S.T # " *", "dA">,
    In<"cusolver_int_t", "ldda">, In<S.T # " *", "dB">, In<"cusolver_int_t", "lddb">, In<S.T # " *", "dX">,
    In<"cusolver_int_t", "lddx">, In<"void *", "work">, In<"size_t", "lwork_bytes">, Out<"cusolver_int_t *", "iter">,
    Info<"d_info">]>, Calls<"gels<" # S.T # ", " # S.P # ">"> {
    let Errors = !listconcat(IrsGels, [NoSpace, Idle<"n == 0 || nrhs == 0">]);
}
def "cusolverDn" # S.L # "gels_bufferSize" : LibraryFunction<[
    Dn, In<"cusolver_int_t", "m">, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<S.T # " *", "dA">,
    In<"cusolver_int_t", "ldda">, In<S.T # " *", "dB">, In<"cusolver_int_t", "lddb">, In<S.T # " *", "dX">,
    In<"cusolver_int_t", "lddx">, In<"void *", "work">, Out<"size_t *", "lwork_bytes">]>, Calls<"gelsSize<" # S.T # ", " # S.P # ">"> {
    let Errors = IrsGels;
}
}
def cusolverDnIRSXgesv : LibraryFunction<[
    Dn, In<"cusolverDnIRSParams_t", "gesv_irs_params">, In<"cusolverDnIRSInfos_t", "gesv_irs_infos">, In<"cusolver_int_t", "n">,
    In<"cusolver_int_t", "nrhs">, In<"void *", "dA">, In<"cusolver_int_t", "ldda">, In<"void *", "dB">, In<"cusolver_int_t", "lddb">,
    In<"void *", "dX">, In<"cusolver_int_t", "lddx">, In<"void *", "work">, In<"size_t", "lwork_bytes">,
    In<"cusolver_int_t *", "niters">, Info<"d_info">]> {
    let Errors = [Idle<"n < 0 || nrhs < 0 || ldda < std::max(1, n) || lddb < std::max(1, n) || lddx < std::max(1, n)">, NoSpace];
}
def cusolverDnIRSXgesv_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnIRSParams_t", "params">, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, Out<"size_t *", "lwork_bytes">]>;
def cusolverDnIRSXgels : LibraryFunction<[
    Dn, In<"cusolverDnIRSParams_t", "gels_irs_params">, In<"cusolverDnIRSInfos_t", "gels_irs_infos">, In<"cusolver_int_t", "m">,
    In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">, In<"void *", "dA">, In<"cusolver_int_t", "ldda">, In<"void *", "dB">,
    In<"cusolver_int_t", "lddb">, In<"void *", "dX">, In<"cusolver_int_t", "lddx">, In<"void *", "work">, In<"size_t", "lwork_bytes">,
    In<"cusolver_int_t *", "niters">, Info<"d_info">]> {
    let Errors = [Idle<"m < 0 || n < 0 || nrhs < 0 || ldda < std::max(1, m) || lddb < std::max(1, m) || lddx < std::max(1, n)">, NoSpace];
}
def cusolverDnIRSXgels_bufferSize : LibraryFunction<[
    Dn, In<"cusolverDnIRSParams_t", "params">, In<"cusolver_int_t", "m">, In<"cusolver_int_t", "n">, In<"cusolver_int_t", "nrhs">,
    Out<"size_t *", "lwork_bytes">]>;
