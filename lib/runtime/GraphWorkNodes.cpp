// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel, copy and fill nodes of graphs and of executable graphs.
#include "runtime/Alike.h"
#include "runtime/CopyRecord.h"
#include "runtime/Devices.h"
#include "runtime/Driver.h"
#include "runtime/GraphNodeParams.h"
#include "runtime/Symbol.h"

namespace anywarp::runtime {

// Kernels.

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaKernelNodeParams *pNodeParams) {
  if (!pNodeParams)
    return cudaErrorInvalidValue;
  CUDA_KERNEL_NODE_PARAMS params;
  if (cudaError_t error = toDriver(*pNodeParams, params))
    return error;
  return toError(
      cu().cuGraphAddKernelNode(pGraphNode, graph, pDependencies, numDependencies, &params));
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *pNodeParams) {
  CUDA_KERNEL_NODE_PARAMS params = {};
  if (CUresult result = cu().cuGraphKernelNodeGetParams(node, &params))
    return toError(result);
  toRuntime(params, *pNodeParams);
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *pNodeParams) {
  if (!pNodeParams)
    return cudaErrorInvalidValue;
  CUDA_KERNEL_NODE_PARAMS params;
  if (cudaError_t error = toDriver(*pNodeParams, params))
    return error;
  return toError(cu().cuGraphKernelNodeSetParams(node, &params));
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *pNodeParams) {
  if (!pNodeParams)
    return cudaErrorInvalidValue;
  CUDA_KERNEL_NODE_PARAMS params;
  if (cudaError_t error = toDriver(*pNodeParams, params))
    return error;
  return toError(cu().cuGraphExecKernelNodeSetParams(hGraphExec, node, &params));
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
  return toError(cu().cuGraphKernelNodeCopyAttributes(hDst, hSrc));
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue *value_out) {
  return toError(cu().cuGraphKernelNodeGetAttribute(hNode, static_cast<CUkernelNodeAttrID>(attr),
                                                    alike<CUkernelNodeAttrValue>(value_out)));
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue *value) {
  return toError(cu().cuGraphKernelNodeSetAttribute(hNode, static_cast<CUkernelNodeAttrID>(attr),
                                                    alike<CUkernelNodeAttrValue>(value)));
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

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaMemcpy3DParms *pCopyParams) {
  if (!pCopyParams)
    return cudaErrorInvalidValue;
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = toDriver(*pCopyParams, copy))
    return error;
  return addCopy(pGraphNode, graph, pDependencies, numDependencies, copy);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t *pDependencies,
                                           size_t numDependencies, const void *symbol,
                                           const void *src, size_t count, size_t offset,
                                           enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = copyToSymbol(symbol, src, count, offset, kind, copy))
    return error;
  return addCopy(pGraphNode, graph, pDependencies, numDependencies, copy);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t *pDependencies,
                                             size_t numDependencies, void *dst, const void *symbol,
                                             size_t count, size_t offset,
                                             enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = copyFromSymbol(dst, symbol, count, offset, kind, copy))
    return error;
  return addCopy(pGraphNode, graph, pDependencies, numDependencies, copy);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                     void *dst, const void *src, size_t count,
                                     enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = linearCopy(dst, src, count, kind, copy))
    return error;
  return addCopy(pGraphNode, graph, pDependencies, numDependencies, copy);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms *pNodeParams) {
  CUDA_MEMCPY3D copy = {};
  if (CUresult result = cu().cuGraphMemcpyNodeGetParams(node, &copy))
    return toError(result);
  return toRuntime(copy, *pNodeParams);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *pNodeParams) {
  if (!pNodeParams)
    return cudaErrorInvalidValue;
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = toDriver(*pNodeParams, copy))
    return error;
  return toError(cu().cuGraphMemcpyNodeSetParams(node, &copy));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
                                                 const void *src, size_t count, size_t offset,
                                                 enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = copyToSymbol(symbol, src, count, offset, kind, copy))
    return error;
  return toError(cu().cuGraphMemcpyNodeSetParams(node, &copy));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                   const void *symbol, size_t count, size_t offset,
                                                   enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = copyFromSymbol(dst, symbol, count, offset, kind, copy))
    return error;
  return toError(cu().cuGraphMemcpyNodeSetParams(node, &copy));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src,
                                           size_t count, enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = linearCopy(dst, src, count, kind, copy))
    return error;
  return toError(cu().cuGraphMemcpyNodeSetParams(node, &copy));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *pNodeParams) {
  if (!pNodeParams)
    return cudaErrorInvalidValue;
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = toDriver(*pNodeParams, copy))
    return error;
  return setCopy(hGraphExec, node, copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec,
                                                     cudaGraphNode_t node, const void *symbol,
                                                     const void *src, size_t count, size_t offset,
                                                     enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = copyToSymbol(symbol, src, count, offset, kind, copy))
    return error;
  return setCopy(hGraphExec, node, copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
                                                       cudaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count,
                                                       size_t offset, enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = copyFromSymbol(dst, symbol, count, offset, kind, copy))
    return error;
  return setCopy(hGraphExec, node, copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                               void *dst, const void *src, size_t count,
                                               enum cudaMemcpyKind kind) {
  CUDA_MEMCPY3D copy;
  if (cudaError_t error = linearCopy(dst, src, count, kind, copy))
    return error;
  return setCopy(hGraphExec, node, copy);
}

// Fills.

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaMemsetParams *pMemsetParams) {
  return toError(cu().cuGraphAddMemsetNode(pGraphNode, graph, pDependencies, numDependencies,
                                           alike<CUDA_MEMSET_NODE_PARAMS>(pMemsetParams),
                                           currentContext()));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemsetParams *pNodeParams) {
  return toError(
      cu().cuGraphMemsetNodeGetParams(node, alike<CUDA_MEMSET_NODE_PARAMS>(pNodeParams)));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *pNodeParams) {
  return toError(
      cu().cuGraphMemsetNodeSetParams(node, alike<CUDA_MEMSET_NODE_PARAMS>(pNodeParams)));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *pNodeParams) {
  return toError(cu().cuGraphExecMemsetNodeSetParams(
      hGraphExec, node, alike<CUDA_MEMSET_NODE_PARAMS>(pNodeParams), currentContext()));
}

} // namespace anywarp::runtime
