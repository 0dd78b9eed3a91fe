// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access of one device to the memory of another.
#include "runtime/Alike.h"
#include "runtime/Devices.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice) {
  CUdevice from, to;
  if (cudaError_t error = deviceHandle(device, from))
    return error;
  if (cudaError_t error = deviceHandle(peerDevice, to))
    return error;
  return toError(cu().cuDeviceCanAccessPeer(canAccessPeer, from, to));
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) {
  CUcontext peer;
  if (cudaError_t error = primaryContext(peerDevice, peer))
    return error;
  return toError(cu().cuCtxEnablePeerAccess(peer, flags));
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) {
  CUcontext peer;
  if (cudaError_t error = primaryContext(peerDevice, peer))
    return error;
  return toError(cu().cuCtxDisablePeerAccess(peer));
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice,
                                      int dstDevice) {
  CUdevice from, to;
  if (cudaError_t error = deviceHandle(srcDevice, from))
    return error;
  if (cudaError_t error = deviceHandle(dstDevice, to))
    return error;
  return toError(
      cu().cuDeviceGetP2PAttribute(value, static_cast<CUdevice_P2PAttribute>(attr), from, to));
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *capabilities,
                                               const enum cudaAtomicOperation *operations,
                                               unsigned int count, int srcDevice, int dstDevice) {
  CUdevice from, to;
  if (cudaError_t error = deviceHandle(srcDevice, from))
    return error;
  if (cudaError_t error = deviceHandle(dstDevice, to))
    return error;
  return toError(cu().cuDeviceGetP2PAtomicCapabilities(
      capabilities, alike<CUatomicOperation>(operations), count, from, to));
}

} // namespace anywarp::runtime
