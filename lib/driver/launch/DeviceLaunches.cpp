// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of exec/DeviceRuntime.def, as the programming guide's chapter on dynamic
// parallelism and the runtime manual describe them for device code. Errors are numbers of the
// runtime API.
#include "driver/launch/DeviceLaunches.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <driver_types.h>

#include "driver/code/Module.h"
#include "driver/code/Occupancy.h"
#include "driver/context/Context.h"
#include "driver/context/Device.h"
#include "driver/graph/GraphRun.h"
#include "driver/graph/UpdatableNode.h"
#include "driver/launch/EarlyChildren.h"
#include "driver/process/Process.h"
#include "exec/memory/Protect.h"
#include "exec/memory/Strict.h"
#include "insight/Sanitizer.h"

namespace anywarp::driver {

namespace {
// Streams that are not objects, and those of device graphs.
constexpr uint64_t kLastDefaultStream = 2, kTailLaunch = 3, kFireAndForget = 4;
constexpr uint64_t kFirstHandle = 0x1000, kFirstGraphStream = uint64_t(1) << 56;

/// The pool of launches that have not begun grows up to this, unless the program set a limit.
constexpr size_t kMostPending = 1 << 20;
constexpr size_t kDefaultPendingLimit = 2048;

int fromDriver(CUresult result) { return int(result); } // the numbers are the same

/// The kernel's memory: may leave the call for good.
template <typename T> void store(uint64_t address, T value) {
  std::memcpy(reinterpret_cast<void *>(address), &value, sizeof value);
}
} // namespace

/// Takes the arguments out of their structure in turn.
struct DeviceLaunches::Arguments {
  const char *at;
  size_t offset = 0;

  template <typename T> T take() {
    offset = (offset + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    std::memcpy(&value, at + offset, sizeof value);
    offset += sizeof value;
    return value;
  }
  uint64_t address() { return take<uint64_t>(); }
  uint32_t word() { return take<uint32_t>(); }
};

struct DeviceLaunches::State {
  std::unordered_map<const void *, DeviceWork> buffers; ///< given out, not launched yet
  std::vector<DeviceWork> children, tails;
  std::unordered_set<uint64_t> streams, events;
  uint64_t nextHandle = kFirstHandle;
  std::map<std::pair<uint64_t, uint32_t>, int> errors; ///< by block and thread
};

void DeviceLaunches::DeleteState::operator()(State *state) const { delete state; }

DeviceLaunches::State &DeviceLaunches::state() {
  if (!state_)
    state_.reset(new State);
  return *state_;
}

int DeviceLaunches::fail(const exec::DeviceCall &call, int error) {
  if (error == cudaSuccess)
    return error;
  LockGuard lock(mutex_);
  state().errors[{call.block, call.thread}] = error;
  anyError_.store(true, std::memory_order_relaxed);
  return error;
}

// -- Launches -------------------------------------------------------------------------------------

void *DeviceLaunches::parameterBuffer(const exec::DeviceCall &call, Arguments arguments) {
  auto refuse = [&](int error) {
    fail(call, error);
    return nullptr;
  };
  DeviceWork work;
  work.function = module_.kernelAt(reinterpret_cast<const void *>(arguments.address()));
  for (uint32_t &dim : work.request.grid)
    dim = arguments.word();
  for (uint32_t &dim : work.request.block)
    dim = arguments.word();
  work.request.dynamicShared = arguments.word();
  if (!work.function)
    return refuse(cudaErrorInvalidDeviceFunction);
  if (CUresult result = checkLaunch(*work.function, work.request))
    return refuse(result == CUDA_ERROR_INVALID_VALUE ? int(cudaErrorInvalidConfiguration)
                                                     : fromDriver(result));
  size_t limit = kDefaultPendingLimit;
  (void)module_.context().limit(CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, limit);
  if (limit == kDefaultPendingLimit)
    limit = kMostPending;
  if (pending_.fetch_add(1, std::memory_order_relaxed) >= limit) {
    pending_.fetch_sub(1, std::memory_order_relaxed);
    return refuse(cudaErrorLaunchPendingCountExceeded);
  }
  // Parameters of the widest vector types are stored as such.
  constexpr size_t kAlign = 64;
  // Kernels write there, so in strict mode it has pages of its own. They stay open.
  const size_t align = exec::isStrict() ? size_t(1) << exec::kPageShift : kAlign;
  const size_t bytes =
      (std::max<size_t>(work.function->facts().paramBytes, 1) + align - 1) / align * align;
  void *buffer = std::aligned_alloc(align, bytes);
  if (!buffer) {
    pending_.fetch_sub(1, std::memory_order_relaxed);
    return refuse(cudaErrorLaunchOutOfResources);
  }
  std::memset(buffer, 0, bytes);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->allocated(uintptr_t(buffer), bytes, insight::Block::Kind::Foreign);
  exec::openToKernels(uintptr_t(buffer), bytes);
  work.params.reset(buffer);
  LockGuard lock(mutex_);
  state().buffers.emplace(buffer, std::move(work));
  return buffer;
}

/// A kernel's stream as racecheck counts them: the default one is its block's own.
static uint64_t streamFor(const exec::DeviceCall &call, uint64_t stream, bool hasEvents) {
  constexpr uint64_t kOfBlock = uint64_t(1) << 62;
  if (stream == kTailLaunch)
    return insight::Launched::kTail;
  if (hasEvents)
    return insight::Launched::kOrdered;
  if (stream == kFireAndForget)
    return insight::Launched::kNoStream;
  return stream <= kLastDefaultStream ? kOfBlock + call.block : stream;
}

int DeviceLaunches::launch(const exec::DeviceCall &call, void *buffer, uint64_t stream) {
  DeviceWork work;
  {
    LockGuard lock(mutex_);
    auto it = state().buffers.find(buffer);
    if (it == state().buffers.end())
      return cudaErrorInvalidValue;
    work = std::move(it->second);
    state().buffers.erase(it);
  }
  if (watch_)
    work.request.by = watch_->launched(call.block, call.thread, streamFor(call, stream, hasEvents_),
                                       reinterpret_cast<uintptr_t>(buffer));
  // The guide's 24 levels of nesting hold for the older device runtime: a GPU has no such end now.
  int error = enqueue(std::move(work), stream);
  if (error)
    pending_.fetch_sub(1, std::memory_order_relaxed);
  return error;
}

int DeviceLaunches::enqueue(DeviceWork work, uint64_t stream) {
  if (stream >= kFirstGraphStream)
    return cudaErrorNotSupported;
  work.isForgotten = stream == kFireAndForget && work.kind == DeviceWork::Kind::Grid;
  const bool mayBegin = stream != kTailLaunch;
  {
    LockGuard lock(mutex_);
    if (stream >= kFirstHandle && !state().streams.count(stream))
      return cudaErrorInvalidResourceHandle;
    if (stream > kFireAndForget && stream < kFirstHandle)
      return cudaErrorInvalidResourceHandle;
    (stream == kTailLaunch ? state().tails : state().children).push_back(std::move(work));
  }
  if (mayBegin && early_)
    early_->noted();
  return cudaSuccess;
}

bool DeviceLaunches::takeEarly(DeviceWork &work) {
  LockGuard lock(mutex_);
  std::vector<DeviceWork> &children = state().children;
  if (children.empty())
    return false;
  auto it = std::find_if(children.begin(), children.end(),
                         [](const DeviceWork &each) { return each.isForgotten; });
  if (it == children.end())
    it = children.begin();
  work = std::move(*it);
  children.erase(it);
  return true;
}

/// What fails here is not the thread's last error (seen on an H200).
int DeviceLaunches::serveGraph(exec::DeviceFunction function, Arguments arguments) {
  using exec::DeviceFunction;
  const uint64_t first = arguments.address();
  if (function == DeviceFunction::GraphLaunch)
    return graph_ ? graph_->launch(first, arguments.address()) : cudaErrorNotSupported;
  if (function == DeviceFunction::GraphKernelNodeUpdatesApply)
    return applyNodeUpdates(first, arguments.address());
  auto node = reinterpret_cast<cudaGraphDeviceNode_t>(first);
  auto apply = [&](cudaGraphKernelNodeField field, auto fill) {
    alignas(cudaGraphKernelNodeUpdate) char bytes[sizeof(cudaGraphKernelNodeUpdate)] = {};
    auto &update = *reinterpret_cast<cudaGraphKernelNodeUpdate *>(bytes);
    update.node = node;
    update.field = field;
    fill(update.updateData);
    return applyNodeUpdate(update);
  };
  if (function == DeviceFunction::GraphKernelNodeSetEnabled)
    return apply(cudaGraphKernelNodeFieldEnabled,
                 [&](auto &data) { data.isEnabled = (arguments.word() & 0xff) != 0; });
  if (function == DeviceFunction::GraphKernelNodeSetGridDim)
    return apply(cudaGraphKernelNodeFieldGridDim, [&](auto &data) {
      data.gridDim.x = arguments.word();
      data.gridDim.y = arguments.word();
      data.gridDim.z = arguments.word();
    });
  return apply(cudaGraphKernelNodeFieldParam, [&](auto &data) {
    data.param.offset = arguments.address();
    data.param.pValue = reinterpret_cast<const void *>(arguments.address());
    data.param.size = arguments.address();
  });
}

void DeviceLaunches::moveTo(std::vector<DeviceWork> &stack) {
  mutex_.assertHeld(); // the grid has ended: nobody calls
  if (!state_)
    return;
  pending_.fetch_sub(state_->buffers.size(), std::memory_order_relaxed);
  for (auto *list : {&state_->tails, &state_->children})
    for (auto it = list->rbegin(); it != list->rend(); ++it)
      stack.push_back(std::move(*it));
  state_.reset();
}

// -- Memory ---------------------------------------------------------------------------------------

bool DeviceWork::moveMemory() const {
  auto body = [](void *argument) {
    const auto &work = *static_cast<const DeviceWork *>(argument);
    for (size_t row = 0; row < work.height; ++row) {
      auto *to = reinterpret_cast<char *>(work.to + row * work.toPitch);
      if (work.kind == Kind::Fill)
        std::memset(to, work.value, work.width);
      else
        std::memmove(to, reinterpret_cast<const char *>(work.from + row * work.fromPitch),
                     work.width);
    }
  };
  return exec::runProtected(body, const_cast<DeviceWork *>(this)).ok();
}

// -- Questions ------------------------------------------------------------------------------------

int DeviceLaunches::describeFunction(uint64_t kernel, uint64_t attributes) {
  Function *function = module_.kernelAt(reinterpret_cast<const void *>(kernel));
  if (!function)
    return cudaErrorInvalidDeviceFunction;
  auto get = [&](CUfunction_attribute attribute) {
    int value = 0;
    (void)getAttribute(function->facts(), function->settings(), module_.program(), attribute,
                       value);
    return value;
  };
  cudaFuncAttributes found{};
  found.sharedSizeBytes = size_t(get(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
  found.constSizeBytes = size_t(get(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES));
  found.localSizeBytes = size_t(get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
  found.maxThreadsPerBlock = get(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  found.numRegs = get(CU_FUNC_ATTRIBUTE_NUM_REGS);
  found.ptxVersion = get(CU_FUNC_ATTRIBUTE_PTX_VERSION);
  found.binaryVersion = get(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
  found.cacheModeCA = get(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA);
  found.maxDynamicSharedSizeBytes = get(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  found.preferredShmemCarveout = get(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
  found.clusterDimMustBeSet = get(CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET);
  found.requiredClusterWidth = get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH);
  found.requiredClusterHeight = get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT);
  found.requiredClusterDepth = get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH);
  found.clusterSchedulingPolicyPreference =
      get(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE);
  found.nonPortableClusterSizeAllowed = get(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
  store(attributes, found);
  return cudaSuccess;
}

int DeviceLaunches::occupancy(uint64_t blocks, uint64_t kernel, uint32_t threads, uint64_t shared,
                              unsigned flags) {
  Function *function = module_.kernelAt(reinterpret_cast<const void *>(kernel));
  if (!function)
    return cudaErrorInvalidDeviceFunction;
  if (int(threads) <= 0 || flags & ~unsigned(CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE))
    return cudaErrorInvalidValue;
  store(blocks, int(maxActiveBlocks(function->facts(), function->settings(), threads, shared)));
  return cudaSuccess;
}

static const char *errorName(uint32_t error) {
  switch (error) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return #name;
#include "runtime/Errors.inc"
#undef AW_ERROR
  }
  return "unrecognized error code";
}

static const char *errorString(uint32_t error) {
  switch (error) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return text;
#include "runtime/Errors.inc"
#undef AW_ERROR
  }
  return "unrecognized error code";
}

// -- The functions --------------------------------------------------------------------------------

uint64_t DeviceLaunches::call(const exec::DeviceCall &call) noexcept {
  Arguments arguments{static_cast<const char *>(call.arguments)};
  switch (call.function) {
  case exec::DeviceFunction::GetParameterBufferV2:
    return reinterpret_cast<uint64_t>(parameterBuffer(call, arguments));
  case exec::DeviceFunction::GetErrorName:
    return reinterpret_cast<uint64_t>(errorName(arguments.word()));
  case exec::DeviceFunction::GetErrorString:
    return reinterpret_cast<uint64_t>(errorString(arguments.word()));
  case exec::DeviceFunction::GraphLaunch:
  case exec::DeviceFunction::GraphKernelNodeSetParam:
  case exec::DeviceFunction::GraphKernelNodeSetEnabled:
  case exec::DeviceFunction::GraphKernelNodeSetGridDim:
  case exec::DeviceFunction::GraphKernelNodeUpdatesApply:
    return uint64_t(serveGraph(call.function, arguments));
  case exec::DeviceFunction::GetLastError:
  case exec::DeviceFunction::PeekAtLastError: {
    if (!anyError_.load(std::memory_order_relaxed))
      return cudaSuccess;
    LockGuard lock(mutex_);
    auto it = state().errors.find({call.block, call.thread});
    if (it == state().errors.end())
      return cudaSuccess;
    int error = it->second;
    if (call.function == exec::DeviceFunction::GetLastError)
      state().errors.erase(it);
    return uint64_t(error);
  }
  default:
    return uint64_t(fail(call, serve(call, arguments)));
  }
}

int DeviceLaunches::serve(const exec::DeviceCall &call, Arguments arguments) {
  using exec::DeviceFunction;
  switch (call.function) {
  case DeviceFunction::LaunchDeviceV2: {
    auto *buffer = reinterpret_cast<void *>(arguments.address());
    return launch(call, buffer, arguments.address());
  }
  case DeviceFunction::GetDeviceCount:
  case DeviceFunction::GetDevice:
  case DeviceFunction::DeviceGetAttribute:
  case DeviceFunction::DeviceGetLimit:
  case DeviceFunction::DeviceGetCacheConfig:
  case DeviceFunction::RuntimeGetVersion:
  case DeviceFunction::FuncGetAttributes:
  case DeviceFunction::OccupancyMaxActiveBlocksPerMultiprocessor:
  case DeviceFunction::OccupancyMaxActiveBlocksPerMultiprocessorWithFlags:
    return serveDevice(call, arguments);
  case DeviceFunction::StreamCreateWithFlags:
  case DeviceFunction::EventCreateWithFlags:
  case DeviceFunction::StreamDestroy:
  case DeviceFunction::EventDestroy:
  case DeviceFunction::StreamWaitEvent:
  case DeviceFunction::EventRecord:
    return serveStreams(call, arguments);
  default:
    return serveMemory(call, arguments);
  }
}

/// What the grid's device is.
int DeviceLaunches::serveDevice(const exec::DeviceCall &call, Arguments arguments) {
  using exec::DeviceFunction;
  Context &context = module_.context();
  switch (call.function) {
  case DeviceFunction::GetDeviceCount:
    store(arguments.address(), Process::get().devices().back()->ordinal() + 1);
    return cudaSuccess;
  case DeviceFunction::GetDevice:
    store(arguments.address(), context.device().ordinal());
    return cudaSuccess;
  case DeviceFunction::DeviceGetAttribute: {
    uint64_t place = arguments.address();
    int attribute = int(arguments.word()), value = 0;
    Device *device = findDevice(CUdevice(arguments.word()));
    if (!device)
      return cudaErrorInvalidDevice;
    if (!device->attribute(attribute, value))
      return cudaErrorInvalidValue;
    store(place, value);
    return cudaSuccess;
  }
  case DeviceFunction::DeviceGetLimit: {
    uint64_t place = arguments.address();
    size_t value = 0;
    if (CUresult result = context.limit(CUlimit(arguments.word()), value))
      return fromDriver(result);
    store(place, value);
    return cudaSuccess;
  }
  case DeviceFunction::DeviceGetCacheConfig:
    store(arguments.address(), int(context.cacheConfig.load()));
    return cudaSuccess;
  case DeviceFunction::RuntimeGetVersion:
    store(arguments.address(), int(CUDA_VERSION));
    return cudaSuccess;
  case DeviceFunction::FuncGetAttributes: {
    uint64_t attributes = arguments.address();
    return describeFunction(arguments.address(), attributes);
  }
  case DeviceFunction::OccupancyMaxActiveBlocksPerMultiprocessor:
  case DeviceFunction::OccupancyMaxActiveBlocksPerMultiprocessorWithFlags: {
    uint64_t blocks = arguments.address(), kernel = arguments.address();
    uint32_t threads = arguments.word();
    uint64_t shared = arguments.address();
    bool hasFlags =
        call.function == DeviceFunction::OccupancyMaxActiveBlocksPerMultiprocessorWithFlags;
    return occupancy(blocks, kernel, threads, shared, hasFlags ? arguments.word() : 0);
  }
  default:
    return cudaErrorNotSupported;
  }
}

int DeviceLaunches::serveStreams(const exec::DeviceCall &call, Arguments arguments) {
  using exec::DeviceFunction;
  switch (call.function) {
  case DeviceFunction::StreamCreateWithFlags:
  case DeviceFunction::EventCreateWithFlags: {
    bool isStream = call.function == DeviceFunction::StreamCreateWithFlags;
    uint64_t place = arguments.address();
    uint32_t flags = arguments.word();
    // Streams on the device are non-blocking, whatever is asked for; events take no time.
    if (isStream ? (flags & ~unsigned(cudaStreamNonBlocking)) != 0
                 : !(flags & cudaEventDisableTiming) ||
                       flags & ~unsigned(cudaEventDisableTiming | cudaEventBlockingSync))
      return cudaErrorInvalidValue;
    uint64_t handle;
    {
      LockGuard lock(mutex_);
      handle = state().nextHandle++;
      (isStream ? state().streams : state().events).insert(handle);
    }
    store(place, handle);
    return cudaSuccess;
  }
  case DeviceFunction::StreamDestroy:
  case DeviceFunction::EventDestroy: {
    uint64_t handle = arguments.address();
    LockGuard lock(mutex_);
    auto &known = call.function == DeviceFunction::StreamDestroy ? state().streams : state().events;
    return known.erase(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  }
  case DeviceFunction::StreamWaitEvent:
  case DeviceFunction::EventRecord: {
    // Work begins in the order of the calls, so that what was recorded is over when what waits
    // begins.
    uint64_t first = arguments.address(), second = arguments.address();
    hasEvents_ = true;
    bool isWait = call.function == DeviceFunction::StreamWaitEvent;
    uint64_t stream = isWait ? first : second, event = isWait ? second : first;
    LockGuard lock(mutex_);
    bool isStream = stream <= kLastDefaultStream || state().streams.count(stream);
    return isStream && state().events.count(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  }
  default:
    return cudaErrorNotSupported;
  }
}

int DeviceLaunches::serveMemory(const exec::DeviceCall &call, Arguments arguments) {
  using exec::DeviceFunction;
  Context &context = module_.context();
  switch (call.function) {
  case DeviceFunction::Malloc: {
    uint64_t place = arguments.address(), bytes = arguments.address();
    insight::Sanitizer *sanitizer = insight::Sanitizer::get();
    const uint64_t taken = sanitizer ? exec::DeviceHeap::observed(bytes) : bytes;
    auto address = reinterpret_cast<uint64_t>(context.heap().allocate(taken));
    if (!address && bytes)
      return cudaErrorMemoryAllocation;
    if (address && sanitizer)
      sanitizer->allocated(address, bytes, insight::Block::Kind::Heap);
    store(place, address);
    return cudaSuccess;
  }
  case DeviceFunction::Free: {
    auto *address = reinterpret_cast<void *>(arguments.address());
    bool isFreed = !address || context.heap().free(address) == exec::DeviceHeap::FreeResult::Freed;
    if (insight::Sanitizer *sanitizer = insight::Sanitizer::get(); sanitizer && address && isFreed)
      sanitizer->freed(reinterpret_cast<uintptr_t>(address));
    return isFreed ? cudaSuccess : cudaErrorInvalidValue;
  }
  case DeviceFunction::MemcpyAsync:
  case DeviceFunction::Memcpy2DAsync: {
    bool isFlat = call.function == DeviceFunction::MemcpyAsync;
    DeviceWork work;
    work.kind = DeviceWork::Kind::Copy;
    work.to = arguments.address();
    if (!isFlat)
      work.toPitch = arguments.address();
    work.from = arguments.address();
    if (!isFlat)
      work.fromPitch = arguments.address();
    work.width = arguments.address();
    work.height = isFlat ? 1 : arguments.address();
    uint32_t kind = arguments.word();
    if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
      return cudaErrorInvalidMemcpyDirection;
    if (!isFlat && (work.width > work.toPitch || work.width > work.fromPitch))
      return cudaErrorInvalidPitchValue;
    return enqueue(std::move(work), arguments.address());
  }
  case DeviceFunction::MemsetAsync:
  case DeviceFunction::Memset2DAsync: {
    bool isFlat = call.function == DeviceFunction::MemsetAsync;
    DeviceWork work;
    work.kind = DeviceWork::Kind::Fill;
    work.to = arguments.address();
    if (!isFlat)
      work.toPitch = arguments.address();
    work.value = int(arguments.word());
    work.width = arguments.address();
    work.height = isFlat ? 1 : arguments.address();
    if (!isFlat && work.width > work.toPitch)
      return cudaErrorInvalidPitchValue;
    return enqueue(std::move(work), arguments.address());
  }
  default:
    return cudaErrorNotSupported;
  }
}

} // namespace anywarp::driver
