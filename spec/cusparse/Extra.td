// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: sums of matrices, colouring.

foreach t = Floats in
def "cusparse" # t.L # "csrgeam2_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "alpha">, Descr<"descrA">, In<"int", "nnzA">,
    Read<t, "csrSortedValA">, Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, Read<t, "beta">, Descr<"descrB">,
    In<"int", "nnzB">, Read<t, "csrSortedValB">, Ints<"csrSortedRowPtrB">, Ints<"csrSortedColIndB">, Descr<"descrC">,
    Read<t, "csrSortedValC">, Ints<"csrSortedRowPtrC">, Ints<"csrSortedColIndC">, Out<"size_t *", "pBufferSizeInBytes">]>,
    Calls<"csrgeam2_bufferSizeExt<" # t.T # ">">, NullContext; // sizes are not looked at (seen)
def cusparseXcsrgeam2Nnz : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Descr<"descrA">, In<"int", "nnzA">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, Descr<"descrB">, In<"int", "nnzB">, Ints<"csrSortedRowPtrB">, Ints<"csrSortedColIndB">,
    Descr<"descrC">, In<"int *", "csrSortedRowPtrC">, In<"int *", "nnzTotalDevHostPtr">, In<"void *", "workspace">]>, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnzA < 0">, Bad<"nnzB < 0">, Quick<"m == 0 || n == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csrgeam2" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "alpha">, Descr<"descrA">, In<"int", "nnzA">,
    Read<t, "csrSortedValA">, Ints<"csrSortedRowPtrA">, Ints<"csrSortedColIndA">, Read<t, "beta">, Descr<"descrB">,
    In<"int", "nnzB">, Read<t, "csrSortedValB">, Ints<"csrSortedRowPtrB">, Ints<"csrSortedColIndB">, Descr<"descrC">,
    Written<t, "csrSortedValC">, In<"int *", "csrSortedRowPtrC">, In<"int *", "csrSortedColIndC">, In<"void *", "pBuffer">]>,
    Calls<"csrgeam2<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"n < 0">, Bad<"nnzA < 0">, Bad<"nnzB < 0">, Quick<"n == 0">];
}
foreach t = Floats in
def "cusparse" # t.L # "csrcolor" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "nnz">, Descr<"descrA">, Read<t, "csrSortedValA">, Ints<"csrSortedRowPtrA">,
    Ints<"csrSortedColIndA">, In<"const " # t.Real # " *", "fractionToColor">, In<"int *", "ncolors">,
    In<"int *", "coloring">, In<"int *", "reordering">, In<"const cusparseColorInfo_t", "info">]>, Calls<"csrcolor<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"nnz < 0">];
}
