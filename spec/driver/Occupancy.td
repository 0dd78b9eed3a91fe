// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: occupancy.

def CUoccupancy_flags : Enum<[
  Value<"CU_OCCUPANCY_DEFAULT", 0x0>,
  Value<"CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE", 0x1>
]>;

def CUoccupancyB2DSize : Callback<"size_t", "int blockSize">;

def cuOccupancyMaxActiveBlocksPerMultiprocessor : DriverFunction<6050, [
    Out<"int *", "numBlocks">, In<"CUfunction", "func">, In<"int", "blockSize">,
    In<"size_t", "dynamicSMemSize">], CurrentContext, Done>;
def cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags : DriverFunction<7000, [
    Out<"int *", "numBlocks">, In<"CUfunction", "func">, In<"int", "blockSize">,
    In<"size_t", "dynamicSMemSize">, In<"unsigned int", "flags">], CurrentContext, Done>;
def cuOccupancyMaxPotentialBlockSize : DriverFunction<6050, [
    Out<"int *", "minGridSize">, Out<"int *", "blockSize">, In<"CUfunction", "func">,
    In<"CUoccupancyB2DSize", "blockSizeToDynamicSMemSize">, In<"size_t", "dynamicSMemSize">,
    In<"int", "blockSizeLimit">], CurrentContext, Done>;
def cuOccupancyMaxPotentialBlockSizeWithFlags : DriverFunction<7000, [
    Out<"int *", "minGridSize">, Out<"int *", "blockSize">, In<"CUfunction", "func">,
    In<"CUoccupancyB2DSize", "blockSizeToDynamicSMemSize">, In<"size_t", "dynamicSMemSize">,
    In<"int", "blockSizeLimit">, In<"unsigned int", "flags">], CurrentContext, Done>;
def cuOccupancyAvailableDynamicSMemPerBlock : DriverFunction<10020, [
    Out<"size_t *", "dynamicSmemSize">, In<"CUfunction", "func">, In<"int", "numBlocks">,
    In<"int", "blockSize">], CurrentContext, Done>;
def cuOccupancyMaxPotentialClusterSize : DriverFunction<11070, [
    Out<"int *", "clusterSize">, In<"CUfunction", "func">, In<"const CUlaunchConfig *", "config">], HandleContext, Done>;
def cuOccupancyMaxActiveClusters : DriverFunction<11070, [
    Out<"int *", "numClusters">, In<"CUfunction", "func">, In<"const CUlaunchConfig *", "config">], HandleContext, Done>;
