// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaDeviceProp from the driver's attributes, and the choice of a device by properties.
#include <string.h>

#include "runtime/core/DeviceTable.h"
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"

namespace anywarp::runtime {

namespace {

/// Fields that are one attribute each.
#define AW_PROPERTIES(_)                                                                           \
  _(sharedMemPerBlock, MAX_SHARED_MEMORY_PER_BLOCK)                                                \
  _(regsPerBlock, MAX_REGISTERS_PER_BLOCK)                                                         \
  _(warpSize, WARP_SIZE)                                                                           \
  _(memPitch, MAX_PITCH)                                                                           \
  _(maxThreadsPerBlock, MAX_THREADS_PER_BLOCK)                                                     \
  _(maxThreadsDim[0], MAX_BLOCK_DIM_X)                                                             \
  _(maxThreadsDim[1], MAX_BLOCK_DIM_Y)                                                             \
  _(maxThreadsDim[2], MAX_BLOCK_DIM_Z)                                                             \
  _(maxGridSize[0], MAX_GRID_DIM_X)                                                                \
  _(maxGridSize[1], MAX_GRID_DIM_Y)                                                                \
  _(maxGridSize[2], MAX_GRID_DIM_Z)                                                                \
  _(totalConstMem, TOTAL_CONSTANT_MEMORY)                                                          \
  _(major, COMPUTE_CAPABILITY_MAJOR)                                                               \
  _(minor, COMPUTE_CAPABILITY_MINOR)                                                               \
  _(textureAlignment, TEXTURE_ALIGNMENT)                                                           \
  _(texturePitchAlignment, TEXTURE_PITCH_ALIGNMENT)                                                \
  _(multiProcessorCount, MULTIPROCESSOR_COUNT)                                                     \
  _(integrated, INTEGRATED)                                                                        \
  _(canMapHostMemory, CAN_MAP_HOST_MEMORY)                                                         \
  _(maxTexture1D, MAXIMUM_TEXTURE1D_WIDTH)                                                         \
  _(maxTexture1DMipmap, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH)                                         \
  _(maxTexture2D[0], MAXIMUM_TEXTURE2D_WIDTH)                                                      \
  _(maxTexture2D[1], MAXIMUM_TEXTURE2D_HEIGHT)                                                     \
  _(maxTexture2DMipmap[0], MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH)                                      \
  _(maxTexture2DMipmap[1], MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT)                                     \
  _(maxTexture2DLinear[0], MAXIMUM_TEXTURE2D_LINEAR_WIDTH)                                         \
  _(maxTexture2DLinear[1], MAXIMUM_TEXTURE2D_LINEAR_HEIGHT)                                        \
  _(maxTexture2DLinear[2], MAXIMUM_TEXTURE2D_LINEAR_PITCH)                                         \
  _(maxTexture2DGather[0], MAXIMUM_TEXTURE2D_GATHER_WIDTH)                                         \
  _(maxTexture2DGather[1], MAXIMUM_TEXTURE2D_GATHER_HEIGHT)                                        \
  _(maxTexture3D[0], MAXIMUM_TEXTURE3D_WIDTH)                                                      \
  _(maxTexture3D[1], MAXIMUM_TEXTURE3D_HEIGHT)                                                     \
  _(maxTexture3D[2], MAXIMUM_TEXTURE3D_DEPTH)                                                      \
  _(maxTexture3DAlt[0], MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE)                                         \
  _(maxTexture3DAlt[1], MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE)                                        \
  _(maxTexture3DAlt[2], MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE)                                         \
  _(maxTextureCubemap, MAXIMUM_TEXTURECUBEMAP_WIDTH)                                               \
  _(maxTexture1DLayered[0], MAXIMUM_TEXTURE1D_LAYERED_WIDTH)                                       \
  _(maxTexture1DLayered[1], MAXIMUM_TEXTURE1D_LAYERED_LAYERS)                                      \
  _(maxTexture2DLayered[0], MAXIMUM_TEXTURE2D_LAYERED_WIDTH)                                       \
  _(maxTexture2DLayered[1], MAXIMUM_TEXTURE2D_LAYERED_HEIGHT)                                      \
  _(maxTexture2DLayered[2], MAXIMUM_TEXTURE2D_LAYERED_LAYERS)                                      \
  _(maxTextureCubemapLayered[0], MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH)                             \
  _(maxTextureCubemapLayered[1], MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS)                            \
  _(maxSurface1D, MAXIMUM_SURFACE1D_WIDTH)                                                         \
  _(maxSurface2D[0], MAXIMUM_SURFACE2D_WIDTH)                                                      \
  _(maxSurface2D[1], MAXIMUM_SURFACE2D_HEIGHT)                                                     \
  _(maxSurface3D[0], MAXIMUM_SURFACE3D_WIDTH)                                                      \
  _(maxSurface3D[1], MAXIMUM_SURFACE3D_HEIGHT)                                                     \
  _(maxSurface3D[2], MAXIMUM_SURFACE3D_DEPTH)                                                      \
  _(maxSurface1DLayered[0], MAXIMUM_SURFACE1D_LAYERED_WIDTH)                                       \
  _(maxSurface1DLayered[1], MAXIMUM_SURFACE1D_LAYERED_LAYERS)                                      \
  _(maxSurface2DLayered[0], MAXIMUM_SURFACE2D_LAYERED_WIDTH)                                       \
  _(maxSurface2DLayered[1], MAXIMUM_SURFACE2D_LAYERED_HEIGHT)                                      \
  _(maxSurface2DLayered[2], MAXIMUM_SURFACE2D_LAYERED_LAYERS)                                      \
  _(maxSurfaceCubemap, MAXIMUM_SURFACECUBEMAP_WIDTH)                                               \
  _(maxSurfaceCubemapLayered[0], MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH)                             \
  _(maxSurfaceCubemapLayered[1], MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS)                            \
  _(surfaceAlignment, SURFACE_ALIGNMENT)                                                           \
  _(concurrentKernels, CONCURRENT_KERNELS)                                                         \
  _(ECCEnabled, ECC_ENABLED)                                                                       \
  _(pciBusID, PCI_BUS_ID)                                                                          \
  _(pciDeviceID, PCI_DEVICE_ID)                                                                    \
  _(pciDomainID, PCI_DOMAIN_ID)                                                                    \
  _(tccDriver, TCC_DRIVER)                                                                         \
  _(asyncEngineCount, ASYNC_ENGINE_COUNT)                                                          \
  _(unifiedAddressing, UNIFIED_ADDRESSING)                                                         \
  _(memoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH)                                                       \
  _(l2CacheSize, L2_CACHE_SIZE)                                                                    \
  _(persistingL2CacheMaxSize, MAX_PERSISTING_L2_CACHE_SIZE)                                        \
  _(maxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR)                                   \
  _(streamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED)                                        \
  _(globalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED)                                             \
  _(localL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED)                                               \
  _(sharedMemPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)                              \
  _(regsPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR)                                       \
  _(managedMemory, MANAGED_MEMORY)                                                                 \
  _(isMultiGpuBoard, MULTI_GPU_BOARD)                                                              \
  _(multiGpuBoardGroupID, MULTI_GPU_BOARD_GROUP_ID)                                                \
  _(hostNativeAtomicSupported, HOST_NATIVE_ATOMIC_SUPPORTED)                                       \
  _(pageableMemoryAccess, PAGEABLE_MEMORY_ACCESS)                                                  \
  _(concurrentManagedAccess, CONCURRENT_MANAGED_ACCESS)                                            \
  _(computePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED)                                      \
  _(canUseHostPointerForRegisteredMem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM)                    \
  _(cooperativeLaunch, COOPERATIVE_LAUNCH)                                                         \
  _(sharedMemPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)                                     \
  _(pageableMemoryAccessUsesHostPageTables, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES)          \
  _(directManagedMemAccessFromHost, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST)                           \
  _(maxBlocksPerMultiProcessor, MAX_BLOCKS_PER_MULTIPROCESSOR)                                     \
  _(accessPolicyMaxWindowSize, MAX_ACCESS_POLICY_WINDOW_SIZE)                                      \
  _(reservedSharedMemPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK)                                   \
  _(hostRegisterSupported, HOST_REGISTER_SUPPORTED)                                                \
  _(sparseCudaArraySupported, SPARSE_CUDA_ARRAY_SUPPORTED)                                         \
  _(hostRegisterReadOnlySupported, READ_ONLY_HOST_REGISTER_SUPPORTED)                              \
  _(timelineSemaphoreInteropSupported, TIMELINE_SEMAPHORE_INTEROP_SUPPORTED)                       \
  _(memoryPoolsSupported, MEMORY_POOLS_SUPPORTED)                                                  \
  _(gpuDirectRDMASupported, GPU_DIRECT_RDMA_SUPPORTED)                                             \
  _(gpuDirectRDMAFlushWritesOptions, GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS)                         \
  _(gpuDirectRDMAWritesOrdering, GPU_DIRECT_RDMA_WRITES_ORDERING)                                  \
  _(memoryPoolSupportedHandleTypes, MEMPOOL_SUPPORTED_HANDLE_TYPES)                                \
  _(deferredMappingCudaArraySupported, DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED)                      \
  _(ipcEventSupported, IPC_EVENT_SUPPORTED)                                                        \
  _(clusterLaunch, CLUSTER_LAUNCH)                                                                 \
  _(unifiedFunctionPointers, UNIFIED_FUNCTION_POINTERS)                                            \
  _(deviceNumaConfig, NUMA_CONFIG)                                                                 \
  _(deviceNumaId, NUMA_ID)                                                                         \
  _(mpsEnabled, MPS_ENABLED)                                                                       \
  _(hostNumaId, HOST_NUMA_ID)                                                                      \
  _(gpuPciDeviceID, GPU_PCI_DEVICE_ID)                                                             \
  _(gpuPciSubsystemID, GPU_PCI_SUBSYSTEM_ID)                                                       \
  _(hostNumaMultinodeIpcSupported, HOST_NUMA_MULTINODE_IPC_SUPPORTED)

int attributeOf(CUdevice handle, CUdevice_attribute attribute) {
  int value = 0;
  return cu().cuDeviceGetAttribute(&value, attribute, handle) == CUDA_SUCCESS ? value : 0;
}

} // namespace

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device) {
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  ::memset(prop, 0, sizeof *prop);
  if (CUresult result = cu().cuDeviceGetName(prop->name, sizeof prop->name, handle))
    return toError(result);
  if (CUresult result = cu().cuDeviceTotalMem(&prop->totalGlobalMem, handle))
    return toError(result);
  // A driver without these leaves zeros.
  cu().cuDeviceGetUuid(&prop->uuid, handle);
  cu().cuDeviceGetLuid(prop->luid, &prop->luidDeviceNodeMask, handle);
#define AW_FILL(field, attribute)                                                                  \
  prop->field = attributeOf(handle, CU_DEVICE_ATTRIBUTE_##attribute);
  AW_PROPERTIES(AW_FILL)
#undef AW_FILL
  return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop) {
  if (!prop)
    return cudaErrorInvalidValue;
  int best = -1, bestScore = -1;
  for (int ordinal = 0; ordinal < DeviceTable::get().count(); ++ordinal) {
    struct cudaDeviceProp have;
    if (cudaError_t error = runtime::cudaGetDeviceProperties(&have, ordinal))
      return error;
    // Zero means that the caller does not care. The compute capability outweighs the rest.
    int score = 0;
    if (have.major > prop->major || (have.major == prop->major && have.minor >= prop->minor))
      score += 100;
    const bool requests[] = {
        have.totalGlobalMem >= prop->totalGlobalMem,
        have.sharedMemPerBlock >= prop->sharedMemPerBlock,
        have.regsPerBlock >= prop->regsPerBlock,
        have.maxThreadsPerBlock >= prop->maxThreadsPerBlock,
        have.multiProcessorCount >= prop->multiProcessorCount,
        have.totalConstMem >= prop->totalConstMem,
        !prop->name[0] || ::strncmp(have.name, prop->name, sizeof have.name) == 0,
        !prop->integrated || have.integrated,
        !prop->canMapHostMemory || have.canMapHostMemory,
        !prop->concurrentKernels || have.concurrentKernels,
        !prop->cooperativeLaunch || have.cooperativeLaunch,
        !prop->managedMemory || have.managedMemory,
    };
    for (bool fulfilled : requests)
      score += fulfilled;
    if (score > bestScore) {
      best = ordinal;
      bestScore = score;
    }
  }
  if (best < 0)
    return cudaErrorNoDevice;
  *device = best;
  return cudaSuccess;
}

} // namespace anywarp::runtime
