// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies where NVIDIA's devices and ours are both listed. A copy runs in its stream, so on the
// stream's driver. NVIDIA's driver does every copy that touches its memory, with ours as memory of
// the host. It does so in a stream of its own or, for a stream of ours, from a command of that
// stream. An array of ours, which it cannot name as memory of the host, goes through a buffer.
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "driver/entry/RoutingCalls.h"
#include "driver/entry/RoutingStream.h"
#include "driver/entry/Vendor.h"
#include "driver/memory/Array.h"
#include "driver/memory/Copy.h"
#include "driver/process/Process.h"

namespace anywarp::driver::routing {

namespace {
/// What a copy touches, and where it runs.
struct Involved {
  bool ours = false, vendors = false;
  bool pageable = false; ///< memory that the caller may change as soon as the call is back
  CUdeviceptr vendorAddress = 0, ourAddress = 0;
  Driver driver = Driver::Vendor; ///< of the stream

  explicit Involved(CUstream stream)
      : driver(isSpecial(stream) ? currentDriver() : driverOf(stream)) {}
  void device(CUdeviceptr address) {
    std::optional<Driver> owner = ownerOf(address);
    pageable |= !owner;
    ours |= owner == Driver::Ours;
    vendors |= owner == Driver::Vendor;
    if (owner)
      (owner == Driver::Ours ? ourAddress : vendorAddress) = address;
  }
  /// As memory of the host: whoever knows it, no other driver is needed.
  void host(const void *address) { pageable |= !isOurMemory(CUdeviceptr(address)); }
  void add(CUdeviceptr address) { device(address); }
  void add(const void *address) { host(address); }
  void array(CUarray array) { (driverOf(array) == Driver::Ours ? ours : vendors) = true; }

  bool isOurs() const { return driver == Driver::Ours && !vendors; }
  bool isVendors() const { return driver == Driver::Vendor && !ours; }

  static bool isSpecial(CUstream stream) { return reinterpret_cast<uint64_t>(stream) <= 2; }
};

/// A copy that NVIDIA's driver does, in a stream of its own or while the caller waits.
using VendorCopy = std::function<CUresult(CUstream, Blocking)>;
} // namespace

/// Our default stream has done all before.
static CUresult waitForOurs(CUdeviceptr address) {
  WithContextOf context(Driver::Ours, address);
  return ours::cuStreamSynchronize(nullptr);
}

/// A copy that touches memory of the driver that is not its stream's.
static CUresult cross(const Involved &involved, CUstream stream, Blocking blocking,
                      VendorCopy copy) {
  if (involved.driver == Driver::Vendor) {
    if (blocking == Blocking::No) {
      // To NVIDIA's driver ours is pageable memory, which it may read before what the stream has
      // yet to do is done (seen).
      CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
      if (CUresult result = vendors::cuStreamIsCapturing(stream, &capture))
        return result;
      if (capture == CU_STREAM_CAPTURE_STATUS_NONE)
        if (CUresult result = vendors::cuStreamSynchronize(stream))
          return result;
      return copy(stream, blocking);
    }
    if (CUresult result = waitForOurs(involved.ourAddress))
      return result;
    WithContextOf context(Driver::Vendor, involved.vendorAddress);
    return copy(stream, blocking);
  }
  if (CUresult result = refuseCapture(stream))
    return result;
  if (blocking == Blocking::Yes || involved.pageable) {
    if (CUresult result = ours::cuStreamSynchronize(stream))
      return result;
    if (blocking == Blocking::Yes)
      if (CUresult result = waitForOurs(involved.ourAddress))
        return result;
    WithContextOf context(Driver::Vendor, involved.vendorAddress);
    return copy(nullptr, Blocking::Yes);
  }
  return runInOurs(stream, "a copy to or from NVIDIA's device",
                   [copy = std::move(copy), address = involved.vendorAddress] {
                     WithContextOf context(Driver::Vendor, address);
                     return copy(nullptr, Blocking::Yes);
                   });
}

// -- Linear ---------------------------------------------------------------------------------------

/// Bytes from one place of the host to another in a stream of NVIDIA's.
static CUresult copyOnHost(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream,
                           Blocking blocking) {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = reinterpret_cast<const void *>(from);
  copy.dstHost = reinterpret_cast<void *>(to);
  copy.srcPitch = copy.dstPitch = copy.WidthInBytes = bytes;
  copy.Height = 1;
  return blocking == Blocking::Yes ? vendors::cuMemcpy2D(&copy)
                                   : vendors::cuMemcpy2DAsync(&copy, stream);
}

static VendorCopy linearCopy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  const bool toVendor = ownerOf(to) == Driver::Vendor, fromVendor = ownerOf(from) == Driver::Vendor;
  return [=](CUstream stream, Blocking blocking) {
    const bool waits = blocking == Blocking::Yes;
    auto *hostTo = reinterpret_cast<void *>(to);
    auto *hostFrom = reinterpret_cast<const void *>(from);
    if (toVendor && fromVendor)
      return waits ? vendors::cuMemcpyDtoD(to, from, bytes)
                   : vendors::cuMemcpyDtoDAsync(to, from, bytes, stream);
    if (toVendor)
      return waits ? vendors::cuMemcpyHtoD(to, hostFrom, bytes)
                   : vendors::cuMemcpyHtoDAsync(to, hostFrom, bytes, stream);
    if (fromVendor)
      return waits ? vendors::cuMemcpyDtoH(hostTo, from, bytes)
                   : vendors::cuMemcpyDtoHAsync(hostTo, from, bytes, stream);
    return copyOnHost(to, from, bytes, stream, blocking);
  };
}

static CUresult crossLinear(const Involved &involved, CUdeviceptr to, CUdeviceptr from,
                            size_t bytes, CUstream stream, Blocking blocking) {
  // Nothing of NVIDIA's, and nobody's stream: ours does it.
  if (!involved.vendors && blocking == Blocking::Yes) {
    WithContextOf context(Driver::Ours, involved.ourAddress);
    return ours::cuMemcpy(to, from, bytes);
  }
  return cross(involved, stream, blocking, linearCopy(to, from, bytes));
}

/// A copy of bytes between addresses of devices and pointers to the host's memory, in a stream or
/// while the caller waits.
template <typename To, typename From, typename... Stream>
static CUresult copyBytes(CUresult (*ours)(To, From, size_t, Stream...),
                          CUresult (*vendors)(To, From, size_t, Stream...), To to, From from,
                          size_t bytes, Stream... stream) {
  CUstream where = nullptr;
  ((where = stream), ...);
  Involved involved(where);
  involved.add(to);
  involved.add(from);
  if (involved.isOurs())
    return ours(to, from, bytes, stream...);
  if (involved.isVendors())
    return vendors(to, from, bytes, stream...);
  return crossLinear(involved, CUdeviceptr(to), CUdeviceptr(from), bytes, where,
                     sizeof...(stream) ? Blocking::No : Blocking::Yes);
}

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return copyBytes(ours::cuMemcpy, vendors::cuMemcpy, dst, src, ByteCount);
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return copyBytes(ours::cuMemcpyAsync, vendors::cuMemcpyAsync, dst, src, ByteCount, hStream);
}

CUresult cuMemcpyHtoD(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) {
  return copyBytes(ours::cuMemcpyHtoD, vendors::cuMemcpyHtoD, dstDevice, srcHost, ByteCount);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,
                           CUstream hStream) {
  return copyBytes(ours::cuMemcpyHtoDAsync, vendors::cuMemcpyHtoDAsync, dstDevice, srcHost,
                   ByteCount, hStream);
}

CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  return copyBytes(ours::cuMemcpyDtoH, vendors::cuMemcpyDtoH, dstHost, srcDevice, ByteCount);
}

CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount,
                           CUstream hStream) {
  return copyBytes(ours::cuMemcpyDtoHAsync, vendors::cuMemcpyDtoHAsync, dstHost, srcDevice,
                   ByteCount, hStream);
}

CUresult cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  return copyBytes(ours::cuMemcpyDtoD, vendors::cuMemcpyDtoD, dstDevice, srcDevice, ByteCount);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount,
                           CUstream hStream) {
  return copyBytes(ours::cuMemcpyDtoDAsync, vendors::cuMemcpyDtoDAsync, dstDevice, srcDevice,
                   ByteCount, hStream);
}

/// Contexts of one driver: which one. Of two drivers the addresses say what is where.
static bool areOf(Driver driver, CUcontext dstContext, CUcontext srcContext) {
  return driverOf(dstContext) == driver && driverOf(srcContext) == driver;
}

CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                      CUcontext srcContext, size_t ByteCount) {
  if (areOf(Driver::Ours, dstContext, srcContext)) {
    lendContext(Driver::Ours, dstDevice);
    return ours::cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount);
  }
  if (areOf(Driver::Vendor, dstContext, srcContext)) {
    lendContext(Driver::Vendor, dstDevice);
    return vendors::cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount);
  }
  return routing::cuMemcpyDtoD(dstDevice, srcDevice, ByteCount);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice,
                           CUcontext srcContext, size_t ByteCount, CUstream hStream) {
  const Driver driver = Involved(hStream).driver;
  if (areOf(driver, dstContext, srcContext))
    return driver == Driver::Ours ? ours::cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice,
                                                            srcContext, ByteCount, hStream)
                                  : vendors::cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice,
                                                               srcContext, ByteCount, hStream);
  return routing::cuMemcpyDtoDAsync(dstDevice, srcDevice, ByteCount, hStream);
}

// -- Two and three dimensions, arrays -------------------------------------------------------------

static bool isByAddress(CUmemorytype type) {
  return type == CU_MEMORYTYPE_DEVICE || type == CU_MEMORYTYPE_UNIFIED;
}

void nameOursAsHost(CUDA_MEMCPY3D &copy) {
  if (isByAddress(copy.srcMemoryType) && isOurMemory(copy.srcDevice)) {
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = reinterpret_cast<const void *>(copy.srcDevice);
  }
  if (isByAddress(copy.dstMemoryType) && isOurMemory(copy.dstDevice)) {
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = reinterpret_cast<void *>(copy.dstDevice);
  }
}

static Involved involvedIn(const CUDA_MEMCPY3D &copy, CUstream stream) {
  Involved involved(stream);
  auto add = [&](CUmemorytype type, CUdeviceptr device, const void *host, CUarray array) {
    if (type == CU_MEMORYTYPE_ARRAY)
      involved.array(array);
    else if (isByAddress(type))
      involved.device(device);
    else
      involved.host(host);
  };
  add(copy.dstMemoryType, copy.dstDevice, copy.dstHost, copy.dstArray);
  add(copy.srcMemoryType, copy.srcDevice, copy.srcHost, copy.srcArray);
  return involved;
}

static bool isOurArray(CUmemorytype type, CUarray array) {
  return type == CU_MEMORYTYPE_ARRAY && driverOf(array) == Driver::Ours;
}

/// An array of ours on one end, NVIDIA's memory on the other, or its stream: in two steps.
static CUresult copyThroughBuffer(const CUDA_MEMCPY3D &copy, CUstream stream, Driver driver) {
  constexpr size_t kMostBytes = size_t(1) << 40;
  size_t slice, bytes;
  if (__builtin_mul_overflow(copy.WidthInBytes, copy.Height, &slice) ||
      __builtin_mul_overflow(slice, copy.Depth, &bytes) || bytes > kMostBytes)
    return CUDA_ERROR_INVALID_VALUE;
  if (!bytes)
    return CUDA_SUCCESS;
  std::unique_ptr<char, decltype(&std::free)> buffer(static_cast<char *>(std::malloc(bytes)),
                                                     &std::free);
  if (!buffer)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUDA_MEMCPY3D first = copy, second = copy;
  first.dstMemoryType = second.srcMemoryType = CU_MEMORYTYPE_HOST;
  first.dstHost = buffer.get();
  second.srcHost = buffer.get();
  first.dstPitch = second.srcPitch = copy.WidthInBytes;
  first.dstHeight = second.srcHeight = copy.Height;
  first.dstXInBytes = first.dstY = first.dstZ = first.dstLOD = 0;
  second.srcXInBytes = second.srcY = second.srcZ = second.srcLOD = 0;
  CUresult result = driver == Driver::Ours ? ours::cuStreamSynchronize(stream)
                                           : vendors::cuStreamSynchronize(stream);
  for (CUDA_MEMCPY3D *step : {&first, &second}) {
    if (result != CUDA_SUCCESS)
      return result;
    const Involved part = involvedIn(*step, nullptr); // of one of the two only
    const Driver where = part.vendors ? Driver::Vendor : Driver::Ours;
    WithContextOf context(where, part.vendors ? part.vendorAddress : part.ourAddress);
    result = where == Driver::Vendor ? vendors::cuMemcpy3D(step) : ours::cuMemcpy3D(step);
  }
  return result;
}

static CUresult cross3D(const Involved &involved, CUDA_MEMCPY3D copy, CUstream stream,
                        Blocking blocking) {
  if (isOurArray(copy.srcMemoryType, copy.srcArray) ||
      isOurArray(copy.dstMemoryType, copy.dstArray)) {
    if (CUresult result = involved.driver == Driver::Ours ? refuseCapture(stream) : CUDA_SUCCESS)
      return result;
    if (!involved.vendors && blocking == Blocking::Yes) {
      WithContextOf context(Driver::Ours, involved.ourAddress);
      return ours::cuMemcpy3D(&copy);
    }
    return copyThroughBuffer(copy, stream, involved.driver);
  }
  nameOursAsHost(copy);
  return cross(involved, stream, blocking, [copy](CUstream where, Blocking waits) {
    return waits == Blocking::Yes ? vendors::cuMemcpy3D(&copy)
                                  : vendors::cuMemcpy3DAsync(&copy, where);
  });
}

static CUDA_MEMCPY3D widen(const CUDA_MEMCPY2D &copy) {
  auto wide = widenEndpoints<CUDA_MEMCPY3D>(copy);
  wide.Depth = 1;
  wide.srcHeight = wide.dstHeight = 0;
  return wide;
}

/// The copy in its own form where one driver does it, else as `wide`.
template <typename... Params, typename... Args>
static CUresult copyBox(const CUDA_MEMCPY3D &wide, CUstream stream, Blocking blocking,
                        CUresult (*ours)(Params...), CUresult (*vendors)(Params...), Args... args) {
  const Involved involved = involvedIn(wide, stream);
  if (involved.isOurs())
    return ours(args...);
  if (involved.isVendors())
    return vendors(args...);
  return cross3D(involved, wide, stream, blocking);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *pCopy) {
  return copyBox(widen(*pCopy), nullptr, Blocking::Yes, ours::cuMemcpy2D, vendors::cuMemcpy2D,
                 pCopy);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *pCopy) {
  return copyBox(widen(*pCopy), nullptr, Blocking::Yes, ours::cuMemcpy2DUnaligned,
                 vendors::cuMemcpy2DUnaligned, pCopy);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *pCopy, CUstream hStream) {
  return copyBox(widen(*pCopy), hStream, Blocking::No, ours::cuMemcpy2DAsync,
                 vendors::cuMemcpy2DAsync, pCopy, hStream);
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *pCopy) {
  return copyBox(*pCopy, nullptr, Blocking::Yes, ours::cuMemcpy3D, vendors::cuMemcpy3D, pCopy);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *pCopy, CUstream hStream) {
  return copyBox(*pCopy, hStream, Blocking::No, ours::cuMemcpy3DAsync, vendors::cuMemcpy3DAsync,
                 pCopy, hStream);
}

static CUDA_MEMCPY3D withoutPeers(const CUDA_MEMCPY3D_PEER &peers) {
  CUDA_MEMCPY3D copy;
  static_assert(sizeof copy == sizeof peers);
  std::memcpy(&copy, &peers, sizeof copy);
  copy.reserved0 = copy.reserved1 = nullptr;
  return copy;
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy) {
  if (areOf(Driver::Ours, pCopy->dstContext, pCopy->srcContext)) {
    lendContext(Driver::Ours, 0);
    return ours::cuMemcpy3DPeer(pCopy);
  }
  if (areOf(Driver::Vendor, pCopy->dstContext, pCopy->srcContext)) {
    lendContext(Driver::Vendor, 0);
    return vendors::cuMemcpy3DPeer(pCopy);
  }
  const CUDA_MEMCPY3D copy = withoutPeers(*pCopy);
  return routing::cuMemcpy3D(&copy);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream) {
  const Driver driver = Involved(hStream).driver;
  if (areOf(driver, pCopy->dstContext, pCopy->srcContext))
    return driver == Driver::Ours ? ours::cuMemcpy3DPeerAsync(pCopy, hStream)
                                  : vendors::cuMemcpy3DPeerAsync(pCopy, hStream);
  const CUDA_MEMCPY3D copy = withoutPeers(*pCopy);
  return routing::cuMemcpy3DAsync(&copy, hStream);
}

static CUDA_MEMCPY3D oneRow(size_t bytes) {
  CUDA_MEMCPY3D copy{};
  copy.WidthInBytes = bytes;
  copy.Height = copy.Depth = 1;
  return copy;
}

CUresult cuMemcpyDtoA(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
  CUDA_MEMCPY3D copy = oneRow(ByteCount);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = dstArray;
  copy.dstXInBytes = dstOffset;
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = srcDevice;
  return copyBox(copy, nullptr, Blocking::Yes, ours::cuMemcpyDtoA, vendors::cuMemcpyDtoA, dstArray,
                 dstOffset, srcDevice, ByteCount);
}

CUresult cuMemcpyAtoD(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  CUDA_MEMCPY3D copy = oneRow(ByteCount);
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = srcArray;
  copy.srcXInBytes = srcOffset;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = dstDevice;
  return copyBox(copy, nullptr, Blocking::Yes, ours::cuMemcpyAtoD, vendors::cuMemcpyAtoD, dstDevice,
                 srcArray, srcOffset, ByteCount);
}

CUresult cuMemcpyAtoA(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset,
                      size_t ByteCount) {
  CUDA_MEMCPY3D copy = oneRow(ByteCount);
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = srcArray;
  copy.srcXInBytes = srcOffset;
  copy.dstArray = dstArray;
  copy.dstXInBytes = dstOffset;
  return copyBox(copy, nullptr, Blocking::Yes, ours::cuMemcpyAtoA, vendors::cuMemcpyAtoA, dstArray,
                 dstOffset, srcArray, srcOffset, ByteCount);
}

// -- Batches --------------------------------------------------------------------------------------

/// Across the drivers a batch is one copy after the other; what the attributes allow is not used.
CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                            CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                            CUstream hStream) {
  Involved involved(hStream);
  for (size_t i = 0; dsts && srcs && sizes && i < count; ++i) {
    involved.device(dsts[i]);
    involved.device(srcs[i]);
  }
  if (involved.isOurs())
    return ours::cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream);
  if (involved.isVendors())
    return vendors::cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs,
                                       hStream);
  if (Involved::isSpecial(hStream) && !hStream) // as the manual says of batches
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < count; ++i)
    if (CUresult result = routing::cuMemcpyAsync(dsts[i], srcs[i], sizes[i], hStream))
      return result;
  for (size_t i = 0; attrs && i < numAttrs; ++i)
    if (attrs[i].srcAccessOrder == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL)
      return involved.driver == Driver::Ours ? ours::cuStreamSynchronize(hStream)
                                             : vendors::cuStreamSynchronize(hStream);
  return CUDA_SUCCESS;
}

CUresult cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList,
                              unsigned long long flags, CUstream hStream) {
  Involved involved(hStream);
  for (size_t i = 0; opList && i < numOps; ++i)
    for (const CUmemcpy3DOperand *operand : {&opList[i].src, &opList[i].dst}) {
      if (operand->type == CU_MEMCPY_OPERAND_TYPE_ARRAY)
        involved.array(operand->op.array.array);
      else
        involved.device(operand->op.ptr.ptr);
    }
  if (involved.isOurs())
    return ours::cuMemcpy3DBatchAsync(numOps, opList, flags, hStream);
  if (involved.isVendors())
    return vendors::cuMemcpy3DBatchAsync(numOps, opList, flags, hStream);
  return notAcross("cuMemcpy3DBatchAsync");
}

} // namespace anywarp::driver::routing
