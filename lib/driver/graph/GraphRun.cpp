// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of graphs by device code.
#include "driver/graph/GraphRun.h"

#include <driver_types.h>

#include "driver/graph/GraphExec.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

namespace {
// The streams that name kinds of launches.
constexpr uint64_t kTail = uint64_t(1) << 56, kFireAndForget = uint64_t(2) << 56,
                   kSibling = uint64_t(3) << 56;
/// Of one graph, as the guide has them.
constexpr unsigned kMostFired = 120, kMostTails = 255;
} // namespace

class GraphRun::Completion final : public Command {
public:
  explicit Completion(GraphRun &run) : Command(Runs::Anywhere), run_(&run) {}
  CUresult run(CUresult error) override {
    Ref<GraphRun>(std::move(run_))->settle(error);
    return CUDA_SUCCESS;
  }
  /// Only who knows that this has ended knows it of the kernels that the graph has launched.
  const char *awaited() const override {
    const bool isLast = !run_->byDevice_ && run_->exec_->launchesGraphs();
    return isLast ? "a graph that launches graphs" : nullptr;
  }

private:
  Ref<GraphRun> run_;
};

GraphRun::GraphRun(Ref<GraphExec> exec, std::shared_ptr<Chain> chain, bool byDevice)
    : exec_(std::move(exec)), chain_(std::move(chain)), byDevice_(byDevice),
      current_(exec_->isForDevice() ? exec_->handleBits() : 0), settled_(make<Completion>(*this)) {}

void GraphRun::begin(const std::shared_ptr<const Plan> &plan) {
  if (byDevice_)
    return;
  std::call_once(begun_, [&] {
    exec_->begin(plan);
    hasBegun_ = true;
  });
}

int GraphRun::launch(uint64_t graph, uint64_t stream) {
  using When = GraphExec::When;
  if (!graph)
    return cudaErrorInvalidValue;
  Ref<GraphExec> exec(find<GraphExec>(reinterpret_cast<CUgraphExec>(graph)));
  if (!exec && HandleTable::kindOf(graph) == Object::KindGraphExec) // destroyed
    return cudaErrorInvalidValue;
  if (!exec || !exec->isForDevice()) {
    exec = nullptr; // the kernel may be left here
    (void)*reinterpret_cast<const volatile char *>(graph);
    return cudaErrorInvalidValue;
  }
  LockGuard lock(mutex_);
  if (stream == kTail) {
    if (tails_.size() == kMostTails ||
        !exec->claim(exec == exec_ ? When::AtItsOwnEnd : When::AtTheEnd))
      return cudaErrorInvalidValue;
    tails_.push_back(std::move(exec));
    return cudaSuccess;
  }
  if (stream != kFireAndForget && stream != kSibling)
    return cudaErrorInvalidValue;
  if (fired_ == kMostFired || !exec->claim(When::Now))
    return cudaErrorInvalidValue;
  ++fired_;
  auto chain = std::make_shared<Chain>();
  chain->outer = stream == kSibling ? chain_->outer : settled_;
  exec->launchByDevice(std::move(chain));
  return cudaSuccess;
}

/// All kernels of the graph have ended: nobody else is here.
void GraphRun::settle(CUresult error) AW_UNCHECKED {
  if (byDevice_ || hasBegun_)
    exec_->end(byDevice_);
  std::vector<Ref<GraphExec>> &tails = chain_->tails;
  tails.insert(tails.end(), std::make_move_iterator(tails_.rbegin()),
               std::make_move_iterator(tails_.rend()));
  tails_.clear();
  if (error != CUDA_SUCCESS) { // what comes after a fault does not run
    for (const Ref<GraphExec> &tail : tails)
      tail->settleClaim(false);
    tails.clear();
  }
  if (tails.empty())
    return;
  Ref<GraphExec> next = std::move(tails.back());
  tails.pop_back();
  next->settleClaim(true);
  next->launchByDevice(chain_);
}

} // namespace anywarp::driver
