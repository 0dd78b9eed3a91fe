// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: tridiagonal and pentadiagonal systems. Sizes are looked at by the solvers only; three rows are the least (seen).

foreach t = Floats in
def "cusparse" # t.L # "gtsv2_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "dl">, Read<t, "d">, Read<t, "du">, Read<t, "B">, In<"int", "ldb">,
    Out<"size_t *", "bufferSizeInBytes">]>, Calls<"gtsv2_bufferSizeExt<" # t.T # ">">;
foreach t = Floats in
def "cusparse" # t.L # "gtsv2" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "dl">, Read<t, "d">, Read<t, "du">, Written<t, "B">, In<"int", "ldb">,
    In<"void *", "pBuffer">]>, Calls<"gtsv2<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 3">, Bad<"n < 0">, Bad<"ldb < m">];
}
foreach t = Floats in
def "cusparse" # t.L # "gtsv2_nopivot_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "dl">, Read<t, "d">, Read<t, "du">, Read<t, "B">, In<"int", "ldb">,
    Out<"size_t *", "bufferSizeInBytes">]>, Calls<"gtsv2_nopivot_bufferSizeExt<" # t.T # ">">;
foreach t = Floats in
def "cusparse" # t.L # "gtsv2_nopivot" : LibraryFunction<[
    Context<>, In<"int", "m">, In<"int", "n">, Read<t, "dl">, Read<t, "d">, Read<t, "du">, Written<t, "B">, In<"int", "ldb">,
    In<"void *", "pBuffer">]>, Calls<"gtsv2_nopivot<" # t.T # ">"> {
  let Errors = [Bad<"m < 3">, Bad<"n < 0">, Bad<"ldb < m">];
}
foreach t = Floats in
def "cusparse" # t.L # "gtsv2StridedBatch_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "m">, Read<t, "dl">, Read<t, "d">, Read<t, "du">, Read<t, "x">, In<"int", "batchCount">,
    In<"int", "batchStride">, Out<"size_t *", "bufferSizeInBytes">]>, Calls<"gtsv2StridedBatch_bufferSizeExt<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 3">, Bad<"batchCount < 1">, Bad<"batchStride < m">];
}
foreach t = Floats in
def "cusparse" # t.L # "gtsv2StridedBatch" : LibraryFunction<[
    Context<>, In<"int", "m">, Read<t, "dl">, Read<t, "d">, Read<t, "du">, Written<t, "x">, In<"int", "batchCount">,
    In<"int", "batchStride">, In<"void *", "pBuffer">]>, Calls<"gtsv2StridedBatch<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 3">, Bad<"batchCount < 1">, Bad<"batchStride < m">];
}
foreach t = Floats in
def "cusparse" # t.L # "gtsvInterleavedBatch_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "algo">, In<"int", "m">, Read<t, "dl">, Read<t, "d">, Read<t, "du">, Read<t, "x">,
    In<"int", "batchCount">, Out<"size_t *", "pBufferSizeInBytes">]>, Calls<"gtsvInterleavedBatch_bufferSizeExt<" # t.T # ">"> {
  let Errors = [Bad<"algo < 0 || algo > 2">];
}
foreach t = Floats in
def "cusparse" # t.L # "gtsvInterleavedBatch" : LibraryFunction<[
    Context<>, In<"int", "algo">, In<"int", "m">, Written<t, "dl">, Written<t, "d">, Written<t, "du">, Written<t, "x">,
    In<"int", "batchCount">, In<"void *", "pBuffer">]>, Calls<"gtsvInterleavedBatch<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"batchCount < 0">, Bad<"algo < 0 || algo > 2">];
}
foreach t = Floats in
def "cusparse" # t.L # "gpsvInterleavedBatch_bufferSizeExt" : LibraryFunction<[
    Context<>, In<"int", "algo">, In<"int", "m">, Read<t, "ds">, Read<t, "dl">, Read<t, "d">, Read<t, "du">, Read<t, "dw">,
    Read<t, "x">, In<"int", "batchCount">, Out<"size_t *", "pBufferSizeInBytes">]>, Calls<"gpsvInterleavedBatch_bufferSizeExt<" # t.T # ">"> {
  // Sizes and the algorithm are not looked at here (seen).
}
foreach t = Floats in
def "cusparse" # t.L # "gpsvInterleavedBatch" : LibraryFunction<[
    Context<>, In<"int", "algo">, In<"int", "m">, Written<t, "ds">, Written<t, "dl">, Written<t, "d">, Written<t, "du">,
    Written<t, "dw">, Written<t, "x">, In<"int", "batchCount">, In<"void *", "pBuffer">]>, Calls<"gpsvInterleavedBatch<" # t.T # ">">, NullContext {
  let Errors = [Bad<"m < 0">, Bad<"batchCount < 0">];
}
