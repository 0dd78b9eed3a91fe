/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The occupancy calculator that needs no driver: how many blocks of a kernel a multiprocessor holds, from the numbers of
   the device and of the kernel. After the section "Hardware Multithreading" and the table of technical specifications of the
   CUDA C++ guide, for compute capability 7.0 and above. */
#ifndef __cuda_occupancy_h__
#define __cuda_occupancy_h__

#include <limits.h>
#include <stddef.h>

#define __CUDA_OCC_MAJOR__ 12
#define __CUDA_OCC_MINOR__ 1

#if defined(__CUDACC__)
#define __OCC_INLINE inline __host__ __device__
#elif defined(__cplusplus)
#define __OCC_INLINE inline
#else
#define __OCC_INLINE inline
#endif

typedef enum cudaOccError_enum {
  CUDA_OCC_SUCCESS = 0,
  CUDA_OCC_ERROR_INVALID_INPUT = 1,
  CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2
} cudaOccError;

/* The device: the fields of cudaDeviceProp of the same meaning. */
typedef struct cudaOccDeviceProp {
  int computeMajor;
  int computeMinor;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiprocessor;
  int regsPerBlock;
  int regsPerMultiprocessor;
  int warpSize;
  size_t sharedMemPerBlock;
  size_t sharedMemPerMultiprocessor;
  int numSms;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
#ifdef __cplusplus
  __OCC_INLINE cudaOccDeviceProp()
      : computeMajor(0), computeMinor(0), maxThreadsPerBlock(0), maxThreadsPerMultiprocessor(0),
        regsPerBlock(0), regsPerMultiprocessor(0), warpSize(0), sharedMemPerBlock(0),
        sharedMemPerMultiprocessor(0), numSms(0), sharedMemPerBlockOptin(0),
        reservedSharedMemPerBlock(0) {}
  /* From cudaDeviceProp, or a class with its fields. */
  template <typename DeviceProp>
  __OCC_INLINE cudaOccDeviceProp(const DeviceProp &props)
      : computeMajor(props.major), computeMinor(props.minor),
        maxThreadsPerBlock(props.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(props.maxThreadsPerMultiProcessor),
        regsPerBlock(props.regsPerBlock), regsPerMultiprocessor(props.regsPerMultiprocessor),
        warpSize(props.warpSize), sharedMemPerBlock(props.sharedMemPerBlock),
        sharedMemPerMultiprocessor(props.sharedMemPerMultiprocessor),
        numSms(props.multiProcessorCount), sharedMemPerBlockOptin(props.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(props.reservedSharedMemPerBlock) {}
#endif
} cudaOccDeviceProp;

/* Of compute capability 5.x only; accepted. */
typedef enum cudaOccPartitionedGCConfig_enum {
  PARTITIONED_GC_OFF,
  PARTITIONED_GC_ON,
  PARTITIONED_GC_ON_STRICT
} cudaOccPartitionedGCConfig;
typedef enum cudaOccPartitionedGCSupport_enum {
  PARTITIONED_GC_NOT_SUPPORTED,
  PARTITIONED_GC_SUPPORTED
} cudaOccPartitionedGCSupport;

/* Which limit of shared memory per block holds for the kernel. */
typedef enum cudaOccFuncShmemConfig_enum {
  FUNC_SHMEM_LIMIT_DEFAULT,
  FUNC_SHMEM_LIMIT_OPTIN
} cudaOccFuncShmemConfig;

/* The kernel: the fields of cudaFuncAttributes of the same meaning. */
typedef struct cudaOccFuncAttributes {
  int maxThreadsPerBlock;
  int numRegs;
  size_t sharedSizeBytes;
  cudaOccPartitionedGCConfig partitionedGCConfig;
  cudaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes;
  int numBlockBarriers;
  int virtualResourceCount;
#ifdef __cplusplus
  __OCC_INLINE cudaOccFuncAttributes()
      : maxThreadsPerBlock(0), numRegs(0), sharedSizeBytes(0),
        partitionedGCConfig(PARTITIONED_GC_OFF), shmemLimitConfig(FUNC_SHMEM_LIMIT_DEFAULT),
        maxDynamicSharedSizeBytes(0), numBlockBarriers(0), virtualResourceCount(0) {}
  /* From cudaFuncAttributes, or a class with its fields. */
  template <typename FuncAttributes>
  __OCC_INLINE cudaOccFuncAttributes(const FuncAttributes &attr)
      : maxThreadsPerBlock(attr.maxThreadsPerBlock), numRegs(attr.numRegs),
        sharedSizeBytes(attr.sharedSizeBytes), partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(size_t(attr.maxDynamicSharedSizeBytes)), numBlockBarriers(1),
        virtualResourceCount(0) {}
#endif
} cudaOccFuncAttributes;

typedef enum cudaOccCacheConfig_enum {
  CACHE_PREFER_NONE = 0x00,
  CACHE_PREFER_SHARED = 0x01,
  CACHE_PREFER_L1 = 0x02,
  CACHE_PREFER_EQUAL = 0x03
} cudaOccCacheConfig;
typedef enum cudaOccCarveoutConfig_enum {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50
} cudaOccCarveoutConfig;

/* What the program asked of the device or the kernel; the carve-out, in per cent, goes first. */
typedef struct cudaOccDeviceState {
  cudaOccCacheConfig cacheConfig;
  int carveoutConfig;
#ifdef __cplusplus
  __OCC_INLINE cudaOccDeviceState()
      : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
#endif
} cudaOccDeviceState;

typedef enum cudaOccLimitingFactor_enum {
  OCC_LIMIT_WARPS = 0x01,
  OCC_LIMIT_REGISTERS = 0x02,
  OCC_LIMIT_SHARED_MEMORY = 0x04,
  OCC_LIMIT_BLOCKS = 0x08,
  OCC_LIMIT_BARRIERS = 0x10,
  OCC_LIMIT_VIRTUAL_RESOURCES = 0x20
} cudaOccLimitingFactor;

/* The blocks that each resource has room for, and the least of them. */
typedef struct cudaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors;
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int blockLimitVirtual;
  int allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;
  cudaOccPartitionedGCConfig partitionedGCConfig;
} cudaOccResult;

#include "anywarp/occupancy_calculator.h"

#endif
