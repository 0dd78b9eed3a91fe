// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: allocation of memory.

def CU_MEMHOSTALLOC_PORTABLE : Macro<"0x01">;
def CU_MEMHOSTALLOC_DEVICEMAP : Macro<"0x02">;
def CU_MEMHOSTALLOC_WRITECOMBINED : Macro<"0x04">;
def CU_MEMHOSTREGISTER_PORTABLE : Macro<"0x01">;
def CU_MEMHOSTREGISTER_DEVICEMAP : Macro<"0x02">;
def CU_MEMHOSTREGISTER_IOMEMORY : Macro<"0x04">;
def CU_MEMHOSTREGISTER_READ_ONLY : Macro<"0x08">;

def CUmemAttach_flags : Enum<[
  Value<"CU_MEM_ATTACH_GLOBAL", 0x1>,
  Value<"CU_MEM_ATTACH_HOST", 0x2>,
  Value<"CU_MEM_ATTACH_SINGLE", 0x4>
]>;

def CUmemorytype : Enum<[
  Value<"CU_MEMORYTYPE_HOST", 0x1>,
  Value<"CU_MEMORYTYPE_DEVICE", 0x2>,
  Value<"CU_MEMORYTYPE_ARRAY", 0x3>,
  Value<"CU_MEMORYTYPE_UNIFIED", 0x4>
]>;

def CUmem_advise : Enum<[
  Value<"CU_MEM_ADVISE_SET_READ_MOSTLY", 1>,
  Value<"CU_MEM_ADVISE_UNSET_READ_MOSTLY", 2>,
  Value<"CU_MEM_ADVISE_SET_PREFERRED_LOCATION", 3>,
  Value<"CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION", 4>,
  Value<"CU_MEM_ADVISE_SET_ACCESSED_BY", 5>,
  Value<"CU_MEM_ADVISE_UNSET_ACCESSED_BY", 6>
]>;

def CUmem_range_attribute : Enum<[
  Value<"CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY", 1>,
  Value<"CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION", 2>,
  Value<"CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY", 3>,
  Value<"CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION", 4>,
  Value<"CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE", 5>,
  Value<"CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID", 6>,
  Value<"CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE", 7>,
  Value<"CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID", 8>
]>;

def CUmemLocationType : Enum<[
  Value<"CU_MEM_LOCATION_TYPE_INVALID", 0x0>,
  Value<"CU_MEM_LOCATION_TYPE_NONE", 0x0>,
  Value<"CU_MEM_LOCATION_TYPE_DEVICE", 0x1>,
  Value<"CU_MEM_LOCATION_TYPE_HOST", 0x2>,
  Value<"CU_MEM_LOCATION_TYPE_HOST_NUMA", 0x3>,
  Value<"CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT", 0x4>,
  Value<"CU_MEM_LOCATION_TYPE_MAX", 0x7fffffff>
]>;

def CUmemLocation : Struct<8, [{
  CUmemLocationType type;
  int id;
}]>, Version<1>, Owner<"record">;

def CUmemDecompressAlgorithm : Enum<[
  Value<"CU_MEM_DECOMPRESS_UNSUPPORTED", 0>,
  Value<"CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE", 0x1>,
  Value<"CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY", 0x2>,
  Value<"CU_MEM_DECOMPRESS_ALGORITHM_LZ4", 0x4>
]>;

def CUmemDecompressParams : Struct<64, [{
  size_t srcNumBytes;
  size_t dstNumBytes;
  cuuint32_t *dstActBytes;
  const void *src;
  void *dst;
  CUmemDecompressAlgorithm algo;
  unsigned char padding[20];
}]>;

def cuMemGetInfo : DriverFunction<3020, [
    OptOut<"size_t *", "free">, OptOut<"size_t *", "total">], CurrentContext, Done>, Version<2>,
  Doc<"Gives free and total memory of the current device in bytes.">;
def cuMemGetInfo_v1 : DriverFunction<2000, [
    OptOut<"unsigned int *", "free">, OptOut<"unsigned int *", "total">], CurrentContext, Done>, Old<"cuMemGetInfo">;
def cuMemAlloc : DriverFunction<3020, [Out<"CUdeviceptr *", "dptr">, In<"size_t", "bytesize">], CurrentContext, Done>, Version<2>,
  Refuses<[Unsafe<>, Invalid<"bytesize == 0">]>, Doc<"Allocates memory of the current device.">,
  Is<"Memory", "memory().allocate(currentContext(), Allocation::Kind::Device, bytesize, 0, *dptr)">;
def cuMemAlloc_v1 : DriverFunction<2000, [
    Out<"CUdeviceptr_v1 *", "dptr">, In<"unsigned int", "bytesize">], CurrentContext, Done>, Old<"cuMemAlloc">,
  Refuses<[Invalid<"!bytesize">]>;
def cuMemAllocPitch : DriverFunction<3020, [
    Out<"CUdeviceptr *", "dptr">, Out<"size_t *", "pPitch">, In<"size_t", "WidthInBytes">,
    In<"size_t", "Height">, In<"unsigned int", "ElementSizeBytes">], CurrentContext, Done>, Version<2>, Refuses<[
    Unsafe<>,
    Invalid<"ElementSizeBytes != 4 && ElementSizeBytes != 8 && ElementSizeBytes != 16">]>,
  Doc<"Allocates rows that are aligned for copies and textures; the pitch is in bytes.">;
def cuMemAllocPitch_v1 : DriverFunction<2000, [
    Out<"CUdeviceptr_v1 *", "dptr">, Out<"unsigned int *", "pPitch">, In<"unsigned int", "WidthInBytes">,
    In<"unsigned int", "Height">, In<"unsigned int", "ElementSizeBytes">], CurrentContext, Done>, Old<"cuMemAllocPitch">,
  Refuses<[
    Invalid<"ElementSizeBytes != 4 && ElementSizeBytes != 8 && ElementSizeBytes != 16">,
    Invalid<"!WidthInBytes">,
    Invalid<"!Height">,
    Invalid<"WidthInBytes > model::kMaxPitch">]>;
def cuMemFree : DriverFunction<3020, [In<"CUdeviceptr", "dptr">], UsableContext, Done>, Version<2>, Refuses<[Unsafe<>]>,
  Doc<"Frees memory of a device after the work that may use it.">;
def cuMemFree_v1 : DriverFunction<2000, [In<"CUdeviceptr_v1", "dptr">], UsableContext, Done>, Old<"cuMemFree">,
  On<"cuMemFree">;
def cuMemGetAddressRange : DriverFunction<3020, [
    OptOut<"CUdeviceptr *", "pbase">, OptOut<"size_t *", "psize">, In<"CUdeviceptr", "dptr">], CurrentContext, Done>, Version<2>,
  Doc<"Gives begin and size of the allocation that holds an address.">;
def cuMemGetAddressRange_v1 : DriverFunction<2000, [
    OptOut<"CUdeviceptr_v1 *", "pbase">, OptOut<"unsigned int *", "psize">, In<"CUdeviceptr_v1", "dptr">], CurrentContext, Done>,
    Old<"cuMemGetAddressRange">;
def cuMemAllocHost : DriverFunction<3020, [Out<"void **", "pp">, In<"size_t", "bytesize">], CurrentContext, Done>, Version<2>,
  On<"cuMemHostAlloc", ["pp", "bytesize", "0"]>, Doc<"Allocates memory of the host that devices can use.">;
def cuMemAllocHost_v1 : DriverFunction<2000, [
    Out<"void **", "pp">, In<"unsigned int", "bytesize">], CurrentContext, Done>, Old<"cuMemAllocHost">;
def cuMemFreeHost : DriverFunction<2000, [Known<"void *", "p">], UsableContext, Done>, Refuses<[Unsafe<>]>,
  Doc<"Frees what cuMemAllocHost or cuMemHostAlloc allocated.">;
def cuMemHostAlloc : DriverFunction<2020, [
    Out<"void **", "pp">, In<"size_t", "bytesize">, In<"unsigned int", "Flags">], CurrentContext, Done>, Refuses<[
    Unsafe<>,
    Invalid<"Flags & ~unsigned(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED)">]>,
  Doc<"Allocates memory of the host that devices can use, with flags.">;
def cuMemHostGetDevicePointer : DriverFunction<3020, [
    Out<"CUdeviceptr *", "pdptr">, Known<"void *", "p">, In<"unsigned int", "Flags">], CurrentContext, Done>, Version<2>,
  Refuses<[Invalid<"Flags">]>, Doc<"Gives the address by which devices know memory of the host.">;
def cuMemHostGetDevicePointer_v1 : DriverFunction<2020, [
    Out<"CUdeviceptr_v1 *", "pdptr">, Known<"void *", "p">, In<"unsigned int", "Flags">], CurrentContext, Done>,
    Old<"cuMemHostGetDevicePointer">;
def cuMemHostGetFlags : DriverFunction<2030, [Out<"unsigned int *", "pFlags">, Known<"void *", "p">], CurrentContext, Done>,
  Doc<"Gives the flags of memory of the host.">;
def cuMemAllocManaged : DriverFunction<6000, [
    Out<"CUdeviceptr *", "dptr">, In<"size_t", "bytesize">, In<"unsigned int", "flags">], CurrentContext, Done>,
  Refuses<[
    Unsafe<>,
    Invalid<"bytesize == 0">,
    Invalid<"flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST">]>,
  Doc<"Allocates memory that host and devices share under one address.">,
  Is<"Memory", "memory().allocate(currentContext(), Allocation::Kind::Managed, bytesize, flags, *dptr)">;
def cuMemHostRegister : DriverFunction<6050, [
    In<"void *", "p">, In<"size_t", "bytesize">, In<"unsigned int", "Flags">], CurrentContext, Done>, Version<2>,
  Refuses<[
    Unsafe<>,
    Invalid<"Flags & ~unsigned(CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY)">,
    Invalid<"Flags & CU_MEMHOSTREGISTER_IOMEMORY">]>, // ordinary memory is none (seen)
  Doc<"Lets devices use memory that the program allocated itself.">;
def cuMemHostRegister_v1 : DriverFunction<4000, [
    In<"void *", "p">, In<"size_t", "bytesize">, In<"unsigned int", "Flags">], CurrentContext, Done>, Old<"cuMemHostRegister">,
  On<"cuMemHostRegister">;
def cuMemHostUnregister : DriverFunction<4000, [Known<"void *", "p">], UsableContext, Done>, Refuses<[Unsafe<>]>,
  Doc<"Takes back what cuMemHostRegister registered.">;
def cuMemGetHandleForAddressRange : DriverFunction<11070, [
    In<"void *", "handle">, In<"CUdeviceptr", "dptr">, In<"size_t", "size">,
    In<"CUmemRangeHandleType", "handleType">, In<"unsigned long long", "flags">]>,
    Because<"memory is not a buffer of a kernel driver, as CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED says">,
  Doc<"Gives a handle by which other drivers use a range of memory.">;
def cuMemBatchDecompressAsync : DriverFunction<12060, [
    In<"CUmemDecompressParams *", "paramsArray">, In<"size_t", "count">, In<"unsigned int", "flags">,
    OptOut<"size_t *", "errorIndex">, Found<"CUstream", "stream">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[
    Invalid<"!paramsArray">,
    Invalid<"!count">,
    Invalid<"flags">,
    Find<"stream">,
    NotCaptured<"stream">]>, Doc<"Decompresses a list of blocks in a stream.">;

// -- Rules ----------------------------------------------------------------------------------------

// Advice and prefetches are for managed memory, or for pageable memory, which devices access here.
def checkRange : Rules<["Advice"], [
    In<"CUdeviceptr", "address">, In<"size_t", "bytes">, In<"const std::optional<Allocation> &", "allocation">], [
  Invalid<"!address || !bytes">,
  Invalid<"bytes > UINTPTR_MAX - address - pageBytes()">,
  Invalid<"!allocation && exec::isManagedExclusive()">,
  Invalid<"!allocation && address < pageBytes()">, // no program has memory there
  Invalid<"allocation && !allocation->isManaged()">,
  Invalid<"allocation && bytes > allocation->end() - address">
]>;

def checkManaged : Rules<["Advice"], [In<"const std::optional<Allocation> &", "allocation">, In<"CUdeviceptr", "address">, In<"size_t", "bytes">], [
  Invalid<"!allocation || !allocation->isManaged()">,
  Invalid<"!bytes || bytes > allocation->end() - address">
]>;

def checkAdvisedPlace : Rules<["Advice"], [In<"const CUmemLocation &", "place">], [
  Invalid<"place.type < CU_MEM_LOCATION_TYPE_DEVICE || place.type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT">,
  Invalid<"place.type == CU_MEM_LOCATION_TYPE_DEVICE && !findDevice(place.id)">,
  Invalid<"place.type == CU_MEM_LOCATION_TYPE_HOST_NUMA && !isHostNode(place.id)">
]>;

// A device that does not share managed memory with the host cannot be prefetched to, whatever the place.
def checkPrefetch : Rules<["Advice"], [In<"const CUmemLocation &", "place">], [
  Fails<"CUDA_ERROR_INVALID_DEVICE", "place.type == CU_MEM_LOCATION_TYPE_DEVICE && !findDevice(place.id)">, // here only (seen)
  Asks<"checkAdvisedPlace(place)">,
  Fails<"CUDA_ERROR_INVALID_DEVICE", "exec::isManagedExclusive()">
]>;

// A location that is none is wrong even where no location matters (seen).
def checkAdvice : Rules<["Advice"], [In<"CUmem_advise", "advice">, In<"const CUmemLocation &", "place">, In<"const Allocation *", "allocation">], [
  Absence<"allocation && allocation->pool">, // seen
  Invalid<"place.type < CU_MEM_LOCATION_TYPE_DEVICE || place.type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT">,
  Invalid<"advice < CU_MEM_ADVISE_SET_READ_MOSTLY || advice > CU_MEM_ADVISE_UNSET_ACCESSED_BY">,
  Let<"const bool isAccess = advice == CU_MEM_ADVISE_SET_ACCESSED_BY || advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY">,
  Accepts<"!isAccess && advice != CU_MEM_ADVISE_SET_PREFERRED_LOCATION">,
  Asks<"checkAdvisedPlace(place)">,
  // The host always has access.
  Invalid<"isAccess && place.type != CU_MEM_LOCATION_TYPE_HOST && place.type != CU_MEM_LOCATION_TYPE_DEVICE">,
  Fails<"CUDA_ERROR_INVALID_DEVICE", "place.type == CU_MEM_LOCATION_TYPE_DEVICE && exec::isManagedExclusive()">
]>;

def checkBatch : Rules<["Advice"], [
    In<"const CUdeviceptr *", "addresses">, In<"const size_t *", "sizes">, In<"size_t", "count">, In<"unsigned long long", "flags">,
    In<"const Stream &", "stream">], [
  Invalid<"!addresses || !sizes">,
  Invalid<"!count">,
  Invalid<"flags">,
  Invalid<"stream.isLegacy()">
]>;

def checkLocations : Rules<["Advice"], [In<"const CUmemLocation *", "places">, In<"const size_t *", "indices">, In<"size_t", "many">, In<"size_t", "count">], [
  Invalid<"!places">,
  Invalid<"!checkGroups(indices, many, count)">,
  Each<"const CUmemLocation &place", "std::span(places, many)", [Invalid<"checkAdvisedPlace(place) != CUDA_SUCCESS">]>
]>;

def checkRangeAttribute : Rules<["Advice"], [In<"CUmem_range_attribute", "attribute">, In<"const void *", "data">, In<"size_t", "bytes">], [
  Invalid<"!data || !bytes">,
  Invalid<"bytes % sizeof(int)">,
  Invalid<"attribute != CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY && bytes != sizeof(int)">,
  Invalid<"attribute < CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY || attribute > CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID">
]>;
