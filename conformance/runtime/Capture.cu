// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream capture: what becomes a node, fork and join, and what breaks a capture. Expectations come
// from the manual of the runtime API.
#include "Check.h"
#include <thread>

__global__ void add(int *p, int v) { atomicAdd(p, v); }
__global__ void times(int *p, int v) { *p *= v; }

static cudaStream_t s, t;
static cudaEvent_t fork_, join_;
static int *d;

static int value() {
  int v = 0;
  OK(cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost));
  return v;
}
static void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
  OK(cudaStreamBeginCapture(s, mode));
}
/// Ends a capture that was broken.
static void endBroken(cudaError_t why = cudaErrorStreamCaptureInvalidated) {
  cudaGraph_t g = reinterpret_cast<cudaGraph_t>(&g);
  EXPECT(why, cudaStreamEndCapture(s, &g));
  CHECK(g == nullptr);
  cudaStreamCaptureStatus status;
  OK(cudaStreamIsCapturing(s, &status));
  EQUAL(cudaStreamCaptureStatusNone, status);
}
static size_t nodesOf(cudaGraph_t g) {
  size_t count = 0;
  OK(cudaGraphGetNodes(g, nullptr, &count));
  return count;
}

static int calls;
static void CUDART_CB call(void *) { ++calls; }

static void everyKind() {
  int host[2] = {5, 0};
  begin();
  OK(cudaMemcpyAsync(d, host, 4, cudaMemcpyHostToDevice, s));
  add<<<1, 1, 0, s>>>(d, 2);
  OK(cudaMemsetAsync(d + 1, 1, 4, s));
  OK(cudaLaunchHostFunc(s, call, nullptr));
  OK(cudaMemcpy2DAsync(host + 1, 4, d, 4, 4, 1, cudaMemcpyDeviceToHost, s));
  cudaGraph_t g;
  OK(cudaStreamEndCapture(s, &g));
  EQUAL(5, nodesOf(g));
  cudaGraphNode_t nodes[5];
  size_t count = 5;
  OK(cudaGraphGetNodes(g, nodes, &count));
  const cudaGraphNodeType expected[] = {cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeKernel,
                                        cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost,
                                        cudaGraphNodeTypeMemcpy};
  for (int i = 0; i < 5; ++i) {
    cudaGraphNodeType type;
    OK(cudaGraphNodeGetType(nodes[i], &type));
    EQUAL(expected[i], type);
  }
  EQUAL(0, calls);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, g, 0));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  EQUAL(7, host[1]);
  EQUAL(1, calls);
  // The launch of a graph is not captured (seen).
  begin();
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaGraphLaunch(exec, s));
  endBroken();
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

static void forkAndJoin() {
  OK(cudaMemset(d, 0, 4)); // asynchronous, and s does not wait for the legacy stream
  OK(cudaDeviceSynchronize());
  begin();
  OK(cudaEventRecord(fork_, s));
  OK(cudaStreamWaitEvent(t, fork_, 0));
  cudaStreamCaptureStatus status;
  unsigned long long id = 0, other = 0;
  OK(cudaStreamGetCaptureInfo(s, &status, &id, nullptr, nullptr, nullptr, nullptr));
  OK(cudaStreamGetCaptureInfo(t, &status, &other, nullptr, nullptr, nullptr, nullptr));
  EQUAL(cudaStreamCaptureStatusActive, status);
  CHECK(id == other && id != 0);
  add<<<1, 1, 0, t>>>(d, 1);
  add<<<1, 1, 0, s>>>(d, 2);
  cudaGraph_t g = nullptr;
  EXPECT(cudaErrorStreamCaptureUnmatched, cudaStreamEndCapture(t, &g)); // not where it began
  endBroken();

  begin();
  OK(cudaEventRecord(fork_, s));
  OK(cudaStreamWaitEvent(t, fork_, 0));
  add<<<1, 1, 0, t>>>(d, 1);
  endBroken(cudaErrorStreamCaptureUnjoined);

  begin();
  OK(cudaEventRecord(fork_, s));
  OK(cudaStreamWaitEvent(t, fork_, 0));
  add<<<1, 1, 0, t>>>(d, 1);
  add<<<1, 1, 0, s>>>(d, 2);
  OK(cudaEventRecord(join_, t));
  OK(cudaStreamWaitEvent(s, join_, 0));
  times<<<1, 1, 0, s>>>(d, 10);
  OK(cudaStreamEndCapture(s, &g));
  EQUAL(3, nodesOf(g));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, g, 0));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  EQUAL(30, value());
  OK(cudaStreamIsCapturing(t, &status));
  EQUAL(cudaStreamCaptureStatusNone, status);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));

  // A stream that has joined again may go.
  cudaStream_t u;
  OK(cudaStreamCreateWithFlags(&u, cudaStreamNonBlocking));
  begin();
  OK(cudaEventRecord(fork_, s));
  OK(cudaStreamWaitEvent(u, fork_, 0));
  add<<<1, 1, 0, u>>>(d, 1);
  OK(cudaEventRecord(join_, u));
  OK(cudaStreamWaitEvent(s, join_, 0));
  add<<<1, 1, 0, s>>>(d, 2);
  OK(cudaStreamDestroy(u));
  OK(cudaStreamEndCapture(s, &g));
  EQUAL(2, nodesOf(g));
  OK(cudaGraphDestroy(g));
}

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

static void dependencies() {
  cudaGraph_t g, seen;
  cudaGraphNode_t empty, own;
  cudaGraphExec_t exec;
  OK(cudaGraphCreate(&g, 0));
  OK(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  EXPECT(cudaErrorStreamCaptureUnsupported, cudaGraphInstantiate(&exec, g, 0)); // allocates (seen)
  EXPECT(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(s, &seen));
  OK(cudaGraphCreate(&g, 0));
  OK(cudaGraphAddEmptyNode(&empty, g, nullptr, 0));
  OK(cudaStreamBeginCaptureToGraph(s, g, &empty, nullptr, 1, cudaStreamCaptureModeRelaxed));
  OK(cudaGraphInstantiate(&exec, g, 0)); // what is there by now (seen)
  OK(cudaGraphExecDestroy(exec));
  const cudaGraphNode_t *deps = nullptr;
  size_t count = 0;
  cudaStreamCaptureStatus status;
  OK(cudaStreamGetCaptureInfo(s, &status, nullptr, &seen, &deps, nullptr, &count));
  CHECK(seen == g && count == 1 && deps[0] == empty);
  add<<<1, 1, 0, s>>>(d, 1);
  OK(cudaGraphAddEmptyNode(&own, g, nullptr, 0));
  OK(cudaStreamUpdateCaptureDependencies(s, &own, nullptr, 1, cudaStreamAddCaptureDependencies));
  OK(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &deps, nullptr, &count));
  EQUAL(2, count);
  OK(cudaStreamUpdateCaptureDependencies(s, &own, nullptr, 1, cudaStreamSetCaptureDependencies));
  OK(cudaStreamGetCaptureInfo(s, &status, nullptr, nullptr, &deps, nullptr, &count));
  CHECK(count == 1 && deps[0] == own);
  EXPECT(cudaErrorInvalidValue, cudaStreamUpdateCaptureDependencies(s, &own, nullptr, 1, 9));
  OK(cudaStreamEndCapture(s, &seen));
  CHECK(seen == g);
  EQUAL(3, nodesOf(g));
  OK(cudaGraphDestroy(g));
}

static void externalEvents() {
  cudaGraph_t g;
  cudaEvent_t before, after;
  OK(cudaEventCreate(&before));
  OK(cudaEventCreate(&after));
  begin();
  add<<<1, 1, 0, s>>>(d, 1);
  OK(cudaEventRecordWithFlags(after, s, cudaEventRecordExternal));
  OK(cudaStreamWaitEvent(s, before, cudaEventWaitExternal));
  OK(cudaStreamEndCapture(s, &g));
  cudaGraphNode_t nodes[3];
  size_t three = 3;
  OK(cudaGraphGetNodes(g, nodes, &three));
  cudaEvent_t event = nullptr;
  OK(cudaGraphEventRecordNodeGetEvent(nodes[1], &event));
  CHECK(event == after);
  OK(cudaGraphEventWaitNodeGetEvent(nodes[2], &event));
  CHECK(event == before);
  OK(cudaGraphDestroy(g));
  // Not one whose record was captured (seen).
  begin();
  OK(cudaEventRecord(before, s));
  OK(cudaStreamEndCapture(s, &g));
  OK(cudaGraphDestroy(g));
  begin();
  EXPECT(cudaErrorInvalidValue, cudaStreamWaitEvent(s, before, cudaEventWaitExternal));
  endBroken();
  OK(cudaEventDestroy(before));
  OK(cudaEventDestroy(after));
}

int main() {
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  OK(cudaEventCreate(&fork_));
  OK(cudaEventCreate(&join_));
  OK(cudaMalloc(&d, 64));
  everyKind();
  forkAndJoin();
  misuse();
  unsafeCalls();
  dependencies();
  externalEvents();
  return finish("Capture");
}
