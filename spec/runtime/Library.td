// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: libraries and their kernels.

def cudaKernel_t : Handle<"CUkern_st">;

def cudaJitOption : Enum<[
  Value<"cudaJitMaxRegisters", 0>,
  Value<"cudaJitThreadsPerBlock", 1>,
  Value<"cudaJitWallTime", 2>,
  Value<"cudaJitInfoLogBuffer", 3>,
  Value<"cudaJitInfoLogBufferSizeBytes", 4>,
  Value<"cudaJitErrorLogBuffer", 5>,
  Value<"cudaJitErrorLogBufferSizeBytes", 6>,
  Value<"cudaJitOptimizationLevel", 7>,
  Value<"cudaJitFallbackStrategy", 10>,
  Value<"cudaJitGenerateDebugInfo", 11>,
  Value<"cudaJitLogVerbose", 12>,
  Value<"cudaJitGenerateLineInfo", 13>,
  Value<"cudaJitCacheMode", 14>,
  Value<"cudaJitPositionIndependentCode", 30>,
  Value<"cudaJitMinCtaPerSm", 31>,
  Value<"cudaJitMaxThreadsPerBlock", 32>,
  Value<"cudaJitOverrideDirectiveValues", 33>
]>, Same<"CUjit_option">;

def cudaLibraryOption : Enum<[
  Value<"cudaLibraryHostUniversalFunctionAndDataTable", 0>,
  Value<"cudaLibraryBinaryIsPreserved", 1>
]>, Same<"CUlibraryOption">;

def cudalibraryHostUniversalFunctionAndDataTable : Struct<32, [{
  void *functionTable;
  size_t functionWindowSize;
  void *dataTable;
  size_t dataWindowSize;
}]>;

def cudaJit_CacheMode : Enum<[
  Value<"cudaJitCacheOptionNone", 0>,
  Value<"cudaJitCacheOptionCG", 1>,
  Value<"cudaJitCacheOptionCA", 2>
]>;

def cudaJit_Fallback : Enum<[
  Value<"cudaPreferPtx", 0>,
  Value<"cudaPreferBinary", 1>
]>;

def cudaLibrary_t : Handle<"CUlib_st">;

def cudaLibraryLoadData : RuntimeFunction<[
    Out<"cudaLibrary_t *", "library">, In<"const void *", "code">, In<"enum cudaJitOption *", "jitOptions">,
    In<"void **", "jitOptionsValues">, In<"unsigned int", "numJitOptions">,
    In<"enum cudaLibraryOption *", "libraryOptions">, In<"void **", "libraryOptionValues">,
    In<"unsigned int", "numLibraryOptions">], CurrentContext, Done>, On<"cuLibraryLoadData">;
def cudaLibraryLoadFromFile : RuntimeFunction<[
    Out<"cudaLibrary_t *", "library">, In<"const char *", "fileName">,
    In<"enum cudaJitOption *", "jitOptions">, In<"void **", "jitOptionsValues">,
    In<"unsigned int", "numJitOptions">, In<"enum cudaLibraryOption *", "libraryOptions">,
    In<"void **", "libraryOptionValues">, In<"unsigned int", "numLibraryOptions">], CurrentContext, Done>,
  On<"cuLibraryLoadFromFile">;
def cudaLibraryUnload : RuntimeFunction<[In<"cudaLibrary_t", "library">], CurrentContext, Done>, On<"cuLibraryUnload">;
def cudaLibraryGetKernel : RuntimeFunction<[
    Out<"cudaKernel_t *", "pKernel">, In<"cudaLibrary_t", "library">,
    In<"const char *", "name">], CurrentContext, Done>, Doc<"Gives a kernel of a library by its name.">;
def cudaLibraryGetGlobal : RuntimeFunction<[
    OptOut<"void **", "dptr">, OptOut<"size_t *", "bytes">, In<"cudaLibrary_t", "library">,
    In<"const char *", "name">], CurrentContext, Done>, On<"cuLibraryGetGlobal">;
def cudaLibraryGetManaged : RuntimeFunction<[
    OptOut<"void **", "dptr">, OptOut<"size_t *", "bytes">, In<"cudaLibrary_t", "library">,
    In<"const char *", "name">], CurrentContext, Done>, On<"cuLibraryGetManaged">;
def cudaLibraryGetUnifiedFunction : RuntimeFunction<[
    Out<"void **", "fptr">, In<"cudaLibrary_t", "library">,
    In<"const char *", "symbol">], CurrentContext, Done>, On<"cuLibraryGetUnifiedFunction">;
def cudaLibraryGetKernelCount : RuntimeFunction<[
    Out<"unsigned int *", "count">, In<"cudaLibrary_t", "lib">], CurrentContext, Done>, On<"cuLibraryGetKernelCount">;
def cudaLibraryEnumerateKernels : RuntimeFunction<[
    OptOut<"cudaKernel_t *", "kernels">, In<"unsigned int", "numKernels">,
    In<"cudaLibrary_t", "lib">], CurrentContext, Done>, Doc<"Gives the first kernels of a library.">;
def cudaKernelSetAttributeForDevice : RuntimeFunction<[
    In<"cudaKernel_t", "kernel">, In<"enum cudaFuncAttribute", "attr">, In<"int", "value">,
    Ordinal<"device">], CurrentContext, Done>, On<"cuKernelSetAttribute", ["attr", "value", "kernel", "device"]>;
