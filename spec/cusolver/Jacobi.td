// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: eigenvalues and singular values by Jacobi's method, and approximate ones.

def cusolverDnCreateSyevjInfo : LibraryFunction<[Out<"syevjInfo_t *", "info">]>;
def cusolverDnDestroySyevjInfo : LibraryFunction<[In<"syevjInfo_t", "info">]> { let Errors = [Invalid<"info && !cusolver::isLive(info)">]; }
def cusolverDnXsyevjSetTolerance : LibraryFunction<[In<"syevjInfo_t", "info">, In<"double", "tolerance">]> {
    let Errors = [Live<"info">];
}
def cusolverDnXsyevjSetMaxSweeps : LibraryFunction<[In<"syevjInfo_t", "info">, Int<"max_sweeps">]> { let Errors = [Live<"info">]; }
def cusolverDnXsyevjSetSortEig : LibraryFunction<[In<"syevjInfo_t", "info">, Int<"sort_eig">]> { let Errors = [Live<"info">]; }
def cusolverDnXsyevjGetResidual : LibraryFunction<[Dn, In<"syevjInfo_t", "info">, Out<"double *", "residual">]> {
    let Errors = [Live<"info">];
}
def cusolverDnXsyevjGetSweeps : LibraryFunction<[Dn, In<"syevjInfo_t", "info">, Out<"int *", "executed_sweeps">]> {
    let Errors = [Live<"info">];
}
foreach S = Scalars in {
def "cusolverDn" # S.L # S.Sy # "evjBatched_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">, In<"const " # S.R # " *", "W">,
    Out<"int *", "lwork">, In<"syevjInfo_t", "params">, Int<"batchSize">]>, Calls<"syevjBatchedSize<" # S.T # ">"> {
    let Errors = [Negative<"n">, Negative<"batchSize">];
}
def "cusolverDn" # S.L # S.Sy # "evjBatched" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.R # " *", "W">, In<S.T # " *", "work">,
    Int<"lwork">, Info<"info">, In<"syevjInfo_t", "params">, Int<"batchSize">]>, Calls<"syevjBatched<" # S.T # ">"> {
    let Errors = [Live<"params">, Jobz, Uplo, Negative<"n">, Leading<"lda", "n">, Idle<"n == 0">];
}
def "cusolverDn" # S.L # S.Sy # "evj_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">, In<"const " # S.R # " *", "W">,
    Out<"int *", "lwork">, In<"syevjInfo_t", "params">]>, Calls<"syevjSize<" # S.T # ">"> {
    let Errors = [Negative<"n">];
}
def "cusolverDn" # S.L # S.Sy # "evj" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.R # " *", "W">, In<S.T # " *", "work">,
    Int<"lwork">, Info<"info">, In<"syevjInfo_t", "params">]>, Calls<"syevj<" # S.T # ">"> {
    let Errors = [Live<"params">, Jobz, Uplo, Negative<"n">, Leading<"lda", "n">];
}
def "cusolverDn" # S.L # S.Sy # "gvj_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigType_t", "itype">, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">,
    In<"const " # S.T # " *", "B">, Int<"ldb">, In<"const " # S.R # " *", "W">, Out<"int *", "lwork">, In<"syevjInfo_t", "params">]>,
    Calls<"sygvjSize<" # S.T # ">"> {
    let Errors = [Negative<"n">];
}
def "cusolverDn" # S.L # S.Sy # "gvj" : LibraryFunction<[
    Dn, In<"cusolverEigType_t", "itype">, In<"cusolverEigMode_t", "jobz">, Fill, Int<"n">, In<S.T # " *", "A">, Int<"lda">,
    In<S.T # " *", "B">, Int<"ldb">, In<S.R # " *", "W">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">,
    In<"syevjInfo_t", "params">]>, Calls<"sygvj<" # S.T # ">"> {
    let Errors = [Live<"params">, Itype, Jobz, Uplo, Negative<"n">, Leading<"lda", "n">, Leading<"ldb", "n">];
}
}
def cusolverDnCreateGesvdjInfo : LibraryFunction<[Out<"gesvdjInfo_t *", "info">]>;
def cusolverDnDestroyGesvdjInfo : LibraryFunction<[In<"gesvdjInfo_t", "info">]> { let Errors = [Invalid<"info && !cusolver::isLive(info)">]; }
def cusolverDnXgesvdjSetTolerance : LibraryFunction<[In<"gesvdjInfo_t", "info">, In<"double", "tolerance">]> {
    let Errors = [Live<"info">];
}
def cusolverDnXgesvdjSetMaxSweeps : LibraryFunction<[In<"gesvdjInfo_t", "info">, Int<"max_sweeps">]> { let Errors = [Live<"info">]; }
def cusolverDnXgesvdjSetSortEig : LibraryFunction<[In<"gesvdjInfo_t", "info">, Int<"sort_svd">]> { let Errors = [Live<"info">]; }
def cusolverDnXgesvdjGetResidual : LibraryFunction<[Dn, In<"gesvdjInfo_t", "info">, Out<"double *", "residual">]> {
    let Errors = [Live<"info">];
}
def cusolverDnXgesvdjGetSweeps : LibraryFunction<[Dn, In<"gesvdjInfo_t", "info">, Out<"int *", "executed_sweeps">]> {
    let Errors = [Live<"info">];
}
foreach S = Scalars in {
def "cusolverDn" # S.L # "gesvdjBatched_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Int<"m">, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">,
    In<"const " # S.R # " *", "S">, In<"const " # S.T # " *", "U">, Int<"ldu">, In<"const " # S.T # " *", "V">, Int<"ldv">,
    Out<"int *", "lwork">, In<"gesvdjInfo_t", "params">, Int<"batchSize">]>, Calls<"gesvdjBatchedSize<" # S.T # ">">;
def "cusolverDn" # S.L # "gesvdjBatched" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.R # " *", "S">, In<S.T # " *", "U">,
    Int<"ldu">, In<S.T # " *", "V">, Int<"ldv">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">,
    In<"gesvdjInfo_t", "params">, Int<"batchSize">]>, Calls<"gesvdjBatched<" # S.T # ">"> {
    let Errors = [Live<"params">, Jobz, Beyond<"m", "32">, Beyond<"n", "32">, Leading<"lda", "m">, Vectors<"ldu", "m">, Vectors<"ldv", "n">,
      Bad<"lwork", "lwork < 1">, Negative<"batchSize">, Bad<"", "m == 0 || n == 0", "SUCCESS">];
}
def "cusolverDn" # S.L # "gesvdj_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Int<"econ">, Int<"m">, Int<"n">, In<"const " # S.T # " *", "A">, Int<"lda">,
    In<"const " # S.R # " *", "S">, In<"const " # S.T # " *", "U">, Int<"ldu">, In<"const " # S.T # " *", "V">, Int<"ldv">,
    Out<"int *", "lwork">, In<"gesvdjInfo_t", "params">]>, Calls<"gesvdjSize<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"n">];
}
def "cusolverDn" # S.L # "gesvdj" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Int<"econ">, Int<"m">, Int<"n">, In<S.T # " *", "A">, Int<"lda">, In<S.R # " *", "S">,
    In<S.T # " *", "U">, Int<"ldu">, In<S.T # " *", "V">, Int<"ldv">, In<S.T # " *", "work">, Int<"lwork">, Info<"info">,
    In<"gesvdjInfo_t", "params">]>, Calls<"gesvdj<" # S.T # ">"> {
    // Those of vectors that are not wanted, too (seen).
    let Errors = [Live<"params">, Jobz, Negative<"m">, Negative<"n">, Leading<"lda", "m">, Leading<"ldu", "m">, Leading<"ldv", "n">];
}
def "cusolverDn" # S.L # "gesvdaStridedBatched_bufferSize" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Int<"rank">, Int<"m">, Int<"n">, In<"const " # S.T # " *", "d_A">, Int<"lda">,
    In<"long long", "strideA">, In<"const " # S.R # " *", "d_S">, In<"long long", "strideS">, In<"const " # S.T # " *", "d_U">,
    Int<"ldu">, In<"long long", "strideU">, In<"const " # S.T # " *", "d_V">, Int<"ldv">, In<"long long", "strideV">,
    Out<"int *", "lwork">, Int<"batchSize">]>, Calls<"gesvdaStridedBatchedSize<" # S.T # ">">;
def "cusolverDn" # S.L # "gesvdaStridedBatched" : LibraryFunction<[
    Dn, In<"cusolverEigMode_t", "jobz">, Int<"rank">, Int<"m">, Int<"n">, In<"const " # S.T # " *", "d_A">, Int<"lda">,
    In<"long long", "strideA">, In<S.R # " *", "d_S">, In<"long long", "strideS">, In<S.T # " *", "d_U">, Int<"ldu">,
    In<"long long", "strideU">, In<S.T # " *", "d_V">, Int<"ldv">, In<"long long", "strideV">, In<S.T # " *", "d_work">, Int<"lwork">,
    Info<"d_info">, In<"double *", "h_R_nrmF">, Int<"batchSize">]>, Calls<"gesvdaStridedBatched<" # S.T # ">"> {
    // Leading dimensions of vectors that are not wanted, too (seen).
    let Errors = [Jobz, Negative<"m">, Bad<"m", "m < n">, Beyond<"rank", "n">, Leading<"lda", "m">, Leading<"ldu", "m">, Leading<"ldv", "n">,
      Bad<"lwork", "lwork < 1">, Negative<"batchSize">, Bad<"", "batchSize == 0", "SUCCESS">];
}
}
