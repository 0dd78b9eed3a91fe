// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a prepared launch: its grid, then all that device code launched, each with what it launched
// in turn. Faults become results, watchers and records are told.
#include <cstring>
#include <optional>
#include <utility>

#include "driver/base/Logs.h"
#include "driver/code/Module.h"
#include "driver/context/Device.h"
#include "driver/graph/GraphRun.h"
#include "driver/launch/Coredump.h"
#include "driver/launch/DeviceLaunches.h"
#include "driver/launch/EarlyChildren.h"
#include "driver/launch/Launch.h"
#include "driver/launch/LaunchRecord.h"
#include "driver/process/Process.h"
#include "exec/Launch.h"
#include "exec/grid/Schedule.h"
#include "exec/memory/GuardedMemory.h"
#include "exec/memory/Strict.h"
#include "insight/Sanitizer.h"
#include "support/Trace.h"
#include "support/Unreachable.h"

namespace anywarp::driver {

// -- Faults ---------------------------------------------------------------------------------------

static CUresult faultResult(exec::Fault fault) {
  using enum exec::Fault;
  static constexpr std::pair<exec::Fault, CUresult> kResults[] = {
      {None, CUDA_SUCCESS},
      {IllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS},
      {MisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS},
      {IllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION},
      {Trap, CUDA_ERROR_LAUNCH_FAILED},
      {Assert, CUDA_ERROR_ASSERT},
      {StackOverflow, CUDA_ERROR_HARDWARE_STACK_ERROR},
      {HeapExhausted, CUDA_ERROR_LAUNCH_FAILED},
      {Deadlock, CUDA_ERROR_LAUNCH_TIMEOUT}, // a GPU waits until its watchdog ends the kernel
      {InvalidPc, CUDA_ERROR_INVALID_PC},
      {Timeout, CUDA_ERROR_LAUNCH_TIMEOUT}};
  for (auto [each, result] : kResults)
    if (each == fault)
      return result;
  AW_UNREACHABLE("a fault without a result");
}

/// What was written.
static std::string reportFault(const exec::FaultInfo &fault, const jit::CompiledKernel &code) {
  std::string line = fault.describe();
  if (fault.pc && code.contains(fault.pc))
    if (jit::LineEntry place = code.locate(fault.pc); !place.file.empty())
      line += " at " + place.file + ":" + std::to_string(place.line) +
              (place.isPtx ? " (-lineinfo tells the source line)" : "");
  report(line);
  Logs::get().add(CU_LOG_LEVEL_ERROR, line);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->stopped(line);
  return line;
}

static CUresult couldNotStart(const jit::CompiledKernel &code, const Status &status) {
  report("kernel '" + std::string(code.kernel().name) +
         "' could not be started: " + status.message());
  return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
}

/// Who watches a grid under compute-sanitizer; null if nobody does.
static std::unique_ptr<insight::Watch> watchGrid(const PreparedLaunch &root,
                                                 const jit::CompiledKernel &code,
                                                 const LaunchRequest &request, const void *params,
                                                 size_t paramBytes) {
  insight::Sanitizer *sanitizer = insight::Sanitizer::get();
  if (!sanitizer)
    return nullptr;
  if (!code.size()) { // C++ code, which tells nothing
    sanitizer->ranUnobserved(params, paramBytes);
    return nullptr;
  }
  const bool isDependent = root.request.isDependent && root.code == &code;
  const bool isOrdered =
      !isDependent && code.sites().find("griddepcontrol") == std::string_view::npos;
  return sanitizer->watch({code.kernel().name, code.sites(), code.kernel().info, params, paramBytes,
                           root.host, ManagedAccess::momentOfRunning(!isOrdered), isDependent,
                           request.mayLaunch, request.by});
}

/// What the watcher is told when the grid is over; what the launch came to.
static CUresult endWatch(insight::Watch *watch, const exec::LaunchResult &result,
                         const exec::LaunchState &state, const jit::CompiledKernel &code) {
  if (!watch)
    return CUDA_SUCCESS;
  if (result.fault.fault != exec::Fault::None) {
    insight::Frame place{code.kernel().name, "", 0};
    if (result.fault.pc && code.contains(result.fault.pc)) {
      const jit::LineEntry line = code.locate(result.fault.pc);
      place.file = line.file;
      place.line = line.line;
    }
    watch->fault(result.fault, state, place);
  }
  watch->finish(state);
  return watch->failed() && insight::Sanitizer::get()->settings.endsContext
             ? CUDA_ERROR_LAUNCH_FAILED
             : CUDA_SUCCESS;
}

// -- Code -----------------------------------------------------------------------------------------

CUresult codeFor(Function &function, const LaunchRequest &request,
                 const jit::CompiledKernel *&code) {
  const uint32_t *block = request.block, *grid = request.grid;
  uint64_t threads = 1;
  for (unsigned d = 0; d < 3; ++d)
    threads *= uint64_t(block[d]) * grid[d];
  auto compiled =
      function.code(exec::BlockShape::of(block[0], block[1], block[2], grid[0], grid[1], grid[2]),
                    threads > 1 && threads <= exec::workerCount());
  if (compiled) {
    code = *compiled;
    return CUDA_SUCCESS;
  }
  report("kernel '" + function.name() + "' cannot be compiled: " + compiled.status().message());
  switch (compiled.status().code()) {
  case StatusCode::InvalidInput:
  case StatusCode::NotFound: // a symbol without definition
    return CUDA_ERROR_INVALID_PTX;
  default:
    return toResult(compiled.status());
  }
}

// -- The command ----------------------------------------------------------------------------------

static CUresult runChildren(const PreparedLaunch &root, GraphRun *graph,
                            std::atomic<size_t> &pending, std::vector<DeviceWork> &stack);

/// Runs one grid of all that `root` comes to; `stack` gets what its threads launched.
static CUresult runGrid(const PreparedLaunch &root, const jit::CompiledKernel &code,
                        const LaunchRequest &request, const void *params, size_t paramBytes,
                        GraphRun *graph, std::atomic<size_t> &pending,
                        std::vector<DeviceWork> &stack) {
  Module &module = *root.module;
  Context &context = module.context();
  exec::LaunchState state{};
  for (int i = 0; i < 3; ++i) {
    state.gridDim[i] = request.grid[i];
    state.blockDim[i] = request.block[i];
    state.clusterDim[i] = request.cluster[i];
  }
  state.dynamicShared = request.dynamicShared;
  state.params = params;
  exec::GuardedMemory strictParams; // which kernels may read by generic addresses
  if (exec::isStrict() && strictParams.reserve(paramBytes)) {
    std::memcpy(strictParams.begin(), params, paramBytes);
    state.params = strictParams.begin();
  }
  state.currentGraph = graph ? graph->current() : 0;
  state.warpIds = architecture().maxWarpsPerSm;
  DeviceLaunches launches(module, pending, graph);
  struct {
    DeviceLaunches &launches;
    const PreparedLaunch &root;
    GraphRun *graph;
    std::atomic<size_t> &pending;
  } parent{launches, root, graph, pending};
  EarlyChildren early([&parent](CUresult &childs) {
    DeviceWork work;
    if (!parent.launches.takeEarly(work))
      return false;
    std::vector<DeviceWork> below;
    below.push_back(std::move(work));
    childs = runChildren(parent.root, parent.graph, parent.pending, below);
    return true;
  });
  launches.setEarly(&early);
  exec::LaunchOptions options;
  options.cooperative = request.cooperative;
  options.workers = request.workers;
  options.place = context.device().place();
  options.output = &context.output;
  options.heap = &context.heap();
  options.deviceRuntime = &launches;
  options.keepFaulted = writesCoredumps(context);
  LaunchRecord record(root, code, request);
  options.profile = record.profile();
  std::unique_ptr<insight::Watch> watch = watchGrid(root, code, request, params, paramBytes);
  launches.setWatch(watch.get());
  options.observer = watch.get();
  std::optional<exec::Schedule> schedule = exec::Schedule::ofNextGrid();
  options.schedule = schedule && code.size() ? &*schedule : nullptr; // not of C++ code
  exec::LaunchResult result = exec::runGrid(code.kernel(), state, options);
  if (root.isOver && result.status.ok() && result.fault.fault == exec::Fault::None &&
      !root.isOver(state.params))
    return kUnfinished;
  record.finish(/*isFromDevice=*/&request != &root.request);
  const CUresult watched = endWatch(watch.get(), result, state, code);
  const CUresult childs = early.finish();
  if (!result.status.ok())
    return couldNotStart(code, result.status);
  if (result.fault.fault != exec::Fault::None)
    dumpFault(context,
              {&result.fault, &code, &module.program().module(), reportFault(result.fault, code),
               std::string(code.kernel().name), &request, params, paramBytes});
  launches.moveTo(stack);
  if (result.fault.fault != exec::Fault::None)
    return faultResult(result.fault.fault);
  return watched != CUDA_SUCCESS ? watched : childs;
}

bool mayRunBare(const Context &context) {
  static const bool isChecked = insight::Sanitizer::get() || recordsWork() || exec::isStrict() ||
                                exec::Schedule::isAskedFor() || isTraced("exec");
  return !isChecked && !Observation::get() && !ManagedAccess::watchesHost() &&
         !writesCoredumps(context) && context.device().place() < 0;
}

CUresult runBare(const jit::CompiledKernel &code, const LaunchRequest &request,
                 const void *params) {
  exec::LaunchState state{};
  std::memcpy(state.gridDim, request.grid, sizeof state.gridDim);
  std::memcpy(state.blockDim, request.block, sizeof state.blockDim);
  state.params = params;
  const exec::LaunchResult result = exec::runBriefly(code.kernel(), state);
  if (!result.status.ok())
    return couldNotStart(code, result.status);
  if (result.fault.fault == exec::Fault::None)
    return CUDA_SUCCESS;
  (void)reportFault(result.fault, code);
  return faultResult(result.fault.fault);
}

/// Does what device code of `parent` asked for.
static CUresult runChild(const PreparedLaunch &parent, const DeviceWork &work, GraphRun *graph,
                         std::atomic<size_t> &pending, std::vector<DeviceWork> &stack) {
  if (work.kind != DeviceWork::Kind::Grid) {
    if (work.moveMemory())
      return CUDA_SUCCESS;
    report("illegal address in a copy or fill that device code of '" +
           std::string(parent.code->kernel().name) + "' asked for");
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  }
  pending.fetch_sub(1, std::memory_order_relaxed);
  const jit::CompiledKernel *code;
  if (CUresult result = codeFor(*work.function, work.request, code))
    return result;
  return runGrid(parent, *code, work.request, work.params.get(), work.function->facts().paramBytes,
                 graph, pending, stack);
}

/// Does all that is on the stack, and what comes onto it.
static CUresult runChildren(const PreparedLaunch &root, GraphRun *graph,
                            std::atomic<size_t> &pending, std::vector<DeviceWork> &stack) {
  CUresult result = CUDA_SUCCESS;
  while (result == CUDA_SUCCESS && !stack.empty()) {
    DeviceWork work = std::move(stack.back());
    stack.pop_back();
    result = runChild(root, work, graph, pending, stack);
  }
  return result;
}

CUresult PreparedLaunch::run(GraphRun *graph) const {
  std::vector<DeviceWork> children;
  std::atomic<size_t> pending{0};
  CUresult result =
      runGrid(*this, *code, request, params.data(), params.size(), graph, pending, children);
  return result == CUDA_SUCCESS ? runChildren(*this, graph, pending, children) : result;
}

} // namespace anywarp::driver
