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
  if (!bytesize)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult result = allocateLow(Allocation::Kind::Device, bytesize, 0, address))
    return result;
  return narrow(dptr, address);
}

CUresult cuMemAllocPitch_v1(CUdeviceptr_v1 *dptr, unsigned int *pPitch, unsigned int WidthInBytes,
                            unsigned int Height, unsigned int ElementSizeBytes) {
  if ((ElementSizeBytes != 4 && ElementSizeBytes != 8 && ElementSizeBytes != 16) || !WidthInBytes ||
      !Height || WidthInBytes > model::kMaxPitch)
    return CUDA_ERROR_INVALID_VALUE;
  size_t pitch = (size_t(WidthInBytes) + model::kPitchAlignment - 1) / model::kPitchAlignment *
                 model::kPitchAlignment;
  CUdeviceptr address = 0;
  if (CUresult result = allocateLow(Allocation::Kind::Device, pitch * Height, 0, address))
    return result;
  if (CUresult result = narrow(pPitch, pitch))
    return result;
  return narrow(dptr, address);
}

CUresult cuMemFree_v1(CUdeviceptr_v1 dptr) { return driver::cuMemFree(dptr); }

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
  if (CUresult result = driver::cuMemHostGetDevicePointer(&address, p, Flags))
    return result;
  return narrow(pdptr, address);
}

// -- Copies ---------------------------------------------------------------------------------------

CUresult cuMemcpyHtoD_v1(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount) {
  return driver::cuMemcpyHtoD(dstDevice, srcHost, ByteCount);
}

CUresult cuMemcpyDtoH_v1(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
  return driver::cuMemcpyDtoH(dstHost, srcDevice, ByteCount);
}

CUresult cuMemcpyDtoD_v1(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice,
                         unsigned int ByteCount) {
  return driver::cuMemcpyDtoD(dstDevice, srcDevice, ByteCount);
}

CUresult cuMemcpyDtoA_v1(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice,
                         unsigned int ByteCount) {
  return driver::cuMemcpyDtoA(dstArray, dstOffset, srcDevice, ByteCount);
}

CUresult cuMemcpyAtoD_v1(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset,
                         unsigned int ByteCount) {
  return driver::cuMemcpyAtoD(dstDevice, srcArray, srcOffset, ByteCount);
}

CUresult cuMemcpyHtoA_v1(CUarray dstArray, unsigned int dstOffset, const void *srcHost,
                         unsigned int ByteCount) {
  return driver::cuMemcpyHtoA(dstArray, dstOffset, srcHost, ByteCount);
}

CUresult cuMemcpyAtoH_v1(void *dstHost, CUarray srcArray, unsigned int srcOffset,
                         unsigned int ByteCount) {
  return driver::cuMemcpyAtoH(dstHost, srcArray, srcOffset, ByteCount);
}

CUresult cuMemcpyAtoA_v1(CUarray dstArray, unsigned int dstOffset, CUarray srcArray,
                         unsigned int srcOffset, unsigned int ByteCount) {
  return driver::cuMemcpyAtoA(dstArray, dstOffset, srcArray, srcOffset, ByteCount);
}

CUresult cuMemcpyHtoDAsync_v1(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount,
                              CUstream hStream) {
  return driver::cuMemcpyHtoDAsync(dstDevice, srcHost, ByteCount, hStream);
}

CUresult cuMemcpyDtoHAsync_v1(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount,
                              CUstream hStream) {
  return driver::cuMemcpyDtoHAsync(dstHost, srcDevice, ByteCount, hStream);
}

CUresult cuMemcpyDtoDAsync_v1(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice,
                              unsigned int ByteCount, CUstream hStream) {
  return driver::cuMemcpyDtoDAsync(dstDevice, srcDevice, ByteCount, hStream);
}

CUresult cuMemcpyHtoAAsync_v1(CUarray dstArray, unsigned int dstOffset, const void *srcHost,
                              unsigned int ByteCount, CUstream hStream) {
  return driver::cuMemcpyHtoAAsync(dstArray, dstOffset, srcHost, ByteCount, hStream);
}

CUresult cuMemcpyAtoHAsync_v1(void *dstHost, CUarray srcArray, unsigned int srcOffset,
                              unsigned int ByteCount, CUstream hStream) {
  return driver::cuMemcpyAtoHAsync(dstHost, srcArray, srcOffset, ByteCount, hStream);
}

static CUDA_MEMCPY2D widen(const CUDA_MEMCPY2D_v1 &copy) { return widenSides<CUDA_MEMCPY2D>(copy); }

static CUDA_MEMCPY3D widen(const CUDA_MEMCPY3D_v1 &copy) {
  CUDA_MEMCPY3D wide = widenSides<CUDA_MEMCPY3D>(copy);
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
  if (!pCopy)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY2D copy = widen(*pCopy);
  return driver::cuMemcpy2D(&copy);
}

CUresult cuMemcpy2DUnaligned_v1(const CUDA_MEMCPY2D_v1 *pCopy) {
  if (!pCopy)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY2D copy = widen(*pCopy);
  return driver::cuMemcpy2DUnaligned(&copy);
}

CUresult cuMemcpy2DAsync_v1(const CUDA_MEMCPY2D_v1 *pCopy, CUstream hStream) {
  if (!pCopy)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY2D copy = widen(*pCopy);
  return driver::cuMemcpy2DAsync(&copy, hStream);
}

CUresult cuMemcpy3D_v1(const CUDA_MEMCPY3D_v1 *pCopy) {
  if (!pCopy)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY3D copy = widen(*pCopy);
  return driver::cuMemcpy3D(&copy);
}

CUresult cuMemcpy3DAsync_v1(const CUDA_MEMCPY3D_v1 *pCopy, CUstream hStream) {
  if (!pCopy)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY3D copy = widen(*pCopy);
  return driver::cuMemcpy3DAsync(&copy, hStream);
}

// -- Fills ----------------------------------------------------------------------------------------

CUresult cuMemsetD8_v1(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N) {
  return driver::cuMemsetD8(dstDevice, uc, N);
}

CUresult cuMemsetD16_v1(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N) {
  return driver::cuMemsetD16(dstDevice, us, N);
}

CUresult cuMemsetD32_v1(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N) {
  return driver::cuMemsetD32(dstDevice, ui, N);
}

CUresult cuMemsetD2D8_v1(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc,
                         unsigned int Width, unsigned int Height) {
  return driver::cuMemsetD2D8(dstDevice, dstPitch, uc, Width, Height);
}

CUresult cuMemsetD2D16_v1(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us,
                          unsigned int Width, unsigned int Height) {
  return driver::cuMemsetD2D16(dstDevice, dstPitch, us, Width, Height);
}

CUresult cuMemsetD2D32_v1(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui,
                          unsigned int Width, unsigned int Height) {
  return driver::cuMemsetD2D32(dstDevice, dstPitch, ui, Width, Height);
}

// -- Arrays ---------------------------------------------------------------------------------------

CUresult cuArrayCreate_v1(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR_v1 *pAllocateArray) {
  if (!pAllocateArray)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY_DESCRIPTOR wide{};
  wide.Width = pAllocateArray->Width;
  wide.Height = pAllocateArray->Height;
  wide.Format = pAllocateArray->Format;
  wide.NumChannels = pAllocateArray->NumChannels;
  return driver::cuArrayCreate(pHandle, &wide);
}

CUresult cuArrayGetDescriptor_v1(CUDA_ARRAY_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) {
  CUDA_ARRAY_DESCRIPTOR wide;
  if (CUresult result = driver::cuArrayGetDescriptor(&wide, hArray))
    return result;
  *pArrayDescriptor = {unsigned(wide.Width), unsigned(wide.Height), wide.Format, wide.NumChannels};
  return CUDA_SUCCESS;
}

CUresult cuArray3DCreate_v1(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1 *pAllocateArray) {
  if (!pAllocateArray)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY3D_DESCRIPTOR wide{};
  wide.Width = pAllocateArray->Width;
  wide.Height = pAllocateArray->Height;
  wide.Depth = pAllocateArray->Depth;
  wide.Format = pAllocateArray->Format;
  wide.NumChannels = pAllocateArray->NumChannels;
  wide.Flags = pAllocateArray->Flags;
  return driver::cuArray3DCreate(pHandle, &wide);
}

CUresult cuArray3DGetDescriptor_v1(CUDA_ARRAY3D_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) {
  CUDA_ARRAY3D_DESCRIPTOR wide;
  if (CUresult result = driver::cuArray3DGetDescriptor(&wide, hArray))
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
          driver::cuTexRefSetAddress(ByteOffset ? &offset : nullptr, hTexRef, dptr, bytes))
    return result;
  return narrow(ByteOffset, offset);
}

CUresult cuTexRefSetAddress2D_v1(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1 *desc,
                                 CUdeviceptr_v1 dptr, unsigned int Pitch) {
  if (!desc)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY_DESCRIPTOR wide{};
  wide.Width = desc->Width;
  wide.Height = desc->Height;
  wide.Format = desc->Format;
  wide.NumChannels = desc->NumChannels;
  return driver::cuTexRefSetAddress2D(hTexRef, &wide, dptr, Pitch);
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
  if (CUresult result = driver::cuModuleGetGlobal(&address, &size, hmod, name))
    return result;
  if (CUresult result = narrow(dptr, address))
    return result;
  return narrow(bytes, size);
}

} // namespace anywarp::driver
