// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is told of graphs and nodes of every kind: numbers, where a node is, its parameters.
#include <cstring>

#include "driver/graph/Graph.h"
#include "driver/graph/GraphExec.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

// Graphs, executable ones among them, and nodes are numbered in the process; nothing is numbered
// twice.

// -- Parameters -----------------------------------------------------------------------------------

/// `get` fills the form that the type's own call gives, which is the start of `part`.
template <typename Own, typename Part, typename Get> static CUresult fill(Part &part, Get get) {
  static_assert(sizeof(Own) <= sizeof(Part));
  Own own{};
  CUresult result = get(&own);
  std::memcpy(&part, &own, sizeof own);
  return result;
}

CUresult cuGraphNodeGetParams(GraphNode &node, CUgraphNodeParams *nodeParams) {
  const CUgraphNode hNode = handleOf(node);
  CUgraphNodeParams params;
  std::memset(&params, 0, sizeof params);
  params.type = node.type();
  CUresult result = CUDA_SUCCESS;
  switch (params.type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    result = fill<CUDA_KERNEL_NODE_PARAMS>(
        params.kernel, [&](auto *own) { return edge::cuGraphKernelNodeGetParams(hNode, own); });
    break;
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    params.memcpy.copyCtx = handleOf(*node.as<CopyNode>()->context);
    result = edge::cuGraphMemcpyNodeGetParams(hNode, &params.memcpy.copyParams);
    break;
  case CU_GRAPH_NODE_TYPE_MEMSET:
    result = fill<CUDA_MEMSET_NODE_PARAMS>(
        params.memset, [&](auto *own) { return edge::cuGraphMemsetNodeGetParams(hNode, own); });
    params.memset.ctx = handleOf(*node.as<FillNode>()->context);
    break;
  case CU_GRAPH_NODE_TYPE_HOST:
    result = fill<CUDA_HOST_NODE_PARAMS>(
        params.host, [&](auto *own) { return edge::cuGraphHostNodeGetParams(hNode, own); });
    break;
  case CU_GRAPH_NODE_TYPE_GRAPH:
    result = edge::cuGraphChildGraphNodeGetGraph(hNode, &params.graph.graph);
    break;
  case CU_GRAPH_NODE_TYPE_EMPTY:
    break;
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    result = driver::cuGraphEventWaitNodeGetEvent(hNode, &params.eventWait.event);
    break;
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    result = driver::cuGraphEventRecordNodeGetEvent(hNode, &params.eventRecord.event);
    break;
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    result = fill<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS>(params.extSemSignal, [&](auto *own) {
      return edge::cuGraphExternalSemaphoresSignalNodeGetParams(hNode, own);
    });
    break;
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    result = fill<CUDA_EXT_SEM_WAIT_NODE_PARAMS>(params.extSemWait, [&](auto *own) {
      return edge::cuGraphExternalSemaphoresWaitNodeGetParams(hNode, own);
    });
    break;
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    result = fill<CUDA_MEM_ALLOC_NODE_PARAMS>(
        params.alloc, [&](auto *own) { return edge::cuGraphMemAllocNodeGetParams(hNode, own); });
    break;
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    result = edge::cuGraphMemFreeNodeGetParams(hNode, &params.free.dptr);
    break;
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    result = fill<CUDA_BATCH_MEM_OP_NODE_PARAMS>(
        params.memOp, [&](auto *own) { return edge::cuGraphBatchMemOpNodeGetParams(hNode, own); });
    break;
  case CU_GRAPH_NODE_TYPE_CONDITIONAL: {
    auto *conditional = node.as<ConditionalNode>();
    params.conditional.handle = conditional->value->handle();
    params.conditional.type = conditional->type;
    params.conditional.size = unsigned(conditional->bodies.size());
    params.conditional.phGraph_out = conditional->handles.data();
    params.conditional.ctx = handleOf(*conditional->context);
    break;
  }
  }
  if (result == CUDA_SUCCESS)
    *nodeParams = params;
  return result;
}

#include "driver/bodies/GraphQuery.inc"

} // namespace anywarp::driver
