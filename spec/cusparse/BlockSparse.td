// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: products of block matrices (levels 2 and 3).

foreach t = Floats in
def "cusparse" # t.L # "gemvi" : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "transA">, In<"int", "m">, In<"int", "n">, Read<t, "alpha">, Read<t, "A">,
    In<"int", "lda">, In<"int", "nnz">, Read<t, "xVal">, Ints<"xInd">, Read<t, "beta">, Written<t, "y">,
    In<"cusparseIndexBase_t", "idxBase">, In<"void *", "pBuffer">]>, Calls<"gemvi<" # t.T # ">">, NullContext {
  let Errors = [Bad<"!cusparse::isValid(transA)">, Bad<"transA == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE">,
      Bad<"transA == CUSPARSE_OPERATION_TRANSPOSE ? n < 0 : m < 0">, Bad<"!alpha">, Bad<"nnz < 0">, Bad<"!beta">,
      Bad<"!cusparse::isValid(idxBase)">, Quick<"m == 0 || n == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "gemvi_bufferSize" : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "transA">, In<"int", "m">, In<"int", "n">, In<"int", "nnz">,
    Out<"int *", "pBufferSize">]>, Calls<"gemvi_bufferSize<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(transA)">]; // nothing else (seen)
}
let BadContext = "CUSPARSE_STATUS_NOT_INITIALIZED" in // (seen)
foreach t = Floats in
def "cusparse" # t.L # "bsrmv" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"int", "mb">, In<"int", "nb">,
    In<"int", "nnzb">, Read<t, "alpha">, Descr<"descrA">, Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">,
    Ints<"bsrSortedColIndA">, In<"int", "blockDim">, Read<t, "x">, Read<t, "beta">, Written<t, "y">]>, Calls<"bsrmv<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"mb < 0">, Bad<"nb < 0">, Bad<"nnzb < 0">,
      Bad<"transA != CUSPARSE_OPERATION_NON_TRANSPOSE">, Bad<"!alpha">, Bad<"blockDim <= 1">, Bad<"!beta">, Quick<"nb == 0">];
}
let BadContext = "CUSPARSE_STATUS_NOT_INITIALIZED" in // (seen)
foreach t = Floats in
def "cusparse" # t.L # "bsrxmv" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"int", "sizeOfMask">,
    In<"int", "mb">, In<"int", "nb">, In<"int", "nnzb">, Read<t, "alpha">, Descr<"descrA">, Read<t, "bsrSortedValA">,
    Ints<"bsrSortedMaskPtrA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedEndPtrA">, Ints<"bsrSortedColIndA">,
    In<"int", "blockDim">, Read<t, "x">, Read<t, "beta">, Written<t, "y">]>, Calls<"bsrxmv<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"sizeOfMask < 0">, Bad<"mb < 0">, Bad<"nb < 0">,
      Bad<"nnzb < 0">, Bad<"transA != CUSPARSE_OPERATION_NON_TRANSPOSE">, Bad<"!alpha">, Bad<"blockDim <= 1">, Bad<"!beta">,
      Quick<"mb == 0 || nb == 0">];
}
let BadContext = "CUSPARSE_STATUS_NOT_INITIALIZED" in // (seen)
foreach t = Floats in
def "cusparse" # t.L # "bsrmm" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"cusparseOperation_t", "transB">,
    In<"int", "mb">, In<"int", "n">, In<"int", "kb">, In<"int", "nnzb">, Read<t, "alpha">, Descr<"descrA">,
    Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"const int", "blockSize">, Read<t, "B">,
    In<"const int", "ldb">, Read<t, "beta">, Written<t, "C">, In<"int", "ldc">]>, Calls<"bsrmm<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"!cusparse::isValid(transB)">, Bad<"mb < 0">,
      Bad<"n < 0">, Bad<"kb < 0">, Bad<"nnzb < 0">, Bad<"transB == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE">, Bad<"!alpha">, Bad<"blockSize <= 0">, Bad<"!beta">, Quick<"kb == 0">];
}
