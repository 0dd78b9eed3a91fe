// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: devices.

def cudaDeviceScheduleAuto : Macro<"0x00">;
def cudaDeviceScheduleSpin : Macro<"0x01">, Same<"CU_CTX_SCHED_SPIN">;
def cudaDeviceScheduleYield : Macro<"0x02">;
def cudaDeviceScheduleBlockingSync : Macro<"0x04">, Same<"CU_CTX_SCHED_BLOCKING_SYNC">;
def cudaDeviceBlockingSync : Macro<"0x04">;
def cudaDeviceScheduleMask : Macro<"0x07">;
def cudaDeviceMapHost : Macro<"0x08">;
def cudaDeviceLmemResizeToMax : Macro<"0x10">, Same<"CU_CTX_LMEM_RESIZE_TO_MAX">;
def cudaDeviceSyncMemops : Macro<"0x80">, Same<"CU_CTX_SYNC_MEMOPS">;
def cudaDeviceMask : Macro<"0xff">;
def cudaCpuDeviceId : Macro<"((int)-1)">;
def cudaInvalidDeviceId : Macro<"((int)-2)">;
def cudaInitDeviceFlagsAreValid : Macro<"0x01">;

def cudaComputeMode : Enum<[
  Value<"cudaComputeModeDefault", 0>,
  Value<"cudaComputeModeExclusive", 1>,
  Value<"cudaComputeModeProhibited", 2>,
  Value<"cudaComputeModeExclusiveProcess", 3>
]>;

def cudaLimit : Enum<[
  Value<"cudaLimitStackSize", 0x0>,
  Value<"cudaLimitPrintfFifoSize", 0x1>,
  Value<"cudaLimitMallocHeapSize", 0x2>,
  Value<"cudaLimitDevRuntimeSyncDepth", 0x3>,
  Value<"cudaLimitDevRuntimePendingLaunchCount", 0x4>,
  Value<"cudaLimitMaxL2FetchGranularity", 0x5>,
  Value<"cudaLimitPersistingL2CacheSize", 0x6>
]>, Same<"CUlimit">;

def cudaFlushGPUDirectRDMAWritesOptions : Enum<[
  Value<"cudaFlushGPUDirectRDMAWritesOptionHost", 0x1>,
  Value<"cudaFlushGPUDirectRDMAWritesOptionMemOps", 0x2>
]>;

def cudaGPUDirectRDMAWritesOrdering : Enum<[
  Value<"cudaGPUDirectRDMAWritesOrderingNone", 0>,
  Value<"cudaGPUDirectRDMAWritesOrderingOwner", 100>,
  Value<"cudaGPUDirectRDMAWritesOrderingAllDevices", 200>
]>;

def cudaFlushGPUDirectRDMAWritesScope : Enum<[
  Value<"cudaFlushGPUDirectRDMAWritesToOwner", 100>,
  Value<"cudaFlushGPUDirectRDMAWritesToAllDevices", 200>
]>, Same<"CUflushGPUDirectRDMAWritesScope">;

def cudaFlushGPUDirectRDMAWritesTarget : Enum<[
  Value<"cudaFlushGPUDirectRDMAWritesTargetCurrentDevice", 0>
]>, Same<"CUflushGPUDirectRDMAWritesTarget">;

def cudaDeviceAttr : Enum<[
  Value<"cudaDevAttrMaxThreadsPerBlock", 1>,
  Value<"cudaDevAttrMaxBlockDimX", 2>,
  Value<"cudaDevAttrMaxBlockDimY", 3>,
  Value<"cudaDevAttrMaxBlockDimZ", 4>,
  Value<"cudaDevAttrMaxGridDimX", 5>,
  Value<"cudaDevAttrMaxGridDimY", 6>,
  Value<"cudaDevAttrMaxGridDimZ", 7>,
  Value<"cudaDevAttrMaxSharedMemoryPerBlock", 8>,
  Value<"cudaDevAttrTotalConstantMemory", 9>,
  Value<"cudaDevAttrWarpSize", 10>,
  Value<"cudaDevAttrMaxPitch", 11>,
  Value<"cudaDevAttrMaxRegistersPerBlock", 12>,
  Value<"cudaDevAttrClockRate", 13>,
  Value<"cudaDevAttrTextureAlignment", 14>,
  Value<"cudaDevAttrGpuOverlap", 15>,
  Value<"cudaDevAttrMultiProcessorCount", 16>,
  Value<"cudaDevAttrKernelExecTimeout", 17>,
  Value<"cudaDevAttrIntegrated", 18>,
  Value<"cudaDevAttrCanMapHostMemory", 19>,
  Value<"cudaDevAttrComputeMode", 20>,
  Value<"cudaDevAttrMaxTexture1DWidth", 21>,
  Value<"cudaDevAttrMaxTexture2DWidth", 22>,
  Value<"cudaDevAttrMaxTexture2DHeight", 23>,
  Value<"cudaDevAttrMaxTexture3DWidth", 24>,
  Value<"cudaDevAttrMaxTexture3DHeight", 25>,
  Value<"cudaDevAttrMaxTexture3DDepth", 26>,
  Value<"cudaDevAttrMaxTexture2DLayeredWidth", 27>,
  Value<"cudaDevAttrMaxTexture2DLayeredHeight", 28>,
  Value<"cudaDevAttrMaxTexture2DLayeredLayers", 29>,
  Value<"cudaDevAttrSurfaceAlignment", 30>,
  Value<"cudaDevAttrConcurrentKernels", 31>,
  Value<"cudaDevAttrEccEnabled", 32>,
  Value<"cudaDevAttrPciBusId", 33>,
  Value<"cudaDevAttrPciDeviceId", 34>,
  Value<"cudaDevAttrTccDriver", 35>,
  Value<"cudaDevAttrMemoryClockRate", 36>,
  Value<"cudaDevAttrGlobalMemoryBusWidth", 37>,
  Value<"cudaDevAttrL2CacheSize", 38>,
  Value<"cudaDevAttrMaxThreadsPerMultiProcessor", 39>,
  Value<"cudaDevAttrAsyncEngineCount", 40>,
  Value<"cudaDevAttrUnifiedAddressing", 41>,
  Value<"cudaDevAttrMaxTexture1DLayeredWidth", 42>,
  Value<"cudaDevAttrMaxTexture1DLayeredLayers", 43>,
  Value<"cudaDevAttrMaxTexture2DGatherWidth", 45>,
  Value<"cudaDevAttrMaxTexture2DGatherHeight", 46>,
  Value<"cudaDevAttrMaxTexture3DWidthAlt", 47>,
  Value<"cudaDevAttrMaxTexture3DHeightAlt", 48>,
  Value<"cudaDevAttrMaxTexture3DDepthAlt", 49>,
  Value<"cudaDevAttrPciDomainId", 50>,
  Value<"cudaDevAttrTexturePitchAlignment", 51>,
  Value<"cudaDevAttrMaxTextureCubemapWidth", 52>,
  Value<"cudaDevAttrMaxTextureCubemapLayeredWidth", 53>,
  Value<"cudaDevAttrMaxTextureCubemapLayeredLayers", 54>,
  Value<"cudaDevAttrMaxSurface1DWidth", 55>,
  Value<"cudaDevAttrMaxSurface2DWidth", 56>,
  Value<"cudaDevAttrMaxSurface2DHeight", 57>,
  Value<"cudaDevAttrMaxSurface3DWidth", 58>,
  Value<"cudaDevAttrMaxSurface3DHeight", 59>,
  Value<"cudaDevAttrMaxSurface3DDepth", 60>,
  Value<"cudaDevAttrMaxSurface1DLayeredWidth", 61>,
  Value<"cudaDevAttrMaxSurface1DLayeredLayers", 62>,
  Value<"cudaDevAttrMaxSurface2DLayeredWidth", 63>,
  Value<"cudaDevAttrMaxSurface2DLayeredHeight", 64>,
  Value<"cudaDevAttrMaxSurface2DLayeredLayers", 65>,
  Value<"cudaDevAttrMaxSurfaceCubemapWidth", 66>,
  Value<"cudaDevAttrMaxSurfaceCubemapLayeredWidth", 67>,
  Value<"cudaDevAttrMaxSurfaceCubemapLayeredLayers", 68>,
  Value<"cudaDevAttrMaxTexture1DLinearWidth", 69>,
  Value<"cudaDevAttrMaxTexture2DLinearWidth", 70>,
  Value<"cudaDevAttrMaxTexture2DLinearHeight", 71>,
  Value<"cudaDevAttrMaxTexture2DLinearPitch", 72>,
  Value<"cudaDevAttrMaxTexture2DMipmappedWidth", 73>,
  Value<"cudaDevAttrMaxTexture2DMipmappedHeight", 74>,
  Value<"cudaDevAttrComputeCapabilityMajor", 75>,
  Value<"cudaDevAttrComputeCapabilityMinor", 76>,
  Value<"cudaDevAttrMaxTexture1DMipmappedWidth", 77>,
  Value<"cudaDevAttrStreamPrioritiesSupported", 78>,
  Value<"cudaDevAttrGlobalL1CacheSupported", 79>,
  Value<"cudaDevAttrLocalL1CacheSupported", 80>,
  Value<"cudaDevAttrMaxSharedMemoryPerMultiprocessor", 81>,
  Value<"cudaDevAttrMaxRegistersPerMultiprocessor", 82>,
  Value<"cudaDevAttrManagedMemory", 83>,
  Value<"cudaDevAttrIsMultiGpuBoard", 84>,
  Value<"cudaDevAttrMultiGpuBoardGroupID", 85>,
  Value<"cudaDevAttrHostNativeAtomicSupported", 86>,
  Value<"cudaDevAttrSingleToDoublePrecisionPerfRatio", 87>,
  Value<"cudaDevAttrPageableMemoryAccess", 88>,
  Value<"cudaDevAttrConcurrentManagedAccess", 89>,
  Value<"cudaDevAttrComputePreemptionSupported", 90>,
  Value<"cudaDevAttrCanUseHostPointerForRegisteredMem", 91>,
  Value<"cudaDevAttrReserved92", 92>,
  Value<"cudaDevAttrReserved93", 93>,
  Value<"cudaDevAttrReserved94", 94>,
  Value<"cudaDevAttrCooperativeLaunch", 95>,
  Value<"cudaDevAttrReserved96", 96>,
  Value<"cudaDevAttrMaxSharedMemoryPerBlockOptin", 97>,
  Value<"cudaDevAttrCanFlushRemoteWrites", 98>,
  Value<"cudaDevAttrHostRegisterSupported", 99>,
  Value<"cudaDevAttrPageableMemoryAccessUsesHostPageTables", 100>,
  Value<"cudaDevAttrDirectManagedMemAccessFromHost", 101>,
  Value<"cudaDevAttrMaxBlocksPerMultiprocessor", 106>,
  Value<"cudaDevAttrMaxPersistingL2CacheSize", 108>,
  Value<"cudaDevAttrMaxAccessPolicyWindowSize", 109>,
  Value<"cudaDevAttrReservedSharedMemoryPerBlock", 111>,
  Value<"cudaDevAttrSparseCudaArraySupported", 112>,
  Value<"cudaDevAttrHostRegisterReadOnlySupported", 113>,
  Value<"cudaDevAttrTimelineSemaphoreInteropSupported", 114>,
  Value<"cudaDevAttrMemoryPoolsSupported", 115>,
  Value<"cudaDevAttrGPUDirectRDMASupported", 116>,
  Value<"cudaDevAttrGPUDirectRDMAFlushWritesOptions", 117>,
  Value<"cudaDevAttrGPUDirectRDMAWritesOrdering", 118>,
  Value<"cudaDevAttrMemoryPoolSupportedHandleTypes", 119>,
  Value<"cudaDevAttrClusterLaunch", 120>,
  Value<"cudaDevAttrDeferredMappingCudaArraySupported", 121>,
  Value<"cudaDevAttrReserved122", 122>,
  Value<"cudaDevAttrReserved123", 123>,
  Value<"cudaDevAttrReserved124", 124>,
  Value<"cudaDevAttrIpcEventSupport", 125>,
  Value<"cudaDevAttrMemSyncDomainCount", 126>,
  Value<"cudaDevAttrReserved127", 127>,
  Value<"cudaDevAttrReserved128", 128>,
  Value<"cudaDevAttrReserved129", 129>,
  Value<"cudaDevAttrNumaConfig", 130>,
  Value<"cudaDevAttrNumaId", 131>,
  Value<"cudaDevAttrReserved132", 132>,
  Value<"cudaDevAttrMpsEnabled", 133>,
  Value<"cudaDevAttrHostNumaId", 134>,
  Value<"cudaDevAttrD3D12CigSupported", 135>,
  Value<"cudaDevAttrVulkanCigSupported", 138>,
  Value<"cudaDevAttrGpuPciDeviceId", 139>,
  Value<"cudaDevAttrGpuPciSubsystemId", 140>,
  Value<"cudaDevAttrReserved141", 141>,
  Value<"cudaDevAttrHostNumaMemoryPoolsSupported", 142>,
  Value<"cudaDevAttrHostNumaMultinodeIpcSupported", 143>,
  Value<"cudaDevAttrHostMemoryPoolsSupported", 144>,
  Value<"cudaDevAttrReserved145", 145>,
  Value<"cudaDevAttrOnlyPartialHostNativeAtomicSupported", 147>,
  Value<"cudaDevAttrMax", 148>
]>, Same<"CUdevice_attribute">;

def cudaDeviceProp : Struct<1008, [{
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  size_t totalConstMem;
  int major;
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int multiProcessorCount;
  int integrated;
  int canMapHostMemory;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseCudaArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int deviceNumaConfig;
  int deviceNumaId;
  int mpsEnabled;
  int hostNumaId;
  unsigned int gpuPciDeviceID;
  unsigned int gpuPciSubsystemID;
  int hostNumaMultinodeIpcSupported;
  int reserved[56];
}]>;

def cudaDeviceNumaConfig : Enum<[
  Value<"cudaDeviceNumaConfigNone", 0>,
  Value<"cudaDeviceNumaConfigNumaNode", 1>
]>;

def cudaAsyncCallbackHandle_t : Handle<"cudaAsyncCallbackEntry">, Same<"CUasyncCallbackHandle">;

def cudaAsyncNotificationType : Enum<[
  Value<"cudaAsyncNotificationTypeOverBudget", 0x1>
]>, Tag<"cudaAsyncNotificationType_enum">;

def cudaAsyncNotificationInfo : Struct<16, [{
  cudaAsyncNotificationType type;
  union {
    struct {
      unsigned long long bytesOverBudget;
    } overBudget;
  } info;
}]>;

def cudaAsyncNotificationInfo_t : Typedef<"struct cudaAsyncNotificationInfo">, Same<"CUasyncNotificationInfo">;
def cudaAsyncCallback : Callback<"void", "cudaAsyncNotificationInfo_t*, void*, cudaAsyncCallbackHandle_t">;

def cudaDeviceReset : RuntimeFunction<[], Initialized, Done>, Doc<"Ends all that the process has on the current device.">;
def cudaDeviceSynchronize : RuntimeFunction<[], CurrentContext, Done>, Device, On<"cuCtxSynchronize">;
def cudaDeviceSetLimit : RuntimeFunction<[
    In<"enum cudaLimit", "limit">, In<"size_t", "value">], CurrentContext, Done>, On<"cuCtxSetLimit">;
def cudaDeviceGetLimit : RuntimeFunction<[
    Out<"size_t *", "pValue">, In<"enum cudaLimit", "limit">], CurrentContext, Done>, Device, On<"cuCtxGetLimit">;
def cudaDeviceGetTexture1DLinearMaxWidth : RuntimeFunction<[
    Out<"size_t *", "maxWidthInElements">, In<"const struct cudaChannelFormatDesc *", "fmtDesc">,
    In<"int", "device">], CurrentContext, Done>, Device,
  Doc<"Gives the most elements of a format that a 1D texture on linear memory can have.">;
def cudaDeviceGetCacheConfig : RuntimeFunction<[
    Out<"enum cudaFuncCache *", "pCacheConfig">], CurrentContext, Done>, Device,
  Doc<"Gives what kernels prefer: shared memory or cache.">;
def cudaDeviceGetStreamPriorityRange : RuntimeFunction<[
    OptOut<"int *", "leastPriority">, OptOut<"int *", "greatestPriority">], CurrentContext, Done>, Device,
  On<"cuCtxGetStreamPriorityRange">;
def cudaDeviceSetCacheConfig : RuntimeFunction<[
    In<"enum cudaFuncCache", "cacheConfig">], CurrentContext, Done>, On<"cuCtxSetCacheConfig">;
def cudaDeviceGetByPCIBusId : RuntimeFunction<[
    Out<"int *", "device">, In<"const char *", "pciBusId">], Initialized, Done>,
  Doc<"Gives the device at an address of the PCI bus.">;
def cudaDeviceGetPCIBusId : RuntimeFunction<[
    InOut<"char *", "pciBusId">, In<"int", "len">, Ordinal<"device">], Initialized, Done>, On<"cuDeviceGetPCIBusId">;
def cudaDeviceFlushGPUDirectRDMAWrites : RuntimeFunction<[
    In<"enum cudaFlushGPUDirectRDMAWritesTarget", "target">,
    In<"enum cudaFlushGPUDirectRDMAWritesScope", "scope">], CurrentContext, Done>, On<"cuFlushGPUDirectRDMAWrites">;
// The callbacks differ only in the name of the record, see Same.
def cudaDeviceRegisterAsyncNotification : RuntimeFunction<[
    Ordinal<"device">, In<"cudaAsyncCallback", "callbackFunc">, In<"void *", "userData">,
    Out<"cudaAsyncCallbackHandle_t *", "callback">], CurrentContext, Done>,
  On<"cuDeviceRegisterAsyncNotification", ["device", "reinterpret_cast<CUasyncCallback>(callbackFunc)", "userData", "callback"]>;
def cudaDeviceUnregisterAsyncNotification : RuntimeFunction<[
    Ordinal<"device">, In<"cudaAsyncCallbackHandle_t", "callback">], CurrentContext, Done>,
  On<"cuDeviceUnregisterAsyncNotification">;
def cudaDeviceGetSharedMemConfig : RuntimeFunction<[
    Out<"enum cudaSharedMemConfig *", "pConfig">], CurrentContext, Done>, Device, Deprecated,
  Doc<"Gives the width of shared memory's banks.">;
def cudaDeviceSetSharedMemConfig : RuntimeFunction<[
    In<"enum cudaSharedMemConfig", "config">], CurrentContext, Done>, Deprecated, On<"cuCtxSetSharedMemConfig">;
def cudaGetDeviceCount : RuntimeFunction<[Out<"int *", "count">], Initialized, Done>, Device, Doc<"Counts the devices.">;
def cudaGetDeviceProperties : RuntimeFunction<[
    Out<"struct cudaDeviceProp *", "prop">, In<"int", "device">], Initialized, Done>, Device,
  Doc<"Gives the properties of a device.">;
def cudaDeviceGetAttribute : RuntimeFunction<[
    Out<"int *", "value">, In<"enum cudaDeviceAttr", "attr">, Ordinal<"device">], Initialized, Done>,
    Device, On<"cuDeviceGetAttribute">;
def cudaDeviceGetHostAtomicCapabilities : RuntimeFunction<[
    OptOut<"unsigned int *", "capabilities">, In<"const enum cudaAtomicOperation *", "operations">,
    In<"unsigned int", "count">, Ordinal<"device">], CurrentContext, Done>, Device,
  On<"cuDeviceGetHostAtomicCapabilities">;
// Here a wrong ordinal is the driver's to judge.
def cudaDeviceGetDefaultMemPool : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">, In<"int", "device">], CurrentContext, Done>, On<"cuDeviceGetDefaultMemPool">;
def cudaDeviceSetMemPool : RuntimeFunction<[
    In<"int", "device">, In<"cudaMemPool_t", "memPool">], CurrentContext, Done>, On<"cuDeviceSetMemPool">;
def cudaDeviceGetMemPool : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">, In<"int", "device">], CurrentContext, Done>, On<"cuDeviceGetMemPool">;
def cudaDeviceGetNvSciSyncAttributes : RuntimeFunction<[
    In<"void *", "nvSciSyncAttrList">, In<"int", "device">, In<"int", "flags">], CurrentContext, Done>,
  Doc<"Gives what NvSciSync needs to share objects with a device.">;
def cudaDeviceGetP2PAttribute : RuntimeFunction<[
    Out<"int *", "value">, In<"enum cudaDeviceP2PAttr", "attr">, Ordinal<"srcDevice">,
    Ordinal<"dstDevice">], Initialized, Done>, Device, On<"cuDeviceGetP2PAttribute">;
def cudaDeviceGetP2PAtomicCapabilities : RuntimeFunction<[
    OptOut<"unsigned int *", "capabilities">, In<"const enum cudaAtomicOperation *", "operations">,
    In<"unsigned int", "count">, Ordinal<"srcDevice">, Ordinal<"dstDevice">], CurrentContext, Done>,
    Device, On<"cuDeviceGetP2PAtomicCapabilities">;
def cudaChooseDevice : RuntimeFunction<[
    Out<"int *", "device">, In<"const struct cudaDeviceProp *", "prop">], Initialized, Done>,
  Doc<"Gives the device that fits wanted properties best.">;
def cudaInitDevice : RuntimeFunction<[
    In<"int", "device">, In<"unsigned int", "deviceFlags">, In<"unsigned int", "flags">], Initialized, Done>,
  Doc<"Makes the primary context of a device without making the device current.">;
def cudaSetDevice : RuntimeFunction<[In<"int", "device">], Initialized, Done>,
  Doc<"Makes a device current to the calling thread.">;
def cudaGetDevice : RuntimeFunction<[Out<"int *", "device">], Initialized, Done>, Device,
  Doc<"Gives the device that is current to the calling thread.">;
def cudaSetValidDevices : RuntimeFunction<[In<"int *", "device_arr">, In<"int", "len">], Initialized, Done>,
  Doc<"Gives the devices that threads try, in this order.">;
def cudaSetDeviceFlags : RuntimeFunction<[In<"unsigned int", "flags">], Initialized, Done>,
  Doc<"Sets how threads wait for the current device.">;
def cudaGetDeviceFlags : RuntimeFunction<[Out<"unsigned int *", "flags">], Initialized, Done>,
  Doc<"Gives the flags of the current device.">;
