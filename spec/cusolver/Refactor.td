// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: refactorization.

def cusolverRfCreate : LibraryFunction<[Out<"cusolverRfHandle_t *", "handle">]>;
def cusolverRfDestroy : LibraryFunction<[Rf]>;
def cusolverRfGetMatrixFormat : LibraryFunction<[
    Rf, Out<"cusolverRfMatrixFormat_t *", "format">, Out<"cusolverRfUnitDiagonal_t *", "diag">]>;
def cusolverRfSetMatrixFormat : LibraryFunction<[Rf, In<"cusolverRfMatrixFormat_t", "format">, In<"cusolverRfUnitDiagonal_t", "diag">]>;
def cusolverRfSetNumericProperties : LibraryFunction<[Rf, In<"double", "zero">, In<"double", "boost">]>;
def cusolverRfGetNumericProperties : LibraryFunction<[Rf, Out<"double *", "zero">, Out<"double *", "boost">]>;
def cusolverRfGetNumericBoostReport : LibraryFunction<[Rf, Out<"cusolverRfNumericBoostReport_t *", "report">]>;
def cusolverRfSetAlgs : LibraryFunction<[Rf, In<"cusolverRfFactorization_t", "factAlg">, In<"cusolverRfTriangularSolve_t", "solveAlg">]>;
def cusolverRfGetAlgs : LibraryFunction<[
    Rf, Out<"cusolverRfFactorization_t *", "factAlg">, Out<"cusolverRfTriangularSolve_t *", "solveAlg">]>;
def cusolverRfGetResetValuesFastMode : LibraryFunction<[Rf, Out<"cusolverRfResetValuesFastMode_t *", "fastMode">]>;
def cusolverRfSetResetValuesFastMode : LibraryFunction<[Rf, In<"cusolverRfResetValuesFastMode_t", "fastMode">]>;
def cusolverRfSetupHost : LibraryFunction<[
    Int<"n">, Int<"nnzA">, In<"int *", "h_csrRowPtrA">, In<"int *", "h_csrColIndA">, In<"double *", "h_csrValA">, Int<"nnzL">,
    In<"int *", "h_csrRowPtrL">, In<"int *", "h_csrColIndL">, In<"double *", "h_csrValL">, Int<"nnzU">, In<"int *", "h_csrRowPtrU">,
    In<"int *", "h_csrColIndU">, In<"double *", "h_csrValU">, In<"int *", "h_P">, In<"int *", "h_Q">, Rf]>;
def cusolverRfSetupDevice : LibraryFunction<[
    Int<"n">, Int<"nnzA">, In<"int *", "csrRowPtrA">, In<"int *", "csrColIndA">, In<"double *", "csrValA">, Int<"nnzL">,
    In<"int *", "csrRowPtrL">, In<"int *", "csrColIndL">, In<"double *", "csrValL">, Int<"nnzU">, In<"int *", "csrRowPtrU">,
    In<"int *", "csrColIndU">, In<"double *", "csrValU">, In<"int *", "P">, In<"int *", "Q">, Rf]>;
def cusolverRfResetValues : LibraryFunction<[
    Int<"n">, Int<"nnzA">, In<"int *", "csrRowPtrA">, In<"int *", "csrColIndA">, In<"double *", "csrValA">, In<"int *", "P">,
    In<"int *", "Q">, Rf]>;
def cusolverRfAnalyze : LibraryFunction<[Rf]>;
def cusolverRfRefactor : LibraryFunction<[Rf]>;
def cusolverRfAccessBundledFactorsDevice : LibraryFunction<[
    Rf, Out<"int *", "nnzM">, Out<"int **", "Mp">, Out<"int **", "Mi">, Out<"double **", "Mx">]>;
def cusolverRfExtractBundledFactorsHost : LibraryFunction<[
    Rf, Out<"int *", "h_nnzM">, Out<"int **", "h_Mp">, Out<"int **", "h_Mi">, Out<"double **", "h_Mx">]>;
def cusolverRfExtractSplitFactorsHost : LibraryFunction<[
    Rf, Out<"int *", "h_nnzL">, Out<"int **", "h_csrRowPtrL">, Out<"int **", "h_csrColIndL">, Out<"double **", "h_csrValL">,
    Out<"int *", "h_nnzU">, Out<"int **", "h_csrRowPtrU">, Out<"int **", "h_csrColIndU">, Out<"double **", "h_csrValU">]>;
def cusolverRfSolve : LibraryFunction<[
    Rf, In<"int *", "P">, In<"int *", "Q">, Int<"nrhs">, In<"double *", "Temp">, Int<"ldt">, In<"double *", "XF">, Int<"ldxf">]> {
    let Errors = [Invalid<"nrhs > 1">]; // (seen)
}
def cusolverRfBatchSetupHost : LibraryFunction<[
    Int<"batchSize">, Int<"n">, Int<"nnzA">, In<"int *", "h_csrRowPtrA">, In<"int *", "h_csrColIndA">,
    In<"double **", "h_csrValA_array">, Int<"nnzL">, In<"int *", "h_csrRowPtrL">, In<"int *", "h_csrColIndL">,
    In<"double *", "h_csrValL">, Int<"nnzU">, In<"int *", "h_csrRowPtrU">, In<"int *", "h_csrColIndU">, In<"double *", "h_csrValU">,
    In<"int *", "h_P">, In<"int *", "h_Q">, Rf]>;
def cusolverRfBatchResetValues : LibraryFunction<[
    Int<"batchSize">, Int<"n">, Int<"nnzA">, In<"int *", "csrRowPtrA">, In<"int *", "csrColIndA">, In<"double **", "csrValA_array">,
    In<"int *", "P">, In<"int *", "Q">, Rf]>;
def cusolverRfBatchAnalyze : LibraryFunction<[Rf]>;
def cusolverRfBatchRefactor : LibraryFunction<[Rf]>;
def cusolverRfBatchSolve : LibraryFunction<[
    Rf, In<"int *", "P">, In<"int *", "Q">, Int<"nrhs">, In<"double *", "Temp">, Int<"ldt">, In<"double **", "XF_array">, Int<"ldxf">]>;
def cusolverRfBatchZeroPivot : LibraryFunction<[Rf, Out<"int *", "position">]>;
