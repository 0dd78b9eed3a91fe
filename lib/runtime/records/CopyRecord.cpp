// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of copy records.
#include "runtime/records/CopyRecord.h"

#include <initializer_list>
#include <utility>

#include "runtime/core/Devices.h"
#include "runtime/records/ArrayFormat.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

bool memoryTypes(cudaMemcpyKind kind, CUmemorytype &src, CUmemorytype &dst) {
  switch (kind) {
  case cudaMemcpyHostToHost:
    src = dst = CU_MEMORYTYPE_HOST;
    return true;
  case cudaMemcpyHostToDevice:
    src = CU_MEMORYTYPE_HOST;
    dst = CU_MEMORYTYPE_DEVICE;
    return true;
  case cudaMemcpyDeviceToHost:
    src = CU_MEMORYTYPE_DEVICE;
    dst = CU_MEMORYTYPE_HOST;
    return true;
  case cudaMemcpyDeviceToDevice:
    src = dst = CU_MEMORYTYPE_DEVICE;
    return true;
  case cudaMemcpyDefault:
    src = dst = CU_MEMORYTYPE_UNIFIED;
    return true;
  }
  return false;
}

namespace {

/// One side of a copy.
struct Side {
  CUmemorytype type;
  CUarray array;
  void *host;
  CUdeviceptr device;
  size_t x, pitch, height;
};

/// `elementBytes` is set to the array's element size if the side is an array.
cudaError_t sideOf(cudaArray_const_t array, const cudaPitchedPtr &pointer, const cudaPos &pos,
                   size_t width, CUmemorytype type, Side &side, size_t &elementBytes) {
  side = {};
  if (array) {
    if (pointer.ptr || type == CU_MEMORYTYPE_HOST)
      return cudaErrorInvalidValue;
    CUDA_ARRAY3D_DESCRIPTOR descriptor;
    if (cudaError_t error = describe(array, descriptor))
      return error;
    // This is found before what is wrong with a pitch (seen).
    if (pos.x > descriptor.Width || width > descriptor.Width - pos.x)
      return cudaErrorInvalidValue;
    const size_t bytes = elementSize({descriptor.Format, descriptor.NumChannels});
    if (!bytes)
      return cudaErrorNotSupported;
    // Between two arrays elements must have one size.
    if (elementBytes && elementBytes != bytes)
      return cudaErrorInvalidValue;
    elementBytes = bytes;
    side.type = CU_MEMORYTYPE_ARRAY;
    side.array = toDriver(array);
    side.x = pos.x * bytes;
    return cudaSuccess;
  }
  if (!pointer.ptr)
    return cudaErrorInvalidValue;
  side.type = type;
  side.x = pos.x;
  side.pitch = pointer.pitch;
  side.height = pointer.ysize;
  if (type == CU_MEMORYTYPE_HOST)
    side.host = pointer.ptr;
  else
    side.device = address(pointer.ptr);
  return cudaSuccess;
}

/// A second row starts behind the first, a second slice behind the rows of the first.
template <typename Copy> bool hasRoom(const Side &side, const Copy &copy) {
  const bool hasSlices = copy.Depth > 1, hasRows = copy.Height > 1 || hasSlices;
  return side.array || ((!hasRows || side.pitch >= copy.WidthInBytes) &&
                        (!hasSlices || side.height >= copy.Height));
}

/// Rows lie within the slice; one slice may leave open how many it has (seen).
template <typename Copy> bool fits(const Side &side, size_t y, const Copy &copy) {
  return side.array || !side.height || (y <= side.height && copy.Height <= side.height - y);
}

/// Fills the fields that the two driver records share.
template <typename Parms, typename Copy>
cudaError_t convert(const Parms &parms, CUmemorytype srcType, CUmemorytype dstType, Copy &copy) {
  size_t elementBytes = 0;
  Side src, dst;
  if (cudaError_t error = sideOf(parms.srcArray, parms.srcPtr, parms.srcPos, parms.extent.width,
                                 srcType, src, elementBytes))
    return error;
  if (cudaError_t error = sideOf(parms.dstArray, parms.dstPtr, parms.dstPos, parms.extent.width,
                                 dstType, dst, elementBytes))
    return error;
  copy = {};
  copy.srcMemoryType = src.type;
  copy.srcArray = src.array;
  copy.srcHost = src.host;
  copy.srcDevice = src.device;
  copy.srcXInBytes = src.x;
  copy.srcY = parms.srcPos.y;
  copy.srcZ = parms.srcPos.z;
  copy.srcPitch = src.pitch;
  copy.srcHeight = src.height;
  copy.dstMemoryType = dst.type;
  copy.dstArray = dst.array;
  copy.dstHost = dst.host;
  copy.dstDevice = dst.device;
  copy.dstXInBytes = dst.x;
  copy.dstY = parms.dstPos.y;
  copy.dstZ = parms.dstPos.z;
  copy.dstPitch = dst.pitch;
  copy.dstHeight = dst.height;
  // With an array on one side the width counts its elements, else bytes.
  copy.WidthInBytes = parms.extent.width * (elementBytes ? elementBytes : 1);
  copy.Height = parms.extent.height;
  copy.Depth = parms.extent.depth;
  if (copy.Height <= 1 && copy.Depth <= 1) { // a single row's pitch is never too large (seen)
    copy.srcPitch = src.pitch > src.x + copy.WidthInBytes ? 0 : src.pitch;
    copy.dstPitch = dst.pitch > dst.x + copy.WidthInBytes ? 0 : dst.pitch;
  }
  if (!hasRoom(src, copy) || !hasRoom(dst, copy))
    return cudaErrorInvalidPitchValue;
  return fits(src, copy.srcY, copy) && fits(dst, copy.dstY, copy) ? cudaSuccess
                                                                  : cudaErrorInvalidValue;
}

/// The driver keeps no width of a row, so that xsize comes back as 0.
cudaPitchedPtr pitchedOf(CUmemorytype type, void *host, CUdeviceptr device, size_t pitch,
                         size_t height) {
  if (type == CU_MEMORYTYPE_ARRAY)
    return {};
  return {type == CU_MEMORYTYPE_HOST ? host : reinterpret_cast<void *>(device), pitch, /*xsize=*/0,
          height};
}

} // namespace

cudaError_t toDriver(const cudaMemcpy3DParms &parms, CUDA_MEMCPY3D &copy) {
  CUmemorytype src, dst;
  if (!memoryTypes(parms.kind, src, dst))
    return cudaErrorInvalidMemcpyDirection;
  return convert(parms, src, dst, copy);
}

cudaError_t toRuntime(const CUDA_MEMCPY3D &copy, cudaMemcpy3DParms &parms) {
  parms = {};
  const bool hasSrcArray = copy.srcMemoryType == CU_MEMORYTYPE_ARRAY;
  const bool hasDstArray = copy.dstMemoryType == CU_MEMORYTYPE_ARRAY;
  size_t elementBytes = 1;
  for (CUarray array :
       {hasSrcArray ? copy.srcArray : nullptr, hasDstArray ? copy.dstArray : nullptr})
    if (array) {
      CUDA_ARRAY3D_DESCRIPTOR descriptor;
      if (cudaError_t error = describe(reinterpret_cast<cudaArray_t>(array), descriptor))
        return error;
      if (size_t bytes = elementSize({descriptor.Format, descriptor.NumChannels}))
        elementBytes = bytes;
    }
  if (hasSrcArray)
    parms.srcArray = reinterpret_cast<cudaArray_t>(copy.srcArray);
  if (hasDstArray)
    parms.dstArray = reinterpret_cast<cudaArray_t>(copy.dstArray);
  parms.srcPos = {copy.srcXInBytes / (hasSrcArray ? elementBytes : 1), copy.srcY, copy.srcZ};
  parms.dstPos = {copy.dstXInBytes / (hasDstArray ? elementBytes : 1), copy.dstY, copy.dstZ};
  parms.srcPtr = pitchedOf(copy.srcMemoryType, const_cast<void *>(copy.srcHost), copy.srcDevice,
                           copy.srcPitch, copy.srcHeight);
  parms.dstPtr =
      pitchedOf(copy.dstMemoryType, copy.dstHost, copy.dstDevice, copy.dstPitch, copy.dstHeight);
  parms.extent = {copy.WidthInBytes / elementBytes, copy.Height, copy.Depth};
  const bool fromHost = copy.srcMemoryType == CU_MEMORYTYPE_HOST;
  const bool toHost = copy.dstMemoryType == CU_MEMORYTYPE_HOST;
  if (copy.srcMemoryType == CU_MEMORYTYPE_UNIFIED || copy.dstMemoryType == CU_MEMORYTYPE_UNIFIED)
    parms.kind = cudaMemcpyDefault;
  else
    parms.kind = fromHost ? (toHost ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice)
                          : (toHost ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice);
  return cudaSuccess;
}

cudaError_t toDriver(const cudaMemcpy3DPeerParms &parms, CUDA_MEMCPY3D_PEER &copy) {
  if (cudaError_t error = convert(parms, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_DEVICE, copy))
    return error;
  if (cudaError_t error = primaryContext(parms.srcDevice, copy.srcContext))
    return error;
  return primaryContext(parms.dstDevice, copy.dstContext);
}

cudaError_t linearCopy(void *dst, const void *src, size_t count, cudaMemcpyKind kind,
                       CUDA_MEMCPY3D &copy) {
  cudaMemcpy3DParms parms = {};
  // One row needs no pitch.
  parms.srcPtr.ptr = const_cast<void *>(src);
  parms.dstPtr.ptr = dst;
  parms.extent = {count, 1, 1};
  parms.kind = kind;
  return toDriver(parms, copy);
}

} // namespace anywarp::runtime
