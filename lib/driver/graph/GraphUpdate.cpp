// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Graph Management": changes to executable graphs, node by node and whole.
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "driver/graph/GraphExec.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

// -- What may change ------------------------------------------------------------------------------

static bool isLinear(const CUDA_MEMCPY3D &copy) { return copy.Height == 1 && copy.Depth == 1; }

/// The same kind of memory on an endpoint, and left to the driver in both copies or in none (seen).
static bool isSameKind(CUmemorytype a, CUdeviceptr atA, CUmemorytype b, CUdeviceptr atB) {
  auto isDevice = [](CUdeviceptr address) {
    std::optional<Allocation> allocation = Process::get().memory.find(address);
    return allocation && !allocation->isHost();
  };
  return a == b && (a != CU_MEMORYTYPE_UNIFIED || isDevice(atA) == isDevice(atB));
}

static bool isSameMemory(const CUDA_MEMCPY3D &a, const CUDA_MEMCPY3D &b) {
  return isSameKind(a.srcMemoryType, a.srcDevice, b.srcMemoryType, b.srcDevice) &&
         isSameKind(a.dstMemoryType, a.dstDevice, b.dstMemoryType, b.dstDevice);
}

/// Of two-dimensional fills address and value may change, of others all but the height.
static bool canBecome(const CUDA_MEMSET_NODE_PARAMS &a, const CUDA_MEMSET_NODE_PARAMS &b) {
  if (a.height != b.height || !b.width || !b.height)
    return false;
  return a.height <= 1 ||
         (a.width == b.width && a.pitch == b.pitch && a.elementSize == b.elementSize);
}

CUgraphExecUpdateResult checkChange(const GraphExec &exec, const GraphNode &before,
                                    const NodeContent &now) {
  if (before.content.index() != now.index())
    return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
  if (auto *kernel = before.as<KernelNode>()) {
    auto &changed = std::get<KernelNode>(now);
    Function *function;
    if (kernel->context.get() != changed.context.get() ||
        (findFunction(changed, function) == CUDA_SUCCESS &&
         !exec.mayUse(before, function->facts().uses)))
      return CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE;
    if (kernel->request.cooperative != changed.request.cooperative)
      return CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED;
    auto priority = [](const KernelNode &node) {
      auto set = node.attributes.find(CU_LAUNCH_ATTRIBUTE_PRIORITY);
      return set == node.attributes.end() ? 0 : set->second.priority;
    };
    if ((exec.flags() & CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY) &&
        priority(*kernel) != priority(changed))
      return CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED;
  } else if (auto *copy = before.as<CopyNode>()) {
    auto &changed = std::get<CopyNode>(now);
    if (copy->context.get() != changed.context.get() || !isSameMemory(copy->copy, changed.copy))
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  } else if (auto *fill = before.as<FillNode>()) {
    auto &changed = std::get<FillNode>(now);
    if (fill->context.get() != changed.context.get() || !canBecome(fill->fill, changed.fill))
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  } else if (auto *event = before.as<EventNode>()) {
    if (event->isRecord != std::get<EventNode>(now).isRecord)
      return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
  } else if (auto *ops = before.as<MemOpNode>()) {
    auto &changed = std::get<MemOpNode>(now);
    if (ops->context.get() != changed.context.get() ||
        ops->operations.size() != changed.operations.size())
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  } else if (auto *semaphores = before.as<SemaphoreNode>()) {
    auto &changed = std::get<SemaphoreNode>(now);
    if (semaphores->isSignal != changed.isSignal)
      return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
    if (semaphores->handles.size() != changed.handles.size())
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  } else if (auto *conditional = before.as<ConditionalNode>()) {
    auto &changed = std::get<ConditionalNode>(now);
    if (conditional->type != changed.type || conditional->bodies.size() != changed.bodies.size())
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  } else if (auto *alloc = before.as<AllocNode>()) {
    auto &changed = std::get<AllocNode>(now);
    if (alloc->memory.get() != changed.memory.get())
      return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
  } else if (auto *free = before.as<FreeNode>()) {
    if (free->memory.get() != std::get<FreeNode>(now).memory.get())
      return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
  }
  return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

// -- Pairing --------------------------------------------------------------------------------------

static CUgraphNode handleOrNull(const GraphNode *node) { return node ? handleOf(*node) : nullptr; }

static bool differ(CUgraphExecUpdateResultInfo &info, CUgraphExecUpdateResult result,
                   const GraphNode *node, const GraphNode *from = nullptr) {
  info.result = result;
  info.errorNode = handleOrNull(node);
  info.errorFromNode = handleOrNull(from);
  return false;
}

static std::vector<GraphNode *> exitsOf(const Graph &graph) {
  std::vector<GraphNode *> exits;
  for (const Ref<GraphNode> &node : graph.nodes())
    if (node->dependents.empty())
      exits.push_back(node.get());
  return exits;
}

static bool pairInner(const GraphNode &before, const GraphNode &now, NodePairs &pairs,
                      CUgraphExecUpdateResultInfo &info) {
  if (before.type() != now.type())
    return differ(info, CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, &now);
  if (auto *child = before.as<ChildNode>())
    return pairNodes(*child->graph, *now.as<ChildNode>()->graph, pairs, info);
  if (auto *conditional = before.as<ConditionalNode>()) {
    auto *other = now.as<ConditionalNode>();
    if (conditional->bodies.size() != other->bodies.size())
      return differ(info, CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED, &now);
    for (size_t i = 0; i < conditional->bodies.size(); ++i)
      if (!pairNodes(*conditional->bodies[i], *other->bodies[i], pairs, info))
        return false;
  }
  return true;
}

/// As the manual has it: exit nodes are paired in their order, then, from pair to pair,
/// dependencies in theirs.
bool pairNodes(const Graph &before, const Graph &now, NodePairs &pairs,
               CUgraphExecUpdateResultInfo &info) {
  constexpr auto kTopology = CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
  if (before.nodes().size() != now.nodes().size())
    return differ(info, kTopology, nullptr);
  std::vector<GraphNode *> sorted;
  GraphNode *offender;
  if (!now.order(sorted, &offender))
    return differ(info, CU_GRAPH_EXEC_UPDATE_ERROR, offender);
  std::vector<GraphNode *> exits = exitsOf(before), newExits = exitsOf(now);
  if (newExits.size() > exits.size())
    return differ(info, kTopology, newExits[newExits.size() - exits.size() - 1]);
  if (newExits.size() < exits.size())
    return differ(info, kTopology, nullptr);
  NodePairs found;
  std::unordered_map<const GraphNode *, const GraphNode *> newOf, oldOf;
  auto pair = [&](GraphNode *old, GraphNode *fresh) {
    found.emplace_back(old, fresh);
    newOf[old] = fresh;
    oldOf[fresh] = old;
  };
  for (size_t i = 0; i < exits.size(); ++i)
    pair(exits[i], newExits[i]);
  for (size_t i = 0; i < found.size(); ++i) {
    auto [old, fresh] = found[i];
    if (old->dependencies.size() != fresh->dependencies.size())
      return differ(info, kTopology, fresh);
    for (size_t k = 0; k < old->dependencies.size(); ++k) {
      const GraphEdge &a = old->dependencies[k], &b = fresh->dependencies[k];
      bool isSameData = std::memcmp(&a.data, &b.data, sizeof a.data) == 0;
      auto known = newOf.find(a.node);
      bool isNew = known == newOf.end() && !oldOf.count(b.node);
      if (!isSameData || (!isNew && (known == newOf.end() || known->second != b.node)))
        return differ(info, kTopology, fresh, b.node);
      if (isNew)
        pair(a.node, b.node);
    }
  }
  pairs.insert(pairs.end(), found.begin(), found.end());
  for (auto [old, fresh] : found)
    if (!pairInner(*old, *fresh, pairs, info))
      return false;
  return true;
}

/// Changes of the nodes that run something; false if one may not change so.
static bool collectChanges(const GraphExec &exec, const NodePairs &pairs,
                           std::vector<GraphExec::Change> &changes,
                           std::vector<GraphNode *> &sources, CUgraphExecUpdateResultInfo &info) {
  for (auto [old, fresh] : pairs) {
    CUgraphExecUpdateResult result = checkChange(exec, *old, fresh->content);
    if (result != CU_GRAPH_EXEC_UPDATE_SUCCESS)
      return differ(info, result, fresh);
    bool isFixed = old->as<ChildNode>() || old->as<EmptyNode>() || old->as<AllocNode>() ||
                   old->as<FreeNode>() || old->as<ConditionalNode>();
    if (isFixed)
      continue;
    changes.push_back({old, fresh->content});
    if (auto *kernel = std::get_if<KernelNode>(&changes.back().content))
      kernel->pointers.clear();
    sources.push_back(fresh);
  }
  return true;
}

static CUresult updateWith(GraphExec &exec, const Graph &before, const Graph &now,
                           CUgraphExecUpdateResultInfo &info) {
  info = {};
  NodePairs pairs;
  std::vector<GraphExec::Change> changes;
  std::vector<GraphNode *> sources;
  if (!pairNodes(before, now, pairs, info) || !collectChanges(exec, pairs, changes, sources, info))
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  // A body that sets another handle would not be heard: the values of the copy are the graph's own.
  size_t offender = 0;
  if (exec.change(std::move(changes), &offender)) {
    differ(info, CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED, sources[offender]);
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph,
                           CUgraphExecUpdateResultInfo *resultInfo) {
  GraphExec *exec = find<GraphExec>(hGraphExec);
  Graph *graph = find<Graph>(hGraph);
  CUgraphExecUpdateResultInfo unread;
  CUgraphExecUpdateResultInfo &info = resultInfo ? *resultInfo : unread;
  info = {CU_GRAPH_EXEC_UPDATE_ERROR, nullptr, nullptr};
  if (!exec || !graph || graph->isCapturing)
    return CUDA_ERROR_INVALID_VALUE;
  if (exec->graph().hasUpdatableNodes() || graph->hasUpdatableNodes()) {
    info.result = CU_GRAPH_EXEC_UPDATE_SUCCESS; // nothing is said of a difference (seen)
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  if (CUresult result = updateWith(*exec, exec->graph(), *graph, info))
    return result;
  exec->takeObjects(*graph);
  return CUDA_SUCCESS;
}

CUresult cuGraphExecUpdate_v1(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode *hErrorNode_out,
                              CUgraphExecUpdateResult *updateResult_out) {
  CUgraphExecUpdateResultInfo info;
  CUresult result = driver::cuGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out)
    *hErrorNode_out = info.errorNode;
  if (updateResult_out)
    *updateResult_out = info.result;
  return result;
}

// -- Node by node ---------------------------------------------------------------------------------

/// Finds the executable graph and the copy of the node; null if one of them is none.
static GraphNode *findCopy(CUgraphExec hGraphExec, CUgraphNode hNode, GraphExec *&exec) {
  exec = find<GraphExec>(hGraphExec);
  GraphNode *node = find<GraphNode>(hNode);
  return exec && node ? exec->copyOf(*node) : nullptr;
}

/// One node's new parameters.
static CUresult changeNode(GraphExec &exec, GraphNode &copy, NodeContent content) {
  if (content.index() != copy.content.index())
    return CUDA_ERROR_INVALID_VALUE;
  if (auto *kernel = std::get_if<KernelNode>(&content)) { // a change of parameters, not attributes
    NodeContent merged = copy.content;
    std::get<KernelNode>(merged).pointers.clear();
    replaceContent(merged, std::move(*kernel));
    content = std::move(merged);
  }
  if (auto *linear = copy.as<CopyNode>()) {
    const CUDA_MEMCPY3D &now = std::get<CopyNode>(content).copy;
    if (!isLinear(linear->copy) || !isLinear(now) || !now.WidthInBytes)
      return CUDA_ERROR_INVALID_VALUE;
  }
  if (checkChange(exec, copy, content) != CU_GRAPH_EXEC_UPDATE_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  return exec.change({{&copy, std::move(content)}});
}

/// `read(content)` checks the parameters.
template <typename T, typename Read>
static CUresult setNode(CUgraphExec hGraphExec, CUgraphNode hNode, Read read) {
  GraphExec *exec;
  GraphNode *copy = findCopy(hGraphExec, hNode, exec);
  if (!copy || !copy->as<T>())
    return CUDA_ERROR_INVALID_VALUE;
  NodeContent content = EmptyNode{};
  if (CUresult result = read(*copy, content))
    return result;
  return changeNode(*exec, *copy, std::move(content));
}

CUresult cuGraphExecKernelNodeSetParams_v1(CUgraphExec hGraphExec, CUgraphNode hNode,
                                           const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
  CUDA_KERNEL_NODE_PARAMS wide{};
  std::memcpy(&wide, nodeParams, sizeof *nodeParams);
  return edge::cuGraphExecKernelNodeSetParams(hGraphExec, hNode, &wide);
}

/// Reads a copy or fill in the context of the call; the node's own one if it names none.
template <typename Params, typename Read>
static CUresult readIn(CUcontext handle, const GraphNode &node, const Params &params, Read read,
                       NodeContent &content) {
  Context *context = handle ? find<Context>(handle) : node.context();
  return context ? read(params, *context, content) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                            CUgraph childGraph) {
  GraphExec *exec;
  GraphNode *copy = findCopy(hGraphExec, hNode, exec);
  Graph *graph = find<Graph>(childGraph);
  if (!copy || !copy->as<ChildNode>() || !graph)
    return CUDA_ERROR_INVALID_VALUE;
  CUgraphExecUpdateResultInfo info;
  return updateWith(*exec, *copy->as<ChildNode>()->graph, *graph, info);
}

CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                  CUgraphNodeParams *nodeParams) {
  GraphExec *exec;
  GraphNode *copy = findCopy(hGraphExec, hNode, exec);
  if (!copy || !nodeParams || copy->type() != nodeParams->type)
    return CUDA_ERROR_INVALID_VALUE;
  if (copy->as<ChildNode>())
    return driver::cuGraphExecChildGraphNodeSetParams(hGraphExec, hNode, nodeParams->graph.graph);
  NodeContent content = EmptyNode{};
  if (CUresult result = readParams(copy->graph(), *nodeParams, content))
    return result;
  return copy->as<EmptyNode>() ? CUDA_SUCCESS : changeNode(*exec, *copy, std::move(content));
}

// -- Enabling -------------------------------------------------------------------------------------

static GraphNode *findSwitchable(CUgraphExec hGraphExec, CUgraphNode hNode, GraphExec *&exec) {
  GraphNode *copy = findCopy(hGraphExec, hNode, exec);
  bool isSwitchable =
      copy && (copy->as<KernelNode>() || copy->as<CopyNode>() || copy->as<FillNode>());
  return isSwitchable ? copy : nullptr;
}

CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) {
  GraphExec *exec;
  GraphNode *copy = findSwitchable(hGraphExec, hNode, exec);
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  exec->setEnabled(*copy, isEnabled != 0);
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int *isEnabled) {
  GraphExec *exec;
  GraphNode *copy = findSwitchable(hGraphExec, hNode, exec);
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  *isEnabled = exec->isEnabled(*copy);
  return CUDA_SUCCESS;
}

#include "driver/bodies/GraphUpdate.inc"

} // namespace anywarp::driver
