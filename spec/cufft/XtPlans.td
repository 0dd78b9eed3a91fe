// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: plans of any type (manual, section "cufftXt API").

defvar kXtParams = [
    In<"cufftHandle", "plan">, In<"int", "rank">, In<"long long int *", "n">,
    In<"long long int *", "inembed">, In<"long long int", "istride">, In<"long long int", "idist">,
    In<"cudaDataType", "inputtype">,
    In<"long long int *", "onembed">, In<"long long int", "ostride">, In<"long long int", "odist">,
    In<"cudaDataType", "outputtype">,
    In<"long long int", "batch">, Out<"size_t *", "workSize">, In<"cudaDataType", "executiontype">];
def cufftXtMakePlanMany : LibraryFunction<kXtParams>;
def cufftXtGetSizeMany : LibraryFunction<kXtParams>;
def cufftXtExec : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"void *", "input">, In<"void *", "output">, In<"int", "direction">]>;
def cufftXtSetWorkAreaPolicy : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"cufftXtWorkAreaPolicy", "policy">, OptOut<"size_t *", "workSize">]>;
