// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of graphs and the attributes that tell of it.
#include "driver/memory/GraphMemory.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

#include "driver/context/Device.h"
#include "driver/process/Process.h"
#include "insight/Sanitizer.h"
#include "support/Unreachable.h"

namespace anywarp::driver {

static void tellFreed(CUdeviceptr address) {
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->freed(address);
}

static GraphMemoryTable &table() { return Process::get().graphMemory; }

GraphMemory::GraphMemory(Context &context, const Allocation &allocation, uint64_t graph)
    : context_(&context), address_(allocation.base), size_(allocation.size), graph_(graph),
      allocation_(allocation.id) {}

CUresult GraphMemory::create(Context &context, size_t bytes, uint64_t graph,
                             std::shared_ptr<GraphMemory> &memory) {
  CUdeviceptr address;
  if (CUresult result =
          Process::get().memory.allocate(context, Allocation::Kind::Graph, bytes, 0, address))
    return result;
  Process::get().memory.setFreed(address); // until a launch allocates it
  tellFreed(address);
  memory.reset(new GraphMemory(context, *Process::get().memory.find(address), graph));
  LockGuard lock(table().mutex_);
  table().byAddress_[address] = memory;
  return CUDA_SUCCESS;
}

GraphMemory::~GraphMemory() {
  {
    LockGuard lock(table().mutex_);
    table().byAddress_.erase(address_);
  }
  (void)Process::get().memory.free(
      address_, [this](const Allocation &allocation) { return allocation.id == allocation_; });
}

bool GraphMemory::allocate() {
  LockGuard lock(table().mutex_);
  if (allocated_)
    return false;
  allocated_ = shared_from_this();
  ++allocations_;
  Process::get().memory.giveOut(address_, *context_);
  GraphMemoryTable::Usage &usage = table().usage_[&context_->device()];
  usage.allocated += size_;
  usage.reserveFor(usage.allocated);
  return true;
}

bool GraphMemory::free() {
  LockGuard lock(table().mutex_);
  if (!allocated_)
    return false;
  allocated_ = nullptr; // the caller refers to it
  Process::get().memory.setFreed(address_);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get()) // nodes before may still run
    sanitizer->givenBack(address_);
  table().usage_[&context_->device()].allocated -= size_;
  return true;
}

uint64_t GraphMemory::allocations() const {
  LockGuard lock(table().mutex_);
  return allocations_;
}

void GraphMemory::settleFree(uint64_t allocations) {
  LockGuard lock(table().mutex_);
  if (!allocated_ && allocations_ == allocations)
    tellFreed(address_);
}

bool GraphMemory::isAllocated() const {
  LockGuard lock(table().mutex_);
  return allocated_ != nullptr;
}

CUresult freeGraphMemory(GraphMemory &memory) {
  bool ownGraphFrees = memory.freedBy == memory.graph();
  return ownGraphFrees || !memory.free() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

void GraphMemoryTable::Usage::reserveFor(uint64_t bytes) {
  reserved = std::max(reserved, model::reservedFor(bytes));
  usedHigh = std::max(usedHigh, reserved);
  reservedHigh = std::max(reservedHigh, reserved);
}

void GraphMemoryTable::reserve(const Device &device, uint64_t bytes) {
  LockGuard lock(mutex_);
  Usage &usage = usage_[&device];
  usage.reserveFor(usage.allocated + bytes);
}

std::shared_ptr<GraphMemory> GraphMemoryTable::find(CUdeviceptr address) {
  LockGuard lock(mutex_);
  auto found = byAddress_.find(address);
  return found == byAddress_.end() ? nullptr : found->second.lock();
}

CUresult GraphMemoryTable::attribute(const Device &device, CUgraphMem_attribute attribute,
                                     uint64_t &value) {
  LockGuard lock(mutex_);
  const Usage &usage = usage_[&device];
  switch (attribute) {
  case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
    value = usage.usedHigh;
    return CUDA_SUCCESS;
  case CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT:
  case CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT:
    value = usage.reserved;
    return CUDA_SUCCESS;
  case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
    value = usage.reservedHigh;
    return CUDA_SUCCESS;
  }
  AW_UNREACHABLE("an attribute that the row refuses");
}

/// The high marks go back to what is now; the others cannot be set.
CUresult GraphMemoryTable::reset(const Device &device, CUgraphMem_attribute attribute) {
  LockGuard lock(mutex_);
  Usage &usage = usage_[&device];
  switch (attribute) {
  case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
    usage.usedHigh = usage.reserved;
    return CUDA_SUCCESS;
  case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
    usage.reservedHigh = usage.reserved;
    return CUDA_SUCCESS;
  default:
    AW_UNREACHABLE("an attribute that the row refuses");
  }
}

void GraphMemoryTable::trim(const Device &device) {
  const uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
  std::vector<std::shared_ptr<GraphMemory>> kept; // what may be the last reference ends unlocked
  LockGuard lock(mutex_);
  for (auto &[address, weak] : byAddress_) {
    const std::shared_ptr<GraphMemory> &memory = kept.emplace_back(weak.lock());
    if (!memory || &memory->context().device() != &device || memory->allocated_)
      continue;
    uintptr_t first = (address + page - 1) / page * page;
    uintptr_t last = (address + memory->size()) / page * page;
    if (first < last)
      madvise(reinterpret_cast<void *>(first), last - first, MADV_DONTNEED);
  }
  Usage &usage = usage_[&device];
  usage.reserved = model::reservedFor(usage.allocated);
}

// -- The API --------------------------------------------------------------------------------------

CUresult cuDeviceGetGraphMemAttribute(Device &found, CUgraphMem_attribute attr, void *value) {
  uint64_t number;
  if (CUresult result = table().attribute(found, attr, number))
    return result;
  *static_cast<cuuint64_t *>(value) = number;
  return CUDA_SUCCESS;
}

/// What running graphs use is allocated, or was freed by a node that has not run: those end first.
CUresult cuDeviceGraphMemTrim(Device &found) {
  Process::get().scheduler.waitForAll();
  table().trim(found);
  return CUDA_SUCCESS;
}

#include "driver/bodies/GraphMemory.inc"

} // namespace anywarp::driver
