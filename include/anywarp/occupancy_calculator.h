/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of cuda_occupancy.h, which includes this. C and C++. */
#ifndef ANYWARP_OCCUPANCY_CALCULATOR_H
#define ANYWARP_OCCUPANCY_CALCULATOR_H

#include "anywarp/api/architectures.h"

/* The guide's table: what cudaDeviceProp does not tell. */
enum { __AW_OCC_SUBPARTITIONS = 4, __AW_OCC_REGISTER_UNIT = 256, __AW_OCC_REGISTERS = 256 };

typedef struct __awOccArchitecture {
  unsigned char capability, blocks, barriers, carveouts[__AW_OCC_CARVEOUTS]; /* in kB; then 0 */
} __awOccArchitecture;

/* The row of a device; all 0 if it is not known. */
static __OCC_INLINE __awOccArchitecture __awOccFind(const cudaOccDeviceProp *device) {
  const __awOccArchitecture rows[] = {__AW_OCC_ARCHITECTURES};
  const __awOccArchitecture none = {0, 0, 0, {0}};
  unsigned i;
  for (i = 0; i < sizeof rows / sizeof *rows; ++i)
    if (rows[i].capability == device->computeMajor * 10 + device->computeMinor)
      return rows[i];
  return none;
}

/* Most blocks of a multiprocessor; 0 for a device that is not known. */
static __OCC_INLINE int __awOccMaxBlocks(const cudaOccDeviceProp *device) {
  return __awOccFind(device).blocks;
}

/* Barriers of a multiprocessor, from compute capability 9.0 on. */
static __OCC_INLINE int __awOccBarriers(const cudaOccDeviceProp *device) {
  return __awOccFind(device).barriers;
}

static __OCC_INLINE size_t __awOccRoundUp(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}
static __OCC_INLINE size_t __awOccSharedUnit(const cudaOccDeviceProp *device) {
  return device->computeMajor == 7 ? 256 : 128;
}

/* Single facts, which programs ask for, too. */
#define __AW_OCC_FACT(name, value)                                                                 \
  static __OCC_INLINE cudaOccError name(int *limit, const cudaOccDeviceProp *properties) {         \
    if (!__awOccMaxBlocks(properties))                                                             \
      return CUDA_OCC_ERROR_UNKNOWN_DEVICE;                                                        \
    *limit = value;                                                                                \
    return CUDA_OCC_SUCCESS;                                                                       \
  }
__AW_OCC_FACT(cudaOccSMemAllocationGranularity, (int)__awOccSharedUnit(properties))
__AW_OCC_FACT(cudaOccRegAllocationGranularity, __AW_OCC_REGISTER_UNIT)
__AW_OCC_FACT(cudaOccRegAllocationMaxPerThread, __AW_OCC_REGISTERS)
__AW_OCC_FACT(cudaOccSubPartitionsPerMultiprocessor, __AW_OCC_SUBPARTITIONS)
__AW_OCC_FACT(cudaOccMaxBlocksPerMultiprocessor, __awOccMaxBlocks(properties))
#undef __AW_OCC_FACT
static __OCC_INLINE int __occMin(int x, int y) { return x < y ? x : y; }
static __OCC_INLINE int __occDivideRoundUp(int x, int y) { return (x + y - 1) / y; }
static __OCC_INLINE int __occRoundUp(int x, int y) { return __occDivideRoundUp(x, y) * y; }

/* The smallest division of the memory that holds that much. */
static __OCC_INLINE size_t __awOccCarveout(const cudaOccDeviceProp *device, size_t bytes) {
  const __awOccArchitecture row = __awOccFind(device);
  const int isTuring = row.capability == 75; /* which has no division without shared memory */
  unsigned i;
  if (!bytes && !isTuring)
    return 0;
  for (i = 0; i < __AW_OCC_CARVEOUTS && row.carveouts[i]; ++i)
    if (bytes <= (size_t)row.carveouts[i] * 1024)
      return (size_t)row.carveouts[i] * 1024;
  return 0; /* there is none */
}

static __OCC_INLINE cudaOccError __awOccCheck(const cudaOccDeviceProp *device,
                                              const cudaOccFuncAttributes *kernel,
                                              const cudaOccDeviceState *state) {
  if (!device || !kernel || !state)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (device->maxThreadsPerBlock <= 0 || device->maxThreadsPerMultiprocessor <= 0 ||
      device->regsPerBlock <= 0 || device->regsPerMultiprocessor <= 0 || device->warpSize <= 0 ||
      device->sharedMemPerBlock == 0 || device->sharedMemPerMultiprocessor == 0 ||
      device->numSms <= 0 || kernel->maxThreadsPerBlock <= 0 || kernel->numRegs < 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  return __awOccMaxBlocks(device) ? CUDA_OCC_SUCCESS : CUDA_OCC_ERROR_UNKNOWN_DEVICE;
}

/* The part of a multiprocessor's memory that the program's preference makes shared. */
static __OCC_INLINE size_t __awOccPreferredShared(const cudaOccDeviceProp *device,
                                                  const cudaOccDeviceState *state) {
  int percent = state->carveoutConfig;
  if (percent == SHAREDMEM_CARVEOUT_DEFAULT) {
    if (state->cacheConfig == CACHE_PREFER_L1)
      percent = SHAREDMEM_CARVEOUT_MAX_L1;
    else if (state->cacheConfig == CACHE_PREFER_EQUAL)
      percent = SHAREDMEM_CARVEOUT_HALF;
    else
      percent = SHAREDMEM_CARVEOUT_MAX_SHARED;
  }
  return __awOccCarveout(device, (size_t)percent * device->sharedMemPerMultiprocessor / 100);
}

static __OCC_INLINE size_t __awOccSharedLimit(const cudaOccDeviceProp *device,
                                              const cudaOccFuncAttributes *kernel,
                                              size_t staticBytes) {
  size_t limit = device->sharedMemPerBlock, optIn = device->sharedMemPerBlockOptin;
  if (kernel->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN &&
      staticBytes + kernel->maxDynamicSharedSizeBytes > limit)
    limit = optIn;
  return limit + device->reservedSharedMemPerBlock;
}

/* Blocks by shared memory; `footprint` is what one takes. */
static __OCC_INLINE int __awOccBySharedMemory(const cudaOccDeviceProp *device,
                                              const cudaOccFuncAttributes *kernel,
                                              const cudaOccDeviceState *state, size_t dynamicBytes,
                                              size_t *footprint) {
  size_t available = __awOccPreferredShared(device, state);
  size_t bytes = kernel->sharedSizeBytes + device->reservedSharedMemPerBlock + dynamicBytes;
  *footprint = __awOccRoundUp(bytes, __awOccSharedUnit(device));
  if (kernel->shmemLimitConfig != FUNC_SHMEM_LIMIT_DEFAULT &&
      dynamicBytes > kernel->maxDynamicSharedSizeBytes)
    return 0;
  if (*footprint > __awOccSharedLimit(device, kernel, kernel->sharedSizeBytes))
    return 0;
  if (*footprint > available)
    available = __awOccCarveout(device, *footprint);
  return *footprint ? (int)(available / *footprint) : INT_MAX;
}

/* Blocks by registers; `registers` is what one takes. */
static __OCC_INLINE int __awOccByRegisters(const cudaOccDeviceProp *device,
                                           const cudaOccFuncAttributes *kernel, int warps,
                                           int *registers) {
  int perWarp = (int)__awOccRoundUp((size_t)kernel->numRegs * (size_t)device->warpSize,
                                    __AW_OCC_REGISTER_UNIT);
  int balanced = (int)__awOccRoundUp((size_t)warps, __AW_OCC_SUBPARTITIONS);
  *registers = perWarp * warps;
  if (kernel->numRegs > __AW_OCC_REGISTERS || perWarp * balanced > device->regsPerBlock)
    return 0;
  if (!perWarp)
    return INT_MAX;
  return device->regsPerMultiprocessor / __AW_OCC_SUBPARTITIONS / perWarp * __AW_OCC_SUBPARTITIONS /
         warps;
}

static __OCC_INLINE cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(
    cudaOccResult *result, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state, int blockSize,
    size_t dynamicSmemSize) {
  int warps, least, virtualPerSm;
  cudaOccError error = __awOccCheck(properties, attributes, state);
  if (!result || blockSize <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (error != CUDA_OCC_SUCCESS)
    return error;
  warps = (blockSize + properties->warpSize - 1) / properties->warpSize;
  result->partitionedGCConfig = PARTITIONED_GC_OFF;
  result->blockLimitBlocks = __awOccMaxBlocks(properties);
  result->blockLimitRegs =
      __awOccByRegisters(properties, attributes, warps, &result->allocatedRegistersPerBlock);
  result->blockLimitSharedMem = __awOccBySharedMemory(
      properties, attributes, state, dynamicSmemSize, &result->allocatedSharedMemPerBlock);
  if (blockSize > properties->maxThreadsPerBlock)
    result->blockLimitWarps = 0;
  else
    result->blockLimitWarps =
        properties->maxThreadsPerMultiprocessor / properties->warpSize / warps;
  result->blockLimitBarriers = attributes->numBlockBarriers > 0 && properties->computeMajor >= 9
                                   ? __awOccBarriers(properties) / attributes->numBlockBarriers
                                   : INT_MAX;
  virtualPerSm = properties->computeMajor >= 10 ? 128 : 0;
  result->blockLimitVirtual = attributes->virtualResourceCount > 0 && virtualPerSm
                                  ? virtualPerSm / attributes->virtualResourceCount
                                  : INT_MAX;

  least = result->blockLimitBlocks;
  least = result->blockLimitRegs < least ? result->blockLimitRegs : least;
  least = result->blockLimitSharedMem < least ? result->blockLimitSharedMem : least;
  least = result->blockLimitWarps < least ? result->blockLimitWarps : least;
  least = result->blockLimitBarriers < least ? result->blockLimitBarriers : least;
  least = result->blockLimitVirtual < least ? result->blockLimitVirtual : least;
  result->activeBlocksPerMultiprocessor = least;
  result->limitingFactors = (result->blockLimitWarps == least ? OCC_LIMIT_WARPS : 0u) |
                            (result->blockLimitRegs == least ? OCC_LIMIT_REGISTERS : 0u) |
                            (result->blockLimitSharedMem == least ? OCC_LIMIT_SHARED_MEMORY : 0u) |
                            (result->blockLimitBlocks == least ? OCC_LIMIT_BLOCKS : 0u) |
                            (result->blockLimitBarriers == least ? OCC_LIMIT_BARRIERS : 0u) |
                            (result->blockLimitVirtual == least ? OCC_LIMIT_VIRTUAL_RESOURCES : 0u);
  return CUDA_OCC_SUCCESS;
}

/* The dynamic shared memory that leaves room for `numBlocks` blocks. */
static __OCC_INLINE cudaOccError
cudaOccAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const cudaOccDeviceProp *properties,
                                    const cudaOccFuncAttributes *attributes,
                                    const cudaOccDeviceState *state, int numBlocks, int blockSize) {
  cudaOccResult result;
  size_t share, limit;
  cudaOccError error;
  if (!dynamicSmemSize || numBlocks <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  error =
      cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes, state, blockSize, 0);
  if (error != CUDA_OCC_SUCCESS)
    return error;
  if (result.activeBlocksPerMultiprocessor < numBlocks)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  /* One block alone may have all that it may have at all, whatever the preference; several share
     what the preference leaves, or the smallest division there is. */
  limit = __awOccSharedLimit(properties, attributes, properties->sharedMemPerMultiprocessor);
  share = limit;
  if (numBlocks > 1) {
    share = __awOccPreferredShared(properties, state);
    share = (share ? share : __awOccCarveout(properties, 1)) / (size_t)numBlocks;
  }
  share = share / __awOccSharedUnit(properties) * __awOccSharedUnit(properties);
  share = share < limit ? share : limit;
  share = share > attributes->sharedSizeBytes ? share - attributes->sharedSizeBytes : 0;
  *dynamicSmemSize =
      share < attributes->maxDynamicSharedSizeBytes ? share : attributes->maxDynamicSharedSizeBytes;
  return CUDA_OCC_SUCCESS;
}

/* The block size, a multiple of the warp's, with which most threads are resident; of equal ones the
   largest. NEXT gives the dynamic shared memory of a block of `size` threads. */
#define __AW_OCC_POTENTIAL(NEXT)                                                                   \
  cudaOccResult result;                                                                            \
  int size, limit, best = 0, bestBlocks = 0;                                                       \
  cudaOccError error = __awOccCheck(properties, attributes, state);                                \
  if (!minGridSize || !blockSize)                                                                  \
    return CUDA_OCC_ERROR_INVALID_INPUT;                                                           \
  if (error != CUDA_OCC_SUCCESS)                                                                   \
    return error;                                                                                  \
  limit = properties->maxThreadsPerBlock < attributes->maxThreadsPerBlock                          \
              ? properties->maxThreadsPerBlock                                                     \
              : attributes->maxThreadsPerBlock;                                                    \
  for (size = (int)__awOccRoundUp((size_t)limit, (size_t)properties->warpSize); size > 0;          \
       size -= properties->warpSize) {                                                             \
    int threads = size < limit ? size : limit;                                                     \
    error = cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes, state,        \
                                                    threads, NEXT);                                \
    if (error != CUDA_OCC_SUCCESS)                                                                 \
      return error;                                                                                \
    if (threads * result.activeBlocksPerMultiprocessor > best * bestBlocks) {                      \
      best = threads;                                                                              \
      bestBlocks = result.activeBlocksPerMultiprocessor;                                           \
    }                                                                                              \
    if (best * bestBlocks == properties->maxThreadsPerMultiprocessor)                              \
      break;                                                                                       \
  }                                                                                                \
  *minGridSize = bestBlocks * properties->numSms;                                                  \
  *blockSize = best;                                                                               \
  return CUDA_OCC_SUCCESS;

static __OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize) {
  __AW_OCC_POTENTIAL(blockSizeToDynamicSMemSize ? blockSizeToDynamicSMemSize(threads)
                                                : dynamicSMemSize)
}

#ifdef __cplusplus
namespace {
__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    size_t dynamicSMemSize = 0) {
  __AW_OCC_POTENTIAL(dynamicSMemSize)
}
template <typename UnaryFunction>
__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    UnaryFunction blockSizeToDynamicSMemSize) {
  __AW_OCC_POTENTIAL(blockSizeToDynamicSMemSize(threads))
}
} // namespace
#endif
#undef __AW_OCC_POTENTIAL

#endif
