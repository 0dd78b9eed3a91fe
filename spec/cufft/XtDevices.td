// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: plans for several devices (manual, section "Multiple GPU cuFFT Transforms").

def cufftXtSetGPUs : LibraryFunction<[In<"cufftHandle", "handle">, In<"int", "nGPUs">, In<"int *", "whichGPUs">]>;
def cufftXtSetWorkArea : LibraryFunction<[In<"cufftHandle", "plan">, In<"void **", "workArea">]>, AnyHandle;
def cufftXtMalloc : LibraryFunction<[
    In<"cufftHandle", "plan">, Out<"cudaLibXtDesc **", "descriptor">, In<"cufftXtSubFormat", "format">]>;
def cufftXtFree : LibraryFunction<[In<"cudaLibXtDesc *", "descriptor">]>;
def cufftXtMemcpy : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"void *", "dstPointer">, In<"void *", "srcPointer">, In<"cufftXtCopyType", "type">]>;
foreach type = ["C2C", "Z2Z"] in
  def "cufftXtExecDescriptor" # type : LibraryFunction<[
      In<"cufftHandle", "plan">, In<"cudaLibXtDesc *", "input">, In<"cudaLibXtDesc *", "output">, In<"int", "direction">]>;
foreach type = ["R2C", "C2R", "D2Z", "Z2D"] in
  def "cufftXtExecDescriptor" # type : LibraryFunction<[
      In<"cufftHandle", "plan">, In<"cudaLibXtDesc *", "input">, In<"cudaLibXtDesc *", "output">]>;
def cufftXtExecDescriptor : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"cudaLibXtDesc *", "input">, In<"cudaLibXtDesc *", "output">, In<"int", "direction">]>;
def cufftXtQueryPlan : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"void *", "queryStruct">, In<"cufftXtQueryType", "queryType">], Absent>, AnyHandle,
    Because<"numbers of one axis keep their order on several devices, which the query cannot express"> {
  let Errors = [Fails<"CUFFT_INVALID_VALUE", "!queryStruct || queryType != CUFFT_QUERY_1D_FACTORS">,
      Fails<"CUFFT_INVALID_PLAN", "!cufft::isSpread(plan)">];
}
