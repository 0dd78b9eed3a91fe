// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How an executable graph runs. Instantiation flattens the graph into items: child graphs become
// part of it, empty nodes become edges. Items that can only follow each other are joined into
// segments, and every segment gets a lane. A launch makes one command of each segment. Those of
// lane 0 go into the stream of the launch, the others into streams of the graph's own, so branches
// overlap. What a node does is an Action; plans share them and never change while a launch refers
// to them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "driver/graph/Graph.h"
#include "driver/stream/Action.h"

namespace anywarp::driver {

/// The launch of a node that device code may change: runs as it was changed.
class UpdatableAction final : public Action {
public:
  UpdatableAction(const KernelNode &node, Function &function, PreparedLaunch launch);
  CUresult run(const Turn &turn) const override;
  const char *awaited() const override { return launch_.code->kernel().name; }
  const UpdatableAction *updatable() const override { return this; }
  /// A copy, to be loaded when its plan is uploaded. A disabled one takes its place in the plan,
  /// too.
  std::shared_ptr<const Action> copy(bool isEnabled) const;
  /// What the next run finds are this launch's parameters.
  void load() const;

private:
  Ref<Module> module_;
  std::shared_ptr<UpdatableNode> node_;
  Function &function_; ///< of the module
  PreparedLaunch launch_;
  bool isEnabled_ = true;
};

/// The event of a node that records or waits; its segment does it.
struct EventAction final : Action {
  explicit EventAction(Ref<Event> event) : event(std::move(event)) {}
  CUresult run(const Turn &) const override { return CUDA_SUCCESS; }
  const Ref<Event> event;
};

/// The structure of a graph, which stays as it is when parameters change.
struct Layout {
  enum class Kind : uint8_t { Work, Record, Wait };
  struct Segment {
    Kind kind = Kind::Work;
    bool onExecutor = false;    ///< some of it calls the program or waits for it
    bool isRoot = false;        ///< depends on nothing in the graph
    Context *context = nullptr; ///< null: any
    int priority = 0;           ///< where the graph uses those of its nodes
    unsigned lane = 0;
    std::vector<unsigned> items; ///< in order
    std::vector<unsigned> after; ///< segments of other lanes
  };
  std::vector<Segment> segments; ///< each after those that it depends on
  std::vector<unsigned> leaves;  ///< segments that nothing depends on
  Context *context = nullptr;    ///< of lane 0; null: any
  bool needsStart = false;       ///< some root is on another lane
  bool needsEnd = false;         ///< more than the last segment of lane 0 has to be waited for
  unsigned items = 0;
  /// By item: the items of each body, in order; those of conditional nodes only.
  std::vector<std::vector<std::vector<unsigned>>> bodies;
};

/// References to user objects, given back at the end.
struct HeldObjects {
  explicit HeldObjects(const Graph &graph);
  ~HeldObjects();
  HeldObjects(const HeldObjects &) = delete;
  std::vector<std::pair<Ref<UserObject>, unsigned>> objects;
};

/// What a launch refers to.
struct Plan {
  std::shared_ptr<const Layout> layout;
  std::vector<std::shared_ptr<const Action>> actions; ///< by item; null: disabled
  std::shared_ptr<const HeldObjects> objects;
  Ref<Graph> graph; ///< keeps contexts and memory
};

/// Allocations and frees are more than an order: memcheck wants to hear when their turn comes.
bool tellsMemory();
/// Lays out `graph`, whose nodes get their items. `usesPriorities`: of kernel nodes. Fails with the
/// node that cannot be.
CUresult makeLayout(const Graph &graph, bool usesPriorities, Layout &layout,
                    std::vector<GraphNode *> &nodeOf, GraphNode *&offender);
/// What the node does, with its present parameters. Null for nodes that only order.
CUresult makeAction(const GraphNode &node, const Layout &layout,
                    std::shared_ptr<const Action> &action);
/// Sets the conditional values that have a default at the start of a launch.
std::shared_ptr<const Action> makeReset(std::vector<std::shared_ptr<ConditionalValue>> values);

/// The command of a segment.
Ref<Command> segmentCommand(std::shared_ptr<const Plan> plan, unsigned segment, Ref<GraphRun> run);
/// A command that ends when what it waits for has ended.
Ref<Command> joinCommand();

} // namespace anywarp::driver
