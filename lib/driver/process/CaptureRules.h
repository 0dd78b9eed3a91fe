// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What captures of streams mean for calls: which work becomes a node, which calls are refused.
#pragma once

#include "driver/process/Process.h"

namespace anywarp::driver {

class Event;

/// False: no stream captures, and none of the functions below need be called.
inline bool isAnyCapture() { return Process::get().captures.count.load(std::memory_order_acquire); }

/// The functions of the same names below, while a stream captures.
namespace whileCapturing {
CUresult enterStream(Stream &stream, bool &isCapturing);
CUresult refuseOn(Stream &stream);
CUresult refuseUnsafe();
} // namespace whileCapturing

/// Every call that gives work to a stream comes here. `isCapturing`: the work is to become a node.
/// Fails if the capture was invalidated, or if the work would make the legacy stream wait for one.
inline CUresult enterStream(Stream &stream, bool &isCapturing) {
  isCapturing = false;
  return isAnyCapture() ? whileCapturing::enterStream(stream, isCapturing) : CUDA_SUCCESS;
}
/// The stream of a question or a setting that makes no work. The legacy stream answers none as long
/// as it would have to wait for a capture, which ends by that (seen on a GPU).
CUresult findAsked(CUstream handle, Stream *&stream);

/// For calls that cannot be captured: refused, with the end of the capture, if the stream takes
/// part in one.
inline CUresult refuseOn(Stream &stream) {
  return isAnyCapture() ? whileCapturing::refuseOn(stream) : CUDA_SUCCESS;
}
/// The same for a launch of a graph: a capture that has ended so is told as one, too (seen).
CUresult refuseGraphOn(Stream &stream);
/// The same as refuseOn for calls on a whole context.
CUresult refuseOn(Context &context);
/// And on the streams of a green context alone; null: on those of none.
CUresult refuseOn(Context &context, const std::shared_ptr<Partition> &partition);
/// For calls that may be unsafe while others capture, see cuThreadExchangeStreamCaptureMode.
inline CUresult refuseUnsafe() {
  return isAnyCapture() ? whileCapturing::refuseUnsafe() : CUDA_SUCCESS;
}
/// For queries of an event that was last recorded in a capture.
CUresult refuseCaptured(const Event &event);

} // namespace anywarp::driver
