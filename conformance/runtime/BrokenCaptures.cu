// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream capture: what breaks one. Expectations come from the manual of the runtime API.
#include "Captures.h"

#include <thread>

static void misuse() {
  cudaGraph_t g;
  EXPECT(cudaErrorIllegalState, cudaStreamEndCapture(s, &g));
  EXPECT(cudaErrorStreamCaptureUnsupported,
         cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal));
  EXPECT(cudaErrorInvalidValue, cudaStreamBeginCapture(s, cudaStreamCaptureMode(7)));
  EXPECT(cudaErrorIllegalState, cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, 0));
  begin();
  EXPECT(cudaErrorIllegalState, cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, s>>>(d, 1);
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(s));
  cudaStreamCaptureStatus status;
  OK(cudaStreamIsCapturing(s, &status));
  EQUAL(cudaStreamCaptureStatusInvalidated, status);
  EXPECT(cudaErrorStreamCaptureInvalidated, cudaMemsetAsync(d, 0, 4, s));
  endBroken();
  begin();
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaStreamQuery(s));
  endBroken();
  begin();
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaDeviceSynchronize());
  endBroken();
  begin();
  OK(cudaEventRecord(fork_, s));
  EXPECT(cudaErrorCapturedEvent, cudaEventSynchronize(fork_));
  endBroken();
  // An event from outside.
  OK(cudaEventRecord(fork_, t));
  begin();
  EXPECT(cudaErrorStreamCaptureIsolation, cudaStreamWaitEvent(s, fork_, 0));
  endBroken();
  // One that was never recorded is nothing to wait for (seen).
  cudaEvent_t unrecorded;
  OK(cudaEventCreate(&unrecorded));
  begin();
  OK(cudaStreamWaitEvent(s, unrecorded, 0));
  OK(cudaStreamEndCapture(s, &g));
  OK(cudaGraphDestroy(g));
  OK(cudaEventDestroy(unrecorded));
  // Prefetches are no nodes. Launches are refused whatever the graph is (both seen).
  begin();
  EXPECT(cudaErrorStreamCaptureUnsupported,
         cudaMemPrefetchAsync(d, 4, {cudaMemLocationTypeDevice, 0}, 0, s));
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaGraphLaunch(nullptr, s));
  endBroken();
  // Two captures that meet.
  begin();
  OK(cudaStreamBeginCapture(t, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(fork_, s));
  EXPECT(cudaErrorStreamCaptureMerge, cudaStreamWaitEvent(t, fork_, 0));
  EXPECT(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(t, &g));
  endBroken();
  // The legacy stream would wait for a blocking stream that captures.
  cudaStream_t blocking;
  OK(cudaStreamCreate(&blocking));
  OK(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed));
  EXPECT(cudaErrorStreamCaptureImplicit, cudaStreamIsCapturing(cudaStreamLegacy, &status));
  OK(cudaStreamIsCapturing(blocking, &status));
  EQUAL(cudaStreamCaptureStatusActive, status);
  EXPECT(cudaErrorStreamCaptureImplicit,
         cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed)); // seen
  EXPECT(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(blocking, &g));
  OK(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed));
  EXPECT(cudaErrorStreamCaptureImplicit, cudaMemsetAsync(d, 0, 4, cudaStreamLegacy));
  EXPECT(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(blocking, &g));
  OK(cudaStreamDestroy(blocking));
  // Only the thread that began it may end it, unless it is relaxed. Another one spoils it (seen).
  begin(cudaStreamCaptureModeThreadLocal);
  std::thread([] {
    cudaGraph_t graph;
    EXPECT(cudaErrorStreamCaptureWrongThread, cudaStreamEndCapture(s, &graph));
  }).join();
  EXPECT(cudaErrorIllegalState, cudaStreamEndCapture(s, &g));
  begin(cudaStreamCaptureModeRelaxed);
  std::thread([&g] { OK(cudaStreamEndCapture(s, &g)); }).join();
  OK(cudaGraphDestroy(g));
}

static void unsafeCalls() {
  void *p = nullptr;
  cudaGraph_t g;
  begin();
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaMalloc(&p, 64));
  endBroken();
  begin(cudaStreamCaptureModeRelaxed);
  OK(cudaMalloc(&p, 64));
  OK(cudaStreamEndCapture(s, &g));
  OK(cudaGraphDestroy(g));
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  begin();
  OK(cudaThreadExchangeStreamCaptureMode(&mode));
  EQUAL(cudaStreamCaptureModeGlobal, mode);
  OK(cudaFree(p));
  OK(cudaThreadExchangeStreamCaptureMode(&mode));
  EQUAL(cudaStreamCaptureModeRelaxed, mode);
  OK(cudaStreamEndCapture(s, &g));
  OK(cudaGraphDestroy(g));
  // Another thread is hindered by global captures only.
  begin(cudaStreamCaptureModeThreadLocal);
  std::thread([] {
    void *q = nullptr;
    OK(cudaMalloc(&q, 64));
    OK(cudaFree(q));
  }).join();
  OK(cudaStreamEndCapture(s, &g));
  OK(cudaGraphDestroy(g));
  begin();
  std::thread([] {
    void *q = nullptr;
    EXPECT(cudaErrorStreamCaptureUnsupported, cudaMalloc(&q, 64));
  }).join();
  endBroken();
}

int main() {
  setUp();
  misuse();
  unsafeCalls();
  return finish("BrokenCaptures");
}
