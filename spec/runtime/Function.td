// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: functions and their attributes.

def cudaFuncAttributes : Struct<144, [{
  size_t sharedSizeBytes;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
  int clusterDimMustBeSet;
  int requiredClusterWidth;
  int requiredClusterHeight;
  int requiredClusterDepth;
  int clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed;
  int reserved[16];
}]>;

def cudaFuncAttribute : Enum<[
  Value<"cudaFuncAttributeMaxDynamicSharedMemorySize", 8>,
  Value<"cudaFuncAttributePreferredSharedMemoryCarveout", 9>,
  Value<"cudaFuncAttributeClusterDimMustBeSet", 10>,
  Value<"cudaFuncAttributeRequiredClusterWidth", 11>,
  Value<"cudaFuncAttributeRequiredClusterHeight", 12>,
  Value<"cudaFuncAttributeRequiredClusterDepth", 13>,
  Value<"cudaFuncAttributeNonPortableClusterSizeAllowed", 14>,
  Value<"cudaFuncAttributeClusterSchedulingPolicyPreference", 15>,
  Value<"cudaFuncAttributeMax", 16>
]>, Same<"CUfunction_attribute">;

def cudaFuncCache : Enum<[
  Value<"cudaFuncCachePreferNone", 0>,
  Value<"cudaFuncCachePreferShared", 1>,
  Value<"cudaFuncCachePreferL1", 2>,
  Value<"cudaFuncCachePreferEqual", 3>
]>, Same<"CUfunc_cache">;

def cudaSharedMemConfig : Enum<[
  Value<"cudaSharedMemBankSizeDefault", 0>,
  Value<"cudaSharedMemBankSizeFourByte", 1>,
  Value<"cudaSharedMemBankSizeEightByte", 2>
]>, Same<"CUsharedconfig">;

def cudaSharedCarveout : Enum<[
  Value<"cudaSharedmemCarveoutDefault", -1>,
  Value<"cudaSharedmemCarveoutMaxShared", 100>,
  Value<"cudaSharedmemCarveoutMaxL1", 0>
]>;

def cudaFunction_t : Handle<"CUfunc_st">;

def cudaFuncSetCacheConfig : RuntimeFunction<[
    Entry<"func">, In<"enum cudaFuncCache", "cacheConfig">], CurrentContext, Done>,
  On<"cuKernelSetCacheConfig", ["func", "cacheConfig", "currentDeviceHandle()"]>;
def cudaFuncGetAttributes : RuntimeFunction<[
    Out<"struct cudaFuncAttributes *", "attr">, In<"const void *", "func">], CurrentContext, Done>, Device,
  Doc<"Gives the properties of a kernel.">;
def cudaFuncSetAttribute : RuntimeFunction<[
    In<"const void *", "func">, In<"enum cudaFuncAttribute", "attr">,
    In<"int", "value">], CurrentContext, Done>, Device, Doc<"Sets a property of a kernel.">;
def cudaFuncGetName : RuntimeFunction<[
    Out<"const char **", "name">, Entry<"func">], CurrentContext, Done>, Device, On<"cuKernelGetName">;
def cudaFuncGetParamInfo : RuntimeFunction<[
    Entry<"func">, In<"size_t", "paramIndex">, Out<"size_t *", "paramOffset">,
    OptOut<"size_t *", "paramSize">], CurrentContext, Done>, Device, On<"cuKernelGetParamInfo">;
def cudaFuncGetParamCount : RuntimeFunction<[
    Entry<"func">, Out<"size_t *", "paramCount">], CurrentContext, Done>, On<"cuKernelGetParamCount">;
def cudaFuncSetSharedMemConfig : RuntimeFunction<[
    In<"const void *", "func">, In<"enum cudaSharedMemConfig", "config">], CurrentContext, Done>, Deprecated,
  Doc<"Sets the width of shared memory's banks for a kernel.">;
def cudaGetFuncBySymbol : RuntimeFunction<[
    Out<"cudaFunction_t *", "functionPtr">, In<"const void *", "symbolPtr">], CurrentContext, Done>,
  Doc<"Gives the driver's function of a kernel.">;
def cudaGetKernel : RuntimeFunction<[
    Out<"cudaKernel_t *", "kernelPtr">, In<"const void *", "entryFuncAddr">], CurrentContext, Done>,
  Doc<"Gives the driver's handle of a kernel.">;
