// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: virtual memory management.

def CU_MEM_CREATE_USAGE_TILE_POOL : Macro<"0x1">;
def CU_MEM_CREATE_USAGE_HW_DECOMPRESS : Macro<"0x2">;

def CUmemFabricHandle : Struct<64, [{
  unsigned char data[64];
}]>, Version<1>;

def CUmemGenericAllocationHandle : Typedef<"unsigned long long">, Version<1>, Owner<"handle">;

def CUmemAllocationHandleType : Enum<[
  Value<"CU_MEM_HANDLE_TYPE_NONE", 0x0>,
  Value<"CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR", 0x1>,
  Value<"CU_MEM_HANDLE_TYPE_WIN32", 0x2>,
  Value<"CU_MEM_HANDLE_TYPE_WIN32_KMT", 0x4>,
  Value<"CU_MEM_HANDLE_TYPE_FABRIC", 0x8>,
  Value<"CU_MEM_HANDLE_TYPE_MAX", 0x7fffffff>
]>;

def CUmemAccess_flags : Enum<[
  Value<"CU_MEM_ACCESS_FLAGS_PROT_NONE", 0x0>,
  Value<"CU_MEM_ACCESS_FLAGS_PROT_READ", 0x1>,
  Value<"CU_MEM_ACCESS_FLAGS_PROT_READWRITE", 0x3>,
  Value<"CU_MEM_ACCESS_FLAGS_PROT_MAX", 0x7fffffff>
]>;

def CUmemAllocationType : Enum<[
  Value<"CU_MEM_ALLOCATION_TYPE_INVALID", 0x0>,
  Value<"CU_MEM_ALLOCATION_TYPE_PINNED", 0x1>,
  Value<"CU_MEM_ALLOCATION_TYPE_MANAGED", 0x2>,
  Value<"CU_MEM_ALLOCATION_TYPE_MAX", 0x7fffffff>
]>;

def CUmemAllocationGranularity_flags : Enum<[
  Value<"CU_MEM_ALLOC_GRANULARITY_MINIMUM", 0x0>,
  Value<"CU_MEM_ALLOC_GRANULARITY_RECOMMENDED", 0x1>
]>;

def CUmemRangeHandleType : Enum<[
  Value<"CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD", 0x1>,
  Value<"CU_MEM_RANGE_HANDLE_TYPE_MAX", 0x7fffffff>
]>;

def CUmemRangeFlags : Enum<[
  Value<"CU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE", 0x1>
]>;

def CUarraySparseSubresourceType : Enum<[
  Value<"CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL", 0>,
  Value<"CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL", 1>
]>;

def CUmemOperationType : Enum<[
  Value<"CU_MEM_OPERATION_TYPE_MAP", 1>,
  Value<"CU_MEM_OPERATION_TYPE_UNMAP", 2>
]>;

def CUmemHandleType : Enum<[
  Value<"CU_MEM_HANDLE_TYPE_GENERIC", 0>
]>;

def CUarrayMapInfo : Struct<96, [{
  CUresourcetype resourceType;
  union {
    CUmipmappedArray mipmap;
    CUarray array;
  } resource;
  CUarraySparseSubresourceType subresourceType;
  union {
    struct {
      unsigned int level;
      unsigned int layer;
      unsigned int offsetX;
      unsigned int offsetY;
      unsigned int offsetZ;
      unsigned int extentWidth;
      unsigned int extentHeight;
      unsigned int extentDepth;
    } sparseLevel;
    struct {
      unsigned int layer;
      unsigned long long offset;
      unsigned long long size;
    } miptail;
  } subresource;
  CUmemOperationType memOperationType;
  CUmemHandleType memHandleType;
  union {
    CUmemGenericAllocationHandle memHandle;
  } memHandle;
  unsigned long long offset;
  unsigned int deviceBitMask;
  unsigned int flags;
  unsigned int reserved[2];
}]>, Version<1>;

def CUmemAllocationCompType : Enum<[
  Value<"CU_MEM_ALLOCATION_COMP_NONE", 0x0>,
  Value<"CU_MEM_ALLOCATION_COMP_GENERIC", 0x1>
]>;

def CUmemAllocationProp : Struct<32, [{
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
}]>, Version<1>, Owner<"record">;

def CUmemAccessDesc : Struct<12, [{
  CUmemLocation location;
  CUmemAccess_flags flags;
}]>, Version<1>;

def cuMemAddressReserve : DriverFunction<10020, [
    Out<"CUdeviceptr *", "ptr">, In<"size_t", "size">, In<"size_t", "alignment">, In<"CUdeviceptr", "addr">,
    In<"unsigned long long", "flags">], Initialized, Done>;
def cuMemAddressFree : DriverFunction<10020, [In<"CUdeviceptr", "ptr">, In<"size_t", "size">], Initialized, Done>;
def cuMemCreate : DriverFunction<10020, [
    Out<"CUmemGenericAllocationHandle *", "handle">, In<"size_t", "size">,
    In<"const CUmemAllocationProp *", "prop">, In<"unsigned long long", "flags">], Initialized, Done>;
def cuMemRelease : DriverFunction<10020, [In<"CUmemGenericAllocationHandle", "handle">], Initialized, Done>;
def cuMemMap : DriverFunction<10020, [
    In<"CUdeviceptr", "ptr">, In<"size_t", "size">, In<"size_t", "offset">,
    In<"CUmemGenericAllocationHandle", "handle">, In<"unsigned long long", "flags">], Initialized, Done>;
def cuMemMapArrayAsync : DriverFunction<11010, [
    In<"CUarrayMapInfo *", "mapInfoList">, In<"unsigned int", "count">, In<"CUstream", "hStream">], Initialized>,
    PerThreadStream,
    Because<"there are no sparse arrays, as CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED says">;
def cuMemUnmap : DriverFunction<10020, [In<"CUdeviceptr", "ptr">, In<"size_t", "size">], Initialized, Done>;
def cuMemSetAccess : DriverFunction<10020, [
    In<"CUdeviceptr", "ptr">, In<"size_t", "size">, In<"const CUmemAccessDesc *", "desc">,
    In<"size_t", "count">], Initialized, Done>;
def cuMemGetAccess : DriverFunction<10020, [
    Out<"unsigned long long *", "flags">, In<"const CUmemLocation *", "location">, In<"CUdeviceptr", "ptr">], Initialized, Done>;
def cuMemExportToShareableHandle : DriverFunction<10020, [
    In<"void *", "shareableHandle">, In<"CUmemGenericAllocationHandle", "handle">,
    In<"CUmemAllocationHandleType", "handleType">, In<"unsigned long long", "flags">], Initialized, Done>;
def cuMemImportFromShareableHandle : DriverFunction<10020, [
    Out<"CUmemGenericAllocationHandle *", "handle">, In<"void *", "osHandle">,
    In<"CUmemAllocationHandleType", "shHandleType">], Initialized, Done>;
def cuMemGetAllocationGranularity : DriverFunction<10020, [
    Out<"size_t *", "granularity">, In<"const CUmemAllocationProp *", "prop">,
    In<"CUmemAllocationGranularity_flags", "option">], Initialized, Done>;
def cuMemGetAllocationPropertiesFromHandle : DriverFunction<10020, [
    Out<"CUmemAllocationProp *", "prop">, In<"CUmemGenericAllocationHandle", "handle">], Initialized, Done>;
def cuMemRetainAllocationHandle : DriverFunction<11000, [
    Out<"CUmemGenericAllocationHandle *", "handle">, Known<"void *", "addr">], Initialized, Done>;
