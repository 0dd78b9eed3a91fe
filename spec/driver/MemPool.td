// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: the stream-ordered allocator.

def CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS : Macro<"0x2">;

def CUmemoryPool : Handle<"CUmemPoolHandle_st">;

def CUmemPool_attribute : Enum<[
  Value<"CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES", 1>,
  Value<"CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC", 2>,
  Value<"CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES", 3>,
  Value<"CU_MEMPOOL_ATTR_RELEASE_THRESHOLD", 4>,
  Value<"CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT", 5>,
  Value<"CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH", 6>,
  Value<"CU_MEMPOOL_ATTR_USED_MEM_CURRENT", 7>,
  Value<"CU_MEMPOOL_ATTR_USED_MEM_HIGH", 8>
]>;

def CUmemPoolProps : Struct<88, [{
  CUmemAllocationType allocType;
  CUmemAllocationHandleType handleTypes;
  CUmemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
}]>, Version<1>, Owner<"record">;

def CUmemPoolPtrExportData : Struct<64, [{
  unsigned char reserved[64];
}]>, Version<1>;

def cuMemFreeAsync : DriverFunction<11020, [
    In<"CUdeviceptr", "dptr">, In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream;
def cuMemAllocAsync : DriverFunction<11020, [
    Out<"CUdeviceptr *", "dptr">, In<"size_t", "bytesize">, In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream;
def cuMemPoolTrimTo : DriverFunction<11020, [
    In<"CUmemoryPool", "pool">, In<"size_t", "minBytesToKeep">], Initialized, Done>;
def cuMemPoolSetAttribute : DriverFunction<11020, [
    In<"CUmemoryPool", "pool">, In<"CUmemPool_attribute", "attr">, In<"void *", "value">], Initialized, Done>;
def cuMemPoolGetAttribute : DriverFunction<11020, [
    In<"CUmemoryPool", "pool">, In<"CUmemPool_attribute", "attr">, In<"void *", "value">], Initialized, Done>;
def cuMemPoolSetAccess : DriverFunction<11020, [
    In<"CUmemoryPool", "pool">, In<"const CUmemAccessDesc *", "map">, In<"size_t", "count">], Initialized, Done>;
def cuMemPoolGetAccess : DriverFunction<11020, [
    Out<"CUmemAccess_flags *", "flags">, In<"CUmemoryPool", "memPool">, In<"CUmemLocation *", "location">], Initialized, Done>;
def cuMemPoolCreate : DriverFunction<11020, [
    Out<"CUmemoryPool *", "pool">, In<"const CUmemPoolProps *", "poolProps">], Initialized, Done>;
def cuMemPoolDestroy : DriverFunction<11020, [In<"CUmemoryPool", "pool">], Initialized, Done>;
def cuMemGetDefaultMemPool : DriverFunction<13000, [
    Out<"CUmemoryPool *", "pool_out">, In<"CUmemLocation *", "location">, In<"CUmemAllocationType", "type">], HandleContext, Done>;
def cuMemGetMemPool : DriverFunction<13000, [
    Out<"CUmemoryPool *", "pool">, In<"CUmemLocation *", "location">, In<"CUmemAllocationType", "type">], HandleContext, Done>;
def cuMemSetMemPool : DriverFunction<13000, [
    In<"CUmemLocation *", "location">, In<"CUmemAllocationType", "type">, In<"CUmemoryPool", "pool">], HandleContext, Done>;
def cuMemAllocFromPoolAsync : DriverFunction<11020, [
    Out<"CUdeviceptr *", "dptr">, In<"size_t", "bytesize">, In<"CUmemoryPool", "pool">,
    In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream;
def cuMemPoolExportToShareableHandle : DriverFunction<11020, [
    In<"void *", "handle_out">, In<"CUmemoryPool", "pool">, In<"CUmemAllocationHandleType", "handleType">,
    In<"unsigned long long", "flags">], Initialized, Done>;
def cuMemPoolImportFromShareableHandle : DriverFunction<11020, [
    Out<"CUmemoryPool *", "pool_out">, In<"void *", "handle">,
    In<"CUmemAllocationHandleType", "handleType">, In<"unsigned long long", "flags">], Initialized, Done>;
def cuMemPoolExportPointer : DriverFunction<11020, [
    Out<"CUmemPoolPtrExportData *", "shareData_out">, In<"CUdeviceptr", "ptr">], Initialized, Done>;
def cuMemPoolImportPointer : DriverFunction<11020, [
    Out<"CUdeviceptr *", "ptr_out">, In<"CUmemoryPool", "pool">, In<"CUmemPoolPtrExportData *", "shareData">], Initialized, Done>;
