// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: occupancy.

def CUoccupancy_flags : Enum<[
  Value<"CU_OCCUPANCY_DEFAULT", 0x0>,
  Value<"CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE", 0x1>
]>;

def CUoccupancyB2DSize : Callback<"size_t", "int blockSize">;

def cuOccupancyMaxActiveBlocksPerMultiprocessor : DriverFunction<6050, [
    Out<"int *", "numBlocks">, In<"CUfunction", "func">, In<"int", "blockSize">,
    In<"size_t", "dynamicSMemSize">], CurrentContext, Done>,
  On<"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", ["numBlocks", "func", "blockSize", "dynamicSMemSize", "CU_OCCUPANCY_DEFAULT"]>,
  Doc<"Gives how many blocks of a function run on a multiprocessor at once.">;
def cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags : DriverFunction<7000, [
    Out<"int *", "numBlocks">, Found<"CUfunction", "func">, In<"int", "blockSize">,
    In<"size_t", "dynamicSMemSize">, In<"unsigned int", "flags">], CurrentContext, Done>,
  Refuses<[Invalid<"blockSize <= 0">, Invalid<"flags & ~unsigned(CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)">]>,
  Doc<"Gives how many blocks of a function run on a multiprocessor at once, with flags.">,
  Gives<"Occupancy", "int( maxActiveBlocks(func.facts(), func.settings(), uint32_t(blockSize), dynamicSMemSize))">;
def cuOccupancyMaxPotentialBlockSize : DriverFunction<6050, [
    Out<"int *", "minGridSize">, Out<"int *", "blockSize">, In<"CUfunction", "func">,
    In<"CUoccupancyB2DSize", "blockSizeToDynamicSMemSize">, In<"size_t", "dynamicSMemSize">,
    In<"int", "blockSizeLimit">], CurrentContext, Done>,
  On<"cuOccupancyMaxPotentialBlockSizeWithFlags", ["minGridSize", "blockSize", "func", "blockSizeToDynamicSMemSize", "dynamicSMemSize", "blockSizeLimit", "CU_OCCUPANCY_DEFAULT"]>,
  Doc<"Gives the block size in threads that fills a device best, and the smallest grid for it.">;
def cuOccupancyMaxPotentialBlockSizeWithFlags : DriverFunction<7000, [
    Out<"int *", "minGridSize">, Out<"int *", "blockSize">, Found<"CUfunction", "func">,
    In<"CUoccupancyB2DSize", "blockSizeToDynamicSMemSize">, In<"size_t", "dynamicSMemSize">,
    In<"int", "blockSizeLimit">, In<"unsigned int", "flags">], CurrentContext, Done>,
  Refuses<[Invalid<"blockSizeLimit < 0">, Invalid<"flags & ~unsigned(CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)">]>,
  Doc<"Gives the block size that fills a device best, with flags.">;
def cuOccupancyAvailableDynamicSMemPerBlock : DriverFunction<10020, [
    Out<"size_t *", "dynamicSmemSize">, Found<"CUfunction", "func">, In<"int", "numBlocks">,
    In<"int", "blockSize">], CurrentContext, Done>,
  Refuses<[
    Invalid<"numBlocks <= 0">,
    Invalid<"blockSize <= 0">,
    Invalid<"maxActiveBlocks(func_->facts(), func_->settings(), uint32_t(blockSize), 0) < uint32_t(numBlocks)">]>,
  Doc<"Gives the bytes of dynamic shared memory that so many blocks leave to each.">;
def cuOccupancyMaxPotentialClusterSize : DriverFunction<11070, [
    Out<"int *", "clusterSize">, In<"CUfunction", "func">, In<"const CUlaunchConfig *", "config">], HandleContext, Done>,
  Doc<"Gives the largest cluster, in blocks, of a launch.">;
def cuOccupancyMaxActiveClusters : DriverFunction<11070, [
    Out<"int *", "numClusters">, In<"CUfunction", "func">, In<"const CUlaunchConfig *", "config">], HandleContext, Done>,
  Doc<"Gives how many clusters of a launch run at once.">;
