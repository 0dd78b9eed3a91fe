// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: sparse: eigenvalues.

foreach S = Scalars in {
def "cusolverSp" # S.L # "csreigvsiHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<S.T, "mu0">, In<"const " # S.T # " *", "x0">, Int<"maxite">,
    In<S.R, "tol">, Out<S.T # " *", "mu">, In<S.T # " *", "x">]>, Calls<"csreigvsiHost<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"nnz">];
}
def "cusolverSp" # S.L # "csreigvsi" : LibraryFunction<[
    Sp, Int<"m">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<S.T, "mu0">, In<"const " # S.T # " *", "x0">, Int<"maxite">,
    In<S.R, "eps">, Out<S.T # " *", "mu">, In<S.T # " *", "x">]>, Calls<"csreigvsi<" # S.T # ">"> {
    let Errors = [Negative<"m">, Negative<"nnz">];
}
def "cusolverSp" # S.L # "csreigsHost" : LibraryFunction<[
    Sp, Int<"m">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<S.K, "left_bottom_corner">, In<S.K, "right_upper_corner">,
    Out<"int *", "num_eigs">]>, Calls<"csreigsHost<" # S.T # ">"> {
    let Errors = [Bad<"m", "m <= 0">, Negative<"nnz">];
}
}
