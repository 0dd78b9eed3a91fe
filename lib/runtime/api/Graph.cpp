// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: structure, dependencies, user objects, and nodes of every type but kernels and copies.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/records/GraphNodeParams.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                             const cudaGraphNode_t *pDependencies,
                             const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                             struct cudaGraphNodeParams *nodeParams) {
  if (!nodeParams)
    return cudaErrorInvalidValue;
  CUgraphNodeParams params;
  if (cudaError_t error = toDriver(*nodeParams, params))
    return error;
  if (CUresult result = cu().cuGraphAddNode(pGraphNode, graph, pDependencies,
                                            layoutCast<CUgraphEdgeData>(dependencyData),
                                            numDependencies, &params))
    return toError(result);
  returnOutputs(params, *nodeParams);
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams) {
  if (!nodeParams)
    return cudaErrorInvalidValue;
  CUgraphNodeParams params;
  if (CUresult result = cu().cuGraphNodeGetParams(node, &params))
    return toError(result);
  return toRuntime(params, *nodeParams);
}

} // namespace anywarp::runtime
