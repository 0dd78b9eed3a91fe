// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An executable graph: a copy of the graph that it was made of, and the plan by which it runs.
// Updates change the copy and the plan of later launches; launches under way keep theirs. As graphs
// these are not synchronised; a lock only keeps two launches at the same time apart.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "driver/graph/GraphPlan.h"
#include "driver/graph/GraphRun.h"
#include "driver/stream/Stream.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class GraphExec : public Object {
public:
  using Handle = CUgraphExec;
  static constexpr Kind kKind = KindGraphExec;

  /// Makes one of `graph`. `offender`: the node that cannot be, if it is one.
  static CUresult create(Graph &graph, uint64_t flags, Ref<GraphExec> &exec,
                         CUgraphInstantiateResult &why, GraphNode *&offender);

  uint64_t flags() const { return flags_; }
  const Graph &graph() const { return *graph_; }
  Graph &source() const { return *source_; }

  CUresult launch(Stream &stream);

  // Launches by device code (GraphRun): of what was uploaded last, once at a time.
  bool isForDevice() const { return flags_ & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH; }
  bool launchesGraphs() const { return launchesGraphs_; }
  /// In the stream's turn, as a launch by the host does: the graph as it is now.
  void upload(Stream &stream);
  enum class When : uint8_t { Now, AtTheEnd, AtItsOwnEnd };
  /// Asks for a launch. False: it is not uploaded, or runs or is to run already.
  bool claim(When when);
  /// What was claimed for an end begins, or never will.
  void settleClaim(bool begins);
  /// Enqueues a launch that was claimed. `chain->outer` waits for it.
  void launchByDevice(std::shared_ptr<GraphRun::Chain> chain);
  /// A launch by the host begins; any launch has ended.
  void begin(const std::shared_ptr<const Plan> &plan);
  void end(bool byDevice);
  /// Launches by device code have this plan from now on.
  void load(const std::shared_ptr<const Plan> &plan);

  /// The copy of a node of the graph that this was made of; null if there is none.
  GraphNode *copyOf(const GraphNode &node) const;
  /// New parameters for some nodes of the copy, all or none. `offender`: whose cannot be.
  struct Change {
    GraphNode *node;
    NodeContent content;
  };
  CUresult change(std::vector<Change> changes, size_t *offender = nullptr);
  /// Whether the node's kernel can become one that uses so much of the device runtime. It may use
  /// no more than the one of its instantiation. Graphs it may launch where they can be launched
  /// anyway (seen).
  bool mayUse(const GraphNode &node, uint8_t uses) const;
  /// References of `graph` to user objects take the place of those held.
  void takeObjects(const Graph &graph);

  bool isEnabled(const GraphNode &node) const { return !disabled_[node.item]; }
  void setEnabled(const GraphNode &node, bool enabled);

private:
  GraphExec(Ref<Graph> source, uint64_t flags) : source_(std::move(source)), flags_(flags) {}
  CUresult checkMemory() const;
  void moveMemory();
  void reserveMemory() const;
  Stream &lane(unsigned index, Context &context, int priority) AW_REQUIRES(mutex_);
  std::vector<Ref<Command>> enqueue(const std::shared_ptr<const Plan> &plan, Stream *stream,
                                    int priority, const Ref<Command> &start,
                                    const std::vector<Ref<Command>> &previous,
                                    const Ref<GraphRun> &run) AW_REQUIRES(mutex_);
  Plan &ownPlan();

  const Ref<Graph> source_; ///< what it was made of
  const uint64_t flags_;
  Ref<Graph> graph_; ///< the copy, with the present parameters
  Graph::Copies copies_;
  std::vector<std::shared_ptr<const Action>> actions_; ///< by item, disabled ones too
  std::vector<uint8_t> uses_;                          ///< by item: of its first kernel
  std::vector<bool> disabled_;
  std::vector<GraphNode *> memoryNodes_; ///< in order
  std::shared_ptr<Plan> plan_;
  bool launchesGraphs_ = false; ///< some kernel may
  bool isTracked_ = false;      ///< launches of it have a GraphRun

  struct Lane {
    unsigned index;
    int priority;
    Ref<Stream> stream;
  };
  Mutex mutex_; ///< guards everything below
  std::vector<Lane> lanes_ AW_GUARDED_BY(mutex_);
  Ref<Command> last_ AW_GUARDED_BY(mutex_); ///< of the launch before
  std::shared_ptr<const Plan> uploaded_ AW_GUARDED_BY(mutex_);
  bool runsByDevice_ AW_GUARDED_BY(mutex_) = false;
  bool isTail_ AW_GUARDED_BY(mutex_) = false;
  unsigned runsByHost_ AW_GUARDED_BY(mutex_) = 0;
};

/// Nodes of two graphs that stand for each other.
using NodePairs = std::vector<std::pair<GraphNode *, GraphNode *>>;
/// Pairs the nodes of `before` with those of `now`, inner graphs included.
bool pairNodes(const Graph &before, const Graph &now, NodePairs &pairs,
               CUgraphExecUpdateResultInfo &info);
/// What an executable graph's node cannot change to, beside what the type's own checks find.
CUgraphExecUpdateResult checkChange(const GraphExec &exec, const GraphNode &before,
                                    const NodeContent &now);

} // namespace anywarp::driver
