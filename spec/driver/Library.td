// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: libraries and their kernels.

def CUlibrary : Handle<"CUlib_st">, Owner<"loaded">;
def CUkernel : Handle<"CUkern_st">, Owner<"loaded">;

def CUlibraryOption : Enum<[
  Value<"CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE", 0>,
  Value<"CU_LIBRARY_BINARY_IS_PRESERVED", 1>,
  Value<"CU_LIBRARY_NUM_OPTIONS", 2>
]>;

def CUlibraryHostUniversalFunctionAndDataTable : Struct<32, [{
  void *functionTable;
  size_t functionWindowSize;
  void *dataTable;
  size_t dataWindowSize;
}]>;

def cuLibraryLoadData : DriverFunction<12000, [
    Out<"CUlibrary *", "library">, In<"const void *", "code">, In<"CUjit_option *", "jitOptions">,
    In<"void **", "jitOptionsValues">, In<"unsigned int", "numJitOptions">,
    In<"CUlibraryOption *", "libraryOptions">, In<"void **", "libraryOptionValues">,
    In<"unsigned int", "numLibraryOptions">], Initialized, Done>, Across;
def cuLibraryLoadFromFile : DriverFunction<12000, [
    Out<"CUlibrary *", "library">, In<"const char *", "fileName">, In<"CUjit_option *", "jitOptions">,
    In<"void **", "jitOptionsValues">, In<"unsigned int", "numJitOptions">,
    In<"CUlibraryOption *", "libraryOptions">, In<"void **", "libraryOptionValues">,
    In<"unsigned int", "numLibraryOptions">], Initialized, Done>, Across;
def cuLibraryUnload : DriverFunction<12000, [In<"CUlibrary", "library">], Initialized, Done>, Across;
def cuLibraryGetKernel : DriverFunction<12000, [
    Out<"CUkernel *", "pKernel">, In<"CUlibrary", "library">, In<"const char *", "name">], Initialized, Done>, Across;
def cuLibraryGetKernelCount : DriverFunction<12040, [
    Out<"unsigned int *", "count">, In<"CUlibrary", "lib">], Initialized, Done>;
def cuLibraryEnumerateKernels : DriverFunction<12040, [
    InOut<"CUkernel *", "kernels">, In<"unsigned int", "numKernels">, In<"CUlibrary", "lib">], Initialized, Done>, Across;
def cuLibraryGetModule : DriverFunction<12000, [
    Out<"CUmodule *", "pMod">, In<"CUlibrary", "library">], Initialized, Done>;
def cuKernelGetFunction : DriverFunction<12000, [
    Out<"CUfunction *", "pFunc">, In<"CUkernel", "kernel">], Initialized, Done>;
def cuKernelGetLibrary : DriverFunction<12050, [
    Out<"CUlibrary *", "pLib">, In<"CUkernel", "kernel">], Initialized, Done>, Across;
def cuLibraryGetGlobal : DriverFunction<12000, [
    OptOut<"CUdeviceptr *", "dptr">, OptOut<"size_t *", "bytes">, In<"CUlibrary", "library">,
    In<"const char *", "name">], Initialized, Done>;
def cuLibraryGetManaged : DriverFunction<12000, [
    OptOut<"CUdeviceptr *", "dptr">, OptOut<"size_t *", "bytes">, In<"CUlibrary", "library">,
    In<"const char *", "name">], Initialized, Done>;
def cuLibraryGetUnifiedFunction : DriverFunction<12000, [
    Out<"void **", "fptr">, In<"CUlibrary", "library">, In<"const char *", "symbol">], Initialized, Done>;
def cuKernelGetAttribute : DriverFunction<12000, [
    Out<"int *", "pi">, In<"CUfunction_attribute", "attrib">, In<"CUkernel", "kernel">,
    In<"CUdevice", "dev">], Initialized, Done>;
def cuKernelSetAttribute : DriverFunction<12000, [
    In<"CUfunction_attribute", "attrib">, In<"int", "val">, In<"CUkernel", "kernel">, In<"CUdevice", "dev">], Initialized, Done>;
def cuKernelSetCacheConfig : DriverFunction<12000, [
    In<"CUkernel", "kernel">, In<"CUfunc_cache", "config">, In<"CUdevice", "dev">], Initialized, Done>;
def cuKernelGetName : DriverFunction<12030, [
    Out<"const char **", "name">, In<"CUkernel", "hfunc">], Initialized, Done>;
def cuKernelGetParamInfo : DriverFunction<12040, [
    In<"CUkernel", "kernel">, In<"size_t", "paramIndex">, Out<"size_t *", "paramOffset">,
    OptOut<"size_t *", "paramSize">], CurrentContext, Done>;
def cuKernelGetParamCount : DriverFunction<13020, [
    In<"CUkernel", "kernel">, Out<"size_t *", "paramCount">], CurrentContext, Done>;
