// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes that signal external semaphores or wait for them.
#include "driver/graph/Graph.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

CUresult readSemaphores(const CUgraphNodeParams &params, NodeContent &content) {
  SemaphoreNode node;
  node.isSignal = params.type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL;
  SemaphoreAction checked;
  const auto &signal = params.extSemSignal;
  const auto &wait = params.extSemWait;
  if (CUresult result =
          node.isSignal
              ? readSignals(signal.extSemArray, signal.paramsArray, signal.numExtSems, checked)
              : readWaits(wait.extSemArray, wait.paramsArray, wait.numExtSems, checked))
    return result;
  if (node.isSignal) {
    node.handles.assign(signal.extSemArray, signal.extSemArray + signal.numExtSems);
    node.signals.assign(signal.paramsArray, signal.paramsArray + signal.numExtSems);
  } else {
    node.handles.assign(wait.extSemArray, wait.extSemArray + wait.numExtSems);
    node.waits.assign(wait.paramsArray, wait.paramsArray + wait.numExtSems);
  }
  node.context = Ref<Context>(ThreadState::get().current());
  if (!node.context)
    return CUDA_ERROR_INVALID_CONTEXT;
  content = std::move(node);
  return CUDA_SUCCESS;
}

CUresult readSemaphores(const SemaphoreNode &node, SemaphoreAction &action) {
  // An empty vector has no data.
  const CUexternalSemaphore *handles = node.handles.data();
  unsigned count = unsigned(node.handles.size());
  return node.isSignal ? readSignals(handles, node.signals.data(), count, action)
                       : readWaits(handles, node.waits.data(), count, action);
}

static CUgraphNodeParams generic(const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS &params) {
  CUgraphNodeParams all{};
  all.type = CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL;
  all.extSemSignal = {params.extSemArray, params.paramsArray, params.numExtSems};
  return all;
}

static CUgraphNodeParams generic(const CUDA_EXT_SEM_WAIT_NODE_PARAMS &params) {
  CUgraphNodeParams all{};
  all.type = CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT;
  all.extSemWait = {params.extSemArray, params.paramsArray, params.numExtSems};
  return all;
}

template <typename Params>
static CUresult add(CUgraphNode *made, Graph &graph, const CUgraphNode *dependencies, size_t count,
                    const Params *params) {
  CUgraphNodeParams all = generic(*params);
  return edge::cuGraphAddNode(made, handleOf(graph), dependencies, nullptr, count, &all);
}

/// The content of a node of this kind; null if it is another.
static SemaphoreNode *contentOf(CUgraphNode handle, bool isSignal) {
  GraphNode *node = find<GraphNode>(handle);
  auto *content = node ? node->as<SemaphoreNode>() : nullptr;
  return content && content->isSignal == isSignal ? content : nullptr;
}

SemaphoreNode *signalsOf(CUgraphNode handle) { return contentOf(handle, /*isSignal=*/true); }
SemaphoreNode *waitsOf(CUgraphNode handle) { return contentOf(handle, /*isSignal=*/false); }

template <typename Params> static CUresult set(CUgraphNode node, const Params *params) {
  CUgraphNodeParams all = generic(*params);
  return edge::cuGraphNodeSetParams(node, &all);
}

template <typename Params>
static CUresult set(CUgraphExec exec, CUgraphNode node, const Params *params) {
  CUgraphNodeParams all = generic(*params);
  return driver::cuGraphExecNodeSetParams(exec, node, &all);
}

CUresult
cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode,
                                             const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) {
  return set(hNode, nodeParams);
}

CUresult
cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode,
                                           const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) {
  return set(hNode, nodeParams);
}

CUresult
cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                               const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) {
  return set(hGraphExec, hNode, nodeParams);
}

#include "driver/bodies/GraphSemaphores.inc"

} // namespace anywarp::driver
