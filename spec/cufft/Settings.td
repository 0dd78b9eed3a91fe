// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: what a plan works with, its properties, the library's version.

def cufftSetWorkArea : LibraryFunction<[In<"cufftHandle", "plan">, In<"void *", "workArea">]>;
def cufftSetAutoAllocation : LibraryFunction<[In<"cufftHandle", "plan">, In<"int", "autoAllocate">]>;
def cufftSetStream : LibraryFunction<[In<"cufftHandle", "plan">, In<"cudaStream_t", "stream">]>;
def cufftGetVersion : LibraryFunction<[In<"int *", "version">]>;
def cufftGetProperty : LibraryFunction<[In<"libraryPropertyType", "type">, Out<"int *", "value">]>;
def cufftSetPlanPropertyInt64 : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"cufftProperty", "property">, In<"const long long int", "inputValueInt">]>;
def cufftGetPlanPropertyInt64 : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"cufftProperty", "property">, Out<"long long int *", "returnPtrValue">]>;
def cufftResetPlanProperty : LibraryFunction<[In<"cufftHandle", "plan">, In<"cufftProperty", "property">]>;
