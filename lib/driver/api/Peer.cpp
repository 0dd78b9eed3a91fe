// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Peer Context Memory Access". Devices share one memory, so access is always
// there; who has asked for it is kept, because the calls answer by it.
#include "driver/context/Device.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

static CUresult findPeer(CUcontext handle, Context *&peer) {
  peer = find<Context>(handle);
  if (!peer)
    return absentContext(handle);
  if (!peer->isActive())
    return CUDA_ERROR_INVALID_CONTEXT;
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int) {
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

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice, CUdevice) {
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

// -- Atomic operations on memory of the host or of another device ---------------------------------

/// What a kernel may do in one indivisible step, as the PTX ISA lists it for `atom` and `red`: all
/// memory is the same to it.
static CUresult atomicCapabilities(unsigned *capabilities, const CUatomicOperation *operations,
                                   unsigned count) {
  constexpr unsigned kSigned = CU_ATOMIC_CAPABILITY_SIGNED,
                     kUnsigned = CU_ATOMIC_CAPABILITY_UNSIGNED,
                     kReduction = CU_ATOMIC_CAPABILITY_REDUCTION,
                     k32 = CU_ATOMIC_CAPABILITY_SCALAR_32, k64 = CU_ATOMIC_CAPABILITY_SCALAR_64,
                     k128 = CU_ATOMIC_CAPABILITY_SCALAR_128,
                     k32x4 = CU_ATOMIC_CAPABILITY_VECTOR_32x4;
  for (unsigned i = 0; i < count; ++i) {
    switch (operations[i]) {
    case CU_ATOMIC_OPERATION_INTEGER_ADD:
    case CU_ATOMIC_OPERATION_INTEGER_MIN:
    case CU_ATOMIC_OPERATION_INTEGER_MAX:
      capabilities[i] = kSigned | kUnsigned | kReduction | k32 | k64;
      break;
    case CU_ATOMIC_OPERATION_INTEGER_INCREMENT:
    case CU_ATOMIC_OPERATION_INTEGER_DECREMENT:
      capabilities[i] = kUnsigned | kReduction | k32;
      break;
    case CU_ATOMIC_OPERATION_AND:
    case CU_ATOMIC_OPERATION_OR:
    case CU_ATOMIC_OPERATION_XOR:
      capabilities[i] = kUnsigned | kReduction | k32 | k64;
      break;
    case CU_ATOMIC_OPERATION_EXCHANGE:
    case CU_ATOMIC_OPERATION_CAS:
      capabilities[i] = kUnsigned | k32 | k64 | k128;
      break;
    case CU_ATOMIC_OPERATION_FLOAT_ADD:
      capabilities[i] = kSigned | kReduction | k32 | k64 | k32x4;
      break;
    case CU_ATOMIC_OPERATION_FLOAT_MIN:
    case CU_ATOMIC_OPERATION_FLOAT_MAX: // of half precision only
      capabilities[i] = 0;
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
  }
  return CUDA_SUCCESS;
}

#include "driver/bodies/Peer.inc"

} // namespace anywarp::driver
