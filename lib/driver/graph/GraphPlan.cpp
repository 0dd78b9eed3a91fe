// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nodes do when their turn comes, and the commands of segments.
#include "driver/graph/GraphPlan.h"

#include <atomic>

#include "driver/code/Module.h"
#include "driver/graph/GraphRun.h"
#include "driver/graph/UpdatableNode.h"
#include "driver/memory/Copy.h"
#include "driver/memory/GraphMemory.h"
#include "driver/process/Process.h"
#include "driver/stream/StreamMemOps.h"
#include "exec/memory/ManagedViews.h"
#include "insight/Sanitizer.h"

namespace anywarp::driver {

// -- Actions that only graphs have ----------------------------------------------------------------

UpdatableAction::UpdatableAction(const KernelNode &node, Function &function, PreparedLaunch launch)
    : module_(launch.module), node_(node.updatable), function_(function),
      launch_(std::move(launch)) {}

CUresult UpdatableAction::run(const Turn &turn) const { return node_->run(turn.graph); }

std::shared_ptr<const Action> UpdatableAction::copy(bool isEnabled) const {
  auto copy = std::make_shared<UpdatableAction>(*this);
  copy->isEnabled_ = isEnabled;
  return copy;
}

void UpdatableAction::load() const { node_->load(function_, launch_, isEnabled_); }

namespace {
class ResetAction final : public Action {
public:
  explicit ResetAction(std::vector<std::shared_ptr<ConditionalValue>> values)
      : values_(std::move(values)) {}
  CUresult run(const Turn &) const override {
    for (const auto &value : values_)
      if (value->assignsInitial)
        std::atomic_ref<uint32_t>(value->value).store(value->initial);
    return CUDA_SUCCESS;
  }

private:
  std::vector<std::shared_ptr<ConditionalValue>> values_;
};

/// The sanitizer's order has come to an allocation, or to a free.
class MemoryAction final : public Action {
public:
  MemoryAction(const GraphMemory &memory, bool isAllocation)
      : address_(memory.address()), isAllocation_(isAllocation) {}
  CUresult run(const Turn &) const override {
    insight::Sanitizer::get()->memory.setUsable(address_, isAllocation_);
    return CUDA_SUCCESS;
  }

private:
  const CUdeviceptr address_;
  const bool isAllocation_;
};

/// Runs its bodies itself, each in one order.
class ConditionalAction final : public Action {
public:
  ConditionalAction(const ConditionalNode &node, const std::vector<std::vector<unsigned>> &bodies)
      : value_(node.value), type_(node.type), context_(node.context), bodies_(bodies) {}
  CUresult run(const Turn &turn) const override {
    switch (type_) {
    case CU_GRAPH_COND_TYPE_IF:
      return runBody(turn, value() ? 0 : 1);
    case CU_GRAPH_COND_TYPE_SWITCH:
      return runBody(turn, value());
    case CU_GRAPH_COND_TYPE_WHILE:
      while (value() && !Process::get().scheduler.isStopping() && context_->error() == CUDA_SUCCESS)
        if (CUresult result = runBody(turn, 0))
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
  CUresult runBody(const Turn &turn, size_t body) const {
    if (body >= bodies_.size())
      return CUDA_SUCCESS;
    for (unsigned item : bodies_[body])
      if (const auto &action = turn.plan->actions[item])
        if (CUresult result = action->run(turn))
          return result;
    return CUDA_SUCCESS;
  }
  std::shared_ptr<ConditionalValue> value_;
  CUgraphConditionalNodeType type_;
  Ref<Context> context_;
  std::vector<std::vector<unsigned>> bodies_;
};
} // namespace

static CUresult makeKernel(const KernelNode &node, std::shared_ptr<const Action> &action) {
  Function *function;
  if (CUresult result = findFunction(node, function))
    return result;
  PreparedLaunch launch;
  if (CUresult result = prepareLaunch(*function, node.request, node.params, launch))
    return result;
  Ref<Module> module(launch.module); // the program may unload it
  if (node.updatable)
    action = std::make_shared<UpdatableAction>(node, *function, std::move(launch));
  else
    action = std::make_shared<LaunchAction>(std::move(launch), std::move(module));
  return CUDA_SUCCESS;
}

static CUresult makeCopy(const CopyNode &node, std::shared_ptr<const Action> &action) {
  CopyEndpoint to, from;
  CopyExtent extent;
  if (CUresult result = placeCopy(node.copy, to, from, extent))
    return result;
  // Which stream will run it is not known yet: managed memory counts as the device's.
  const bool ofDevice = exec::isManagedExclusive() && (to.isManaged || from.isManaged);
  if (!extent.isEmpty())
    action = std::make_shared<CopyAction>(to, from, extent, ofDevice);
  return CUDA_SUCCESS;
}

static CUresult makeFill(const FillNode &node, std::shared_ptr<const Action> &action) {
  bool isHost;
  Fill fill = fillOf(node.fill);
  if (CUresult result = checkFill(fill, isHost))
    return result;
  const bool ofDevice = exec::isManagedExclusive() && exec::isManaged(uintptr_t(fill.address));
  if (!fill.isEmpty())
    action = std::make_shared<FillAction>(fill, ofDevice);
  return CUDA_SUCCESS;
}

bool tellsMemory() {
  const insight::Sanitizer *sanitizer = insight::Sanitizer::get();
  return sanitizer && sanitizer->checksPlaces();
}

CUresult makeAction(const GraphNode &node, const Layout &layout,
                    std::shared_ptr<const Action> &action) {
  if (auto *kernel = node.as<KernelNode>())
    return makeKernel(*kernel, action);
  if (auto *copy = node.as<CopyNode>())
    return makeCopy(*copy, action);
  if (auto *fill = node.as<FillNode>())
    return makeFill(*fill, action);
  if (auto *host = node.as<HostNode>()) {
    action = std::make_shared<HostAction>(host->host);
  } else if (auto *event = node.as<EventNode>()) {
    action = std::make_shared<EventAction>(event->event);
  } else if (auto *batch = node.as<MemOpNode>()) {
    auto ops = std::make_shared<MemOpAction>();
    if (CUresult result = readMemOps(batch->operations.data(), batch->operations.size(), *ops))
      return result;
    action = std::move(ops);
  } else if (auto *semaphores = node.as<SemaphoreNode>()) {
    auto steps = std::make_shared<SemaphoreAction>();
    if (CUresult result = readSemaphores(*semaphores, *steps))
      return result;
    action = std::move(steps);
  } else if (auto *conditional = node.as<ConditionalNode>()) {
    action = std::make_shared<ConditionalAction>(*conditional, layout.bodies[node.item]);
  } else if (auto *alloc = node.as<AllocNode>()) {
    action = std::make_shared<MemoryAction>(*alloc->memory, true);
  } else if (auto *free = node.as<FreeNode>()) {
    action = std::make_shared<MemoryAction>(*free->memory, false);
  }
  return CUDA_SUCCESS;
}

std::shared_ptr<const Action> makeReset(std::vector<std::shared_ptr<ConditionalValue>> values) {
  return std::make_shared<ResetAction>(std::move(values));
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
    const Turn turn{stream()->context(), plan_.get(), graph_.get()};
    if (graph_)
      graph_->begin(plan_);
    for (unsigned item : segment_.items) {
      if (error != CUDA_SUCCESS)
        return CUDA_SUCCESS; // what comes after a fault does not run
      if (const auto &action = plan_->actions[item])
        if (CUresult result = action->run(turn))
          return result;
      error = turn.context.error();
    }
    return CUDA_SUCCESS;
  }
  const char *awaited() const override {
    if (graph_ && graph_->isByDevice()) // the graph that the host launched lasts as long
      return nullptr;
    for (unsigned item : segment_.items)
      if (const auto &action = plan_->actions[item]; action && action->awaited())
        return action->awaited();
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

} // namespace anywarp::driver
