// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph: nodes and the order between them. Made by cuGraphCreate, by capture, or as a part of a
// node. Graphs are not synchronised: the manual asks the program for that.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "driver/graph/GraphNode.h"
#include "driver/graph/UserObject.h"
#include "driver/memory/Copy.h"

namespace anywarp::driver {

class Graph : public Object {
public:
  using Handle = CUgraph;
  static constexpr Kind kKind = KindGraph;

  Graph();
  ~Graph() override;

  /// Enters graph and nodes, and those of inner graphs, into the table of handles.
  CUresult publish();
  /// Takes all of them out.
  void unpublish();
  bool isPublished() const { return handleBits() != 0; }

  /// Appends a node that depends on `dependencies`, which were checked. Fails only for want of
  /// handles.
  CUresult add(NodeContent content, const std::vector<GraphEdge> &dependencies, GraphNode *&node);
  void remove(GraphNode &node);
  static void connect(GraphNode &from, GraphNode &to, const CUgraphEdgeData &data);
  static void disconnect(GraphNode &from, GraphNode &to);

  const std::vector<Ref<GraphNode>> &nodes() const { return nodes_; }
  uint64_t id() const { return id_; }

  /// By the id of a node: its copy.
  using Copies = std::unordered_map<uint64_t, GraphNode *>;
  /// A copy of everything, without handles. `copies` (may be null) also gets the nodes of inner
  /// graphs.
  Ref<Graph> clone(Copies *copies) const;

  /// True for memory, or for memory and conditional nodes, here or in an inner graph.
  bool hasMemoryNodes() const;
  bool hasConditionalNodes() const;
  /// Kernel nodes of its own that device code may change.
  bool hasUpdatableNodes() const;

  /// Nodes so that each comes after what it depends on; false if there is a cycle, `offender` is on
  /// it then.
  bool order(std::vector<GraphNode *> &sorted, GraphNode **offender) const;

  /// The graph that this one is a part of; null at the top.
  GraphNode *owner = nullptr;
  uint64_t original = 0;                 ///< id of the graph that this is a clone of
  std::atomic<bool> isCapturing = false; ///< streams add nodes to it
  bool isBody = false;                   ///< of a conditional node
  unsigned instances = 0;                ///< executable graphs made of it that are alive
  std::vector<std::shared_ptr<ConditionalValue>> conditionals;
  std::map<Ref<UserObject>, unsigned, UserObject::Less> userObjects;
  uint64_t references(UserObject &object) const;

private:
  const uint64_t id_;
  std::vector<Ref<GraphNode>> nodes_;
};

/// A node that is named twice: an error, or the first counts.
enum class Repeats { Refused, Dropped };
/// The edges of a call that names nodes by handle. All of `graph`, with valid edge data (null:
/// default). `toKernel`: whether the node that gets them is a kernel's.
CUresult readDependencies(const Graph &graph, const CUgraphNode *dependencies,
                          const CUgraphEdgeData *data, size_t count, bool toKernel, Repeats repeats,
                          std::vector<GraphEdge> &edges);
bool isDefault(const CUgraphEdgeData &data);

/// Checks parameters in the form of cuGraphAddNode and makes an owned copy. `graph`: where the node
/// is, or is to be. Out parameters are not touched.
CUresult readParams(Graph &graph, const CUgraphNodeParams &params, NodeContent &content);
/// Replaces parameters; what is attached to a kernel node beside them stays.
void replaceContent(NodeContent &content, NodeContent made);
/// The function of a kernel node in its context.
CUresult findFunction(const KernelNode &node, Function *&function);
/// Whether kernel nodes can have the attribute.
bool isOfNodes(CUlaunchAttributeID id);
CUresult setAttribute(KernelNode &node, CUlaunchAttributeID id,
                      const CUlaunchAttributeValue &value);
/// Nodes that cannot be changed. `params.dptr` gets the address; the memory is of the preferred
/// context (may be null) if that is of the device, else of the device's primary one.
CUresult makeAlloc(Graph &graph, Context *preferred, CUDA_MEM_ALLOC_NODE_PARAMS &params,
                   NodeContent &content);
CUresult makeFree(Graph &graph, CUdeviceptr address, NodeContent &content);
/// The checks of one type.
CUresult readKernel(const CUDA_KERNEL_NODE_PARAMS &params, NodeContent &content);
CUresult readCopy(const CUDA_MEMCPY3D &copy, Context &context, NodeContent &content);
CUresult readFill(const CUDA_MEMSET_NODE_PARAMS &fill, Context &context, NodeContent &content);
CUresult readHost(const CUDA_HOST_NODE_PARAMS &params, NodeContent &content);
CUresult readEvent(CUevent handle, bool isRecord, NodeContent &content);
Fill fillOf(const CUDA_MEMSET_NODE_PARAMS &params);
CUresult readMemOps(const CUDA_BATCH_MEM_OP_NODE_PARAMS &params, NodeContent &content);
CUresult readSemaphores(const CUgraphNodeParams &params, NodeContent &content);
/// What a node does; the semaphores may have been destroyed.
CUresult readSemaphores(const SemaphoreNode &node, SemaphoreAction &action);

} // namespace anywarp::driver
