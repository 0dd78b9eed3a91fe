// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a graph to segments, and what nodes do.
#include "driver/GraphPlan.h"

#include <algorithm>
#include <atomic>

#include "driver/Copy.h"
#include "driver/GraphRun.h"
#include "driver/Module.h"
#include "driver/Process.h"
#include "driver/Recorder.h"
#include "driver/StreamMemOps.h"
#include "driver/UpdatableNode.h"
#include "exec/HostGuard.h"
#include "exec/ManagedViews.h"

namespace anywarp::driver {

// -- Works ----------------------------------------------------------------------------------------

namespace {
class KernelWork final : public Work {
public:
  KernelWork(Ref<Context> context, PreparedLaunch launch)
      : context_(std::move(context)), module_(launch.module), launch_(std::move(launch)) {}
  CUresult run(const Running &running) const override { return launch_.run(running.graph); }
  const char *awaited() const override { return launch_.code->kernel().name; }

private:
  Ref<Context> context_;
  Ref<Module> module_; ///< the program may unload it
  PreparedLaunch launch_;
};

/// A node that device code may change runs as it was changed.
class UpdatableWork final : public Work {
public:
  UpdatableWork(const KernelNode &node, Function &function, PreparedLaunch launch)
      : context_(node.context), module_(launch.module), node_(node.updatable), function_(function),
        launch_(std::move(launch)) {}
  CUresult run(const Running &running) const override { return node_->run(running.graph); }
  const char *awaited() const override { return launch_.code->kernel().name; }
  std::shared_ptr<const Work> copy(bool isEnabled) const override {
    auto copy = std::make_shared<UpdatableWork>(*this);
    copy->isEnabled_ = isEnabled;
    return copy;
  }
  bool isUpdatable() const override { return true; }
  void load() const override { node_->load(function_, launch_, isEnabled_); }

private:
  Ref<Context> context_;
  Ref<Module> module_;
  std::shared_ptr<UpdatableNode> node_;
  Function &function_; ///< of the module
  PreparedLaunch launch_;
  bool isEnabled_ = true;
};

class CopyWork final : public Work {
public:
  CopyWork(const CopySide &to, const CopySide &from, const CopyExtent &extent)
      : to_(to), from_(from), extent_(extent) {}
  CUresult run(const Running &) const override {
    TransferRecord record(to_, from_, extent_);
    return runCopy(to_, from_, extent_);
  }
  const char *awaited() const override {
    return exec::isManagedExclusive() && (to_.isManaged || from_.isManaged) ? "a copy" : nullptr;
  }

private:
  CopySide to_, from_;
  CopyExtent extent_;
};

class FillWork final : public Work {
public:
  explicit FillWork(const Fill &fill) : fill_(fill) {}
  CUresult run(const Running &) const override {
    TransferRecord record(fill_.width * fill_.valueBytes * fill_.height, fill_.value);
    return fill_.run();
  }
  const char *awaited() const override {
    const bool isManaged = exec::isManaged(uintptr_t(fill_.address));
    return exec::isManagedExclusive() && isManaged ? "a fill" : nullptr;
  }

private:
  Fill fill_;
};

class HostWork final : public Work {
public:
  explicit HostWork(const CUDA_HOST_NODE_PARAMS &host) : host_(host) {}
  CUresult run(const Running &) const override {
    ThreadState::HostFunction rules;
    ManagedAccess::HostFunction memory;
    exec::HostAccess program;
    host_.fn(host_.userData);
    return CUDA_SUCCESS;
  }

private:
  CUDA_HOST_NODE_PARAMS host_;
};

class MemOpWork final : public Work {
public:
  MemOpWork(Ref<Context> context, std::vector<MemOp> ops)
      : context_(std::move(context)), ops_(std::move(ops)) {}
  CUresult run(const Running &) const override {
    for (const MemOp &op : ops_)
      op.run(*context_);
    return CUDA_SUCCESS;
  }

private:
  Ref<Context> context_;
  std::vector<MemOp> ops_;
};

class SemaphoresWork final : public Work {
public:
  SemaphoresWork(Ref<Context> context, SemaphoreWork work)
      : context_(std::move(context)), work_(std::move(work)) {}
  CUresult run(const Running &) const override {
    work_.run(*context_);
    return CUDA_SUCCESS;
  }

private:
  Ref<Context> context_;
  SemaphoreWork work_;
};

class ResetWork final : public Work {
public:
  explicit ResetWork(std::vector<std::shared_ptr<ConditionalValue>> values)
      : values_(std::move(values)) {}
  CUresult run(const Running &) const override {
    for (const auto &value : values_)
      if (value->assignsInitial)
        std::atomic_ref<uint32_t>(value->value).store(value->initial);
    return CUDA_SUCCESS;
  }

private:
  std::vector<std::shared_ptr<ConditionalValue>> values_;
};

/// Runs its bodies itself, each in one order.
class ConditionalWork final : public Work {
public:
  ConditionalWork(const ConditionalNode &node, const std::vector<std::vector<unsigned>> &bodies)
      : value_(node.value), type_(node.type), context_(node.context), bodies_(bodies) {}
  CUresult run(const Running &running) const override {
    switch (type_) {
    case CU_GRAPH_COND_TYPE_IF:
      return runBody(running, value() ? 0 : 1);
    case CU_GRAPH_COND_TYPE_SWITCH:
      return runBody(running, value());
    case CU_GRAPH_COND_TYPE_WHILE:
      while (value() && !Process::get().scheduler.isStopping() && context_->error() == CUDA_SUCCESS)
        if (CUresult result = runBody(running, 0))
          return result;
      return CUDA_SUCCESS;
    }
    return CUDA_SUCCESS;
  }
  const char *awaited() const override { return "a conditional node"; }

private:
  uint32_t value() const {
    return std::atomic_ref<uint32_t>(value_->value).load(std::memory_order_acquire);
  }
  CUresult runBody(const Running &running, size_t body) const {
    if (body >= bodies_.size())
      return CUDA_SUCCESS;
    for (unsigned item : bodies_[body])
      if (const auto &work = running.plan.works[item])
        if (CUresult result = work->run(running))
          return result;
    return CUDA_SUCCESS;
  }
  std::shared_ptr<ConditionalValue> value_;
  CUgraphConditionalNodeType type_;
  Ref<Context> context_;
  std::vector<std::vector<unsigned>> bodies_;
};
} // namespace

CUresult makeWork(const GraphNode &node, const Layout &layout, std::shared_ptr<const Work> &work) {
  if (auto *kernel = node.as<KernelNode>()) {
    Function *function;
    if (CUresult result = findFunction(*kernel, function))
      return result;
    PreparedLaunch launch;
    if (CUresult result = prepareLaunch(*function, kernel->request, kernel->params, launch))
      return result;
    if (kernel->updatable)
      work = std::make_shared<UpdatableWork>(*kernel, *function, std::move(launch));
    else
      work = std::make_shared<KernelWork>(kernel->context, std::move(launch));
  } else if (auto *copy = node.as<CopyNode>()) {
    CopySide to, from;
    CopyExtent extent;
    if (CUresult result = placeCopy(copy->copy, to, from, extent))
      return result;
    if (!extent.isEmpty())
      work = std::make_shared<CopyWork>(to, from, extent);
  } else if (auto *fill = node.as<FillNode>()) {
    bool isHost;
    Fill what = fillOf(fill->fill);
    if (CUresult result = checkFill(what, isHost))
      return result;
    if (!what.isEmpty())
      work = std::make_shared<FillWork>(what);
  } else if (auto *host = node.as<HostNode>()) {
    work = std::make_shared<HostWork>(host->host);
  } else if (auto *event = node.as<EventNode>()) {
    work = std::make_shared<EventWork>(event->event);
  } else if (auto *batch = node.as<MemOpNode>()) {
    std::vector<MemOp> ops(batch->operations.size());
    for (size_t i = 0; i < ops.size(); ++i)
      if (CUresult result = readMemOp(batch->operations[i], ops[i]))
        return result;
    work = std::make_shared<MemOpWork>(batch->context, std::move(ops));
  } else if (auto *semaphores = node.as<SemaphoreNode>()) {
    SemaphoreWork steps;
    if (CUresult result = readWork(*semaphores, steps))
      return result;
    work = std::make_shared<SemaphoresWork>(semaphores->context, std::move(steps));
  } else if (auto *conditional = node.as<ConditionalNode>()) {
    work = std::make_shared<ConditionalWork>(*conditional, layout.bodies[node.item]);
  }
  return CUDA_SUCCESS;
}

std::shared_ptr<const Work> makeReset(std::vector<std::shared_ptr<ConditionalValue>> values) {
  return std::make_shared<ResetWork>(std::move(values));
}

HeldObjects::HeldObjects(const Graph &graph) {
  for (auto &[object, count] : graph.userObjects) {
    object->add(count);
    objects.emplace_back(object, count);
  }
}

HeldObjects::~HeldObjects() {
  for (auto &[object, count] : objects)
    object->remove(count);
}

// -- Commands -------------------------------------------------------------------------------------

namespace {
class SegmentCommand final : public Command {
public:
  SegmentCommand(std::shared_ptr<const Plan> plan, const Layout::Segment &segment,
                 Ref<GraphRun> graph)
      : Command(segment.onExecutor ? Runs::OnExecutor : Runs::Anywhere), plan_(std::move(plan)),
        segment_(segment), graph_(std::move(graph)) {}
  CUresult run(CUresult error) override {
    const Running running{*plan_, graph_.get()};
    if (graph_)
      graph_->begin(plan_);
    for (unsigned item : segment_.items) {
      if (error != CUDA_SUCCESS)
        return CUDA_SUCCESS; // what comes after a fault does not run
      if (const auto &work = plan_->works[item])
        if (CUresult result = work->run(running))
          return result;
      error = stream()->context().error();
    }
    return CUDA_SUCCESS;
  }
  const char *awaited() const override {
    if (graph_ && graph_->isByDevice()) // the graph that the host launched lasts as long
      return nullptr;
    for (unsigned item : segment_.items)
      if (const auto &work = plan_->works[item]; work && work->awaited())
        return work->awaited();
    return nullptr;
  }

private:
  std::shared_ptr<const Plan> plan_;
  const Layout::Segment &segment_; ///< of the plan
  const Ref<GraphRun> graph_;
};
} // namespace

Ref<Command> segmentCommand(std::shared_ptr<const Plan> plan, unsigned segment, Ref<GraphRun> run) {
  const Layout::Segment &which = plan->layout->segments[segment];
  return make<SegmentCommand>(std::move(plan), which, std::move(run));
}

Ref<Command> joinCommand() { return make<Join>(); }

// -- Layout ---------------------------------------------------------------------------------------

namespace {
/// Streams of its own that a graph uses at most, the launch's included.
constexpr unsigned kMaxLanes = 16;

struct Item {
  GraphNode *node = nullptr; ///< null: only joins what it depends on
  Layout::Kind kind = Layout::Kind::Work;
  bool onExecutor = false;
  bool isInBody = false;
  Context *context = nullptr;
  int priority = 0;
  std::vector<unsigned> after;
  unsigned users = 0; ///< items that depend on it
  unsigned segment = 0;
};

class LayoutMaker {
public:
  LayoutMaker(Layout &layout, bool usesPriorities, GraphNode *&offender)
      : layout_(layout), usesPriorities_(usesPriorities), offender_(offender) {}

  CUresult make(const Graph &graph) {
    std::vector<unsigned> entry, exits;
    std::vector<std::shared_ptr<ConditionalValue>> values;
    if (graph.hasConditionalNodes()) { // the first item sets their values
      items_.emplace_back();
      entry.push_back(0);
    }
    if (CUresult result = flatten(graph, entry, exits))
      return result;
    layout_.items = unsigned(items_.size());
    layout_.bodies.resize(items_.size());
    joinItems();
    chooseLanes();
    return CUDA_SUCCESS;
  }
  std::vector<GraphNode *> nodes() const {
    std::vector<GraphNode *> nodes;
    for (const Item &item : items_)
      nodes.push_back(item.node);
    return nodes;
  }

private:
  unsigned addItem(GraphNode *node, std::vector<unsigned> after);
  CUresult flatten(const Graph &graph, const std::vector<unsigned> &entry,
                   std::vector<unsigned> &exits);
  CUresult addBodies(GraphNode &node);
  CUresult sequence(const Graph &graph, std::vector<unsigned> &items);
  void joinItems();
  void chooseLanes();

  Layout &layout_;
  const bool usesPriorities_;
  GraphNode *&offender_;
  std::vector<Item> items_;
};
} // namespace

static void merge(std::vector<unsigned> &into, const std::vector<unsigned> &from) {
  for (unsigned item : from)
    if (std::find(into.begin(), into.end(), item) == into.end())
      into.push_back(item);
}

unsigned LayoutMaker::addItem(GraphNode *node, std::vector<unsigned> after) {
  Item item;
  item.node = node;
  item.after = std::move(after);
  if (node) {
    node->item = unsigned(items_.size());
    item.context = node->context();
    item.onExecutor = node->as<HostNode>() || node->as<MemOpNode>() || node->as<SemaphoreNode>();
    if (auto *event = node->as<EventNode>())
      item.kind = event->isRecord ? Layout::Kind::Record : Layout::Kind::Wait;
    if (auto *kernel = node->as<KernelNode>(); kernel && usesPriorities_)
      if (auto set = kernel->attributes.find(CU_LAUNCH_ATTRIBUTE_PRIORITY);
          set != kernel->attributes.end())
        item.priority = std::clamp(set->second.priority, kGreatestPriority, kLeastPriority);
  }
  items_.push_back(std::move(item));
  return unsigned(items_.size() - 1);
}

/// Adds the nodes of a graph. What depends on nothing in it depends on `entry`; `exits` is what the
/// graph's end depends on.
CUresult LayoutMaker::flatten(const Graph &graph, const std::vector<unsigned> &entry,
                              std::vector<unsigned> &exits) {
  std::vector<GraphNode *> sorted;
  if (!graph.order(sorted, &offender_))
    return CUDA_ERROR_INVALID_VALUE;
  std::unordered_map<const GraphNode *, std::vector<unsigned>> ends;
  exits.clear();
  for (GraphNode *node : sorted) {
    std::vector<unsigned> after;
    for (const GraphEdge &edge : node->dependencies)
      merge(after, ends[edge.node]);
    if (node->dependencies.empty())
      after = entry;
    std::vector<unsigned> &end = ends[node];
    bool onlyOrders = node->as<EmptyNode>() || node->as<AllocNode>() || node->as<FreeNode>();
    if (auto *child = node->as<ChildNode>()) {
      if (after.size() > 1 && child->graph->nodes().size() > 1)
        after = {addItem(nullptr, after)};
      if (CUresult result = flatten(*child->graph, after, end))
        return result;
      if (child->graph->nodes().empty())
        end = after;
    } else if (onlyOrders && (after.size() <= 1 || node->dependents.size() <= 1)) {
      end = after;
    } else if (onlyOrders) {
      end = {addItem(nullptr, after)};
    } else {
      end = {addItem(node, after)};
      if (node->as<ConditionalNode>())
        if (CUresult result = addBodies(*node))
          return result;
    }
    if (node->dependents.empty())
      merge(exits, end);
  }
  return CUDA_SUCCESS;
}

CUresult LayoutMaker::addBodies(GraphNode &node) {
  unsigned item = node.item;
  std::vector<std::vector<unsigned>> bodies;
  for (const Ref<Graph> &body : node.as<ConditionalNode>()->bodies)
    if (CUresult result = sequence(*body, bodies.emplace_back()))
      return result;
  if (layout_.bodies.size() <= item)
    layout_.bodies.resize(item + 1);
  layout_.bodies[item] = std::move(bodies);
  return CUDA_SUCCESS;
}

/// Adds the nodes of a body as items of their own, outside the order of all others.
CUresult LayoutMaker::sequence(const Graph &graph, std::vector<unsigned> &items) {
  std::vector<GraphNode *> sorted;
  if (!graph.order(sorted, &offender_))
    return CUDA_ERROR_INVALID_VALUE;
  for (GraphNode *node : sorted) {
    if (auto *child = node->as<ChildNode>()) {
      if (CUresult result = sequence(*child->graph, items))
        return result;
      continue;
    }
    if (node->as<EmptyNode>())
      continue;
    Function *function; // no dynamic parallelism, as the guide has it
    if (auto *kernel = node->as<KernelNode>();
        kernel && findFunction(*kernel, function) == CUDA_SUCCESS &&
        (function->facts().uses & KernelFacts::DeviceRuntime)) {
      offender_ = node;
      return CUDA_ERROR_INVALID_VALUE;
    }
    if (!node->as<KernelNode>() && !node->as<CopyNode>() && !node->as<FillNode>() &&
        !node->as<ConditionalNode>()) { // the types that the manual allows
      offender_ = node;
      return CUDA_ERROR_NOT_SUPPORTED;
    }
    unsigned item = addItem(node, {});
    items_[item].isInBody = true;
    items.push_back(item);
    if (node->as<ConditionalNode>())
      if (CUresult result = addBodies(*node))
        return result;
  }
  return CUDA_SUCCESS;
}

/// An item that can only come right after another one goes into its segment.
void LayoutMaker::joinItems() {
  for (const Item &item : items_)
    for (unsigned before : item.after)
      ++items_[before].users;
  std::vector<std::vector<unsigned>> users;
  for (unsigned i = 0; i < items_.size(); ++i) {
    Item &item = items_[i];
    if (item.isInBody)
      continue;
    if (item.after.size() == 1) {
      const Item &before = items_[item.after[0]];
      Layout::Segment &segment = layout_.segments[before.segment];
      bool isSamePlace = !item.context || !segment.context || item.context == segment.context;
      if (before.users == 1 && item.kind == Layout::Kind::Work &&
          segment.kind == Layout::Kind::Work && isSamePlace && item.priority == segment.priority) {
        segment.items.push_back(i);
        segment.onExecutor |= item.onExecutor;
        if (!segment.context)
          segment.context = item.context;
        item.segment = before.segment;
        continue;
      }
    }
    Layout::Segment segment;
    segment.kind = item.kind;
    segment.onExecutor = item.onExecutor;
    segment.isRoot = item.after.empty();
    segment.context = item.context;
    segment.priority = item.priority;
    segment.items = {i};
    for (unsigned before : item.after)
      merge(segment.after, {items_[before].segment});
    item.segment = unsigned(layout_.segments.size());
    layout_.segments.push_back(std::move(segment));
  }
}

void LayoutMaker::chooseLanes() {
  std::vector<Layout::Segment> &segments = layout_.segments;
  for (const Layout::Segment &segment : segments)
    if (!layout_.context && segment.context && !segment.priority)
      layout_.context = segment.context;
  constexpr unsigned kNone = ~0u;
  struct Lane {
    Context *context;
    int priority;
    unsigned last;
  };
  std::vector<Lane> lanes{{layout_.context, 0, kNone}};
  std::vector<bool> hasUser(segments.size());
  for (unsigned i = 0; i < segments.size(); ++i) {
    Layout::Segment &segment = segments[i];
    Context *context = segment.context ? segment.context : layout_.context;
    auto fits = [&](const Lane &lane) {
      return lane.context == context && lane.priority == segment.priority;
    };
    auto lane = std::find_if(lanes.begin(), lanes.end(), [&](const Lane &lane) {
      bool follows = lane.last == kNone ? segment.isRoot
                                        : std::find(segment.after.begin(), segment.after.end(),
                                                    lane.last) != segment.after.end();
      return fits(lane) && follows;
    });
    if (lane == lanes.end() && lanes.size() >= kMaxLanes) // behind whatever came first
      lane = std::min_element(lanes.begin(), lanes.end(), [&](const Lane &a, const Lane &b) {
        return fits(a) != fits(b) ? fits(a) : a.last < b.last;
      });
    if (lane == lanes.end() || !fits(*lane))
      lane = lanes.insert(lanes.end(), {context, segment.priority, kNone});
    segment.lane = unsigned(lane - lanes.begin());
    lane->last = i;
    for (unsigned before : segment.after)
      hasUser[before] = true;
    std::erase_if(segment.after,
                  [&](unsigned before) { return segments[before].lane == segment.lane; });
    layout_.needsStart |= segment.isRoot && segment.lane != 0;
  }
  for (unsigned i = 0; i < segments.size(); ++i)
    if (!hasUser[i])
      layout_.leaves.push_back(i);
  bool endsInStream = layout_.leaves.size() == 1 && segments[layout_.leaves[0]].lane == 0;
  layout_.needsEnd = !endsInStream;
}

CUresult makeLayout(const Graph &graph, bool usesPriorities, Layout &layout,
                    std::vector<GraphNode *> &nodeOf, GraphNode *&offender) {
  offender = nullptr;
  LayoutMaker maker(layout, usesPriorities, offender);
  if (CUresult result = maker.make(graph))
    return result;
  nodeOf = maker.nodes();
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
