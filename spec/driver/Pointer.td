// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: unified addressing.

def CUpointer_attribute : Enum<[
  Value<"CU_POINTER_ATTRIBUTE_CONTEXT", 1>,
  Value<"CU_POINTER_ATTRIBUTE_MEMORY_TYPE", 2>,
  Value<"CU_POINTER_ATTRIBUTE_DEVICE_POINTER", 3>,
  Value<"CU_POINTER_ATTRIBUTE_HOST_POINTER", 4>,
  Value<"CU_POINTER_ATTRIBUTE_P2P_TOKENS", 5>,
  Value<"CU_POINTER_ATTRIBUTE_SYNC_MEMOPS", 6>,
  Value<"CU_POINTER_ATTRIBUTE_BUFFER_ID", 7>,
  Value<"CU_POINTER_ATTRIBUTE_IS_MANAGED", 8>,
  Value<"CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL", 9>,
  Value<"CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE", 10>,
  Value<"CU_POINTER_ATTRIBUTE_RANGE_START_ADDR", 11>,
  Value<"CU_POINTER_ATTRIBUTE_RANGE_SIZE", 12>,
  Value<"CU_POINTER_ATTRIBUTE_MAPPED", 13>,
  Value<"CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES", 14>,
  Value<"CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE", 15>,
  Value<"CU_POINTER_ATTRIBUTE_ACCESS_FLAGS", 16>,
  Value<"CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE", 17>,
  Value<"CU_POINTER_ATTRIBUTE_MAPPING_SIZE", 18>,
  Value<"CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR", 19>,
  Value<"CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID", 20>,
  Value<"CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE", 21>
]>;

def CUDA_POINTER_ATTRIBUTE_P2P_TOKENS : Struct<16, [{
  unsigned long long p2pToken;
  unsigned int vaSpaceToken;
}]>, Version<1>;

def CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS : Enum<[
  Value<"CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE", 0x0>,
  Value<"CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ", 0x1>,
  Value<"CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE", 0x3>
]>;

def cuPointerGetAttribute : DriverFunction<4000, [
    In<"void *", "data">, In<"CUpointer_attribute", "attribute">, In<"CUdeviceptr", "ptr">], Initialized, Done>,
  Refuses<[Invalid<"!data">]>, Doc<"Tells something about an address.">;
def cuMemPrefetchAsync : DriverFunction<12020, [
    In<"CUdeviceptr", "devPtr">, In<"size_t", "count">, In<"CUmemLocation", "location">,
    In<"unsigned int", "flags">, Found<"CUstream", "hStream">], HandleContext, Done>, Version<2>, PerThreadStream, InHostFunctions,
  Refuses<[Invalid<"flags">, NotCaptured<"hStream">]>, Doc<"Moves managed memory to a place, in a stream.">;
def cuMemPrefetchAsync_v1 : DriverFunction<8000, [
    In<"CUdeviceptr", "devPtr">, In<"size_t", "count">, In<"CUdevice", "dstDevice">,
    In<"CUstream", "hStream">], HandleContext, Done>, Old<"cuMemPrefetchAsync">, PerThreadStream, InHostFunctions,
  Is<"Advice", "edge::cuMemPrefetchAsync(devPtr, count, locationOf(dstDevice), 0, hStream)">;
def cuMemAdvise : DriverFunction<12020, [
    In<"CUdeviceptr", "devPtr">, In<"size_t", "count">, In<"CUmem_advise", "advice">,
    In<"CUmemLocation", "location">], CurrentContext, Done>, Version<2>,
  Doc<"Says how a range of managed memory will be used.">;
def cuMemAdvise_v1 : DriverFunction<8000, [
    In<"CUdeviceptr", "devPtr">, In<"size_t", "count">, In<"CUmem_advise", "advice">,
    In<"CUdevice", "device">], CurrentContext, Done>, Old<"cuMemAdvise">,
  Is<"Advice", "driver::cuMemAdvise(devPtr, count, advice, locationOf(device))">;
def cuMemPrefetchBatchAsync : DriverFunction<13000, [
    In<"CUdeviceptr *", "dptrs">, In<"size_t *", "sizes">, In<"size_t", "count">,
    In<"CUmemLocation *", "prefetchLocs">, In<"size_t *", "prefetchLocIdxs">,
    In<"size_t", "numPrefetchLocs">, In<"unsigned long long", "flags">, In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Doc<"Moves a list of ranges of managed memory, in a stream.">,
  Is<"Advice", "prefetchBatch(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream, /*discards=*/false)">;
def cuMemDiscardBatchAsync : DriverFunction<13000, [
    In<"CUdeviceptr *", "dptrs">, In<"size_t *", "sizes">, In<"size_t", "count">,
    In<"unsigned long long", "flags">, In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Doc<"Says that the contents of ranges of managed memory are not needed any more.">;
def cuMemDiscardAndPrefetchBatchAsync : DriverFunction<13000, [
    In<"CUdeviceptr *", "dptrs">, In<"size_t *", "sizes">, In<"size_t", "count">,
    In<"CUmemLocation *", "prefetchLocs">, In<"size_t *", "prefetchLocIdxs">,
    In<"size_t", "numPrefetchLocs">, In<"unsigned long long", "flags">, In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, Doc<"Discards ranges of managed memory and moves them, in a stream.">,
  Is<"Advice", "prefetchBatch(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream, /*discards=*/true)">;
def cuMemRangeGetAttribute : DriverFunction<8000, [
    In<"void *", "data">, In<"size_t", "dataSize">, In<"CUmem_range_attribute", "attribute">,
    In<"CUdeviceptr", "devPtr">, In<"size_t", "count">], CurrentContext, Done>,
  Doc<"Tells what was advised of a range of managed memory.">;
def cuMemRangeGetAttributes : DriverFunction<8000, [
    In<"void **", "data">, In<"size_t *", "dataSizes">, In<"CUmem_range_attribute *", "attributes">,
    In<"size_t", "numAttributes">, In<"CUdeviceptr", "devPtr">, In<"size_t", "count">], CurrentContext, Done>, Refuses<[
    Invalid<"!data">,
    Invalid<"!dataSizes">,
    Invalid<"!attributes">,
    Invalid<"!numAttributes">]>, Doc<"Tells several things that were advised of a range.">;
def cuMemGetLocationInfo : DriverFunction<13041, [
    In<"CUdeviceptr", "ptr">, In<"size_t", "size">, In<"size_t", "summaryGranularity">, In<"size_t", "samplingGranularity">,
    In<"CUmemLocation *", "location_out">], CurrentContext, Done>,
  Refuses<[
    Invalid<"!location_out">,
    Invalid<"!summaryGranularity || summaryGranularity > size">,
    Invalid<"samplingGranularity > summaryGranularity">]>,
  Doc<"Tells where the parts of a range of managed memory are: where they were moved last, else in the host's.">;
def cuPointerSetAttribute : DriverFunction<6000, [
    In<"const void *", "value">, In<"CUpointer_attribute", "attribute">, In<"CUdeviceptr", "ptr">], Initialized, Done>,
  Refuses<[
    Invalid<"!value">,
    Invalid<"attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS">]>, Doc<"Sets a property of the allocation at an address.">;
def cuPointerGetAttributes : DriverFunction<7000, [
    In<"unsigned int", "numAttributes">, In<"CUpointer_attribute *", "attributes">, In<"void **", "data">,
    In<"CUdeviceptr", "ptr">], Initialized, Done>, Refuses<[
    Invalid<"!numAttributes">,
    Invalid<"!attributes">,
    Invalid<"!data">]>, Doc<"Tells several things about an address.">;
