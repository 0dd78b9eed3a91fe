// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: modules and the linker.

def CU_COMPUTE_ACCELERATED_TARGET_BASE : Macro<"0x10000">;
def CU_COMPUTE_FAMILY_TARGET_BASE : Macro<"0x20000">;

def CUmodule : Handle<"CUmod_st">, Object<"Module", "CUDA_ERROR_INVALID_HANDLE">;

def CUjit_option : Enum<[
  Value<"CU_JIT_MAX_REGISTERS", 0>,
  Value<"CU_JIT_THREADS_PER_BLOCK", 1>,
  Value<"CU_JIT_WALL_TIME", 2>,
  Value<"CU_JIT_INFO_LOG_BUFFER", 3>,
  Value<"CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES", 4>,
  Value<"CU_JIT_ERROR_LOG_BUFFER", 5>,
  Value<"CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES", 6>,
  Value<"CU_JIT_OPTIMIZATION_LEVEL", 7>,
  Value<"CU_JIT_TARGET_FROM_CUCONTEXT", 8>,
  Value<"CU_JIT_TARGET", 9>,
  Value<"CU_JIT_FALLBACK_STRATEGY", 10>,
  Value<"CU_JIT_GENERATE_DEBUG_INFO", 11>,
  Value<"CU_JIT_LOG_VERBOSE", 12>,
  Value<"CU_JIT_GENERATE_LINE_INFO", 13>,
  Value<"CU_JIT_CACHE_MODE", 14>,
  Value<"CU_JIT_NEW_SM3X_OPT", 15>,
  Value<"CU_JIT_FAST_COMPILE", 16>,
  Value<"CU_JIT_GLOBAL_SYMBOL_NAMES", 17>,
  Value<"CU_JIT_GLOBAL_SYMBOL_ADDRESSES", 18>,
  Value<"CU_JIT_GLOBAL_SYMBOL_COUNT", 19>,
  Value<"CU_JIT_LTO", 20>,
  Value<"CU_JIT_FTZ", 21>,
  Value<"CU_JIT_PREC_DIV", 22>,
  Value<"CU_JIT_PREC_SQRT", 23>,
  Value<"CU_JIT_FMA", 24>,
  Value<"CU_JIT_REFERENCED_KERNEL_NAMES", 25>,
  Value<"CU_JIT_REFERENCED_KERNEL_COUNT", 26>,
  Value<"CU_JIT_REFERENCED_VARIABLE_NAMES", 27>,
  Value<"CU_JIT_REFERENCED_VARIABLE_COUNT", 28>,
  Value<"CU_JIT_OPTIMIZE_UNUSED_DEVICE_VARIABLES", 29>,
  Value<"CU_JIT_POSITION_INDEPENDENT_CODE", 30>,
  Value<"CU_JIT_MIN_CTA_PER_SM", 31>,
  Value<"CU_JIT_MAX_THREADS_PER_BLOCK", 32>,
  Value<"CU_JIT_OVERRIDE_DIRECTIVE_VALUES", 33>,
  Value<"CU_JIT_SPLIT_COMPILE", 34>,
  Value<"CU_JIT_NUM_OPTIONS", 35>
]>;

def CUjit_target : Enum<[
  Value<"CU_TARGET_COMPUTE_30", 30>,
  Value<"CU_TARGET_COMPUTE_32", 32>,
  Value<"CU_TARGET_COMPUTE_35", 35>,
  Value<"CU_TARGET_COMPUTE_37", 37>,
  Value<"CU_TARGET_COMPUTE_50", 50>,
  Value<"CU_TARGET_COMPUTE_52", 52>,
  Value<"CU_TARGET_COMPUTE_53", 53>,
  Value<"CU_TARGET_COMPUTE_60", 60>,
  Value<"CU_TARGET_COMPUTE_61", 61>,
  Value<"CU_TARGET_COMPUTE_62", 62>,
  Value<"CU_TARGET_COMPUTE_70", 70>,
  Value<"CU_TARGET_COMPUTE_72", 72>,
  Value<"CU_TARGET_COMPUTE_75", 75>,
  Value<"CU_TARGET_COMPUTE_80", 80>,
  Value<"CU_TARGET_COMPUTE_86", 86>,
  Value<"CU_TARGET_COMPUTE_87", 87>,
  Value<"CU_TARGET_COMPUTE_89", 89>,
  Value<"CU_TARGET_COMPUTE_90", 90>,
  Value<"CU_TARGET_COMPUTE_100", 100>,
  Value<"CU_TARGET_COMPUTE_110", 110>,
  Value<"CU_TARGET_COMPUTE_103", 103>,
  Value<"CU_TARGET_COMPUTE_120", 120>,
  Value<"CU_TARGET_COMPUTE_121", 121>,
  Value<"CU_TARGET_COMPUTE_90A", 65626>,
  Value<"CU_TARGET_COMPUTE_100A", 65636>,
  Value<"CU_TARGET_COMPUTE_110A", 65646>,
  Value<"CU_TARGET_COMPUTE_103A", 65639>,
  Value<"CU_TARGET_COMPUTE_120A", 65656>,
  Value<"CU_TARGET_COMPUTE_121A", 65657>,
  Value<"CU_TARGET_COMPUTE_100F", 131172>,
  Value<"CU_TARGET_COMPUTE_110F", 131182>,
  Value<"CU_TARGET_COMPUTE_103F", 131175>,
  Value<"CU_TARGET_COMPUTE_120F", 131192>,
  Value<"CU_TARGET_COMPUTE_121F", 131193>
]>;

def CUjit_fallback : Enum<[
  Value<"CU_PREFER_PTX", 0>,
  Value<"CU_PREFER_BINARY", 1>
]>;

def CUjit_cacheMode : Enum<[
  Value<"CU_JIT_CACHE_OPTION_NONE", 0>,
  Value<"CU_JIT_CACHE_OPTION_CG", 1>,
  Value<"CU_JIT_CACHE_OPTION_CA", 2>
]>;

def CUjitInputType : Enum<[
  Value<"CU_JIT_INPUT_CUBIN", 0>,
  Value<"CU_JIT_INPUT_PTX", 1>,
  Value<"CU_JIT_INPUT_FATBINARY", 2>,
  Value<"CU_JIT_INPUT_OBJECT", 3>,
  Value<"CU_JIT_INPUT_LIBRARY", 4>,
  Value<"CU_JIT_INPUT_NVVM", 5>,
  Value<"CU_JIT_NUM_INPUT_TYPES", 6>
]>;

def CUlinkState : Handle<"CUlinkState_st">, Object<"LinkState", "CUDA_ERROR_INVALID_HANDLE">;

def CUmoduleLoadingMode : Enum<[
  Value<"CU_MODULE_EAGER_LOADING", 0x1>,
  Value<"CU_MODULE_LAZY_LOADING", 0x2>
]>;

def cuModuleLoad : DriverFunction<2000, [Out<"CUmodule *", "module">, In<"const char *", "fname">], CurrentContext, Done>,
  Refuses<[Invalid<"!fname">, Invalid<"!*fname">]>, Doc<"Loads a module from a file.">;
def cuModuleLoadData : DriverFunction<2000, [Out<"CUmodule *", "module">, In<"const void *", "image">], CurrentContext, Done>,
  On<"cuModuleLoadDataEx", ["module", "image", "0", "nullptr", "nullptr"]>,
  Doc<"Loads a module from memory: PTX, a cubin or a fat binary.">;
def cuModuleLoadDataEx : DriverFunction<2010, [
    Out<"CUmodule *", "module">, In<"const void *", "image">, In<"unsigned int", "numOptions">,
    In<"CUjit_option *", "options">, In<"void **", "optionValues">], CurrentContext, Done>,
  Doc<"Loads a module from memory, with options for the compiler.">;
def cuModuleLoadFatBinary : DriverFunction<2000, [
    Out<"CUmodule *", "module">, In<"const void *", "fatCubin">], CurrentContext, Done>, On<"cuModuleLoadData">,
  Doc<"Loads a module from a fat binary.">;
def cuModuleUnload : DriverFunction<2000, [Found<"CUmodule", "hmod">], CodeContext, Done>,
  Refuses<[
    Fails<"CUDA_ERROR_NOT_PERMITTED", "hmod_->isOfLibrary"> // it goes with the library
  ]>,
  Doc<"Ends a module with its functions and variables.">;
def cuModuleGetLoadingMode : DriverFunction<11070, [Out<"CUmoduleLoadingMode *", "mode">], Initialized, Done>,
  Doc<"Tells whether kernels are loaded at their first use.">,
  Gives<"Module", "Options::get().moduleLoading == \"EAGER\" ? CU_MODULE_EAGER_LOADING : CU_MODULE_LAZY_LOADING">;
def cuModuleGetFunction : DriverFunction<2000, [
    OptOut<"CUfunction *", "hfunc">, Found<"CUmodule", "hmod">, In<"const char *", "name">], CodeContext, Done>,
  Refuses<[Invalid<"!hfunc">, Invalid<"!name">, Invalid<"!*name">]>, Doc<"Gives a kernel of a module by its name.">;
def cuModuleGetFunctionCount : DriverFunction<12040, [Out<"unsigned int *", "count">, Found<"CUmodule", "mod">], CodeContext, Done>,
  Doc<"Counts the kernels of a module.">, Gives<"Module", "unsigned(mod.kernelNames().size())">;
def cuModuleEnumerateFunctions : DriverFunction<12040, [
    OptOut<"CUfunction *", "functions">, In<"unsigned int", "numFunctions">, Found<"CUmodule", "mod">], HandleContext, Done>,
  Doc<"Gives the first kernels of a module.">;
def cuModuleGetGlobal : DriverFunction<3020, [
    OptOut<"CUdeviceptr *", "dptr">, OptOut<"size_t *", "bytes">, Found<"CUmodule", "hmod">,
    In<"const char *", "name">], CodeContext, Done>, Version<2>, Refuses<[
    Invalid<"!name">,
    Invalid<"!*name">,
    Invalid<"!dptr && !bytes">]>, Doc<"Gives address and size in bytes of a variable of a module.">;
def cuModuleGetGlobal_v1 : DriverFunction<2000, [
    OptOut<"CUdeviceptr_v1 *", "dptr">, OptOut<"unsigned int *", "bytes">, In<"CUmodule", "hmod">,
    In<"const char *", "name">], CodeContext, Done>, Old<"cuModuleGetGlobal">;
def cuLinkCreate : DriverFunction<6050, [
    In<"unsigned int", "numOptions">, In<"CUjit_option *", "options">, In<"void **", "optionValues">,
    Out<"CUlinkState *", "stateOut">], CurrentContext, Done>, Version<2>, Doc<"Begins a link.">;
def cuLinkCreate_v1 : DriverFunction<5050, [
    In<"unsigned int", "numOptions">, In<"CUjit_option *", "options">, In<"void **", "optionValues">,
    Out<"CUlinkState *", "stateOut">], CurrentContext, Done>, Old<"cuLinkCreate">, On<"cuLinkCreate">;
def cuLinkAddData : DriverFunction<6050, [
    Found<"CUlinkState", "state">, In<"CUjitInputType", "type">, In<"void *", "data">, In<"size_t", "size">,
    In<"const char *", "name">, In<"unsigned int", "numOptions">, In<"CUjit_option *", "options">,
    In<"void **", "optionValues">], Initialized, Done>, Version<2>, InHostFunctions, Refuses<[
    Invalid<"!data">,
    Invalid<"!size">,
    Invalid<"unsigned(type) >= CU_JIT_NUM_INPUT_TYPES">]>, Doc<"Adds an input in memory to a link.">;
def cuLinkAddData_v1 : DriverFunction<5050, [
    In<"CUlinkState", "state">, In<"CUjitInputType", "type">, In<"void *", "data">, In<"size_t", "size">,
    In<"const char *", "name">, In<"unsigned int", "numOptions">, In<"CUjit_option *", "options">,
    In<"void **", "optionValues">], Initialized, Done>, Old<"cuLinkAddData">, InHostFunctions, On<"cuLinkAddData">;
def cuLinkAddFile : DriverFunction<6050, [
    Found<"CUlinkState", "state">, In<"CUjitInputType", "type">, In<"const char *", "path">,
    In<"unsigned int", "numOptions">, In<"CUjit_option *", "options">, In<"void **", "optionValues">], Initialized, Done>,
    Version<2>, InHostFunctions, Refuses<[
    Invalid<"!path">,
    Invalid<"unsigned(type) >= CU_JIT_NUM_INPUT_TYPES">]>, Doc<"Adds an input file to a link.">;
def cuLinkAddFile_v1 : DriverFunction<5050, [
    In<"CUlinkState", "state">, In<"CUjitInputType", "type">, In<"const char *", "path">,
    In<"unsigned int", "numOptions">, In<"CUjit_option *", "options">, In<"void **", "optionValues">], Initialized, Done>,
    Old<"cuLinkAddFile">, InHostFunctions, On<"cuLinkAddFile">;
def cuLinkComplete : DriverFunction<5050, [
    Found<"CUlinkState", "state">, Out<"void **", "cubinOut">, OptOut<"size_t *", "sizeOut">], Initialized, Done>, InHostFunctions,
  Doc<"Ends a link and gives the image, which lives as long as the link's state.">;
def cuLinkDestroy : DriverFunction<5050, [In<"CUlinkState", "state">], Initialized, Done>, InHostFunctions,
  Doc<"Ends the state of a link.">;
def cuModuleGetTexRef : DriverFunction<2000, [
    Out<"CUtexref *", "pTexRef">, In<"CUmodule", "hmod">, In<"const char *", "name">], Initialized, Done>, Deprecated,
  Refuses<[Invalid<"name && !*name">]>, Doc<"Gives a texture reference of a module by its name.">,
  Is<"TextureReference", "referenceOf<TextureReference>(hmod, name, ptx::Type::TexRef, pTexRef)">;
def cuModuleGetSurfRef : DriverFunction<3000, [
    Out<"CUsurfref *", "pSurfRef">, In<"CUmodule", "hmod">, In<"const char *", "name">], Initialized, Done>, Deprecated,
  Refuses<[Invalid<"name && !*name">]>, Doc<"Gives a surface reference of a module by its name.">,
  Is<"TextureReference", "referenceOf<SurfaceReference>(hmod, name, ptx::Type::SurfRef, pSurfRef)">;
