// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory as programs from before CUDA 3.2 know it: device pointers and sizes of 32 bits. What they
// allocate lies below 4 GiB; a pointer to anything above is refused.
#include "driver/context/Device.h"
#include "driver/memory/Copy.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

static MemoryMap &memory() { return Process::get().memory; }

/// CUDA_ERROR_INVALID_VALUE if it has no 32-bit form.
template <typename Narrow, typename Wide> static CUresult narrow(Narrow *out, Wide value) {
  if (value != Wide(Narrow(value)))
    return CUDA_ERROR_INVALID_VALUE;
  if (out)
    *out = Narrow(value);
  return CUDA_SUCCESS;
}

// -- Allocation -----------------------------------------------------------------------------------

CUresult cuMemGetInfo_v1(unsigned int *free, unsigned int *total) {
  size_t freeBytes = 0, totalBytes = 0;
  if (CUresult result = driver::cuMemGetInfo(&freeBytes, &totalBytes))
    return result;
  // More than such a program can say is the most that it can say.
  auto most = [](size_t bytes) { return bytes > UINT32_MAX ? UINT32_MAX : unsigned(bytes); };
  if (free)
    *free = most(freeBytes);
  if (total)
    *total = most(totalBytes);
  return CUDA_SUCCESS;
}

static CUresult allocateLow(Allocation::Kind kind, size_t bytes, unsigned flags,
                            CUdeviceptr &address) {
  return memory().allocate(currentContext(), kind, bytes, flags, address, nullptr, nullptr,
                           /*isLow=*/true);
}

CUresult cuMemAlloc_v1(CUdeviceptr_v1 *dptr, unsigned int bytesize) {
  CUdeviceptr address = 0;
  if (CUresult result = allocateLow(Allocation::Kind::Device, bytesize, 0, address))
    return result;
  return narrow(dptr, address);
}

CUresult cuMemAllocPitch_v1(CUdeviceptr_v1 *dptr, unsigned int *pPitch, unsigned int WidthInBytes,
                            unsigned int Height, unsigned int) {
  size_t pitch = (size_t(WidthInBytes) + model::kPitchAlignment - 1) / model::kPitchAlignment *
                 model::kPitchAlignment;
  CUdeviceptr address = 0;
  if (CUresult result = allocateLow(Allocation::Kind::Device, pitch * Height, 0, address))
    return result;
  if (CUresult result = narrow(pPitch, pitch))
    return result;
  return narrow(dptr, address);
}

CUresult cuMemGetAddressRange_v1(CUdeviceptr_v1 *pbase, unsigned int *psize, CUdeviceptr_v1 dptr) {
  CUdeviceptr base = 0;
  size_t size = 0;
  if (CUresult result = driver::cuMemGetAddressRange(&base, &size, dptr))
    return result;
  if (CUresult result = narrow(pbase, base))
    return result;
  return narrow(psize, size);
}

CUresult cuMemAllocHost_v1(void **pp, unsigned int bytesize) {
  if (!bytesize) {
    *pp = nullptr;
    return CUDA_SUCCESS;
  }
  CUdeviceptr address = 0;
  if (CUresult result =
          allocateLow(Allocation::Kind::Host, bytesize, CU_MEMHOSTALLOC_DEVICEMAP, address))
    return result;
  *pp = reinterpret_cast<void *>(address);
  return CUDA_SUCCESS;
}

CUresult cuMemHostGetDevicePointer_v1(CUdeviceptr_v1 *pdptr, void *p, unsigned int Flags) {
  CUdeviceptr address = 0;
  if (CUresult result = edge::cuMemHostGetDevicePointer(&address, p, Flags))
    return result;
  return narrow(pdptr, address);
}

// -- Copies ---------------------------------------------------------------------------------------

static CUDA_MEMCPY2D widen(const CUDA_MEMCPY2D_v1 &copy) {
  return widenEndpoints<CUDA_MEMCPY2D>(copy);
}

static CUDA_MEMCPY3D widen(const CUDA_MEMCPY3D_v1 &copy) {
  CUDA_MEMCPY3D wide = widenEndpoints<CUDA_MEMCPY3D>(copy);
  wide.srcZ = copy.srcZ;
  wide.srcLOD = copy.srcLOD;
  wide.srcHeight = copy.srcHeight;
  wide.dstZ = copy.dstZ;
  wide.dstLOD = copy.dstLOD;
  wide.dstHeight = copy.dstHeight;
  wide.Depth = copy.Depth;
  return wide;
}

CUresult cuMemcpy2D_v1(const CUDA_MEMCPY2D_v1 *pCopy) {
  CUDA_MEMCPY2D copy = widen(*pCopy);
  return edge::cuMemcpy2D(&copy);
}

CUresult cuMemcpy2DUnaligned_v1(const CUDA_MEMCPY2D_v1 *pCopy) {
  CUDA_MEMCPY2D copy = widen(*pCopy);
  return edge::cuMemcpy2DUnaligned(&copy);
}

CUresult cuMemcpy2DAsync_v1(const CUDA_MEMCPY2D_v1 *pCopy, CUstream hStream) {
  CUDA_MEMCPY2D copy = widen(*pCopy);
  return edge::cuMemcpy2DAsync(&copy, hStream);
}

CUresult cuMemcpy3D_v1(const CUDA_MEMCPY3D_v1 *pCopy) {
  CUDA_MEMCPY3D copy = widen(*pCopy);
  return edge::cuMemcpy3D(&copy);
}

CUresult cuMemcpy3DAsync_v1(const CUDA_MEMCPY3D_v1 *pCopy, CUstream hStream) {
  CUDA_MEMCPY3D copy = widen(*pCopy);
  return edge::cuMemcpy3DAsync(&copy, hStream);
}

// -- Arrays ---------------------------------------------------------------------------------------

CUresult cuArrayCreate_v1(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR_v1 *pAllocateArray) {
  CUDA_ARRAY_DESCRIPTOR wide{};
  wide.Width = pAllocateArray->Width;
  wide.Height = pAllocateArray->Height;
  wide.Format = pAllocateArray->Format;
  wide.NumChannels = pAllocateArray->NumChannels;
  return edge::cuArrayCreate(pHandle, &wide);
}

CUresult cuArrayGetDescriptor_v1(CUDA_ARRAY_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) {
  CUDA_ARRAY_DESCRIPTOR wide;
  if (CUresult result = edge::cuArrayGetDescriptor(&wide, hArray))
    return result;
  *pArrayDescriptor = {unsigned(wide.Width), unsigned(wide.Height), wide.Format, wide.NumChannels};
  return CUDA_SUCCESS;
}

CUresult cuArray3DCreate_v1(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1 *pAllocateArray) {
  CUDA_ARRAY3D_DESCRIPTOR wide{};
  wide.Width = pAllocateArray->Width;
  wide.Height = pAllocateArray->Height;
  wide.Depth = pAllocateArray->Depth;
  wide.Format = pAllocateArray->Format;
  wide.NumChannels = pAllocateArray->NumChannels;
  wide.Flags = pAllocateArray->Flags;
  return edge::cuArray3DCreate(pHandle, &wide);
}

CUresult cuArray3DGetDescriptor_v1(CUDA_ARRAY3D_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) {
  CUDA_ARRAY3D_DESCRIPTOR wide;
  if (CUresult result = edge::cuArray3DGetDescriptor(&wide, hArray))
    return result;
  *pArrayDescriptor = {unsigned(wide.Width), unsigned(wide.Height), unsigned(wide.Depth),
                       wide.Format,          wide.NumChannels,      wide.Flags};
  return CUDA_SUCCESS;
}

// -- Texture references ---------------------------------------------------------------------------

CUresult cuTexRefSetAddress_v1(unsigned int *ByteOffset, CUtexref hTexRef, CUdeviceptr_v1 dptr,
                               unsigned int bytes) {
  size_t offset = 0;
  if (CUresult result =
          edge::cuTexRefSetAddress(ByteOffset ? &offset : nullptr, hTexRef, dptr, bytes))
    return result;
  return narrow(ByteOffset, offset);
}

CUresult cuTexRefSetAddress2D_v1(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1 *desc,
                                 CUdeviceptr_v1 dptr, unsigned int Pitch) {
  CUDA_ARRAY_DESCRIPTOR wide{};
  wide.Width = desc->Width;
  wide.Height = desc->Height;
  wide.Format = desc->Format;
  wide.NumChannels = desc->NumChannels;
  return edge::cuTexRefSetAddress2D(hTexRef, &wide, dptr, Pitch);
}

CUresult cuTexRefGetAddress_v1(CUdeviceptr_v1 *pdptr, CUtexref hTexRef) {
  CUdeviceptr address = 0;
  if (CUresult result = driver::cuTexRefGetAddress(&address, hTexRef))
    return result;
  return narrow(pdptr, address);
}

// -- Variables of modules -------------------------------------------------------------------------

CUresult cuModuleGetGlobal_v1(CUdeviceptr_v1 *dptr, unsigned int *bytes, CUmodule hmod,
                              const char *name) {
  CUdeviceptr address = 0;
  size_t size = 0;
  if (CUresult result = edge::cuModuleGetGlobal(&address, &size, hmod, name))
    return result;
  if (CUresult result = narrow(dptr, address))
    return result;
  return narrow(bytes, size);
}

} // namespace anywarp::driver
