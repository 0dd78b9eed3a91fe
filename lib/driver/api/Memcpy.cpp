// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Memory Management", as far as it copies.
#include "driver/context/Device.h"
#include "driver/graph/Capture.h"
#include "driver/memory/Array.h"
#include "driver/memory/Copy.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

using EndpointOf = CUresult (*)(CUdeviceptr, const CopyExtent &, CopyEndpoint &);

static CUresult hostAddressEndpoint(CUdeviceptr address, const CopyExtent &extent,
                                    CopyEndpoint &endpoint) {
  return hostEndpoint(reinterpret_cast<const void *>(address), extent, endpoint);
}

/// A copy in a capture becomes a node, or is refused when it was to be waited for.
static CUresult captureCopy(const CUDA_MEMCPY3D &copy, Stream &stream, Blocking blocking,
                            bool &isCaptured) {
  if (CUresult result = enterStream(stream, isCaptured))
    return result;
  if (blocking == Blocking::Yes) // beside a capture it is not unsafe: seen
    return isCaptured ? refuseOn(stream) : CUDA_SUCCESS;
  if (!isCaptured || !copy.WidthInBytes || !copy.Height || !copy.Depth) // nothing is no node (seen)
    return CUDA_SUCCESS;
  NodeContent content = EmptyNode{};
  if (CUresult result = readCopy(copy, stream.context(), content))
    return result;
  return captureNode(stream, std::move(content));
}

/// The endpoints of a copy of one row, for a capture.
static CUmemorytype typeOf(EndpointOf endpoint) {
  return endpoint == deviceEndpoint        ? CU_MEMORYTYPE_DEVICE
         : endpoint == hostAddressEndpoint ? CU_MEMORYTYPE_HOST
                                           : CU_MEMORYTYPE_UNIFIED;
}
static void setSource(CUDA_MEMCPY3D &copy, EndpointOf endpoint, CUdeviceptr address) {
  copy.srcMemoryType = typeOf(endpoint);
  copy.srcHost =
      endpoint == hostAddressEndpoint ? reinterpret_cast<const void *>(address) : nullptr;
  copy.srcDevice = endpoint == hostAddressEndpoint ? 0 : address;
  copy.srcPitch = copy.WidthInBytes;
  copy.srcHeight = 1;
}
static void setDestination(CUDA_MEMCPY3D &copy, EndpointOf endpoint, CUdeviceptr address) {
  copy.dstMemoryType = typeOf(endpoint);
  copy.dstHost = endpoint == hostAddressEndpoint ? reinterpret_cast<void *>(address) : nullptr;
  copy.dstDevice = endpoint == hostAddressEndpoint ? 0 : address;
  copy.dstPitch = copy.WidthInBytes;
  copy.dstHeight = 1;
}
static CUDA_MEMCPY3D oneRow(size_t bytes) {
  CUDA_MEMCPY3D copy{};
  copy.WidthInBytes = bytes;
  copy.Height = copy.Depth = 1;
  return copy;
}

/// One run of bytes.
static CUresult copyLinear(EndpointOf toEndpoint, CUdeviceptr to, EndpointOf fromEndpoint,
                           CUdeviceptr from, size_t bytes, CUstream hStream, Blocking blocking) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  if (isAnyCapture()) {
    CUDA_MEMCPY3D copy = oneRow(bytes);
    setDestination(copy, toEndpoint, to);
    setSource(copy, fromEndpoint, from);
    bool isCaptured;
    if (CUresult result = captureCopy(copy, *stream, blocking, isCaptured); result || isCaptured)
      return result;
  }
  CopyExtent extent;
  extent.width = bytes;
  CopyEndpoint destination, source;
  if (CUresult result = toEndpoint(to, extent, destination))
    return result;
  if (CUresult result = fromEndpoint(from, extent, source))
    return result;
  return submitCopy(destination, source, extent, *stream, blocking);
}

// -- Linear ---------------------------------------------------------------------------------------

/// Contexts only have to exist: all devices share the memory. None is the current one; a copy in a
/// stream needs none (both seen).
static CUresult checkPeers(CUcontext &dstContext, CUcontext &srcContext) {
  for (CUcontext *context : {&dstContext, &srcContext}) {
    if (!*context)
      *context = ThreadState::get().currentHandle();
    if (*context && !find<Context>(*context))
      return CUDA_ERROR_INVALID_CONTEXT;
  }
  return CUDA_SUCCESS;
}

/// Whether work of that context has to be kept apart from a copy in the current one's stream.
static bool isOther(const Context &context) {
  return context.isActive() && &context != &currentContext();
}

static void finishPending(CUcontext handle) {
  Context &context = *find<Context>(handle);
  if (!isOther(context))
    return;
  Ref<Command> end = make<Join>();
  Process::get().scheduler.enqueue(end, context.legacyStream());
  Process::get().scheduler.wait(*end);
}

/// What comes to the context from now on waits for the copy.
static void holdBack(CUcontext handle) {
  Context &context = *find<Context>(handle);
  if (!isOther(context))
    return;
  Scheduler &scheduler = Process::get().scheduler;
  if (Ref<Command> copy = scheduler.last(defaultStream(currentContext())))
    scheduler.enqueue(make<Join>(), context.legacyStream(), {copy});
}

/// Documented: a copy without a stream comes after everything pending in both contexts, and before
/// what follows in them.
template <typename Copy>
static CUresult copyInOrder(CUcontext dstContext, CUcontext srcContext, Copy copy) {
  finishPending(dstContext);
  finishPending(srcContext);
  if (CUresult result = copy())
    return result;
  holdBack(dstContext);
  holdBack(srcContext);
  return CUDA_SUCCESS;
}

CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                      CUcontext srcContext, size_t ByteCount) {
  if (CUresult result = checkPeers(dstContext, srcContext))
    return result;
  return copyInOrder(dstContext, srcContext,
                     [&] { return driver::cuMemcpyDtoD(dstDevice, srcDevice, ByteCount); });
}

/// Copies between contexts are not captured (seen).
static CUresult refuseCapture(CUstream hStream) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  return refuseOn(*stream);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                           CUcontext srcContext, size_t ByteCount, CUstream hStream) {
  if (CUresult result = checkPeers(dstContext, srcContext))
    return result;
  if (CUresult result = refuseCapture(hStream))
    return result;
  return driver::cuMemcpyDtoDAsync(dstDevice, srcDevice, ByteCount, hStream);
}

// -- To and from arrays ---------------------------------------------------------------------------

/// For copies no array is a wrong value (seen), not a wrong handle.
static CUresult findCopied(CUarray handle, Array *&array) {
  array = find<Array>(handle);
  if (array)
    return CUDA_SUCCESS;
  return handle ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
}

namespace {
/// One endpoint of a CUDA_MEMCPY3D.
struct Place {
  size_t x, y, z, level;
  CUmemorytype type;
  const void *host;
  CUdeviceptr device;
  CUarray array;
  size_t pitch, height;
};
} // namespace

#include "driver/rules/Memcpy.inc"

/// `bytes` bytes from `offset` on of an array's first row.
static CUresult arrayEndpoint(CUarray handle, size_t offset, size_t bytes, CopyEndpoint &endpoint) {
  if (!bytes) // whatever the array
    return CUDA_SUCCESS;
  Array *array;
  if (CUresult result = findCopied(handle, array))
    return result;
  if (CUresult result = checkArrayRow(*array, offset, bytes))
    return result;
  endpoint.address = array->data() + offset;
  return CUDA_SUCCESS;
}

struct LinearPlace {
  CUarray array;
  size_t offset;
};

/// Between a row of an array and linear memory.
static CUresult copyArrayRow(bool isInto, LinearPlace place, EndpointOf memoryEndpoint,
                             CUdeviceptr memory, size_t bytes, CUstream hStream,
                             Blocking blocking) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  if (isAnyCapture()) {
    CUDA_MEMCPY3D copy = oneRow(bytes);
    (isInto ? copy.dstMemoryType : copy.srcMemoryType) = CU_MEMORYTYPE_ARRAY;
    (isInto ? copy.dstArray : copy.srcArray) = place.array;
    (isInto ? copy.dstXInBytes : copy.srcXInBytes) = place.offset;
    (isInto ? setSource : setDestination)(copy, memoryEndpoint, memory);
    bool isCaptured;
    if (CUresult result = captureCopy(copy, *stream, blocking, isCaptured); result || isCaptured)
      return result;
  }
  CopyExtent extent;
  extent.width = bytes;
  CopyEndpoint inArray, inMemory;
  if (CUresult result = arrayEndpoint(place.array, place.offset, bytes, inArray))
    return result;
  if (CUresult result = memoryEndpoint(memory, extent, inMemory))
    return result;
  return isInto ? submitCopy(inArray, inMemory, extent, *stream, blocking)
                : submitCopy(inMemory, inArray, extent, *stream, blocking);
}

static CUresult copyToArray(LinearPlace to, EndpointOf fromEndpoint, CUdeviceptr from, size_t bytes,
                            CUstream hStream, Blocking blocking) {
  return copyArrayRow(/*isInto=*/true, to, fromEndpoint, from, bytes, hStream, blocking);
}

static CUresult copyFromArray(EndpointOf toEndpoint, CUdeviceptr to, LinearPlace from, size_t bytes,
                              CUstream hStream, Blocking blocking) {
  return copyArrayRow(/*isInto=*/false, from, toEndpoint, to, bytes, hStream, blocking);
}

CUresult cuMemcpyAtoA(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset,
                      size_t ByteCount) {
  Stream &stream = defaultStream(currentContext());
  if (CUresult result = refuseOn(stream))
    return result;
  CopyExtent extent;
  extent.width = ByteCount;
  CopyEndpoint destination, source;
  if (CUresult result = arrayEndpoint(dstArray, dstOffset, ByteCount, destination))
    return result;
  if (CUresult result = arrayEndpoint(srcArray, srcOffset, ByteCount, source))
    return result;
  return submitCopy(destination, source, extent, stream, Blocking::Yes);
}

// -- Two and three dimensions ---------------------------------------------------------------------

CUresult arrayBoxEndpoint(CUarray handle, size_t x, size_t y, size_t z, const CopyExtent &extent,
                          CopyEndpoint &endpoint) {
  Array *array;
  if (CUresult result = findCopied(handle, array))
    return result;
  if (CUresult result = checkArrayBox(*array, x, y, z, extent))
    return result;
  endpoint.pitch = array->rowBytes();
  endpoint.slicePitch = array->sliceBytes();
  endpoint.address = array->data() + z * endpoint.slicePitch + y * endpoint.pitch + x;
  return CUDA_SUCCESS;
}

static bool isOfPool(const Place &place) {
  if (place.type != CU_MEMORYTYPE_DEVICE && place.type != CU_MEMORYTYPE_UNIFIED)
    return false;
  const std::optional<Allocation> allocation = Process::get().memory.find(place.device);
  return allocation && allocation->kind == Allocation::Kind::Pool;
}

static CUresult placeEndpoint(const Place &place, const CopyExtent &extent,
                              CopyEndpoint &endpoint) {
  if (place.type == CU_MEMORYTYPE_ARRAY)
    return place.level ? CUDA_ERROR_INVALID_VALUE
                       : arrayBoxEndpoint(place.array, place.x, place.y, place.z, extent, endpoint);
  endpoint.pitch = place.pitch ? place.pitch : place.x + extent.width;
  const size_t rows = place.height ? place.height : extent.height;
  const bool isBeyond = endpoint.pitch < place.x + extent.width;
  if (CUresult result = checkRows(place, extent, endpoint.pitch, rows, isBeyond && isOfPool(place)))
    return result;
  size_t offset, slices;
  if (__builtin_mul_overflow(endpoint.pitch, rows, &endpoint.slicePitch) ||
      __builtin_mul_overflow(place.y, endpoint.pitch, &offset) ||
      __builtin_mul_overflow(place.z, endpoint.slicePitch, &slices) ||
      __builtin_add_overflow(offset, slices, &offset) ||
      __builtin_add_overflow(offset, place.x, &offset))
    return CUDA_ERROR_INVALID_VALUE;
  switch (place.type) {
  case CU_MEMORYTYPE_HOST:
    return hostEndpoint(static_cast<const char *>(place.host) + offset, extent, endpoint);
  case CU_MEMORYTYPE_DEVICE:
    return deviceEndpoint(place.device + offset, extent, endpoint);
  default:
    return unifiedEndpoint(place.device + offset, extent, endpoint);
  }
}

CUresult placeCopy(const CUDA_MEMCPY3D &copy, CopyEndpoint &to, CopyEndpoint &from,
                   CopyExtent &extent) {
  extent = {copy.WidthInBytes, copy.Height, copy.Depth};
  if (extent.isEmpty())
    return CUDA_SUCCESS;
  Place toPlace{copy.dstXInBytes, copy.dstY,      copy.dstZ,     copy.dstLOD,   copy.dstMemoryType,
                copy.dstHost,     copy.dstDevice, copy.dstArray, copy.dstPitch, copy.dstHeight};
  Place fromPlace{copy.srcXInBytes,   copy.srcY,     copy.srcZ,      copy.srcLOD,
                  copy.srcMemoryType, copy.srcHost,  copy.srcDevice, copy.srcArray,
                  copy.srcPitch,      copy.srcHeight};
  if (CUresult result = placeEndpoint(toPlace, extent, to))
    return result;
  if (CUresult result = checkWritten(to))
    return result;
  return placeEndpoint(fromPlace, extent, from);
}

static CUresult copy3D(const CUDA_MEMCPY3D &copy, CUstream hStream, Blocking blocking) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  bool isCaptured;
  if (CUresult result = captureCopy(copy, *stream, blocking, isCaptured); result || isCaptured)
    return result;
  CopyEndpoint to, from;
  CopyExtent extent;
  if (CUresult result = placeCopy(copy, to, from, extent))
    return result;
  return submitCopy(to, from, extent, *stream, blocking);
}

static CUDA_MEMCPY3D widen(const CUDA_MEMCPY2D &copy) {
  auto wide = widenEndpoints<CUDA_MEMCPY3D>(copy);
  wide.Depth = 1;
  return wide;
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *pCopy) { return copy3D(*pCopy, nullptr, Blocking::Yes); }

/// The same record with contexts in place of the reserved fields; these come out, checked.
static CUresult withoutPeers(const CUDA_MEMCPY3D_PEER *pCopy, CUDA_MEMCPY3D &copy, CUcontext &to,
                             CUcontext &from) {
  static_assert(sizeof(CUDA_MEMCPY3D) == sizeof(CUDA_MEMCPY3D_PEER));
  __builtin_memcpy(&copy, pCopy, sizeof copy);
  copy.reserved0 = copy.reserved1 = nullptr;
  to = pCopy->dstContext;
  from = pCopy->srcContext;
  return checkPeers(to, from);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy) {
  CUDA_MEMCPY3D copy;
  CUcontext to, from;
  if (CUresult result = withoutPeers(pCopy, copy, to, from))
    return result;
  return copyInOrder(to, from, [&] { return copy3D(copy, nullptr, Blocking::Yes); });
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream) {
  CUDA_MEMCPY3D copy;
  CUcontext to, from;
  if (CUresult result = withoutPeers(pCopy, copy, to, from))
    return result;
  if (CUresult result = refuseCapture(hStream))
    return result;
  return copy3D(copy, hStream, Blocking::No);
}

#include "driver/bodies/Memcpy.inc"

} // namespace anywarp::driver
