// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream capture: what becomes a node, fork and join. Expectations come from the manual of the
// runtime API.
#include "Captures.h"

__global__ void times(int *p, int v) { *p *= v; }

static int value() {
  int v = 0;
  OK(cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost));
  return v;
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
  setUp();
  everyKind();
  forkAndJoin();
  dependencies();
  externalEvents();
  return finish("Capture");
}
