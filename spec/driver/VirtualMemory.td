// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: virtual memory management.

def CU_MEM_CREATE_USAGE_TILE_POOL : Macro<"0x1">;
def CU_MEM_CREATE_USAGE_HW_DECOMPRESS : Macro<"0x2">;

def CUmemFabricHandle : Struct<64, [{
  unsigned char data[64];
}]>, Version<1>;

def CUmemGenericAllocationHandle : Typedef<"unsigned long long">, Version<1>, Owner<"handle">, Object<"PhysicalMemory", "CUDA_ERROR_INVALID_VALUE", "findPhysical">;

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
    In<"unsigned long long", "flags">], Initialized, Done>,
  Refuses<[Invalid<"!size || size % 0x200000">, Invalid<"alignment & (alignment - 1)">, Invalid<"flags">]>,
  Doc<"Reserves a range of addresses without memory.">, Is<"VirtualMemory", "memory().reserve(size, alignment, addr, *ptr)">;
def cuMemAddressFree : DriverFunction<10020, [In<"CUdeviceptr", "ptr">, In<"size_t", "size">], Initialized, Done>,
  Doc<"Gives a reserved range of addresses back.">;
def cuMemCreate : DriverFunction<10020, [
    Out<"CUmemGenericAllocationHandle *", "handle">, In<"size_t", "size">,
    In<"const CUmemAllocationProp *", "prop">, In<"unsigned long long", "flags">], Initialized, Done>,
  Refuses<[Invalid<"!prop">, Meets<"prop", "checkAllocation">, Invalid<"!size || size % 0x200000">, Invalid<"flags">]>,
  Doc<"Makes memory without an address.">;
def cuMemRelease : DriverFunction<10020, [Found<"CUmemGenericAllocationHandle", "handle">], Initialized, Done>,
  Doc<"Gives up a handle of memory; it is freed when no address maps it.">;
def cuMemMap : DriverFunction<10020, [
    In<"CUdeviceptr", "ptr">, In<"size_t", "size">, In<"size_t", "offset">,
    Found<"CUmemGenericAllocationHandle", "handle">, In<"unsigned long long", "flags">], Initialized, Done>, Refuses<[
    Invalid<"!size">,
    Invalid<"flags">,
    Absence<"offset || size != handle_->size()">, // all of it only, wherever it would lie (seen)
    Invalid<"ptr % PhysicalMemory::kGranularity">]>,
  Doc<"Maps memory into a reserved range of addresses.">, Is<"VirtualMemory", "memory().mapPhysical(ptr, size, handle)">;
def cuMemMapArrayAsync : DriverFunction<11010, [
    In<"CUarrayMapInfo *", "mapInfoList">, In<"unsigned int", "count">, In<"CUstream", "hStream">], Initialized>,
    PerThreadStream,
    Because<"there are no sparse arrays, as CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED says">,
  Doc<"Maps memory into tiles of sparse arrays.">;
def cuMemUnmap : DriverFunction<10020, [In<"CUdeviceptr", "ptr">, In<"size_t", "size">], Initialized, Done>,
  Doc<"Takes memory out of a range of addresses.">;
def cuMemSetAccess : DriverFunction<10020, [
    In<"CUdeviceptr", "ptr">, In<"size_t", "size">, In<"const CUmemAccessDesc *", "desc">,
    In<"size_t", "count">], Initialized, Done>,
  Refuses<[Invalid<"!desc || !count">, Invalid<"!size || size % 0x200000 || ptr % 0x200000">, Asks<"checkAccess(desc, count)">]>,
  Doc<"Says who may use a mapped range.">;
def cuMemGetAccess : DriverFunction<10020, [
    Out<"unsigned long long *", "flags">, In<"const CUmemLocation *", "location">, In<"CUdeviceptr", "ptr">], Initialized, Done>,
  Refuses<[
    Invalid<"!location">,
    Fails<"CUDA_ERROR_INVALID_DEVICE", "checkMemoryPlace(*location) != CUDA_SUCCESS"> // seen, whatever it is
  ]>, Doc<"Tells whether a place may use an address.">;
def cuMemExportToShareableHandle : DriverFunction<10020, [
    In<"void *", "shareableHandle">, Found<"CUmemGenericAllocationHandle", "handle">,
    In<"CUmemAllocationHandleType", "handleType">, In<"unsigned long long", "flags">], Initialized, Done>, Refuses<[
    Invalid<"!shareableHandle">,
    Invalid<"handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR">,
    Invalid<"!(handle_->properties().requestedHandleTypes & handleType)">,
    Invalid<"flags">]>,
  Doc<"Gives a handle by which another process can import memory.">;
def cuMemImportFromShareableHandle : DriverFunction<10020, [
    Out<"CUmemGenericAllocationHandle *", "handle">, In<"void *", "osHandle">,
    In<"CUmemAllocationHandleType", "shHandleType">], Initialized, Done>, Refuses<[
    Absence<"shHandleType == CU_MEM_HANDLE_TYPE_WIN32 || shHandleType == CU_MEM_HANDLE_TYPE_WIN32_KMT">,
    Absence<"shHandleType == CU_MEM_HANDLE_TYPE_FABRIC">,
    Invalid<"shHandleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR">]>, Doc<"Imports memory of another process.">;
def cuMemGetAllocationGranularity : DriverFunction<10020, [
    Out<"size_t *", "granularity">, In<"const CUmemAllocationProp *", "prop">,
    In<"CUmemAllocationGranularity_flags", "option">], Initialized, Done>, Refuses<[
    Invalid<"option != CU_MEM_ALLOC_GRANULARITY_MINIMUM && option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED">,
    Invalid<"!prop"> // what it asks for is not looked at (seen)
  ]>, Doc<"Gives the unit in which memory is made and mapped, in bytes.">, Gives<"VirtualMemory", "PhysicalMemory::kGranularity">;
def cuMemGetAllocationPropertiesFromHandle : DriverFunction<10020, [
    Out<"CUmemAllocationProp *", "prop">, Found<"CUmemGenericAllocationHandle", "handle">], Initialized, Done>,
  Doc<"Gives the properties of memory.">, Gives<"VirtualMemory", "handle.properties()">;
def cuMemRetainAllocationHandle : DriverFunction<11000, [
    Out<"CUmemGenericAllocationHandle *", "handle">, Known<"void *", "addr">], Initialized, Done>,
  Doc<"Gives the handle of the memory at an address.">;

// -- Rules ----------------------------------------------------------------------------------------

// Whose access is meant.
def checkMemoryPlace : Rules<["VirtualMemory"], [In<"const CUmemLocation &", "place">], [
  Invalid<"place.type < CU_MEM_LOCATION_TYPE_DEVICE || place.type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT">,
  Fails<"CUDA_ERROR_INVALID_DEVICE", "place.type == CU_MEM_LOCATION_TYPE_DEVICE && !findDevice(place.id)">,
  Invalid<"place.type == CU_MEM_LOCATION_TYPE_HOST_NUMA && !isHostNode(place.id)">
]>;

def checkAccess : Rules<["VirtualMemory"], [In<"const CUmemAccessDesc *", "descriptions">, In<"size_t", "count">], [
  Each<"const CUmemAccessDesc &it", "std::span(descriptions, count)", [
    Invalid<"checkMemoryPlace(it.location) != CUDA_SUCCESS">,
    Invalid<"it.flags != CU_MEM_ACCESS_FLAGS_PROT_NONE && it.flags != CU_MEM_ACCESS_FLAGS_PROT_READ && "
            "it.flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE">
  ]>
]>;

def checkAllocation : Rules<["VirtualMemory"], [In<"const CUmemAllocationProp &", "it">], [
  Invalid<"it.type != CU_MEM_ALLOCATION_TYPE_PINNED", "it.type = CU_MEM_ALLOCATION_TYPE_INVALID">,
  Invalid<"it.win32HandleMetaData", "it.win32HandleMetaData = zeros">,
  // Handles are of Linux; there is no fabric, as the device's attributes say.
  Invalid<"it.requestedHandleTypes & ~(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR | CU_MEM_HANDLE_TYPE_FABRIC)",
          "it.requestedHandleTypes = CU_MEM_HANDLE_TYPE_WIN32">,
  Absence<"it.requestedHandleTypes & CU_MEM_HANDLE_TYPE_FABRIC", "it.requestedHandleTypes = CU_MEM_HANDLE_TYPE_FABRIC">,
  Invalid<"it.location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT", // for access only (seen)
          "it.location.type = CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT">,
  Invalid<"it.allocFlags.compressionType > CU_MEM_ALLOCATION_COMP_GENERIC", "it.allocFlags.compressionType = 2">,
  // What the device's attributes deny: RDMA, tile pools. Compression is only a hint.
  Absence<"it.allocFlags.gpuDirectRDMACapable", "it.allocFlags.gpuDirectRDMACapable = 1">,
  Absence<"it.allocFlags.usage & ~CU_MEM_CREATE_USAGE_HW_DECOMPRESS", "it.allocFlags.usage = CU_MEM_CREATE_USAGE_TILE_POOL">,
  Asks<"checkMemoryPlace(it.location)">
]>, Valid<"it.type = CU_MEM_ALLOCATION_TYPE_PINNED; it.location.type = CU_MEM_LOCATION_TYPE_DEVICE">;
