// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: incomplete factorisations.

// A null handle (seen).
let BadContext = "CUSPARSE_STATUS_NOT_INITIALIZED" in {
foreach t = Floats in
def "cusparse" # t.L # "csrilu02_numericBoost" : LibraryFunction<[
    Context<>, In<"csrilu02Info_t", "info">, In<"int", "enable_boost">, In<"double *", "tol">, Written<t, "boost_val">]>,
    Calls<"csrilu02_numericBoost<" # t.T # ">">;
def cusparseXcsrilu02_zeroPivot : LibraryFunction<[Context<>, In<"csrilu02Info_t", "info">, Out<"int *", "position">]>;
foreach t = Floats in
def "cusparse" # t.L # "csrilu02_bufferSize" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Written<t, "csrSortedValA">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, In<"csrilu02Info_t", "info">, Out<"int *", "pBufferSizeInBytes">]>, Calls<"csrilu02_bufferSize<" # t.T # ">"> {
  let Errors = [Bad<"m < 0">, General<"descrA">, Bad<"m == 0">, Bad<"nnz <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csrilu02_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Written<t, "csrSortedVal">, Ints<"csrSortedRowPtr">,
    Ints<"csrSortedColInd">, In<"csrilu02Info_t", "info">, Out<"size_t *", "pBufferSize">]>, Calls<"csrilu02_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"m < 0">, Bad<"nnz < 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csrilu02_analysis" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Read<t, "csrSortedValA">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, In<"csrilu02Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>,
    Calls<"csrilu02_analysis<" # t.T # ">"> {
  let Errors = [Bad<"m <= 0">, Bad<"nnz <= 0">, Bad<"!cusparse::isValid(policy)">];
}
foreach t = Floats in
def "cusparse" # t.L # "csrilu02" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Written<t, "csrSortedValA_valM">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, In<"csrilu02Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>,
    Calls<"csrilu02<" # t.T # ">"> {
  let Errors = [Bad<"m <= 0">, Bad<"nnz <= 0">, Bad<"!cusparse::isValid(policy)">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrilu02_numericBoost" : LibraryFunction<[
    Context<>, In<"bsrilu02Info_t", "info">, In<"int", "enable_boost">, In<"double *", "tol">, Written<t, "boost_val">]>,
    Calls<"bsrilu02_numericBoost<" # t.T # ">">;
def cusparseXbsrilu02_zeroPivot : LibraryFunction<[Context<>, In<"bsrilu02Info_t", "info">, Out<"int *", "position">]>;
foreach t = Floats in
def "cusparse" # t.L # "bsrilu02_bufferSize" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nnzb">, Descr<"descrA">,
    Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockDim">,
    In<"bsrilu02Info_t", "info">, Out<"int *", "pBufferSizeInBytes">]>, Calls<"bsrilu02_bufferSize<" # t.T # ">"> {
  let Errors = [Bad<"mb <= 0">, Bad<"nnzb <= 0">, Quick<"blockDim <= 0">]; // no direction (seen)
}
foreach t = Floats in
def "cusparse" # t.L # "bsrilu02_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nnzb">, Descr<"descrA">,
    Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockSize">,
    In<"bsrilu02Info_t", "info">, Out<"size_t *", "pBufferSize">]>, Calls<"bsrilu02_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nnzb < 0">, Bad<"blockSize <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrilu02_analysis" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nnzb">, Descr<"descrA">,
    Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockDim">,
    In<"bsrilu02Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>, Calls<"bsrilu02_analysis<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb <= 0">, Bad<"nnzb <= 0">, Bad<"!cusparse::isValid(policy)">,
      Quick<"blockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsrilu02" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nnzb">, Descr<"descrA">,
    Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockDim">,
    In<"bsrilu02Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>, Calls<"bsrilu02<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb <= 0">, Bad<"nnzb <= 0">, Bad<"!cusparse::isValid(policy)">,
      Quick<"blockDim <= 0">];
}
def cusparseXcsric02_zeroPivot : LibraryFunction<[Context<>, In<"csric02Info_t", "info">, Out<"int *", "position">]>;
foreach t = Floats in
def "cusparse" # t.L # "csric02_bufferSize" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Written<t, "csrSortedValA">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, In<"csric02Info_t", "info">, Out<"int *", "pBufferSizeInBytes">]>, Calls<"csric02_bufferSize<" # t.T # ">"> {
  let Errors = [Bad<"m <= 0">, Bad<"nnz <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csric02_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Written<t, "csrSortedVal">, Ints<"csrSortedRowPtr">,
    Ints<"csrSortedColInd">, In<"csric02Info_t", "info">, Out<"size_t *", "pBufferSize">]>, Calls<"csric02_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"m < 0">, Bad<"nnz < 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csric02_analysis" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Read<t, "csrSortedValA">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, In<"csric02Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>,
    Calls<"csric02_analysis<" # t.T # ">"> {
  let Errors = [Bad<"m <= 0">, Bad<"nnz <= 0">, Bad<"!cusparse::isValid(policy)">];
}
foreach t = Floats in
def "cusparse" # t.L # "csric02" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Written<t, "csrSortedValA_valM">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, In<"csric02Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>,
    Calls<"csric02<" # t.T # ">"> {
  let Errors = [Bad<"m <= 0">, Bad<"nnz <= 0">, Bad<"!cusparse::isValid(policy)">];
}
def cusparseXbsric02_zeroPivot : LibraryFunction<[Context<>, In<"bsric02Info_t", "info">, Out<"int *", "position">]>;
foreach t = Floats in
def "cusparse" # t.L # "bsric02_bufferSize" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nnzb">, Descr<"descrA">,
    Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockDim">,
    In<"bsric02Info_t", "info">, Out<"int *", "pBufferSizeInBytes">]>, Calls<"bsric02_bufferSize<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb <= 0">, Bad<"nnzb <= 0">, Quick<"blockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsric02_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nnzb">, Descr<"descrA">,
    Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockSize">,
    In<"bsric02Info_t", "info">, Out<"size_t *", "pBufferSize">]>, Calls<"bsric02_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nnzb < 0">, Bad<"blockSize <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsric02_analysis" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nnzb">, Descr<"descrA">,
    Read<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockDim">,
    In<"bsric02Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pInputBuffer">]>, Calls<"bsric02_analysis<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb <= 0">, Bad<"nnzb <= 0">, Bad<"!cusparse::isValid(policy)">,
      Quick<"blockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsric02" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nnzb">, Descr<"descrA">,
    Written<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">, Ints<"bsrSortedColInd">, In<"int", "blockDim">,
    In<"bsric02Info_t", "info">, In<"cusparseSolvePolicy_t", "policy">, In<"void *", "pBuffer">]>, Calls<"bsric02<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb <= 0">, Bad<"nnzb <= 0">, Bad<"!cusparse::isValid(policy)">,
      Quick<"blockDim <= 0">];
}
}
