// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Start, devices, current contexts and peers where NVIDIA's devices and ours are both listed. The
// stack of current contexts is kept here. Each driver has at most one context in a thread, the last
// of its own. It keeps that while one of the other driver is current: calls that name its objects
// need it.
#include <algorithm>
#include <vector>

#include "driver/entry/RoutingCalls.h"
#include "driver/entry/Vendor.h"
#include "driver/process/Process.h"
#include "support/ThreadObject.h"

namespace anywarp::driver::routing {

// -- Start and devices ----------------------------------------------------------------------------

CUresult cuInit(unsigned int Flags) {
  if (CUresult result = vendors::cuInit(Flags))
    return result;
  return ours::cuInit(Flags);
}

/// What both can do; cuGetProcAddress finds no newer functions either.
CUresult cuDriverGetVersion(int *driverVersion) {
  int version = 0;
  if (CUresult result = vendors::cuDriverGetVersion(&version))
    return result;
  if (CUresult result = ours::cuDriverGetVersion(driverVersion))
    return result;
  *driverVersion = std::min(*driverVersion, version);
  return CUDA_SUCCESS;
}

CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *symbolStatus) {
  return ours::cuGetProcAddress(symbol, pfn, cudaVersion, flags, symbolStatus);
}

CUresult cuGetProcAddress_v1(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags) {
  return ours::cuGetProcAddress_v1(symbol, pfn, cudaVersion, flags);
}

CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId) {
  return ours::cuGetExportTable(ppExportTable, pExportTableId);
}

CUresult cuDeviceGetCount(int *count) {
  if (CUresult result = ours::cuDeviceGetCount(count))
    return result;
  *count += vendorDevices();
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  return ordinal < vendorDevices() ? vendors::cuDeviceGet(device, ordinal)
                                   : ours::cuDeviceGet(device, ordinal);
}

CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId) {
  if (vendors::cuDeviceGetByPCIBusId(dev, pciBusId) == CUDA_SUCCESS)
    return CUDA_SUCCESS;
  return ours::cuDeviceGetByPCIBusId(dev, pciBusId);
}

// -- Peers: never across --------------------------------------------------------------------------

CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev) {
  const Driver driver = driverOfDevice(dev);
  if (driver == driverOfDevice(peerDev))
    return driver == Driver::Ours ? ours::cuDeviceCanAccessPeer(canAccessPeer, dev, peerDev)
                                  : vendors::cuDeviceCanAccessPeer(canAccessPeer, dev, peerDev);
  const CUdevice other = driver == Driver::Ours ? peerDev : dev; // NVIDIA's, or none
  if (other < 0 || other >= vendorDevices())
    return CUDA_ERROR_INVALID_DEVICE;
  *canAccessPeer = 0;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice,
                                 CUdevice dstDevice) {
  const Driver driver = driverOfDevice(srcDevice);
  if (driver == driverOfDevice(dstDevice))
    return driver == Driver::Ours
               ? ours::cuDeviceGetP2PAttribute(value, attrib, srcDevice, dstDevice)
               : vendors::cuDeviceGetP2PAttribute(value, attrib, srcDevice, dstDevice);
  if (attrib < CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK ||
      attrib > CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED)
    return CUDA_ERROR_INVALID_VALUE;
  int canAccess;
  if (CUresult result = routing::cuDeviceCanAccessPeer(&canAccess, srcDevice, dstDevice))
    return result;
  *value = 0;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities,
                                          const CUatomicOperation *operations, unsigned int count,
                                          CUdevice srcDevice, CUdevice dstDevice) {
  const Driver driver = driverOfDevice(srcDevice);
  if (driver == driverOfDevice(dstDevice))
    return driver == Driver::Ours
               ? ours::cuDeviceGetP2PAtomicCapabilities(capabilities, operations, count, srcDevice,
                                                        dstDevice)
               : vendors::cuDeviceGetP2PAtomicCapabilities(capabilities, operations, count,
                                                           srcDevice, dstDevice);
  int canAccess;
  if (CUresult result = routing::cuDeviceCanAccessPeer(&canAccess, srcDevice, dstDevice))
    return result;
  std::fill(capabilities, capabilities + count, 0u);
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
  const Driver driver = currentDriver();
  if (peerContext && driver != driverOf(peerContext))
    return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  return driver == Driver::Ours ? ours::cuCtxEnablePeerAccess(peerContext, Flags)
                                : vendors::cuCtxEnablePeerAccess(peerContext, Flags);
}

CUresult cuCtxDisablePeerAccess(CUcontext peerContext) {
  const Driver driver = currentDriver();
  if (peerContext && driver != driverOf(peerContext))
    return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
  return driver == Driver::Ours ? ours::cuCtxDisablePeerAccess(peerContext)
                                : vendors::cuCtxDisablePeerAccess(peerContext);
}

// -- Current contexts -----------------------------------------------------------------------------

/// Of the calling thread.
static std::vector<CUcontext> &stack() { return ofThread<std::vector<CUcontext>>(); }

bool hasCurrent() { return !stack().empty(); }
Driver currentDriver() { return stack().empty() ? Driver::Vendor : driverOf(stack().back()); }

static CUresult tellDriver(CUcontext context) {
  return driverOf(context) == Driver::Ours ? ours::cuCtxSetCurrent(context)
                                           : vendors::cuCtxSetCurrent(context);
}

/// After something was taken off the stack.
static void tellTop() {
  if (!stack().empty()) {
    (void)tellDriver(stack().back());
    return;
  }
  (void)vendors::cuCtxSetCurrent(nullptr);
  (void)ours::cuCtxSetCurrent(nullptr);
}

CUresult cuCtxSetCurrent(CUcontext ctx) {
  if (!ctx) {
    if (!stack().empty())
      stack().pop_back();
    tellTop();
    return CUDA_SUCCESS;
  }
  if (CUresult result = tellDriver(ctx))
    return result;
  if (stack().empty())
    stack().push_back(ctx);
  else
    stack().back() = ctx;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *pctx) {
  *pctx = stack().empty() ? nullptr : stack().back();
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext ctx) {
  if (CUresult result = tellDriver(ctx))
    return result;
  stack().push_back(ctx);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *pctx) {
  if (stack().empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (pctx)
    *pctx = stack().back();
  stack().pop_back();
  tellTop();
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v1(CUcontext ctx) { return checked::cuCtxPushCurrent(ctx); }
CUresult cuCtxPopCurrent_v1(CUcontext *pctx) { return routing::cuCtxPopCurrent(pctx); }

/// A driver makes a new context current on its own stack; here it goes to ours.
static CUresult noteCreated(CUresult result, Driver driver, CUcontext *pctx) {
  if (result != CUDA_SUCCESS)
    return result;
  CUcontext popped;
  if (driver == Driver::Ours)
    (void)ours::cuCtxPopCurrent(&popped);
  else
    (void)vendors::cuCtxPopCurrent(&popped);
  return routing::cuCtxPushCurrent(*pctx);
}

CUresult cuCtxCreate(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags,
                     CUdevice dev) {
  const Driver driver = driverOfDevice(dev);
  return noteCreated(driver == Driver::Ours
                         ? ours::cuCtxCreate(pctx, ctxCreateParams, flags, dev)
                         : vendors::cuCtxCreate(pctx, ctxCreateParams, flags, dev),
                     driver, pctx);
}

CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams,
                        unsigned int flags, CUdevice dev) {
  const Driver driver = driverOfDevice(dev);
  return noteCreated(driver == Driver::Ours
                         ? ours::cuCtxCreate_v3(pctx, paramsArray, numParams, flags, dev)
                         : vendors::cuCtxCreate_v3(pctx, paramsArray, numParams, flags, dev),
                     driver, pctx);
}

CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned int flags, CUdevice dev) {
  const Driver driver = driverOfDevice(dev);
  return noteCreated(driver == Driver::Ours ? ours::cuCtxCreate_v2(pctx, flags, dev)
                                            : vendors::cuCtxCreate_v2(pctx, flags, dev),
                     driver, pctx);
}

CUresult cuCtxCreate_v1(CUcontext *pctx, unsigned int flags, CUdevice dev) {
  const Driver driver = driverOfDevice(dev);
  return noteCreated(driver == Driver::Ours ? ours::cuCtxCreate_v1(pctx, flags, dev)
                                            : vendors::cuCtxCreate_v1(pctx, flags, dev),
                     driver, pctx);
}

/// A context that goes while it is current is popped, as the manual says.
static CUresult noteDestroyed(CUresult result, CUcontext ctx) {
  if (result == CUDA_SUCCESS && !stack().empty() && stack().back() == ctx) {
    stack().pop_back();
    tellTop();
  }
  return result;
}

CUresult cuCtxDestroy(CUcontext ctx) {
  return noteDestroyed(
      driverOf(ctx) == Driver::Ours ? ours::cuCtxDestroy(ctx) : vendors::cuCtxDestroy(ctx), ctx);
}

CUresult cuCtxDestroy_v1(CUcontext ctx) {
  return noteDestroyed(driverOf(ctx) == Driver::Ours ? ours::cuCtxDestroy_v1(ctx)
                                                     : vendors::cuCtxDestroy_v1(ctx),
                       ctx);
}

/// The last of its users destroys it.
CUresult cuCtxDetach(CUcontext ctx) {
  const bool isOurs = driverOf(ctx) == Driver::Ours;
  if (CUresult result = isOurs ? ours::cuCtxDetach(ctx) : vendors::cuCtxDetach(ctx))
    return result;
  CUcontext current = nullptr; // it had to be, and no longer is when it has gone
  (void)(isOurs ? ours::cuCtxGetCurrent(&current) : vendors::cuCtxGetCurrent(&current));
  return current == ctx ? CUDA_SUCCESS : noteDestroyed(CUDA_SUCCESS, ctx);
}

/// Both drivers judge by it.
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
  if (!mode)
    return CUDA_ERROR_INVALID_VALUE;
  CUstreamCaptureMode former = *mode;
  if (CUresult result = vendors::cuThreadExchangeStreamCaptureMode(&former))
    return result;
  return ours::cuThreadExchangeStreamCaptureMode(mode);
}

} // namespace anywarp::driver::routing
