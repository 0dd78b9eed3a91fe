// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Memory Management", as far as it fills.
#include "driver/memory/Copy.h"

namespace anywarp::driver {

static CUresult fill(CUdeviceptr address, size_t pitch, uint32_t value, unsigned valueBytes,
                     size_t width, size_t height, CUstream hStream, Blocking blocking) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  return submitFill({reinterpret_cast<char *>(address), pitch, value, valueBytes, width, height},
                    *stream, blocking);
}

CUresult cuMemsetD8(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  return fill(dstDevice, 0, uc, 1, N, 1, nullptr, Blocking::Yes);
}

CUresult cuMemsetD16(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  return fill(dstDevice, 0, us, 2, N, 1, nullptr, Blocking::Yes);
}

CUresult cuMemsetD32(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
  return fill(dstDevice, 0, ui, 4, N, 1, nullptr, Blocking::Yes);
}

CUresult cuMemsetD2D8(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                      size_t Height) {
  return fill(dstDevice, dstPitch, uc, 1, Width, Height, nullptr, Blocking::Yes);
}

CUresult cuMemsetD2D16(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                       size_t Height) {
  return fill(dstDevice, dstPitch, us, 2, Width, Height, nullptr, Blocking::Yes);
}

CUresult cuMemsetD2D32(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                       size_t Height) {
  return fill(dstDevice, dstPitch, ui, 4, Width, Height, nullptr, Blocking::Yes);
}

CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return fill(dstDevice, 0, uc, 1, N, 1, hStream, Blocking::No);
}

CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  return fill(dstDevice, 0, us, 2, N, 1, hStream, Blocking::No);
}

CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return fill(dstDevice, 0, ui, 4, N, 1, hStream, Blocking::No);
}

CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                           size_t Height, CUstream hStream) {
  return fill(dstDevice, dstPitch, uc, 1, Width, Height, hStream, Blocking::No);
}

CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                            size_t Height, CUstream hStream) {
  return fill(dstDevice, dstPitch, us, 2, Width, Height, hStream, Blocking::No);
}

CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                            size_t Height, CUstream hStream) {
  return fill(dstDevice, dstPitch, ui, 4, Width, Height, hStream, Blocking::No);
}

} // namespace anywarp::driver
