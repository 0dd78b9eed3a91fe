// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: triangular systems of block matrices. The size calls do not look at the direction, and only the solution at the number
// of right sides (seen).

// A null handle (seen).
let BadContext = "CUSPARSE_STATUS_NOT_INITIALIZED" in {
def cusparseXbsrsv2_zeroPivot : LibraryFunction<[Context<>, In<"bsrsv2Info_t", "info">, Out<"int *", "position">]>;
foreach t = Floats in
def "cusparse" # t.L # "bsrsv2_bufferSize" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"int", "mb">, In<"int", "nnzb">,
    Descr<"descrA">, Written<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "blockDim">,
    In<"bsrsv2Info_t", "info">, Out<"int *", "pBufferSizeInBytes">]>, Calls<"bsrsv2_bufferSize<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(transA)">, Bad<"mb <= 0">, Bad<"nnzb <= 0">, Bad<"blockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrsv2_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"int", "mb">, In<"int", "nnzb">,
    Descr<"descrA">, Written<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "blockSize">,
    In<"bsrsv2Info_t", "info">, Out<"size_t *", "pBufferSize">]>, Calls<"bsrsv2_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"mb < 0">, Bad<"nnzb < 0">,
      Bad<"blockSize <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrsv2_analysis" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"int", "mb">, In<"int", "nnzb">,
    Descr<"descrA">, Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "blockDim">,
    In<"bsrsv2Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>, Calls<"bsrsv2_analysis<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"mb <= 0">, Bad<"nnzb <= 0">,
      Bad<"blockDim <= 0">, Bad<"!cusparse::isValid(policy)">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrsv2_solve" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"int", "mb">, In<"int", "nnzb">,
    Read<t, "alpha">, Descr<"descrA">, Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">,
    In<"int", "blockDim">, In<"bsrsv2Info_t", "info">, Read<t, "f">, Written<t, "x">, In<"cusparseSolvePolicy_t", "policy">,
    In<"void *", "pBuffer">]>, Calls<"bsrsv2_solve<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"mb <= 0">, Bad<"nnzb <= 0">, Bad<"!alpha">,
      Bad<"blockDim <= 0">, Bad<"!cusparse::isValid(policy)">];
}
def cusparseXbsrsm2_zeroPivot : LibraryFunction<[Context<>, In<"bsrsm2Info_t", "info">, Out<"int *", "position">]>;
foreach t = Floats in
def "cusparse" # t.L # "bsrsm2_bufferSize" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"cusparseOperation_t", "transXY">,
    In<"int", "mb">, In<"int", "n">, In<"int", "nnzb">, Descr<"descrA">, Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">,
    Ints<"bsrSortedColInd">, In<"int", "blockSize">, In<"bsrsm2Info_t", "info">, Out<"int *", "pBufferSizeInBytes">]>,
    Calls<"bsrsm2_bufferSize<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(transA)">, Bad<"!cusparse::isValid(transXY)">, Bad<"mb <= 0">,
      Bad<"nnzb <= 0">, Bad<"blockSize <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrsm2_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"cusparseOperation_t", "transB">,
    In<"int", "mb">, In<"int", "n">, In<"int", "nnzb">, Descr<"descrA">, Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">,
    Ints<"bsrSortedColInd">, In<"int", "blockSize">, In<"bsrsm2Info_t", "info">, Out<"size_t *", "pBufferSize">]>,
    Calls<"bsrsm2_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"!cusparse::isValid(transB)">, Bad<"mb < 0">,
      Bad<"n < 0">, Bad<"nnzb < 0">, Bad<"blockSize <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrsm2_analysis" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"cusparseOperation_t", "transXY">,
    In<"int", "mb">, In<"int", "n">, In<"int", "nnzb">, Descr<"descrA">, Read<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">,
    Ints<"bsrSortedColInd">, In<"int", "blockSize">, In<"bsrsm2Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">,
    In<"void *", "pBuffer">]>, Calls<"bsrsm2_analysis<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"!cusparse::isValid(transXY)">, Bad<"mb <= 0">,
      Bad<"nnzb <= 0">, Bad<"blockSize <= 0">, Bad<"!cusparse::isValid(policy)">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrsm2_solve" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"cusparseOperation_t", "transA">, In<"cusparseOperation_t", "transXY">,
    In<"int", "mb">, In<"int", "n">, In<"int", "nnzb">, Read<t, "alpha">, Descr<"descrA">, Read<t, "bsrSortedVal">,
    Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockSize">, In<"bsrsm2Info_t", "info">, Read<t, "B">,
    In<"int", "ldb">, Written<t, "X">, In<"int", "ldx">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>,
    Calls<"bsrsm2_solve<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"!cusparse::isValid(transA)">, Bad<"!cusparse::isValid(transXY)">,
      Bad<"transXY == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE">, Bad<"mb <= 0">,
      Bad<"n <= 0">, Bad<"nnzb <= 0">, Bad<"!alpha">, Bad<"blockSize <= 0">, Bad<"!cusparse::isValid(policy)">];
}
}
