// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: sparse: batched QR.

def cusolverSpCreateCsrqrInfo : LibraryFunction<[Out<"csrqrInfo_t *", "info">]>;
def cusolverSpDestroyCsrqrInfo : LibraryFunction<[In<"csrqrInfo_t", "info">]> { let Errors = [Invalid<"info && !cusolver::isLive(info)">]; }
def cusolverSpXcsrqrAnalysisBatched : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"csrqrInfo_t", "info">]> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">, Negative<"nnzA">];
}
foreach S = Scalars in {
def "cusolverSp" # S.L # "csrqrBufferInfoBatched" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrVal">,
    In<"const int *", "csrRowPtr">, In<"const int *", "csrColInd">, Int<"batchSize">, In<"csrqrInfo_t", "info">,
    Out<"size_t *", "internalDataInBytes">, Out<"size_t *", "workspaceInBytes">]>, Calls<"csrqrBufferInfoBatched<" # S.T # ">"> {
    let Errors = [Live<"info">];
}
def "cusolverSp" # S.L # "csrqrsvBatched" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"const " # S.T # " *", "b">, In<S.T # " *", "x">,
    Int<"batchSize">, In<"csrqrInfo_t", "info">, In<"void *", "pBuffer">]>, Calls<"csrqrsvBatched<" # S.T # ">"> {
    let Errors = [Live<"info">, Negative<"m">, Negative<"n">, Negative<"batchSize">, Negative<"nnz">];
}
}
