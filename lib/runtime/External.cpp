// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and semaphores of other interfaces.
#include "runtime/Alike.h"
#include "runtime/ArrayFormat.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

static CUexternalMemory toDriver(cudaExternalMemory_t memory) {
  return reinterpret_cast<CUexternalMemory>(memory);
}

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                     const struct cudaExternalMemoryHandleDesc *memHandleDesc) {
  return toError(
      cu().cuImportExternalMemory(reinterpret_cast<CUexternalMemory *>(extMem_out),
                                  alike<CUDA_EXTERNAL_MEMORY_HANDLE_DESC>(memHandleDesc)));
}

cudaError_t
cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                  const struct cudaExternalMemoryBufferDesc *bufferDesc) {
  return toError(cu().cuExternalMemoryGetMappedBuffer(
      addresses(devPtr), toDriver(extMem), alike<CUDA_EXTERNAL_MEMORY_BUFFER_DESC>(bufferDesc)));
}

cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc) {
  if (!mipmapDesc)
    return cudaErrorInvalidValue;
  ArrayFormat format;
  if (!toDriver(mipmapDesc->formatDesc, format))
    return cudaErrorInvalidChannelDescriptor;
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc = {};
  desc.offset = mipmapDesc->offset;
  desc.arrayDesc.Width = mipmapDesc->extent.width;
  desc.arrayDesc.Height = mipmapDesc->extent.height;
  desc.arrayDesc.Depth = mipmapDesc->extent.depth;
  desc.arrayDesc.Format = format.format;
  desc.arrayDesc.NumChannels = format.channels;
  desc.arrayDesc.Flags = mipmapDesc->flags;
  desc.numLevels = mipmapDesc->numLevels;
  return toError(cu().cuExternalMemoryGetMappedMipmappedArray(
      reinterpret_cast<CUmipmappedArray *>(mipmap), toDriver(extMem), &desc));
}

cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t extMem) {
  if (!extMem)
    return cudaErrorInvalidResourceHandle; // seen; the driver tells of a wrong value
  return toError(cu().cuDestroyExternalMemory(toDriver(extMem)));
}

cudaError_t
cudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                            const struct cudaExternalSemaphoreHandleDesc *semHandleDesc) {
  return toError(
      cu().cuImportExternalSemaphore(reinterpret_cast<CUexternalSemaphore *>(extSem_out),
                                     alike<CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC>(semHandleDesc)));
}

cudaError_t
cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                  const struct cudaExternalSemaphoreSignalParams *paramsArray,
                                  unsigned int numExtSems, cudaStream_t stream) {
  return toError(cu().cuSignalExternalSemaphoresAsync(
      reinterpret_cast<const CUexternalSemaphore *>(extSemArray),
      alike<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS>(paramsArray), numExtSems, stream));
}

cudaError_t
cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                unsigned int numExtSems, cudaStream_t stream) {
  return toError(cu().cuWaitExternalSemaphoresAsync(
      reinterpret_cast<const CUexternalSemaphore *>(extSemArray),
      alike<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS>(paramsArray), numExtSems, stream));
}

cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem) {
  if (!extSem)
    return cudaErrorInvalidResourceHandle;
  return toError(cu().cuDestroyExternalSemaphore(reinterpret_cast<CUexternalSemaphore>(extSem)));
}

} // namespace anywarp::runtime
