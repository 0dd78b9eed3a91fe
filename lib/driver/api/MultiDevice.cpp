// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One cooperative launch on several devices. Grids of different devices cannot wait for each other:
// CUDA 13 has no functions for it any more. What is left is that all of them begin when what came
// before in all their streams has ended, and that what comes after in any stream waits for all.
#include <algorithm>

#include "driver/context/Device.h"
#include "driver/launch/Launch.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

namespace {
struct Part {
  Function *function;
  Stream *stream;
  LaunchRequest request;
  std::vector<char> params;
};
} // namespace

static CUresult readPart(const CUDA_LAUNCH_PARAMS &from, Part &part) {
  part.function = find<Function>(from.function);
  if (!part.function)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!from.hStream || from.hStream == CU_STREAM_LEGACY) // documented
    return CUDA_ERROR_INVALID_HANDLE;
  if (CUresult result = findStream(from.hStream, part.stream))
    return result;
  if (&part.function->context() != &part.stream->context())
    return CUDA_ERROR_INVALID_HANDLE;
  part.request = {{from.gridDimX, from.gridDimY, from.gridDimZ},
                  {from.blockDimX, from.blockDimY, from.blockDimZ}};
  part.request.dynamicShared = from.sharedMemBytes;
  part.request.cooperative = true;
  part.request.workers = part.stream->workers();
  if (CUresult result = checkLaunch(*part.function, part.request))
    return result;
  if (CUresult result = packParams(*part.function, from.kernelParams, nullptr, part.params))
    return result;
  return refuseOn(*part.stream);
}

/// The same kernel in the same shape, on another device.
static bool isPeer(const Part &a, const Part &b) {
  return &a.stream->context().device() != &b.stream->context().device() &&
         a.function->name() == b.function->name() &&
         std::equal(a.request.grid, a.request.grid + 3, b.request.grid) &&
         std::equal(a.request.block, a.request.block + 3, b.request.block) &&
         a.request.dynamicShared == b.request.dynamicShared;
}

/// What comes next in each stream waits for what is last in any of them.
static void meet(const std::vector<Part> &parts) {
  Scheduler &scheduler = Process::get().scheduler;
  std::vector<Ref<Command>> last;
  for (const Part &part : parts)
    if (Ref<Command> command = scheduler.last(*part.stream))
      last.push_back(std::move(command));
  for (const Part &part : parts)
    scheduler.enqueue(make<Join>(), *part.stream, last);
}

CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launchParamsList,
                                              unsigned int numDevices, unsigned int flags) {
  constexpr unsigned kKnown = CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC |
                              CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC;
  if (!launchParamsList || !numDevices || (flags & ~kKnown) ||
      numDevices > unsigned(Process::get().deviceCount()))
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<Part> parts(numDevices);
  for (unsigned i = 0; i < numDevices; ++i) {
    if (CUresult result = readPart(launchParamsList[i], parts[i]))
      return result;
    for (unsigned j = 0; j < i; ++j)
      if (!isPeer(parts[j], parts[i]))
        return CUDA_ERROR_INVALID_VALUE;
  }
  if (!(flags & CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC))
    meet(parts);
  for (Part &part : parts)
    if (CUresult result =
            launch(*part.function, part.request, std::move(part.params), *part.stream))
      return result;
  if (!(flags & CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC))
    meet(parts);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
