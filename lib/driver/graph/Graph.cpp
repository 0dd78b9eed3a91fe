// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Graph Management": graphs as structures.
#include "driver/graph/Graph.h"

#include <algorithm>
#include <cstring>

#include "driver/process/Process.h"
#include "insight/Sanitizer.h"

namespace anywarp::driver {

static std::atomic<uint64_t> nextGraph{1}, nextNode{1};

// -- Nodes ----------------------------------------------------------------------------------------

GraphNode::GraphNode(Graph &graph, NodeContent content)
    : content(std::move(content)), graph_(graph), id_(nextNode.fetch_add(1)) {}

GraphNode::~GraphNode() = default;

CUgraphNodeType GraphNode::type() const {
  struct Type {
    CUgraphNodeType operator()(const KernelNode &) { return CU_GRAPH_NODE_TYPE_KERNEL; }
    CUgraphNodeType operator()(const CopyNode &) { return CU_GRAPH_NODE_TYPE_MEMCPY; }
    CUgraphNodeType operator()(const FillNode &) { return CU_GRAPH_NODE_TYPE_MEMSET; }
    CUgraphNodeType operator()(const HostNode &) { return CU_GRAPH_NODE_TYPE_HOST; }
    CUgraphNodeType operator()(const ChildNode &) { return CU_GRAPH_NODE_TYPE_GRAPH; }
    CUgraphNodeType operator()(const EmptyNode &) { return CU_GRAPH_NODE_TYPE_EMPTY; }
    CUgraphNodeType operator()(const EventNode &event) {
      return event.isRecord ? CU_GRAPH_NODE_TYPE_EVENT_RECORD : CU_GRAPH_NODE_TYPE_WAIT_EVENT;
    }
    CUgraphNodeType operator()(const AllocNode &) { return CU_GRAPH_NODE_TYPE_MEM_ALLOC; }
    CUgraphNodeType operator()(const FreeNode &) { return CU_GRAPH_NODE_TYPE_MEM_FREE; }
    CUgraphNodeType operator()(const MemOpNode &) { return CU_GRAPH_NODE_TYPE_BATCH_MEM_OP; }
    CUgraphNodeType operator()(const SemaphoreNode &node) {
      return node.isSignal ? CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL
                           : CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT;
    }
    CUgraphNodeType operator()(const ConditionalNode &) { return CU_GRAPH_NODE_TYPE_CONDITIONAL; }
  };
  return std::visit(Type{}, content);
}

Context *GraphNode::context() const {
  if (auto *kernel = as<KernelNode>())
    return kernel->context.get();
  if (auto *copy = as<CopyNode>())
    return copy->context.get();
  if (auto *fill = as<FillNode>())
    return fill->context.get();
  if (auto *ops = as<MemOpNode>())
    return ops->context.get();
  if (auto *conditional = as<ConditionalNode>())
    return conditional->context.get();
  if (auto *semaphores = as<SemaphoreNode>())
    return semaphores->context.get();
  return nullptr;
}

/// Graphs inside a node.
static std::vector<Ref<Graph>> innerGraphs(const GraphNode &node) {
  if (auto *child = node.as<ChildNode>())
    return {child->graph};
  if (auto *conditional = node.as<ConditionalNode>())
    return conditional->bodies;
  return {};
}

// -- Graphs ---------------------------------------------------------------------------------------

Graph::Graph() : id_(nextGraph.fetch_add(1)) {}

Graph::~Graph() {
  for (const Ref<GraphNode> &node : nodes_)
    for (const Ref<Graph> &inner : innerGraphs(*node))
      inner->owner = nullptr;
  for (auto &[object, count] : userObjects)
    object->remove(count);
}

static CUresult publishNode(const Ref<GraphNode> &node) {
  if (CUresult result = Process::get().publish(Object::KindGraphNode, node))
    return result;
  for (const Ref<Graph> &inner : innerGraphs(*node)) {
    if (CUresult result = inner->publish())
      return result;
    if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
      sanitizer->closed(inner->handleBits()); // it goes with the node
  }
  if (auto *conditional = node->as<ConditionalNode>()) {
    conditional->handles.clear();
    for (const Ref<Graph> &body : conditional->bodies)
      conditional->handles.push_back(handleOf(*body));
  }
  return CUDA_SUCCESS;
}

static void unpublishNode(const GraphNode &node) {
  Process::get().handles.remove(Object::KindGraphNode, node.handleBits());
  for (const Ref<Graph> &inner : innerGraphs(node))
    inner->unpublish();
}

CUresult Graph::publish() {
  if (isPublished())
    return CUDA_SUCCESS;
  if (CUresult result = Process::get().publish(KindGraph, Ref<Graph>(this)))
    return result;
  for (const Ref<GraphNode> &node : nodes_)
    if (CUresult result = publishNode(node))
      return result;
  return CUDA_SUCCESS;
}

void Graph::unpublish() {
  if (!isPublished())
    return;
  for (const Ref<GraphNode> &node : nodes_)
    unpublishNode(*node);
  Process::get().handles.remove(KindGraph, handleBits());
}

CUresult Graph::add(NodeContent content, const std::vector<GraphEdge> &dependencies,
                    GraphNode *&node) {
  Ref<GraphNode> made = make<GraphNode>(*this, std::move(content));
  for (const Ref<Graph> &inner : innerGraphs(*made))
    inner->owner = made.get();
  if (isPublished()) {
    if (CUresult result = publishNode(made)) {
      unpublishNode(*made);
      return result;
    }
  }
  for (const GraphEdge &edge : dependencies)
    connect(*edge.node, *made, edge.data);
  node = made.get();
  nodes_.push_back(std::move(made));
  return CUDA_SUCCESS;
}

void Graph::connect(GraphNode &from, GraphNode &to, const CUgraphEdgeData &data) {
  from.dependents.push_back({&to, data});
  to.dependencies.push_back({&from, data});
}

static void drop(std::vector<GraphEdge> &edges, const GraphNode &node) {
  std::erase_if(edges, [&node](const GraphEdge &edge) { return edge.node == &node; });
}

void Graph::disconnect(GraphNode &from, GraphNode &to) {
  drop(from.dependents, to);
  drop(to.dependencies, from);
}

void Graph::remove(GraphNode &node) {
  for (const GraphEdge &edge : node.dependencies)
    drop(edge.node->dependents, node);
  for (const GraphEdge &edge : node.dependents)
    drop(edge.node->dependencies, node);
  if (auto *conditional = node.as<ConditionalNode>())
    conditional->value->isUsed = false;
  unpublishNode(node);
  std::erase_if(nodes_, [&node](const Ref<GraphNode> &other) { return other.get() == &node; });
}

Ref<Graph> Graph::clone(Copies *copies) const {
  Ref<Graph> copy = make<Graph>();
  copy->original = id_;
  copy->isBody = isBody;
  copy->conditionals = conditionals;
  std::unordered_map<const GraphNode *, GraphNode *> copyOf;
  for (const Ref<GraphNode> &node : nodes_) {
    NodeContent content = node->content;
    if (auto *kernel = std::get_if<KernelNode>(&content))
      kernel->pointers.clear(); // they lead into the original's parameters
    if (auto *child = std::get_if<ChildNode>(&content))
      child->graph = child->graph->clone(copies);
    if (auto *conditional = std::get_if<ConditionalNode>(&content)) {
      conditional->handles.clear();
      for (Ref<Graph> &body : conditional->bodies)
        body = body->clone(copies);
    }
    GraphNode *made;
    (void)copy->add(std::move(content), {}, made); // needs no handles: cannot fail
    made->original = node->id();
    copyOf[node.get()] = made;
    if (copies)
      (*copies)[node->id()] = made;
  }
  for (const Ref<GraphNode> &node : nodes_) {
    // Both ends keep the order of their edges.
    GraphNode &made = *copyOf[node.get()];
    for (const GraphEdge &edge : node->dependencies)
      made.dependencies.push_back({copyOf[edge.node], edge.data});
    for (const GraphEdge &edge : node->dependents)
      made.dependents.push_back({copyOf[edge.node], edge.data});
  }
  for (auto &[object, count] : userObjects) {
    object->add(count);
    copy->userObjects[object] = count;
  }
  return copy;
}

template <typename Test> static bool anyNode(const Graph &graph, Test test) {
  for (const Ref<GraphNode> &node : graph.nodes()) {
    if (test(*node))
      return true;
    for (const Ref<Graph> &inner : innerGraphs(*node))
      if (anyNode(*inner, test))
        return true;
  }
  return false;
}

bool Graph::hasMemoryNodes() const {
  return anyNode(*this,
                 [](const GraphNode &node) { return node.as<AllocNode>() || node.as<FreeNode>(); });
}

bool Graph::hasConditionalNodes() const {
  return anyNode(*this,
                 [](const GraphNode &node) { return node.as<ConditionalNode>() != nullptr; });
}

bool Graph::hasUpdatableNodes() const {
  return std::any_of(nodes_.begin(), nodes_.end(), [](const Ref<GraphNode> &node) {
    auto *kernel = node->as<KernelNode>();
    return kernel && kernel->updatable;
  });
}

bool Graph::order(std::vector<GraphNode *> &sorted, GraphNode **offender) const {
  std::unordered_map<const GraphNode *, size_t> missing;
  sorted.clear();
  sorted.reserve(nodes_.size());
  for (const Ref<GraphNode> &node : nodes_) {
    missing[node.get()] = node->dependencies.size();
    if (node->dependencies.empty())
      sorted.push_back(node.get());
  }
  for (size_t i = 0; i < sorted.size(); ++i)
    for (const GraphEdge &edge : sorted[i]->dependents)
      if (--missing[edge.node] == 0)
        sorted.push_back(edge.node);
  if (sorted.size() == nodes_.size())
    return true;
  for (const Ref<GraphNode> &node : nodes_)
    if (missing[node.get()])
      *offender = node.get();
  return false;
}

// -- Edges ----------------------------------------------------------------------------------------

bool isDefault(const CUgraphEdgeData &data) {
  static constexpr CUgraphEdgeData kDefault{};
  return std::memcmp(&data, &kDefault, sizeof data) == 0;
}

/// Ports other than the default one, and programmatic edges, are kernels' only.
static bool isValid(const CUgraphEdgeData &data, const GraphNode &from, bool toKernel) {
  for (unsigned char byte : data.reserved)
    if (byte)
      return false;
  bool fromKernel = from.as<KernelNode>() != nullptr;
  if (data.to_port || data.from_port > CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER ||
      (data.from_port && !fromKernel))
    return false;
  switch (data.type) {
  case CU_GRAPH_DEPENDENCY_TYPE_DEFAULT:
    return data.from_port != CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
  case CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC:
    return fromKernel && toKernel && data.from_port != CU_GRAPH_KERNEL_NODE_PORT_DEFAULT;
  default:
    return false;
  }
}

static const GraphEdge *findEdge(const std::vector<GraphEdge> &edges, const GraphNode &node) {
  for (const GraphEdge &edge : edges)
    if (edge.node == &node)
      return &edge;
  return nullptr;
}

#include "driver/rules/Graph.inc"

CUresult readDependencies(const Graph &graph, const CUgraphNode *dependencies,
                          const CUgraphEdgeData *data, size_t count, bool toKernel, Repeats repeats,
                          std::vector<GraphEdge> &edges) {
  edges.clear();
  if (CUresult result = checkDependencies(graph, dependencies, count, repeats))
    return result;
  for (size_t i = 0; i < count; ++i) {
    GraphNode *node = find<GraphNode>(dependencies[i]);
    const CUgraphEdgeData own = data ? data[i] : CUgraphEdgeData{};
    if (CUresult result = checkDependency(graph, node, own, toKernel))
      return result;
    if (!findEdge(edges, *node))
      edges.push_back({node, own});
    else if (repeats == Repeats::Refused)
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

/// The ends of edges to add or to remove.
static CUresult readEdges(const Graph &graph, const CUgraphNode *from, const CUgraphNode *to,
                          size_t count, std::vector<std::pair<GraphNode *, GraphNode *>> &edges) {
  for (size_t i = 0; i < count; ++i) {
    auto &[fromNode, toNode] = edges.emplace_back(find<GraphNode>(from[i]), find<GraphNode>(to[i]));
    if (CUresult result = checkEnds(graph, fromNode, toNode))
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphAddDependencies(Graph &graph, const CUgraphNode *from, const CUgraphNode *to,
                                const CUgraphEdgeData *edgeData, size_t numDependencies) {
  std::vector<std::pair<GraphNode *, GraphNode *>> edges;
  if (CUresult result = readEdges(graph, from, to, numDependencies, edges))
    return result;
  auto dataOf = [&](size_t i) { return edgeData ? edgeData[i] : CUgraphEdgeData{}; };
  for (size_t i = 0; i < numDependencies; ++i)
    if (CUresult result = checkNewEdge(*edges[i].first, *edges[i].second, dataOf(i)))
      return result;
  for (size_t i = 0; i < numDependencies; ++i) {
    auto [fromNode, toNode] = edges[i];
    if (findEdge(toNode->dependencies, *fromNode))
      return CUDA_ERROR_INVALID_VALUE; // those before it stay (seen)
    Graph::connect(*fromNode, *toNode, dataOf(i));
  }
  return CUDA_SUCCESS;
}

/// An edge goes whatever its data: the manual wants the data given to be the edge's, but NVIDIA's
/// driver does not look at them (seen).
CUresult cuGraphRemoveDependencies(Graph &graph, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *, size_t numDependencies) {
  std::vector<std::pair<GraphNode *, GraphNode *>> edges;
  if (CUresult result = readEdges(graph, from, to, numDependencies, edges))
    return result;
  for (auto [fromNode, toNode] : edges) {
    if (!findEdge(toNode->dependencies, *fromNode))
      return CUDA_ERROR_INVALID_VALUE; // those before it are gone (seen)
    Graph::disconnect(*fromNode, *toNode);
  }
  return CUDA_SUCCESS;
}

// -- Queries --------------------------------------------------------------------------------------

/// The rule of all lists. Without an array the count is told. Else the array is filled, the rest of
/// it with null, and the count is what was filled in. An array of none is refused (seen).
static CUresult giveNodes(const std::vector<GraphNode *> &found, CUgraphNode *nodes,
                          size_t *count) {
  if (nodes) {
    if (!*count)
      return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < *count; ++i)
      nodes[i] = i < found.size() ? handleOf(*found[i]) : nullptr;
    *count = std::min(*count, found.size());
  } else {
    *count = found.size();
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphGetNodes(Graph &graph, CUgraphNode *nodes, size_t *numNodes) {
  std::vector<GraphNode *> found;
  for (const Ref<GraphNode> &node : graph.nodes())
    found.push_back(node.get());
  return giveNodes(found, nodes, numNodes);
}

CUresult cuGraphGetRootNodes(Graph &graph, CUgraphNode *rootNodes, size_t *numRootNodes) {
  std::vector<GraphNode *> found;
  for (const Ref<GraphNode> &node : graph.nodes())
    if (node->dependencies.empty())
      found.push_back(node.get());
  return giveNodes(found, rootNodes, numRootNodes);
}

/// One array of nodes beside one of edge data.
static CUresult giveEdges(const std::vector<GraphEdge> &edges, CUgraphNode *nodes,
                          CUgraphEdgeData *data, size_t *count) {
  if (CUresult result = checkEdges(edges, nodes, data))
    return result;
  if (data)
    for (size_t i = 0; i < *count; ++i)
      data[i] = i < edges.size() ? edges[i].data : CUgraphEdgeData{};
  std::vector<GraphNode *> found;
  for (const GraphEdge &edge : edges)
    found.push_back(edge.node);
  return giveNodes(found, nodes, count);
}

CUresult cuGraphGetEdges(Graph &graph, CUgraphNode *from, CUgraphNode *to,
                         CUgraphEdgeData *edgeData, size_t *numEdges) {
  std::vector<GraphNode *> starts;
  std::vector<GraphEdge> ends;
  for (const Ref<GraphNode> &node : graph.nodes()) // by what they start from (seen)
    for (const GraphEdge &edge : node->dependents) {
      starts.push_back(node.get());
      ends.push_back(edge);
    }
  size_t room = *numEdges;
  if (CUresult result = giveEdges(ends, to, edgeData, &room))
    return result;
  return giveNodes(starts, from, numEdges);
}

// -- Life -----------------------------------------------------------------------------------------

CUresult cuGraphCreate(CUgraph *phGraph, unsigned int) {
  Ref<Graph> graph = make<Graph>();
  if (CUresult result = graph->publish())
    return result;
  *phGraph = handleOf(*graph);
  return CUDA_SUCCESS;
}

/// Graphs inside a node, and graphs that streams add to, are not the program's to destroy.
CUresult cuGraphDestroy(Graph &graph) {
  Ref<Graph> kept(&graph);
  graph.unpublish();
  return CUDA_SUCCESS;
}

CUresult cuGraphClone(CUgraph *phGraphClone, Graph &graph) {
  Ref<Graph> clone = graph.clone(nullptr);
  clone->isBody = false;
  if (CUresult result = clone->publish()) {
    clone->unpublish();
    return result;
  }
  *phGraphClone = handleOf(*clone);
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeFindInClone(CUgraphNode *phNode, GraphNode &original, Graph &clone) {
  for (const Ref<GraphNode> &node : clone.nodes())
    if (node->original == original.id()) {
      *phNode = handleOf(*node);
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_INVALID_VALUE;
}

#include "driver/bodies/Graph.inc"

} // namespace anywarp::driver
