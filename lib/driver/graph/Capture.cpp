// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Stream Management", as far as it captures.
#include "driver/graph/Capture.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

namespace anywarp::driver {

static std::atomic<uint64_t> nextCapture{1};

using Lock = LockGuard<Mutex>;

void Capture::invalidate() {
  if (!isActive())
    return;
  status = CU_STREAM_CAPTURE_STATUS_INVALIDATED;
  if (ownsGraph)
    graph->unpublish();
}

/// Removes a capture; its streams run again what they are given.
static void end(const std::shared_ptr<Capture> &capture) AW_REQUIRES(captures().mutex) {
  for (auto &[stream, member] : capture->members)
    stream->capture = nullptr;
  capture->members.clear();
  capture->graph->isCapturing = false;
  [[maybe_unused]] const size_t ended = std::erase(captures().active, capture);
  assert(ended == 1 && "a capture ends once");
  captures().count.fetch_sub(1, std::memory_order_release);
}

static void join(std::vector<GraphEdge> &into, const std::vector<GraphEdge> &from) {
  for (const GraphEdge &edge : from)
    if (std::none_of(into.begin(), into.end(),
                     [&](const GraphEdge &known) { return known.node == edge.node; }))
      into.push_back(edge);
}

CUresult captureNode(Stream &stream, NodeContent content, bool programmatic) {
  Lock lock(captures().mutex);
  if (!stream.capture || !stream.capture->isActive())
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  Capture &capture = *stream.capture;
  Capture::Member &member = capture.members.at(&stream);
  std::vector<GraphEdge> edges = member.next;
  if (programmatic && edges.size() == 1 && edges[0].node->as<KernelNode>()) {
    edges[0].data.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
    edges[0].data.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
  }
  GraphNode *node;
  if (CUresult result = capture.graph->add(std::move(content), edges, node))
    return result;
  member.next = {GraphEdge{node, {}}};
  return CUDA_SUCCESS;
}

Ref<Graph> captureGraph(Stream &stream) {
  Lock lock(captures().mutex);
  return stream.capture ? stream.capture->graph : make<Graph>();
}

CUresult captureWait(Stream &stream, const EventCapture &event) {
  Lock lock(captures().mutex);
  const std::shared_ptr<Capture> &from = event.capture;
  if (stream.capture && !stream.capture->isActive())
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (!from->isActive())
    return CUDA_ERROR_CAPTURED_EVENT;
  if (stream.isLegacy()) { // would have to join
    from->invalidate();
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  if (stream.capture && stream.capture != from) {
    from->invalidate();
    stream.capture->invalidate();
    return CUDA_ERROR_STREAM_CAPTURE_MERGE;
  }
  if (!stream.capture) {
    stream.capture = from;
    from->members[&stream].stream = Ref<Stream>(&stream);
  }
  join(from->members[&stream].next, event.nodes);
  return CUDA_SUCCESS;
}

std::shared_ptr<EventCapture> captureRecord(Stream &stream) {
  Lock lock(captures().mutex);
  auto event = std::make_shared<EventCapture>();
  event->capture = stream.capture;
  if (event->capture)
    event->nodes = event->capture->members.at(&stream).next;
  return event;
}

/// True if everything that the other streams were given last comes before what the first one was.
static bool isJoined(const Capture &capture, const Stream *only = nullptr)
    AW_REQUIRES(captures().mutex) {
  std::unordered_set<const GraphNode *> reached;
  std::vector<const GraphNode *> open;
  for (const GraphEdge &edge : capture.members.at(capture.origin).next)
    open.push_back(edge.node);
  while (!open.empty()) {
    const GraphNode *node = open.back();
    open.pop_back();
    if (reached.insert(node).second)
      for (const GraphEdge &edge : node->dependencies)
        open.push_back(edge.node);
  }
  for (auto &[stream, member] : capture.members)
    for (const GraphEdge &edge : member.next)
      if ((!only || stream == only) && !reached.count(edge.node))
        return false;
  return true;
}

void leaveCapture(Stream &stream) {
  if (!isAnyCapture())
    return;
  Lock lock(captures().mutex);
  std::shared_ptr<Capture> capture = stream.capture;
  if (!capture)
    return;
  // What has joined is in the graph already.
  if (capture->origin == &stream || !capture->isActive() || !isJoined(*capture, &stream))
    capture->invalidate();
  stream.capture = nullptr;
  if (capture->origin == &stream)
    end(capture);
  else
    capture->members.erase(&stream);
}

// -- The API --------------------------------------------------------------------------------------

static bool isMode(CUstreamCaptureMode mode) {
  return unsigned(mode) <= CU_STREAM_CAPTURE_MODE_RELAXED;
}

/// Begins a capture into `graph`.
static CUresult begin(CUstream hStream, Ref<Graph> graph, bool ownsGraph,
                      std::vector<GraphEdge> next, CUstreamCaptureMode mode) {
  if (!isMode(mode))
    return CUDA_ERROR_INVALID_VALUE;
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  bool isCapturing;
  if (CUresult result = enterStream(*stream, isCapturing); result && !isCapturing)
    return result; // the legacy stream would have to wait for another capture (seen)
  if (stream->isLegacy())
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  Lock lock(captures().mutex);
  if (stream->capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  if (graph->isCapturing.exchange(true)) // begun by another thread meanwhile
    return CUDA_ERROR_INVALID_VALUE;
  if (ownsGraph)
    if (CUresult result = graph->publish())
      return result;
  auto capture = std::make_shared<Capture>();
  capture->id = nextCapture.fetch_add(1);
  capture->mode = mode;
  capture->thread = ThreadState::get().id();
  capture->graph = std::move(graph);
  capture->ownsGraph = ownsGraph;
  capture->origin = stream;
  Capture::Member &member = capture->members[stream];
  member.stream = Ref<Stream>(stream);
  member.next = std::move(next);
  stream->capture = capture;
  captures().active.push_back(std::move(capture));
  captures().count.fetch_add(1, std::memory_order_release);
  return CUDA_SUCCESS;
}

CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph,
                                     const CUgraphNode *dependencies,
                                     const CUgraphEdgeData *dependencyData, size_t numDependencies,
                                     CUstreamCaptureMode mode) {
  Ref<Graph> graph(find<Graph>(hGraph));
  if (!graph || graph->isCapturing)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<GraphEdge> next;
  if (CUresult result = readDependencies(*graph, dependencies, dependencyData, numDependencies,
                                         /*toKernel=*/true, Repeats::Dropped, next)) // seen
    return result;
  return begin(hStream, std::move(graph), /*ownsGraph=*/false, std::move(next), mode);
}

CUresult cuStreamEndCapture(Stream &stream, CUgraph *phGraph) {
  if (phGraph)
    *phGraph = nullptr;
  Lock lock(captures().mutex);
  std::shared_ptr<Capture> capture = stream.capture;
  if (!capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
      capture->thread != ThreadState::get().id()) {
    capture->invalidate();
    end(capture); // for its own thread, too
    return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  }
  if (capture->origin != &stream) {
    capture->invalidate();
    return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
  }
  CUresult result = CUDA_SUCCESS;
  if (!capture->isActive()) {
    result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  } else if (!isJoined(*capture)) {
    capture->invalidate();
    result = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
  } else {
    // Nobody wants the graph: that ends the capture, too (seen).
    if (phGraph)
      *phGraph = handleOf(*capture->graph);
    else if (capture->ownsGraph)
      capture->graph->unpublish();
    capture->status = CU_STREAM_CAPTURE_STATUS_NONE; // events of it stand for nothing any more
  }
  end(capture);
  return result;
}

/// The status of a stream. The legacy stream has none while it would have to wait for a capture.
static CUresult statusOf(const Stream &stream, CUstreamCaptureStatus &status)
    AW_REQUIRES(captures().mutex) {
  if (stream.isLegacy() && blockingCapture(stream.context()))
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  status = stream.capture ? stream.capture->status : CU_STREAM_CAPTURE_STATUS_NONE;
  return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(Stream &stream, CUstreamCaptureStatus *captureStatus) {
  Lock lock(captures().mutex);
  return statusOf(stream, *captureStatus);
}

CUresult cuStreamGetCaptureInfo(Stream &stream, CUstreamCaptureStatus *captureStatus_out,
                                cuuint64_t *id_out, CUgraph *graph_out,
                                const CUgraphNode **dependencies_out,
                                const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out) {
  Lock lock(captures().mutex);
  if (CUresult result = statusOf(stream, *captureStatus_out))
    return result;
  if (*captureStatus_out != CU_STREAM_CAPTURE_STATUS_ACTIVE)
    return CUDA_SUCCESS;
  if (edgeData_out && !dependencies_out)
    return CUDA_ERROR_INVALID_VALUE;
  Capture &capture = *stream.capture;
  Capture::Member &member = capture.members.at(&stream);
  member.handles.clear();
  member.data.clear();
  for (const GraphEdge &edge : member.next) {
    if (dependencies_out && !edgeData_out && !isDefault(edge.data))
      return CUDA_ERROR_LOSSY_QUERY;
    member.handles.push_back(handleOf(*edge.node));
    member.data.push_back(edge.data);
  }
  if (id_out)
    *id_out = capture.id;
  if (graph_out)
    *graph_out = handleOf(*capture.graph);
  if (dependencies_out)
    *dependencies_out = member.handles.data();
  if (edgeData_out)
    *edgeData_out = member.data.data();
  if (numDependencies_out)
    *numDependencies_out = member.next.size();
  return CUDA_SUCCESS;
}

CUresult cuStreamUpdateCaptureDependencies(Stream &stream, CUgraphNode *dependencies,
                                           const CUgraphEdgeData *dependencyData,
                                           size_t numDependencies, unsigned int flags) {
  Lock lock(captures().mutex);
  if (!stream.capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  if (!stream.capture->isActive())
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  std::vector<GraphEdge> next;
  if (CUresult result = readDependencies(*stream.capture->graph, dependencies, dependencyData,
                                         numDependencies, /*toKernel=*/true, Repeats::Dropped,
                                         next)) // seen
    return result;
  Capture::Member &member = stream.capture->members.at(&stream);
  if (flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES)
    member.next.clear();
  join(member.next, next);
  return CUDA_SUCCESS;
}

#include "driver/bodies/Capture.inc"

} // namespace anywarp::driver
