// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: the stream-ordered allocator.

def CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS : Macro<"0x2">;

def CUmemoryPool : Handle<"CUmemPoolHandle_st">, Object<"MemoryPool", "CUDA_ERROR_INVALID_VALUE">;

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
    In<"CUdeviceptr", "dptr">, Found<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream,
  Doc<"Frees memory of a pool in the order of a stream.">;
def cuMemAllocAsync : DriverFunction<11020, [
    Out<"CUdeviceptr *", "dptr">, In<"size_t", "bytesize">, In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream,
  Doc<"Allocates from the current pool of the stream's device, in the order of the stream.">;
def cuMemPoolTrimTo : DriverFunction<11020, [
    Found<"CUmemoryPool", "pool">, In<"size_t", "minBytesToKeep">], Initialized, Done>, Refuses<[Unsafe<>, Find<"pool">]>,
  Doc<"Gives unused memory of a pool back, down to a number of bytes.">;
def cuMemPoolSetAttribute : DriverFunction<11020, [
    Found<"CUmemoryPool", "pool">, In<"CUmemPool_attribute", "attr">, In<"void *", "value">], Initialized, Done>,
  Refuses<[Unsafe<>, Find<"pool">, Invalid<"!value">]>, Doc<"Sets a property of a pool.">;
def cuMemPoolGetAttribute : DriverFunction<11020, [
    Found<"CUmemoryPool", "pool">, In<"CUmemPool_attribute", "attr">, In<"void *", "value">], Initialized, Done>,
  Refuses<[Unsafe<>, Find<"pool">, Invalid<"!value">]>, Doc<"Gives a property of a pool.">;
def cuMemPoolSetAccess : DriverFunction<11020, [
    Found<"CUmemoryPool", "pool">, In<"const CUmemAccessDesc *", "map">, In<"size_t", "count">], Initialized, Done>,
  Refuses<[Invalid<"count && !map">]>, Doc<"Says which devices may use memory of a pool.">;
def cuMemPoolGetAccess : DriverFunction<11020, [
    Out<"CUmemAccess_flags *", "flags">, Found<"CUmemoryPool", "memPool">, In<"CUmemLocation *", "location">], Initialized, Done>,
  Refuses<[Invalid<"!location">]>, Doc<"Tells whether a place may use memory of a pool.">;
def cuMemPoolCreate : DriverFunction<11020, [
    Out<"CUmemoryPool *", "pool">, In<"const CUmemPoolProps *", "poolProps">], Initialized, Done>, Refuses<[Unsafe<>, Invalid<"!poolProps">]>,
  Doc<"Makes a pool.">;
def cuMemPoolDestroy : DriverFunction<11020, [In<"CUmemoryPool", "pool">], Initialized, Done>, Refuses<[Unsafe<>]>,
  Doc<"Ends a pool when its memory is free.">;
def cuMemGetDefaultMemPool : DriverFunction<13000, [
    Out<"CUmemoryPool *", "pool_out">, In<"CUmemLocation *", "location">, In<"CUmemAllocationType", "type">], HandleContext, Done>,
  Refuses<[Invalid<"!location">]>,
  Doc<"Gives the pool that a place has from the start.">;
def cuMemGetMemPool : DriverFunction<13000, [
    Out<"CUmemoryPool *", "pool">, In<"CUmemLocation *", "location">, In<"CUmemAllocationType", "type">], HandleContext, Done>,
  Refuses<[Invalid<"!location">]>,
  Doc<"Gives the current pool of a place.">;
def cuMemSetMemPool : DriverFunction<13000, [
    In<"CUmemLocation *", "location">, In<"CUmemAllocationType", "type">, In<"CUmemoryPool", "pool">], HandleContext, Done>,
  Refuses<[Invalid<"!location">]>,
  Doc<"Makes a pool the current one of a place.">;
def cuMemAllocFromPoolAsync : DriverFunction<11020, [
    Out<"CUdeviceptr *", "dptr">, In<"size_t", "bytesize">, Found<"CUmemoryPool", "pool">,
    In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream,
  Doc<"Allocates from a pool in the order of a stream.">;
def cuMemPoolExportToShareableHandle : DriverFunction<11020, [
    In<"void *", "handle_out">, Found<"CUmemoryPool", "pool">, In<"CUmemAllocationHandleType", "handleType">,
    In<"unsigned long long", "flags">], Initialized, Done>, Refuses<[
    Invalid<"!handle_out">,
    Invalid<"pool_->descriptor() < 0">,
    Invalid<"pool_->isImported()">,
    Invalid<"flags">,
    Invalid<"handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR">]>,
  Doc<"Gives a handle by which another process can import a pool.">;
def cuMemPoolImportFromShareableHandle : DriverFunction<11020, [
    Out<"CUmemoryPool *", "pool_out">, In<"void *", "handle">,
    In<"CUmemAllocationHandleType", "handleType">, In<"unsigned long long", "flags">], Initialized, Done>,
  Doc<"Imports a pool of another process.">;
def cuMemPoolExportPointer : DriverFunction<11020, [
    Out<"CUmemPoolPtrExportData *", "shareData_out">, In<"CUdeviceptr", "ptr">], Initialized, Done>,
  Doc<"Gives data by which another process finds an allocation of a shared pool.">;
def cuMemPoolImportPointer : DriverFunction<11020, [
    Out<"CUdeviceptr *", "ptr_out">, In<"CUmemoryPool", "pool">, In<"CUmemPoolPtrExportData *", "shareData">], Initialized, Done>,
  Doc<"Gives the address of an allocation of a shared pool.">;
