// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch: checked as a GPU's driver checks it, then a command of its stream.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "driver/code/Function.h"
#include "driver/code/Module.h"
#include "driver/stream/Action.h"
#include "driver/stream/WorkOrigin.h"

namespace anywarp::insight {
class Launched;
}

namespace anywarp::driver {

class GraphRun;

/// What a launch asks for, before it is checked.
struct LaunchRequest {
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  uint32_t cluster[3] = {0, 0, 0}; ///< 0: what the kernel says
  uint32_t dynamicShared = 0;
  bool cooperative = false;
  bool countsBlocks = false; ///< checked: the grid is one of blocks whatever the kernel says
  bool isNode = false;       ///< has an attribute that nodes alone have
  bool mayLaunch = false;    ///< checked: its threads may launch kernels
  std::shared_ptr<insight::Launched> by = {}; ///< under racecheck: of the kernel that launches it
  bool isDependent = false; ///< may begin before the kernel before it in the stream ends
  int carveout = -1;    ///< shared memory's share of the cache, per cent; -1: as the kernel says
  uint32_t workers = 0; ///< most threads that run it, each as a multiprocessor; 0: all
};

/// A launch that was checked and compiled: can run any number of times.
struct PreparedLaunch {
  Module *module = nullptr;                  ///< the kernel's, which outlives the launch
  const jit::CompiledKernel *code = nullptr; ///< the module's
  LaunchRequest request;
  std::vector<char> params;
  WorkOrigin origin = {};   ///< where work is recorded
  std::vector<void *> host; ///< under compute-sanitizer: the program's frames at the launch
  /// Of native kernels that may end before their work does: kUnfinished then.
  bool (*isOver)(const void *params) = nullptr;

  /// Runs the grid and what its threads launch. What a kernel fails with is reported and answered.
  /// `graph`: that the kernel is a node of, if it may launch graphs.
  CUresult run(GraphRun *graph = nullptr) const;
};

/// A kernel of C++ code can run in the calling thread with nothing around it: nobody records,
/// watches, checks or places what it does.
bool mayRunBare(const Context &context);
/// Does it, where it may; as PreparedLaunch::run.
CUresult runBare(const jit::CompiledKernel &code, const LaunchRequest &request, const void *params);

/// racecheck: words of which some are addresses of memory that the launch uses; empty without it.
std::vector<char> memoryOf(const PreparedLaunch &launch);
void tellUses(const std::vector<char> &words, const Command &command, const Stream &stream);

/// A launch in a stream or as a node. `kept`: the kernel's module, where the program may unload it
/// before the launch runs; cuModuleUnload waits for what streams have.
class LaunchAction final : public Action {
public:
  explicit LaunchAction(PreparedLaunch launch, Ref<Module> kept = {})
      : launch_(std::move(launch)), kept_(std::move(kept)) {}
  CUresult run(const Turn &turn) const override { return launch_.run(turn.graph); }
  const char *awaited() const override { return launch_.code->kernel().name; }
  void tellUses(const Command &command, const Stream &stream) const override {
    driver::tellUses(memoryOf(launch_), command, stream);
  }

private:
  PreparedLaunch launch_;
  Ref<Module> kept_;
};

/// The kernel's code for a launch, compiled if there is none. What fails is reported.
CUresult codeFor(Function &function, const LaunchRequest &request,
                 const jit::CompiledKernel *&code);

/// Checks the launch and compiles what it needs.
CUresult prepareLaunch(Function &function, LaunchRequest request, std::vector<char> params,
                       PreparedLaunch &prepared);

/// CUDA_SUCCESS, or what the launch fails with. Fills in the cluster's dimensions, and what a
/// launch of a kernel with .blocksareclusters leaves to it.
CUresult checkLaunch(const Function &function, LaunchRequest &request);

/// The parameters of a launch in one block of memory, taken from the array of pointers or from the
/// buffer that `extra` describes.
CUresult packParams(const Function &function, void **kernelParams, void **extra,
                    std::vector<char> &params);

/// Compiles if need be, enqueues. `request` passed checkLaunch.
CUresult launch(Function &function, const LaunchRequest &request, std::vector<char> params,
                Stream &stream);

} // namespace anywarp::driver
