// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: external memory and semaphores.

def cudaExternalMemoryDedicated : Macro<"0x1">;
def cudaExternalSemaphoreSignalSkipNvSciBufMemSync : Macro<"0x01">;
def cudaExternalSemaphoreWaitSkipNvSciBufMemSync : Macro<"0x02">;
def cudaNvSciSyncAttrSignal : Macro<"0x1">;
def cudaNvSciSyncAttrWait : Macro<"0x2">;

def cudaExternalMemoryHandleType : Enum<[
  Value<"cudaExternalMemoryHandleTypeOpaqueFd", 1>,
  Value<"cudaExternalMemoryHandleTypeOpaqueWin32", 2>,
  Value<"cudaExternalMemoryHandleTypeOpaqueWin32Kmt", 3>,
  Value<"cudaExternalMemoryHandleTypeD3D12Heap", 4>,
  Value<"cudaExternalMemoryHandleTypeD3D12Resource", 5>,
  Value<"cudaExternalMemoryHandleTypeD3D11Resource", 6>,
  Value<"cudaExternalMemoryHandleTypeD3D11ResourceKmt", 7>,
  Value<"cudaExternalMemoryHandleTypeNvSciBuf", 8>
]>;

def cudaExternalMemoryHandleDesc : Struct<104, [{
  enum cudaExternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
}]>, Same<"CUDA_EXTERNAL_MEMORY_HANDLE_DESC">;

def cudaExternalMemoryBufferDesc : Struct<88, [{
  unsigned long long offset;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
}]>, Same<"CUDA_EXTERNAL_MEMORY_BUFFER_DESC">;

def cudaExternalMemoryMipmappedArrayDesc : Struct<128, [{
  unsigned long long offset;
  struct cudaChannelFormatDesc formatDesc;
  struct cudaExtent extent;
  unsigned int flags;
  unsigned int numLevels;
  unsigned int reserved[16];
}]>;

def cudaExternalSemaphoreHandleType : Enum<[
  Value<"cudaExternalSemaphoreHandleTypeOpaqueFd", 1>,
  Value<"cudaExternalSemaphoreHandleTypeOpaqueWin32", 2>,
  Value<"cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt", 3>,
  Value<"cudaExternalSemaphoreHandleTypeD3D12Fence", 4>,
  Value<"cudaExternalSemaphoreHandleTypeD3D11Fence", 5>,
  Value<"cudaExternalSemaphoreHandleTypeNvSciSync", 6>,
  Value<"cudaExternalSemaphoreHandleTypeKeyedMutex", 7>,
  Value<"cudaExternalSemaphoreHandleTypeKeyedMutexKmt", 8>,
  Value<"cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd", 9>,
  Value<"cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32", 10>
]>;

def cudaExternalSemaphoreHandleDesc : Struct<96, [{
  enum cudaExternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciSyncObj;
  } handle;
  unsigned int flags;
  unsigned int reserved[16];
}]>, Same<"CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC">;

def cudaExternalSemaphoreSignalParams : Struct<144, [{
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
}]>, Same<"CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS">;

def cudaExternalSemaphoreWaitParams : Struct<144, [{
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
}]>, Same<"CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS">;

def cudaExternalMemory_t : Handle<"CUexternalMemory_st">, Same<"CUexternalMemory">;
def cudaExternalSemaphore_t : Handle<"CUexternalSemaphore_st">, Same<"CUexternalSemaphore">;

def cudaExternalSemaphoreSignalNodeParams : Struct<24, [{
  cudaExternalSemaphore_t *extSemArray;
  const struct cudaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems;
}]>, Same<"CUDA_EXT_SEM_SIGNAL_NODE_PARAMS">;

def cudaExternalSemaphoreSignalNodeParamsV2 : Struct<24, [{
  cudaExternalSemaphore_t *extSemArray;
  const struct cudaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems;
}]>;

def cudaExternalSemaphoreWaitNodeParams : Struct<24, [{
  cudaExternalSemaphore_t *extSemArray;
  const struct cudaExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems;
}]>, Same<"CUDA_EXT_SEM_WAIT_NODE_PARAMS">;

def cudaExternalSemaphoreWaitNodeParamsV2 : Struct<24, [{
  cudaExternalSemaphore_t *extSemArray;
  const struct cudaExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems;
}]>;

def cudaImportExternalMemory : RuntimeFunction<[
    Out<"cudaExternalMemory_t *", "extMem_out">,
    In<"const struct cudaExternalMemoryHandleDesc *", "memHandleDesc">], CurrentContext, Done>,
  On<"cuImportExternalMemory">;
def cudaExternalMemoryGetMappedBuffer : RuntimeFunction<[
    Out<"void **", "devPtr">, In<"cudaExternalMemory_t", "extMem">,
    In<"const struct cudaExternalMemoryBufferDesc *", "bufferDesc">], CurrentContext, Done>,
  On<"cuExternalMemoryGetMappedBuffer">;
def cudaExternalMemoryGetMappedMipmappedArray : RuntimeFunction<[
    Out<"cudaMipmappedArray_t *", "mipmap">, In<"cudaExternalMemory_t", "extMem">,
    In<"const struct cudaExternalMemoryMipmappedArrayDesc *", "mipmapDesc">], CurrentContext, Done>,
  Doc<"Makes a mipmapped array of imported memory.">;
// Null is refused here (seen); the driver tells of other wrong values.
def cudaDestroyExternalMemory : RuntimeFunction<[In<"cudaExternalMemory_t", "extMem">], CurrentContext, Done>,
  On<"cuDestroyExternalMemory">, Refuses<[Fails<"cudaErrorInvalidResourceHandle", "!extMem">]>;
def cudaImportExternalSemaphore : RuntimeFunction<[
    Out<"cudaExternalSemaphore_t *", "extSem_out">,
    In<"const struct cudaExternalSemaphoreHandleDesc *", "semHandleDesc">], CurrentContext, Done>,
  On<"cuImportExternalSemaphore">;
def cudaSignalExternalSemaphoresAsync : RuntimeFunction<[
    In<"const cudaExternalSemaphore_t *", "extSemArray">,
    In<"const struct cudaExternalSemaphoreSignalParams *", "paramsArray">, In<"unsigned int", "numExtSems">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream, On<"cuSignalExternalSemaphoresAsync">;
def cudaWaitExternalSemaphoresAsync : RuntimeFunction<[
    In<"const cudaExternalSemaphore_t *", "extSemArray">,
    In<"const struct cudaExternalSemaphoreWaitParams *", "paramsArray">, In<"unsigned int", "numExtSems">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream, On<"cuWaitExternalSemaphoresAsync">;
def cudaDestroyExternalSemaphore : RuntimeFunction<[
    In<"cudaExternalSemaphore_t", "extSem">], CurrentContext, Done>,
  On<"cuDestroyExternalSemaphore">, Refuses<[Fails<"cudaErrorInvalidResourceHandle", "!extSem">]>;
