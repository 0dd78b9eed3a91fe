// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a CUgraphDeviceNode stands for: a kernel node that device code may change, as its next run
// finds it. The parameters come from the executable graph, with each upload or launch of one that
// the host has changed since; between these what kernels change stays.
#pragma once

#include <cstdint>
#include <memory>

#include <driver_types.h>

#include "driver/base/Object.h"
#include "driver/code/Module.h"
#include "driver/launch/Launch.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class UpdatableNode final : public Object {
public:
  using Handle = CUgraphDeviceNode;
  static constexpr Kind kKind = KindDeviceNode;

  /// The handle is good as long as some graph has the node.
  static std::shared_ptr<UpdatableNode> create();

  void load(Function &function, const PreparedLaunch &launch, bool isEnabled);
  /// Runs the kernel as it is now, if it is enabled.
  CUresult run(GraphRun *graph) const;

  // For device code. Whether it is possible: something is loaded, and has such parameters or may
  // have such a grid.
  bool canSet() const;
  bool canSetParams(size_t offset, size_t size) const;
  bool canSetGrid(const uint32_t (&grid)[3]) const;
  // Does what was found possible.
  void setParams(size_t offset, const void *bytes, size_t size);
  void setGrid(const uint32_t (&grid)[3]);
  void setEnabled(bool isEnabled);

private:
  bool hasParams(size_t offset, size_t size) const AW_REQUIRES(mutex_);
  bool withGrid(const uint32_t (&grid)[3], LaunchRequest &request) const AW_REQUIRES(mutex_);

  mutable Mutex mutex_;                                ///< guards everything below
  Function *function_ AW_GUARDED_BY(mutex_) = nullptr; ///< null: nothing is loaded
  Ref<Module> module_ AW_GUARDED_BY(mutex_); ///< the function's; the program may unload it
  PreparedLaunch launch_ AW_GUARDED_BY(mutex_);
  bool isEnabled_ AW_GUARDED_BY(mutex_) = true;
};

/// The functions of the device runtime that change nodes. Handles and addresses are the kernel's:
/// touching them may leave the call for good. Answers are numbers of the runtime API.
int applyNodeUpdate(const cudaGraphKernelNodeUpdate &update);
/// All of them, or none if one is not possible.
int applyNodeUpdates(uint64_t updates, uint64_t count);

} // namespace anywarp::driver
