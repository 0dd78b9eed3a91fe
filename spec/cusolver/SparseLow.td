// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: sparse: factorizations in steps.

def cusolverSpCreateCsrluInfoHost : LibraryFunction<[Out<"csrluInfoHost_t *", "info">]>;
def cusolverSpDestroyCsrluInfoHost : LibraryFunction<[In<"csrluInfoHost_t", "info">]> { let Errors = [Invalid<"info && !cusolver::isLive(info)">]; }
def cusolverSpXcsrluAnalysisHost : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"csrluInfoHost_t", "info">]> {
    let Errors = [Live<"info">, Negative<"n">, Negative<"nnzA">];
}
foreach S = Scalars in {
def "cusolverSp" # S.L # "csrluBufferInfoHost" : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"csrluInfoHost_t", "info">,
    Out<"size_t *", "internalDataInBytes">, Out<"size_t *", "workspaceInBytes">]>, Calls<"csrluBufferInfoHost<" # S.T # ">"> {
    let Errors = [Live<"info">, General<"descrA">];
}
def "cusolverSp" # S.L # "csrluFactorHost" : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"csrluInfoHost_t", "info">, In<S.R, "pivot_threshold">,
    In<"void *", "pBuffer">]>, Calls<"csrluFactorHost<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"n">, Negative<"nnzA">];
}
def "cusolverSp" # S.L # "csrluZeroPivotHost" : LibraryFunction<[
    Sp, In<"csrluInfoHost_t", "info">, In<S.R, "tol">, Out<"int *", "position">]>, Calls<"csrluZeroPivotHost<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
def "cusolverSp" # S.L # "csrluSolveHost" : LibraryFunction<[
    Sp, Int<"n">, In<"const " # S.T # " *", "b">, In<S.T # " *", "x">, In<"csrluInfoHost_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrluSolveHost<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"n">];
}
}
def cusolverSpXcsrluNnzHost : LibraryFunction<[Sp, Out<"int *", "nnzLRef">, Out<"int *", "nnzURef">, In<"csrluInfoHost_t", "info">]> {
    let Errors = [Live<"info">];
}
foreach S = Scalars in {
def "cusolverSp" # S.L # "csrluExtractHost" : LibraryFunction<[
    Sp, In<"int *", "P">, In<"int *", "Q">, In<"const cusparseMatDescr_t", "descrL">, In<S.T # " *", "csrValL">,
    In<"int *", "csrRowPtrL">, In<"int *", "csrColIndL">, In<"const cusparseMatDescr_t", "descrU">, In<S.T # " *", "csrValU">,
    In<"int *", "csrRowPtrU">, In<"int *", "csrColIndU">, In<"csrluInfoHost_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrluExtractHost<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
}
def cusolverSpCreateCsrqrInfoHost : LibraryFunction<[Out<"csrqrInfoHost_t *", "info">]>;
def cusolverSpDestroyCsrqrInfoHost : LibraryFunction<[In<"csrqrInfoHost_t", "info">]> { let Errors = [Invalid<"info && !cusolver::isLive(info)">]; }
def cusolverSpXcsrqrAnalysisHost : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"csrqrInfoHost_t", "info">]> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">, Negative<"nnzA">];
}
foreach S = Scalars in {
def "cusolverSp" # S.L # "csrqrBufferInfoHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"csrqrInfoHost_t", "info">,
    Out<"size_t *", "internalDataInBytes">, Out<"size_t *", "workspaceInBytes">]>, Calls<"csrqrBufferInfoHost<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
def "cusolverSp" # S.L # "csrqrSetupHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<S.T, "mu">, In<"csrqrInfoHost_t", "info">]>,
    Calls<"csrqrSetupHost<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">, Negative<"nnzA">];
}
def "cusolverSp" # S.L # "csrqrFactorHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<S.T # " *", "b">, In<S.T # " *", "x">, In<"csrqrInfoHost_t", "info">,
    In<"void *", "pBuffer">]>, Calls<"csrqrFactorHost<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">, Negative<"nnzA">];
}
def "cusolverSp" # S.L # "csrqrZeroPivotHost" : LibraryFunction<[
    Sp, In<"csrqrInfoHost_t", "info">, In<S.R, "tol">, Out<"int *", "position">]>, Calls<"csrqrZeroPivotHost<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
def "cusolverSp" # S.L # "csrqrSolveHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, In<S.T # " *", "b">, In<S.T # " *", "x">, In<"csrqrInfoHost_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrqrSolveHost<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">];
}
}
def cusolverSpXcsrqrAnalysis : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"csrqrInfo_t", "info">]> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">, Negative<"nnzA">];
}
foreach S = Scalars in {
def "cusolverSp" # S.L # "csrqrBufferInfo" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"csrqrInfo_t", "info">,
    Out<"size_t *", "internalDataInBytes">, Out<"size_t *", "workspaceInBytes">]>, Calls<"csrqrBufferInfo<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
def "cusolverSp" # S.L # "csrqrSetup" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<S.T, "mu">, In<"csrqrInfo_t", "info">]>,
    Calls<"csrqrSetup<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">, Negative<"nnzA">];
}
def "cusolverSp" # S.L # "csrqrFactor" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<S.T # " *", "b">, In<S.T # " *", "x">, In<"csrqrInfo_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrqrFactor<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">, Negative<"nnzA">];
}
def "cusolverSp" # S.L # "csrqrZeroPivot" : LibraryFunction<[
    Sp, In<"csrqrInfo_t", "info">, In<S.R, "tol">, Out<"int *", "position">]>, Calls<"csrqrZeroPivot<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
def "cusolverSp" # S.L # "csrqrSolve" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, In<S.T # " *", "b">, In<S.T # " *", "x">, In<"csrqrInfo_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrqrSolve<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">];
}
}
def cusolverSpCreateCsrcholInfoHost : LibraryFunction<[Out<"csrcholInfoHost_t *", "info">]>;
def cusolverSpDestroyCsrcholInfoHost : LibraryFunction<[In<"csrcholInfoHost_t", "info">]> { let Errors = [Invalid<"info && !cusolver::isLive(info)">]; }
def cusolverSpXcsrcholAnalysisHost : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"csrcholInfoHost_t", "info">]> {
    let Errors = [Live<"info">, Negative<"n">, Negative<"nnzA">];
}
foreach S = Scalars in {
def "cusolverSp" # S.L # "csrcholBufferInfoHost" : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"csrcholInfoHost_t", "info">,
    Out<"size_t *", "internalDataInBytes">, Out<"size_t *", "workspaceInBytes">]>, Calls<"csrcholBufferInfoHost<" # S.T # ">"> {
    let Errors = [Live<"info">, General<"descrA">];
}
def "cusolverSp" # S.L # "csrcholFactorHost" : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"csrcholInfoHost_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrcholFactorHost<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"n">, Negative<"nnzA">];
}
def "cusolverSp" # S.L # "csrcholZeroPivotHost" : LibraryFunction<[
    Sp, In<"csrcholInfoHost_t", "info">, In<S.R, "tol">, Out<"int *", "position">]>, Calls<"csrcholZeroPivotHost<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
def "cusolverSp" # S.L # "csrcholSolveHost" : LibraryFunction<[
    Sp, Int<"n">, In<"const " # S.T # " *", "b">, In<S.T # " *", "x">, In<"csrcholInfoHost_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrcholSolveHost<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"n">];
}
}
def cusolverSpCreateCsrcholInfo : LibraryFunction<[Out<"csrcholInfo_t *", "info">]>;
def cusolverSpDestroyCsrcholInfo : LibraryFunction<[In<"csrcholInfo_t", "info">]> { let Errors = [Invalid<"info && !cusolver::isLive(info)">]; }
def cusolverSpXcsrcholAnalysis : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"csrcholInfo_t", "info">]> {
    let Errors = [Live<"info">, Negative<"n">, Negative<"nnzA">];
}
foreach S = Scalars in {
def "cusolverSp" # S.L # "csrcholBufferInfo" : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"csrcholInfo_t", "info">,
    Out<"size_t *", "internalDataInBytes">, Out<"size_t *", "workspaceInBytes">]>, Calls<"csrcholBufferInfo<" # S.T # ">"> {
    let Errors = [Live<"info">, General<"descrA">];
}
def "cusolverSp" # S.L # "csrcholFactor" : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"csrcholInfo_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrcholFactor<" # S.T # ">"> {
    let Errors = [Live<"info">, General<"descrA">, Negative<"n">, Negative<"nnzA">];
}
def "cusolverSp" # S.L # "csrcholZeroPivot" : LibraryFunction<[
    Sp, In<"csrcholInfo_t", "info">, In<S.R, "tol">, Out<"int *", "position">]>, Calls<"csrcholZeroPivot<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
def "cusolverSp" # S.L # "csrcholSolve" : LibraryFunction<[
    Sp, Int<"n">, In<"const " # S.T # " *", "b">, In<S.T # " *", "x">, In<"csrcholInfo_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"csrcholSolve<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"n">];
}
def "cusolverSp" # S.L # "csrcholDiag" : LibraryFunction<[
    Sp, In<"csrcholInfo_t", "info">, In<S.R # " *", "diag">]>, Calls<"csrcholDiag<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
}
