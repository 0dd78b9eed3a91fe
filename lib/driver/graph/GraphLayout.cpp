// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the nodes of a graph follow each other when it runs: items, segments, lanes.
#include "driver/graph/GraphPlan.h"

#include <algorithm>

#include "driver/code/Module.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

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
    const bool isOfMemory = node->as<AllocNode>() || node->as<FreeNode>();
    bool onlyOrders = node->as<EmptyNode>() || (isOfMemory && !tellsMemory());
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
      return CUDA_ERROR_INVALID_VALUE; // (seen)
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
