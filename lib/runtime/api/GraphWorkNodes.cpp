// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel, copy and fill nodes of graphs and of executable graphs.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/core/Symbol.h"
#include "runtime/records/CopyRecord.h"
#include "runtime/records/GraphNodeParams.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

// Kernels.

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *pNodeParams) {
  CUDA_KERNEL_NODE_PARAMS params = {};
  if (CUresult result = cu().cuGraphKernelNodeGetParams(node, &params))
    return toError(result);
  toRuntime(params, *pNodeParams);
  return cudaSuccess;
}

// Copies. A copy from or to a symbol is the copy from or to its address.

static cudaError_t addCopy(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                           const cudaGraphNode_t *pDependencies, size_t numDependencies,
                           const CUDA_MEMCPY3D &copy) {
  return toError(cu().cuGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &copy,
                                           currentContext()));
}

static cudaError_t setCopy(cudaGraphExec_t exec, cudaGraphNode_t node, const CUDA_MEMCPY3D &copy) {
  return toError(cu().cuGraphExecMemcpyNodeSetParams(exec, node, &copy, currentContext()));
}

static cudaError_t copyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                                cudaMemcpyKind kind, CUDA_MEMCPY3D &copy) {
  void *dst;
  if (cudaError_t error = symbolRange(symbol, offset, count, dst))
    return error;
  return linearCopy(dst, src, count, kind, copy);
}

static cudaError_t copyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                                  cudaMemcpyKind kind, CUDA_MEMCPY3D &copy) {
  void *src;
  if (cudaError_t error = symbolRange(symbol, offset, count, src))
    return error;
  return linearCopy(dst, src, count, kind, copy);
}

/// Describes a copy, and gives it to a node.
template <typename Describe, typename Give>
static cudaError_t giveCopy(Describe describe, Give give) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = describe(copy))
    return error;
  return give(copy);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms *pNodeParams) {
  CUDA_MEMCPY3D copy = {};
  if (CUresult result = cu().cuGraphMemcpyNodeGetParams(node, &copy))
    return toError(result);
  return toRuntime(copy, *pNodeParams);
}

#include "runtime/bodies/GraphWorkNodes.inc"

} // namespace anywarp::runtime
