// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executable graphs: instantiation, launch, update.
#include "runtime/Alike.h"
#include "runtime/Driver.h"
#include "runtime/GraphNodeParams.h"

namespace anywarp::runtime {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                 unsigned long long flags) {
  return toError(cu().cuGraphInstantiateWithFlags(pGraphExec, graph, flags));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return toError(cu().cuGraphInstantiateWithFlags(pGraphExec, graph, flags));
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *instantiateParams) {
  return toError(cu().cuGraphInstantiateWithParams(
      pGraphExec, graph, alike<CUDA_GRAPH_INSTANTIATE_PARAMS>(instantiateParams)));
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long *flags) {
  return toError(cu().cuGraphExecGetFlags(graphExec, alike<cuuint64_t>(flags)));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *pNodeParams) {
  return toError(cu().cuGraphExecHostNodeSetParams(hGraphExec, node,
                                                   alike<CUDA_HOST_NODE_PARAMS>(pNodeParams)));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph) {
  return toError(cu().cuGraphExecChildGraphNodeSetParams(hGraphExec, node, childGraph));
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                                 cudaEvent_t event) {
  return toError(cu().cuGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event));
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                               cudaEvent_t event) {
  return toError(cu().cuGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event));
}

cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreSignalNodeParams *nodeParams) {
  return toError(cu().cuGraphExecExternalSemaphoresSignalNodeSetParams(
      hGraphExec, hNode, alike<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>(nodeParams)));
}

cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreWaitNodeParams *nodeParams) {
  return toError(cu().cuGraphExecExternalSemaphoresWaitNodeSetParams(
      hGraphExec, hNode, alike<CUDA_EXT_SEM_WAIT_NODE_PARAMS>(nodeParams)));
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *nodeParams) {
  if (!nodeParams)
    return cudaErrorInvalidValue;
  CUgraphNodeParams params;
  if (cudaError_t error = toDriver(*nodeParams, params))
    return error;
  return toError(cu().cuGraphExecNodeSetParams(graphExec, node, &params));
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int isEnabled) {
  return toError(cu().cuGraphNodeSetEnabled(hGraphExec, hNode, isEnabled));
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int *isEnabled) {
  return toError(cu().cuGraphNodeGetEnabled(hGraphExec, hNode, isEnabled));
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo *resultInfo) {
  return toError(
      cu().cuGraphExecUpdate(hGraphExec, hGraph, alike<CUgraphExecUpdateResultInfo>(resultInfo)));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return toError(cu().cuGraphUpload(graphExec, stream));
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return toError(cu().cuGraphLaunch(graphExec, stream));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return toError(cu().cuGraphExecDestroy(graphExec));
}

} // namespace anywarp::runtime
