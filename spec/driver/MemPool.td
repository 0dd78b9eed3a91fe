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
  Doc<"Frees memory of a pool in the order of a stream.">, Is<"MemPool", "dptr ? freeAsync(dptr, hStream) : CUDA_SUCCESS">;
def cuMemAllocAsync : DriverFunction<11020, [
    Out<"CUdeviceptr *", "dptr">, In<"size_t", "bytesize">, In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream,
  Doc<"Allocates from the current pool of the stream's device, in the order of the stream.">;
def cuMemPoolTrimTo : DriverFunction<11020, [
    Found<"CUmemoryPool", "pool">, In<"size_t", "minBytesToKeep">], Initialized, Done>, Refuses<[Unsafe<>, Find<"pool">]>,
  Doc<"Gives unused memory of a pool back, down to a number of bytes.">,
  Does<"MemPool", "pool.trim(minBytesToKeep)">;
def cuMemPoolSetAttribute : DriverFunction<11020, [
    Found<"CUmemoryPool", "pool">, In<"CUmemPool_attribute", "attr">, In<"void *", "value">], Initialized, Done>,
  Refuses<[
    Unsafe<>, Find<"pool">, Invalid<"!value">,
    Invalid<"attr < CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES || attr > CU_MEMPOOL_ATTR_USED_MEM_HIGH">,
    Invalid<"attr == CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT || attr == CU_MEMPOOL_ATTR_USED_MEM_CURRENT">,
    // The high marks can only be put back to what is now.
    Invalid<"attr == CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH && *static_cast<const cuuint64_t *>(value)">,
    Invalid<"attr == CU_MEMPOOL_ATTR_USED_MEM_HIGH && *static_cast<const cuuint64_t *>(value)">]>, Doc<"Sets a property of a pool.">,
  Is<"MemPool", "pool.setAttribute(attr, value)">;
def cuMemPoolGetAttribute : DriverFunction<11020, [
    Found<"CUmemoryPool", "pool">, In<"CUmemPool_attribute", "attr">, In<"void *", "value">], Initialized, Done>,
  Refuses<[
    Unsafe<>, Find<"pool">, Invalid<"!value">,
    Invalid<"attr < CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES || attr > CU_MEMPOOL_ATTR_USED_MEM_HIGH">,
    Invalid<"pool_->isImported() && attr >= CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT">]>, // (seen)
  Doc<"Gives a property of a pool.">, Is<"MemPool", "pool.attribute(attr, value)">;
def cuMemPoolSetAccess : DriverFunction<11020, [
    Found<"CUmemoryPool", "pool">, In<"const CUmemAccessDesc *", "map">, In<"size_t", "count">], Initialized, Done>,
  Refuses<[Invalid<"count && !map">]>, Doc<"Says which devices may use memory of a pool.">;
def cuMemPoolGetAccess : DriverFunction<11020, [
    Out<"CUmemAccess_flags *", "flags">, Found<"CUmemoryPool", "memPool">, In<"CUmemLocation *", "location">], Initialized, Done>,
  Refuses<[Invalid<"!location">]>, Doc<"Tells whether a place may use memory of a pool.">;
def cuMemPoolCreate : DriverFunction<11020, [
    Out<"CUmemoryPool *", "pool">, In<"const CUmemPoolProps *", "poolProps">], Initialized, Done>, Refuses<[Unsafe<>, Invalid<"!poolProps">, MeetsInside<"poolProps", "checkPoolProps">]>,
  Doc<"Makes a pool.">;
def cuMemPoolDestroy : DriverFunction<11020, [Checked<"CUmemoryPool", "pool">], Initialized, Done>,
  Refuses<[Unsafe<>, Find<"pool">, Invalid<"pool_->isDefault()">]>, Doc<"Ends a pool when its memory is free.">;
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
  Doc<"Allocates from a pool in the order of a stream.">, Is<"MemPool", "allocateAsync(dptr, bytesize, pool, hStream)">;
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
  Refuses<[Invalid<"flags">, Invalid<"handleType != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR">]>, Doc<"Imports a pool of another process.">;
def cuMemPoolExportPointer : DriverFunction<11020, [
    Out<"CUmemPoolPtrExportData *", "shareData_out">, In<"CUdeviceptr", "ptr">], Initialized, Done>,
  Doc<"Gives data by which another process finds an allocation of a shared pool.">;
def cuMemPoolImportPointer : DriverFunction<11020, [
    Out<"CUdeviceptr *", "ptr_out">, Found<"CUmemoryPool", "pool">, In<"CUmemPoolPtrExportData *", "shareData">], Initialized, Done>,
  Refuses<[Invalid<"!pool_->isImported()">, Invalid<"!shareData">]>,
  Doc<"Gives the address of an allocation of a shared pool.">;

// -- Rules ----------------------------------------------------------------------------------------

// A place that can have pools. NOT_SUPPORTED: not in this version, or not of devices that do not share managed memory with the host.
def checkPoolPlace : Rules<["PoolPlaces"], [In<"CUmemAllocationType", "type">, In<"const CUmemLocation &", "place">], [
  Invalid<"type != CU_MEM_ALLOCATION_TYPE_PINNED && type != CU_MEM_ALLOCATION_TYPE_MANAGED">,
  Let<"const bool isManaged = type == CU_MEM_ALLOCATION_TYPE_MANAGED">,
  Absence<"isManaged && exec::isManagedExclusive()">,
  Absence<"unsigned(place.type) > CU_MEM_LOCATION_TYPE_HOST_NUMA">,
  Invalid<"place.type == CU_MEM_LOCATION_TYPE_DEVICE && !findDevice(place.id)">,
  Invalid<"place.type == CU_MEM_LOCATION_TYPE_HOST_NUMA && !isHostNode(place.id)">,
  Invalid<"place.type == CU_MEM_LOCATION_TYPE_INVALID && !isManaged">
]>;

def checkPoolProps : Rules<["PoolPlaces"], [In<"const CUmemPoolProps &", "it">], [
  Let<"const bool isManaged = it.allocType == CU_MEM_ALLOCATION_TYPE_MANAGED">,
  Let<"const CUmemLocationType place = it.location.type">,
  Let<"const bool isShareable = !isManaged && (place == CU_MEM_LOCATION_TYPE_DEVICE || place == CU_MEM_LOCATION_TYPE_HOST_NUMA)">,
  Invalid<"it.handleTypes != CU_MEM_HANDLE_TYPE_NONE && !isShareable",
          "it.location.type = CU_MEM_LOCATION_TYPE_HOST; it.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR">,
  Invalid<"isManaged && (it.maxSize || it.usage)", "it.allocType = CU_MEM_ALLOCATION_TYPE_MANAGED; it.maxSize = 4096">, // has no limit
  Each<"const unsigned char byte", "it.reserved", [Invalid<"byte", "it.reserved[53] = 1">]>
]>, Valid<"it.allocType = CU_MEM_ALLOCATION_TYPE_PINNED; it.location.type = CU_MEM_LOCATION_TYPE_DEVICE">;

def checkPoolSharing : Rules<["PoolPlaces"], [In<"const CUmemPoolProps &", "it">], [
  Absence<"it.handleTypes == CU_MEM_HANDLE_TYPE_FABRIC">, // there is none
  Invalid<"it.handleTypes != CU_MEM_HANDLE_TYPE_NONE && it.handleTypes != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR">,
  Fails<"CUDA_ERROR_OUT_OF_MEMORY", "it.maxSize > size_t(1) << 47"> // of addresses
]>;

def checkPoolOf : Rules<["PoolPlaces"], [In<"const MemoryPool *", "pool">, In<"const PoolPlace &", "place">], [
  Invalid<"!pool || !(pool->place() == place)">,
  Invalid<"pool->isImported()">
]>;

// The host always has its own.
def checkPoolAccess : Rules<["PoolPlaces"], [In<"const MemoryPool &", "pool">, In<"const CUmemAccessDesc &", "it">], [
  Let<"const bool isDevices = it.location.type == CU_MEM_LOCATION_TYPE_DEVICE">,
  Let<"const bool isOfDevice = !pool.place().isManaged() && !pool.place().isHosts()">,
  Absence<"it.flags == CU_MEM_ACCESS_FLAGS_PROT_READ">,
  Absence<"isOfDevice && !isDevices">,
  Let<"const bool takes = it.flags == CU_MEM_ACCESS_FLAGS_PROT_NONE">,
  Invalid<"!takes && it.flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE">,
  Invalid<"!isDevices && !isHosts(it.location)">,
  Absence<"!isDevices && takes && pool.place().isHosts()">,
  Fails<"CUDA_ERROR_INVALID_DEVICE", "isDevices && !findDevice(it.location.id)">,
  Fails<"CUDA_ERROR_INVALID_DEVICE", "isOfDevice && it.location.id == pool.device().ordinal() && takes">
]>;

def checkPoolUser : Rules<["PoolPlaces"], [In<"const CUmemLocation &", "place">], [
  Let<"const bool isDevices = place.type == CU_MEM_LOCATION_TYPE_DEVICE">,
  Invalid<"isDevices ? !findDevice(place.id) : !isHosts(place)">
]>;

def checkFreed : Rules<["MemPool"], [In<"const std::optional<Allocation> &", "allocation">, In<"CUdeviceptr", "address">], [
  Invalid<"!allocation || allocation->base != address">,
  Absence<"allocation->isManaged() && !isPoolMemory(*allocation)">, // (seen)
  Invalid<"!isPoolMemory(*allocation) && allocation->kind != Allocation::Kind::Device && !isImportedPointer(*allocation)">
]>;

def checkImportedPool : Rules<["MemPool"], [In<"int", "descriptor">, In<"const PoolLabel &", "label">, In<"ssize_t", "bytes">], [
  Fails<"CUDA_ERROR_UNKNOWN", "fcntl(descriptor, F_GETFD) < 0">, // no descriptor (seen)
  Let<"const int seals = fcntl(descriptor, F_GET_SEALS)">,
  Invalid<"seals < 0 || (seals & kPoolSeals) != kPoolSeals">,
  Invalid<"bytes != ssize_t(sizeof label) || std::memcmp(label.magic, PoolLabel::kMagic, sizeof label.magic)">,
  Let<"const bool isNodes = label.location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA && isHostNode(label.location.id)">,
  Invalid<"!isNodes && label.location.type != CU_MEM_LOCATION_TYPE_DEVICE">
]>;

def checkExportedPointer : Rules<["MemPool"], [In<"const std::optional<Allocation> &", "allocation">], [
  Invalid<"!allocation || allocation->kind != Allocation::Kind::Pool">,
  Invalid<"allocation->isFreed || !allocation->physical">
]>;

// Graphs have memory of devices only, pinned whatever the pool's is (seen).
def checkCapturedPool : Rules<["MemPool"], [In<"const MemoryPool &", "pool">], [
  Absence<"pool.descriptor() >= 0">,
  Invalid<"pool.place().location.type == CU_MEM_LOCATION_TYPE_INVALID">,
  Absence<"pool.place().location.type != CU_MEM_LOCATION_TYPE_DEVICE">
]>;
