// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: sorting.

def cusparseCreateIdentityPermutation : LibraryFunction<[Context<>, In<"int", "n">, In<"int *", "p">]> {
  let Errors = [Bad<"n < 0">];
}
def cusparseXcoosort_bufferSizeExt : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, Ints<"cooRowsA">, Ints<"cooColsA">,
    Out<"size_t *", "pBufferSizeInBytes">]>, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
def cusparseXcoosortByRow : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, In<"int *", "cooRowsA">, In<"int *", "cooColsA">,
    In<"int *", "P">, In<"void *", "pBuffer">]>, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
def cusparseXcoosortByColumn : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, In<"int *", "cooRowsA">, In<"int *", "cooColsA">,
    In<"int *", "P">, In<"void *", "pBuffer">]>, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
def cusparseXcsrsort_bufferSizeExt : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, Ints<"csrRowPtrA">, Ints<"csrColIndA">,
    Out<"size_t *", "pBufferSizeInBytes">]>, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
def cusparseXcsrsort : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, Descr<"descrA">, Ints<"csrRowPtrA">,
    In<"int *", "csrColIndA">, In<"int *", "P">, In<"void *", "pBuffer">]>, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
def cusparseXcscsort_bufferSizeExt : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, Ints<"cscColPtrA">, Ints<"cscRowIndA">,
    Out<"size_t *", "pBufferSizeInBytes">]>, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
def cusparseXcscsort : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, Descr<"descrA">, Ints<"cscColPtrA">,
    In<"int *", "cscRowIndA">, In<"int *", "P">, In<"void *", "pBuffer">]>, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csru2csr_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, Written<t, "csrVal">, Ints<"csrRowPtr">,
    In<"int *", "csrColInd">, In<"csru2csrInfo_t", "info">, Out<"size_t *", "pBufferSizeInBytes">]>,
    Calls<"csru2csr_bufferSizeExt<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csru2csr" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, Descr<"descrA">, Written<t, "csrVal">, Ints<"csrRowPtr">,
    In<"int *", "csrColInd">, In<"csru2csrInfo_t", "info">, In<"void *", "pBuffer">]>, Calls<"csru2csr<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csr2csru" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnz">, Descr<"descrA">, Written<t, "csrVal">, Ints<"csrRowPtr">,
    In<"int *", "csrColInd">, In<"csru2csrInfo_t", "info">, In<"void *", "pBuffer">]>, Calls<"csr2csru<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnz < 0">];
}
