// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Occupancy".
#include "driver/code/Occupancy.h"

#include <algorithm>
#include <cassert>

#include "driver/context/Device.h"
#include "driver/launch/Launch.h"

namespace anywarp::driver {

static size_t roundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }
static size_t roundDown(size_t value, size_t unit) { return value / unit * unit; }

/// Shared memory that a block takes out of a multiprocessor's.
static size_t sharedFootprint(const KernelFacts &facts, size_t dynamicShared) {
  return roundUp(facts.staticShared + dynamicShared + architecture().reservedSharedPerBlock,
                 model::kSharedUnit);
}

/// The smallest size of a multiprocessor's shared memory that there is for so many bytes.
static size_t smallestCarveout(size_t bytes) {
  for (const uint8_t *kB = architecture().carveouts; *kB; ++kB)
    if (size_t(*kB) << 10 >= bytes)
      return size_t(*kB) << 10;
  return architecture().sharedPerSm;
}

/// What the carve-out leaves of a multiprocessor's shared memory: it holds the share asked for and
/// one block.
static size_t sharedPerSm(int carveout, size_t footprint) {
  if (carveout < 0)
    return architecture().sharedPerSm;
  return smallestCarveout(std::max(architecture().sharedPerSm * size_t(carveout) / 100, footprint));
}

OccupancyLimits occupancyLimits(const KernelFacts &facts, const FunctionSettings &settings,
                                uint32_t threads, size_t dynamicShared) {
  assert(threads && threads <= model::kMaxThreadsPerBlock);
  OccupancyLimits limits;
  const size_t warps = (threads + model::kWarpSize - 1) / model::kWarpSize;
  limits.blocks = architecture().maxBlocksPerSm;
  limits.warps = uint32_t(architecture().maxWarpsPerSm / warps);
  const size_t perWarp = roundUp(facts.registers * model::kWarpSize, model::kRegisterUnit);
  limits.registers =
      uint32_t(roundDown(model::kRegistersPerSm / perWarp, model::kWarpUnit) / warps);
  const size_t footprint = sharedFootprint(facts, dynamicShared);
  limits.shared = limits.blocks;
  if (footprint)
    limits.shared = uint32_t(
        std::min<size_t>(limits.blocks, sharedPerSm(settings.carveout, footprint) / footprint));
  return limits;
}

uint32_t blocksInLaunchedShared(const KernelFacts &facts, int carveout, uint32_t warps,
                                size_t dynamicShared) {
  // All seen on an H200, which told of 190 launches.
  const size_t footprint = sharedFootprint(facts, dynamicShared);
  const size_t asked = facts.staticShared + dynamicShared;
  const auto blocksThatFit = [&](size_t bytes) { return uint32_t(bytes / footprint); };
  if (!footprint)
    return architecture().maxBlocksPerSm;
  if (carveout >= 0) { // the share is of what programs ask for
    const size_t share = architecture().sharedPerSm * size_t(carveout) / 100;
    const size_t blocks = asked ? std::max<size_t>((share + asked - 1) / asked, 1) : 1;
    return blocksThatFit(smallestCarveout(std::max(blocks * footprint, asked ? 0 : share)));
  }
  // For as many blocks as there can be warps of; for more of them as long as half is left as cache.
  const uint32_t most = architecture().maxBlocksPerSm;
  const uint32_t needed = std::min(warps, most);
  const uint32_t more = std::min((asked ? 2 : 4) * warps, most);
  const size_t half = smallestCarveout(architecture().sharedPerSm / 2);
  return blocksThatFit(std::max(smallestCarveout(needed * footprint),
                                std::min(smallestCarveout(more * footprint), half)));
}

uint32_t maxActiveBlocks(const KernelFacts &facts, const FunctionSettings &settings,
                         uint32_t threads, size_t dynamicShared) {
  if (threads == 0 || threads > model::kMaxThreadsPerBlock ||
      dynamicShared > maxDynamicShared(facts, settings))
    return 0;
  const OccupancyLimits limits = occupancyLimits(facts, settings, threads, dynamicShared);
  return std::min({limits.warps, limits.registers, limits.shared, limits.blocks});
}

/// The block size that keeps most threads resident; of equal ones the largest.
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
                                                   Function &function,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned int) {
  const KernelFacts &facts = function.facts();
  uint32_t limit = facts.maxThreads;
  if (blockSizeLimit)
    limit = std::min(limit, uint32_t(blockSizeLimit));
  uint32_t bestSize = 0, bestBlocks = 0;
  for (uint32_t aligned = uint32_t(roundUp(limit, model::kWarpSize)); aligned;
       aligned -= model::kWarpSize) {
    uint32_t size = std::min(aligned, limit);
    size_t shared =
        blockSizeToDynamicSMemSize ? blockSizeToDynamicSMemSize(int(size)) : dynamicSMemSize;
    uint32_t blocks = maxActiveBlocks(facts, function.settings(), size, shared);
    if (blocks * size > bestBlocks * bestSize) {
      bestSize = size;
      bestBlocks = blocks;
    }
    if (bestBlocks * bestSize == architecture().maxWarpsPerSm * model::kWarpSize)
      break;
  }
  *blockSize = int(bestSize);
  *minGridSize = int(bestBlocks * function.context().device().multiprocessors());
  return CUDA_SUCCESS;
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, Function &function,
                                                 int numBlocks, int blockSize) {
  const KernelFacts &facts = function.facts();
  size_t share = roundDown(architecture().sharedPerSm / size_t(numBlocks), model::kSharedUnit);
  size_t available = share > facts.staticShared ? share - facts.staticShared : 0;
  *dynamicSmemSize = std::min(available, size_t(maxDynamicShared(facts, function.settings())));
  return CUDA_SUCCESS;
}

#include "driver/rules/Occupancy.inc"

/// The clusters that a configuration describes. `blocks`: of one, 0 where all sizes are given as 0.
/// Wrong are sizes that do not make up the grid, and, unless the function allows what is not
/// portable, more blocks than any device has (seen).
static CUresult readClusters(const CUlaunchConfig &config, const Function &function,
                             uint64_t &blocks) {
  if (CUresult result = checkConfig(config))
    return result;
  const FunctionSettings &settings = function.settings();
  uint32_t cluster[3] = {settings.cluster[0], settings.cluster[1], settings.cluster[2]};
  bool isGiven = cluster[0] != 0;
  for (unsigned i = 0; i < config.numAttrs; ++i)
    if (config.attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      cluster[0] = config.attrs[i].value.clusterDim.x;
      cluster[1] = config.attrs[i].value.clusterDim.y;
      cluster[2] = config.attrs[i].value.clusterDim.z;
      isGiven = true;
    }
  blocks = isGiven && (cluster[0] | cluster[1] | cluster[2]) == 0 ? 0 : 1;
  const unsigned grid[3] = {config.gridDimX, config.gridDimY, config.gridDimZ};
  for (int i = 0; i < 3; ++i) {
    const uint32_t size = std::max(cluster[i], 1u);
    if (grid[i] % size)
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    blocks *= size;
  }
  return !settings.nonPortableCluster && blocks > architecture().maxClusterSize
             ? CUDA_ERROR_INVALID_CLUSTER_SIZE
             : CUDA_SUCCESS;
}

/// The function of a call about clusters, which counts everything wrong as a value (seen).
static CUresult findForClusters(CUfunction handle, const CUlaunchConfig *config,
                                Function *&function, uint64_t &blocks) {
  if (CUresult result = checkClusterQuery(handle, config))
    return result;
  Stream *stream; // before the list of attributes is read (seen)
  if (CUresult result = findStream(config->hStream, stream))
    return result;
  if (CUresult result = findFunction(handle, function))
    return result;
  return readClusters(*config, *function, blocks);
}

static uint32_t residentBlocks(const Function &function, const CUlaunchConfig &config) {
  uint64_t threads = uint64_t(config.blockDimX) * config.blockDimY * config.blockDimZ;
  if (threads == 0 || threads > model::kMaxThreadsPerBlock)
    return 0;
  return maxActiveBlocks(function.facts(), function.settings(), uint32_t(threads),
                         config.sharedMemBytes) *
         function.context().device().multiprocessors();
}

CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func,
                                            const CUlaunchConfig *config) {
  Function *function;
  uint64_t blocks;
  if (CUresult result = findForClusters(func, config, function, blocks))
    return result;
  uint32_t most = function->settings().nonPortableCluster ? architecture().maxClusterSizeNonPortable
                                                          : architecture().maxClusterSize;
  if (function->facts().maxClusterRank)
    most = std::min(most, function->facts().maxClusterRank);
  uint32_t resident = residentBlocks(*function, *config);
  while (most > 1 && most > resident)
    most /= 2;
  *clusterSize = resident ? int(most) : 0;
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func,
                                      const CUlaunchConfig *config) {
  Function *function;
  uint64_t blocks;
  if (CUresult result = findForClusters(func, config, function, blocks))
    return result;
  const bool fits = blocks && (!function->settings().nonPortableCluster ||
                               blocks <= architecture().maxClusterSizeNonPortable);
  *numClusters = fits ? int(residentBlocks(*function, *config) / blocks) : 0;
  return CUDA_SUCCESS;
}

#include "driver/bodies/Occupancy.inc"

} // namespace anywarp::driver
