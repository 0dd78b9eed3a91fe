// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A capture: streams whose work becomes nodes of a graph. It begins on one stream; others join it
// by waiting for an event of it. One lock guards all captures of the process, and the graphs while
// streams add to them; as long as there is no capture nobody takes it.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "driver/Action.h"
#include "driver/Graph.h"
#include "driver/Process.h"
#include "driver/Stream.h"

namespace anywarp::driver {

class Capture {
public:
  struct Member {
    Ref<Stream> stream;
    std::vector<GraphEdge> next; ///< what the next node depends on
    // What cuStreamGetCaptureInfo hands out.
    std::vector<CUgraphNode> handles;
    std::vector<CUgraphEdgeData> data;
  };
  uint64_t id = 0;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  uint64_t thread = 0; ///< that began it
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  Ref<Graph> graph;
  bool ownsGraph = true; ///< false: the program's
  Stream *origin = nullptr;
  std::map<Stream *, Member> members;

  bool isActive() const { return status == CU_STREAM_CAPTURE_STATUS_ACTIVE; }
  /// The program has broken a rule: nothing but the end of the capture is possible now.
  void invalidate();
};

/// What an event of a capture stands for.
struct EventCapture {
  std::shared_ptr<Capture> capture;
  std::vector<GraphEdge> nodes;
};

/// False: no stream captures, and none of the functions below need be called.
inline bool isAnyCapture() { return Process::get().captures.count.load(std::memory_order_acquire); }

/// Every call that gives work to a stream comes here. `isCapturing`: the work is to become a node.
/// Fails if the capture was invalidated, or if the work would make the legacy stream wait for one.
CUresult enterStream(Stream &stream, bool &isCapturing);
/// Adds a node. `programmatic`: it may start before the kernel that it depends on has ended.
CUresult captureNode(Stream &stream, NodeContent content, bool programmatic = false);
/// Gives work to a stream: its node while the stream is captured, else a command.
template <typename A> CUresult submit(Stream &stream, A action, NodeContent node) {
  bool isCapturing;
  if (CUresult result = enterStream(stream, isCapturing))
    return result;
  if (isCapturing)
    return captureNode(stream, std::move(node));
  Process::get().scheduler.enqueue(commandOf(std::move(action)), stream);
  return CUDA_SUCCESS;
}
/// The graph that a capturing stream adds to.
Ref<Graph> captureGraph(Stream &stream);
/// The stream's next node depends on the event's, too; a stream outside joins the capture.
CUresult captureWait(Stream &stream, const EventCapture &event);
/// What an event that is recorded now stands for.
std::shared_ptr<EventCapture> captureRecord(Stream &stream);

/// The stream of a question or a setting that makes no work. The legacy stream answers none as long
/// as it would have to wait for a capture, which ends by that (seen on a GPU).
CUresult findAsked(CUstream handle, Stream *&stream);

/// For calls that cannot be captured: refused, with the end of the capture, if the stream takes
/// part in one.
CUresult refuseOn(Stream &stream);
/// The same for calls on a whole context.
CUresult refuseOn(Context &context);
/// And on the streams of a green context alone; null: on those of none.
CUresult refuseOn(Context &context, const std::shared_ptr<Partition> &partition);
/// For calls that may be unsafe while others capture, see cuThreadExchangeStreamCaptureMode.
CUresult refuseUnsafe();
/// For queries of an event that was last recorded in a capture.
CUresult refuseCaptured(const Event &event);
/// The stream is being destroyed.
void leaveCapture(Stream &stream);

} // namespace anywarp::driver
