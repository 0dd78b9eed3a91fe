// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: conversions between formats.

foreach t = Floats in
def "cusparse" # t.L # "nnz" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "m">, In<"int", "n">, Descr<"descrA">, Read<t, "A">,
    In<"int", "lda">, In<"int *", "nnzPerRowCol">, In<"int *", "nnzTotalDevHostPtr">]>, Calls<"nnz<" # t.T # ">">, NullContext {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"m < 0">, Bad<"n < 0">, Quick<"m == 0 || n == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "nnz_compress" : LibraryFunction<[
    Context<>, In<"int", "m">, Descr<"descr">, Read<t, "csrSortedValA">, Ints<"csrSortedRowPtrA">, In<"int *", "nnzPerRow">,
    In<"int *", "nnzC">, By<t, "tol">]>, Calls<"nnz_compress<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, General<"descr">];
}
foreach t = Floats in
def "cusparse" # t.L # "csr2csr_compress" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Descr<"descrA">, Read<t, "csrSortedValA">, Ints<"csrSortedColIndA">,
    Ints<"csrSortedRowPtrA">, In<"int", "nnzA">, Ints<"nnzPerRow">, Written<t, "csrSortedValC">,
    In<"int *", "csrSortedColIndC">, In<"int *", "csrSortedRowPtrC">, By<t, "tol">]>, Calls<"csr2csr_compress<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">]; // nothing else (seen)
}
def cusparseXcoo2csr : LibraryFunction<[
    Context<>, Ints<"cooRowInd">, In<"int", "nnz">, In<"int", "m">, In<"int *", "csrSortedRowPtr">,
    In<"cusparseIndexBase_t", "idxBase">]>, NullContext {
  let Errors = [Bad<"nnz < 0">, Bad<"m < 0">, Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseXcsr2coo : LibraryFunction<[
    Context<>, Ints<"csrSortedRowPtr">, In<"int", "nnz">, In<"int", "m">, In<"int *", "cooRowInd">,
    In<"cusparseIndexBase_t", "idxBase">]>, NullContext {
  let Errors = [Bad<"nnz < 0">, Bad<"m < 0">, Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCsr2cscEx2 : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, In<"const void *", "csrVal">, Ints<"csrRowPtr">,
    Ints<"csrColInd">, In<"void *", "cscVal">, In<"int *", "cscColPtr">, In<"int *", "cscRowInd">,
    In<"cudaDataType", "valType">, In<"cusparseAction_t", "copyValues">, In<"cusparseIndexBase_t", "idxBase">,
    In<"cusparseCsr2CscAlg_t", "alg">, In<"void *", "buffer">]> {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">, Bad<"!cusparse::isValid(copyValues)">, Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCsr2cscEx2_bufferSize : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, In<"const void *", "csrVal">, Ints<"csrRowPtr">,
    Ints<"csrColInd">, In<"void *", "cscVal">, In<"int *", "cscColPtr">, In<"int *", "cscRowInd">,
    In<"cudaDataType", "valType">, In<"cusparseAction_t", "copyValues">, In<"cusparseIndexBase_t", "idxBase">,
    In<"cusparseCsr2CscAlg_t", "alg">, Out<"size_t *", "bufferSize">]> {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">, Bad<"!cusparse::isValid(copyValues)">, Bad<"!cusparse::isValid(idxBase)">];
}
