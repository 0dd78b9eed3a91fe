// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches: the manual's section "Execution Control".
#include "driver/launch/Launch.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "driver/code/Module.h"
#include "driver/code/Occupancy.h"
#include "driver/context/Device.h"
#include "driver/graph/Capture.h"
#include "driver/memory/TextureReference.h"
#include "driver/process/Process.h"
#include "driver/stream/Event.h"
#include "driver/stream/WorkOrigin.h"
#include "insight/Sanitizer.h"
#include "support/Options.h"

namespace anywarp::driver {

// -- Checks ---------------------------------------------------------------------------------------

/// The attributes that launches have.
static bool isOfLaunches(CUlaunchAttributeID id) {
  switch (id) {
  case CU_LAUNCH_ATTRIBUTE_IGNORE:
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
  case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
  case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
  case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
  case CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING:
  case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
  case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
  case CU_LAUNCH_ATTRIBUTE_PRIORITY:
  case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
  case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
    return true;
  default:
    return false;
  }
}

#include "driver/rules/Launch.inc"

/// __block_size__, .blocksareclusters: the grid of a launch counts clusters, and a block of one
/// thread, which is what a launch without a size has, is the required one (seen).
static void countBlocks(const KernelFacts &facts, LaunchRequest &request) {
  if (!facts.blocksAreClusters || std::exchange(request.countsBlocks, true))
    return;
  if (std::all_of(request.block, request.block + 3, [](uint32_t size) { return size == 1; }))
    std::copy_n(facts.requiredBlock, 3, request.block);
  for (int i = 0; i < 3; ++i)
    request.grid[i] =
        uint32_t(std::min<uint64_t>(uint64_t(request.grid[i]) * facts.requiredCluster[i], ~0u));
}

CUresult checkLaunch(const Function &function, LaunchRequest &request) {
  request.mayLaunch = (function.facts().uses & KernelFacts::DeviceRuntime) != 0;
  countBlocks(function.facts(), request);
  if (CUresult result = checkShape(request, function))
    return result;
  const FunctionSettings &settings = function.settings();
  if (CUresult result = checkAskedCluster(request, settings))
    return result;
  if (request.carveout < 0)
    request.carveout = settings.carveout;
  const bool isGiven = request.cluster[0] != 0;
  for (int i = 0; i < 3; ++i)
    request.cluster[i] = std::max(isGiven ? request.cluster[i] : settings.cluster[i].load(), 1u);
  if (CUresult result = checkCluster(request, function))
    return result;
  return checkCooperative(request, function);
}

CUresult packParams(const Function &function, void **kernelParams, void **extra,
                    std::vector<char> &params) {
  const KernelFacts &facts = function.facts();
  params.resize(facts.paramBytes);
  if (CUresult result = checkGivenParams(facts, kernelParams, extra))
    return result;
  if (kernelParams && extra)
    return CUDA_SUCCESS;
  if (!extra) {
    for (size_t i = 0; i < facts.params.size(); ++i) {
      if (!kernelParams[i])
        return CUDA_ERROR_INVALID_VALUE;
      std::memcpy(params.data() + facts.params[i].offset, kernelParams[i], facts.params[i].size);
    }
    return CUDA_SUCCESS;
  }
  const void *buffer = nullptr;
  const size_t *size = nullptr;
  for (void **at = extra; *at != CU_LAUNCH_PARAM_END; at += 2) {
    if (*at == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = at[1];
    else if (*at == CU_LAUNCH_PARAM_BUFFER_SIZE)
      size = static_cast<const size_t *>(at[1]);
    else
      return CUDA_ERROR_INVALID_VALUE;
  }
  if (!buffer || !size || !*size) // (seen)
    return facts.params.empty() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  if (CUresult result = checkParamBytes(facts, *size))
    return result;
  std::memcpy(params.data(), buffer, std::min(*size, size_t(facts.paramBytes)));
  return CUDA_SUCCESS;
}

/// `request` passed checkLaunch.
static CUresult prepareChecked(Function &function, const LaunchRequest &request,
                               std::vector<char> params, PreparedLaunch &prepared) {
  assert(request.cluster[0] && request.cluster[1] && request.cluster[2] && "checkLaunch");
  if (CUresult result = codeFor(function, request, prepared.code))
    return result;
  if (insight::Sanitizer::get())
    prepared.host = insight::takeHostFrames();
  prepared.module = &function.module();
  prepared.request = request;
  prepared.params = std::move(params);
  return CUDA_SUCCESS;
}

CUresult prepareLaunch(Function &function, LaunchRequest request, std::vector<char> params,
                       PreparedLaunch &prepared) {
  if (CUresult result = checkLaunch(function, request))
    return result;
  return prepareChecked(function, request, std::move(params), prepared);
}

std::vector<char> memoryOf(const PreparedLaunch &launch) {
  std::vector<char> words;
  if (!ManagedAccess::watchesHost())
    return words;
  constexpr size_t kWord = sizeof(CUdeviceptr);
  words = launch.params;
  words.resize((words.size() + kWord - 1) / kWord * kWord);
  launch.module->addManaged(words);
  return words;
}

void tellUses(const std::vector<char> &words, const Command &command, const Stream &stream) {
  Process::get().managed.usesParams(command, stream, words);
}

CUresult launch(Function &function, const LaunchRequest &request, std::vector<char> params,
                Stream &stream) {
  if (CUresult result = checkPlace(function, request, stream))
    return result;
  PreparedLaunch prepared;
  if (CUresult result = prepareChecked(function, request, std::move(params), prepared))
    return result;
  if (function.facts().prints)
    stream.context().hasOutput.store(true, std::memory_order_relaxed);
  prepared.origin = WorkOrigin::here(stream);
  Scheduler &scheduler = Process::get().scheduler;
  const std::vector<char> used = memoryOf(prepared);
  Ref<Command> command = commandOf(LaunchAction(std::move(prepared)));
  static const bool blocking = Options::get().launchBlocking == "1";
  if (!blocking) {
    if (used.empty()) {
      scheduler.enqueue(std::move(command), stream);
    } else {
      scheduler.enqueue(command, stream);
      tellUses(used, *command, stream);
    }
    return CUDA_SUCCESS;
  }
  scheduler.enqueue(command, stream);
  scheduler.wait(*command);
  return CUDA_SUCCESS;
}

// -- The API --------------------------------------------------------------------------------------

/// A launch becomes a node, with the attributes that nodes have.
static CUresult captureLaunch(CUfunction f, const Function &function, LaunchRequest request,
                              std::vector<char> params, const CUlaunchConfig *config,
                              Stream &stream) {
  LaunchRequest checked = request;
  if (CUresult result = checkLaunch(function, checked))
    return result;
  KernelNode node;
  if (find<Function>(f))
    node.func = f;
  else
    node.kern = reinterpret_cast<CUkernel>(f);
  node.context = Ref<Context>(&stream.context());
  node.request = request;
  node.params = std::move(params);
  if (int priority = stream.priority()) {
    CUlaunchAttributeValue value{};
    value.priority = priority;
    (void)setAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, value);
  }
  if (request.cooperative) {
    CUlaunchAttributeValue value{};
    value.cooperative = 1;
    (void)setAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, value);
  }
  bool programmatic = false;
  for (unsigned i = 0; config && i < config->numAttrs; ++i) {
    const CUlaunchAttribute &attribute = config->attrs[i];
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
      programmatic = attribute.value.programmaticStreamSerializationAllowed != 0;
    else if (CUresult result = setAttribute(node, attribute.id, attribute.value);
             result && attribute.id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
      return result; // others are those that nodes do not have
  }
  return captureNode(stream, std::move(node), programmatic);
}

/// A launch that is refused ends a capture of its stream (seen).
static CUresult refuseLaunch(Stream &stream, CUresult result) {
  if (isAnyCapture())
    (void)refuseOn(stream);
  return result;
}

static CUresult launchWith(CUfunction f, LaunchRequest request, CUstream hStream,
                           void **kernelParams, void **extra,
                           const CUlaunchConfig *config = nullptr) {
  Stream *stream;
  const CUresult streamFound = findStream(hStream, stream);
  Function *function; // documented: a library's kernel is launched in the stream's context
  if (CUresult result = findFunction(f, function, streamFound ? nullptr : &stream->context()))
    return result;
  if (streamFound)
    return streamFound;
  request.workers = stream->workers();
  // Before the parameters are read: a program may pass none along with a shape that is no launch.
  if (CUresult result = checkLaunch(*function, request))
    return refuseLaunch(*stream, result);
  std::vector<char> params;
  if (CUresult result = packParams(*function, kernelParams, extra, params))
    return refuseLaunch(*stream, result);
  bool isCapturing;
  if (CUresult result = enterStream(*stream, isCapturing))
    return result;
  if (isCapturing)
    return captureLaunch(f, *function, request, std::move(params), config, *stream);
  return launch(*function, request, std::move(params), *stream);
}

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                        unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream,
                        void **kernelParams, void **extra) {
  LaunchRequest request{{gridDimX, gridDimY, gridDimZ}, {blockDimX, blockDimY, blockDimZ}};
  request.dynamicShared = sharedMemBytes;
  return launchWith(f, request, hStream, kernelParams, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                   unsigned int gridDimZ, unsigned int blockDimX,
                                   unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, CUstream hStream,
                                   void **kernelParams) {
  LaunchRequest request{{gridDimX, gridDimY, gridDimZ}, {blockDimX, blockDimY, blockDimZ}};
  request.dynamicShared = sharedMemBytes;
  request.cooperative = true;
  return launchWith(f, request, hStream, kernelParams, nullptr);
}

/// Reads the attributes of a launch that change what is run; the others are hints, but must be
/// possible (seen).
static CUresult readAttributes(const CUlaunchConfig &config, LaunchRequest &request,
                               CUevent &completion) {
  const CUlaunchAttributeValue *preferred = nullptr;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const CUlaunchAttributeValue &value = config.attrs[i].value;
    if (CUresult result = checkLaunchAttribute(config.attrs[i].id, value))
      return result;
    switch (config.attrs[i].id) {
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      if (CUresult result = checkNodeAttribute(config.attrs[i].id, value))
        return result;
      if (config.attrs[i].id == CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        request.carveout = int(value.sharedMemCarveout);
      break;
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP: // of four domains (seen)
      if (value.memSyncDomainMap.default_ >= 4 || value.memSyncDomainMap.remote >= 4)
        return CUDA_ERROR_INVALID_VALUE;
      break;
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION: // a multiple of what is the least
      preferred = &value;
      break;
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
      request.cooperative = value.cooperative != 0;
      break;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
      request.cluster[0] = value.clusterDim.x;
      request.cluster[1] = value.clusterDim.y;
      request.cluster[2] = value.clusterDim.z;
      break;
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
      request.isDependent = value.programmaticStreamSerializationAllowed != 0;
      break;
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT: // at the latest when the grid has ended
      completion = value.programmaticEvent.event;
      break;
    case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
      if (Event *event = find<Event>(value.launchCompletionEvent.event);
          event && event->hasTiming())
        return CUDA_ERROR_NOT_SUPPORTED; // (seen)
      completion = value.launchCompletionEvent.event;
      break;
    case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE: // a node's, that is in a capture
      request.isNode = true;
      break;
    default:
      break;
    }
  }
  return preferred ? checkPreferredCluster(*preferred, request) : CUDA_SUCCESS;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams,
                          void **extra) {
  LaunchRequest request{{config->gridDimX, config->gridDimY, config->gridDimZ},
                        {config->blockDimX, config->blockDimY, config->blockDimZ}};
  request.dynamicShared = config->sharedMemBytes;
  if (config->numAttrs) { // the stream is judged before their list is read (seen)
    Stream *stream;
    if (CUresult result = findStream(config->hStream, stream))
      return result;
  }
  CUevent completion = nullptr;
  if (CUresult result = readAttributes(*config, request, completion))
    return result;
  if (completion && !find<Event>(completion))
    return CUDA_ERROR_INVALID_HANDLE;
  if (CUresult result = launchWith(f, request, config->hStream, kernelParams, extra, config))
    return result;
  return completion ? edge::cuEventRecord(completion, config->hStream) : CUDA_SUCCESS;
}

// -- Launches in steps, as CUDA 3 had them --------------------------------------------------------

CUresult cuFuncSetBlockShape(Function &function, int x, int y, int z) {
  LockGuard lock(function.legacy.mutex);
  function.legacy.block[0] = uint32_t(x);
  function.legacy.block[1] = uint32_t(y);
  function.legacy.block[2] = uint32_t(z);
  return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedSize(Function &function, unsigned int bytes) {
  LockGuard lock(function.legacy.mutex);
  function.legacy.shared = bytes;
  return CUDA_SUCCESS;
}

CUresult cuParamSetSize(Function &function, unsigned int numbytes) {
  LockGuard lock(function.legacy.mutex);
  function.legacy.params.resize(numbytes);
  return CUDA_SUCCESS;
}

CUresult cuParamSetv(Function &function, int offset, void *ptr, unsigned int numbytes) {
  LockGuard lock(function.legacy.mutex);
  std::vector<char> &params = function.legacy.params;
  params.resize(std::max(params.size(), size_t(offset) + numbytes));
  std::memcpy(params.data() + offset, ptr, numbytes);
  return CUDA_SUCCESS;
}

/// A reference is a variable of its module, which every kernel of it reads: nothing is to be done.
CUresult cuParamSetTexRef(Function &, int, CUtexref) { return CUDA_SUCCESS; }

CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, Stream &stream) {
  Function *function;
  if (CUresult result = findFunction(f, function))
    return result;
  LaunchRequest request{{uint32_t(grid_width), uint32_t(grid_height), 1}};
  request.workers = stream.workers();
  std::vector<char> params;
  {
    LockGuard lock(function->legacy.mutex);
    std::copy_n(function->legacy.block, 3, request.block);
    request.dynamicShared = function->legacy.shared;
    params = function->legacy.params;
  }
  if (CUresult result = checkParamBytes(function->facts(), params.size()))
    return result;
  params.resize(function->facts().paramBytes);
  bool isCapturing;
  if (CUresult result = enterStream(stream, isCapturing))
    return result;
  if (isCapturing)
    return captureLaunch(f, *function, request, std::move(params), nullptr, stream);
  if (CUresult result = checkLaunch(*function, request))
    return result;
  return launch(*function, request, std::move(params), stream);
}

#include "driver/bodies/Launch.inc"

} // namespace anywarp::driver
