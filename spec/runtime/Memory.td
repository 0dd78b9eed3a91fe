// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: allocation of memory.

def cudaHostAllocDefault : Macro<"0x00">;
def cudaHostAllocPortable : Macro<"0x01">, Same<"CU_MEMHOSTALLOC_PORTABLE">;
def cudaHostAllocMapped : Macro<"0x02">, Same<"CU_MEMHOSTALLOC_DEVICEMAP">;
def cudaHostAllocWriteCombined : Macro<"0x04">, Same<"CU_MEMHOSTALLOC_WRITECOMBINED">;
def cudaHostRegisterDefault : Macro<"0x00">;
def cudaHostRegisterPortable : Macro<"0x01">;
def cudaHostRegisterMapped : Macro<"0x02">, Same<"CU_MEMHOSTREGISTER_DEVICEMAP">;
def cudaHostRegisterIoMemory : Macro<"0x04">, Same<"CU_MEMHOSTREGISTER_IOMEMORY">;
def cudaHostRegisterReadOnly : Macro<"0x08">, Same<"CU_MEMHOSTREGISTER_READ_ONLY">;
def cudaMemAttachGlobal : Macro<"0x01">;
def cudaMemAttachHost : Macro<"0x02">;
def cudaMemAttachSingle : Macro<"0x04">, Same<"CU_MEM_ATTACH_SINGLE">;

def cudaMemoryType : Enum<[
  Value<"cudaMemoryTypeUnregistered", 0>,
  Value<"cudaMemoryTypeHost", 1>,
  Value<"cudaMemoryTypeDevice", 2>,
  Value<"cudaMemoryTypeManaged", 3>
]>;

def cudaMemoryAdvise : Enum<[
  Value<"cudaMemAdviseSetReadMostly", 1>,
  Value<"cudaMemAdviseUnsetReadMostly", 2>,
  Value<"cudaMemAdviseSetPreferredLocation", 3>,
  Value<"cudaMemAdviseUnsetPreferredLocation", 4>,
  Value<"cudaMemAdviseSetAccessedBy", 5>,
  Value<"cudaMemAdviseUnsetAccessedBy", 6>
]>, Same<"CUmem_advise">;

def cudaMemRangeAttribute : Enum<[
  Value<"cudaMemRangeAttributeReadMostly", 1>,
  Value<"cudaMemRangeAttributePreferredLocation", 2>,
  Value<"cudaMemRangeAttributeAccessedBy", 3>,
  Value<"cudaMemRangeAttributeLastPrefetchLocation", 4>,
  Value<"cudaMemRangeAttributePreferredLocationType", 5>,
  Value<"cudaMemRangeAttributePreferredLocationId", 6>,
  Value<"cudaMemRangeAttributeLastPrefetchLocationType", 7>,
  Value<"cudaMemRangeAttributeLastPrefetchLocationId", 8>
]>, Same<"CUmem_range_attribute">;

def cudaMemLocationType : Enum<[
  Value<"cudaMemLocationTypeInvalid", 0>,
  Value<"cudaMemLocationTypeNone", 0>,
  Value<"cudaMemLocationTypeDevice", 1>,
  Value<"cudaMemLocationTypeHost", 2>,
  Value<"cudaMemLocationTypeHostNuma", 3>,
  Value<"cudaMemLocationTypeHostNumaCurrent", 4>
]>, Same<"CUmemLocationType">;

def cudaMemLocation : Struct<8, [{
  enum cudaMemLocationType type;
  int id;
}]>, Same<"CUmemLocation">;

def cudaMallocManaged : RuntimeFunction<[
    Out<"void **", "devPtr">, In<"size_t", "size">,
    In<"unsigned int", "flags", "cudaMemAttachGlobal">], CurrentContext, Done>, Device,
  Doc<"Allocates memory that host and devices share under one address.">;
def cudaMalloc : RuntimeFunction<[
    Out<"void **", "devPtr">, In<"size_t", "size">], CurrentContext, Done>, Device,
  Doc<"Allocates memory of the current device.">;
def cudaMallocHost : RuntimeFunction<[Out<"void **", "ptr">, In<"size_t", "size">], CurrentContext, Done>,
  Doc<"Allocates memory of the host that devices can use.">;
def cudaMallocPitch : RuntimeFunction<[
    Out<"void **", "devPtr">, Out<"size_t *", "pitch">, In<"size_t", "width">,
    In<"size_t", "height">], CurrentContext, Done>,
  Doc<"Allocates rows that are aligned for copies and textures; the pitch is in bytes.">;
// A null pointer goes to the driver, too: even that call is refused while a stream captures (seen).
def cudaFree : RuntimeFunction<[In<"void *", "devPtr">], CurrentContext, Done>, Device, On<"cuMemFree">;
def cudaFreeHost : RuntimeFunction<[In<"void *", "ptr">], CurrentContext, Done>, On<"cuMemFreeHost">, DoneIf<"!ptr">;
def cudaHostAlloc : RuntimeFunction<[
    Out<"void **", "pHost">, In<"size_t", "size">, In<"unsigned int", "flags">], CurrentContext, Done>,
  Doc<"Allocates memory of the host that devices can use, with flags.">;
def cudaHostRegister : RuntimeFunction<[
    In<"void *", "ptr">, In<"size_t", "size">, In<"unsigned int", "flags">], CurrentContext, Done>,
  On<"cuMemHostRegister">;
def cudaHostUnregister : RuntimeFunction<[In<"void *", "ptr">], CurrentContext, Done>, On<"cuMemHostUnregister">;
def cudaHostGetDevicePointer : RuntimeFunction<[
    Out<"void **", "pDevice">, In<"void *", "pHost">, In<"unsigned int", "flags">], CurrentContext, Done>,
  On<"cuMemHostGetDevicePointer">;
def cudaHostGetFlags : RuntimeFunction<[
    Out<"unsigned int *", "pFlags">, In<"void *", "pHost">], CurrentContext, Done>, On<"cuMemHostGetFlags">;
def cudaMalloc3D : RuntimeFunction<[
    Out<"struct cudaPitchedPtr *", "pitchedDevPtr">,
    In<"struct cudaExtent", "extent">], CurrentContext, Done>,
  Doc<"Allocates slices of rows that are aligned for copies and textures.">;
def cudaMemGetInfo : RuntimeFunction<[
    OptOut<"size_t *", "free">, OptOut<"size_t *", "total">], CurrentContext, Done>, On<"cuMemGetInfo">;
def cudaMemPrefetchAsync : RuntimeFunction<[
    In<"const void *", "devPtr">, In<"size_t", "count">, In<"struct cudaMemLocation", "location">,
    In<"unsigned int", "flags">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream,
  On<"cuMemPrefetchAsync">;
def cudaMemPrefetchBatchAsync : RuntimeFunction<[
    In<"void **", "dptrs">, In<"size_t *", "sizes">, In<"size_t", "count">,
    In<"struct cudaMemLocation *", "prefetchLocs">, In<"size_t *", "prefetchLocIdxs">,
    In<"size_t", "numPrefetchLocs">, In<"unsigned long long", "flags">,
    In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream, On<"cuMemPrefetchBatchAsync">;
def cudaMemDiscardBatchAsync : RuntimeFunction<[
    In<"void **", "dptrs">, In<"size_t *", "sizes">, In<"size_t", "count">,
    In<"unsigned long long", "flags">, In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  On<"cuMemDiscardBatchAsync">;
def cudaMemDiscardAndPrefetchBatchAsync : RuntimeFunction<[
    In<"void **", "dptrs">, In<"size_t *", "sizes">, In<"size_t", "count">,
    In<"struct cudaMemLocation *", "prefetchLocs">, In<"size_t *", "prefetchLocIdxs">,
    In<"size_t", "numPrefetchLocs">, In<"unsigned long long", "flags">,
    In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream, On<"cuMemDiscardAndPrefetchBatchAsync">;
def cudaMemAdvise : RuntimeFunction<[
    In<"const void *", "devPtr">, In<"size_t", "count">, In<"enum cudaMemoryAdvise", "advice">,
    In<"struct cudaMemLocation", "location">], CurrentContext, Done>, On<"cuMemAdvise">;
def cudaMemRangeGetAttribute : RuntimeFunction<[
    In<"void *", "data">, In<"size_t", "dataSize">, In<"enum cudaMemRangeAttribute", "attribute">,
    In<"const void *", "devPtr">, In<"size_t", "count">], CurrentContext, Done>, On<"cuMemRangeGetAttribute">;
def cudaMemGetLocationInfo : RuntimeFunction<[
    In<"void *", "devPtr">, In<"size_t", "size">, In<"size_t", "summaryGranularity">, In<"size_t", "samplingGranularity">,
    In<"struct cudaMemLocation *", "location_out">], CurrentContext, Done>, On<"cuMemGetLocationInfo">;
def cudaMemRangeGetAttributes : RuntimeFunction<[
    In<"void **", "data">, In<"size_t *", "dataSizes">, In<"enum cudaMemRangeAttribute *", "attributes">,
    In<"size_t", "numAttributes">, In<"const void *", "devPtr">,
    In<"size_t", "count">], CurrentContext, Done>, On<"cuMemRangeGetAttributes">;
