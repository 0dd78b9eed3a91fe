// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: functions and their attributes.

def CUfunction : Handle<"CUfunc_st">, Owner<"loaded">, Usable<"Function", "CUDA_ERROR_INVALID_HANDLE", "findFunction">;

def CUfunction_attribute : Enum<[
  Value<"CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK", 0>,
  Value<"CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES", 1>,
  Value<"CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES", 2>,
  Value<"CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES", 3>,
  Value<"CU_FUNC_ATTRIBUTE_NUM_REGS", 4>,
  Value<"CU_FUNC_ATTRIBUTE_PTX_VERSION", 5>,
  Value<"CU_FUNC_ATTRIBUTE_BINARY_VERSION", 6>,
  Value<"CU_FUNC_ATTRIBUTE_CACHE_MODE_CA", 7>,
  Value<"CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES", 8>,
  Value<"CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT", 9>,
  Value<"CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET", 10>,
  Value<"CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH", 11>,
  Value<"CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT", 12>,
  Value<"CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH", 13>,
  Value<"CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED", 14>,
  Value<"CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE", 15>,
  Value<"CU_FUNC_ATTRIBUTE_MAX", 16>
]>;

def CUshared_carveout : Enum<[
  Value<"CU_SHAREDMEM_CARVEOUT_DEFAULT", -1>,
  Value<"CU_SHAREDMEM_CARVEOUT_MAX_SHARED", 100>,
  Value<"CU_SHAREDMEM_CARVEOUT_MAX_L1", 0>
]>;

def CUfunctionLoadingState : Enum<[
  Value<"CU_FUNCTION_LOADING_STATE_UNLOADED", 0>,
  Value<"CU_FUNCTION_LOADING_STATE_LOADED", 1>,
  Value<"CU_FUNCTION_LOADING_STATE_MAX", 2>
]>;

def cuFuncGetAttribute : DriverFunction<2020, [
    Out<"int *", "pi">, In<"CUfunction_attribute", "attrib">, Found<"CUfunction", "hfunc">], CodeContext, Done>,
  Doc<"Gives a property of a function.">;
def cuFuncSetAttribute : DriverFunction<9000, [
    Found<"CUfunction", "hfunc">, In<"CUfunction_attribute", "attrib">, In<"int", "value">], CodeContext, Done>,
  Doc<"Sets a property of a function.">;
def cuFuncSetCacheConfig : DriverFunction<3000, [Found<"CUfunction", "hfunc">, In<"CUfunc_cache", "config">], CodeContext, Done>,
  Refuses<[Invalid<"config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL">]>,
  Doc<"Says what a function prefers: shared memory or cache.">,
  Does<"Function", "hfunc.settings().cacheConfig = config">;
def cuFuncGetModule : DriverFunction<11000, [Out<"CUmodule *", "hmod">, Found<"CUfunction", "hfunc">], CodeContext, Done>,
  Refuses<[
    Invalid<"!hfunc">,
    Find<"hfunc">,
    Fails<"CUDA_ERROR_INVALID_HANDLE", "!hfunc_->module().handleBits()">]>, Doc<"Gives the module of a function.">,
  Gives<"Function", "handleOf(hfunc.module())">;
def cuFuncGetName : DriverFunction<12030, [Out<"const char **", "name">, Found<"CUfunction", "hfunc">], CodeContext, Done>,
  Refuses<[Invalid<"!hfunc">, Find<"hfunc">]>, Doc<"Gives the name of a function.">, Gives<"Function", "hfunc.name().c_str()">;
def cuFuncGetParamInfo : DriverFunction<12040, [
    Found<"CUfunction", "func">, In<"size_t", "paramIndex">, Out<"size_t *", "paramOffset">,
    OptOut<"size_t *", "paramSize">], HandleContext, Done>, Refuses<[
    Invalid<"!func">, // seen: no other error than a wrong value
    Find<"func">
  ]>, Doc<"Gives offset and size in bytes of a parameter of a function.">,
  Is<"Function", "paramInfo(func.facts(), paramIndex, paramOffset, paramSize)">;
def cuFuncGetParamCount : DriverFunction<13020, [
    Found<"CUfunction", "func">, Out<"size_t *", "paramCount">], HandleContext, Done>,
  Doc<"Counts the parameters of a function.">, Gives<"Function", "func.facts().params.size()">;
def cuFuncIsLoaded : DriverFunction<12040, [
    Out<"CUfunctionLoadingState *", "state">, Found<"CUfunction", "function">], HandleContext, Done>,
  Doc<"Tells whether a function has been loaded.">,
  Gives<"Function", "function.isLoaded() ? CU_FUNCTION_LOADING_STATE_LOADED : CU_FUNCTION_LOADING_STATE_UNLOADED">;
def cuFuncLoad : DriverFunction<12040, [Found<"CUfunction", "function">], HandleContext, Done>,
  Doc<"Loads a function before its first launch.">;
def cuFuncSetBlockShape : DriverFunction<2000, [
    Found<"CUfunction", "hfunc">, In<"int", "x">, In<"int", "y">, In<"int", "z">], CurrentContext, Done>, Deprecated,
  Refuses<[
    Invalid<"x <= 0 || uint32_t(x) > model::kMaxBlockDim[0]">,
    Invalid<"y <= 0 || uint32_t(y) > model::kMaxBlockDim[1]">,
    Invalid<"z <= 0 || uint32_t(z) > model::kMaxBlockDim[2]">,
    Invalid<"uint64_t(x) * uint64_t(y) * uint64_t(z) > model::kMaxThreadsPerBlock">]>,
  Doc<"Sets the block of the old way to launch.">;
def cuFuncSetSharedSize : DriverFunction<2000, [
    Found<"CUfunction", "hfunc">, In<"unsigned int", "bytes">], CurrentContext, Done>, Deprecated,
  Refuses<[Invalid<"bytes > maxDynamicShared(hfunc_->facts(), hfunc_->settings())">]>,
  Doc<"Sets the dynamic shared memory, in bytes, of the old way to launch.">;
def cuFuncSetSharedMemConfig : DriverFunction<4020, [
    Found<"CUfunction", "hfunc">, In<"CUsharedconfig", "config">], HandleContext, Done>, Deprecated,
  Doc<"Sets the width of shared memory's banks for a function.">;

// -- Rules ----------------------------------------------------------------------------------------

def checkFunctionAttribute : Rules<["Function"], [
    In<"const KernelFacts &", "facts">, In<"CUfunction_attribute", "attribute">, In<"int", "value">], [
  Invalid<"attribute < CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || attribute >= CU_FUNC_ATTRIBUTE_MAX">,
  Let<"const bool isShared = attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES">,
  Invalid<"isShared && (value < 0 || uint64_t(value) + facts.staticShared > architecture().sharedPerBlockOptIn)">,
  Invalid<"attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT && (value < -1 || value > 100)">,
  Let<"const bool isCluster = attribute >= CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH && "
      "attribute <= CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH">,
  Invalid<"isCluster && facts.requiredCluster[0]">, // compiled in
  Invalid<"isCluster && value < 0">,
  Invalid<"attribute == CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE && "
          "(value < CU_CLUSTER_SCHEDULING_POLICY_DEFAULT || value > CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING)">
]>;

def checkAskedAttribute : Rules<["Function"], [In<"CUfunction_attribute", "attribute">], [
  Invalid<"unsigned(attribute) >= CU_FUNC_ATTRIBUTE_MAX">
]>;

def checkParamIndex : Rules<["Function"], [In<"const KernelFacts &", "facts">, In<"size_t", "index">], [
  Invalid<"index >= facts.params.size()">
]>;
