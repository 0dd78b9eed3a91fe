// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: devices and their primary contexts.

def CU_DEVICE_CPU : Macro<"((CUdevice)-1)">;
def CU_DEVICE_INVALID : Macro<"((CUdevice)-2)">;

def CUdevice : Typedef<"int">, Version<1>, Owner<"device">, Object<"Device", "CUDA_ERROR_INVALID_DEVICE", "findDevice">;
def CUasyncCallbackHandle : Handle<"CUasyncCallbackEntry_st">, Owner<"">;

def CUasyncNotificationType : Enum<[
  Value<"CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET", 0x1>
]>;

def CUasyncNotificationInfo : Struct<16, [{
  CUasyncNotificationType type;
  union {
    struct {
      unsigned long long bytesOverBudget;
    } overBudget;
  } info;
}]>;

def CUasyncCallback : Callback<"void", "CUasyncNotificationInfo *info, void *userData, CUasyncCallbackHandle callback">;

def CUdevice_attribute : Enum<[
  Value<"CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK", 1>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X", 2>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y", 3>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z", 4>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X", 5>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y", 6>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z", 7>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK", 8>,
  Value<"CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK", 8>,
  Value<"CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY", 9>,
  Value<"CU_DEVICE_ATTRIBUTE_WARP_SIZE", 10>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_PITCH", 11>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK", 12>,
  Value<"CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK", 12>,
  Value<"CU_DEVICE_ATTRIBUTE_CLOCK_RATE", 13>,
  Value<"CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT", 14>,
  Value<"CU_DEVICE_ATTRIBUTE_GPU_OVERLAP", 15>,
  Value<"CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT", 16>,
  Value<"CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT", 17>,
  Value<"CU_DEVICE_ATTRIBUTE_INTEGRATED", 18>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY", 19>,
  Value<"CU_DEVICE_ATTRIBUTE_COMPUTE_MODE", 20>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH", 21>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH", 22>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT", 23>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH", 24>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT", 25>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH", 26>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH", 27>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT", 28>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS", 29>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH", 27>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT", 28>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES", 29>,
  Value<"CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT", 30>,
  Value<"CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS", 31>,
  Value<"CU_DEVICE_ATTRIBUTE_ECC_ENABLED", 32>,
  Value<"CU_DEVICE_ATTRIBUTE_PCI_BUS_ID", 33>,
  Value<"CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID", 34>,
  Value<"CU_DEVICE_ATTRIBUTE_TCC_DRIVER", 35>,
  Value<"CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE", 36>,
  Value<"CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH", 37>,
  Value<"CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE", 38>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR", 39>,
  Value<"CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT", 40>,
  Value<"CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING", 41>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH", 42>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS", 43>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER", 44>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH", 45>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT", 46>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE", 47>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE", 48>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE", 49>,
  Value<"CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID", 50>,
  Value<"CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT", 51>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH", 52>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH", 53>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS", 54>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH", 55>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH", 56>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT", 57>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH", 58>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT", 59>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH", 60>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH", 61>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS", 62>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH", 63>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT", 64>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS", 65>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH", 66>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH", 67>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS", 68>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH", 69>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH", 70>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT", 71>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH", 72>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH", 73>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT", 74>,
  Value<"CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR", 75>,
  Value<"CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR", 76>,
  Value<"CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH", 77>,
  Value<"CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED", 78>,
  Value<"CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED", 79>,
  Value<"CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED", 80>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR", 81>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR", 82>,
  Value<"CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY", 83>,
  Value<"CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD", 84>,
  Value<"CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID", 85>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED", 86>,
  Value<"CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO", 87>,
  Value<"CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS", 88>,
  Value<"CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS", 89>,
  Value<"CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED", 90>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM", 91>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1", 92>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1", 93>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1", 94>,
  Value<"CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH", 95>,
  Value<"CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH", 96>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN", 97>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES", 98>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED", 99>,
  Value<"CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES", 100>,
  Value<"CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST", 101>,
  Value<"CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED", 102>,
  Value<"CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED", 102>,
  Value<"CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED", 103>,
  Value<"CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED", 104>,
  Value<"CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED", 105>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR", 106>,
  Value<"CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED", 107>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE", 108>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE", 109>,
  Value<"CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED", 110>,
  Value<"CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK", 111>,
  Value<"CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED", 112>,
  Value<"CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED", 113>,
  Value<"CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED", 114>,
  Value<"CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED", 115>,
  Value<"CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED", 116>,
  Value<"CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS", 117>,
  Value<"CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING", 118>,
  Value<"CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES", 119>,
  Value<"CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH", 120>,
  Value<"CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED", 121>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS", 122>,
  Value<"CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR", 123>,
  Value<"CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED", 124>,
  Value<"CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED", 125>,
  Value<"CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT", 126>,
  Value<"CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED", 127>,
  Value<"CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED", 128>,
  Value<"CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS", 129>,
  Value<"CU_DEVICE_ATTRIBUTE_NUMA_CONFIG", 130>,
  Value<"CU_DEVICE_ATTRIBUTE_NUMA_ID", 131>,
  Value<"CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED", 132>,
  Value<"CU_DEVICE_ATTRIBUTE_MPS_ENABLED", 133>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID", 134>,
  Value<"CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED", 135>,
  Value<"CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK", 136>,
  Value<"CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH", 137>,
  Value<"CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED", 138>,
  Value<"CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID", 139>,
  Value<"CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID", 140>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED", 141>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED", 142>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED", 143>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED", 144>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED", 145>,
  Value<"CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED", 146>,
  Value<"CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED", 147>,
  Value<"CU_DEVICE_ATTRIBUTE_MAX", 148>
]>;

def CUdevprop : Struct<56, [{
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int sharedMemPerBlock;
  int totalConstantMemory;
  int SIMDWidth;
  int memPitch;
  int regsPerBlock;
  int clockRate;
  int textureAlign;
}]>, Version<1>;

def CUcomputemode : Enum<[
  Value<"CU_COMPUTEMODE_DEFAULT", 0>,
  Value<"CU_COMPUTEMODE_PROHIBITED", 2>,
  Value<"CU_COMPUTEMODE_EXCLUSIVE_PROCESS", 3>
]>;

def CUdevice_P2PAttribute : Enum<[
  Value<"CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK", 0x1>,
  Value<"CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED", 0x2>,
  Value<"CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED", 0x3>,
  Value<"CU_DEVICE_P2P_ATTRIBUTE_ACCESS_ACCESS_SUPPORTED", 0x4>,
  Value<"CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED", 0x4>,
  Value<"CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED", 0x5>
]>;

def CUatomicOperation : Enum<[
  Value<"CU_ATOMIC_OPERATION_INTEGER_ADD", 0>,
  Value<"CU_ATOMIC_OPERATION_INTEGER_MIN", 1>,
  Value<"CU_ATOMIC_OPERATION_INTEGER_MAX", 2>,
  Value<"CU_ATOMIC_OPERATION_INTEGER_INCREMENT", 3>,
  Value<"CU_ATOMIC_OPERATION_INTEGER_DECREMENT", 4>,
  Value<"CU_ATOMIC_OPERATION_AND", 5>,
  Value<"CU_ATOMIC_OPERATION_OR", 6>,
  Value<"CU_ATOMIC_OPERATION_XOR", 7>,
  Value<"CU_ATOMIC_OPERATION_EXCHANGE", 8>,
  Value<"CU_ATOMIC_OPERATION_CAS", 9>,
  Value<"CU_ATOMIC_OPERATION_FLOAT_ADD", 10>,
  Value<"CU_ATOMIC_OPERATION_FLOAT_MIN", 11>,
  Value<"CU_ATOMIC_OPERATION_FLOAT_MAX", 12>,
  Value<"CU_ATOMIC_OPERATION_MAX", 13>
]>;

def CUatomicOperationCapability : Enum<[
  Value<"CU_ATOMIC_CAPABILITY_SIGNED", 0x1>,
  Value<"CU_ATOMIC_CAPABILITY_UNSIGNED", 0x2>,
  Value<"CU_ATOMIC_CAPABILITY_REDUCTION", 0x4>,
  Value<"CU_ATOMIC_CAPABILITY_SCALAR_32", 0x8>,
  Value<"CU_ATOMIC_CAPABILITY_SCALAR_64", 0x10>,
  Value<"CU_ATOMIC_CAPABILITY_SCALAR_128", 0x20>,
  Value<"CU_ATOMIC_CAPABILITY_VECTOR_32x4", 0x40>
]>;

def CUGPUDirectRDMAWritesOrdering : Enum<[
  Value<"CU_GPU_DIRECT_RDMA_WRITES_ORDERING_NONE", 0>,
  Value<"CU_GPU_DIRECT_RDMA_WRITES_ORDERING_OWNER", 100>,
  Value<"CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES", 200>
]>;

def CUdeviceNumaConfig : Enum<[
  Value<"CU_DEVICE_NUMA_CONFIG_NONE", 0>,
  Value<"CU_DEVICE_NUMA_CONFIG_NUMA_NODE", 1>
]>;

def cuDeviceGet : DriverFunction<2000, [Out<"CUdevice *", "device">, In<"int", "ordinal">], Initialized, Done>, Across,
  Doc<"Gives the device of an ordinal.">;
def cuDeviceGetCount : DriverFunction<2000, [Out<"int *", "count">], Initialized, Done>, Across, Doc<"Counts the devices.">,
  Gives<"Device", "Process::get().deviceCount()">;
// A negative length counts as a large one (seen).
def cuDeviceGetName : DriverFunction<2000, [
    InOut<"char *", "name">, In<"int", "len">, Found<"CUdevice", "dev">], Initialized, Done>,
  Refuses<[Invalid<"!name">, Find<"dev">, Invalid<"!len">]>,
  Doc<"Gives the name of a device, cut to `len` bytes with the terminating zero.">,
  Does<"Device", "std::snprintf(name, uint32_t(len), \"%s\", dev.name().c_str())">;
def cuDeviceGetUuid : DriverFunction<11040, [
    Out<"CUuuid *", "uuid">, Found<"CUdevice", "dev">], Initialized, Done>, Version<2>,
  Doc<"Gives the 16 bytes that identify a device.">, Gives<"Device", "dev.uuid()">;
def cuDeviceGetUuid_v1 : DriverFunction<9020, [
    Out<"CUuuid *", "uuid">, In<"CUdevice", "dev">], Initialized, Done>, Old<"cuDeviceGetUuid">, On<"cuDeviceGetUuid">;
def cuDeviceGetLuid : DriverFunction<10000, [
    InOut<"char *", "luid">, Out<"unsigned int *", "deviceNodeMask">, In<"CUdevice", "dev">], Initialized>,
    Because<"only Windows has such identifiers">, Doc<"Gives the identifier that Windows knows a device by.">;
def cuDeviceTotalMem : DriverFunction<3020, [
    Out<"size_t *", "bytes">, Found<"CUdevice", "dev">], Initialized, Done>, Version<2>,
  Doc<"Gives the memory of a device in bytes.">, Gives<"Device", "dev.memoryBytes()">;
def cuDeviceTotalMem_v1 : DriverFunction<2000, [
    Out<"unsigned int *", "bytes">, In<"CUdevice", "dev">], Initialized, Done>, Old<"cuDeviceTotalMem">;
def cuDeviceGetTexture1DLinearMaxWidth : DriverFunction<11010, [
    Out<"size_t *", "maxWidthInElements">, In<"CUarray_format", "format">,
    In<"unsigned int", "numChannels">, Found<"CUdevice", "dev">], Initialized, Done>,
  Doc<"Gives the most elements of a format that a 1D texture on linear memory can have.">;
def cuDeviceGetAttribute : DriverFunction<2000, [
    Out<"int *", "pi">, In<"CUdevice_attribute", "attrib">, Found<"CUdevice", "dev">], Initialized, Done>,
  Doc<"Gives a property of a device as a number.">, Is<"Device", "dev.attribute(attrib, *pi) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE">;
def cuDeviceGetHostAtomicCapabilities : DriverFunction<13000, [
    OptOut<"unsigned int *", "capabilities">, In<"const CUatomicOperation *", "operations">,
    In<"unsigned int", "count">, Checked<"CUdevice", "dev">], Initialized, Done>,
  Refuses<[Invalid<"!capabilities">, Invalid<"!operations">, Invalid<"!count">]>,
  Doc<"Tells which atomic operations a device can do on memory of the host.">, Is<"Peer", "atomicCapabilities(capabilities, operations, count)">;
def cuDeviceGetNvSciSyncAttributes : DriverFunction<10020, [
    In<"void *", "nvSciSyncAttrList">, In<"CUdevice", "dev">, In<"int", "flags">], Initialized>,
    Because<"NvSci is not on this machine">, Doc<"Gives what NvSciSync needs to share objects with a device.">;
// A pool of managed memory that prefers the device is good, too: it is used for its own kind (seen).
def cuDeviceSetMemPool : DriverFunction<11020, [
    Found<"CUdevice", "dev", "CUDA_ERROR_INVALID_VALUE">, Found<"CUmemoryPool", "pool">], Initialized, Done>, Refuses<[
    Invalid<"pool_->place().location.type != CU_MEM_LOCATION_TYPE_DEVICE">,
    Invalid<"&pool_->device() != dev_">,
    Invalid<"pool_->isImported()">,
    Unsafe<>]>, Doc<"Makes a pool the one from which a device's streams allocate.">,
  Does<"PoolPlaces", "Process::get().pools.setCurrent(pool.place(), pool)">;
// A wrong device is a wrong value, except where the default pool is asked for (seen).
def cuDeviceGetMemPool : DriverFunction<11020, [
    Out<"CUmemoryPool *", "pool">, Found<"CUdevice", "dev", "CUDA_ERROR_INVALID_VALUE">], Initialized, Done>,
  Doc<"Gives the pool from which a device's streams allocate.">, Is<"PoolPlaces", "answer(Process::get().pools.current(PoolPlace::of(dev)), pool)">;
def cuDeviceGetDefaultMemPool : DriverFunction<11020, [
    Out<"CUmemoryPool *", "pool_out">, Found<"CUdevice", "dev">], Initialized, Done>,
  Doc<"Gives the pool that a device has from the start.">, Is<"PoolPlaces", "answer(Process::get().pools.initial(PoolPlace::of(dev)), pool_out)">;
def cuDeviceGetExecAffinitySupport : DriverFunction<11040, [
    Out<"int *", "pi">, In<"CUexecAffinityType", "type">, Checked<"CUdevice", "dev">], Initialized, Done>,
  Doc<"Tells whether contexts on a device can be given a part of it.">, Gives<"Device", "type == CU_EXEC_AFFINITY_TYPE_SM_COUNT">;
def cuFlushGPUDirectRDMAWrites : DriverFunction<11030, [
    In<"CUflushGPUDirectRDMAWritesTarget", "target">, In<"CUflushGPUDirectRDMAWritesScope", "scope">], CurrentContext, Done>,
  Refuses<[
    Invalid<"target != CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX">,
    Invalid<"scope != CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER && scope != CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES">]>,
  Doc<"Makes what other devices wrote to the current device's memory visible.">;
def cuDeviceGetProperties : DriverFunction<2000, [
    Out<"CUdevprop *", "prop">, Found<"CUdevice", "dev">], Initialized, Done>, Deprecated,
  Doc<"Gives limits of a device in the record of old programs.">;
def cuDeviceComputeCapability : DriverFunction<2000, [
    Out<"int *", "major">, Out<"int *", "minor">, Checked<"CUdevice", "dev">], Initialized, Done>, Deprecated,
  Doc<"Gives the compute capability of a device.">;
def cuDevicePrimaryCtxRetain : DriverFunction<7000, [
    Out<"CUcontext *", "pctx">, Found<"CUdevice", "dev">], Initialized, Done>,
  Doc<"Gives the primary context of a device and keeps it alive until it is released.">;
def cuDevicePrimaryCtxRelease : DriverFunction<11000, [Found<"CUdevice", "dev">], Initialized, Done>, Version<2>,
  Doc<"Gives up one hold on the primary context; the last one ends what it contains.">,
  Is<"CurrentContext", "dev.releasePrimary(&Device::Primary::references)">;
def cuDevicePrimaryCtxRelease_v1 : DriverFunction<7000, [
    In<"CUdevice", "dev">], Initialized, Done>, Old<"cuDevicePrimaryCtxRelease">, On<"cuDevicePrimaryCtxRelease">;
def cuDevicePrimaryCtxSetFlags : DriverFunction<11000, [
    Found<"CUdevice", "dev">, In<"unsigned int", "flags">], Initialized, Done>, Version<2>,
  Refuses<[Asks<"checkContextFlags(flags)">, Invalid<"flags & CU_CTX_MAP_HOST">]>, Doc<"Sets how threads wait in the primary context.">;
def cuDevicePrimaryCtxSetFlags_v1 : DriverFunction<7000, [
    In<"CUdevice", "dev">, In<"unsigned int", "flags">], Initialized, Done>, Old<"cuDevicePrimaryCtxSetFlags">,
  On<"cuDevicePrimaryCtxSetFlags">;
def cuDevicePrimaryCtxGetState : DriverFunction<7000, [
    Found<"CUdevice", "dev">, Out<"unsigned int *", "flags">, Out<"int *", "active">], Initialized, Done>,
  Doc<"Gives the flags of the primary context, and whether it is active.">;
def cuDevicePrimaryCtxReset : DriverFunction<11000, [Found<"CUdevice", "dev">], Initialized, Done>, Version<2>,
  Doc<"Ends all that the primary context contains, whoever holds it.">;
def cuDevicePrimaryCtxReset_v1 : DriverFunction<7000, [
    In<"CUdevice", "dev">], Initialized, Done>, Old<"cuDevicePrimaryCtxReset">, On<"cuDevicePrimaryCtxReset">;
def cuDeviceRegisterAsyncNotification : DriverFunction<12040, [
    Checked<"CUdevice", "device">, In<"CUasyncCallback", "callbackFunc">, In<"void *", "userData">,
    Out<"CUasyncCallbackHandle *", "callback">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!callbackFunc">]>, Doc<"Registers a function that is told of events of a device.">;
def cuDeviceUnregisterAsyncNotification : DriverFunction<12040, [
    Checked<"CUdevice", "device">, In<"CUasyncCallbackHandle", "callback">], Initialized, Done>, InHostFunctions,
  Doc<"Takes back what cuDeviceRegisterAsyncNotification registered.">;
def cuDeviceGetByPCIBusId : DriverFunction<4010, [
    Out<"CUdevice *", "dev">, In<"const char *", "pciBusId">], Initialized, Done>, Across,
  Refuses<[Invalid<"!pciBusId">]>, Doc<"Gives the device at an address of the PCI bus.">;
def cuDeviceGetPCIBusId : DriverFunction<4010, [
    InOut<"char *", "pciBusId">, In<"int", "len">, Found<"CUdevice", "dev">], Initialized, Done>,
  Doc<"Gives the PCI address of a device, as domain:bus:device.function.">;
