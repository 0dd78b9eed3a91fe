// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of node parameters.
#include "runtime/records/GraphNodeParams.h"

#include "runtime/core/Devices.h"
#include "runtime/core/Registry.h"
#include "runtime/records/CopyRecord.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

namespace {

/// The two API forms of a kernel node (v2 and v3) have the same fields.
template <typename From, typename To> cudaError_t convertKernel(const From &params, To &to) {
  to = {};
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(params.func, kernel))
    return error;
  to.kern = kernel;
  to.gridDimX = params.gridDim.x;
  to.gridDimY = params.gridDim.y;
  to.gridDimZ = params.gridDim.z;
  to.blockDimX = params.blockDim.x;
  to.blockDimY = params.blockDim.y;
  to.blockDimZ = params.blockDim.z;
  to.sharedMemBytes = params.sharedMemBytes;
  to.kernelParams = params.kernelParams;
  to.extra = params.extra;
  return cudaSuccess;
}

} // namespace

cudaError_t toDriver(const cudaKernelNodeParams &params, CUDA_KERNEL_NODE_PARAMS &to) {
  return convertKernel(params, to);
}

void toRuntime(const CUDA_KERNEL_NODE_PARAMS &params, cudaKernelNodeParams &to) {
  to = {};
  to.func = params.kern ? Registry::get().symbolOf(params.kern) : params.func;
  to.gridDim = dim3(params.gridDimX, params.gridDimY, params.gridDimZ);
  to.blockDim = dim3(params.blockDimX, params.blockDimY, params.blockDimZ);
  to.sharedMemBytes = params.sharedMemBytes;
  to.kernelParams = params.kernelParams;
  to.extra = params.extra;
}

cudaError_t toDriver(const cudaGraphNodeParams &params, CUgraphNodeParams &to) {
  to = {};
  to.type = static_cast<CUgraphNodeType>(params.type);
  switch (params.type) {
  case cudaGraphNodeTypeKernel:
    return convertKernel(params.kernel, to.kernel);
  case cudaGraphNodeTypeMemcpy:
    to.memcpy.flags = params.memcpy.flags;
    to.memcpy.copyCtx = currentContext();
    return toDriver(params.memcpy.copyParams, to.memcpy.copyParams);
  case cudaGraphNodeTypeMemset:
    to.memset.dst = address(params.memset.dst);
    to.memset.pitch = params.memset.pitch;
    to.memset.value = params.memset.value;
    to.memset.elementSize = params.memset.elementSize;
    to.memset.width = params.memset.width;
    to.memset.height = params.memset.height;
    to.memset.ctx = currentContext();
    return cudaSuccess;
  case cudaGraphNodeTypeConditional:
    to.conditional.handle = params.conditional.handle;
    to.conditional.type = static_cast<CUgraphConditionalNodeType>(params.conditional.type);
    to.conditional.size = params.conditional.size;
    to.conditional.ctx = currentContext();
    return cudaSuccess;
  default:
    // The other types have the same fields in both APIs; what is none is refused by the driver.
    static_assert(sizeof to == sizeof params);
    __builtin_memcpy(to.reserved1, params.reserved1, sizeof to.reserved1);
    return cudaSuccess;
  }
}

cudaError_t toRuntime(const CUgraphNodeParams &params, cudaGraphNodeParams &to) {
  to = {};
  to.type = static_cast<cudaGraphNodeType>(params.type);
  switch (params.type) {
  case CU_GRAPH_NODE_TYPE_KERNEL: {
    cudaKernelNodeParams kernel;
    CUDA_KERNEL_NODE_PARAMS from;
    static_assert(sizeof from == sizeof params.kernel);
    __builtin_memcpy(&from, &params.kernel, sizeof from);
    toRuntime(from, kernel);
    to.kernel.func = kernel.func;
    to.kernel.gridDim = kernel.gridDim;
    to.kernel.blockDim = kernel.blockDim;
    to.kernel.sharedMemBytes = kernel.sharedMemBytes;
    to.kernel.kernelParams = kernel.kernelParams;
    to.kernel.extra = kernel.extra;
    return cudaSuccess;
  }
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    to.memcpy.flags = params.memcpy.flags;
    return toRuntime(params.memcpy.copyParams, to.memcpy.copyParams);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    to.memset.dst = reinterpret_cast<void *>(params.memset.dst);
    to.memset.pitch = params.memset.pitch;
    to.memset.value = params.memset.value;
    to.memset.elementSize = params.memset.elementSize;
    to.memset.width = params.memset.width;
    to.memset.height = params.memset.height;
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    to.conditional.handle = params.conditional.handle;
    to.conditional.type = static_cast<cudaGraphConditionalNodeType>(params.conditional.type);
    to.conditional.size = params.conditional.size;
    to.conditional.phGraph_out = params.conditional.phGraph_out;
    return cudaSuccess;
  default:
    __builtin_memcpy(to.reserved1, params.reserved1, sizeof to.reserved1);
    return cudaSuccess;
  }
}

void returnOutputs(const CUgraphNodeParams &from, cudaGraphNodeParams &params) {
  if (params.type == cudaGraphNodeTypeMemAlloc)
    params.alloc.dptr = reinterpret_cast<void *>(from.alloc.dptr);
  else if (params.type == cudaGraphNodeTypeConditional)
    params.conditional.phGraph_out = from.conditional.phGraph_out;
}

} // namespace anywarp::runtime
