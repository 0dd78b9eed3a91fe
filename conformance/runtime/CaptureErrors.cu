// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Captures on two threads at once, each with two streams: begun, asked about, changed and broken.
#include "Check.h"

__global__ void add(int *p, int v) { *p += v; }

/// A capture from its beginning to its end.
static void capturing(cudaStream_t s, int *d) {
  const auto mode = cudaStreamCaptureModeThreadLocal;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusInvalidated;
  cudaGraph_t graph = nullptr, seen = nullptr;
  unsigned long long id = 0;
  const cudaGraphNode_t *last = nullptr;
  const cudaGraphEdgeData *edges = nullptr;
  size_t number = 9;
  OK(cudaStreamIsCapturing(s, &status));
  EQUAL(cudaStreamCaptureStatusNone, status);
  OK(cudaStreamGetCaptureInfo(s, &status, &id, &seen, &last, nullptr, &number));
  EQUAL(cudaStreamCaptureStatusNone, status);
  EXPECT(cudaErrorInvalidValue, cudaStreamBeginCapture(s, cudaStreamCaptureMode(7)));
  EXPECT(cudaErrorInvalidValue, cudaStreamIsCapturing(s, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaStreamGetCaptureInfo(s, nullptr));

  OK(cudaStreamBeginCapture(s, mode));
  EXPECT(cudaErrorIllegalState, cudaStreamBeginCapture(s, mode));
  OK(cudaStreamIsCapturing(s, &status));
  EQUAL(cudaStreamCaptureStatusActive, status);
  add<<<1, 1, 0, s>>>(d, 1);
  OK(cudaStreamGetCaptureInfo(s, &status, &id, &seen, &last, nullptr, &number));
  CHECK(id && seen && last && number == 1);
  cudaGraphNode_t node = nullptr;
  OK(cudaGraphAddEmptyNode(&node, seen, nullptr, 0));
  cudaGraphEdgeData edge{};
  EXPECT(cudaErrorInvalidValue, cudaStreamUpdateCaptureDependencies(s, &node, &edge, 1, 9));
  EXPECT(cudaErrorInvalidValue, cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 1, 0));
  OK(cudaStreamUpdateCaptureDependencies(s, &node, nullptr, 1, cudaStreamAddCaptureDependencies));
  OK(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &last, &edges, &number));
  EQUAL(2, number);
  add<<<1, 1, 0, s>>>(d, 1);
  OK(cudaStreamUpdateCaptureDependencies(s, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
  EXPECT(cudaErrorInvalidValue, cudaStreamGetCaptureInfo(s, nullptr));
  OK(cudaStreamEndCapture(s, &graph));
  CHECK(graph == seen);
  OK(cudaGraphGetNodes(graph, nullptr, &number));
  EQUAL(3, number);
  OK(cudaGraphDestroy(graph));
  EXPECT(cudaErrorIllegalState, cudaStreamEndCapture(s, &graph)); // none is going on
  EXPECT(cudaErrorIllegalState, cudaStreamEndCapture(s, nullptr));
  EXPECT(cudaErrorIllegalState, cudaStreamUpdateCaptureDependencies(
                                    s, nullptr, nullptr, 0, cudaStreamAddCaptureDependencies));

  // Edges with data are not told without a place for the data.
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, mode));
  add<<<1, 1, 0, s>>>(d, 1);
  OK(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &last, nullptr, &number));
  edge.from_port = cudaGraphKernelNodePortProgrammatic;
  edge.type = cudaGraphDependencyTypeProgrammatic;
  node = last[0];
  OK(cudaStreamUpdateCaptureDependencies(s, &node, &edge, 1, cudaStreamSetCaptureDependencies));
  EXPECT(cudaErrorLossyQuery,
         cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &last, nullptr, &number));
  OK(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &last, &edges, &number));
  CHECK(number == 1 && edges[0].type == cudaGraphDependencyTypeProgrammatic);
  OK(cudaStreamUpdateCaptureDependencies(s, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
  OK(cudaStreamEndCapture(s, &seen));
  CHECK(seen == graph);
  EXPECT(cudaErrorInvalidValue,
         cudaStreamBeginCaptureToGraph(s, nullptr, nullptr, nullptr, 0, mode));
  EXPECT(cudaErrorInvalidValue, cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 1,
                                                              mode)); // announced, not there
  EXPECT(cudaErrorInvalidValue,
         cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, cudaStreamCaptureMode(7)));
  OK(cudaStreamIsCapturing(s, &status));
  EQUAL(cudaStreamCaptureStatusNone, status);
  OK(cudaGraphDestroy(graph));

  // The thread's own mode, given and taken.
  cudaStreamCaptureMode was = mode;
  OK(cudaThreadExchangeStreamCaptureMode(&was));
  EQUAL(cudaStreamCaptureModeGlobal, was);
  OK(cudaThreadExchangeStreamCaptureMode(&was));
  EQUAL(mode, was);
  if (!onNvidia()) { // which takes any mode, and crashes
    was = cudaStreamCaptureMode(7);
    EXPECT(cudaErrorInvalidValue, cudaThreadExchangeStreamCaptureMode(&was));
    EXPECT(cudaErrorInvalidValue, cudaThreadExchangeStreamCaptureMode(nullptr));
  }
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaStreamBeginCapture(nullptr, mode));
}

/// The legacy stream while another captures that waits for it.
static void legacy() {
  cudaStream_t s = nullptr;
  cudaGraph_t graph = nullptr;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  OK(cudaStreamCreate(&s)); // not non-blocking
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  EXPECT(cudaErrorStreamCaptureImplicit, cudaStreamIsCapturing(cudaStreamLegacy, &status));
  EXPECT(cudaErrorStreamCaptureImplicit, cudaStreamGetCaptureInfo(cudaStreamLegacy, &status, &id));
  EXPECT(cudaErrorStreamCaptureImplicit, cudaStreamQuery(cudaStreamLegacy));
  (void)cudaStreamEndCapture(s, &graph);
  (void)cudaGetLastError();
  if (graph)
    OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(s));
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int) {
    cudaStream_t s = nullptr, t = nullptr;
    int *d = nullptr;
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    OK(cudaMalloc(&d, 4));
    for (cudaStream_t each : {s, t})
      capturing(each, d);
    OK(cudaFree(d));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
  });
  legacy();
  return finish("CaptureErrors");
}
