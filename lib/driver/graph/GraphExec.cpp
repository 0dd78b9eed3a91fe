// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Graph Management": executable graphs, their launch.
#include "driver/graph/GraphExec.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "driver/memory/GraphMemory.h"
#include "driver/memory/ManagedAccess.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

// -- Making ---------------------------------------------------------------------------------------

static void collectMemoryNodes(const Graph &graph, std::vector<GraphNode *> &nodes) {
  std::vector<GraphNode *> sorted;
  GraphNode *offender;
  graph.order(sorted, &offender);
  for (GraphNode *node : sorted) {
    if (node->as<AllocNode>() || node->as<FreeNode>())
      nodes.push_back(node);
    if (auto *child = node->as<ChildNode>())
      collectMemoryNodes(*child->graph, nodes);
  }
}

static void collectConditionals(const Graph &graph,
                                std::vector<std::shared_ptr<ConditionalValue>> &values) {
  values.insert(values.end(), graph.conditionals.begin(), graph.conditionals.end());
  for (const Ref<GraphNode> &node : graph.nodes()) {
    if (auto *child = node->as<ChildNode>())
      collectConditionals(*child->graph, values);
    if (auto *conditional = node->as<ConditionalNode>())
      for (const Ref<Graph> &body : conditional->bodies)
        collectConditionals(*body, values);
  }
}

/// Whether devices may launch the graph, by the types of its nodes and what these work on (the
/// guide on device graph creation; an H200 for the rest). `context`: that of all nodes so far.
static bool suitsDevice(const Graph &graph, Context *&context, CUgraphInstantiateResult &why,
                        GraphNode *&offender) {
  auto suits = [&](const GraphNode &node) {
    if (auto *child = node.as<ChildNode>())
      return !child->graph->nodes().empty() && suitsDevice(*child->graph, context, why, offender);
    if (auto *kernel = node.as<KernelNode>()) {
      Function *function;
      return findFunction(*kernel, function) == CUDA_SUCCESS &&
             !(function->facts().uses & KernelFacts::DeviceRuntime);
    }
    if (auto *copy = node.as<CopyNode>()) {
      CopyEndpoint to, from;
      CopyExtent extent;
      return copy->copy.srcMemoryType != CU_MEMORYTYPE_ARRAY &&
             copy->copy.dstMemoryType != CU_MEMORYTYPE_ARRAY &&
             placeCopy(copy->copy, to, from, extent) == CUDA_SUCCESS && !to.isPageable &&
             !from.isPageable;
    }
    return node.as<FillNode>() != nullptr;
  };
  for (const Ref<GraphNode> &node : graph.nodes()) {
    why = CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
    if (suits(*node)) {
      if (!context)
        context = node->context();
      if (!node->context() || node->context() == context)
        continue;
      why = CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED;
    }
    if (!offender)
      offender = node.get();
    return false;
  }
  return true;
}

static bool launchesGraphs(const Graph &graph) {
  for (const Ref<GraphNode> &node : graph.nodes()) {
    Function *function;
    if (auto *kernel = node->as<KernelNode>(); kernel &&
                                               findFunction(*kernel, function) == CUDA_SUCCESS &&
                                               (function->facts().uses & KernelFacts::GraphLaunch))
      return true;
    if (auto *child = node->as<ChildNode>(); child && launchesGraphs(*child->graph))
      return true;
    if (auto *conditional = node->as<ConditionalNode>())
      for (const Ref<Graph> &body : conditional->bodies)
        if (launchesGraphs(*body))
          return true;
  }
  return false;
}

/// The node of a graph, or of its inner graphs, that `copies` maps to `copy`.
static GraphNode *originalOf(const Graph &graph, const GraphNode *copy) {
  for (const Ref<GraphNode> &node : graph.nodes()) {
    if (copy && node->id() == copy->original)
      return node.get();
    GraphNode *inner = nullptr;
    if (auto *child = node->as<ChildNode>())
      inner = originalOf(*child->graph, copy);
    if (auto *conditional = node->as<ConditionalNode>())
      for (const Ref<Graph> &body : conditional->bodies)
        inner = inner ? inner : originalOf(*body, copy);
    if (inner)
      return inner;
  }
  return nullptr;
}

#include "driver/rules/GraphExec.inc"

CUresult GraphExec::create(Graph &graph, uint64_t flags, Ref<GraphExec> &exec,
                           CUgraphInstantiateResult &why, GraphNode *&offender) {
  why = CUDA_GRAPH_INSTANTIATE_ERROR;
  offender = nullptr;
  if (CUresult result = checkInstance(graph, flags))
    return result;
  if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) {
    Context *context = nullptr;
    if (graph.nodes().empty() || !suitsDevice(graph, context, why, offender))
      return CUDA_ERROR_INVALID_VALUE;
  }
  if (CUresult result = checkSecondInstance(graph))
    return result;
  std::vector<std::shared_ptr<ConditionalValue>> values;
  collectConditionals(graph, values);
  for (const auto &value : values)
    if (!value->isUsed) {
      why = CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED;
      return CUDA_ERROR_INVALID_VALUE;
    }

  Ref<GraphExec> made = Ref<GraphExec>::adopt(new GraphExec(Ref<Graph>(&graph), flags));
  made->graph_ = graph.clone(&made->copies_);
  auto layout = std::make_shared<Layout>();
  std::vector<GraphNode *> nodeOf;
  GraphNode *failed = nullptr;
  bool usesPriorities = flags & CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
  if (CUresult result = makeLayout(*made->graph_, usesPriorities, *layout, nodeOf, failed)) {
    why = result == CUDA_ERROR_NOT_SUPPORTED ? CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED
                                             : CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
    offender = originalOf(graph, failed);
    return result;
  }
  made->actions_.resize(layout->items);
  made->uses_.resize(layout->items);
  made->disabled_.resize(layout->items);
  for (unsigned i = 0; i < layout->items; ++i) {
    if (!nodeOf[i])
      continue;
    if (CUresult result = makeAction(*nodeOf[i], *layout, made->actions_[i])) {
      if (result == CUDA_ERROR_NOT_SUPPORTED)
        why = CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
      offender = originalOf(graph, nodeOf[i]);
      return result;
    }
    made->isTracked_ |= made->actions_[i] && made->actions_[i]->updatable();
    Function *function;
    if (auto *kernel = nodeOf[i]->as<KernelNode>();
        kernel && findFunction(*kernel, function) == CUDA_SUCCESS)
      made->uses_[i] = function->facts().uses;
  }
  if (!values.empty() && made->graph_->hasConditionalNodes())
    made->actions_[0] = makeReset(std::move(values));
  collectMemoryNodes(*made->graph_, made->memoryNodes_);
  made->launchesGraphs_ = driver::launchesGraphs(*made->graph_);
  made->isTracked_ |= made->isForDevice() || made->launchesGraphs_;
  made->plan_ = std::make_shared<Plan>();
  made->plan_->layout = std::move(layout);
  made->plan_->actions = made->actions_;
  made->plan_->objects = std::make_shared<HeldObjects>(*made->graph_);
  made->plan_->graph = made->graph_;
  why = CUDA_GRAPH_INSTANTIATE_SUCCESS;
  exec = std::move(made);
  return CUDA_SUCCESS;
}

// -- Launching ------------------------------------------------------------------------------------

/// A launch allocates what is not allocated and frees what is.
CUresult GraphExec::checkMemory() const {
  std::vector<const GraphMemory *> own;
  for (const GraphNode *node : memoryNodes_) {
    if (auto *alloc = node->as<AllocNode>()) {
      if (alloc->memory->isAllocated() &&
          !(flags_ & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH))
        return CUDA_ERROR_INVALID_VALUE;
      own.push_back(alloc->memory.get());
    } else if (auto *free = node->as<FreeNode>()) {
      bool isOwn = std::find(own.begin(), own.end(), free->memory.get()) != own.end();
      if (!isOwn && !free->memory->isAllocated())
        return CUDA_ERROR_INVALID_VALUE;
    }
  }
  return CUDA_SUCCESS;
}

void GraphExec::moveMemory() {
  for (const GraphNode *node : memoryNodes_)
    if (auto *alloc = node->as<AllocNode>())
      alloc->memory->free(); // what the launch before has left: automatically freed
  for (const GraphNode *node : memoryNodes_) {
    if (auto *alloc = node->as<AllocNode>())
      alloc->memory->allocate();
    else if (auto *free = node->as<FreeNode>())
      free->memory->free();
  }
}

Stream &GraphExec::lane(unsigned index, Context &context, int priority) {
  for (const Lane &lane : lanes_)
    if (lane.index == index && lane.priority == priority && &lane.stream->context() == &context)
      return *lane.stream;
  lanes_.push_back(
      {index, priority,
       make<Stream>(context, Stream::Role::Created, unsigned(CU_STREAM_NON_BLOCKING), priority)});
  return *lanes_.back().stream;
}

/// The commands of one launch, by segment; the caller holds the lock. `stream`: for lane 0, null:
/// one of the graph's own, as for the other lanes. What begins in the stream waits for `previous`,
/// what begins in another lane for `start`, where it is given.
std::vector<Ref<Command>> GraphExec::enqueue(const std::shared_ptr<const Plan> &plan,
                                             Stream *stream, int priority,
                                             const Ref<Command> &start,
                                             const std::vector<Ref<Command>> &previous,
                                             const Ref<GraphRun> &run) {
  Scheduler &scheduler = Process::get().scheduler;
  const Layout &layout = *plan->layout;
  const bool usesPriorities = flags_ & CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
  std::vector<Ref<Command>> commands(layout.segments.size());
  std::vector<Ref<Command>> after;
  for (unsigned i = 0; i < commands.size(); ++i) {
    const Layout::Segment &segment = layout.segments[i];
    Context &context = segment.context  ? *segment.context
                       : layout.context ? *layout.context
                                        : stream->context();
    Stream &target =
        segment.lane == 0 && stream
            ? *stream
            : lane(segment.lane, context, usesPriorities ? segment.priority : priority);
    after.clear();
    for (unsigned before : segment.after)
      after.push_back(commands[before]);
    if (segment.isRoot && start && &target != stream)
      after.push_back(start);
    else if (segment.isRoot && !start)
      after.insert(after.end(), previous.begin(), previous.end());
    switch (segment.kind) {
    case Layout::Kind::Work:
      commands[i] = segmentCommand(plan, i, run);
      scheduler.enqueue(commands[i], target, after);
      for (unsigned item : segment.items)
        if (plan->actions[item] && ManagedAccess::watchesHost())
          plan->actions[item]->tellUses(*commands[i], target);
      break;
    case Layout::Kind::Record: {
      Ref<RecordEvent> record = make<RecordEvent>();
      commands[i] = record;
      scheduler.enqueue(record, target, after);
      static_cast<const EventAction &>(*plan->actions[segment.items[0]])
          .event->setRecorded(std::move(record));
      break;
    }
    case Layout::Kind::Wait: {
      const Event &event =
          *static_cast<const EventAction &>(*plan->actions[segment.items[0]]).event;
      if (Ref<Command> recorded = event.recorded())
        after.push_back(std::move(recorded));
      commands[i] = joinCommand();
      scheduler.enqueue(commands[i], target, after);
      break;
    }
    }
  }
  std::vector<Ref<Command>> leaves;
  for (unsigned leaf : layout.leaves)
    leaves.push_back(commands[leaf]);
  return leaves;
}

CUresult GraphExec::launch(Stream &stream) {
  if (!memoryNodes_.empty()) {
    if (CUresult result = checkMemory())
      return result;
    moveMemory();
  }
  LockGuard lock(mutex_);
  Scheduler &scheduler = Process::get().scheduler;
  const Layout &layout = *plan_->layout;
  // Lane 0 is the launch's stream, unless the graph's work belongs to another context.
  const bool isForeign = layout.context && layout.context != &stream.context();
  std::vector<Ref<Command>> previous;
  if (last_ && !last_->isDone())
    previous.push_back(last_);
  Ref<Command> start, end;
  if (layout.needsStart || isForeign) {
    start = joinCommand();
    scheduler.enqueue(start, stream, previous);
  }
  Ref<GraphRun> run;
  if (isTracked_) {
    end = joinCommand();
    run = make<GraphRun>(Ref<GraphExec>(this),
                         std::make_shared<GraphRun::Chain>(GraphRun::Chain{end, {}}), false);
  } else if (layout.needsEnd || isForeign) {
    end = joinCommand();
  }
  std::vector<Ref<Command>> leaves =
      enqueue(plan_, isForeign ? nullptr : &stream, stream.priority(), start, previous, run);
  if (leaves.empty())
    leaves = previous;
  if (run)
    scheduler.enqueue(run->settled(), stream, std::exchange(leaves, {}));
  if (end)
    scheduler.enqueue(end, stream, leaves);
  last_ = end ? end : leaves[0];
  return CUDA_SUCCESS;
}

// -- Launches by device code ----------------------------------------------------------------------

namespace {
class Upload final : public Command {
public:
  Upload(Ref<GraphExec> exec, std::shared_ptr<const Plan> plan)
      : Command(Runs::Anywhere), exec_(std::move(exec)), plan_(std::move(plan)) {}
  CUresult run(CUresult error) override {
    if (error == CUDA_SUCCESS)
      exec_->load(plan_);
    return CUDA_SUCCESS;
  }

private:
  Ref<GraphExec> exec_;
  std::shared_ptr<const Plan> plan_;
};
} // namespace

/// Room for what a launch will allocate is taken with the upload.
void GraphExec::reserveMemory() const {
  uint64_t bytes = 0;
  const Device *device = nullptr;
  for (const GraphNode *node : memoryNodes_)
    if (auto *alloc = node->as<AllocNode>(); alloc && !alloc->memory->isAllocated()) {
      bytes += alloc->memory->size();
      device = &alloc->memory->context().device();
    }
  if (device)
    Process::get().graphMemory.reserve(*device, bytes);
}

void GraphExec::upload(Stream &stream) {
  reserveMemory();
  if (isTracked_)
    Process::get().scheduler.enqueue(make<Upload>(Ref<GraphExec>(this), plan_), stream);
}

void GraphExec::load(const std::shared_ptr<const Plan> &plan) {
  LockGuard lock(mutex_);
  if (uploaded_ == plan)
    return;
  const std::shared_ptr<const Plan> before = std::exchange(uploaded_, plan);
  for (size_t i = 0; i < plan->actions.size(); ++i)
    if (const auto &action = plan->actions[i]; action && (!before || action != before->actions[i]))
      if (const UpdatableAction *updatable = action->updatable())
        updatable->load();
}

bool GraphExec::claim(When when) {
  LockGuard lock(mutex_);
  const bool isRunning = when != When::AtItsOwnEnd && (runsByDevice_ || runsByHost_);
  if (!uploaded_ || isTail_ || isRunning)
    return false;
  (when == When::Now ? runsByDevice_ : isTail_) = true;
  return true;
}

void GraphExec::settleClaim(bool begins) {
  LockGuard lock(mutex_);
  isTail_ = false;
  runsByDevice_ |= begins;
}

void GraphExec::begin(const std::shared_ptr<const Plan> &plan) {
  load(plan);
  LockGuard lock(mutex_);
  ++runsByHost_;
}

void GraphExec::end(bool byDevice) {
  LockGuard lock(mutex_);
  if (byDevice)
    runsByDevice_ = false;
  else
    --runsByHost_;
}

void GraphExec::launchByDevice(std::shared_ptr<GraphRun::Chain> chain) {
  Scheduler &scheduler = Process::get().scheduler;
  Ref<Command> outer = chain->outer;
  auto run = make<GraphRun>(Ref<GraphExec>(this), std::move(chain), true);
  LockGuard lock(mutex_);
  std::vector<Ref<Command>> leaves = enqueue(uploaded_, nullptr, kLeastPriority, nullptr, {}, run);
  scheduler.enqueue(run->settled(), lane(0, *plan_->layout->context, kLeastPriority), leaves);
  scheduler.delay(*outer, run->settled());
}

// -- Changing -------------------------------------------------------------------------------------

GraphNode *GraphExec::copyOf(const GraphNode &node) const {
  auto found = copies_.find(node.id());
  return found == copies_.end() ? nullptr : found->second;
}

/// The plan, for a change: a new one if a launch refers to it.
Plan &GraphExec::ownPlan() {
  if (plan_.use_count() > 1)
    plan_ = std::make_shared<Plan>(*plan_);
  return *plan_;
}

static std::shared_ptr<const Action> inPlan(const std::shared_ptr<const Action> &action,
                                            bool isEnabled) {
  if (const UpdatableAction *updatable = action ? action->updatable() : nullptr)
    return updatable->copy(isEnabled);
  return isEnabled ? action : nullptr;
}

CUresult GraphExec::change(std::vector<Change> changes, size_t *offender) {
  std::vector<std::shared_ptr<const Action>> actions(changes.size());
  for (size_t i = 0; i < changes.size(); ++i) {
    // The actions come from the changed node: put the new parameters in, and back if one fails.
    std::swap(changes[i].node->content, changes[i].content);
    CUresult result = makeAction(*changes[i].node, *plan_->layout, actions[i]);
    if (result == CUDA_SUCCESS)
      continue;
    if (offender)
      *offender = i;
    for (size_t undone = 0; undone <= i; ++undone)
      std::swap(changes[undone].node->content, changes[undone].content);
    return result;
  }
  LockGuard lock(mutex_);
  Plan &plan = ownPlan();
  for (size_t i = 0; i < changes.size(); ++i) {
    unsigned item = changes[i].node->item;
    actions_[item] = std::move(actions[i]);
    plan.actions[item] = inPlan(actions_[item], !disabled_[item]);
  }
  return CUDA_SUCCESS;
}

bool GraphExec::mayUse(const GraphNode &node, uint8_t uses) const {
  const bool isReady = isForDevice() || launchesGraphs_;
  return !(uses & ~(uses_[node.item] | (isReady ? KernelFacts::GraphLaunch : 0)));
}

void GraphExec::takeObjects(const Graph &graph) {
  auto objects = std::make_shared<HeldObjects>(graph);
  LockGuard lock(mutex_);
  ownPlan().objects = std::move(objects);
}

void GraphExec::setEnabled(const GraphNode &node, bool enabled) {
  LockGuard lock(mutex_);
  disabled_[node.item] = !enabled;
  ownPlan().actions[node.item] = inPlan(actions_[node.item], enabled);
}

// -- The API --------------------------------------------------------------------------------------

static CUresult instantiate(CUgraphExec *phGraphExec, CUgraph hGraph, uint64_t flags,
                            CUgraphInstantiateResult &why, CUgraphNode &offender) {
  why = CUDA_GRAPH_INSTANTIATE_ERROR;
  offender = nullptr;
  if (CUresult result = refuseUnsafe())
    return result;
  Graph *graph = find<Graph>(hGraph);
  if (!graph)
    return CUDA_ERROR_INVALID_VALUE;
  Ref<GraphExec> exec;
  GraphNode *node;
  CUresult result = GraphExec::create(*graph, flags, exec, why, node);
  if (result) {
    offender = node ? handleOf(*node) : nullptr;
    return result;
  }
  if (CUresult result = Process::get().publish(Object::KindGraphExec, exec)) {
    why = CUDA_GRAPH_INSTANTIATE_ERROR;
    return result;
  }
  ++graph->instances;
  *phGraphExec = handleOf(*exec);
  return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph,
                                     unsigned long long flags) {
  CUgraphInstantiateResult why;
  CUgraphNode offender;
  return instantiate(phGraphExec, hGraph, flags, why, offender);
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams) {
  CUDA_GRAPH_INSTANTIATE_PARAMS &params = *instantiateParams;
  Stream *stream = nullptr;
  if (params.flags & CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD) {
    if (CUresult result = findStream(params.hUploadStream, stream))
      return result;
  }
  CUresult result =
      instantiate(phGraphExec, hGraph, params.flags, params.result_out, params.hErrNode_out);
  if (result == CUDA_SUCCESS && stream)
    find<GraphExec>(*phGraphExec)->upload(*stream);
  return result;
}

/// Copies a message to a buffer of the program's.
static void fillLog(char *buffer, size_t size, const char *text) {
  if (!buffer || !size)
    return;
  const size_t length = std::min(std::strlen(text), size - 1); // no byte behind what is said
  std::memcpy(buffer, text, length);
  buffer[length] = 0;
}

CUresult cuGraphInstantiate_v1(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode,
                               char *logBuffer, size_t bufferSize) {
  CUgraphInstantiateResult why;
  CUgraphNode offender;
  CUresult result = instantiate(phGraphExec, hGraph, 0, why, offender);
  if (phErrorNode)
    *phErrorNode = offender;
  fillLog(logBuffer, bufferSize,
          why == CUDA_GRAPH_INSTANTIATE_SUCCESS             ? ""
          : why == CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE ? "the graph has a cycle"
                                                            : "a node cannot be instantiated");
  return result;
}

CUresult cuGraphLaunch(GraphExec &exec, Stream &stream) { return exec.launch(stream); }

/// Launches and uploads under way may keep the object, but another may be made of its graph now.
CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) {
  Ref<Object> removed =
      Process::get().handles.remove(Object::KindGraphExec, reinterpret_cast<uint64_t>(hGraphExec));
  if (!removed)
    return CUDA_ERROR_INVALID_VALUE;
  --static_cast<GraphExec &>(*removed).source().instances;
  return CUDA_SUCCESS;
}

#include "driver/bodies/GraphExec.inc"

} // namespace anywarp::driver
