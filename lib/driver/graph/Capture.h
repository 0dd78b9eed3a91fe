// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A capture: streams whose work becomes nodes of a graph. It begins on one stream; others join it
// by waiting for an event of it. One lock guards all captures of the process, and the graphs while
// streams add to them; as long as there is no capture nobody takes it.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "driver/graph/Graph.h"
#include "driver/process/CaptureRules.h"
#include "driver/stream/Action.h"

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
  CUstreamCaptureStatus status AW_GUARDED_BY(captures().mutex) = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  Ref<Graph> graph;
  bool ownsGraph = true; ///< false: the program's
  Stream *origin = nullptr;
  std::map<Stream *, Member> members AW_GUARDED_BY(captures().mutex);

  bool isActive() const AW_REQUIRES(captures().mutex) {
    return status == CU_STREAM_CAPTURE_STATUS_ACTIVE;
  }
  /// The program has broken a rule: nothing but the end of the capture is possible now.
  void invalidate() AW_REQUIRES(captures().mutex);
};

/// What an event of a capture stands for.
struct EventCapture {
  std::shared_ptr<Capture> capture;
  std::vector<GraphEdge> nodes;
};

/// The capture that work in the legacy stream would wait for.
std::shared_ptr<Capture> blockingCapture(const Context &context) AW_REQUIRES(captures().mutex);
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
/// The stream is being destroyed.
void leaveCapture(Stream &stream);

} // namespace anywarp::driver
