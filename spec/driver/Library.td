// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: libraries and their kernels.

def CUlibrary : Handle<"CUlib_st">, Owner<"loaded">, Object<"Library", "CUDA_ERROR_INVALID_HANDLE">;
def CUkernel : Handle<"CUkern_st">, Owner<"loaded">, Object<"Kernel", "CUDA_ERROR_INVALID_HANDLE">;

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
    In<"unsigned int", "numLibraryOptions">], Initialized, Done>, Across,
  Doc<"Loads a library from memory; its kernels belong to no context.">;
def cuLibraryLoadFromFile : DriverFunction<12000, [
    Out<"CUlibrary *", "library">, In<"const char *", "fileName">, In<"CUjit_option *", "jitOptions">,
    In<"void **", "jitOptionsValues">, In<"unsigned int", "numJitOptions">,
    In<"CUlibraryOption *", "libraryOptions">, In<"void **", "libraryOptionValues">,
    In<"unsigned int", "numLibraryOptions">], Initialized, Done>, Across, Doc<"Loads a library from a file.">;
def cuLibraryUnload : DriverFunction<12000, [Checked<"CUlibrary", "library">], Initialized, Done>, Across,
  Doc<"Ends a library with its kernels.">;
def cuLibraryGetKernel : DriverFunction<12000, [
    Out<"CUkernel *", "pKernel">, Found<"CUlibrary", "library">, In<"const char *", "name">], Initialized, Done>, Across,
  Refuses<[Invalid<"!name">]>, Doc<"Gives a kernel of a library by its name.">;
def cuLibraryGetKernelCount : DriverFunction<12040, [
    Out<"unsigned int *", "count">, Found<"CUlibrary", "lib">], Initialized, Done>, Doc<"Counts the kernels of a library.">,
  Gives<"Library", "unsigned(lib.kernelNames().size())">;
def cuLibraryEnumerateKernels : DriverFunction<12040, [
    InOut<"CUkernel *", "kernels">, In<"unsigned int", "numKernels">, Found<"CUlibrary", "lib">], Initialized, Done>, Across,
  Refuses<[Invalid<"!kernels">]>, Doc<"Gives the first kernels of a library.">;
def cuLibraryGetModule : DriverFunction<12000, [
    Out<"CUmodule *", "pMod">, Found<"CUlibrary", "library">], Initialized, Done>,
  Doc<"Gives the library's module in the current context.">;
def cuKernelGetFunction : DriverFunction<12000, [
    Out<"CUfunction *", "pFunc">, Found<"CUkernel", "kernel">], Initialized, Done>,
  Doc<"Gives the function of a kernel in the current context.">;
def cuKernelGetLibrary : DriverFunction<12050, [
    Out<"CUlibrary *", "pLib">, Found<"CUkernel", "kernel">], Initialized, Done>, Across,
  Doc<"Gives the library of a kernel.">, Gives<"Library", "handleOf(kernel.library())">;
def cuLibraryGetGlobal : DriverFunction<12000, [
    OptOut<"CUdeviceptr *", "dptr">, OptOut<"size_t *", "bytes">, Found<"CUlibrary", "library">,
    In<"const char *", "name">], Initialized, Done>,
  Refuses<[Invalid<"!name">, Invalid<"!*name">, Invalid<"!dptr && !bytes">]>, Doc<"Gives address and size in bytes of a library's variable in the current context.">,
  Is<"Library", "findVariable(library, name, /*isManaged=*/false, dptr, bytes)">;
def cuLibraryGetManaged : DriverFunction<12000, [
    OptOut<"CUdeviceptr *", "dptr">, OptOut<"size_t *", "bytes">, Found<"CUlibrary", "library">,
    In<"const char *", "name">], Initialized, Done>, Refuses<[Invalid<"!name">, Invalid<"!*name">, Invalid<"!dptr && !bytes">]>, Doc<"Gives address and size in bytes of a library's managed variable.">,
  Is<"Library", "findVariable(library, name, /*isManaged=*/true, dptr, bytes)">;
// Functions that host and device share: no device has them, as their attribute says. The manual
// has CUDA_ERROR_NOT_FOUND for a name, NVIDIA's driver answers this.
def cuLibraryGetUnifiedFunction : DriverFunction<12000, [
    Out<"void **", "fptr">, In<"CUlibrary", "library">, In<"const char *", "symbol">], Initialized, Done>,
  Doc<"Gives the address of a function that all devices and the host share.">,
  Is<"Library", "find<Library>(library) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE">;
def cuKernelGetAttribute : DriverFunction<12000, [
    Out<"int *", "pi">, In<"CUfunction_attribute", "attrib">, Found<"CUkernel", "kernel">,
    Found<"CUdevice", "dev">], Initialized, Done>, Doc<"Gives a property of a kernel on a device.">,
  Is<"Library", "getAttribute(kernel.facts(), *kernel.settings(dev), kernel.library().program(), attrib, *pi)">;
def cuKernelSetAttribute : DriverFunction<12000, [
    In<"CUfunction_attribute", "attrib">, In<"int", "val">, Found<"CUkernel", "kernel">, Found<"CUdevice", "dev">], Initialized, Done>,
  Doc<"Sets a property of a kernel on a device.">, Is<"Library", "kernel.setAttribute(dev, attrib, val)">;
def cuKernelSetCacheConfig : DriverFunction<12000, [
    Found<"CUkernel", "kernel">, In<"CUfunc_cache", "config">, Found<"CUdevice", "dev">], Initialized, Done>, Refuses<[
    Invalid<"config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL">]>,
  Doc<"Says what a kernel prefers on a device: shared memory or cache.">,
  Does<"Library", "kernel.settings(dev)->cacheConfig = config">;
def cuKernelGetName : DriverFunction<12030, [
    Out<"const char **", "name">, Found<"CUkernel", "hfunc">], Initialized, Done>,
  Refuses<[Invalid<"!hfunc">, Find<"hfunc">]>, Doc<"Gives the name of a kernel.">, Gives<"Library", "hfunc.name().c_str()">;
def cuKernelGetParamInfo : DriverFunction<12040, [
    In<"CUkernel", "kernel">, In<"size_t", "paramIndex">, Out<"size_t *", "paramOffset">,
    OptOut<"size_t *", "paramSize">], CurrentContext, Done>,
  Doc<"Gives offset and size in bytes of a parameter of a kernel.">;
def cuKernelGetParamCount : DriverFunction<13020, [
    Found<"CUkernel", "kernel">, Out<"size_t *", "paramCount">], CurrentContext, Done>,
  Doc<"Counts the parameters of a kernel.">, Gives<"Library", "kernel.facts().params.size()">;

// -- Rules ----------------------------------------------------------------------------------------

// The text is copied anyway.
def checkLibraryOptions : Rules<["Library"], [In<"const CUlibraryOption *", "options">, In<"void **", "values">, In<"unsigned", "count">], [
  Invalid<"count && (!options || !values)">,
  Each<"const CUlibraryOption option", "std::span(options, count)", [
    Absence<"option == CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE">,
    Invalid<"option != CU_LIBRARY_BINARY_IS_PRESERVED">
  ]>
]>;

// Of a file: what is preserved is data (documented).
def checkLibraryFile : Rules<["Library"], [In<"const char *", "name">, In<"unsigned", "options">], [Invalid<"!name">, Invalid<"options">]>;

// `isFunction`: the name is that of a function, which is found and no variable.
def checkVariable : Rules<["Library"], [In<"const Module::VariablePlace *", "place">, In<"bool", "isFunction">, In<"bool", "isManaged">], [
  Invalid<"!place && isFunction && !isManaged">,
  Fails<"CUDA_ERROR_NOT_FOUND", "!place || (isManaged && !place->isManaged)">
]>;
