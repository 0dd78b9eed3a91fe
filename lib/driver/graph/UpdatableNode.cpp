// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel nodes that device code changes (the runtime manual: cudaGraphKernelNodeUpdatesApply).
#include "driver/graph/UpdatableNode.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "driver/process/Process.h"

namespace anywarp::driver {

std::shared_ptr<UpdatableNode> UpdatableNode::create() {
  Ref<UpdatableNode> node = make<UpdatableNode>();
  if (!Process::get().handles.insert(kKind, node))
    return nullptr;
  return {node.get(), [](UpdatableNode *ended) {
            (void)Process::get().handles.remove(kKind, ended->handleBits());
          }};
}

void UpdatableNode::load(Function &function, const PreparedLaunch &launch, bool isEnabled) {
  Ref<Module> before; // its end takes other locks
  LockGuard lock(mutex_);
  before = std::exchange(module_, Ref<Module>(launch.module));
  function_ = &function;
  launch_ = launch;
  isEnabled_ = isEnabled;
}

CUresult UpdatableNode::run(GraphRun *graph) const {
  PreparedLaunch launch;
  Function *function;
  {
    LockGuard lock(mutex_);
    if (!function_ || !isEnabled_)
      return CUDA_SUCCESS;
    launch = launch_;
    function = function_;
  }
  // Another grid may be another form of the code.
  if (CUresult result = prepareLaunch(*function, launch.request, std::move(launch.params), launch))
    return result;
  return launch.run(graph);
}

bool UpdatableNode::hasParams(size_t offset, size_t size) const {
  return function_ && offset <= launch_.params.size() && size <= launch_.params.size() - offset;
}

bool UpdatableNode::withGrid(const uint32_t (&grid)[3], LaunchRequest &request) const {
  if (!function_)
    return false;
  request = launch_.request;
  request.countsBlocks = false;
  std::copy_n(grid, 3, request.grid);
  return checkLaunch(*function_, request) == CUDA_SUCCESS;
}

bool UpdatableNode::canSet() const {
  LockGuard lock(mutex_);
  return function_ != nullptr;
}

bool UpdatableNode::canSetParams(size_t offset, size_t size) const {
  LockGuard lock(mutex_);
  return hasParams(offset, size);
}

bool UpdatableNode::canSetGrid(const uint32_t (&grid)[3]) const {
  LaunchRequest request;
  LockGuard lock(mutex_);
  return withGrid(grid, request);
}

// The host may load something else between the question and the change.

void UpdatableNode::setParams(size_t offset, const void *bytes, size_t size) {
  LockGuard lock(mutex_);
  if (hasParams(offset, size))
    std::memcpy(launch_.params.data() + offset, bytes, size);
}

void UpdatableNode::setGrid(const uint32_t (&grid)[3]) {
  LaunchRequest request;
  LockGuard lock(mutex_);
  if (withGrid(grid, request))
    launch_.request = request;
}

void UpdatableNode::setEnabled(bool isEnabled) {
  LockGuard lock(mutex_);
  isEnabled_ = isEnabled;
}

// -- In device code -------------------------------------------------------------------------------

using Update = cudaGraphKernelNodeUpdate;

/// What is no handle is an address, and cannot be read.
static UpdatableNode *findNode(cudaGraphDeviceNode_t handle) {
  auto *found = find<UpdatableNode>(handle);
  auto bits = reinterpret_cast<uint64_t>(handle);
  if (!found && bits && HandleTable::kindOf(bits) != Object::KindDeviceNode)
    (void)*reinterpret_cast<const volatile char *>(bits);
  return found;
}

static bool isPossible(const Update &update) {
  const UpdatableNode *node = findNode(update.node);
  if (!node)
    return false;
  const auto &data = update.updateData;
  switch (update.field) {
  case cudaGraphKernelNodeFieldGridDim:
    return node->canSetGrid({data.gridDim.x, data.gridDim.y, data.gridDim.z});
  case cudaGraphKernelNodeFieldParam:
    return node->canSetParams(data.param.offset, data.param.size);
  case cudaGraphKernelNodeFieldEnabled:
    return node->canSet();
  case cudaGraphKernelNodeFieldInvalid:
    break;
  }
  return false;
}

static void apply(const Update &update) {
  UpdatableNode &node = *findNode(update.node);
  const auto &data = update.updateData;
  if (update.field == cudaGraphKernelNodeFieldGridDim)
    node.setGrid({data.gridDim.x, data.gridDim.y, data.gridDim.z});
  if (update.field == cudaGraphKernelNodeFieldEnabled)
    node.setEnabled(data.isEnabled != 0);
  if (update.field != cudaGraphKernelNodeFieldParam)
    return;
  for (size_t done = 0; done < data.param.size;) {
    char bytes[256]; // nothing that is owned, no lock: the value is the kernel's memory
    const size_t part = std::min(data.param.size - done, sizeof bytes);
    std::memcpy(bytes, static_cast<const char *>(data.param.pValue) + done, part);
    node.setParams(data.param.offset + done, bytes, part);
    done += part;
  }
}

int applyNodeUpdate(const Update &update) {
  if (!isPossible(update))
    return cudaErrorInvalidValue;
  apply(update);
  return cudaSuccess;
}

int applyNodeUpdates(uint64_t updates, uint64_t count) {
  if (!updates)
    return cudaErrorInvalidValue;
  for (bool applies : {false, true})
    for (uint64_t i = 0; i < count; ++i) {
      alignas(Update) char bytes[sizeof(Update)];
      std::memcpy(bytes, reinterpret_cast<const void *>(updates + i * sizeof bytes), sizeof bytes);
      const Update &update = *reinterpret_cast<const Update *>(bytes);
      if (!isPossible(update))
        return cudaErrorInvalidValue;
      if (applies)
        apply(update);
    }
  return cudaSuccess;
}

} // namespace anywarp::driver
