// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams that wait for the other driver.
#include "driver/entry/RoutingStream.h"

#include <memory>
#include <string>

#include "driver/base/Logs.h"
#include "driver/entry/RoutingCalls.h"
#include "driver/entry/Vendor.h"
#include "driver/process/Process.h"
#include "driver/stream/Stream.h"
#include "support/Trace.h"

namespace anywarp::driver::routing {

CUresult notAcross(const char *what) {
  Logs::get().add(CU_LOG_LEVEL_ERROR,
                  std::string(what) +
                      " is not supported between devices of NVIDIA's driver and CPU devices");
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult refuseCapture(CUstream stream) {
  CUstreamCaptureStatus status;
  if (CUresult result = ours::cuStreamIsCapturing(stream, &status))
    return result;
  return status == CU_STREAM_CAPTURE_STATUS_NONE ? CUDA_SUCCESS
                                                 : CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

namespace {
struct Work {
  std::function<CUresult()> function;
  const char *what;
  Ref<Context> context;
};
} // namespace

static void runWork(void *data) {
  std::unique_ptr<Work> work(static_cast<Work *>(data));
  const CUresult result = work->function();
  if (result == CUDA_SUCCESS)
    return;
  const char *name = entry::errorName(result);
  const std::string line = std::string(work->what) + " failed: " + (name ? name : "?");
  report(line);
  Logs::get().add(CU_LOG_LEVEL_ERROR, line);
  work->context->lose(result);
}

CUresult runInOurs(CUstream stream, const char *what, std::function<CUresult()> work) {
  CUcontext context;
  if (CUresult result = ours::cuStreamGetCtx(stream, &context))
    return result;
  auto *owned = new Work{std::move(work), what, Ref<Context>(find<Context>(context))};
  CUresult result = ours::cuLaunchHostFunc(stream, runWork, owned);
  if (result != CUDA_SUCCESS)
    delete owned;
  return result;
}

// -- Events of the other driver -------------------------------------------------------------------

/// A private event that is reached when what the event stands for now is reached, in whatever way
/// the program records that one again.
static CUresult followOurs(CUevent event, CUevent &follower) {
  CUstream stream;
  if (CUresult result = ours::cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING))
    return result;
  CUresult result = ours::cuStreamWaitEvent(stream, event, 0);
  if (result == CUDA_SUCCESS)
    result = ours::cuEventCreate(&follower, CU_EVENT_DISABLE_TIMING);
  if (result == CUDA_SUCCESS)
    result = ours::cuEventRecord(follower, stream);
  (void)ours::cuStreamDestroy(stream); // goes when it is empty
  return result;
}

static CUresult followVendors(CUevent event, CUevent &follower) {
  CUstream stream;
  if (CUresult result = vendors::cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING))
    return result;
  CUresult result = vendors::cuStreamWaitEvent(stream, event, 0);
  if (result == CUDA_SUCCESS)
    result = vendors::cuEventCreate(&follower, CU_EVENT_DISABLE_TIMING);
  if (result == CUDA_SUCCESS)
    result = vendors::cuEventRecord(follower, stream);
  (void)vendors::cuStreamDestroy(stream);
  return result;
}

/// Runs on a thread of NVIDIA's driver, where only ours may be called.
static void waitForOurEvent(void *data) {
  auto event = static_cast<CUevent>(data);
  lendContext(Driver::Ours, 0);
  (void)ours::cuEventSynchronize(event);
  (void)ours::cuEventDestroy(event);
}

static CUresult waitInVendors(CUstream stream, CUevent event) {
  CUstreamCaptureStatus status;
  if (CUresult result = vendors::cuStreamIsCapturing(stream, &status))
    return result;
  if (status != CU_STREAM_CAPTURE_STATUS_NONE)
    return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
  lendContext(Driver::Ours, 0);
  CUevent follower;
  if (CUresult result = followOurs(event, follower))
    return result;
  return vendors::cuLaunchHostFunc(stream, waitForOurEvent, follower);
}

static CUresult waitInOurs(CUstream stream, CUevent event) {
  if (CUresult result = refuseCapture(stream))
    return result;
  lendContext(Driver::Vendor, 0);
  CUcontext context;
  if (CUresult result = vendors::cuCtxGetCurrent(&context))
    return result;
  CUevent follower;
  if (CUresult result = followVendors(event, follower))
    return result;
  return runInOurs(stream, "waiting for an event of NVIDIA's device", [follower, context] {
    if (CUresult result = vendors::cuCtxSetCurrent(context))
      return result;
    CUresult result = vendors::cuEventSynchronize(follower);
    (void)vendors::cuEventDestroy(follower);
    return result;
  });
}

/// Across the drivers it is a function of the host that waits, in the stream.
CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  const bool isDefault = reinterpret_cast<uint64_t>(hStream) <= 2;
  const Driver driver = isDefault ? currentDriver() : driverOf(hStream);
  if (!hEvent || driverOf(hEvent) == driver) {
    if (driver != currentDriver())
      lendContext(driver, 0);
    return driver == Driver::Ours ? ours::cuStreamWaitEvent(hStream, hEvent, Flags)
                                  : vendors::cuStreamWaitEvent(hStream, hEvent, Flags);
  }
  if (Flags)
    return CUDA_ERROR_INVALID_VALUE;
  return driver == Driver::Ours ? waitInOurs(hStream, hEvent) : waitInVendors(hStream, hEvent);
}

} // namespace anywarp::driver::routing
