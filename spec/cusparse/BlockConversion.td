// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: conversions of block formats.

def cusparseXcsr2bsrNnz : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "m">, In<"int", "n">, Descr<"descrA">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, In<"int", "blockDim">, Descr<"descrC">, In<"int *", "bsrSortedRowPtrC">,
    In<"int *", "nnzTotalDevHostPtr">]>, NullContext {
  // Blocks no larger than the matrix (manual).
  let Errors = [Bad<"m > 0 && n > 0 && (blockDim > m || blockDim > n)">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">,
      Bad<"m <= 0">, Bad<"n <= 0">, Bad<"blockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csr2bsr" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "m">, In<"int", "n">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, In<"int", "blockDim">, Descr<"descrC">, Written<t, "bsrSortedValC">,
    In<"int *", "bsrSortedRowPtrC">, In<"int *", "bsrSortedColIndC">]>, Calls<"csr2bsr<" # t.T # ">">, NullContext {
  let Errors = [General<"descrA">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">, Bad<"m <= 0">, Bad<"n <= 0">, Bad<"blockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "bsr2csr" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nb">, Descr<"descrA">,
    Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "blockDim">, Descr<"descrC">,
    Written<t, "csrSortedValC">, In<"int *", "csrSortedRowPtrC">, In<"int *", "csrSortedColIndC">]>, Calls<"bsr2csr<" # t.T # ">">, NullContext {
  let Errors = [General<"descrA">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nb < 0">,
      Bad<"blockDim <= 0">, Quick<"mb == 0 || nb == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "gebsr2gebsc_bufferSize" : LibraryFunction<[
    Context<>, In<"int", "mb">, In<"int", "nb">, In<"int", "nnzb">, Read<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">,
    Ints<"bsrSortedColInd">, In<"int", "rowBlockDim">, In<"int", "colBlockDim">, Out<"int *", "pBufferSizeInBytes">]>,
    Calls<"gebsr2gebsc_bufferSize<" # t.T # ">">, NullContext {
  let Errors = [Bad<"mb < 0">, Bad<"nb < 0">, Bad<"nnzb < 0">, Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "gebsr2gebsc_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "mb">, In<"int", "nb">, In<"int", "nnzb">, Read<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">,
    Ints<"bsrSortedColInd">, In<"int", "rowBlockDim">, In<"int", "colBlockDim">, Out<"size_t *", "pBufferSize">]>,
    Calls<"gebsr2gebsc_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"mb < 0">, Bad<"nb < 0">, Bad<"nnzb < 0">, Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "gebsr2gebsc" : LibraryFunction<[
    Context<>, In<"int", "mb">, In<"int", "nb">, In<"int", "nnzb">, Read<t, "bsrSortedVal">, Ints<"bsrSortedRowPtr">,
    Ints<"bsrSortedColInd">, In<"int", "rowBlockDim">, In<"int", "colBlockDim">, Written<t, "bscVal">,
    In<"int *", "bscRowInd">, In<"int *", "bscColPtr">, In<"cusparseAction_t", "copyValues">,
    In<"cusparseIndexBase_t", "idxBase">, In<"void *", "pBuffer">]>, Calls<"gebsr2gebsc<" # t.T # ">">, NullContext {
  let Errors = [Bad<"mb < 0">, Bad<"nb < 0">, Bad<"nnzb < 0">, Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">,
      Bad<"!cusparse::isValid(copyValues)">, Bad<"!cusparse::isValid(idxBase)">, Quick<"mb == 0 || nb == 0 || nnzb == 0">];
}
def cusparseXgebsr2csr : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nb">, Descr<"descrA">,
    Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "rowBlockDim">, In<"int", "colBlockDim">, Descr<"descrC">,
    In<"int *", "csrSortedRowPtrC">, In<"int *", "csrSortedColIndC">]>, NullContext {
  let Errors = [General<"descrA">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nb < 0">,
      Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">, Quick<"mb == 0 || nb == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "gebsr2csr" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nb">, Descr<"descrA">,
    Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "rowBlockDim">,
    In<"int", "colBlockDim">, Descr<"descrC">, Written<t, "csrSortedValC">, In<"int *", "csrSortedRowPtrC">,
    In<"int *", "csrSortedColIndC">]>, Calls<"gebsr2csr<" # t.T # ">">, NullContext {
  let Errors = [General<"descrA">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nb < 0">,
      Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">, Quick<"mb == 0 || nb == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csr2gebsr_bufferSize" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "m">, In<"int", "n">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, In<"int", "rowBlockDim">, In<"int", "colBlockDim">,
    Out<"int *", "pBufferSizeInBytes">]>, Calls<"csr2gebsr_bufferSize<" # t.T # ">">, NullContext {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"m < 0">, Bad<"n < 0">, Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csr2gebsr_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "m">, In<"int", "n">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, In<"int", "rowBlockDim">, In<"int", "colBlockDim">,
    Out<"size_t *", "pBufferSize">]>, Calls<"csr2gebsr_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"m < 0">, Bad<"n < 0">, Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">];
}
def cusparseXcsr2gebsrNnz : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "m">, In<"int", "n">, Descr<"descrA">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, Descr<"descrC">, In<"int *", "bsrSortedRowPtrC">, In<"int", "rowBlockDim">,
    In<"int", "colBlockDim">, In<"int *", "nnzTotalDevHostPtr">, In<"void *", "pBuffer">]>, NullContext {
  let Errors = [General<"descrA">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">, Bad<"m < 0">, Bad<"n < 0">,
      Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">, Quick<"m == 0 || n == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csr2gebsr" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "m">, In<"int", "n">, Descr<"descrA">, Read<t, "csrSortedValA">,
    Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, Descr<"descrC">, Written<t, "bsrSortedValC">,
    In<"int *", "bsrSortedRowPtrC">, In<"int *", "bsrSortedColIndC">, In<"int", "rowBlockDim">, In<"int", "colBlockDim">,
    In<"void *", "pBuffer">]>, Calls<"csr2gebsr<" # t.T # ">">, NullContext {
  let Errors = [General<"descrA">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">, Bad<"m < 0">, Bad<"n < 0">,
      Bad<"rowBlockDim <= 0">, Bad<"colBlockDim <= 0">, Quick<"n == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "gebsr2gebsr_bufferSize" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nb">, In<"int", "nnzb">, Descr<"descrA">,
    Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "rowBlockDimA">,
    In<"int", "colBlockDimA">, In<"int", "rowBlockDimC">, In<"int", "colBlockDimC">, Out<"int *", "pBufferSizeInBytes">]>,
    Calls<"gebsr2gebsr_bufferSize<" # t.T # ">">, NullContext {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nb < 0">, Bad<"nnzb < 0">, Bad<"rowBlockDimA <= 0">,
      Bad<"colBlockDimA <= 0">, Bad<"rowBlockDimC <= 0">, Bad<"colBlockDimC <= 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "gebsr2gebsr_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nb">, In<"int", "nnzb">, Descr<"descrA">,
    Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "rowBlockDimA">,
    In<"int", "colBlockDimA">, In<"int", "rowBlockDimC">, In<"int", "colBlockDimC">, Out<"size_t *", "pBufferSize">]>,
    Calls<"gebsr2gebsr_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nb < 0">, Bad<"nnzb < 0">, Bad<"rowBlockDimA <= 0">,
      Bad<"colBlockDimA <= 0">, Bad<"rowBlockDimC <= 0">, Bad<"colBlockDimC <= 0">];
}
def cusparseXgebsr2gebsrNnz : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nb">, In<"int", "nnzb">, Descr<"descrA">,
    Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "rowBlockDimA">, In<"int", "colBlockDimA">,
    Descr<"descrC">, In<"int *", "bsrSortedRowPtrC">, In<"int", "rowBlockDimC">, In<"int", "colBlockDimC">,
    In<"int *", "nnzTotalDevHostPtr">, In<"void *", "pBuffer">]>, NullContext {
  let Errors = [General<"descrA">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nb < 0">, Bad<"nnzb < 0">,
      Bad<"rowBlockDimA <= 0">,
      Bad<"colBlockDimA <= 0">, Bad<"rowBlockDimC <= 0">, Bad<"colBlockDimC <= 0">, Quick<"mb == 0 || nb == 0 || nnzb == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "gebsr2gebsr" : LibraryFunction<[
    Context<>, In<"cusparseDirection_t", "dirA">, In<"int", "mb">, In<"int", "nb">, In<"int", "nnzb">, Descr<"descrA">,
    Read<t, "bsrSortedValA">, Ints<"bsrSortedRowPtrA">, Ints<"bsrSortedColIndA">, In<"int", "rowBlockDimA">,
    In<"int", "colBlockDimA">, Descr<"descrC">, Written<t, "bsrSortedValC">, In<"int *", "bsrSortedRowPtrC">,
    In<"int *", "bsrSortedColIndC">, In<"int", "rowBlockDimC">, In<"int", "colBlockDimC">, In<"void *", "pBuffer">]>,
    Calls<"gebsr2gebsr<" # t.T # ">">, NullContext {
  let Errors = [General<"descrA">, General<"descrC">, Bad<"!cusparse::isValid(dirA)">, Bad<"mb < 0">, Bad<"nb < 0">, Bad<"nnzb < 0">,
      Bad<"rowBlockDimA <= 0">,
      Bad<"colBlockDimA <= 0">, Bad<"rowBlockDimC <= 0">, Bad<"colBlockDimC <= 0">];
}
