// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: occupancy.

def cudaOccupancyDefault : Macro<"0x00">;
def cudaOccupancyDisableCachingOverride : Macro<"0x01">, Same<"CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE">;

def cudaOccupancyMaxActiveBlocksPerMultiprocessor : RuntimeFunction<[
    Out<"int *", "numBlocks">, EntryFunction<"func">, In<"int", "blockSize">,
    In<"size_t", "dynamicSMemSize">], CurrentContext, Done>, Device,
  On<"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", ["numBlocks", "func", "blockSize", "dynamicSMemSize", "0"]>;
def cudaOccupancyAvailableDynamicSMemPerBlock : RuntimeFunction<[
    Out<"size_t *", "dynamicSmemSize">, EntryFunction<"func">, In<"int", "numBlocks">,
    In<"int", "blockSize">], CurrentContext, Done>, Device, On<"cuOccupancyAvailableDynamicSMemPerBlock">;
def cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags : RuntimeFunction<[
    Out<"int *", "numBlocks">, EntryFunction<"func">, In<"int", "blockSize">,
    In<"size_t", "dynamicSMemSize">, In<"unsigned int", "flags">], CurrentContext, Done>, Device,
  On<"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags">;
def cudaOccupancyMaxPotentialClusterSize : RuntimeFunction<[
    Out<"int *", "clusterSize">, In<"const void *", "func">,
    In<"const cudaLaunchConfig_t *", "launchConfig">], CurrentContext, Done>, Device,
  Doc<"Gives the largest cluster, in blocks, of a launch.">,
  Is<"Occupancy", "askClusters(func, launchConfig, [&](auto... args) { return cu().cuOccupancyMaxPotentialClusterSize(clusterSize, args...); })">;
def cudaOccupancyMaxActiveClusters : RuntimeFunction<[
    Out<"int *", "numClusters">, In<"const void *", "func">,
    In<"const cudaLaunchConfig_t *", "launchConfig">], CurrentContext, Done>, Device,
  Doc<"Gives how many clusters of a launch run at once.">,
  Is<"Occupancy", "askClusters(func, launchConfig, [&](auto... args) { return cu().cuOccupancyMaxActiveClusters(numClusters, args...); })">;
