// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How an executable graph runs. Instantiation flattens the graph (child graphs become part of it,
// empty nodes become edges) into items, joins items that can only follow each other into segments,
// and gives every segment a lane. A launch makes one command of each segment: those of lane 0 go
// into the stream of the launch, the others into streams of the graph's own, so branches overlap.
// What a node does is a Work; plans share them and are never changed while a launch refers to them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "driver/Command.h"
#include "driver/Graph.h"

namespace anywarp::driver {

class GraphRun;
struct Plan;

/// A launch under way.
struct Running {
  const Plan &plan;
  GraphRun *graph; ///< for kernels; null: they launch no graphs
};

/// What one node does when its turn comes.
class Work {
public:
  virtual ~Work() = default;
  /// Does it. An error ends the graph and is the context's from then on.
  virtual CUresult run(const Running &running) const = 0;
  /// As Command::awaited.
  virtual const char *awaited() const { return nullptr; }
  /// For nodes that device code may change: a copy, to be loaded when its plan is uploaded. A
  /// disabled one takes its place in the plan, too.
  virtual std::shared_ptr<const Work> copy(bool) const { return nullptr; }
  virtual bool isUpdatable() const { return false; }
  virtual void load() const {}
};

/// The event of a node that records or waits.
class EventWork final : public Work {
public:
  explicit EventWork(Ref<Event> event) : event(std::move(event)) {}
  CUresult run(const Running &) const override { return CUDA_SUCCESS; }
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
  std::vector<std::shared_ptr<const Work>> works; ///< by item; null: disabled
  std::shared_ptr<const HeldObjects> objects;
  Ref<Graph> graph; ///< keeps contexts and memory
};

/// Lays out `graph`, whose nodes get their items. `usesPriorities`: of kernel nodes. Fails with the
/// node that cannot be.
CUresult makeLayout(const Graph &graph, bool usesPriorities, Layout &layout,
                    std::vector<GraphNode *> &nodeOf, GraphNode *&offender);
/// What the node does, with its present parameters. Null work for nodes that only order.
CUresult makeWork(const GraphNode &node, const Layout &layout, std::shared_ptr<const Work> &work);
/// Sets the conditional values that have a default at the start of a launch.
std::shared_ptr<const Work> makeReset(std::vector<std::shared_ptr<ConditionalValue>> values);

/// The command of a segment of works.
Ref<Command> segmentCommand(std::shared_ptr<const Plan> plan, unsigned segment, Ref<GraphRun> run);
/// A command that ends when what it waits for has ended.
Ref<Command> joinCommand();

} // namespace anywarp::driver
