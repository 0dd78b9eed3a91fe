// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: sparse: linear systems and least squares.

foreach S = Scalars in {
def "cusolverSp" # S.L # "csrlsvluHost" : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"const " # S.T # " *", "b">, In<S.R, "tol">, Int<"reorder">,
    In<S.T # " *", "x">, Out<"int *", "singularity">]>, Calls<"csrlsvluHost<" # S.T # ">"> {
    let Errors = [Bad<"n", "n <= 0">, Negative<"nnzA">, General<"descrA">, Bad<"nnzA", "nnzA == 0">];
}
def "cusolverSp" # S.L # "csrlsvqr" : LibraryFunction<[
    Sp, Int<"m">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrVal">,
    In<"const int *", "csrRowPtr">, In<"const int *", "csrColInd">, In<"const " # S.T # " *", "b">, In<S.R, "tol">, Int<"reorder">,
    In<S.T # " *", "x">, Out<"int *", "singularity">]>, Calls<"csrlsvqr<" # S.T # ">"> {
    let Errors = [Bad<"m", "m <= 0">, Negative<"nnz">, General<"descrA">, Bad<"nnz", "nnz == 0">];
}
def "cusolverSp" # S.L # "csrlsvqrHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"const " # S.T # " *", "b">, In<S.R, "tol">, Int<"reorder">,
    In<S.T # " *", "x">, Out<"int *", "singularity">]>, Calls<"csrlsvqrHost<" # S.T # ">"> {
    let Errors = [Bad<"m", "m <= 0">, Negative<"nnz">, General<"descrA">, Bad<"nnz", "nnz == 0">];
}
def "cusolverSp" # S.L # "csrlsvcholHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrVal">,
    In<"const int *", "csrRowPtr">, In<"const int *", "csrColInd">, In<"const " # S.T # " *", "b">, In<S.R, "tol">, Int<"reorder">,
    In<S.T # " *", "x">, Out<"int *", "singularity">]>, Calls<"csrlsvcholHost<" # S.T # ">"> {
    let Errors = [Bad<"m", "m <= 0">, Negative<"nnz">, General<"descrA">, Bad<"nnz", "nnz == 0">];
}
def "cusolverSp" # S.L # "csrlsvchol" : LibraryFunction<[
    Sp, Int<"m">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrVal">,
    In<"const int *", "csrRowPtr">, In<"const int *", "csrColInd">, In<"const " # S.T # " *", "b">, In<S.R, "tol">, Int<"reorder">,
    In<S.T # " *", "x">, Out<"int *", "singularity">]>, Calls<"csrlsvchol<" # S.T # ">"> {
    let Errors = [Bad<"m", "m <= 0">, Negative<"nnz">, General<"descrA">, Bad<"nnz", "nnz == 0">];
}
def "cusolverSp" # S.L # "csrlsqvqrHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"const " # S.T # " *", "b">, In<S.R, "tol">,
    Out<"int *", "rankA">, In<S.T # " *", "x">, In<"int *", "p">, Out<S.R # " *", "min_norm">]>, Calls<"csrlsqvqrHost<" # S.T # ">"> {
    let Errors = [Bad<"m", "m <= 0">, Bad<"n", "n <= 0">, Negative<"nnz">, General<"descrA">, Bad<"nnz", "nnz == 0">];
}
}
