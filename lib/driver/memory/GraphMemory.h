// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of an allocation node. It has its address from the node's creation on, and is there while
// anything refers to it. The program may use and free it between the launch of a graph that
// allocates it and its free. A stream may free it, or a free node of a launched graph.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "driver/context/Context.h"
#include "driver/memory/MemoryMap.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class GraphMemory : public std::enable_shared_from_this<GraphMemory> {
public:
  /// Allocates. `graph`: id of the graph that owns the node.
  static CUresult create(Context &context, size_t bytes, uint64_t graph,
                         std::shared_ptr<GraphMemory> &memory);
  ~GraphMemory();

  Context &context() const { return *context_; }
  CUdeviceptr address() const { return address_; }
  size_t size() const { return size_; }
  uint64_t graph() const { return graph_; }

  /// A launched graph has allocated it; false if it is allocated already.
  bool allocate();
  /// A stream or a launched graph has freed it; false if it was not allocated.
  bool free();
  bool isAllocated() const;
  /// Counts the launches that have allocated it.
  uint64_t allocations() const;
  /// What might still use it when it was freed has ended: a sanitizer is told, unless a launch has
  /// allocated it since there were so many `allocations`.
  void settleFree(uint64_t allocations);

  /// The last graph that was given a free node for it, by id; 0: none.
  uint64_t freedBy = 0;

private:
  GraphMemory(Context &context, const Allocation &allocation, uint64_t graph);
  friend class GraphMemoryTable;
  const Ref<Context> context_;
  const CUdeviceptr address_;
  const size_t size_;
  const uint64_t graph_, allocation_;
  std::shared_ptr<GraphMemory> allocated_; ///< itself while allocated; guarded by the table's lock
  uint64_t allocations_ = 0;               ///< guarded likewise
};

/// Frees from outside a graph: INVALID_VALUE if it is not allocated, or if its own graph frees it.
/// What still runs may use the memory as long as `memory` is referred to.
CUresult freeGraphMemory(GraphMemory &memory);

/// All such memory, by address, and what the attributes of devices tell of it.
class GraphMemoryTable {
public:
  std::shared_ptr<GraphMemory> find(CUdeviceptr address);
  CUresult attribute(const Device &device, CUgraphMem_attribute attribute, uint64_t &value);
  CUresult reset(const Device &device, CUgraphMem_attribute attribute);
  /// Has room for so many bytes more than are allocated.
  void reserve(const Device &device, uint64_t bytes);
  /// Gives the pages of what is not allocated back to the system.
  void trim(const Device &device);

private:
  friend class GraphMemory;
  /// As on a GPU memory is taken in large pieces and stays with graphs until it is trimmed: until
  /// then all that is reserved counts as used (seen).
  struct Usage {
    uint64_t allocated = 0, reserved = 0, usedHigh = 0, reservedHigh = 0;
    void reserveFor(uint64_t bytes);
  };
  Mutex mutex_; ///< guards everything below
  std::map<CUdeviceptr, std::weak_ptr<GraphMemory>> byAddress_ AW_GUARDED_BY(mutex_);
  std::map<const Device *, Usage> usage_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::driver
