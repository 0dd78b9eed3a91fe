// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: sparse: orderings and permutations.

// A negative number of entries is found when memory is wanted for them (seen).
defvar Ordered = [Bad<"n", "n <= 0">, Fails<"CUSOLVER_STATUS_ALLOC_FAILED", "nnzA < 0">, General<"descrA">, Bad<"nnzA", "nnzA == 0">];

def cusolverSpXcsrissymHost : LibraryFunction<[
    Sp, Int<"m">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrEndPtrA">, In<"const int *", "csrColIndA">, Out<"int *", "issym">]> {
    let Errors = [Bad<"m", "m <= 0">, Bad<"nnzA", "nnzA <= 0">, Bad<"descrA", "!cusolver::isGeneral(descrA)">]; // (seen)
}
def cusolverSpXcsrsymrcmHost : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"int *", "p">]> {
    let Errors = Ordered;
}
def cusolverSpXcsrsymmdqHost : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"int *", "p">]> {
    let Errors = Ordered;
}
def cusolverSpXcsrsymamdHost : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"int *", "p">]> {
    let Errors = Ordered;
}
def cusolverSpXcsrmetisndHost : LibraryFunction<[
    Sp, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"const int64_t *", "options">, In<"int *", "p">]> {
    let Errors = Ordered;
}
foreach S = Scalars in {
def "cusolverSp" # S.L # "csrzfdHost" : LibraryFunction<[
    Sp, Int<"n">, Int<"nnz">, In<"const cusparseMatDescr_t", "descrA">, In<"const " # S.T # " *", "csrValA">,
    In<"const int *", "csrRowPtrA">, In<"const int *", "csrColIndA">, In<"int *", "P">, Out<"int *", "numnz">]>,
    Calls<"csrzfdHost<" # S.T # ">"> {
    let Errors = [Bad<"n", "n <= 0">, Negative<"nnz">, General<"descrA">, Bad<"nnz", "nnz == 0">];
}
}
def cusolverSpXcsrperm_bufferSizeHost : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"const int *", "csrRowPtrA">,
    In<"const int *", "csrColIndA">, In<"const int *", "p">, In<"const int *", "q">, Out<"size_t *", "bufferSizeInBytes">]>;
def cusolverSpXcsrpermHost : LibraryFunction<[
    Sp, Int<"m">, Int<"n">, Int<"nnzA">, In<"const cusparseMatDescr_t", "descrA">, In<"int *", "csrRowPtrA">,
    In<"int *", "csrColIndA">, In<"const int *", "p">, In<"const int *", "q">, In<"int *", "map">, In<"void *", "pBuffer">]> {
    let Errors = [Bad<"m", "m <= 0">, Negative<"n">, Negative<"nnzA">];
}
