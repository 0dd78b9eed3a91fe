// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Peer Context Memory Access". Devices share one memory, so access is always
// there; who has asked for it is kept, because the calls answer by it.
#include "driver/Device.h"
#include "driver/Process.h"

namespace anywarp::driver {

CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev) {
  if (!findDevice(dev) || !findDevice(peerDev))
    return CUDA_ERROR_INVALID_DEVICE;
  *canAccessPeer = dev != peerDev;
  return CUDA_SUCCESS;
}

static CUresult findPeer(CUcontext handle, Context *&peer) {
  peer = find<Context>(handle);
  if (!peer || !peer->isActive())
    return CUDA_ERROR_INVALID_CONTEXT;
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
  if (Flags)
    return CUDA_ERROR_INVALID_VALUE;
  Context *peer;
  if (CUresult result = findPeer(peerContext, peer))
    return result;
  Context &context = currentContext();
  if (&peer->device() == &context.device()) // as cuDeviceCanAccessPeer says
    return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  return context.addPeer(*peer) ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

CUresult cuCtxDisablePeerAccess(CUcontext peerContext) {
  Context *peer;
  if (CUresult result = findPeer(peerContext, peer))
    return result;
  return currentContext().removePeer(*peer) ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice,
                                 CUdevice dstDevice) {
  if (!findDevice(srcDevice) || !findDevice(dstDevice) || srcDevice == dstDevice)
    return CUDA_ERROR_INVALID_DEVICE;
  switch (attrib) {
  case CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK: // the best there is
    *value = 0;
    return CUDA_SUCCESS;
  case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED:
  case CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED:
  case CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED:
    *value = 1;
    return CUDA_SUCCESS;
  case CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED:
    *value = 0;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

} // namespace anywarp::driver
