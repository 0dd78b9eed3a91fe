// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: pruning.

foreach t = Halves in
def "cusparse" # t.L # "pruneDense2csr_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "A">, In<"int", "lda">, Read<t, "threshold">, Descr<"descrC">,
    Read<t, "csrSortedValC">, Ints<"csrSortedRowPtrC">, Ints<"csrSortedColIndC">, Out<"size_t *", "pBufferSizeInBytes">]>,
    Calls<"pruneDense2csr_bufferSizeExt<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneDense2csrNnz" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "A">, In<"int", "lda">, Read<t, "threshold">, Descr<"descrC">,
    In<"int *", "csrRowPtrC">, In<"int *", "nnzTotalDevHostPtr">, In<"void *", "pBuffer">]>, Calls<"pruneDense2csrNnz<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"!threshold">, Quick<"m == 0 || n == 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneDense2csr" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "A">, In<"int", "lda">, Read<t, "threshold">, Descr<"descrC">,
    Written<t, "csrSortedValC">, Ints<"csrSortedRowPtrC">, In<"int *", "csrSortedColIndC">, In<"void *", "pBuffer">]>,
    Calls<"pruneDense2csr<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"!threshold">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneCsr2csr_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnzA">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, Read<t, "threshold">, Descr<"descrC">, Read<t, "csrSortedValC">,
    Ints<"csrSortedRowPtrC">, Ints<"csrSortedColIndC">, Out<"size_t *", "pBufferSizeInBytes">]>,
    Calls<"pruneCsr2csr_bufferSizeExt<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnzA < 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneCsr2csrNnz" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnzA">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, Read<t, "threshold">, Descr<"descrC">,
    In<"int *", "csrSortedRowPtrC">, In<"int *", "nnzTotalDevHostPtr">, In<"void *", "pBuffer">]>,
    Calls<"pruneCsr2csrNnz<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnzA < 0">, Bad<"!threshold">, Quick<"m == 0 || n == 0 || nnzA == 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneCsr2csr" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnzA">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, Read<t, "threshold">, Descr<"descrC">, Written<t, "csrSortedValC">,
    Ints<"csrSortedRowPtrC">, In<"int *", "csrSortedColIndC">, In<"void *", "pBuffer">]>, Calls<"pruneCsr2csr<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnzA < 0">, Bad<"!threshold">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneDense2csrByPercentage_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "A">, In<"int", "lda">, In<"float", "percentage">, Descr<"descrC">,
    Read<t, "csrSortedValC">, Ints<"csrSortedRowPtrC">, Ints<"csrSortedColIndC">, In<"pruneInfo_t", "info">,
    Out<"size_t *", "pBufferSizeInBytes">]>, Calls<"pruneDense2csrByPercentage_bufferSizeExt<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneDense2csrNnzByPercentage" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "A">, In<"int", "lda">, In<"float", "percentage">, Descr<"descrC">,
    In<"int *", "csrRowPtrC">, In<"int *", "nnzTotalDevHostPtr">, In<"pruneInfo_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"pruneDense2csrNnzByPercentage<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Quick<"m == 0 || n == 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneDense2csrByPercentage" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "A">, In<"int", "lda">, In<"float", "percentage">, Descr<"descrC">,
    Written<t, "csrSortedValC">, Ints<"csrSortedRowPtrC">, In<"int *", "csrSortedColIndC">, In<"pruneInfo_t", "info">,
    In<"void *", "pBuffer">]>, Calls<"pruneDense2csrByPercentage<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneCsr2csrByPercentage_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnzA">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, In<"float", "percentage">, Descr<"descrC">, Read<t, "csrSortedValC">,
    Ints<"csrSortedRowPtrC">, Ints<"csrSortedColIndC">, In<"pruneInfo_t", "info">, Out<"size_t *", "pBufferSizeInBytes">]>,
    Calls<"pruneCsr2csrByPercentage_bufferSizeExt<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnzA < 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneCsr2csrNnzByPercentage" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnzA">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, In<"float", "percentage">, Descr<"descrC">,
    In<"int *", "csrSortedRowPtrC">, In<"int *", "nnzTotalDevHostPtr">, In<"pruneInfo_t", "info">, In<"void *", "pBuffer">]>,
    Calls<"pruneCsr2csrNnzByPercentage<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnzA < 0">, Quick<"m == 0 || n == 0">];
}
foreach t = Halves in
def "cusparse" # t.L # "pruneCsr2csrByPercentage" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, In<"int", "nnzA">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, In<"float", "percentage">, Descr<"descrC">,
    Written<t, "csrSortedValC">, Ints<"csrSortedRowPtrC">, In<"int *", "csrSortedColIndC">, In<"pruneInfo_t", "info">,
    In<"void *", "pBuffer">]>, Calls<"pruneCsr2csrByPercentage<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnzA < 0">];
}
