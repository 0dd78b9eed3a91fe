// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: external memory and semaphores.

def CUDA_EXTERNAL_MEMORY_DEDICATED : Macro<"0x1">;
def CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC : Macro<"0x01">;
def CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC : Macro<"0x02">;
def CUDA_NVSCISYNC_ATTR_SIGNAL : Macro<"0x1">;
def CUDA_NVSCISYNC_ATTR_WAIT : Macro<"0x2">;

def CUexternalMemory : Handle<"CUextMemory_st">, Object<"ExternalMemory", "CUDA_ERROR_INVALID_HANDLE">;
def CUexternalSemaphore : Handle<"CUextSemaphore_st">, Object<"ExternalSemaphore", "CUDA_ERROR_INVALID_HANDLE">;

def CUexternalMemoryHandleType : Enum<[
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD", 1>,
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32", 2>,
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT", 3>,
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP", 4>,
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE", 5>,
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE", 6>,
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT", 7>,
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF", 8>,
  Value<"CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD", 9>
]>;

def CUDA_EXTERNAL_MEMORY_HANDLE_DESC : Struct<104, [{
  CUexternalMemoryHandleType type;
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
}]>, Version<1>;

def CUDA_EXTERNAL_MEMORY_BUFFER_DESC : Struct<88, [{
  unsigned long long offset;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
}]>, Version<1>;

def CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC : Struct<120, [{
  unsigned long long offset;
  CUDA_ARRAY3D_DESCRIPTOR arrayDesc;
  unsigned int numLevels;
  unsigned int reserved[16];
}]>, Version<1>;

def CUexternalSemaphoreHandleType : Enum<[
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD", 1>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32", 2>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT", 3>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE", 4>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE", 5>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC", 6>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX", 7>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT", 8>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD", 9>,
  Value<"CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32", 10>
]>;

def CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC : Struct<96, [{
  CUexternalSemaphoreHandleType type;
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
}]>, Version<1>;

def CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS : Struct<144, [{
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
}]>, Version<1>;

def CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS : Struct<144, [{
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
}]>, Version<1>;

def cuImportExternalMemory : DriverFunction<10000, [
    Out<"CUexternalMemory *", "extMem_out">, In<"const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *", "memHandleDesc">], CurrentContext, Done>,
  Refuses<[Invalid<"!memHandleDesc">]>, Doc<"Imports memory of another interface.">;
def cuExternalMemoryGetMappedBuffer : DriverFunction<10000, [
    Out<"CUdeviceptr *", "devPtr">, Found<"CUexternalMemory", "extMem">,
    In<"const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *", "bufferDesc">], CurrentContext, Done>,
  Refuses<[
    Invalid<"!bufferDesc">,
    Invalid<"bufferDesc->flags">,
    Invalid<"!bufferDesc->size">,
    Invalid<"bufferDesc->offset > extMem_->size()">,
    Invalid<"bufferDesc->size > extMem_->size() - bufferDesc->offset">]>,
  Doc<"Maps a range of imported memory.">,
  Is<"External", "Process::get().memory.mapExternal(currentContext(), extMem, bufferDesc->offset, bufferDesc->size, *devPtr)">;
def cuExternalMemoryGetMappedMipmappedArray : DriverFunction<10000, [
    Out<"CUmipmappedArray *", "mipmap">, Found<"CUexternalMemory", "extMem">,
    In<"const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *", "mipmapDesc">], CurrentContext, Done>, Refuses<[
    Invalid<"!mipmapDesc">,
    Invalid<"!mipmapDesc->numLevels">]>, Doc<"Makes a mipmapped array of imported memory.">;
// Buffers that were mapped stay until cuMemFree.
def cuDestroyExternalMemory : DriverFunction<10000, [In<"CUexternalMemory", "extMem">], HandleContext, Done>, Refuses<[
    Invalid<"!extMem"> // seen
  ]>, Doc<"Ends imported memory.">,
  Is<"External", "Context::unpublish(Object::KindExternalMemory, reinterpret_cast<uint64_t>(extMem)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE">;
def cuImportExternalSemaphore : DriverFunction<10000, [
    Out<"CUexternalSemaphore *", "extSem_out">,
    In<"const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *", "semHandleDesc">], CurrentContext, Done>,
  Refuses<[Invalid<"!semHandleDesc">]>, Doc<"Imports a semaphore of another interface.">;
def cuSignalExternalSemaphoresAsync : DriverFunction<10000, [
    In<"const CUexternalSemaphore *", "extSemArray">,
    In<"const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *", "paramsArray">, In<"unsigned int", "numExtSems">,
    In<"CUstream", "stream">], HandleContext, Done>, PerThreadStream, InHostFunctions, Refuses<[
    Invalid<"!numExtSems"> // seen
  ]>, Doc<"Signals imported semaphores, in a stream.">;
def cuWaitExternalSemaphoresAsync : DriverFunction<10000, [
    In<"const CUexternalSemaphore *", "extSemArray">,
    In<"const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *", "paramsArray">, In<"unsigned int", "numExtSems">,
    In<"CUstream", "stream">], HandleContext, Done>, PerThreadStream, InHostFunctions, Refuses<[
    Invalid<"!numExtSems"> // seen
  ]>, Doc<"Waits for imported semaphores, in a stream.">;
// What was enqueued with it goes on.
def cuDestroyExternalSemaphore : DriverFunction<10000, [In<"CUexternalSemaphore", "extSem">], HandleContext, Done>,
  Refuses<[
    Invalid<"!extSem"> // seen
  ]>, Doc<"Ends an imported semaphore.">,
  Is<"External", "Context::unpublish(Object::KindExternalSemaphore, reinterpret_cast<uint64_t>(extSem)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE">;

// -- Rules ----------------------------------------------------------------------------------------

// Handles are of Linux.
def checkExternalMemory : Rules<["External"], [In<"const CUDA_EXTERNAL_MEMORY_HANDLE_DESC &", "it">], [
  Invalid<"it.type < CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD || it.type > CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD">,
  Absence<"it.type != CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD && it.type != CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD">,
  Invalid<"!it.size || it.size > 1ull << 46">,
  Invalid<"it.flags & ~CUDA_EXTERNAL_MEMORY_DEDICATED">,
  Invalid<"sizeOf(it.handle.fd) < off_t(it.size)">
]>;

def checkExternalSemaphore : Rules<["External"], [In<"const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC &", "it">], [
  Let<"const bool isEvent = it.type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD">,
  Let<"const bool isTimeline = it.type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD">,
  Invalid<"it.type < CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD || "
          "it.type > CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32">,
  Absence<"!isEvent && !isTimeline">,
  Invalid<"it.flags">,
  Invalid<"isEvent && !isEventDescriptor(it.handle.fd)">,
  Invalid<"isTimeline && sizeOf(it.handle.fd) < off_t(sizeof(std::atomic<uint64_t>))">
]>;

def checkSteps : Rules<["External"], [In<"const void *", "semaphores">, In<"const void *", "params">, In<"unsigned", "count">], [
  Invalid<"count && (!semaphores || !params)">
]>;

// There are flags for NvSci only.
def checkStep : Rules<["External"], [In<"const ExternalSemaphore *", "semaphore">, In<"unsigned", "flags">], [
  BadHandle<"!semaphore">,
  Invalid<"flags">
]>;

def checkExternalLevel : Rules<["External"], [In<"const ExternalMemory &", "memory">, In<"size_t", "offset">, In<"size_t", "bytes">], [
  Invalid<"offset > memory.size() || bytes > memory.size() - offset">
]>;
