// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: occupancy.

def cudaOccupancyDefault : Macro<"0x00">;
def cudaOccupancyDisableCachingOverride : Macro<"0x01">;

def cudaOccupancyMaxActiveBlocksPerMultiprocessor : RuntimeFunction<[
    Out<"int *", "numBlocks">, In<"const void *", "func">, In<"int", "blockSize">,
    In<"size_t", "dynamicSMemSize">], CurrentContext, Done>, Device;
def cudaOccupancyAvailableDynamicSMemPerBlock : RuntimeFunction<[
    Out<"size_t *", "dynamicSmemSize">, In<"const void *", "func">, In<"int", "numBlocks">,
    In<"int", "blockSize">], CurrentContext, Done>, Device;
def cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags : RuntimeFunction<[
    Out<"int *", "numBlocks">, In<"const void *", "func">, In<"int", "blockSize">,
    In<"size_t", "dynamicSMemSize">, In<"unsigned int", "flags">], CurrentContext, Done>, Device;
def cudaOccupancyMaxPotentialClusterSize : RuntimeFunction<[
    Out<"int *", "clusterSize">, In<"const void *", "func">,
    In<"const cudaLaunchConfig_t *", "launchConfig">], CurrentContext, Done>, Device;
def cudaOccupancyMaxActiveClusters : RuntimeFunction<[
    Out<"int *", "numClusters">, In<"const void *", "func">,
    In<"const cudaLaunchConfig_t *", "launchConfig">], CurrentContext, Done>, Device;
