// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: the stream-ordered allocator.

def cudaMemPoolCreateUsageHwDecompress : Macro<"0x2">;

def cudaMemPoolAttr : Enum<[
  Value<"cudaMemPoolReuseFollowEventDependencies", 0x1>,
  Value<"cudaMemPoolReuseAllowOpportunistic", 0x2>,
  Value<"cudaMemPoolReuseAllowInternalDependencies", 0x3>,
  Value<"cudaMemPoolAttrReleaseThreshold", 0x4>,
  Value<"cudaMemPoolAttrReservedMemCurrent", 0x5>,
  Value<"cudaMemPoolAttrReservedMemHigh", 0x6>,
  Value<"cudaMemPoolAttrUsedMemCurrent", 0x7>,
  Value<"cudaMemPoolAttrUsedMemHigh", 0x8>
]>, Same<"CUmemPool_attribute">;

def cudaMemAccessFlags : Enum<[
  Value<"cudaMemAccessFlagsProtNone", 0>,
  Value<"cudaMemAccessFlagsProtRead", 1>,
  Value<"cudaMemAccessFlagsProtReadWrite", 3>
]>, Same<"CUmemAccess_flags">;

def cudaMemAccessDesc : Struct<12, [{
  struct cudaMemLocation location;
  enum cudaMemAccessFlags flags;
}]>, Same<"CUmemAccessDesc">;

def cudaMemAllocationType : Enum<[
  Value<"cudaMemAllocationTypeInvalid", 0x0>,
  Value<"cudaMemAllocationTypePinned", 0x1>,
  Value<"cudaMemAllocationTypeManaged", 0x2>,
  Value<"cudaMemAllocationTypeMax", 0x7fffffff>
]>, Same<"CUmemAllocationType">;

def cudaMemAllocationHandleType : Enum<[
  Value<"cudaMemHandleTypeNone", 0x0>,
  Value<"cudaMemHandleTypePosixFileDescriptor", 0x1>,
  Value<"cudaMemHandleTypeWin32", 0x2>,
  Value<"cudaMemHandleTypeWin32Kmt", 0x4>,
  Value<"cudaMemHandleTypeFabric", 0x8>
]>, Same<"CUmemAllocationHandleType">;

def cudaMemPoolProps : Struct<88, [{
  enum cudaMemAllocationType allocType;
  enum cudaMemAllocationHandleType handleTypes;
  struct cudaMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
}]>, Same<"CUmemPoolProps">;

def cudaMemPoolPtrExportData : Struct<64, [{
  unsigned char reserved[64];
}]>, Same<"CUmemPoolPtrExportData">;

def cudaMemFabricHandle_t : Struct<64, [{
  char reserved[64];
}]>, Tag<"cudaMemFabricHandle_st">;

def cudaMemPool_t : Handle<"CUmemPoolHandle_st">;

def cudaMallocAsync : RuntimeFunction<[
    Out<"void **", "devPtr">, In<"size_t", "size">, In<"cudaStream_t", "hStream">], CurrentContext, Done>,
    PerThreadStream, Doc<"Allocates from the current pool of the device, in the order of a stream.">;
def cudaFreeAsync : RuntimeFunction<[
    In<"void *", "devPtr">, In<"cudaStream_t", "hStream">], CurrentContext, Done>, PerThreadStream,
  On<"cuMemFreeAsync">;
def cudaMemPoolTrimTo : RuntimeFunction<[
    In<"cudaMemPool_t", "memPool">, In<"size_t", "minBytesToKeep">], CurrentContext, Done>, On<"cuMemPoolTrimTo">;
def cudaMemPoolSetAttribute : RuntimeFunction<[
    In<"cudaMemPool_t", "memPool">, In<"enum cudaMemPoolAttr", "attr">,
    In<"void *", "value">], CurrentContext, Done>, On<"cuMemPoolSetAttribute">;
def cudaMemPoolGetAttribute : RuntimeFunction<[
    In<"cudaMemPool_t", "memPool">, In<"enum cudaMemPoolAttr", "attr">,
    In<"void *", "value">], CurrentContext, Done>, On<"cuMemPoolGetAttribute">;
def cudaMemPoolSetAccess : RuntimeFunction<[
    In<"cudaMemPool_t", "memPool">, In<"const struct cudaMemAccessDesc *", "descList">,
    In<"size_t", "count">], CurrentContext, Done>, On<"cuMemPoolSetAccess">;
def cudaMemPoolGetAccess : RuntimeFunction<[
    Out<"enum cudaMemAccessFlags *", "flags">, In<"cudaMemPool_t", "memPool">,
    In<"struct cudaMemLocation *", "location">], CurrentContext, Done>, On<"cuMemPoolGetAccess">;
def cudaMemPoolCreate : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">,
    In<"const struct cudaMemPoolProps *", "poolProps">], CurrentContext, Done>, On<"cuMemPoolCreate">;
def cudaMemPoolDestroy : RuntimeFunction<[In<"cudaMemPool_t", "memPool">], CurrentContext, Done>,
  On<"cuMemPoolDestroy">;
def cudaMemGetDefaultMemPool : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">, In<"struct cudaMemLocation *", "location">,
    In<"enum cudaMemAllocationType", "type">], CurrentContext, Done>, On<"cuMemGetDefaultMemPool">;
def cudaMemGetMemPool : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">, In<"struct cudaMemLocation *", "location">,
    In<"enum cudaMemAllocationType", "type">], CurrentContext, Done>, On<"cuMemGetMemPool">;
def cudaMemSetMemPool : RuntimeFunction<[
    In<"struct cudaMemLocation *", "location">, In<"enum cudaMemAllocationType", "type">,
    In<"cudaMemPool_t", "memPool">], CurrentContext, Done>, On<"cuMemSetMemPool">;
def cudaMallocFromPoolAsync : RuntimeFunction<[
    Out<"void **", "ptr">, In<"size_t", "size">, In<"cudaMemPool_t", "memPool">,
    In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  Doc<"Allocates from a pool in the order of a stream.">;
def cudaMemPoolExportToShareableHandle : RuntimeFunction<[
    In<"void *", "shareableHandle">, In<"cudaMemPool_t", "memPool">,
    In<"enum cudaMemAllocationHandleType", "handleType">, In<"unsigned int", "flags">], CurrentContext, Done>,
  On<"cuMemPoolExportToShareableHandle">;
def cudaMemPoolImportFromShareableHandle : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">, In<"void *", "shareableHandle">,
    In<"enum cudaMemAllocationHandleType", "handleType">, In<"unsigned int", "flags">], CurrentContext, Done>,
  On<"cuMemPoolImportFromShareableHandle">;
def cudaMemPoolExportPointer : RuntimeFunction<[
    Out<"struct cudaMemPoolPtrExportData *", "exportData">, In<"void *", "ptr">], CurrentContext, Done>,
  On<"cuMemPoolExportPointer">;
def cudaMemPoolImportPointer : RuntimeFunction<[
    Out<"void **", "ptr">, In<"cudaMemPool_t", "memPool">,
    In<"struct cudaMemPoolPtrExportData *", "exportData">], CurrentContext, Done>, On<"cuMemPoolImportPointer">;
