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
]>;

def cudaMemAccessFlags : Enum<[
  Value<"cudaMemAccessFlagsProtNone", 0>,
  Value<"cudaMemAccessFlagsProtRead", 1>,
  Value<"cudaMemAccessFlagsProtReadWrite", 3>
]>;

def cudaMemAccessDesc : Struct<12, [{
  struct cudaMemLocation location;
  enum cudaMemAccessFlags flags;
}]>;

def cudaMemAllocationType : Enum<[
  Value<"cudaMemAllocationTypeInvalid", 0x0>,
  Value<"cudaMemAllocationTypePinned", 0x1>,
  Value<"cudaMemAllocationTypeManaged", 0x2>,
  Value<"cudaMemAllocationTypeMax", 0x7fffffff>
]>;

def cudaMemAllocationHandleType : Enum<[
  Value<"cudaMemHandleTypeNone", 0x0>,
  Value<"cudaMemHandleTypePosixFileDescriptor", 0x1>,
  Value<"cudaMemHandleTypeWin32", 0x2>,
  Value<"cudaMemHandleTypeWin32Kmt", 0x4>,
  Value<"cudaMemHandleTypeFabric", 0x8>
]>;

def cudaMemPoolProps : Struct<88, [{
  enum cudaMemAllocationType allocType;
  enum cudaMemAllocationHandleType handleTypes;
  struct cudaMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
}]>;

def cudaMemPoolPtrExportData : Struct<64, [{
  unsigned char reserved[64];
}]>;

def cudaMemFabricHandle_t : Struct<64, [{
  char reserved[64];
}]>, Tag<"cudaMemFabricHandle_st">;

def cudaMemPool_t : Handle<"CUmemPoolHandle_st">;

def cudaMallocAsync : RuntimeFunction<[
    Out<"void **", "devPtr">, In<"size_t", "size">, In<"cudaStream_t", "hStream">], CurrentContext, Done>,
    PerThreadStream;
def cudaFreeAsync : RuntimeFunction<[
    In<"void *", "devPtr">, In<"cudaStream_t", "hStream">], CurrentContext, Done>, PerThreadStream;
def cudaMemPoolTrimTo : RuntimeFunction<[
    In<"cudaMemPool_t", "memPool">, In<"size_t", "minBytesToKeep">], CurrentContext, Done>;
def cudaMemPoolSetAttribute : RuntimeFunction<[
    In<"cudaMemPool_t", "memPool">, In<"enum cudaMemPoolAttr", "attr">,
    In<"void *", "value">], CurrentContext, Done>;
def cudaMemPoolGetAttribute : RuntimeFunction<[
    In<"cudaMemPool_t", "memPool">, In<"enum cudaMemPoolAttr", "attr">,
    In<"void *", "value">], CurrentContext, Done>;
def cudaMemPoolSetAccess : RuntimeFunction<[
    In<"cudaMemPool_t", "memPool">, In<"const struct cudaMemAccessDesc *", "descList">,
    In<"size_t", "count">], CurrentContext, Done>;
def cudaMemPoolGetAccess : RuntimeFunction<[
    Out<"enum cudaMemAccessFlags *", "flags">, In<"cudaMemPool_t", "memPool">,
    In<"struct cudaMemLocation *", "location">], CurrentContext, Done>;
def cudaMemPoolCreate : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">,
    In<"const struct cudaMemPoolProps *", "poolProps">], CurrentContext, Done>;
def cudaMemPoolDestroy : RuntimeFunction<[In<"cudaMemPool_t", "memPool">], CurrentContext, Done>;
def cudaMemGetDefaultMemPool : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">, In<"struct cudaMemLocation *", "location">,
    In<"enum cudaMemAllocationType", "type">], CurrentContext, Done>;
def cudaMemGetMemPool : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">, In<"struct cudaMemLocation *", "location">,
    In<"enum cudaMemAllocationType", "type">], CurrentContext, Done>;
def cudaMemSetMemPool : RuntimeFunction<[
    In<"struct cudaMemLocation *", "location">, In<"enum cudaMemAllocationType", "type">,
    In<"cudaMemPool_t", "memPool">], CurrentContext, Done>;
def cudaMallocFromPoolAsync : RuntimeFunction<[
    Out<"void **", "ptr">, In<"size_t", "size">, In<"cudaMemPool_t", "memPool">,
    In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream;
def cudaMemPoolExportToShareableHandle : RuntimeFunction<[
    In<"void *", "shareableHandle">, In<"cudaMemPool_t", "memPool">,
    In<"enum cudaMemAllocationHandleType", "handleType">, In<"unsigned int", "flags">], CurrentContext, Done>;
def cudaMemPoolImportFromShareableHandle : RuntimeFunction<[
    Out<"cudaMemPool_t *", "memPool">, In<"void *", "shareableHandle">,
    In<"enum cudaMemAllocationHandleType", "handleType">, In<"unsigned int", "flags">], CurrentContext, Done>;
def cudaMemPoolExportPointer : RuntimeFunction<[
    Out<"struct cudaMemPoolPtrExportData *", "exportData">, In<"void *", "ptr">], CurrentContext, Done>;
def cudaMemPoolImportPointer : RuntimeFunction<[
    Out<"void **", "ptr">, In<"cudaMemPool_t", "memPool">,
    In<"struct cudaMemPoolPtrExportData *", "exportData">], CurrentContext, Done>;
