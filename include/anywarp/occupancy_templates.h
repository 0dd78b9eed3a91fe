/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++ forms of the occupancy functions, among them the search for the best block size, which is host
   arithmetic over the occupancy of each candidate. Part of cuda_runtime.h. */
#ifndef ANYWARP_OCCUPANCY_TEMPLATES_H
#define ANYWARP_OCCUPANCY_TEMPLATES_H

template <class T>
AW_INLINE cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func, int blockSize,
                                                        size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, (const void *)func, blockSize, dynamicSMemSize, cudaOccupancyDefault);
}

template <class T>
AW_INLINE cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T func,
                                                                 int blockSize,
                                                                 size_t dynamicSMemSize,
                                                                 unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, (const void *)func, blockSize, dynamicSMemSize, flags);
}

/* Tries block sizes from the largest allowed one down, a warp at a time, and keeps the first that fills
   a multiprocessor best. */
template <typename UnaryFunction, class T>
AW_INLINE cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *minGridSize, int *blockSize, T func, UnaryFunction blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0, unsigned int flags = 0) {
  if (!minGridSize || !blockSize || !func)
    return cudaErrorInvalidValue;

  int device, multiprocessors, threadsPerMultiprocessor, warp, largest;
  cudaError_t status = ::cudaGetDevice(&device);
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&threadsPerMultiprocessor,
                                    cudaDevAttrMaxThreadsPerMultiProcessor, device);
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&largest, cudaDevAttrMaxThreadsPerBlock, device);
  struct cudaFuncAttributes attributes;
  if (status == cudaSuccess)
    status = cudaFuncGetAttributes(&attributes, func);
  if (status != cudaSuccess)
    return status;

  if (blockSizeLimit > 0 && blockSizeLimit < largest)
    largest = blockSizeLimit;
  if (attributes.maxThreadsPerBlock < largest)
    largest = attributes.maxThreadsPerBlock;

  int bestBlock = 0, bestBlocks = 0, bestThreads = 0;
  for (int rounded = (largest + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    /* Only the first candidate may be no multiple of a warp. */
    const int candidate = largest < rounded ? largest : rounded;
    int blocks;
    status = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, func, candidate, blockSizeToDynamicSMemSize(candidate), flags);
    if (status != cudaSuccess)
      return status;
    if (candidate * blocks > bestThreads) {
      bestBlock = candidate;
      bestBlocks = blocks;
      bestThreads = candidate * blocks;
    }
    if (bestThreads == threadsPerMultiprocessor)
      break;
  }
  *minGridSize = bestBlocks * multiprocessors;
  *blockSize = bestBlock;
  return status;
}

template <typename UnaryFunction, class T>
AW_INLINE cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T func,
                                                         UnaryFunction blockSizeToDynamicSMemSize,
                                                         int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit,
      cudaOccupancyDefault);
}

/* The same amount of shared memory for every block size. */
class __cudaFixedSharedMemory {
public:
  __host__ __device__ explicit __cudaFixedSharedMemory(size_t bytes) : bytes_(bytes) {}
  __host__ __device__ size_t operator()(int) const { return bytes_; }

private:
  size_t bytes_;
};

template <class T>
AW_INLINE cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T func,
                                                      size_t dynamicSMemSize = 0,
                                                      int blockSizeLimit = 0,
                                                      unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, __cudaFixedSharedMemory(dynamicSMemSize), blockSizeLimit,
      flags);
}

template <class T>
AW_INLINE cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T func,
                                             size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize,
                                                     blockSizeLimit, cudaOccupancyDefault);
}

template <class T>
AW_INLINE cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, T *func, int numBlocks,
                                                    int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void *)func, numBlocks,
                                                     blockSize);
}

template <class T>
AW_INLINE cudaOccupancyMaxPotentialClusterSize(int *clusterSize, T *func,
                                               const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, config);
}

template <class T>
AW_INLINE cudaOccupancyMaxActiveClusters(int *numClusters, T *func,
                                         const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, config);
}

#endif
