// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/process/CaptureRules.h"

#include "driver/graph/Capture.h"

namespace anywarp::driver {

using Lock = LockGuard<Mutex>;

std::shared_ptr<Capture> blockingCapture(const Context &context) {
  for (const std::shared_ptr<Capture> &capture : captures().active)
    for (auto &[stream, member] : capture->members)
      if (stream->isBlocking() && &stream->context() == &context)
        return capture;
  return nullptr;
}

CUresult whileCapturing::enterStream(Stream &stream, bool &isCapturing) {
  Lock lock(captures().mutex);
  if (stream.capture) {
    isCapturing = true;
    return stream.capture->isActive() ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  }
  if (stream.isLegacy())
    if (std::shared_ptr<Capture> capture = blockingCapture(stream.context())) {
      capture->invalidate();
      return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
  return CUDA_SUCCESS;
}

CUresult findAsked(CUstream handle, Stream *&stream) {
  if (CUresult result = findStream(handle, stream))
    return result;
  bool isCapturing;
  CUresult result = enterStream(*stream, isCapturing);
  return isCapturing ? CUDA_SUCCESS : result;
}

CUresult whileCapturing::refuseOn(Stream &stream) {
  bool isCapturing = false;
  if (CUresult result = whileCapturing::enterStream(stream, isCapturing))
    return result;
  if (!isCapturing)
    return CUDA_SUCCESS;
  Lock lock(captures().mutex);
  if (stream.capture)
    stream.capture->invalidate();
  return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult refuseGraphOn(Stream &stream) {
  CUresult result = refuseOn(stream);
  return result == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
                                                         : result;
}

template <typename Stands> static CUresult refuseWhere(Stands standsFor) {
  if (!isAnyCapture())
    return CUDA_SUCCESS;
  Lock lock(captures().mutex);
  CUresult result = CUDA_SUCCESS;
  for (const std::shared_ptr<Capture> &capture : captures().active)
    for (auto &[stream, member] : capture->members)
      if (standsFor(*stream)) {
        capture->invalidate();
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
      }
  return result;
}

CUresult refuseOn(Context &context) {
  return refuseWhere([&](const Stream &s) { return &s.context() == &context; });
}

CUresult refuseOn(Context &context, const std::shared_ptr<Partition> &partition) {
  return refuseWhere(
      [&](const Stream &s) { return &s.context() == &context && s.partition() == partition; });
}

CUresult whileCapturing::refuseUnsafe() {
  ThreadState &thread = ThreadState::get();
  if (thread.captureMode == CU_STREAM_CAPTURE_MODE_RELAXED)
    return CUDA_SUCCESS;
  Lock lock(captures().mutex);
  CUresult result = CUDA_SUCCESS;
  for (const std::shared_ptr<Capture> &capture : captures().active) {
    bool isOwn = capture->thread == thread.id();
    bool conflicts = isOwn ? capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED
                           : capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
                                 thread.captureMode == CU_STREAM_CAPTURE_MODE_GLOBAL;
    if (!conflicts)
      continue;
    capture->invalidate();
    result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  return result;
}

CUresult refuseCaptured(const Event &event) {
  std::shared_ptr<EventCapture> captured = event.captured();
  if (!captured)
    return CUDA_SUCCESS;
  Lock lock(captures().mutex);
  if (captured->capture->status == CU_STREAM_CAPTURE_STATUS_INVALIDATED)
    return CUDA_ERROR_INVALID_VALUE; // (seen)
  captured->capture->invalidate();
  return CUDA_ERROR_CAPTURED_EVENT;
}

} // namespace anywarp::driver
