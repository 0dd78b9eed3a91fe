// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One node of a graph: what it does (its parameters, owned copies of everything that the program
// named by pointer) and its edges. Nodes belong to one graph; as the graph they are not
// synchronised: the manual asks the program for that.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "driver/code/Function.h"
#include "driver/launch/Launch.h"
#include "driver/process/Process.h"
#include "driver/stream/Event.h"
#include "driver/stream/External.h"

namespace anywarp::driver {

class Graph;
class GraphMemory;
class GraphNode;
class UpdatableNode;

/// Attributes of a kernel node that were set, by id.
using KernelAttributes = std::map<CUlaunchAttributeID, CUlaunchAttributeValue>;

struct KernelNode {
  CUfunction func = nullptr; ///< as the program named it; one of the two is null
  CUkernel kern = nullptr;
  Ref<Context> context;
  LaunchRequest request;
  std::vector<char> params;
  KernelAttributes attributes;
  std::vector<void *> pointers;             ///< what GetParams hands out, into params
  std::shared_ptr<UpdatableNode> updatable; ///< null: device code cannot change it
};

struct CopyNode {
  CUDA_MEMCPY3D copy{};
  Ref<Context> context;
};

struct FillNode {
  CUDA_MEMSET_NODE_PARAMS fill{};
  Ref<Context> context;
};

struct HostNode {
  CUDA_HOST_NODE_PARAMS host{};
};

struct ChildNode {
  Ref<Graph> graph;
};

struct EmptyNode {};

struct EventNode {
  Ref<Event> event;
  bool isRecord = false;
};

struct AllocNode {
  CUDA_MEM_ALLOC_NODE_PARAMS params{};
  std::vector<CUmemAccessDesc> access;
  std::shared_ptr<GraphMemory> memory;
};

struct FreeNode {
  CUdeviceptr address = 0;
  std::shared_ptr<GraphMemory> memory;
};

struct SemaphoreNode {
  bool isSignal = false;
  std::vector<CUexternalSemaphore> handles;
  std::vector<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS> signals; ///< one of the two is used
  std::vector<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS> waits;
  Ref<Context> context;
};

struct MemOpNode {
  std::vector<CUstreamBatchMemOpParams> operations;
  unsigned flags = 0;
  Ref<Context> context;
};

/// The word behind a CUgraphConditionalHandle: the handle is its address, so that device code sets
/// it with one store.
struct ConditionalValue {
  alignas(8) uint32_t value = 0;
  uint32_t initial = 0;
  bool assignsInitial = false;
  bool isUsed = false; ///< by a conditional node
  CUgraphConditionalHandle handle() { return reinterpret_cast<uint64_t>(&value); }
};

struct ConditionalNode {
  std::shared_ptr<ConditionalValue> value;
  CUgraphConditionalNodeType type = CU_GRAPH_COND_TYPE_IF;
  Ref<Context> context;
  std::vector<Ref<Graph>> bodies;
  std::vector<CUgraph> handles; ///< of the bodies: the array that the program was given
};

using NodeContent =
    std::variant<KernelNode, CopyNode, FillNode, HostNode, ChildNode, EmptyNode, EventNode,
                 AllocNode, FreeNode, MemOpNode, ConditionalNode, SemaphoreNode>;

/// One end of an edge.
struct GraphEdge {
  GraphNode *node = nullptr;
  CUgraphEdgeData data{};
};

class GraphNode : public Object {
public:
  using Handle = CUgraphNode;
  static constexpr Kind kKind = KindGraphNode;

  GraphNode(Graph &graph, NodeContent content);
  ~GraphNode() override;

  Graph &graph() const { return graph_; }
  CUgraphNodeType type() const;
  /// Unique in the process.
  uint64_t id() const { return id_; }
  template <typename T> T *as() { return std::get_if<T>(&content); }
  template <typename T> const T *as() const { return std::get_if<T>(&content); }
  /// Where the work runs; null: anywhere.
  Context *context() const;

  NodeContent content;
  uint64_t original = 0;                           ///< id of the node that it was cloned from
  std::vector<GraphEdge> dependencies, dependents; ///< in the order in which they were added
  unsigned item = 0; ///< in the clone that an executable graph keeps: its place in the plan

private:
  Graph &graph_;
  const uint64_t id_;
};

/// The content of a node of one type; null if the handle is no such node.
template <typename T> T *contentOf(CUgraphNode hNode) {
  GraphNode *node = find<GraphNode>(hNode);
  return node ? node->as<T>() : nullptr;
}
/// Of a node that signals semaphores, or waits for them; null if the handle is no such node.
SemaphoreNode *signalsOf(CUgraphNode hNode);
SemaphoreNode *waitsOf(CUgraphNode hNode);
/// Host functions make only nodes that need no current context, as with each type's own calls
/// (seen; of semaphores nothing was).
bool isRefusedHere(CUgraphNodeType type);
/// Reserved bytes are for later versions: a program that sets them means something we do not know.
bool hasReserved(const CUgraphNodeParams &params);

} // namespace anywarp::driver
