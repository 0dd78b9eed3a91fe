// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: structure, dependencies, user objects, and nodes of every type but kernels and copies.
#include "runtime/Alike.h"
#include "runtime/Devices.h"
#include "runtime/Driver.h"
#include "runtime/GraphNodeParams.h"

namespace anywarp::runtime {

cudaError_t cudaGraphCreate(cudaGraph_t *pGraph, unsigned int flags) {
  return toError(cu().cuGraphCreate(pGraph, flags));
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return toError(cu().cuGraphDestroy(graph)); }

cudaError_t cudaGraphClone(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph) {
  return toError(cu().cuGraphClone(pGraphClone, originalGraph));
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *pNode, cudaGraphNode_t originalNode,
                                     cudaGraph_t clonedGraph) {
  return toError(cu().cuGraphNodeFindInClone(pNode, originalNode, clonedGraph));
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType) {
  return toError(cu().cuGraphNodeGetType(node, alike<CUgraphNodeType>(pType)));
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes) {
  return toError(cu().cuGraphGetNodes(graph, nodes, numNodes));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *pRootNodes,
                                  size_t *pNumRootNodes) {
  return toError(cu().cuGraphGetRootNodes(graph, pRootNodes, pNumRootNodes));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *edgeData, size_t *numEdges) {
  return toError(cu().cuGraphGetEdges(graph, from, to, alike<CUgraphEdgeData>(edgeData), numEdges));
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                         cudaGraphEdgeData *edgeData, size_t *pNumDependencies) {
  return toError(cu().cuGraphNodeGetDependencies(
      node, pDependencies, alike<CUgraphEdgeData>(edgeData), pNumDependencies));
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                           cudaGraphEdgeData *edgeData,
                                           size_t *pNumDependentNodes) {
  return toError(cu().cuGraphNodeGetDependentNodes(
      node, pDependentNodes, alike<CUgraphEdgeData>(edgeData), pNumDependentNodes));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData,
                                     size_t numDependencies) {
  return toError(cu().cuGraphAddDependencies(graph, from, to, alike<CUgraphEdgeData>(edgeData),
                                             numDependencies));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *edgeData, size_t numDependencies) {
  return toError(cu().cuGraphRemoveDependencies(graph, from, to, alike<CUgraphEdgeData>(edgeData),
                                                numDependencies));
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return toError(cu().cuGraphDestroyNode(node));
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags) {
  return toError(cu().cuGraphDebugDotPrint(graph, path, flags));
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, void *ptr, cudaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags) {
  return toError(cu().cuUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags));
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  return toError(cu().cuUserObjectRetain(object, count));
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  return toError(cu().cuUserObjectRelease(object, count));
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
  return toError(cu().cuGraphRetainUserObject(graph, object, count, flags));
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count) {
  return toError(cu().cuGraphReleaseUserObject(graph, object, count));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                             const cudaGraphNode_t *pDependencies,
                             const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                             struct cudaGraphNodeParams *nodeParams) {
  if (!nodeParams)
    return cudaErrorInvalidValue;
  CUgraphNodeParams params;
  if (cudaError_t error = toDriver(*nodeParams, params))
    return error;
  if (CUresult result =
          cu().cuGraphAddNode(pGraphNode, graph, pDependencies,
                              alike<CUgraphEdgeData>(dependencyData), numDependencies, &params))
    return toError(result);
  returnOutputs(params, *nodeParams);
  return cudaSuccess;
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams) {
  if (!nodeParams)
    return cudaErrorInvalidValue;
  CUgraphNodeParams params;
  if (cudaError_t error = toDriver(*nodeParams, params))
    return error;
  return toError(cu().cuGraphNodeSetParams(node, &params));
}

cudaError_t cudaGraphNodeGetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams) {
  if (!nodeParams)
    return cudaErrorInvalidValue;
  CUgraphNodeParams params;
  if (CUresult result = cu().cuGraphNodeGetParams(node, &params))
    return toError(result);
  return toRuntime(params, *nodeParams);
}

cudaError_t cudaGraphNodeGetContainingGraph(cudaGraphNode_t hNode, cudaGraph_t *phGraph) {
  return toError(cu().cuGraphNodeGetContainingGraph(hNode, phGraph));
}

cudaError_t cudaGraphExecGetId(cudaGraphExec_t hGraphExec, unsigned int *graphID) {
  return toError(cu().cuGraphExecGetId(hGraphExec, graphID));
}

cudaError_t cudaGraphNodeGetLocalId(cudaGraphNode_t hNode, unsigned int *nodeId) {
  return toError(cu().cuGraphNodeGetLocalId(hNode, nodeId));
}

cudaError_t cudaGraphNodeGetToolsId(cudaGraphNode_t hNode, unsigned long long *toolsNodeId) {
  return toError(cu().cuGraphNodeGetToolsId(hNode, toolsNodeId));
}

cudaError_t cudaGraphGetId(cudaGraph_t hGraph, unsigned int *graphID) {
  return toError(cu().cuGraphGetId(hGraph, graphID));
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *pHandle_out,
                                             cudaGraph_t graph, unsigned int defaultLaunchValue,
                                             unsigned int flags) {
  return toError(cu().cuGraphConditionalHandleCreate(alike<CUgraphConditionalHandle>(pHandle_out),
                                                     graph, currentContext(), defaultLaunchValue,
                                                     flags));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                 const struct cudaHostNodeParams *pNodeParams) {
  return toError(cu().cuGraphAddHostNode(pGraphNode, graph, pDependencies, numDependencies,
                                         alike<CUDA_HOST_NODE_PARAMS>(pNodeParams)));
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                       struct cudaHostNodeParams *pNodeParams) {
  return toError(cu().cuGraphHostNodeGetParams(node, alike<CUDA_HOST_NODE_PARAMS>(pNodeParams)));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *pNodeParams) {
  return toError(cu().cuGraphHostNodeSetParams(node, alike<CUDA_HOST_NODE_PARAMS>(pNodeParams)));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph) {
  return toError(
      cu().cuGraphAddChildGraphNode(pGraphNode, graph, pDependencies, numDependencies, childGraph));
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *pGraph) {
  return toError(cu().cuGraphChildGraphNodeGetGraph(node, pGraph));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t *pDependencies, size_t numDependencies) {
  return toError(cu().cuGraphAddEmptyNode(pGraphNode, graph, pDependencies, numDependencies));
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t *pDependencies,
                                        size_t numDependencies, cudaEvent_t event) {
  return toError(
      cu().cuGraphAddEventRecordNode(pGraphNode, graph, pDependencies, numDependencies, event));
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out) {
  return toError(cu().cuGraphEventRecordNodeGetEvent(node, event_out));
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return toError(cu().cuGraphEventRecordNodeSetEvent(node, event));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                      cudaEvent_t event) {
  return toError(
      cu().cuGraphAddEventWaitNode(pGraphNode, graph, pDependencies, numDependencies, event));
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out) {
  return toError(cu().cuGraphEventWaitNodeGetEvent(node, event_out));
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return toError(cu().cuGraphEventWaitNodeSetEvent(node, event));
}

cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams) {
  return toError(cu().cuGraphAddExternalSemaphoresSignalNode(
      pGraphNode, graph, pDependencies, numDependencies,
      alike<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>(nodeParams)));
}

cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(
    cudaGraphNode_t hNode, struct cudaExternalSemaphoreSignalNodeParams *params_out) {
  return toError(cu().cuGraphExternalSemaphoresSignalNodeGetParams(
      hNode, alike<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>(params_out)));
}

cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams) {
  return toError(cu().cuGraphExternalSemaphoresSignalNodeSetParams(
      hNode, alike<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>(nodeParams)));
}

cudaError_t cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams) {
  return toError(
      cu().cuGraphAddExternalSemaphoresWaitNode(pGraphNode, graph, pDependencies, numDependencies,
                                                alike<CUDA_EXT_SEM_WAIT_NODE_PARAMS>(nodeParams)));
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(
    cudaGraphNode_t hNode, struct cudaExternalSemaphoreWaitNodeParams *params_out) {
  return toError(cu().cuGraphExternalSemaphoresWaitNodeGetParams(
      hNode, alike<CUDA_EXT_SEM_WAIT_NODE_PARAMS>(params_out)));
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams) {
  return toError(cu().cuGraphExternalSemaphoresWaitNodeSetParams(
      hNode, alike<CUDA_EXT_SEM_WAIT_NODE_PARAMS>(nodeParams)));
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                     struct cudaMemAllocNodeParams *nodeParams) {
  return toError(cu().cuGraphAddMemAllocNode(pGraphNode, graph, pDependencies, numDependencies,
                                             alike<CUDA_MEM_ALLOC_NODE_PARAMS>(nodeParams)));
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *params_out) {
  return toError(
      cu().cuGraphMemAllocNodeGetParams(node, alike<CUDA_MEM_ALLOC_NODE_PARAMS>(params_out)));
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                    void *dptr) {
  return toError(
      cu().cuGraphAddMemFreeNode(pGraphNode, graph, pDependencies, numDependencies, address(dptr)));
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr_out) {
  return toError(cu().cuGraphMemFreeNodeGetParams(node, static_cast<CUdeviceptr *>(dptr_out)));
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  return toError(cu().cuDeviceGraphMemTrim(handle));
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
                                           void *value) {
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  return toError(
      cu().cuDeviceGetGraphMemAttribute(handle, static_cast<CUgraphMem_attribute>(attr), value));
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
                                           void *value) {
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  return toError(
      cu().cuDeviceSetGraphMemAttribute(handle, static_cast<CUgraphMem_attribute>(attr), value));
}

} // namespace anywarp::runtime
